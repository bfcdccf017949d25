// The page without a connection. Files with the version in their address never change and are kept; what a browser opens
// is asked for first, so that a new version of the folder arrives, and taken from here if nobody answers.
const VERSION = "{version}";
const FILES = /** @type {string[]} */ ("{files}".split(" "));
const PREFIX = `noughts ${new URL("./", self.location.href).pathname} `;
const CACHE = PREFIX + VERSION;
const KEPT = 2; // versions: a page that is open may need files of its own
const PATIENCE = 4000; // milliseconds for an answer, where one is kept
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map(asked))).then(() => worker.skipWaiting()));
});

/** What has no version may be an old one in the browser's own cache. @param {string} name */
function asked(name) {
  return new Request(name, { cache: name.startsWith("./v-") ? "default" : "no-cache" });
}

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(forgetOld().then(() => worker.clients.claim()));
});

async function forgetOld() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(ours.slice(0, Math.max(0, ours.length - KEPT + 1)).map((name) => caches.delete(name)));
}

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(opened(event.request, url));
  else if (url.pathname.includes("/v-")) event.respondWith(versioned(event.request));
});

/** @param {Request} request @param {URL} url */
async function opened(request, url) {
  const folder = url.pathname.replace(/index\.html$/, "").replace(/\/?$/, "/");
  const kept = await (await caches.open(CACHE)).match(folder, { ignoreSearch: true });
  const control = new AbortController();
  const limit = kept ? setTimeout(() => control.abort(), PATIENCE) : undefined;
  try {
    const answer = await fetch(request.url, { cache: "no-cache", redirect: "manual", signal: control.signal });
    return answer.ok || answer.type === "opaqueredirect" || !kept ? answer : kept;
  } catch (error) {
    if (!kept) throw error;
    return url.pathname.endsWith("/") ? kept : Response.redirect(folder + url.search); // as a host does
  } finally {
    clearTimeout(limit);
  }
}

/** @param {Request} request */
async function versioned(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.includes(`/v-${VERSION}/`)) (await caches.open(CACHE)).put(request.url, answer.clone());
  return answer;
}

// Who answers what a page asks: in an exported page, workers in the browser. It has the functions of the file of the same
// name that asks a server. One worker writes pages; others, which begin when they are needed, search and draw, and can be
// ended at any moment.
import { early, keepFirst } from "./early.js";

/** @typedef {{progress: (now: object) => void, end: (how: object) => void, lost: (isGone: boolean) => void}} Hears */
/** @typedef {{status: number, body: string, type: string}} Answer */

const BASE = new URL(".", import.meta.url);
const ROOT = new URL("..", BASE).pathname;
const IS_EMBEDDED = document.documentElement.classList.contains("embed");

const GRACE = 60; // seconds beyond the limit of a search for what its worker does before and after it

export const patience = Infinity; // nothing gets lost on the way to a worker
export const standsIn = true;

/** @param {string} href */
export function local(href) {
  const url = new URL(href, document.baseURI);
  if (url.origin !== location.origin || !url.pathname.startsWith(ROOT)) return null;
  const name = url.pathname.slice(ROOT.length).replace(/(^|\/)index\.html$/, "").replace(/\/$/, "");
  return `/${name === "" || name === "embed" ? "play" : name}${url.search}`;
}

/** @param {string} address */
export function shownAs(address) {
  const [path, query] = split(address);
  const [name, , ...rest] = path.split("/").slice(1);
  if (name === "static") return BASE.pathname + rest.join("/");
  const folder = name === "" || name === "play" ? (IS_EMBEDDED ? "embed/" : "") : `${name}/`;
  return ROOT + folder + query;
}

export function here() {
  return local(location.href) ?? "/play";
}

export function home() {
  return ROOT;
}

/** @param {string} address @returns {[string, string]} the path, and the query with its question mark */
function split(address) {
  const at = address.indexOf("?");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
}

/** A page that was written for a server, for this place. @param {string} text */
function placed(text) {
  return text.replace(/ (href|src|action)="(\/[^"]*)"/g, (_, name, address) => ` ${name}="${shownAs(address)}"`);
}

/** What a person chose, or what the browser asks for. */
function looks() {
  const kept = Object.fromEntries(document.cookie.split("; ").map((one) => one.split("=")));
  return { language: kept.language ?? "", theme: kept.theme ?? "", languages: navigator.languages.join(",") };
}

/** Python in a worker. */
class PythonWorker {
  /** @param {(bytes: number) => void} loading @param {(error: string) => void} settled */
  constructor(loading = () => {}, settled = () => {}) {
    /** @type {Map<number, {question: object, done: (answer: any) => void, fail: (error: Error) => void, tell: (now: any) => void}>} */
    this.open = new Map();
    this.count = 0;
    this.loading = loading;
    this.settled = settled;
    /** @type {Worker | null} */
    this.worker = null;
    this.failed = "";
  }

  start() {
    if (this.worker) return;
    this.worker = new Worker(new URL("worker.js", BASE), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message ?? ""));
    for (const [id, { question }] of this.open) this.worker.postMessage({ ...question, id });
  }

  /** @param {any} data */
  hear(data) {
    if ("loaded" in data) this.loading(data.loaded);
    else if (data.ready) this.settled("");
    else if ("failed" in data && !("id" in data)) this.fail(data.failed);
    else if ("progress" in data) this.open.get(data.id)?.tell(data.progress);
    else {
      const waiting = this.open.get(data.id);
      this.open.delete(data.id);
      if ("failed" in data) waiting?.fail(new Error(data.failed));
      else waiting?.done(data.answer);
    }
  }

  /** @param {string} message */
  fail(message) {
    this.failed = message || "?";
    for (const { fail } of this.open.values()) fail(new Error(message));
    this.open.clear();
    this.settled(this.failed);
  }

  /** @param {object} question @param {(now: any) => void} [tell]
   * @returns {{answer: Promise<any>, stop: () => void}}
   */
  ask(question, tell = () => {}) {
    const id = ++this.count;
    const answer = new Promise((done, fail) => {
      if (this.failed) fail(new Error(this.failed));
      else this.open.set(id, { question, done, fail, tell });
    });
    answer.catch(() => {});
    if (this.worker) this.worker.postMessage({ ...question, id });
    else if (!this.failed) this.start();
    return { answer, stop: () => this.stop(id) };
  }

  /** Ends the work on a question, and with it the worker; other questions go to a new one. @param {number} id */
  stop(id) {
    if (!this.open.delete(id)) return;
    this.worker?.terminate();
    this.worker = null;
    if (this.open.size) this.start();
  }
}

const loadingBox = () => document.getElementById("loading");
let isReady = false;
const writer = new PythonWorker(showLoading, (error) => {
  const box = loadingBox();
  isReady = !error;
  box?.toggleAttribute("hidden", isReady);
  document.documentElement.classList.toggle("failed", Boolean(error));
  if (error) {
    const says = box?.querySelector("p");
    if (says) says.textContent = `${box?.dataset.failed ?? ""} (${error})`;
    box?.querySelector("progress")?.remove();
    return;
  }
  document.dispatchEvent(new CustomEvent("known"));
  navigator.serviceWorker?.register(`${ROOT}service-worker.js`, { scope: ROOT }).catch(() => {}); // then not offline
});
const searcher = new PythonWorker();
const drawer = new PythonWorker(); // of its own, so that no long search keeps a drawing waiting

/** In the embedded view, the way to the whole page leads to the same position. @param {string} address */
function leadOut(address) {
  document.getElementById("whole")?.setAttribute("href", ROOT + split(address)[1]);
}
document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("#whole")) leadOut(here());
}, true);

/** @param {number} bytes */
function showLoading(bytes) {
  const box = loadingBox();
  const total = Number(box?.dataset.total);
  const says = box?.querySelector("p");
  const bar = box?.querySelector("progress");
  if (!box || !says || !bar) return;
  const mega = (/** @type {number} */ count) => (count / 1e6).toFixed(1);
  says.textContent = bytes < total
    ? (box.dataset.loading ?? "").replace("{done}", mega(bytes)).replace("{total}", mega(total)) : box.dataset.starting ?? "";
  bar.max = total;
  bar.value = Math.min(bytes, total);
}

/** @param {Answer} answer @returns {Response} */
function response({ status, body, type }) {
  const text = type.startsWith("text/html") ? placed(body) : body;
  return new Response(text, { status, headers: { "content-type": type } });
}

/** @param {unknown} error */
function failure(error) {
  const message = `${loadingBox()?.dataset.failed ?? ""} (${error instanceof Error ? error.message : error})`;
  return new Response(JSON.stringify({ message }), { status: 500, headers: { "content-type": "application/json" } });
}

/** @param {string} address @param {{fragment?: string, signal?: AbortSignal}} [how] @returns {Promise<Response>} */
export async function get(address, { fragment = "", signal } = {}) {
  const question = { address, fragment, ...looks() };
  try {
    if (/^\/(tree|race|proof)\b/.test(address)) return response(await draw(question, signal));
    const soon = isReady ? null : early(address, shownAs, local);
    if (soon !== null) return new Response(soon, { headers: { "content-type": "text/html" } });
    const page = response(await writer.ask({ ...question, kind: "page" }).answer);
    document.documentElement.classList.remove("waits");
    return page;
  } catch (error) {
    if (signal?.aborted) throw error;
    return failure(error);
  }
}

/** @param {{address: string}} question @param {AbortSignal} [signal] @returns {Promise<Answer>} */
async function draw(question, signal) {
  const made = await writer.ask({ ...question, kind: "drawing_question" }).answer;
  if (!made.question) return made;
  const work = drawer.ask({ ...made.question, kind: "work", kind_of_work: made.question.kind, address: question.address });
  const drawn = await Promise.race([work.answer, new Promise((_, fail) => {
    signal?.addEventListener("abort", () => {
      work.stop();
      fail(new Error("aborted"));
    });
  })]);
  return writer.ask({ ...question, kind: "drawing_page", drawn }).answer;
}

/** @type {WeakMap<HTMLIFrameElement, string>} */
const wanted = new WeakMap();

/** @param {HTMLIFrameElement} element @param {string} address */
export async function frame(element, address) {
  wanted.set(element, address);
  const text = await (await get(address)).text();
  if (wanted.get(element) === address) element.srcdoc = text;
}

export async function isThere() {
  return !writer.failed;
}

/** @param {{game?: string, position?: string, seconds: number}} question @param {Hears} hears */
export async function search(question, hears) {
  const { language } = document.documentElement.lang ? { language: document.documentElement.lang } : looks();
  const address = `/play?${new URLSearchParams({ game: question.game ?? "tictactoe" })}`;
  const work = searcher.ask({ ...question, language, address, kind: "work", kind_of_work: "solve" }, hears.progress);
  const limit = setTimeout(() => { // where it does not end by itself
    work.stop();
    hears.end({ state: "failed", message: "" });
  }, 1000 * (question.seconds + GRACE));
  const finish = async () => {
    try {
      const found = await work.answer;
      clearTimeout(limit);
      if ("error" in found) return { state: "failed", message: found.error };
      await writer.ask({ kind: "keep", solution: found.result, seconds: question.seconds, language }).answer;
      return { state: "done", message: "", solution: found.result };
    } catch (error) {
      return { state: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  };
  finish().then(hears.end);
  return { status: 202, stop: () => { clearTimeout(limit); work.stop(); } };
}

for (const link of document.querySelectorAll("link[rel=icon], link[rel=manifest]")) {
  /** @type {HTMLLinkElement} */ (link).href = /** @type {HTMLLinkElement} */ (link).href; // the address will change
}
await keepFirst(BASE, looks());
loadingBox()?.removeAttribute("hidden");
showLoading(0);
writer.start();

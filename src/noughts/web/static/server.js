// Who answers what a page asks: here the server. A page that was exported has another file of this name, which asks a
// worker in the browser; nothing else on a page knows the difference.

/** @typedef {{nodes: number, seconds: number, done: number, total: number}} SearchProgress */
/** @typedef {{state: string, message: string, solution?: {status: string} | null}} SearchEnd */
/** @typedef {{progress: (now: SearchProgress) => void, end: (how: SearchEnd) => void, lost: (isGone: boolean) => void}} Hears */
/** @typedef {{status: number, message?: string, stop?: () => void}} Started */

export const patience = 5000; // milliseconds after which a move that has not arrived is taken back
export const standsIn = false; // whether the first page is one for all addresses, until its own is there

/** Another address of ours, as the server knows it; null if it leads elsewhere. @param {string} href */
export function local(href) {
  const url = new URL(href, document.baseURI);
  return url.origin === location.origin ? url.pathname + url.search : null;
}

/** How an address is shown in the browser. @param {string} address */
export function shownAs(address) {
  return address;
}

/** The address of this page. */
export function here() {
  return location.pathname + location.search;
}

/** The path for which the browser keeps what a person chooses. */
export function home() {
  return "/";
}

/** @param {string} address @param {{fragment?: string, signal?: AbortSignal}} [how] @returns {Promise<Response>} */
export function get(address, { fragment, signal } = {}) {
  return fetch(address, { headers: fragment ? { "X-Fragment": fragment } : {}, signal });
}

/** Shows the drawing at an address in a frame. @param {HTMLIFrameElement} element @param {string} address */
export function frame(element, address) {
  element.src = address;
}

/** Whether anybody answers. @param {AbortSignal} signal */
export function isThere(signal) {
  return fetch(`/static/icon.svg?${Date.now()}`, { cache: "no-store", signal })
    .then((answer) => answer.ok).catch(() => false);
}

/** Starts a search that `hears` is told about; the status is 0 if nothing arrived, and `stop` is there if it began.
 * @param {object} question @param {Hears} hears @returns {Promise<Started>}
 */
export async function search(question, hears) {
  const answer = await fetch("/api/jobs", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
  }).catch(() => null);
  const job = await answer?.json().catch(() => null);
  if (!answer) return { status: 0 };
  if (!answer.ok || !job) return { status: answer.ok ? 500 : answer.status, message: job?.message };
  const events = new EventSource(`/api/jobs/${job.id}/events`);
  events.addEventListener("progress", (event) => hears.progress(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    const isGone = events.readyState === EventSource.CONNECTING;
    if (isGone) events.close(); // the browser would go on asking for a job that nobody knows
    hears.lost(isGone);
  });
  events.addEventListener("end", (event) => {
    events.close();
    hears.end(JSON.parse(event.data));
  });
  const stop = () => {
    events.close();
    fetch(`/api/jobs/${job.id}`, { method: "DELETE", keepalive: true }).catch(() => {});
  };
  return { status: answer.status, stop };
}

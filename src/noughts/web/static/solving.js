// What is not known at once is searched by a worker, by itself: it says how far it is, and can be stopped.

import { lose } from "./connection.js";

/** @typedef {import("./board.js").Go} Go */

const WAITS = 300; // milliseconds before a search begins: whoever moves on at once wants none
const AGAIN = 3000; // milliseconds until it is tried again, where too much is being searched already

/** @type {string | null} */
let job = null;
/** @type {EventSource | null} */
let events = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
let stopped = ""; // the position whose search was stopped by hand

/** Stops what is being searched, if anything is. */
function stop() {
  clearTimeout(waiting);
  events?.close();
  events = null;
  if (job) fetch(`/api/jobs/${job}`, { method: "DELETE", keepalive: true }).catch(() => {});
  job = null;
}

addEventListener("pagehide", stop);

/** @type {(() => void) | null} begins again what a lost connection has ended */
let again = null;
document.addEventListener("connected", () => {
  const act = again;
  again = null;
  act?.();
});

/** @typedef {(how: {quiet: boolean}) => Promise<void>} Refresh */

/** @param {HTMLElement} page @param {Go} go @param {Refresh} refresh */
export function start(page, go, refresh) {
  again = null;
  stop(); // whatever was being searched is about another position
  const box = page.querySelector("#solving");
  const button = box?.querySelector("[data-solve]");
  if (!(box instanceof HTMLElement) || !(button instanceof HTMLButtonElement)) return;
  const here = `${box.dataset.game} ${box.dataset.position}`;
  if (here !== stopped) stopped = "";
  const parts = { box, button, go, refresh, search: button.textContent ?? "" };
  button.addEventListener("click", () => {
    if (box.dataset.state === "searching") {
      stopped = here;
      stop();
      rest(parts);
    } else {
      stopped = "";
      run(parts, Number(box.dataset.seconds) || Number(box.dataset.longest));
    }
  });
  const seconds = Number(box.dataset.seconds);
  if (seconds && !stopped) waiting = setTimeout(() => run(parts, seconds), WAITS);
  else if (!seconds) tooLarge(parts);
}

/** @typedef {{box: HTMLElement, button: HTMLButtonElement, go: Go, refresh: Refresh, search: string}} Parts */

/** @param {Parts} parts @param {boolean} searching */
function mark({ box, button, search }, searching) {
  const title = /** @type {HTMLElement} */ (box.querySelector("[data-title]"));
  box.dataset.state = searching ? "searching" : "resting";
  title.textContent = (searching ? title.dataset.searching : title.dataset.resting) ?? "";
  button.textContent = searching ? (button.dataset.stop ?? "") : search;
  box.querySelector("progress")?.toggleAttribute("hidden", !searching);
}

/** @param {Parts} parts */
function rest(parts) {
  mark(parts, false);
}

/** Nothing more is found here in the time there is: says so, and names the command that can. @param {Parts} parts */
function tooLarge({ box, button }) {
  const command = document.createElement("code");
  command.textContent = `noughts solve ${box.dataset.game} '${box.dataset.position}'`;
  const says = (button.dataset.failed ?? "").replace("{seconds}", box.dataset.longest ?? "");
  box.querySelector("[data-progress]")?.replaceChildren(`${says} `, command, ".");
}

/** @param {Parts} parts @param {number} seconds */
async function run(parts, seconds) {
  const { box, button, go, refresh } = parts;
  clearTimeout(waiting); // whoever asks for it first, there is one search
  const status = /** @type {HTMLElement} */ (box.querySelector("[data-progress]"));
  mark(parts, true);
  const question = { game: box.dataset.game, position: box.dataset.position, lenient: true, seconds };
  const answer = await fetch("/api/jobs", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
  }).catch(() => null);
  const data = await answer?.json().catch(() => null);
  const onceMore = () => { if (box.isConnected && !job) run(parts, seconds); };
  if (!answer) {
    again = onceMore;
    lose({ address: "", goOn: () => {}, go });
  }
  if (!answer?.ok || !data) {
    if (!box.isConnected || box.dataset.state !== "searching") return;
    const isBusy = answer?.status === 429;
    status.textContent = (isBusy ? button.dataset.busy : data?.message ?? document.body.dataset.offline) ?? "";
    if (isBusy) waiting = setTimeout(() => run(parts, seconds), AGAIN);
    else rest(parts);
    return;
  }
  if (!box.isConnected || box.dataset.state !== "searching") { // given up meanwhile
    fetch(`/api/jobs/${data.id}`, { method: "DELETE", keepalive: true }).catch(() => {});
    return;
  }
  job = data.id;
  events = new EventSource(`/api/jobs/${job}/events`);
  events.addEventListener("progress", (event) => {
    const { nodes, seconds: taken, done, total } = JSON.parse(event.data);
    status.textContent = (button.dataset.nodes ?? "").replace("{nodes}", nodes.toLocaleString(document.documentElement.lang))
      .replace("{seconds}", taken.toFixed(1));
    const bar = box.querySelector("progress");
    if (bar && total) bar.value = done;
    const open = /** @type {HTMLElement | null} */ (box.querySelector("[data-open]"));
    if (open && total) open.textContent = (open.dataset.open ?? "").replace("{open}", String(total - done)).replace("{total}", total);
  });
  events.addEventListener("error", () => {
    if (!job || events?.readyState === EventSource.CONNECTING) {
      lose({ address: "", goOn: () => {}, go });
      events?.close(); // the browser would go on asking for a job that nobody knows
    }
    if (!job || !box.isConnected) return;
    stop();
    rest(parts);
    again = onceMore;
  });
  events.addEventListener("end", (event) => {
    const ended = JSON.parse(event.data);
    events?.close();
    events = null;
    job = null;
    if (!box.isConnected) return;
    if (ended.state === "done") refresh({ quiet: ended.solution?.status !== "proven" });
    else {
      rest(parts);
      if (ended.message) status.textContent = ended.message;
    }
  });
}

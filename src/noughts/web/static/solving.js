// A position that cannot be solved at once: a worker searches on, says how far it is, and can be stopped.

import { lose } from "./connection.js";

/** @typedef {import("./board.js").Go} Go */

/** @type {string | null} */
let job = null;
/** @type {EventSource | null} */
let events = null;

/** Stops what is being searched, if anything is. */
function stop() {
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

/** @param {HTMLElement} page @param {Go} go */
export function start(page, go) {
  again = null;
  stop(); // whatever was being searched is about another position
  const box = page.querySelector("#solving");
  const button = box?.querySelector("[data-solve]");
  if (!(box instanceof HTMLElement) || !(button instanceof HTMLButtonElement)) return;
  const search = button.textContent ?? "";
  button.addEventListener("click", () => {
    if (job) {
      stop();
      done(box, button, search);
    } else run(box, button, search, go);
  });
}

/** @param {HTMLElement} box @param {HTMLButtonElement} button @param {string} word */
function done(box, button, word) {
  button.textContent = word;
  box.querySelector("progress")?.setAttribute("hidden", "");
}

/** @param {HTMLElement} box @param {HTMLButtonElement} button @param {string} search @param {Go} go */
async function run(box, button, search, go) {
  const status = /** @type {HTMLElement} */ (box.querySelector("[data-progress]"));
  button.textContent = button.dataset.stop ?? "";
  box.querySelector("progress")?.removeAttribute("hidden");
  const question = { game: box.dataset.game, position: box.dataset.position, lenient: true };
  const answer = await fetch("/api/jobs", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question),
  }).catch(() => null);
  const data = await answer?.json().catch(() => null);
  const onceMore = () => { if (box.isConnected && !job) run(box, button, search, go); };
  if (!answer) {
    again = onceMore;
    lose({ address: "", goOn: () => {}, go });
  }
  if (!answer?.ok || !data) {
    status.textContent = data?.message ?? document.body.dataset.offline ?? "";
    done(box, button, search);
    return;
  }
  job = data.id;
  events = new EventSource(`/api/jobs/${job}/events`);
  events.addEventListener("progress", (event) => {
    const { nodes, seconds } = JSON.parse(event.data);
    status.textContent = (button.dataset.nodes ?? "").replace("{nodes}", nodes.toLocaleString(document.documentElement.lang))
      .replace("{seconds}", seconds.toFixed(1));
  });
  events.addEventListener("error", () => {
    if (!job || events?.readyState === EventSource.CONNECTING) {
      lose({ address: "", goOn: () => {}, go });
      events?.close(); // the browser would go on asking for a job that nobody knows
    }
    if (!job || !box.isConnected) return;
    stop();
    done(box, button, search);
    again = onceMore;
  });
  events.addEventListener("end", (event) => {
    const ended = JSON.parse(event.data);
    events?.close();
    events = null;
    job = null;
    done(box, button, search);
    if (!box.isConnected) return;
    if (ended.state === "done" && ended.solution?.status === "proven") {
      go(location.pathname + location.search, { push: false });
    } else if (ended.state === "done") {
      const command = document.createElement("code");
      command.textContent = `noughts solve ${box.dataset.game} '${box.dataset.position}'`;
      status.replaceChildren(`${(button.dataset.failed ?? "").replace("{seconds}", ended.limit)} `, command, ".");
    } else if (ended.message) status.textContent = ended.message;
  });
}

// What is not known at once is searched by a worker, by itself: it says how far it is, and can be stopped.

import { lose } from "./connection.js";
import { search } from "./server.js";

/** @typedef {import("./board.js").Go} Go */

const WAITS = 300; // milliseconds before a search begins: whoever moves on at once wants none
const AGAIN = 3000; // milliseconds until it is tried again, where too much is being searched already

/** @type {(() => void) | null} ends what is being searched */
let end = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
let stopped = ""; // the position whose search was stopped by hand

/** Stops what is being searched, if anything is. */
function stop() {
  clearTimeout(waiting);
  end?.();
  end = null;
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
  const onceMore = () => { if (box.isConnected && !end) run(parts, seconds); };
  let isOver = false;
  const started = await search(question, {
    progress({ nodes, seconds: taken, done, total }) {
      status.textContent = (button.dataset.nodes ?? "").replace("{nodes}", nodes.toLocaleString(document.documentElement.lang))
        .replace("{seconds}", taken.toFixed(1));
      const bar = box.querySelector("progress");
      if (bar && total) bar.value = done;
      const open = /** @type {HTMLElement | null} */ (box.querySelector("[data-open]"));
      if (open && total) open.textContent = (open.dataset.open ?? "").replace("{open}", String(total - done)).replace("{total}", String(total));
    },
    lost(isGone) {
      if (isGone) lose({ address: "", goOn: () => {}, go });
      if (!end || !box.isConnected) return;
      stop();
      rest(parts);
      again = onceMore;
    },
    end(how) {
      isOver = true;
      end = null;
      if (!box.isConnected) return;
      if (how.state === "done") refresh({ quiet: how.solution?.status !== "proven" });
      else {
        rest(parts);
        if (how.message) status.textContent = how.message;
      }
    },
  });
  if (!started.status) {
    again = onceMore;
    lose({ address: "", goOn: () => {}, go });
  }
  const isWanted = box.isConnected && box.dataset.state === "searching";
  if (!started.stop) {
    if (!isWanted) return;
    const isBusy = started.status === 429;
    status.textContent = (isBusy ? button.dataset.busy : started.message ?? document.body.dataset.offline) ?? "";
    if (isBusy) waiting = setTimeout(() => run(parts, seconds), AGAIN);
    else rest(parts);
  } else if (!isWanted) started.stop(); // given up meanwhile
  else if (!isOver) end = started.stop;
}

// A lost connection: what did not arrive is taken back and said, and the page goes on by itself when the server is there.
import { forget as forgetTable, handOver, isPlaying } from "./offline.js";
import { get, isThere, patience } from "./server.js";

const SLOW = 1000;
const TRIES = [2, 4, 8]; // seconds before each try; then every `LATER`
const LATER = 15;
const SHOWN_AGAIN = 4000;

/** @typedef {{address: string, spot?: Element | null, goOn: () => void, go: (address: string) => void}} Failed */

/** @type {Failed | null} what did not arrive */
let failed = null;
let tries = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let counting;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;
let busy = false;

const banner = () => document.getElementById("banner");
const text = (/** @type {string} */ name) => banner()?.dataset[name] ?? "";

/** The page at an address. It is asked for again until `patience` is over; null if nothing arrives, or nobody wants it.
 * @param {string} address @param {() => boolean} wanted @returns {Promise<{answer: Response, body: string} | null>}
 */
export async function ask(address, wanted) {
  const until = performance.now() + patience;
  clearTimeout(slow);
  slow = setTimeout(() => { if (wanted()) note(text("sending"), ".strip.below .muted, .folded span"); }, SLOW);
  try {
    for (;;) {
      const control = new AbortController();
      const left = Math.max(until - performance.now(), 0);
      const limit = Number.isFinite(left) ? setTimeout(() => control.abort(), left) : undefined;
      try {
        const answer = await get(address, { fragment: "page", signal: control.signal });
        return { answer, body: await answer.text() };
      } catch {
        if (!wanted() || performance.now() > until - 700) return null;
      } finally {
        clearTimeout(limit);
      }
      await new Promise((done) => { setTimeout(done, 600); });
    }
  } finally {
    clearTimeout(slow);
  }
}

/** @param {string} says @param {string} where */
function note(says, where) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(where))) {
    element.dataset.before ??= element.textContent ?? "";
    element.textContent = says;
  }
}

function restoreNotes() {
  for (const element of document.querySelectorAll("[data-before]")) {
    element.textContent = /** @type {HTMLElement} */ (element).dataset.before ?? "";
    element.removeAttribute("data-before");
  }
}

/** Nothing arrived. @param {Failed} what */
export function lose(what) {
  if (isPlaying()) return; // two people play on, and need nobody
  const isNew = failed === null;
  forget();
  failed = what;
  const spot = what.spot instanceof SVGElement && what.spot.isConnected ? what.spot : null;
  let says = text("other");
  if (spot) {
    spot.classList.remove("sent");
    spot.classList.add("lost");
    const { layer, row, column } = spot.dataset;
    const board = /** @type {SVGElement | null} */ (spot.closest(".board"));
    const isFlat = board?.dataset.layout === "0";
    const place = board?.dataset.drop ? column ?? "" : isFlat ? `${row},${column}` : `${layer},${row},${column}`;
    const mark = document.getElementById("main")?.dataset.mark ?? "";
    const move = text("move").replace("{mark}", mark).replace("{place}", place);
    says = `${move} ${says}`;
    didNotArrive(`${mark} ${place}`);
  }
  restoreNotes();
  note(text("waiting"), ".strip.above .muted");
  show(text("gone"), says);
  document.body.classList.add("offline");
  if (isNew) tries = 0;
  wait();
}

/** @param {string} move */
function didNotArrive(move) {
  const film = document.querySelector(".film, .list");
  const last = film?.querySelector(".now");
  if (!film || !last) return;
  const item = document.createElement("li");
  item.className = "lost";
  const picture = last.querySelector(".pic")?.cloneNode(true);
  item.append(...(picture ? [picture] : []), `${move} ${text("lost")}`);
  film.append(item);
}

/** @param {string} title @param {string} says */
function show(title, says) {
  const box = banner();
  if (!box) return;
  const height = box.hidden ? 0 : box.offsetHeight;
  const [heading, what] = [box.querySelector("b"), box.querySelector(".what")];
  if (heading && heading.textContent !== title) heading.textContent = title;
  if (what && what.textContent !== says) what.textContent = says;
  box.hidden = false;
  if (scrollY > 60) scrollBy(0, box.offsetHeight - height); // the board stays where it is
}

/** Counts down to the next try. */
function wait() {
  clearInterval(counting);
  let left = TRIES[tries] ?? LATER;
  const next = banner()?.querySelector(".next");
  const tell = () => { if (next) next.textContent = text("next").replace("{seconds}", String(left)); };
  tell();
  counting = setInterval(() => {
    left -= 1;
    if (left <= 0) retry();
    else tell();
  }, 1000);
}

/** Asks whether the server is there. */
async function retry() {
  if (!failed || busy) return;
  clearInterval(counting);
  busy = true;
  const next = banner()?.querySelector(".next");
  if (next) next.textContent = text("trying");
  const control = new AbortController();
  const limit = setTimeout(() => control.abort(), patience);
  const isBack = await isThere(control.signal);
  clearTimeout(limit);
  busy = false;
  if (!failed) return;
  tries += 1;
  if (isBack) back();
  else wait();
}

/** The server is there: what was asked for is asked for again, except a move. */
export function back() {
  const what = failed;
  if (!what) return;
  const played = isPlaying() ? handOver() : "";
  forget();
  const wasMove = Boolean(what.spot);
  const isOver = !document.querySelector(".spot.open");
  show(isOver ? text("back") : text("yours"), "");
  const box = banner();
  setTimeout(() => { if (!failed && box) box.hidden = true; }, SHOWN_AGAIN);
  document.dispatchEvent(new CustomEvent("connected"));
  if (played) what.go(played); // what two people played meanwhile
  else if (!wasMove) what.goOn();
}

/** Whether the connection is lost. */
export function isLost() {
  return failed !== null;
}

/** Nothing is lost any more. */
export function forget() {
  failed = null;
  forgetTable();
  clearInterval(counting);
  restoreNotes();
  document.body.classList.remove("ended");
  document.body.classList.remove("offline");
  for (const spot of document.querySelectorAll(".spot.lost")) spot.classList.remove("lost");
  for (const item of document.querySelectorAll("li.lost")) item.remove();
  const next = banner()?.querySelector(".next");
  if (next) next.textContent = "";
  const box = banner();
  if (box) box.hidden = true;
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("#banner button")) retry();
});
addEventListener("online", retry);

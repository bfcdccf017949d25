// The page is a function of its address: every action is a link. Here a link is followed without loading the whole page
// again, keys are turned into links, and what takes long is waited for.
import { start as startBoard } from "./board.js";
import { ask, forget, isLost, lose } from "./connection.js";
import { close as closeGames } from "./games.js";
import { start as startMenus } from "./menus.js";
import { start as startPanel } from "./panel.js";
import { keepWriting } from "./presses.js";
import { here, local, shownAs, standsIn } from "./server.js";
import { start as startSolving } from "./solving.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
let latest = 0;
/** @type {Promise<void> | null} what a person has asked for, until it is there */
let asked = null;

const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");
const PAUSE = 400; // milliseconds from one's own mark to the reply, so that both are seen

/** Goes to an address of this site and shows it in place. A `spot` is the cell of a move, whose mark is drawn already.
 * @param {string} address
 * @param {{push?: boolean, quiet?: boolean, spot?: Element | null}} [how]
 */
export function go(address, how = {}) {
  const going = follow(address, how, ++latest).finally(() => { if (asked === going) asked = null; });
  asked = going;
  return going;
}

/** Shows this address again, because more is known about it; what a person asks for meanwhile comes first.
 * @param {{quiet: boolean}} how
 */
export async function refresh({ quiet }) {
  const shown = mainPart();
  while (asked) await asked;
  if (!shown.isConnected) return;
  await follow(here(), { push: false, quiet, isSame: true }, latest);
}

/** @param {string} address
 * @param {{push?: boolean, quiet?: boolean, spot?: Element | null, isSame?: boolean}} how
 * @param {number} turn
 */
async function follow(address, how, turn) {
  const { push = true, quiet = false, spot = null, isSame = false } = how;
  const started = performance.now();
  const arrived = await ask(address, () => turn === latest);
  if (turn !== latest) return; // something newer was asked for meanwhile
  if (!arrived) {
    lose({ address, spot, goOn: () => go(address, { push, quiet }), go });
    return;
  }
  if (!arrived.answer.headers.get("content-type")?.startsWith("text/html")) {
    spot?.classList.remove("sent");
    refuse(arrived.body, arrived.answer.status);
    return;
  }
  if (spot && mainPart().dataset.opponent && !REDUCED.matches) {
    await new Promise((done) => { setTimeout(done, started + PAUSE - performance.now()); });
    if (turn !== latest) return;
  }
  if (otherLanguage(arrived.body)) {
    location.assign(shownAs(address)); // it was switched in another tab: the whole page follows
    return;
  }
  const wasLost = isLost();
  forget();
  const write = isSame ? keepWriting(page) : () => {};
  show(arrived.body, push, quiet, write);
  if (wasLost) document.dispatchEvent(new CustomEvent("connected"));
}

/** Whether what arrived is in another language than the page. @param {string} body */
function otherLanguage(body) {
  const language = /<main [^>]*\blang="(\w+)"/.exec(body)?.[1];
  return language !== undefined && language !== document.documentElement.lang;
}

/** What the server says instead of a page. @param {string} body @param {number} status */
function refuse(body, status) {
  let message = String(status);
  try {
    message = JSON.parse(body).message ?? message;
  } catch { /* no JSON: the status has to do */ }
  const box = document.getElementById("banner");
  const [title, what] = [box?.querySelector("b"), box?.querySelector(".what")];
  if (!box || !title || !what) return;
  title.textContent = box.dataset.refused ?? "";
  what.textContent = message;
  box.hidden = false;
}

/** @param {string} text @param {boolean} push @param {boolean} quiet @param {() => void} write */
function show(text, push, quiet, write) {
  const focus = focusKey();
  const scrolled = page.querySelector(".film")?.scrollLeft ?? 0;
  const before = gameShown();
  page.innerHTML = text;
  closeGames();
  const main = mainPart();
  main.classList.toggle("fresh", gameShown().moves.length > before.moves.length); // a mark has come, and may fall
  const address = main.dataset.address ?? here();
  if (push && address !== here()) history.pushState(null, "", shownAs(address));
  else history.replaceState(null, "", shownAs(address));
  document.title = main.dataset.title ?? document.title;
  begin();
  offerBack(before);
  write();
  restoreFocus(focus);
  const film = page.querySelector(".film");
  if (film) film.scrollLeft = scrolled;
  bringNowIntoSight();
  if (!quiet) say(main.dataset.says ?? "");
}

/** @typedef {{address: string, start: string, moves: string}} Shown */

/** The game on the page. @returns {Shown} */
function gameShown() {
  const { address = "", start = "", moves = "" } = mainPart().dataset;
  return { address, start, moves };
}

/** @type {Shown | null} the game that another one took the place of */
let putAside = null;

/** A game that was begun and is gone from the page can be gone back to, until the next move. @param {Shown} before */
function offerBack(before) {
  const now = gameShown();
  const moves = now.moves.split(".").filter(Boolean);
  const isOther = now.start !== before.start || moves[0] !== before.moves.split(".")[0];
  if (before.moves && isOther) putAside = before;
  else if (moves.length > 1 && now.moves !== before.moves) putAside = null; // the new game has begun
  if (putAside?.start === now.start && now.moves.startsWith(putAside.moves)) putAside = null; // here it is again
  const note = page.querySelector(".wiped");
  const back = note?.querySelector("a");
  if (!putAside || !note || !back) return;
  back.setAttribute("href", shownAs(putAside.address));
  note.removeAttribute("hidden");
}

/** @returns {HTMLElement} */
function mainPart() {
  return /** @type {HTMLElement} */ (document.getElementById("main"));
}

/** @param {string} text */
export function say(text) {
  live.textContent = text;
}

/** What has the focus, in a form that the next page can find again. @returns {string} */
function focusKey() {
  const active = document.activeElement;
  if (!(active instanceof Element) || active === document.body) return "";
  for (const name of [active.closest("[data-drop]") ? "data-column" : "data-cell", "data-action", "data-switch", "data-mark", "id"]) {
    const value = active.getAttribute(name);
    if (value !== null) return `${active.classList.contains("spot") ? ".spot" : ""}[${name}="${CSS.escape(value)}"]`;
  }
  return "";
}

/** @param {string} key */
function restoreFocus(key) {
  const element = key ? page.querySelector(key) : null;
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true });
}

function bringNowIntoSight() {
  const film = page.querySelector(".film, .list");
  const now = film?.querySelector(".now");
  if (!(film instanceof HTMLElement) || !(now instanceof HTMLElement)) return;
  film.scrollLeft = Math.max(film.scrollLeft, now.offsetLeft + now.offsetWidth - film.offsetLeft - film.clientWidth + 8);
  film.scrollTop = Math.max(film.scrollTop, now.offsetTop + now.offsetHeight - film.offsetTop - film.clientHeight);
}

function begin() {
  startMenus();
  startBoard(page, go);
  startPanel(page, go);
  startSolving(page, go, refresh);
  const main = mainPart();
  if (main.dataset.reply) {
    const reply = main.dataset.reply;
    delete main.dataset.reply;
    setTimeout(() => go(reply, { push: false }), REDUCED.matches ? 0 : PAUSE);
  }
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("#page a[href], #sheet a[href]") : null;
  const address = local(link?.getAttribute("href") ?? "") ?? "";
  if (!link || !/^\/(play|understand)(\?|$)/.test(address)) return;
  event.preventDefault();
  const spot = link.closest(".spot");
  if (link.getAttribute("aria-current") === "true") return; // what is chosen already changes nothing
  for (const other of page.querySelectorAll(".spot.sent, .spot.lost")) other.classList.remove("sent", "lost");
  spot?.classList.add("sent");
  go(address, { spot: link.closest("main.play .spot") });
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
  event.preventDefault();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
  go(`${local(form.getAttribute("action") ?? "")}?${fields}`);
});
addEventListener("popstate", () => {
  if (here() !== mainPart().dataset.address) go(here(), { push: false });
});
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const cell = page.querySelector('.spot[tabindex="0"]') ?? document.getElementById("board") ?? mainPart();
  if (cell instanceof HTMLElement || cell instanceof SVGElement) cell.focus();
});
document.addEventListener("visibilitychange", () => {
  const chosen = /(?:^|; )language=(\w+)/.exec(document.cookie)?.[1];
  if (document.visibilityState === "visible" && chosen && chosen !== document.documentElement.lang) location.reload();
});
document.addEventListener("known", () => refresh({ quiet: true })); // more can be answered than before
document.body.classList.add("ready");
begin();
bringNowIntoSight();
if (standsIn) go(here(), { push: false, quiet: true });

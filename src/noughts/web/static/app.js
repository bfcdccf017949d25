// The page is a function of its address: every action is a link. Here a link is followed without loading the whole page
// again, keys are turned into links, and what takes long is waited for.
import { start as startBoard } from "./board.js";
import { start as startMenus } from "./menus.js";
import { start as startParts } from "./parts.js";
import { start as startSolving } from "./solving.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));
const live = /** @type {HTMLElement} */ (document.getElementById("live"));
let latest = 0;

/** Goes to an address of this site and shows it in place.
 * @param {string} address
 * @param {{push?: boolean, quiet?: boolean}} [how]
 */
export async function go(address, how = {}) {
  const { push = true, quiet = false } = how;
  const turn = ++latest;
  let answer;
  try {
    answer = await fetch(address, { headers: { "X-Part": "page" }, credentials: "same-origin" });
  } catch {
    say(document.body.dataset.offline ?? "");
    return;
  }
  if (!answer.headers.get("content-type")?.startsWith("text/html")) {
    const refusal = await answer.json().catch(() => ({ message: String(answer.status) }));
    say(refusal.message ?? "");
    return;
  }
  const text = await answer.text();
  if (turn !== latest) return; // something newer was asked for meanwhile
  show(text, push, quiet);
}

/** @param {string} text @param {boolean} push @param {boolean} quiet */
function show(text, push, quiet) {
  const focus = focusKey();
  const scrolled = page.querySelector(".film")?.scrollLeft ?? 0;
  page.innerHTML = text;
  const main = mainPart();
  const address = main.dataset.address ?? location.href;
  if (push && address !== location.pathname + location.search) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  document.title = main.dataset.title ?? document.title;
  begin(true);
  restoreFocus(focus);
  const film = page.querySelector(".film");
  if (film) film.scrollLeft = scrolled;
  bringNowIntoSight();
  if (!quiet) say(main.dataset.says ?? "");
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
  for (const name of ["data-cell", "data-action", "data-switch", "data-mark", "id"]) {
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

/** @param {boolean} again whether the page was shown before */
function begin(again) {
  startMenus();
  startBoard(page, go);
  startParts(page, go);
  startSolving(page, go);
  const main = mainPart();
  if (main.dataset.reply) {
    const reply = main.dataset.reply;
    delete main.dataset.reply;
    setTimeout(() => go(reply, { push: false }), again ? 150 : 300);
  }
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("#page a[href]") : null;
  const href = link?.getAttribute("href") ?? "";
  if (!link || !/^\/(play|understand)(\?|$)/.test(href) ) return;
  event.preventDefault();
  if (link.classList.contains("spot")) link.classList.add("sent");
  go(href);
});
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
  event.preventDefault();
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
  go(`${form.getAttribute("action")}?${fields}`);
});
addEventListener("popstate", () => go(location.pathname + location.search, { push: false }));
document.body.classList.add("ready");
begin(false);

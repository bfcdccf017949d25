// Choosing a game: the page /games in a sheet over this one. One tab stop for the games, arrows move between them.

import { get, local } from "./server.js";

/** @typedef {import("./board.js").Go} Go */

const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
/** @type {Map<string, Promise<string | null>>} what was fetched, by its address */
const fetched = new Map();

/** @param {string} address @returns {Promise<string | null>} */
function load(address) {
  const known = fetched.get(address);
  if (known) return known;
  const asked = get(local(address) ?? address, { fragment: "games" })
    .then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
  asked.then((text) => { if (text === null) fetched.delete(address); });
  if (fetched.size > 20) fetched.clear();
  fetched.set(address, asked);
  return asked;
}

/** @returns {HTMLAnchorElement[]} the games in sight */
function offers() {
  return /** @type {HTMLAnchorElement[]} */ ([...sheet.querySelectorAll(".offer")]).filter((one) => one.offsetParent);
}

/** @param {HTMLElement | undefined} offer @param {boolean} [focus] */
function choose(offer, focus = true) {
  if (!offer) return;
  for (const other of sheet.querySelectorAll(".offer")) other.setAttribute("tabindex", other === offer ? "0" : "-1");
  if (focus) offer.focus();
}

/** @param {HTMLAnchorElement} link */
async function open(link) {
  const text = await load(link.getAttribute("href") ?? "");
  if (text === null) {
    location.href = link.href; // the browser says what is wrong
    return;
  }
  sheet.innerHTML = text;
  sheet.showModal();
  choose(offers().find((one) => one.hasAttribute("aria-current")) ?? offers()[0]);
}

/** The nearest game in a direction. @param {HTMLElement} from @param {string} key */
function neighbour(from, key) {
  const here = from.getBoundingClientRect();
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const way = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  let best;
  let least = Infinity;
  for (const one of offers()) {
    const there = one.getBoundingClientRect();
    const along = way * (across ? there.left - here.left : there.top - here.top);
    const beside = Math.abs(across ? there.top - here.top : there.left - here.left);
    if (along < 8 || along + 3 * beside >= least) continue;
    best = one;
    least = along + 3 * beside;
  }
  return best;
}

/** @param {HTMLInputElement} field */
function filter(field) {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const item of sheet.querySelectorAll(".offers li")) {
    const sought = item.querySelector(".offer")?.getAttribute("data-sought") ?? "";
    item.toggleAttribute("hidden", !words.every((word) => sought.includes(word)));
  }
  for (const group of sheet.querySelectorAll(".offers")) {
    group.toggleAttribute("hidden", !group.querySelector("li:not([hidden])"));
  }
  sheet.querySelector(".none")?.toggleAttribute("hidden", offers().length > 0);
  choose(offers()[0], false);
}

sheet.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.id === "find-game") filter(event.target);
});

sheet.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const find = /** @type {HTMLInputElement | null} */ (sheet.querySelector("#find-game"));
  const other = /** @type {HTMLInputElement | null} */ (sheet.querySelector("#other-game"));
  if (event.altKey || event.ctrlKey || event.metaKey || !find || !other) return;
  if (target === find) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      choose(offers()[0]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const first = offers()[0];
      if (first) first.click();
      else {
        other.value = find.value;
        other.form?.requestSubmit();
      }
    }
  } else if (target.classList.contains("offer")) {
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      choose(neighbour(target, event.key));
    } else if (event.key === "/") {
      event.preventDefault();
      find.focus();
    } else if (event.key.length === 1 && event.key !== " ") find.focus(); // the letter is typed there
  }
});

sheet.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target || target === sheet || target.closest("[data-close], .offer[aria-current]")) {
    event.preventDefault(); // beside the sheet, closing it, or the game that is being played
    sheet.close();
  }
});

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("#games") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  open(link);
});
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const link = event.target instanceof Element ? event.target.closest("#games") : null;
    if (link) load(link.getAttribute("href") ?? "");
  });
}

/** What is shown changes: the sheet closes. */
export function close() {
  if (sheet.open) sheet.close();
}

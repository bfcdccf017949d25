// The keys of the board. One cell is reached by Tab, the others by arrows; letters follow the links that name them.
import { here } from "./server.js";

/** @typedef {(address: string, how?: {push?: boolean, quiet?: boolean}) => Promise<void>} Go */

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const PAD = "789456123";
const NARROW = matchMedia("(max-width: 599px)");
const WIDEST = matchMedia("(min-width: 1600px)");

let watching = new AbortController(); // what this page waits for

/** @param {HTMLElement} page @param {Go} go */
export function start(page, go) {
  watching.abort();
  watching = new AbortController();
  keepOne(page, go);
  const board = page.querySelector(".board");
  if (!(board instanceof SVGSVGElement)) return;
  fit(board);
  const spots = /** @type {SVGElement[]} */ ([...board.querySelectorAll(".spot")]);
  if (board.querySelector("[class^=tile-]")) board.classList.add("has-tiles");
  const first = spots.find((spot) => spot.classList.contains("open")) ?? spots[0];
  first?.setAttribute("tabindex", "0");
  for (const spot of spots) {
    spot.addEventListener("focus", () => {
      for (const other of spots) other.setAttribute("tabindex", other === spot ? "0" : "-1");
    });
  }
  board.addEventListener("keydown", (event) => onKey(/** @type {KeyboardEvent} */ (event), page, board, spots, go));
}

/** Of a board that is written for screens of several widths, the others go. @param {HTMLElement} page @param {Go} go */
function keepOne(page, go) {
  const boards = [...page.querySelectorAll(".board.for-widest, .board.for-wide, .board.for-narrow")];
  const [last] = boards.slice(-1);
  const kept = NARROW.matches ? last : WIDEST.matches ? boards[0] : page.querySelector(".board.for-wide");
  for (const other of boards) if (other !== kept) other.remove();
  const again = () => go(here(), { push: false, quiet: true });
  for (const width of boards.length > 1 ? [NARROW, WIDEST] : []) {
    width.addEventListener("change", again, { signal: watching.signal });
  }
}

/** A narrow screen shows the board alone: what stands around it is listed below. @param {SVGSVGElement} board */
function fit(board) {
  const choose = () => {
    board.classList.toggle("narrow", NARROW.matches);
    const box = NARROW.matches ? board.dataset.narrow : board.dataset.wide;
    if (box) board.setAttribute("viewBox", box);
  };
  choose();
  NARROW.addEventListener("change", choose, { signal: watching.signal });
}

/** @param {SVGElement} spot */
function placeOf(spot) {
  return [Number(spot.dataset.layer), Number(spot.dataset.row), Number(spot.dataset.column)];
}

/** @param {SVGElement[]} spots @param {number[]} place */
function at(spots, place) {
  return spots.find((spot) => placeOf(spot).every((value, axis) => value === place[axis]));
}

/** @param {KeyboardEvent} event @param {HTMLElement} page @param {SVGSVGElement} board @param {SVGElement[]} spots @param {Go} go */
function onKey(event, page, board, spots, go) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const spot = /** @type {SVGElement | null} */ (document.activeElement?.closest(".spot") ?? null);
  if (!spot) return;
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  const [layer, row, column] = placeOf(spot);
  const pad = /^Numpad([1-9])$/.exec(event.code); // also while NumLock is off
  if (pad) {
    event.preventDefault();
    onDigit(pad[1], page, spots, board);
  } else if (step) {
    event.preventDefault();
    at(spots, [layer, row + step[0], column + step[1]])?.focus();
  } else if (event.key === "PageUp" || event.key === "PageDown") {
    event.preventDefault();
    at(spots, [layer + (event.key === "PageDown" ? 1 : -1), row, column])?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    follow(spot);
  } else if (/^[1-9]$/.test(event.key)) {
    event.preventDefault();
    onDigit(event.key, page, spots, board);
  } else {
    onLetter(event, page);
  }
}

/** @param {Element | null | undefined} link */
function follow(link) {
  link?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

/** A digit chooses a number where there are numbers, a column where marks drop, and is a key of the pad on 3×3 otherwise.
 * @param {string} digit @param {HTMLElement} page @param {SVGElement[]} spots @param {SVGSVGElement} board
 */
function onDigit(digit, page, spots, board) {
  const number = page.querySelector(`.choice[data-mark="${digit}"]`);
  if (number) follow(number);
  else if (board.dataset.drop) {
    const column = spots.filter((spot) => spot.dataset.column === digit && spot.classList.contains("open"));
    column.at(-1)?.focus();
    follow(column.at(-1));
  }
  else if (spots.length === 9 && !page.querySelector(".choice")) {
    const spot = spots[PAD.indexOf(digit)];
    spot.focus();
    follow(spot);
  }
}

/** @param {KeyboardEvent} event @param {HTMLElement} page */
function onLetter(event, page) {
  const key = event.key.toLowerCase();
  if (key === "?") {
    event.preventDefault();
    document.querySelector("dialog")?.showModal();
    return;
  }
  const mark = page.querySelector(`.choice[data-mark="${CSS.escape(key.toUpperCase())}"]`);
  const link = page.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? mark;
  if (link) {
    event.preventDefault();
    follow(link);
  }
}

// The proof of a move, while it is pointed at or has the focus: its pairs or threats on the board, and what they do. With a
// finger there is no pointing: a button makes taps show proofs instead of playing.
import { get } from "./server.js";

const WAITS = 250; // milliseconds: whoever only passes over a cell asks for nothing

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asked;
let taps = false; // whether taps show proofs

/** @param {HTMLElement} page */
export function start(page) {
  const board = page.querySelector(".play .board");
  const box = page.querySelector("#proof");
  forget();
  if (!(board instanceof SVGSVGElement) || !(box instanceof HTMLElement)) return;
  if (!board.querySelector("[data-proof]")) {
    taps = false;
    return;
  }
  const drawing = /** @type {SVGElement} */ (board.firstElementChild);
  const layout = board.dataset.layout ?? "0";
  let shown = "";

  function hide() {
    forget();
    shown = "";
    board?.querySelector(".proof-layer")?.remove();
    drawing?.removeAttribute("visibility");
    box?.setAttribute("hidden", "");
  }

  /** @param {string} cell */
  async function show(cell) {
    asked = new AbortController();
    const solving = new URLSearchParams(location.search);
    const where = new URLSearchParams({
      game: solving.get("game") ?? "tictactoe", position: document.getElementById("position")?.textContent ?? "", cell, layout,
    });
    const answer = await get(`/proof?${where}`, { signal: asked.signal }).catch(() => null);
    if (!answer?.ok || shown !== cell || !board?.isConnected) return;
    const proof = await answer.json();
    if (shown !== cell) return;
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.setAttribute("class", "proof-layer");
    layer.setAttribute("aria-hidden", "true");
    layer.innerHTML = proof.picture;
    drawing.setAttribute("visibility", "hidden");
    board.insertBefore(layer, board.lastElementChild);
    const [title, says, counts] = /** @type {Element[]} */ ([...(box?.children ?? [])]);
    title.textContent = proof.title;
    says.textContent = proof.says;
    counts.replaceChildren(...proof.counts.map((/** @type {[number, string]} */ [count, word]) => {
      const item = document.createElement("li");
      const number = document.createElement("b");
      number.textContent = String(count);
      item.append(number, word);
      return item;
    }));
    box?.removeAttribute("hidden");
  }

  const over = (/** @type {Event} */ event) => {
    const spot = event.target instanceof Element ? event.target.closest("[data-proof]") : null;
    const cell = spot?.getAttribute("data-cell") ?? "";
    if (cell === shown) return;
    hide();
    if (!cell) return;
    shown = cell;
    waiting = setTimeout(() => show(cell), WAITS);
  };
  const button = page.querySelector("#proofs");
  button?.setAttribute("aria-pressed", String(taps));
  button?.addEventListener("click", () => {
    taps = !taps;
    button.setAttribute("aria-pressed", String(taps));
    if (!taps) hide();
  });
  board.addEventListener("click", (event) => {
    if (!taps) return;
    event.preventDefault();
    over(event);
  });
  board.addEventListener("pointerover", over);
  board.addEventListener("focusin", over);
  board.addEventListener("pointerleave", () => { if (!taps) hide(); });
  board.addEventListener("focusout", () => { if (!taps) hide(); });
}

/** Forgets what was asked for on the page before. */
function forget() {
  clearTimeout(waiting);
  asked?.abort();
}

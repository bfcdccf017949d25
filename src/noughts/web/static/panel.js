// What a page holds beside the board: copying, replaying, reasons under the pointer, the tree and the race.

import { start as startProofs } from "./proofs.js";
import { frame as showFrame, get, local } from "./server.js";

/** @typedef {import("./board.js").Go} Go */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let playing;

/** @type {(() => void)[]} what to do when a lost connection is there again */
let again = [];
document.addEventListener("connected", () => { for (const act of again) act(); });

/** @param {HTMLElement} page @param {Go} go */
export function start(page, go) {
  again = [];
  copies(page);
  replay(page, go);
  reasons(page);
  tree(page);
  race(page);
  startProofs(page);
  turningPoint(page);
}

/** A long game shows its turning point first. @param {HTMLElement} page */
function turningPoint(page) {
  const strip = page.querySelector(".strip8");
  const stop = strip?.querySelector(".turnpt");
  if (!(strip instanceof HTMLElement) || !(stop instanceof HTMLElement)) return;
  strip.scrollLeft = stop.offsetLeft - (strip.clientWidth - stop.offsetWidth) / 2;
}

/** @param {HTMLElement} page */
function copies(page) {
  const link = page.querySelector("#copy-link");
  link?.addEventListener("click", () => copy(link, location.href));
  const game = page.querySelector("#copy-game");
  const text = page.querySelector("#game-text");
  game?.addEventListener("click", () => {
    if (text instanceof HTMLTextAreaElement) {
      text.select();
      copy(game, text.value);
    }
  });
}

/** @param {Element} button @param {string} text */
async function copy(button, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  const live = document.getElementById("live");
  const copied = document.body.dataset.copied ?? "";
  if (live) live.textContent = copied;
  const word = [...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  if (!word) return;
  const before = word.textContent;
  word.textContent = ` ${copied}`;
  setTimeout(() => { word.textContent = before; }, 1200);
}

/** Shows the game again, a move every 0.7 s. @param {HTMLElement} page @param {Go} go */
function replay(page, go) {
  const moves = /** @type {HTMLAnchorElement[]} */ ([...page.querySelectorAll(".film a, .list a")]);
  page.querySelector("#replay")?.addEventListener("click", () => {
    clearTimeout(playing);
    const addresses = moves.map((move) => local(move.getAttribute("href") ?? "") ?? "");
    const step = async (/** @type {number} */ number) => {
      await go(addresses[number], { push: false });
      if (number + 1 < addresses.length) playing = setTimeout(() => step(number + 1), 700);
    };
    step(0);
  });
}

document.addEventListener("pointerdown", () => clearTimeout(playing));
document.addEventListener("keydown", () => clearTimeout(playing));

/** A cell under the pointer marks its reason, and a reason its cell; the board shows what the move threatens.
 * @param {HTMLElement} page
 */
function reasons(page) {
  const board = page.querySelector(".understand .board");
  const aims = page.querySelector("#aims");
  if (!(board instanceof SVGSVGElement) || !(aims instanceof HTMLTemplateElement)) return;
  const drawing = board.firstElementChild;
  let shown = ""; // the cell that was tapped last
  /** @param {string | undefined} cell */
  const show = (cell) => {
    board.querySelector(".aim-layer")?.remove();
    for (const one of page.querySelectorAll(".why.on, .spot.shown")) one.classList.remove("on", "shown");
    drawing?.removeAttribute("visibility");
    if (cell === undefined) return;
    for (const why of page.querySelectorAll(`.why[data-cells~="${cell}"]`)) why.classList.add("on");
    const spot = board.querySelector(`.spot.open[data-cell="${cell}"]`);
    spot?.classList.add("shown");
    const aim = aims.content.querySelector(`[data-aim="${cell}"][data-layout="${board.dataset.layout}"]`);
    if (!aim || !spot) return;
    const layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.setAttribute("class", "aim-layer aimed");
    layer.setAttribute("aria-hidden", "true");
    for (const part of aim.querySelectorAll(".threat, .target, .aimed")) layer.append(part.cloneNode(true));
    board.insertBefore(layer, board.lastElementChild);
  };
  const cellOf = (/** @type {EventTarget | null} */ target) => {
    const spot = target instanceof Element ? target.closest(".spot.open, .why") : null;
    return spot?.getAttribute("data-cell") ?? undefined;
  };
  const over = (/** @type {Event} */ event) => show(cellOf(event.target));
  for (const part of [board, page.querySelector(".understand aside")]) {
    part?.addEventListener("pointerover", over);
    part?.addEventListener("focusin", over);
    part?.addEventListener("pointerleave", () => show(undefined));
  }
  for (const button of page.querySelectorAll("[data-show]")) {
    button.addEventListener("click", () => {
      shown = button.getAttribute("data-show") ?? "";
      show(shown);
      board.scrollIntoView({ block: "center" });
    });
  }
  // With a finger there is no pointing: the first tap shows, the second plays.
  board.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (cell === undefined || !matchMedia("(hover: none)").matches || shown === cell) return;
    event.preventDefault();
    shown = cell;
    show(cell);
    page.querySelector(".why.on")?.scrollIntoView({ block: "nearest" });
  });
}

/** @param {HTMLElement} page */
function tree(page) {
  const frame = page.querySelector("#tree iframe");
  if (!(frame instanceof HTMLIFrameElement)) return;
  const waiting = page.querySelector("#tree .waiting");
  const load = (/** @type {string} */ address) => {
    const theme = document.documentElement.dataset.theme;
    frame.classList.add("making"); // what is shown under a name is what has that name
    waiting?.removeAttribute("hidden");
    showFrame(frame, theme ? `${address}&theme=${theme}` : address);
  };
  frame.addEventListener("load", () => {
    frame.classList.remove("making");
    waiting?.setAttribute("hidden", "");
  });
  load(frame.dataset.src ?? "");
  again.push(() => { if (!frame.contentDocument?.getElementById("view")) load(frame.dataset.src ?? ""); });
  const choices = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-tree]")]);
  for (const choice of choices) {
    choice.addEventListener("click", () => {
      for (const other of choices) other.setAttribute("aria-pressed", String(other === choice));
      load(choice.dataset.tree ?? "");
    });
  }
}

document.addEventListener("themed", (event) => {
  const frame = document.querySelector("#tree iframe");
  if (!(frame instanceof HTMLIFrameElement) || !frame.contentDocument) return;
  frame.contentDocument.documentElement.dataset.theme = /** @type {CustomEvent} */ (event).detail;
});

/** @param {HTMLElement} page */
function race(page) {
  const chart = page.querySelector("#race .chart");
  if (!(chart instanceof HTMLElement)) return;
  const waiting = chart.innerHTML;
  let turn = 0;
  let failed = ""; // an address that did not answer
  again.push(() => { if (failed) load(failed); });
  const load = async (/** @type {string} */ address) => {
    const mine = ++turn;
    chart.innerHTML = waiting;
    chart.setAttribute("aria-busy", "true");
    const answer = await get(address).catch(() => null);
    const text = answer ? await answer.text() : (document.body.dataset.offline ?? "");
    if (mine !== turn || !chart.isConnected) return;
    failed = answer ? "" : address;
    if (answer?.ok) chart.innerHTML = text;
    else chart.textContent = text;
    chart.setAttribute("aria-busy", "false");
  };
  const choices = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-race]")]);
  for (const choice of choices) {
    choice.addEventListener("click", () => {
      for (const other of choices) other.setAttribute("aria-pressed", String(other === choice));
      load(choice.dataset.race ?? "");
    });
  }
  load(chart.dataset.src ?? "");
}

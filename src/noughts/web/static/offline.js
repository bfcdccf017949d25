// Without a connection two people can play on at one board. The server hears of the moves when it is there again.

/** @typedef {{shape: number[], length: number, misere: boolean, drop: boolean, marks: number[], sides: string[], names: string[],
 *   board: number[], turn: number, address: string}} Table */

/** @type {Table | null} the game that is played without the server */
let table = null;
/** @type {number[]} the cells that were filled meanwhile */
let filled = [];

/** Whether two people play on. */
export function isPlaying() {
  return table !== null;
}

/** Where the game stands for the server: an address with the moves; then it is the server's again. @returns {string} */
export function handOver() {
  if (!table) return "";
  const moves = filled.map((cell) => placeOf(cell, /** @type {Table} */ (table)).map((at) => at + 1).join("-"));
  const address = table.address.replace("{moves}", moves.join("."));
  table = null;
  filled = [];
  return address;
}

/** Nothing is played meanwhile any more. */
export function forget() {
  table = null;
  filled = [];
}

/** @param {number} cell @param {Table} game */
function placeOf(cell, game) {
  const place = [];
  let rest = cell;
  for (const size of [...game.shape].reverse()) {
    place.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return place;
}

/** @param {number[]} place @param {Table} game */
function cellAt(place, game) {
  return place.every((at, axis) => at >= 0 && at < game.shape[axis])
    ? place.reduce((cell, at, axis) => cell * game.shape[axis] + at, 0) : -1;
}

/** The line through a cell that is complete, if one is. @param {number} cell @param {Table} game */
function completed(cell, game) {
  const steps = game.shape.reduce((some, _size) => some.flatMap((step) => [-1, 0, 1].map((by) => [...step, by])),
    /** @type {number[][]} */ ([[]]));
  const here = placeOf(cell, game);
  for (const step of steps.filter((one) => one.some(Boolean))) {
    for (let back = 0; back < game.length; back += 1) {
      const line = Array.from({ length: game.length },
        (_, count) => cellAt(here.map((at, axis) => at + step[axis] * (count - back)), game));
      if (line.every((one) => one >= 0 && game.board[one] === game.board[cell])) return line;
    }
  }
  return null;
}

/** @param {HTMLElement} box what is offered while the connection is lost */
function begin(box) {
  const { game, address = "" } = box.dataset;
  if (!game) return;
  table = { ...JSON.parse(game), address };
  filled = [];
  box.classList.add("on");
  for (const lost of document.querySelectorAll(".spot.lost")) lost.classList.remove("lost");
  say(box);
}

/** @param {HTMLElement} box */
function say(box) {
  if (!table) return;
  const heading = document.querySelector("h1");
  const last = filled[filled.length - 1];
  const line = last === undefined ? null : completed(last, table);
  const winner = table.names[table.misere ? table.turn : 1 - table.turn];
  let says = (box.dataset.turn ?? "").replace("{side}", table.names[table.turn]);
  if (line) says = (box.dataset.wins ?? "").replace("{side}", winner);
  else if (!table.board.includes(0)) says = box.dataset.drawn ?? "";
  if (heading) heading.textContent = says;
  const live = document.getElementById("live");
  if (live) live.textContent = says;
  document.body.classList.toggle("ended", Boolean(line) || !table.board.includes(0));
}

/** The cell that is filled: where marks drop, the lowest empty one below. @param {number} cell @param {Table} game */
function landing(cell, game) {
  const across = game.board.length / game.shape[0];
  const below = game.board.map((_mark, at) => at).filter((at) => at % across === cell % across && !game.board[at]);
  return game.drop && below.length ? below[below.length - 1] : cell;
}

/** @param {SVGElement} spot @param {HTMLElement} box */
function place(spot, box) {
  if (!table) return;
  const cell = landing(Number(spot.dataset.cell), table);
  if (table.board[cell] || document.body.classList.contains("ended")) return;
  const mark = table.marks[table.turn];
  table.board[cell] = mark;
  table.turn = 1 - table.turn;
  filled.push(cell);
  const board = /** @type {SVGElement | null} */ (spot.closest(".board"));
  if (!board) return;
  const isColumn = board.dataset.drop;
  const filledSpot = isColumn ? spot : board.querySelector(`.spot[data-cell="${cell}"]`) ?? spot;
  const hit = filledSpot.querySelector(".hit");
  if (!hit) return;
  const y = isColumn ? 100 * placeOf(cell, table)[0] + 50 : Number(hit.getAttribute("y")) + 46;
  const x = Number(hit.getAttribute("x")) + 46;
  const width = board.querySelector(".x, .o")?.getAttribute("stroke-width") ?? "7.2";
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", mark === 1 && !isColumn ? "path" : "circle");
  /** @type {Record<string, string | number>} */
  const shape = isColumn ? disc(mark, x, y) : mark === 1
    ? { class: "x placed", d: `M${x - 21.5} ${y - 21.5}l43 43m0 -43l-43 43` } : { class: "o placed", cx: x, cy: y, r: 23 };
  const attributes = { "stroke-width": width, "data-filled": cell, ...shape };
  for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, String(value));
  filledSpot.append(drawn);
  filledSpot.classList.add("taken");
  say(box);
}

/** @param {number} mark @param {number} x @param {number} y @returns {Record<string, string | number>} */
function disc(mark, x, y) {
  return mark === 1
    ? { class: "disc placed", cx: x, cy: y, r: 37 } : { class: "o placed", cx: x, cy: y, r: 29.5, "stroke-width": 15 };
}

/** @param {HTMLElement} box */
function undo(box) {
  const cell = filled.pop();
  if (!table || cell === undefined) return;
  table.board[cell] = 0;
  table.turn = 1 - table.turn;
  const drawn = document.querySelector(`.board [data-filled="${cell}"]`);
  const spot = drawn?.closest(".spot");
  drawn?.remove();
  if (!spot?.querySelector(".placed")) spot?.classList.remove("taken");
  say(box);
}

// Before anybody else hears of a click: while two people play on, the board is theirs.
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const box = document.getElementById("meanwhile");
  if (!target || !box) return;
  if (target.closest("#meanwhile button")) begin(box);
  else if (table) {
    const spot = target.closest(".board .spot");
    const isUndo = target.closest("[data-action=undo]");
    if (!spot && !isUndo) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isUndo) undo(box);
    else if (spot instanceof SVGElement) place(spot, box);
  }
}, true);

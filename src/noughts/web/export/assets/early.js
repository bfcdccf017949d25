// Play before Python is there: tic-tac-toe from the empty board, against answers from a table. Pages are the first one,
// with the marks put on it; the worker writes them anew when it is ready.

/** @type {HTMLElement | null} the first page, as it was written when the folder was made */
let first = null;
/** @type {Record<string, number>} the cell that answers each board */
let answers = {};

/** Keeps the first page, in the language of whoever looks at it. @param {URL} base
 * @param {{language: string, languages: string}} looks
 */
export async function keepFirst(base, { language, languages }) {
  const offered = (document.documentElement.dataset.languages ?? "en").split(" ");
  const asked = [language, ...languages.split(",").map((one) => one.split("-")[0].toLowerCase())];
  const spoken = asked.find((one) => offered.includes(one)) ?? "en";
  const table = fetch(new URL("answers.json", base)).then((answer) => answer.json()).catch(() => ({}));
  if (spoken !== document.documentElement.lang) {
    const body = await fetch(new URL(`first.${spoken}.html`, base)).then((answer) => (answer.ok ? answer.text() : ""));
    const there = new DOMParser().parseFromString(body, "text/html");
    if (there.getElementById("page")) {
      document.body.replaceWith(document.adoptNode(there.body));
      document.documentElement.lang = spoken;
    }
  }
  first = /** @type {HTMLElement} */ (document.getElementById("page")?.cloneNode(true));
  answers = await table;
}

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/** @param {string} board */
function isWon(board) {
  return LINES.some(([one, two, three]) => board[one] !== "_" && board[one] === board[two] && board[two] === board[three]);
}

/** @param {string} written @returns {number[] | null} the cells of `2-2.1-1` */
function cellsOf(written) {
  const cells = written.split(".").filter(Boolean).map((move) => {
    const place = /^([1-3])-([1-3])$/.exec(move);
    return place ? 3 * Number(place[1]) + Number(place[2]) - 4 : -1;
  });
  return cells.includes(-1) || new Set(cells).size !== cells.length ? null : cells;
}

/** The page of an address, if it is one of a simple game; null if only Python knows it.
 * @param {string} address @param {(address: string) => string} shownAs @param {(href: string) => string | null} local
 */
export function early(address, shownAs, local) {
  const [path, search = ""] = address.split("?");
  const query = new URLSearchParams(search);
  if (path !== "/play" || !first || [...query.keys()].some((name) => name !== "moves" && name !== "do")) return null;
  const cells = cellsOf(`${query.get("moves") ?? ""}.${query.get("do") ?? ""}`);
  if (!cells) return null;
  let board = "_________";
  const played = [];
  for (const cell of cells) {
    if (isWon(board)) return null;
    board = placed(board, cell, played.length);
    played.push(cell);
  }
  if (played.length % 2 && !isWon(board) && board.includes("_")) {
    const answer = answers[board];
    if (answer === undefined || !query.has("do")) return null;
    board = placed(board, answer, played.length);
    played.push(answer);
  }
  return write(board, played, shownAs, local);
}

/** @param {string} board @param {number} cell @param {number} turn */
function placed(board, cell, turn) {
  return board.slice(0, cell) + "XO"[turn % 2] + board.slice(cell + 1);
}

/** @param {string} board @param {number[]} played @param {(address: string) => string} shownAs
 * @param {(href: string) => string | null} local
 */
function write(board, played, shownAs, local) {
  const page = /** @type {HTMLElement} */ (first?.cloneNode(true));
  const isOver = isWon(board) || !board.includes("_");
  const moves = played.map((cell) => `${Math.floor(cell / 3) + 1}-${(cell % 3) + 1}`).join(".");
  for (const link of page.querySelectorAll("a[href]")) {
    const there = local(link.getAttribute("href") ?? "");
    const isNew = link.matches(".name, [data-action=new], .players .segrow:nth-child(n+3) a");
    if (!there || isNew || !moves || !/^\/(play|understand|games)/.test(there)) continue;
    const [path, search = ""] = there.split("?");
    const query = new URLSearchParams(search);
    query.delete("moves");
    link.setAttribute("href", shownAs(`${path}?moves=${moves}${query.size ? `&${query}` : ""}`));
  }
  for (const spot of page.querySelectorAll(".board .spot")) mark(/** @type {SVGElement} */ (spot), board, isOver);
  const main = /** @type {HTMLElement} */ (page.querySelector("main"));
  const words = /** @type {HTMLElement} */ (page.querySelector("#meanwhile")).dataset;
  const heading = page.querySelector("h1");
  if (isOver && heading) {
    heading.textContent = isWon(board) ? (words.wins ?? "").replace("{side}", "XO"[(played.length + 1) % 2]) : words.drawn ?? "";
  }
  const says = page.querySelector(".status p");
  if (played.length && says) says.textContent = "";
  const position = page.querySelector("#position");
  if (position) position.textContent = `${board.replace(/(...)(?=.)/g, "$1/")} ${"XO"[played.length % 2]}`;
  const turn = page.querySelector(".turn");
  if (isOver) turn?.remove();
  main.dataset.address = moves ? `/play?moves=${moves}` : "/play";
  main.dataset.moves = moves;
  main.dataset.says = heading?.textContent ?? "";
  return page.innerHTML;
}

/** @param {SVGElement} spot @param {string} board @param {boolean} isOver */
function mark(spot, board, isOver) {
  const sign = board[Number(spot.dataset.cell)];
  if (sign === "_" && !isOver) return;
  spot.classList.remove("open");
  spot.removeAttribute("href");
  const ghost = spot.querySelector(".ghost");
  if (sign === "X") ghost?.classList.remove("ghost");
  else ghost?.remove();
  if (sign !== "_") spot.setAttribute("aria-label", `${spot.dataset.row},${spot.dataset.column}: ${sign}`);
  if (sign !== "O") return;
  const hit = spot.querySelector(".hit");
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  const at = (/** @type {string} */ axis) => String(Number(hit?.getAttribute(axis)) + 46);
  for (const [name, value] of Object.entries({ class: "o", cx: at("x"), cy: at("y"), r: "23", "stroke-width": "7.2" })) {
    circle.setAttribute(name, value);
  }
  spot.append(circle);
}

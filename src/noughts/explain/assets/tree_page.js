// Folding and replaying a search tree. The nodes were drawn by Python; this moves them, draws the edges between them,
// and shows the state of the search after any step. No library.
(() => {
  "use strict";

  const SVG = "http://www.w3.org/2000/svg";
  /** @type {any} */
  const search = JSON.parse(document.getElementById("search").textContent);
  const { measures } = search;
  const say = (/** @type {string} */ name, /** @type {number} */ count) =>
    search.words[name].replace("{count}", count.toLocaleString("en"));
  const nodes = new Map(search.nodes.map((/** @type {any} */ node) => [node.index, node]));
  const root = search.nodes[0];
  const view = document.getElementById("view");
  const picture = view.querySelector("svg.tree");
  const part = (/** @type {string} */ name) => picture.querySelector(`.${name}`);
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");

  const folded = new Set();
  let step = search.steps.length; // how many events have happened
  let current = root; // the node of the last of them, or what is in sight of it

  // ---- what a node needs -------------------------------------------------------------------------------------------

  for (const node of search.nodes) {
    node.shape = picture.querySelector(`[data-node="${node.index}"]`);
    node.windowText = node.shape.querySelector(".window");
    node.valueShape = node.shape.querySelector(".value");
    node.arrival = node.windowText && node.windowText.textContent;
    node.open = make("text", { class: "open hidden", y: measures.box + 14, "font-size": 12.5, "text-anchor": "middle" });
    node.open.textContent = "…";
    node.halo = make("rect", {
      class: "halo hidden", x: -measures.box / 2 - 4, y: -4, width: measures.box + 8, height: measures.box + 8, rx: 8,
    });
    node.shape.append(node.open, node.halo);
    if (node.children.length) {
      node.shape.classList.add("parent");
      node.shape.setAttribute("tabindex", "-1");
      node.shape.addEventListener("click", () => toggle(node));
    }
  }

  /** @param {string} name @param {Record<string, any>} attributes */
  function make(name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
  }

  const childrenOf = (/** @type {any} */ node) => (folded.has(node.index) ? [] : node.children.map((i) => nodes.get(i)));
  const hiddenBelow = (/** @type {any} */ node) => (folded.has(node.index) ? node.below : node.more);

  /** @param {any} node @returns {any[]} the nodes that are shown, parents first */
  function shown(node = root) {
    return [node, ...childrenOf(node).flatMap(shown)];
  }

  /** On a narrow screen the best line runs straight down the left. */
  function isNarrow() {
    return view.clientWidth < 600;
  }

  // ---- the layout: the same as layout.py ---------------------------------------------------------------------------

  /** @param {any} node */
  function slotOf(node) {
    const below = childrenOf(node);
    if (isNarrow()) below.sort((one, other) => Number(other.best) - Number(one.best));
    const children = below.map(slotOf);
    const more = hiddenBelow(node);
    let stub = null;
    if (more || (node.cut && children.length > 1)) {
      stub = { width: more ? Math.max(46, 7 * say("more", more).length + 10) : 46, children: [], x: 0 };
    }
    const slot = { width: measures.pitch + (node.alike ? 14 : 0), children: stub ? [...children, stub] : children, x: 0 };
    node.slot = slot;
    node.stub = stub;
    return slot;
  }

  /** @param {any} slot */
  function contourOf(slot) {
    const below = slot.children.map(contourOf);
    const places = sideBySide(below);
    const end = isNarrow() ? places[0] : places[places.length - 1];
    const middle = places.length ? (places[0] + end) / 2 : 0;
    slot.offsets = places.map((at) => at - middle);
    const left = [-slot.width / 2];
    const right = [slot.width / 2];
    below.forEach((contour, count) => {
      contour.left.forEach((reach, row) => {
        const at = slot.offsets[count];
        left[row + 1] = Math.min(left[row + 1] ?? Infinity, at + reach);
        right[row + 1] = Math.max(right[row + 1] ?? -Infinity, at + contour.right[row]);
      });
    });
    return { left, right };
  }

  /** @param {{left: number[], right: number[]}[]} contours */
  function sideBySide(contours) {
    /** @type {number[]} */
    const places = [];
    contours.forEach((contour, count) => {
      const needed = places.map((at, before) => at + distance(contours[before], contour));
      const place = needed.length ? Math.max(...needed) : 0;
      const blocker = Math.max(needed.indexOf(place), 0);
      const slack = needed.length ? place - needed[needed.length - 1] : 0;
      let shift = slack;
      for (let between = count - 1; between > blocker; between -= 1) {
        shift = Math.min(shift, (slack * (between - blocker)) / (count - blocker), place - needed[between]);
        places[between] += shift;
      }
      places.push(place);
    });
    return places;
  }

  function distance(left, right) {
    let needed = -Infinity;
    for (let row = 0; row < Math.min(left.right.length, right.left.length); row += 1) {
      needed = Math.max(needed, left.right[row] - right.left[row]);
    }
    return needed;
  }

  function settle(slot, x) {
    slot.x = x;
    slot.children.forEach((child, count) => settle(child, x + slot.offsets[count]));
  }

  // ---- drawing -----------------------------------------------------------------------------------------------------

  function arrange() {
    const slot = slotOf(root);
    const contour = contourOf(slot);
    const leftmost = Math.min(...contour.left);
    const width = Math.max(...contour.right) - leftmost;
    const across = Math.max(measures.labels + width + measures.margin, view.clientWidth);
    const free = across - measures.labels - measures.margin - width;
    settle(slot, measures.labels + (isNarrow() ? 0 : free / 2) - leftmost);
    const visible = new Set(shown());
    let depth = 0;
    for (const node of search.nodes) {
      node.visible = visible.has(node);
      node.shape.classList.toggle("hidden", !node.visible);
      if (!node.visible) continue;
      depth = Math.max(depth, node.depth + (node.stub ? 1 : 0));
      node.x = node.slot.x;
      node.y = measures.top + node.depth * measures.row;
      node.shape.setAttribute("transform", `translate(${node.x} ${node.y})`);
      if (node.children.length) node.shape.setAttribute("aria-expanded", String(!folded.has(node.index)));
    }
    drawEdges([...visible]);
    const treeHeight = measures.top + (depth + 1) * measures.row - 14;
    frame(across, treeHeight, depth);
    show();
  }

  function frame(across, treeHeight, depth) {
    const height = treeHeight + 4;
    picture.setAttribute("viewBox", `0 0 ${across} ${height}`);
    picture.setAttribute("width", String(across));
    picture.setAttribute("height", String(height));
    shade.setAttribute("height", String(treeHeight));
    const bands = [];
    for (let row = 0; row <= depth; row += 2) {
      bands.push(make("rect", {
        class: "band", x: 0, y: measures.top + row * measures.row - 12, width: across, height: measures.row - 18, rx: 8,
      }));
    }
    part("bands").replaceChildren(...bands);
    part("plies").querySelectorAll("text").forEach((label) => {
      const row = Math.floor((Number(label.getAttribute("y")) - measures.top) / measures.row);
      label.classList.toggle("hidden", row > depth);
    });
    followLabels();
  }

  /** The labels at the left stay in sight when the tree is moved sideways. */
  function followLabels() {
    part("plies").setAttribute("transform", `translate(${view.scrollLeft} 0)`);
    shade.classList.toggle("hidden", view.scrollLeft < 1);
  }

  function drawEdges(visible) {
    const edges = part("edges");
    const lines = [];
    for (const node of [...visible].sort((a, b) => Number(a.best) - Number(b.best))) {
      const start = node.y + measures.box + measures.text;
      for (const child of childrenOf(node)) {
        const best = node.best && child.best;
        child.edge = make("path", {
          class: best ? "edge-best" : "edge", fill: "none", "stroke-width": best ? 2.6 : 1.2,
          d: curve(node.x, start, child.x, child.y - 3),
        });
        lines.push(child.edge);
      }
      node.hanging = stubOf(node, start);
      if (node.hanging) lines.push(node.hanging);
    }
    edges.replaceChildren(...lines);
  }

  function curve(x1, y1, x2, y2) {
    const middle = (y1 + y2) / 2;
    return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
  }

  /** What hangs from a node: "12 more", which unfolds it, and "3 cut". */
  function stubOf(node, start) {
    const more = hiddenBelow(node);
    if (!more && !node.cut) return null;
    const group = make("g", { class: "stub" });
    const line = (cls, d, width) => group.append(make("path", { class: cls, fill: "none", d, "stroke-width": width,
      ...(cls === "edge-cut" ? { "stroke-dasharray": "2.5 3" } : {}) }));
    const text = (cls, x, y, anchor, content) => {
      const label = make("text", { class: cls, x, y, "font-size": 11, "text-anchor": anchor });
      label.textContent = content;
      group.append(label);
    };
    const bars = (x, y) => line("cutbar", `M${x} ${y}l4 11m0 -11l4 11`, 2);
    if (!node.stub) {
      line("edge-cut", `M${node.x} ${start}l13 9`, 1.2);
      bars(node.x + 12, start + 3);
      text("cut-t", node.x + 22, start + 13, "start", say("cut", node.cut));
      return group;
    }
    const x = node.stub.x;
    const y = node.y + measures.row;
    line(more ? "edge" : "edge-cut", curve(node.x, start, x, y - 1), 1.2);
    if (!more) {
      bars(x - 4, y - 5);
      text("cut-t", x, y + 19, "middle", say("cut", node.cut));
      return group;
    }
    const width = node.stub.width - 8;
    group.append(make("rect", { class: "more", x: x - width / 2, y, width, height: 20, rx: 6 }));
    text("more-t", x, y + 14, "middle", say("more", more));
    if (node.cut) {
      bars(x - 20, y + 26);
      text("cut-t", x - 8, y + 35.5, "start", say("cut", node.cut));
    }
    if (folded.has(node.index)) {
      group.classList.add("button");
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "0");
      group.setAttribute("aria-label", say("unfold", more));
      group.addEventListener("click", () => toggle(node));
      group.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          toggle(node);
          view.focus();
        }
      });
    }
    return group;
  }

  // ---- folding -----------------------------------------------------------------------------------------------------

  function toggle(node) {
    if (!node.children.length || view.classList.contains("dragged")) return;
    if (!folded.delete(node.index)) folded.add(node.index);
    const before = node.x - view.scrollLeft;
    arrange();
    view.scrollLeft = node.x - before; // what was clicked stays under the pointer
    followLabels();
  }

  /** Folds everything below a depth; the best line stays in sight. */
  function foldBelow(depth) {
    folded.clear();
    for (const node of search.nodes) if (node.depth >= depth && node.children.length && !node.best) folded.add(node.index);
    arrange();
  }

  // ---- replaying ---------------------------------------------------------------------------------------------------

  /** The state of the search after some steps: who is open, and what each open node's window has become. */
  function stateAfter(count) {
    const entered = new Set();
    const left = new Set();
    const cut = new Set();
    const windows = new Map();
    for (const { kind, node: index } of search.steps.slice(0, count)) {
      const node = nodes.get(index);
      if (kind === "enter") {
        entered.add(index);
        windows.set(index, [...node.window]);
      } else if (kind === "cut") {
        cut.add(index);
      } else {
        left.add(index);
        const parent = nodes.get(node.parent);
        if (parent && node.score !== null) {
          const window = windows.get(parent.index);
          if (parent.max) window[0] = Math.max(window[0], node.score);
          else window[1] = Math.min(window[1], node.score);
        }
      }
    }
    return { entered, left, cut, windows };
  }

  const written = (window) => `[${window.map((score) => search.labels[score]).join(", ")}]`;

  function show() {
    const state = stateAfter(step);
    const event = step ? search.steps[step - 1] : null;
    current = event ? nodes.get(event.node) : root;
    while (!current.visible) current = nodes.get(current.parent);
    const running = step > 0 && step < search.steps.length;
    for (const node of search.nodes) {
      if (!node.visible) continue;
      const ahead = !state.entered.has(node.index);
      const open = !ahead && !state.left.has(node.index);
      node.shape.classList.toggle("ahead", ahead);
      if (node.edge) node.edge.classList.toggle("ahead", ahead);
      if (node.hanging) node.hanging.classList.toggle("ahead", !state.left.has(node.index) && !state.cut.has(node.index));
      node.open.classList.toggle("hidden", !open);
      node.valueShape.classList.toggle("hidden", open);
      if (node.windowText) node.windowText.textContent = open ? written(state.windows.get(node.index)) : node.arrival;
      const isCurrent = running && node === current;
      node.shape.classList.toggle("current", isCurrent);
      node.halo.classList.toggle("hidden", !isCurrent);
    }
    document.getElementById("now").textContent = String(step);
    document.getElementById("says").textContent = event ? event.says : search.words.begin;
    const slider = /** @type {HTMLInputElement} */ (document.getElementById("slider"));
    slider.value = String(step);
    const atStart = step === 0;
    const atEnd = step === search.steps.length;
    for (const [id, off] of [["home", atStart], ["back", atStart], ["next", atEnd], ["end", atEnd]]) {
      /** @type {HTMLButtonElement} */ (document.getElementById(id)).disabled = off;
    }
    if (running) bringIntoSight(current);
  }

  function bringIntoSight(node) {
    const room = 2 * measures.pitch;
    const left = node.x - measures.labels - room < view.scrollLeft;
    const right = node.x + room > view.scrollLeft + view.clientWidth;
    const above = node.y - 20 < view.scrollTop;
    const below = node.y + measures.row > view.scrollTop + view.clientHeight;
    if (!left && !right && !above && !below) return;
    view.scrollTo({
      left: left || right ? node.x - view.clientWidth / 2 : view.scrollLeft,
      top: above || below ? node.y - view.clientHeight / 2 : view.scrollTop,
      behavior: reduced.matches ? "auto" : "smooth",
    });
  }

  /** The next step of a node in sight: folded branches are stepped over. */
  function move(by) {
    let to = step + by;
    while (to > 0 && to < search.steps.length && !nodes.get(search.steps[to - 1].node).visible) to += by;
    go(to);
  }

  function go(to) {
    step = Math.min(Math.max(to, 0), search.steps.length);
    show();
  }

  // ---- controls ----------------------------------------------------------------------------------------------------

  const on = (id, kind, act) => document.getElementById(id).addEventListener(kind, act);
  on("home", "click", () => go(0));
  on("back", "click", () => move(-1));
  on("next", "click", () => move(1));
  on("end", "click", () => go(search.steps.length));
  on("slider", "input", (event) => go(Number(event.target.value)));
  on("fold", "click", () => foldBelow(2));
  on("unfold", "click", () => { folded.clear(); arrange(); });
  on("theme", "click", () => {
    const page = document.documentElement;
    const dark = page.dataset.theme ? page.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset.theme = dark ? "light" : "dark";
  });
  document.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const act = { ArrowRight: () => move(1), ArrowLeft: () => move(-1), Home: () => go(0), End: () => go(search.steps.length) };
    if (event.target === view) act.Enter = act[" "] = () => toggle(current);
    if (act[event.key]) {
      event.preventDefault();
      act[event.key]();
    }
  });
  view.addEventListener("scroll", followLabels);
  addEventListener("resize", arrange);

  let from = null;
  view.addEventListener("pointerdown", (event) => {
    view.classList.remove("dragged");
    if (event.pointerType === "mouse") from = [event.clientX + view.scrollLeft, event.clientY + view.scrollTop];
  });
  addEventListener("pointermove", (event) => {
    if (!from) return;
    const [left, top] = [from[0] - event.clientX, from[1] - event.clientY];
    if (Math.abs(left - view.scrollLeft) + Math.abs(top - view.scrollTop) > 4) view.classList.add("dragging", "dragged");
    if (view.classList.contains("dragging")) view.scrollTo(left, top);
  });
  addEventListener("pointerup", () => {
    from = null;
    view.classList.remove("dragging");
  });

  // ---- what the signs mean, always in sight ------------------------------------------------------------------------

  function writeLegend() {
    part("keys").remove();
    const list = document.getElementById("legend");
    for (const [sign, means] of search.legend) {
      const item = document.createElement("li");
      if (sign === "best" || sign === "cut") {
        const drawn = make("svg", { viewBox: "0 0 30 14", width: 30, height: 14, "aria-hidden": "true" });
        const line = (cls, d, width) => drawn.append(make("path", { class: cls, fill: "none", d, "stroke-width": width }));
        line(sign === "best" ? "edge-best" : "edge-cut", sign === "best" ? "M1 7h28" : "M1 7h14", sign === "best" ? 2.6 : 1.2);
        if (sign === "cut") line("cutbar", "M17 2l4 10m0 -10l4 10", 2);
        item.append(drawn, means);
      } else if (sign) {
        const mark = document.createElement("b");
        mark.textContent = sign;
        item.append(mark, means);
      } else item.append(means);
      list.append(item);
    }
  }

  // ---- playing -----------------------------------------------------------------------------------------------------

  let playing = 0;
  const playButton = document.getElementById("play");

  function pause() {
    clearInterval(playing);
    playing = 0;
    playButton.classList.remove("on");
    playButton.querySelector("span").textContent = search.words.play;
  }

  function play() {
    if (playing) {
      pause();
      return;
    }
    if (step === search.steps.length) go(0);
    playButton.classList.add("on");
    playButton.querySelector("span").textContent = search.words.pause;
    playing = setInterval(() => {
      move(1);
      if (step === search.steps.length) pause();
    }, 700);
  }

  playButton.addEventListener("click", play);
  for (const kind of ["pointerdown", "keydown"]) {
    document.addEventListener(kind, (event) => { if (playing && !playButton.contains(event.target)) pause(); }, true);
  }

  // ---- opening -----------------------------------------------------------------------------------------------------

  /** Moves the tree to where most of the best line is seen. */
  function openOnBest() {
    const best = search.nodes.filter((node) => node.best && node.visible).map((node) => node.x);
    const room = view.clientWidth - measures.labels;
    let most = 0;
    let left = root.x - view.clientWidth / 2;
    for (const from of [...best].sort((one, other) => one - other)) {
      const at = from - measures.labels - measures.pitch / 2 - 6;
      const seen = best.filter((x) => x >= from && x + measures.pitch / 2 <= at + measures.labels + room).length;
      if (seen > most) {
        most = seen;
        left = at;
      }
    }
    view.scrollLeft = left;
    followLabels();
  }

  const shade = make("rect", { class: "shade hidden", x: 0, y: 0, width: measures.labels - 20 });
  part("plies").prepend(shade);
  writeLegend();
  pause();
  document.getElementById("all").textContent = String(search.steps.length);
  document.getElementById("slider").setAttribute("max", String(search.steps.length));
  if (isNarrow()) foldBelow(1);
  else if (search.nodes.length > search.many) {
    foldBelow(2);
    if (view.scrollWidth > view.clientWidth) foldBelow(1); // the top and the whole best line come first
  } else arrange();
  openOnBest();
})();

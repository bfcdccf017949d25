// A board in a notebook: shows what Python has written, and tells it what was clicked.

/** @param {{model: any, el: HTMLElement}} where */
function render({ model, el }) {
  const shadow = el.attachShadow({ mode: "open" });
  const style = document.createElement("style");
  style.textContent = model.get("style_sheet");
  const page = document.createElement("div");
  page.className = "embed";
  shadow.append(style, page);
  const show = () => {
    page.innerHTML = model.get("page");
    for (const spot of page.querySelectorAll(".spot.open")) spot.setAttribute("tabindex", "0");
    const reply = /** @type {HTMLElement | null} */ (page.querySelector("main"))?.dataset.reply;
    if (reply) ask(reply);
  };
  const ask = (/** @type {string} */ address) => {
    model.set("asked", address);
    model.save_changes();
  };
  page.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const address = link?.getAttribute("href") ?? "";
    if (!link) return;
    event.preventDefault();
    if (address.startsWith("/play")) ask(address);
  });
  model.on("change:page", show);
  show();
}

export default { render };

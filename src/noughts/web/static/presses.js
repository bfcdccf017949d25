// A page may be written anew while somebody presses a cell or types. What is pressed is clicked all the same, and what was
// typed stays.

const PRESSED = "a, button, summary, [role=button], .spot";

/** @type {Element | null} what is pressed */
let pressed = null;

/** What tells one thing to press from the others, on this page and on the next. @param {Element} element */
function nameOf(element) {
  const { cell, action, switch: name, mark } = /** @type {HTMLElement} */ (element).dataset;
  const said = cell ?? action ?? name ?? mark ?? (element.id || element.textContent?.trim());
  return `${element.classList.contains("spot") ? "spot" : element.tagName} ${said}`;
}

/** @param {EventTarget | null} target */
function pressable(target) {
  return target instanceof Element ? target.closest(PRESSED) : null;
}

// A finger needs none of this: a browser makes its click out of the whole touch, when that has ended.
document.addEventListener("pointerdown", (event) => {
  pressed = event.button === 0 && event.pointerType !== "touch" ? pressable(event.target) : null;
}, true);
document.addEventListener("pointercancel", () => { pressed = null; }, true);
document.addEventListener("pointerup", (event) => {
  const before = pressed;
  pressed = null;
  if (!before || before.isConnected) return; // the browser makes a click of it
  const now = pressable(event.target);
  if (!now || nameOf(now) !== nameOf(before)) return;
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  now.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, altKey }));
}, true);

/** What is open and being written on the page; to be called when the page has been written anew.
 * @param {HTMLElement} page @returns {() => void}
 */
export function keepWriting(page) {
  const field = page.querySelector("textarea");
  if (!field?.closest("details")?.open) return () => {};
  return () => {
    const now = page.querySelector("textarea");
    const sheet = now?.closest("details");
    if (!now || !sheet) return;
    sheet.open = true;
    now.value = field.value;
    now.setSelectionRange(field.selectionStart, field.selectionEnd);
  };
}

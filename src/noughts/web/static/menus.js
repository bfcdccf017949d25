// Menus, the list of keys, the theme and the language. Both choices are kept in this browser alone.
import { home } from "./server.js";

/** @param {string} name @param {string} value */
function keep(name, value) {
  document.cookie = `${name}=${value}; path=${home()}; max-age=31536000; samesite=strict`;
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function nameTheme() {
  const button = document.getElementById("theme");
  const word = button?.querySelector("span");
  if (button && word) word.textContent = (isDark() ? button.dataset.light : button.dataset.dark) ?? "";
  button?.classList.toggle("is-dark", isDark());
}

export function start() {
  nameTheme();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(target)) menu.removeAttribute("open");
  }
  const language = target.closest("[data-language]");
  if (language instanceof HTMLElement) {
    keep("language", language.dataset.language ?? "en");
    location.reload();
  }
  if (target.closest("#theme")) {
    const theme = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    keep("theme", theme);
    nameTheme();
    document.dispatchEvent(new CustomEvent("themed", { detail: theme }));
  }
  const more = target.closest("#more");
  const tools = document.getElementById("tools");
  if (more) {
    const open = tools?.classList.toggle("open") ?? false;
    more.setAttribute("aria-expanded", String(open));
  } else if (!target.closest("#tools")) {
    tools?.classList.remove("open");
    document.getElementById("more")?.setAttribute("aria-expanded", "false");
  }
  const opens = target.closest("[data-opens]");
  if (opens instanceof HTMLElement) {
    const dialog = document.getElementById(opens.dataset.opens ?? "");
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    menu.removeAttribute("open");
    menu.querySelector("summary")?.focus();
  }
  document.getElementById("tools")?.classList.remove("open");
});

// Before anything is drawn: the colours that were chosen, and whether this address is more than the first page can show.
{
  const root = document.documentElement;
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
  if (theme) root.dataset.theme = theme;
  const names = [...new URLSearchParams(location.search).keys()];
  const isPlay = root.dataset.view === "play" || root.dataset.view === "embed";
  if (!isPlay || names.some((name) => name !== "moves" && name !== "do")) root.classList.add("waits");
}

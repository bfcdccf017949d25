"""What the page says about a position and each of its cells, held against an exact search."""

from __future__ import annotations

import re
from typing import NamedTuple

from playwright.sync_api import Page

from noughts.explain import words
from noughts.games import Move, Position, Result, position
from noughts.search.solution import Solution
from noughts.web.page_state import PageState
from web.playing import state_of

_SEEN = """() => {
    const all = (names) => [...document.querySelectorAll(names)];
    const text = (one) => one.innerText;
    const isVisible = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
    return [
        document.getElementById("position").innerText,
        document.querySelector("h1").innerText,
        document.querySelector(".status").innerText,
        all(".strip").filter((one) => [...one.querySelectorAll(".turn")].some(isVisible))
            .flatMap((one) => [...one.querySelectorAll("b")].map(text)),
        all(".strip .muted").map(text),
        all(".choice[aria-pressed=false]").map((one) => one.dataset.mark),
        all(".board .spot.open").map((one) => [Number(one.dataset.cell), one.getAttribute("aria-label")]),
    ];
}"""


class Seen(NamedTuple):
    """A page at one moment: much is read at once, because between two questions the page may change."""

    state: PageState
    now: Position
    title: str
    said: str
    turns: list[str]  # whose turn it is
    muted: list[str]
    other_marks: list[str]  # that could be chosen
    cells: list[tuple[int, str]]  # those to be clicked, and what they say


def look_at(page: Page) -> Seen:
    text, *rest = page.evaluate(_SEEN)
    state = state_of(page)
    return Seen(state, position(state.game, text, lenient=True), *rest)


def labels(page: Page) -> list[str]:
    """What every empty cell says."""
    spots = page.locator(".board .spot").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return [label for label in spots if "empty." in label]


def says_nothing_false(seen: Seen, exact: Solution) -> None:
    """Holds what the page says about the position and every cell against an exact search, as far as that gets."""
    state, title = seen.state, seen.title
    now, side = state.now, words.side_name(state.now.to_move)
    lower, upper = exact.bounds
    if found := re.fullmatch(r"(.*) (wins|loses) in (\d+) pl(?:y|ies)", title):
        assert exact.value is None or words.capital(words.sentence(exact.value, now.to_move)) == title
        assert found.group(1).lower() == side.lower()
    elif found := re.fullmatch(r"(.*) (wins|draws|loses), by the proof", title):
        result = {"wins": Result.WIN, "draws": Result.DRAW, "loses": Result.LOSS}[found.group(2)]
        assert lower <= result <= upper
    elif title.startswith("At "):
        at_least = title.startswith("At least")
        assert upper >= Result.DRAW if at_least else lower <= Result.DRAW
    elif found := re.fullmatch(r"(\w+) columns? (wins?|loses|holds? the draw)", title):
        result = {"w": Result.WIN, "l": Result.LOSS, "h": Result.DRAW}[found.group(2)[0]]
        assert lower <= result <= upper
        if exact.value is not None:
            count = sum(value.result is result for value in exact.moves.values())
            is_every = result is Result.LOSS or count == len(exact.moves) > 1
            assert found.group(1).lower() == ("every" if is_every else words.number(count))
    elif found := re.fullmatch(r"Stop \w in column (\d)", title):
        stops = now.completing_moves(now.game.opponent[now.to_move])
        assert int(found.group(1)) in {move.cell % now.game.columns + 1 for move in stops}
    else:
        assert title.startswith("Draw with best play") or title in ("Your move", f"{words.capital(side)} to move")
        assert not title.startswith("Draw") or exact.result in (None, Result.DRAW)
    for cell, label in seen.cells:
        said = label.partition("empty. ")[2]
        value = exact.moves.get(Move(cell, state.chosen))
        if value is None or not said or said.startswith("Not known"):
            continue
        name, how = re.match(r"(Win|Draw|Loss|At least|At most) (in \d+|by proof|a draw)", said).groups()  # type: ignore[union-attr]
        if name.startswith("At"):
            assert value.result >= Result.DRAW if name == "At least" else value.result <= Result.DRAW
        else:
            assert value.result is Result[name.upper()]
            assert how == "by proof" or how == f"in {value.distance}"

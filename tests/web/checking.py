"""What the page says about a position and each of its cells, held against an exact search."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from noughts.explain import words
from noughts.games import Move, Result
from noughts.solver import Solver
from web.playing import headline, state_of

ENOUGH = 0.3  # seconds for a position: most are solved, of the largest boards the ends


def labels(page: Page) -> list[str]:
    """What every empty cell says."""
    spots = page.locator(".board .spot").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return [label for label in spots if "empty." in label]


def says_nothing_false(page: Page, solver: Solver) -> None:
    """Holds what the page says about the position and every cell against an exact search, as far as that gets."""
    state = state_of(page)
    now, side = state.now, words.side_name(state.now.to_move)
    exact = solver.solve(now, time_limit=ENOUGH)
    lower, upper = exact.bounds
    title = headline(page)
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
    every = "all => all.map(one => [Number(one.dataset.cell), one.getAttribute('aria-label')])"
    for cell, label in page.locator(".board .spot.open").evaluate_all(every):
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

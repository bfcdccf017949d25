"""How many reasons name what decides, and not only how the game goes on. Whether it is true, test_reasons.py checks."""

from __future__ import annotations

import random

import pytest
from sampling import all_positions, one_of_each_class
from tiers import quick_for

from noughts.explain import reason, reasons, words
from noughts.explain.best_play import BestPlay
from noughts.games import Position, game, position

# A game, how many positions of it, with how many empty cells, and the percentage of moves that may go without a cause.
SAMPLES = {
    "tictactoe+misere": (60, 1, 9, 0),
    "wild": (40, 1, 8, 0),
    "wild+misere": (40, 1, 7, 0),
    "notakto": (60, 1, 9, 0),
    "4,3,3": (40, 3, 12, 0),
    "4,4,3": (40, 3, 15, 0),
    "4,4,4": (40, 3, 9, 0),
    "5,5,4": (30, 4, 9, 0),
    "7,7,5": (20, 4, 8, 0),
    "cube:3": (40, 4, 20, 0),
    "qubic": (12, 4, 8, 0),
    "t3": (30, 2, 6, 0),
    "t3:4": (20, 2, 4, 0),
    "t3+misere": (20, 2, 5, 0),
    "numerical": (40, 2, 7, 0),
    "numerical+misere": (20, 2, 6, 0),
    "4,4,3+drop": (30, 3, 10, 0),
    "4,4,3+drop+misere": (20, 3, 9, 0),
    "connect4": (15, 4, 10, 0),
}
# The same for early positions, where a cause is harder to find. After a corner of cube:3, and in some positions of
# 5,5,4, there are so many different answers that nobody could follow them.
EARLY_SAMPLES = {
    "4,4,4": (8, 10, 16, 0),
    "5,5,4": (15, 10, 16, 2),
    "7,7,5": (10, 9, 16, 0),
    "cube:3": (15, 15, 27, 3),
    "qubic": (10, 10, 30, 0),
    "t3": (4, 6, 9, 0),
    "t3:4": (8, 5, 12, 0),
    "t3+misere": (6, 6, 9, 0),
    "wild": (20, 5, 9, 0),
    "wild+misere": (40, 7, 9, 0),
    "numerical": (8, 7, 9, 0),
    "numerical+misere": (6, 7, 9, 0),
}


def quiet_positions(name: str, count: int, fewest: int, most: int) -> list[Position]:
    """Positions with so many empty cells, from random games in which nobody completes a line; either side begins."""
    chance, rules, found = random.Random(1), game(name), dict[Position, None]()
    for _ in range(100 * count):
        now = rules.start(chance.choice(rules.sides))
        empty = chance.randint(fewest, most)
        while now.board.count(0) > empty:
            quiet = [move for move in now.legal_moves if now.play(move).outcome is None]
            if not quiet:
                break
            now = now.play(chance.choice(quiet))
        else:
            found[now] = None
        if len(found) == count:
            break
    return list(found)


def without_cause(asked: list[Position]) -> tuple[int, int]:
    """How many moves have no cause, and how many there are."""
    play = BestPlay(node_limit=10**9)
    named = [one.names_cause for position in asked for one in reasons(play.solve(position), play).values()]
    return named.count(False), len(named)


def test_every_move_of_tic_tac_toe_has_a_cause() -> None:
    asked = [one for one in one_of_each_class(all_positions("tictactoe")) if one.outcome is None]
    missing, count = without_cause(asked)
    assert (missing, count > 2000) == (0, True)


@pytest.mark.parametrize("name", quick_for(SAMPLES, "notakto", "4,4,4", "cube:3"))
def test_few_moves_of_other_games_have_none(name: str) -> None:
    *sample, percent = SAMPLES[name]
    missing, count = without_cause(quiet_positions(name, *sample))
    assert 100 * missing <= percent * count, f"{missing} of {count}"


@pytest.mark.slow
@pytest.mark.parametrize("name", EARLY_SAMPLES)
def test_few_moves_of_early_positions_have_none(name: str) -> None:
    *sample, percent = EARLY_SAMPLES[name]
    missing, count = without_cause(quiet_positions(name, *sample))
    assert 100 * missing <= percent * count, f"{missing} of {count}"


def test_a_side_with_three_numbers_has_one_to_spare() -> None:
    """An edge of 3×3 has two lines, and two corners share a line that is not full."""
    play = BestPlay(node_limit=10**9)
    asked = position("t3+misere", "500/000/000 even")
    assert reason(play.solve(asked), asked.move("2 2 2"), play).sentence.startswith(
        "Draws: even can always choose a cell where it has more numbers than there are lines to avoid."
    )


def test_one_of_several_marks_is_named_with_its_column_where_marks_drop() -> None:
    assert words.marks_name(["X", "O"], 7, game("wild+drop")) == "X/O 2"
    assert words.marks_name(["X", "O"], 7, game("wild")) == "X/O 3,2"

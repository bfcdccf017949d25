"""Agents for Connect Four: each is graded with no options but the game, and gets the verdicts that it deserves.

What an agent deserves is counted without the grader: it is called by hand, and `bitbully` or brute force judges it.
"""

from __future__ import annotations

import hashlib
import runpy
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bitbully.bitbully_core import BitBullyCore, BoardCore
from bitbully_databases import BitBullyDatabases
from oracle import oracle
from tiers import needs_core, quick_for

from noughts.games import Position, game
from noughts.grade import candidates, positions, recognition
from noughts.grade.interfaces import INTERFACES
from noughts.grade.limits import Limits

from .running import grade_here as grade, nonzero

pytestmark = needs_core

FOLDER = Path(__file__).parent / "connect4_agents"
CONNECT4 = game("connect4")
SAMPLE = "744cd5597142168e"  # the positions, in one number
Rows = list[list[int]]
Scores = dict[int, tuple[int, int]]  # of each open column from 0: the result, and the plies to the end


def _connectx(name: str) -> Callable[[Any, Rows, int, int], Any]:
    def ask(agent: Any, rows: Rows, mark: int, length: int) -> Any:
        observation = _Both(board=[cell for row in rows for cell in row], mark=mark)
        return getattr(agent, name)(observation, _Both(rows=len(rows), columns=len(rows[0]), inarow=length))

    return ask


class _Both(SimpleNamespace):
    """By attributes and by items, as ConnectX has it."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


def _choose_column(agent: Any, rows: Rows, mark: int, length: int) -> Any:
    import numpy

    return int(agent.choose_column(numpy.array(rows), mark))


def _letters(agent: Any, rows: Rows, mark: int, length: int) -> Any:
    return agent.get_move([[" XO"[cell] for cell in row] for row in rows], " XO"[mark]) - 1


# How each agent is called: with rows from the top, the mark of the side to move and the length of a line.
CALLS: dict[str, Callable[[Any, Rows, int, int], Any]] = {
    "always_centre.py": lambda agent, rows, mark, length: agent.get_move(rows, mark),
    "best_move_lists.py": lambda agent, rows, mark, length: agent.best_move(rows, mark),
    "choose_column_array.py": _choose_column,
    "connectx_first_column.py": _connectx("agent"),
    "connectx_illegal.py": _connectx("agent"),
    "connectx_search.py": _connectx("my_agent"),
    "get_move_letters_from_1.py": _letters,
    "pick_best_move_upside_down.py": lambda agent, rows, mark, length: agent.pick_best_move(rows[::-1], mark),
}


def rows_of(position: Position) -> Rows:
    cells, columns = list(position.board), position.game.shape[1]
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def deserved(name: str, asked: Iterable[Position], scores: Callable[[Rows, int], Scores]) -> dict[str, int]:
    agent = SimpleNamespace(**runpy.run_path(str(FOLDER / name)))
    counts: Counter[str] = Counter()
    for position in asked:
        if position.outcome is None:
            rows, mark = rows_of(position), 1 + position.game.sides.index(position.to_move)
            answer = CALLS[name](agent, [list(row) for row in rows], mark, position.game.length)
            counts[_verdict(answer, scores(rows, mark))] += 1
    return dict(counts)


def _verdict(answer: Any, scores: Scores) -> str:
    if answer is None:
        return "illegal"  # it says that there is no move
    if not isinstance(answer, int):
        return "no-answer"
    if answer not in scores:
        return "illegal"
    result, plies = scores[answer]
    best = max(one for one, _ in scores.values())
    names = {1: "win", 0: "draw", -1: "loss"}
    if result != best:
        return f"{names[best]}-to-{names[result]}"
    lasting = [plies for one, plies in scores.values() if one == best]
    if result == 0 or plies == (min(lasting) if result > 0 else max(lasting)):
        return "optimal"
    return "slow-win" if result > 0 else "fast-loss"


class Bitbully:
    """What every move is worth, from a program that nobody here wrote."""

    def __init__(self) -> None:
        self._solver = BitBullyCore()
        self._solver.loadBook(BitBullyDatabases.get_database_path("12-ply-dist"))
        self._known: dict[str, Scores] = {}

    def __call__(self, rows: Rows, mark: int) -> Scores:
        key = str(rows)
        if key not in self._known:
            self._known[key] = {column: self._score(rows, column, mark) for column in range(7) if not rows[0][column]}
        return self._known[key]

    def _score(self, rows: Rows, column: int, mark: int) -> tuple[int, int]:
        row = max(at for at in range(6) if not rows[at][column])
        after = [list(one) for one in rows]
        after[row][column] = mark
        if _is_line(after, row, column):
            return 1, 1
        board = BoardCore()
        assert board.setBoard(after)
        score = 0 if board.movesLeft() == 0 else self._solver.mtdf(board, 0)
        left = board.movesLeft() if score == 0 else BitBullyCore.scoreToMovesLeft(score, board)
        return (score < 0) - (score > 0), left + 1


def _is_line(rows: Rows, row: int, column: int) -> bool:
    """Whether the mark there is one of four in a row."""
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for first in range(-3, 1):
            places = [(row + at * down, column + at * right) for at in range(first, first + 4)]
            if all(0 <= r < 6 and 0 <= c < 7 and rows[r][c] == rows[row][column] for r, c in places):
                return True
    return False


def brute_force(name: str) -> Callable[[Rows, int], Scores]:
    everything = oracle(name)

    def scores(rows: Rows, mark: int) -> Scores:
        board = tuple(cell for row in rows for cell in row)
        values = everything.move_values(board, mark - 1, "quickest")
        return {cell % len(rows[0]): value for (cell, _), value in values.items()}

    return scores


def test_there_is_a_call_for_every_agent() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(CALLS)


@pytest.mark.slow
def test_the_sample_is_fixed_and_the_report_says_what_it_is() -> None:
    selection = positions.choose(CONNECT4)
    assert hashlib.sha256(" ".join(one.text for one in selection.positions).encode()).hexdigest()[:16] == SAMPLE
    counts = Counter(42 - position.board.count(0) for position in selection.positions)
    assert [counts[plies] for plies in range(12)] == [1, 7, *[20] * 6, *[4] * 4] and set(counts) == set(range(42))
    assert all(counts[plies] == 20 for plies in range(12, 35)) and max(counts.values()) == 20
    words = "20 after each of 0 to 7 plies, 4 after each of 8 to 11 plies and 20 after each of 12 to 42 plies"
    assert selection.words == f"a fixed sample of random play, at most {words}, X first"
    for name in ("connect4.md", "grading.md"):
        text = " ".join((Path(__file__).parents[2] / "docs" / name).read_text().split())
        assert "after each of 0 to 7 plies, 4 after each of 8 to 11, and 20 after each of 12 to 42" in text


RECOGNISED = {
    "always_centre.py": ("column", "rows", 0, False),
    "best_move_lists.py": ("column", "rows", 0, False),
    "choose_column_array.py": ("column", "array", 0, False),
    "connectx_first_column.py": ("connectx", "flat", 0, False),
    "connectx_illegal.py": ("connectx", "flat", 0, False),
    "connectx_search.py": ("connectx", "flat", 0, False),
    "get_move_letters_from_1.py": ("column", "rows", 1, False),
    "pick_best_move_upside_down.py": ("column", "rows", 0, True),
}


@pytest.mark.parametrize("name", quick_for(RECOGNISED, "connectx_search.py", "get_move_letters_from_1.py"))
def test_interfaces_are_recognised_by_names_and_by_trial(name: str) -> None:
    (found,) = recognition.recognise_all(candidates.find([str(FOLDER / name)]), CONNECT4, Limits())
    assert found.problem is None
    assert (found.api, found.how.board, found.how.base, found.how.bottom_first) == RECOGNISED[name]


@pytest.mark.parametrize(
    "name", ["always_centre.py", "connectx_first_column.py", "connectx_illegal.py", "connectx_search.py"]
)
@pytest.mark.parametrize("rules", quick_for(["3,3,3+drop", "3,4,3+drop"], "3,3,3+drop"))
def test_on_a_small_board_verdicts_are_those_of_brute_force(tmp_path: Path, name: str, rules: str) -> None:
    asked = positions.choose(game(rules)).positions
    done = grade(tmp_path, FOLDER / name, "--game", rules)
    assert nonzero(done.agents[0]["verdicts"]) == deserved(name, asked, brute_force(rules))


@pytest.mark.slow
def test_on_a_sample_verdicts_are_those_of_bitbully(tmp_path: Path) -> None:
    name, options = "connectx_illegal.py", ("--game", "connect4", "--sample", "40", "--seed", "5")
    asked = positions.choose(CONNECT4, sample=40, seed=5).drawn(lambda one: one.outcome is None).positions
    done = grade(tmp_path, FOLDER / name, *options)
    assert nonzero(done.agents[0]["verdicts"]) == deserved(name, asked, Bitbully())


@pytest.mark.slow
def test_every_agent_gets_the_verdicts_of_bitbully(tmp_path: Path) -> None:
    done = grade(tmp_path, FOLDER, "--game", "connect4")
    asked, bitbully = positions.choose(CONNECT4).positions, Bitbully()
    assert {agent["agent"]: nonzero(agent["verdicts"]) for agent in done.agents} == {
        name: deserved(name, asked, bitbully) for name in CALLS
    }


@pytest.mark.parametrize(
    ("interface", "name"), [("connectx", "connectx_first_column.py"), ("column", "always_centre.py")]
)
def test_an_agent_is_graded_through_an_interface_that_is_named(tmp_path: Path, interface: str, name: str) -> None:
    done = grade(tmp_path, FOLDER / name, "--game", "3,3,3+drop", "--interface", interface)
    assert done.agents[0]["api"] == interface and done.agents[0]["verdicts"]["no-answer"] == 0
    refused = grade(tmp_path, FOLDER / name, "--interface", interface)
    assert refused.code == 2 and "use --game connect4" in refused.err


def test_a_submission_for_connectx_without_the_game_is_told_to_name_it(tmp_path: Path) -> None:
    done = grade(tmp_path, FOLDER / "connectx_first_column.py", "--quick")
    assert done.code == 3 and "use --game connect4" in done.agents[0]["reason"]


def test_the_interfaces_are_for_columns_of_x_and_o_only() -> None:
    for name in ("connectx", "column"):
        interface = INTERFACES[name]
        assert interface.why_unsuitable(CONNECT4) is None
        assert interface.why_unsuitable(game("4,4,3+drop+misere")) is None
        assert all(interface.why_unsuitable(game(other)) for other in ("tictactoe", "cube:4+drop", "wild+drop"))
    assert INTERFACES["cs50"].why_unsuitable(game("3,3,3+drop"))


def test_a_teacher_describes_an_interface_for_columns(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'function = "zug"\narguments = ["mark", "board"]\nmarks = ["r", "y", "."]\nboard = "row-texts"\n'
        'bottom_first = true\nanswer = "column"\nbase = 1\ngame = "drop"\n'
    )
    (tmp_path / "agent.py").write_text(
        "def zug(mark, rows):\n    assert mark in 'ry'\n"
        "    assert all(a != '.' or b == '.' for low, high in zip(rows, rows[1:]) for a, b in zip(low, high))\n"
        "    return rows[-1].index('.') + 1\n"
    )
    done = grade(tmp_path, tmp_path / "agent.py", "--game", "3,3,3+drop", "--interface", tmp_path / "ours.toml")
    name = "connectx_first_column.py"
    deserves = deserved(name, positions.choose(game("3,3,3+drop")).positions, brute_force("3,3,3+drop"))
    assert done.agents[0]["api"] == "ours" and nonzero(done.agents[0]["verdicts"]) == deserves


_ROWS = "def best_move(board, mark):\n    rows, columns = len(board), len(board[0])\n"
_EMPTY = _ROWS + "    empty = [(r, c) for r in range(rows) for c in range(columns) if not board[r][c]]\n"
_FIRST = _EMPTY + "    row, column = empty[0]\n"
_MIDDLE = _EMPTY + "    row, column = empty[len(empty) // 2]\n"
_LANDS = _ROWS + (
    "    column = next(c for c in range(columns) if not board[0][c])\n"
    "    row = max(r for r in range(rows) if not board[r][column])\n"
)


@pytest.mark.parametrize(
    "source",
    quick_for(
        [
            _FIRST + "    return row, column\n",
            _FIRST + "    return column, row\n",
            _FIRST + "    return row + 1, column + 1\n",
            _FIRST + "    return row, column, 0.5\n",
            _FIRST + "    return 0, (row, column)\n",
            _FIRST + "    return {'row': row, 'col': column}\n",
            _MIDDLE + "    return row, column\n",
            _MIDDLE + "    return columns * row + column\n",
        ],
        _FIRST + "    return row, column\n",
        _MIDDLE + "    return columns * row + column\n",
    ),
)
def test_an_agent_that_names_any_empty_cell_is_not_graded(tmp_path: Path, source: str) -> None:
    (tmp_path / "agent.py").write_text(source)
    (found,) = recognition.recognise_all(candidates.find([str(tmp_path / "agent.py")]), CONNECT4, Limits())
    assert found.problem is not None and "best_move(board, mark) gave few or no legal answers" in found.problem
    assert "a move is a column" in found.problem


@pytest.mark.parametrize(
    "name",
    quick_for(["first_empty.py", "random_moves.py", "greedy.py", "perfect.py", "crashing.py"], "first_empty.py"),
)
def test_an_agent_for_tic_tac_toe_is_not_graded(name: str) -> None:
    path = Path(__file__).parents[2] / "examples" / "agents" / name
    (found,) = recognition.recognise_all(candidates.find([str(path)]), CONNECT4, Limits())
    assert found.problem is not None


_SCORES = (
    "def {name}(board, mark):\n"
    "    empty = [at for at in range(9) if board[at // 3][at % 3] == 0]\n"
    "    return {answer}\n"
)
_CELLS = (  # of the nine that it knows
    "def minimax(board, player):\n"
    "    free = [at for at in range(9) if board[at] == '-']\n"
    "    return 0, free[len(free) // 2 if player == 'X' else 0] if free else 0\n"
)


@pytest.mark.parametrize(
    "source",
    quick_for(
        [
            _SCORES.format(name="max_value", answer="len(empty)"),
            _SCORES.format(name="minimax", answer="len(empty) % 2"),
            _SCORES.format(name="minimax", answer="0"),
            _CELLS,
        ],
        _SCORES.format(name="minimax", answer="len(empty) % 2"),
    ),
)
def test_a_score_is_not_a_column(tmp_path: Path, source: str) -> None:
    (tmp_path / "agent.py").write_text(source)
    (found,) = recognition.recognise_all(candidates.find([str(tmp_path / "agent.py")]), CONNECT4, Limits())
    assert found.problem is not None and "no known interface" in found.problem


def test_the_course_of_another_game_is_named(tmp_path: Path) -> None:
    source = (Path(__file__).parent / "agents" / "cs50_right.py").read_text()
    (tmp_path / "agent.py").write_text(source + "\ndef max_value(board):\n    return 0\n")
    (found,) = recognition.recognise_all(candidates.find([str(tmp_path / "agent.py")]), CONNECT4, Limits())
    assert found.problem is not None and "is about X and O on 3×3, not connect4" in found.problem


@pytest.mark.parametrize(
    ("source", "answer", "base"),
    quick_for(
        [
            (_LANDS + "    return row, column\n", "row-column", 0),
            (_LANDS + "    return column + 1, row + 1\n", "column-row", 1),
            (_LANDS + "    return columns * row + column\n", "index", 0),
            (_LANDS + "    return {'row': row, 'column': column}\n", "row-column", 0),
            (_LANDS + "    return column, -99\n", "column", 0),
            (_LANDS + "    return 0.5, column\n", "column", 0),
        ],
        (_LANDS + "    return row, column\n", "row-column", 0),
    ),
)
def test_a_cell_counts_if_it_is_where_the_mark_lands(tmp_path: Path, source: str, answer: str, base: int) -> None:
    (tmp_path / "agent.py").write_text(source)
    (found,) = recognition.recognise_all(candidates.find([str(tmp_path / "agent.py")]), CONNECT4, Limits())
    assert found.problem is None and (found.how.answer, found.how.base) == (answer, base)
    done = grade(tmp_path, tmp_path / "agent.py", "--game", "3,4,3+drop")
    asked = positions.choose(game("3,4,3+drop")).positions
    assert nonzero(done.agents[0]["verdicts"]) == deserved("connectx_first_column.py", asked, brute_force("3,4,3+drop"))


@pytest.mark.parametrize("bottom_first", [False, True])
def test_a_row_where_the_mark_does_not_land_is_illegal(tmp_path: Path, bottom_first: bool) -> None:
    (tmp_path / "ours.toml").write_text(
        'function = "best_move"\narguments = ["board", "mark"]\nmarks = [1, 2, 0]\nanswer = "row-column"\n'
        f'game = "drop"\nbottom_first = {str(bottom_first).lower()}\n'
    )
    (tmp_path / "agent.py").write_text(_FIRST + "    return row, column\n")
    done = grade(tmp_path, tmp_path / "agent.py", "--game", "3,3,3+drop", "--interface", tmp_path / "ours.toml")
    asked = [one for one in positions.choose(game("3,3,3+drop")).positions if one.outcome is None]
    above = sum(one.game.landing(one.board, one.board.index(0)) != one.board.index(0) for one in asked)
    assert done.agents[0]["verdicts"]["illegal"] == (0 if bottom_first else above) and above

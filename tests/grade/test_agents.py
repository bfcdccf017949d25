"""Agents in the shapes that real code has, right ones and ones with the faults that students make.

Each is graded with no options, and gets the verdicts that brute force counts for it without the package.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from noughts.games import game
from noughts.grade import candidates, recognition
from noughts.grade.candidates import Candidate
from noughts.grade.limits import Limits

from . import agent_calls
from .running import grade, nonzero

NAMES = tuple(agent_calls.CALLS)
COUNTED = json.loads(agent_calls.VERDICTS.read_text(encoding="utf-8"))
VERDICTS = COUNTED["verdicts"]
# Quick to recognise, and all different: the others are graded in full by the slow tests.
SOME = (
    "cs50_right.py",
    "get_best_move_from_1.py",
    "best_move_columns_first.py",
    "global_dict_writes.py",
    "two_files",
    "string_new_board.py",
    "plays_second_only.py",
)


def recognised(*paths: Path) -> list[Candidate]:
    found = candidates.find(map(str, paths))
    return recognition.recognise_all(found, game("tictactoe"), Limits(), jobs=2)


def test_there_is_an_agent_for_every_call_and_a_count_for_every_agent() -> None:
    files = {path.name for path in agent_calls.FOLDER.iterdir()} - {agent_calls.VERDICTS.name, "__pycache__"}
    assert files == set(NAMES) == set(VERDICTS) and len(NAMES) >= 40


def test_interfaces_are_recognised_by_names_and_by_trial() -> None:
    found = recognised(*(agent_calls.FOLDER / name for name in SOME))
    interfaces = [one.interface for one in found]
    assert all(one is not None for one in interfaces), [one.problem for one in found]
    facts = [(one.name, one.board, one.answer, one.base, one.plays, one.over) for one in interfaces if one]
    assert facts == [
        ("cs50", "rows", "row-column", 0, "both", "no-move"),
        ("best-move", "flat", "index", 1, "O", "unasked"),
        ("best-move", "rows", "column-row", 0, "O", "unasked"),
        ("global-board", "mapping", "written", 0, "X", "unasked"),
        ("game-object", "flat", "index", 0, "both", "unasked"),
        ("best-move", "text", "board", 0, "O", "unasked"),
        ("best-move", "flat", "index", 0, "second", "unasked"),
    ]
    assert [one.definitions for one in found] == [name == "global_dict_writes.py" for name in SOME]


RULES_ONLY = """
class TicTacToe:
    def __init__(self):
        self.state, self.player = [0] * 9, 1
    def get_player(self):
        return self.player
    def get_player_name(self, mark):
        return "Ann" if mark == 1 else "computer"
    def play(self, cell):
        self.state[cell] = self.player
"""


@pytest.mark.parametrize("source", [RULES_ONLY, "def choose(options):\n    return options[0]\n"])
def test_rules_and_helpers_without_an_agent_are_not_graded(tmp_path: Path, source: str) -> None:
    path = tmp_path / "no_agent.py"
    path.write_text(source)
    (found,) = recognised(path)
    assert found.problem is not None and "no known interface" in found.problem


REMEMBERS_BOARDS = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
known = {}

def value(board, ours):
    key = "".join(board)
    if key not in known:
        known[key] = search(board, ours)
    return known[key]

def search(board, ours):
    for mark, points in (("O", 10), ("X", -10)):
        if any(board[a] == board[b] == board[c] == mark for a, b, c in LINES):
            return points - points // 10 * (9 - board.count(" "))
    found = [0] if " " not in board else []
    for at in range(9):
        if board[at] == " ":
            board[at] = "O" if ours else "X"
            found.append(value(board, not ours))
            board[at] = " "
    return max(found) if ours else min(found)

def best_move(board):
    scores = {}
    for at in range(9):
        if board[at] == " ":
            board[at] = "O"
            scores[at] = value(board, False)
            board[at] = " "
    return max(scores, key=scores.get)
"""


def test_an_agent_may_remember_boards_without_the_side_to_move(tmp_path: Path) -> None:
    """It always plays O, so in its own games a board tells who moves; with the marks exchanged it would not."""
    path = tmp_path / "remembers.py"
    path.write_text(REMEMBERS_BOARDS)
    (agent,) = grade(tmp_path, path).agents
    assert (agent["graded"], nonzero(agent["verdicts"])) == (True, {"optimal": 4520})


NEGATES_ITS_MARK = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def value(cells, player):
    for a, b, c in LINES:
        if cells[a] != 0 and cells[a] == cells[b] == cells[c]:
            return cells[a]
    if 0 not in cells:
        return 0
    found = []
    for at in range(9):
        if cells[at] == 0:
            cells[at] = player
            found.append(value(cells, -player))
            cells[at] = 0
            if found[-1] == player:
                return player
    return max(found) if player == 1 else min(found)

def agent(cells, player):
    best = None
    for at in range(9):
        if cells[at] == 0:
            cells[at] = player
            found = value(cells, -player) * player
            cells[at] = 0
            if best is None or found > best[0]:
                best = found, at
    return best[1]
"""


def test_what_an_agent_makes_of_the_mark_it_is_told_is_not_its_own(tmp_path: Path) -> None:
    """Told that it plays 2, it tries moves of 2 and -2; that says nothing about the marks of its game."""
    path = tmp_path / "told.py"
    path.write_text(NEGATES_ITS_MARK)
    (found,) = recognised(path)
    assert (found.problem, found.how.marks, found.how.plays) == (None, (1, -1), "both")


SEARCHES = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def minimax(board, player):
    other = "O" if player == "X" else "X"
    if any(all(board[at] == other for at in line) for line in LINES):
        return -1, None
    best = (-2, None) if " " in board else (0, None)
    for at in range(9):
        if board[at] == " ":
            board[at] = player
            best = max(best, (-minimax(board, other)[0], at), key=lambda pair: pair[0])
            board[at] = " "
    return best
"""
ROUND_AND_ROUND = """
def best_move(board, player):
    at = 0
    while board.count(" ") >= 3 and board[at] != " ":
        at = (at + 4) % 8
    return at if board.count(" ") >= 3 else minimax(board, player)[1]
"""
ENDS_ITSELF = """
import os
def best_move(board, player):
    return os._exit(1) if board.count(" ") == 5 else minimax(board, player)[1]
"""


@pytest.mark.slow
@pytest.mark.parametrize("source", [ROUND_AND_ROUND, ENDS_ITSELF], ids=["hangs", "exits"])
def test_a_function_that_hangs_is_not_replaced_by_one_beside_it(tmp_path: Path, source: str) -> None:
    path = tmp_path / "agent.py"
    path.write_text(SEARCHES + source)
    (found,) = recognised(path)
    assert found.problem is None and (found.function, found.how.marks, found.note) == ("best_move", ("X", "O"), "")


@pytest.mark.slow
def test_a_function_that_always_hangs_does_no_harm_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    path.write_text(SEARCHES + "def get_move(board, player):\n    while True:\n        pass\n")
    (found,) = recognised(path)
    assert (found.problem, found.function) == (None, "minimax")
    assert found.note == "get_move was given up (more than 3 s)" and found.why.endswith(found.note)


FLAG = """
def best_move(board, x_turn):
    return search(list(board), "X" if x_turn else "O")[1]
"""


def test_a_flag_for_the_turn_of_x_is_no_mark(tmp_path: Path) -> None:
    """Any mark is true, so that it would seem to play X only."""
    path = tmp_path / "agent.py"
    path.write_text(SEARCHES.replace("minimax", "search") + FLAG)
    (found,) = recognised(path)
    assert (found.how.arguments, found.how.plays, found.note) == (("board", "maximizing"), "both", "")


HOLDS_ITSELF = """
board = []
board.append(board)
def find_best_move(cells):
    return next(at for at in range(9) if cells[at] == " ")
"""


def test_a_list_that_holds_itself_does_not_stop_recognition(tmp_path: Path) -> None:
    path = tmp_path / "holds_itself.py"
    path.write_text(HOLDS_ITSELF)
    (found,) = recognised(path)
    assert found.problem is None and found.interface is not None and found.interface.board == "flat"


@pytest.mark.slow
def test_every_agent_gets_the_verdicts_it_deserves(tmp_path: Path) -> None:
    done = grade(tmp_path, agent_calls.FOLDER, "--no-parts", timeout=1700)  # parts have tests of their own
    graded = {agent["agent"]: nonzero(agent["verdicts"]) for agent in done.agents if agent["graded"]}
    assert {name: dict(sorted(counts.items())) for name, counts in graded.items()} == VERDICTS
    assert [agent["agent"] for agent in done.agents if not agent["graded"]] == ["verdicts.json"]


def test_the_verdicts_were_counted_for_these_agents() -> None:
    assert agent_calls.key() == COUNTED["key"], "count again: python tests/grade/agent_calls.py"


@pytest.mark.nightly
def test_the_counts_are_those_of_brute_force() -> None:
    assert {name: agent_calls.deserved(name) for name in NAMES} == VERDICTS

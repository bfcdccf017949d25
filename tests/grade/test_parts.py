"""Marks for the parts: every named function is checked in every position, and each fault is found where it is."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from noughts.classroom import agent, board, cs50 as classroom_cs50, functional
from noughts.games import Position, game
from noughts.grade import parts
from noughts.grade.child import parts as child
from noughts.grade.children import Reply
from noughts.grade.interfaces import INTERFACES
from noughts.grade.part_grades import Fault, PartGrade, grade
from noughts.grade.positions import choose
from noughts.grade.questions import for_function
from noughts.grade.rubric import Rubric, RubricError, read
from noughts.grade.verdicts import Verdict

from . import brute_force, cs50, early_draws
from .running import grade as run, run_here

CS50 = INTERFACES["cs50"]
ROWS = [tuple(range(at, at + 3)) for at in (0, 3, 6)]


def here(module: object, part: parts.Part) -> PartGrade:
    """The grade of a function that is called in this process, through the same code as in the sandbox."""
    positions = part.positions()
    try:
        ask = child.asker(module, part.call.as_data())
    except child.Missing:
        return grade(part, positions, [Reply("missing", part.call.function)] * len(positions))
    return grade(part, positions, _replies(ask, positions))


def _replies(ask: Callable[[dict[str, Any]], str], positions: tuple[Position, ...]) -> Iterator[Reply]:
    for number, position in enumerate(positions):
        try:
            yield Reply("answer", ask(for_function(number, position, CS50)))
        except Exception as error:
            yield Reply("crash", type(error).__name__)


def loaded(text: str) -> types.ModuleType:
    module = types.ModuleType("submission")
    exec(text, module.__dict__)
    return module


def letters(position: Position) -> str:
    return "".join("_XO"[mark] for mark in position.board)


def truth(name: str, text: str, who: str) -> str | None:
    """What a function should give, by rules written down a second time; None where its course leaves it open."""
    won, free = brute_force.winner(text), [cell for cell in range(9) if text[cell] == "_"]
    over = won is not None or not free
    boards = " ".join(brute_force.after(text, cell, who) for cell in free)
    return {
        "player": None if over else repr(who),
        "actions": None if over else " ".join(f"{cell // 3}{cell % 3}" for cell in free),
        "result": None if over else boards,
        "result-refuses": None if over else "-",
        "winner": repr(won),
        "terminal": str(over),
        "utility": str({"X": 1, "O": -1, None: 0}[won]) if over else None,
    }[name]


@pytest.mark.parametrize("part", parts.PARTS["cs50"], ids=lambda part: part.name)
def test_the_rules_agree_with_brute_force_in_every_position(part: parts.Part) -> None:
    everywhere = {text: truth(part.name, text, who) for text, who in brute_force.positions("X")}
    asked = {letters(position): part.expects(position) for position in part.positions()}
    assert asked == {text: expected for text, expected in everywhere.items() if expected is not None}
    assert len(everywhere) == 5478


@pytest.mark.parametrize("part", parts.PARTS["cs50"], ids=lambda part: part.name)
def test_a_right_submission_is_right_in_every_part(part: parts.Part) -> None:
    made = here(loaded(cs50.source()), part)
    assert made.is_right and made.share == 1 and made.fault is None and not made.collection


@pytest.mark.parametrize(
    ("module", "part"),
    [
        pytest.param(module, part.of(INTERFACES[name]), marks=pytest.mark.slow if name == "agent" else ())
        for name, module in {"agent": agent, "functional": functional, "board": board, "cs50": classroom_cs50}.items()
        for part in parts.PARTS[name]
    ],
    ids=lambda value: getattr(value, "name", getattr(value, "__name__", "")),
)
def test_our_own_classroom_is_right_in_every_part(module: types.ModuleType, part: parts.Part) -> None:
    made = here(module, part)
    assert made.is_right, made.first


@pytest.fixture(scope="module")
def wrong() -> dict[str, int]:
    """In how many positions each faulty function is wrong, by brute force."""
    everything = list(brute_force.positions("X"))
    running = [(text, who) for text, who in everything if truth("player", text, who)]
    finished = [text for text, who in everything if truth("utility", text, who)]
    return {
        "o-begins": sum(who == "X" for _, who in running),
        "no-last-row": sum("_" in text[6:] for text, _ in running),
        "changes-its-argument": len(running),
        "shallow-copy": len(running),
        "accepts-taken-cells": len(running),
        "accepts-negative-indices": sum("_" in (text[6], text[2]) for text, _ in running),
        "one-diagonal": sum(_only_line(text) == (2, 4, 6) for text in finished),
        "full-board-only": sum("_" in text for text in finished),
        "crashes": len(finished),
        "not-there": len(finished),
    }


@pytest.mark.parametrize("name", cs50.FAULTS)
def test_each_fault_is_found_named_and_counted(name: str, wrong: dict[str, int]) -> None:
    piece, text, part_name, fault = cs50.FAULTS[name]
    made = here(loaded(cs50.source(**{piece: text})), parts.named(CS50, part_name))
    assert made.fault is Fault(fault) and made.first is not None and made.first.fault is made.fault
    assert set(made.faults) <= {made.fault, Fault.ACCEPTS_OUTSIDE}  # on the empty board no cell is taken
    assert made.wrong == wrong[name] and not made.is_right


def _only_line(text: str) -> tuple[int, ...] | None:
    lines = [tuple(map(int, row)) for row in brute_force.ROWS]
    full = [line for line in lines if len({text[cell] for cell in line}) == 1 and text[line[0]] != "_"]
    return full[0] if len(full) == 1 else None


def test_a_list_of_the_right_cells_is_right_and_noted() -> None:
    text = "def actions(board):\n    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]\n"
    made = here(loaded(cs50.source(actions=text)), parts.named(CS50, "actions"))
    assert made.is_right and made.collection == "list"


@pytest.mark.slow
def test_an_agent_without_minimax_shows_what_it_gives_away(tmp_path: Path) -> None:
    """It passes a check of single positions; here its mistakes are counted, and its `result` is seen to be wrong."""
    text = cs50.source(result=cs50.FAULTS["changes-its-argument"][1])
    (tmp_path / "tictactoe.py").write_text(text)
    done = run(tmp_path, "tictactoe.py", "--csv", "marks.csv", "--junit", "marks.xml", "--html", "marks.html")
    (made,) = done.agents
    minimax = loaded(text).minimax
    counts = brute_force.count(lambda cells, who: minimax([[_cell(cells[at]) for at in row] for row in ROWS]))
    assert {name: count for name, count in made["verdicts"].items() if count} == dict(counts)
    assert counts["draw-to-loss"] == 48 and counts["win-to-loss"] == 8
    by_name = {part["part"]: part for part in made["parts"]}
    assert by_name["result"]["faults"] == {"changes-argument": 4520} and by_name["result"]["share"] == 0
    assert all(part["share"] == 1 for name, part in by_name.items() if name != "result")
    for report in ("marks.csv", "marks.xml", "marks.html"):
        assert all(name.split("-")[0] in (tmp_path / report).read_text() for name in by_name), report
    assert "result: Changes the board it was given." in done.out and done.code == 1


def _cell(letter: str) -> str | None:
    return None if letter == "_" else letter


def test_a_rubric_weighs_the_parts(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text("pass = 50\n[parts]\nresult = 10\nutility = 10\nminimax = 20\nempty_spots = 99\n")
    rubric = read(path)
    counts = {Verdict.OPTIMAL: 1, Verdict.ILLEGAL: 1}
    graded = [_graded("result", Fraction(1)), _graded("utility", Fraction(1, 4)), _graded("winner", Fraction(0))]
    assert rubric.score(counts, graded) == 56.25  # (10 + 2.5 + 10) of 40; the rest is not weighed or not asked
    assert rubric.score(counts) == 50
    assert Rubric().score(counts, graded) == 50


def _graded(name: str, share: Fraction) -> PartGrade:
    return PartGrade(parts.named(CS50, name), share * 100, 100, 100, {}, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[parts]\nboard = 1", "no part is called 'board'; expected player, actions"),
        ("[parts]\nresult = -1", "result is -1; expected a number from 0 to 1000"),
        ("parts = 1", "expected [parts]"),
    ],
)
def test_bad_points_are_explained(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "rubric.toml").write_text(text)
    with pytest.raises(RubricError) as error:
        read(tmp_path / "rubric.toml")
    assert message in str(error.value)


def test_points_for_parts_that_are_not_asked_are_a_contradiction(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(cs50.source())
    (tmp_path / "rubric.toml").write_text("[parts]\nresult = 10\nminimax = 20\n")
    options = ("agent.py", "--quick", "--no-parts", "--rubric", "rubric.toml")
    done = run_here(tmp_path, "grade", *options)
    assert done.code == 2 and done.out == "" and done.err.count("\n") == 1
    assert "--no-parts: rubric.toml has points for result; expected --parts" in done.err
    (tmp_path / "rubric.toml").write_text("[parts]\nminimax = 20\n")
    assert run_here(tmp_path, "grade", *options).code == 1  # its answers are not the best


def test_functions_are_asked_where_most_of_a_course_are_there() -> None:
    rules, agents = game("tictactoe"), INTERFACES["agent"]
    most = [b"def player(s): ...\ndef actions(s): ...", b"def result(s, a): ...\ndef winner(s): ..."]
    assert [part.name for part in parts.of(agents, rules, most)] == ["player", "actions", "result", "winner"]
    assert parts.of(agents, rules, most[:1]) == []  # a name or two may mean anything
    assert [part.name for part in parts.of(agents, rules, [b""], weighed=["value", "utility"])] == ["value"]
    assert parts.of(CS50, rules, [b"def minimax(board): ..."]) == []
    assert len(parts.of(CS50, rules, most)) == 7  # what its course requires is asked although it is not there
    assert parts.of(CS50, game("4,4,3"), most) == []


HOSTILE = {
    "player": "def player(board):\n    import os\n    os._exit(0)\n",
    "actions": "def actions(board):\n    while True:\n        yield (0, 0)\n",
    "winner": "class Odd:\n    def __repr__(self):\n        raise SystemExit\ndef winner(board):\n    return Odd()\n",
    "terminal": "def terminal(board):\n    import os\n"
    "    for descriptor in range(10):\n        try:\n"
    '            os.write(descriptor, b\'{"id": 0, "status": "answer", "out": "True"}\\n\')\n'
    "        except OSError:\n            pass\n    return True\n",
    "utility": "class Mark:\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n"
    "def utility(board):\n    board[0][0] = Mark()\n    return Mark()\n",
    "result": "class Mark:\n    def __eq__(self, other):\n        return True\n    __hash__ = None\n"
    "def result(board, action):\n    return [[Mark()] * 3] * 3\n",
}


@pytest.mark.slow
def test_hostile_functions_end_no_other_and_win_nothing(tmp_path: Path) -> None:
    """Each ends, hangs or lies in its own way; none is right, and the answers are judged all the same."""
    names = "minimax", *HOSTILE
    solver = cs50.source(minimax=cs50.PIECES["minimax"].replace("def minimax", "def answer"))
    safe = f"GOOD = {{}}\nexec({solver!r}, GOOD)\ndef minimax(board):\n    return GOOD['answer'](board)\n"
    (tmp_path / "hostile.py").write_text(safe + "".join(HOSTILE.values()))
    options = ("--time", "1", "--give-up", "2", "--interface", "cs50", "--quick")
    (made,) = run(tmp_path, "hostile.py", *options, timeout=300).agents
    assert {part["part"].split("-")[0] for part in made["parts"]} == set(names) - {"minimax"}
    assert made["score"] > 90 and made["verdicts"]["no-answer"] == 0
    for part in made["parts"]:
        assert part["share"] < 0.5, part


@pytest.mark.slow
def test_early_draws_are_not_asked_where_a_course_counts_them_as_finished(tmp_path: Path) -> None:
    (tmp_path / "early.py").write_text(early_draws.SOURCE)
    (made,) = run(tmp_path, "early.py", "--quick").agents
    everything = choose(game("tictactoe"), quick=True).positions
    fair = sum(one.outcome is not None or not one.is_dead() for one in everything)
    assert made["api"] == "board" and made["verdicts"]["optimal"] == made["positions"] == fair < len(everything)
    assert {part["part"]: part["share"] for part in made["parts"]} == dict.fromkeys(
        ("get_possible_moves", "get_winner", "is_draw_inevitable", "is_game_over"), 1.0
    )


def test_a_dead_board_is_one_on_which_every_line_holds_both_marks() -> None:
    dead = parts.named(INTERFACES["board"], "is_draw_inevitable")
    for position in dead.positions():
        text = letters(position)
        blocked = all({"X", "O"} <= {text[int(cell)] for cell in row} for row in brute_force.ROWS)
        assert dead.expects(position) == str(blocked)

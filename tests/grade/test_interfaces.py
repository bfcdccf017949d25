"""Interfaces are data: files of a few lines, those of the package and those of a teacher."""

from __future__ import annotations

from pathlib import Path

import pytest
from tiers import quick_for

from noughts.games import Ranking, game
from noughts.grade import answers, interfaces
from noughts.grade.interfaces import COURSES, INTERFACES, Interface, InterfaceError

from . import agent_calls, agents
from .running import grade_here as grade, nonzero

# An agent for each of the package's interfaces, to be graded through it by name.
EXAMPLES = {
    "cs50": "cs50_right.py",
    "console": "console_like.py",
    "functional": "functional_right.py",
    "best-move": "find_best_move_gfg.py",
    "global-board": "global_dict_writes.py",
    "object": "object_board_attribute.py",
    "game-object": "two_files",
    "evaluator": "evaluator_flat.py",
}


def test_every_interface_of_the_package_has_an_agent() -> None:
    elsewhere = {"judge", "agent", "t3", "board", "connectx", "column"}
    assert set(EXAMPLES) | elsewhere == set(INTERFACES)
    assert list(INTERFACES)[: 1 + len(COURSES)] == ["judge", *COURSES]
    rankings = {name: interface.ranking for name, interface in INTERFACES.items()}
    assert [name for name, ranking in rankings.items() if ranking is Ranking.EARLIEST_END] == ["t3"]
    asked = {name for name, interface in INTERFACES.items() if interface.answers_finished}
    assert asked == {"judge", "agent", "console", "t3", "cs50", "board"}


@pytest.mark.parametrize("name", quick_for(EXAMPLES, "functional", "best-move", "object"))
def test_an_agent_is_graded_through_an_interface_that_is_named(tmp_path: Path, name: str) -> None:
    agent = agent_calls.FOLDER / EXAMPLES[name]
    if name == "global-board":  # with the marks the other way round
        text = agent.read_text().replace("player = 'O'\nbot = 'X'", "player = 'X'\nbot = 'O'")
        agent = tmp_path / "agent.py"
        agent.write_text(text)
    done = grade(tmp_path, agent, "--interface", name, "--sample", "40", "--seed", "3")
    assert done.agents[0]["api"] == name and done.agents[0]["recognised"].startswith("as --interface says")
    assert done.agents[0]["score"] > 80 and done.agents[0]["verdicts"]["no-answer"] == 0


def test_a_file_without_the_function_is_not_graded(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("def other(board): ...\n")
    done = grade(tmp_path, tmp_path / "agent.py", "--interface", "cs50")
    assert done.code == 3 and "it has no minimax(board); it has other(board)" in done.agents[0]["reason"]


def test_a_teacher_describes_an_interface_in_a_few_lines(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'function = "zug"\narguments = ["mark", "board"]\nboard = "text"\n'
        'marks = ["K", "N", "."]\nanswer = "row-column"\nbase = 1\n'
    )
    text = agents.SOLVER + agents.FLAWS["ignores_blocks"]
    text += "def zug(who, text):\n    board = text.translate(str.maketrans('KN.', 'XO_'))\n"
    text += "    row, column = pick(board, 'X' if who == 'K' else 'O')\n    return row + 1, column + 1\n"
    (tmp_path / "agent.py").write_text(text)
    done = grade(tmp_path, tmp_path / "agent.py", "--interface", tmp_path / "ours.toml")
    from .brute_force import count, load

    deserved = nonzero(count(load(text), finished=False))
    assert done.agents[0]["api"] == "ours" and nonzero(done.agents[0]["verdicts"]) == deserved


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("function =", "not TOML"),
        ("functoin = 'f'", "found functoin"),
        ("function = 3", "function is 3; expected text"),
        ("function = 'f'\narguments = ['bord']", "no argument is called 'bord'; expected board"),
        ("board = 'cube'", "board is 'cube'; expected rows"),
        ("answer = 'shout'", "answer is 'shout'; expected row-column"),
        ("plays = 'both sides'", "plays is 'both sides'; expected both"),
        ("base = 2", "base is 2; expected 0 or 1"),
        ("marks = 'XO'", "expected the marks of X, O and an empty cell"),
        ("marks = [['X'], 'O', ' ']", "cannot stand in a cell"),
        ("board = 'mapping'", "needs its nine keys"),
        ("imported = 1", "expected true or false"),
        ("ranking = 'slowest'", "ranking is 'slowest'; expected quickest"),
    ],
)
def test_a_description_that_makes_no_sense_is_explained(text: str, message: str) -> None:
    with pytest.raises(InterfaceError) as error:
        interfaces.parse(text, "ours")
    assert message in str(error.value) and str(error.value).startswith(("ours: ", "['X']"))


@pytest.mark.parametrize("interface", INTERFACES.values(), ids=INTERFACES)
def test_an_interface_can_be_sent_as_data(interface: Interface) -> None:
    assert Interface.from_data(interface.as_data()) == interface
    assert interface.words and interface.call


BOARD = [1, 2, 0, 0, 1, 0, 0, 2, 0]


@pytest.mark.parametrize(
    ("fields", "value", "expected"),
    [
        ({}, [1, 2], "2 3"),
        ({}, None, "-1"),
        ({}, [-1, -1], "-1"),
        ({}, [True, 1], "?"),
        ({}, [1.0, 2.0], "?"),
        ({}, ["1", "2"], "?"),
        ({"digits": True}, ["1", "2"], "2 3"),
        ({"digits": True, "base": 1}, "3 2", "3 2"),
        ({"base": 1}, [1, 3], "1 3"),
        ({"answer": "column-row"}, [0, 2], "3 1"),
        ({"answer": "index"}, 5, "2 3"),
        ({"answer": "index", "base": 1}, 9, "3 3"),
        ({"answer": "index"}, 12, "5 1"),
        ({"answer": "index"}, "5", "?"),
        ({"answer": "index", "part": "1"}, [10, 3], "2 1"),
        ({"answer": "index", "part": "index"}, {"index": 2, "score": 0}, "1 3"),
        ({"answer": "row-column", "part": "head"}, [2, 0, -1], "3 1"),
        ({"answer": "row-column", "part": "tail"}, [-1, 2, 0], "3 1"),
        ({"part": "row,col"}, {"row": 0, "col": 2, "value": 1}, "1 3"),
        ({"answer": "key", "keys": tuple("789456123")}, "6", "2 3"),
        ({"answer": "board", "empty": " "}, [["X", "O", "X"], [" ", "X", " "], [" ", "O", " "]], "1 3"),
        ({"answer": "board", "empty": " "}, "XO  X  O ", "-1"),
        ({"answer": "board", "empty": " "}, "XO OX  O ", "?"),
        ({"answer": "board", "empty": " "}, "XOXXX  O ", "?"),
    ],
)
def test_how_answers_are_read(fields: dict[str, object], value: object, expected: str) -> None:
    interface = Interface("test", ("f",), ("board",)).with_changes(**fields)
    assert answers.text(interface, {"value": value, "out": "?"}, BOARD, 3, 0) == expected


def test_values_are_looked_at_as_a_loop_over_the_moves_does() -> None:
    interface = Interface("test", ("f",), ("board",), answer="value", maximizer="X")
    raw = {"values": [[2, 0], [3, 5], [5, 5], [6, -1], [8, "inf"]]}
    assert answers.text(interface, raw, BOARD, 3, 0) == "3 3"
    assert answers.text(interface, raw, BOARD, 3, 1) == "3 1"
    assert answers.text(interface.with_changes(maximizer="next"), raw, BOARD, 3, 0) == "3 1"


@pytest.mark.slow
def test_distance_counts_only_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(agents.source("slow_wins", "functional"))
    lenient = grade(tmp_path, tmp_path / "slow.py", "--quick", "--accept", "result").agents[0]
    strict = grade(tmp_path, tmp_path / "slow.py", "--quick", "--accept", "distance").agents[0]
    assert lenient["score"] == 100 > strict["score"] and lenient["verdicts"] == strict["verdicts"]
    late = strict["verdicts"]["slow-win"] + strict["verdicts"]["fast-loss"]
    assert strict["score"] == pytest.approx(100 * (1 - late / strict["positions"]), abs=0.01)
    # What agents without a thought would score: a random one keeps some results, -1 none.
    baseline = lenient["baseline"]
    assert baseline["-1"] == 0 < baseline["first-empty"] < 100 and 0 < baseline["random"] < 100


def test_an_interface_says_which_games_it_is_for() -> None:
    assert INTERFACES["cs50"].why_unsuitable(game("tictactoe")) is None
    assert "not 4,4,3" in str(INTERFACES["cs50"].why_unsuitable(game("4,4,3")))
    assert INTERFACES["judge"].why_unsuitable(game("4,4,3")) is None

"""The command: what is asked, what is recognised, what is written, and what is refused."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tiers import quick_for

from noughts.cli import main
from noughts.games import game
from noughts.grade import positions
from noughts.grade.candidates import Candidate
from noughts.grade.interfaces import INTERFACES
from noughts.grade.positions import Selection
from noughts.grade.reports.mistakes import move_text
from noughts.grade.rubric import Rubric, RubricError, read
from noughts.grade.session import Grading, Task
from noughts.grade.verdicts import Verdict

from . import agents
from .running import grade as grade_in_process, grade_here as grade, nonzero

ROOT = Path(__file__).parents[2]


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.py"
    path.write_text(agents.source("perfect", "agent"))
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.py"
    path.write_text(agents.source("first_empty", "agent"))
    return path


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({}, 5478),
        ({"first": "both"}, 10956),
        ({"quick": True}, 765),
        ({"sample": 100}, 100),
        ({"first": "second"}, 5478),
    ],
)
def test_how_many_positions_are_asked(options: dict[str, object], count: int) -> None:
    selection = positions.choose(game("tictactoe"), **options).drawn()  # type: ignore[arg-type]
    assert len(selection) == len(set(selection.positions)) == count


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    rules = game("tictactoe")
    one, same, other = (positions.choose(rules, sample=50, seed=seed).drawn().positions for seed in (4, 4, 5))
    assert one == same != other


@pytest.mark.parametrize(("plays", "fair"), [("both", 4520), ("O", 4520), ("first", 2423), ("second", 2097)])
def test_a_sample_is_drawn_from_what_an_agent_can_be_asked(tmp_path: Path, plays: str, fair: int) -> None:
    """However few: none of it is spent on finished boards, or on those of the other side."""
    (tmp_path / "how.toml").write_text(
        'function = "play"\narguments = ["board"]\nboard = "flat"\nmarks = ["X", "O", " "]\nanswer = "index"\n'
        f'plays = "{plays}"\n'
    )
    (tmp_path / "first.py").write_text("def play(board):\n    return board.index(' ')\n")
    (tmp_path / "other.py").write_text("def play(board):\n    return 8 - board[::-1].index(' ')\n")
    for seed in ("1", "6"):
        options = ("--interface", "how.toml", "--sample", "1", "--seed", seed, "--html", "h.html", "--mistakes", "0")
        done = grade(tmp_path, "first.py", "other.py", *options)
        for agent in done.agents:
            assert (agent["positions"], sum(agent["verdicts"].values())) == (1, 1)
            assert agent["asked"] == f"1 of {fair:,} by chance (seed {seed}), X first"
        assert (tmp_path / "h.html").read_text().count(f"1 of {fair:,} by chance") == 2
    if plays == "first":
        done = grade(tmp_path, "first.py", "--interface", "how.toml", "--quick", "--sample", "500")
        assert done.agents[0]["positions"] < 500 and done.agents[0]["asked"] == "one of each symmetry class, X first"


def test_an_agent_that_cannot_be_asked_anything_is_not_graded() -> None:
    rules = game("tictactoe")
    over = tuple(one for one in positions.choose(rules, quick=True).positions if one.outcome is not None)
    task = Task(rules, Selection(over, "finished positions"))
    candidate = Candidate("a.py", interface=INTERFACES["functional"])
    (made,) = Grading([candidate], task, trust=True).grades()
    assert not made.is_graded and not made.passed
    assert str(made.candidate.problem).startswith("there is nothing to ask: ") and "138 positions" in str(
        made.candidate.problem
    )


def test_tic_tac_total_is_sampled_by_empty_cells_and_on_a_larger_board() -> None:
    selection = positions.choose(game("t3"))
    assert selection == positions.choose(game("t3"))
    by_board: dict[str, set[int]] = {}
    for position in selection.positions:
        by_board.setdefault(position.game.name, set()).add(position.board.count(0))
    assert by_board == {"t3": set(range(10)), "t3:4": set(range(8))}


def test_all_reports_are_written_and_agree(tmp_path: Path, good: Path, bad: Path) -> None:
    options = ("--csv", "g.csv", "--html", "g.html", "--junit", "g.xml", "--gradescope", "scope", "--mistakes", "4")
    done = grade(tmp_path, good, bad, "--quick", *options)
    assert done.code == 1 and "good.py" in done.out
    for agent in done.agents:
        keys = ["agent", "api", "score", "positions", "verdicts", "mistakes", "protections", "seconds"]
        assert list(agent)[: len(keys)] == keys
        assert list(agent["verdicts"]) == [str(verdict) for verdict in Verdict]
        assert sum(agent["verdicts"].values()) == agent["positions"] == 765
    assert done.agent("good.py")["mistakes"] == [] and len(done.agent("bad.py")["mistakes"]) == 4
    rows = list(csv.DictReader((tmp_path / "g.csv").open()))
    assert [(row["agent"], float(row["score"])) for row in rows] == [(a["agent"], a["score"]) for a in done.agents]
    suites = ElementTree.parse(tmp_path / "g.xml").getroot()
    assert [(suite.get("name"), suite.get("failures") == "0") for suite in suites] == [
        ("good.py", True),
        ("bad.py", False),
    ]
    scope = json.loads((tmp_path / "scope" / "bad.py.json").read_text())
    assert scope["score"] == done.agent("bad.py")["score"] and scope["tests"][0]["status"] == "passed"
    for text in (done.out, (tmp_path / "g.xml").read_text(), json.dumps(scope)):  # one notation for moves
        assert re.search(r"played \d,\d, best \d,\d( or \d,\d)*\. ", text) and not re.search(
            r"(played|best) \d \d", text
        )
    page = (tmp_path / "g.html").read_text()
    assert page.count("<article") == 4 and "Nobody slipped." in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")


@pytest.mark.slow
def test_the_worst_and_simplest_mistakes_come_first(tmp_path: Path, bad: Path) -> None:
    mistakes = grade(tmp_path, bad).agents[0]["mistakes"]
    assert mistakes[0]["verdict"] == "win-to-loss" and mistakes[0]["value"] == {"result": "loss", "distance": 2}
    assert all("completes" in mistake["reason"] for mistake in mistakes[:5])
    assert len({mistake["position"] for mistake in mistakes}) == len(mistakes) == 20


def test_an_executable_a_command_and_a_folder_are_agents_too(tmp_path: Path) -> None:
    script = tmp_path / "shell.sh"
    script.write_text("#!/bin/sh\ncat >/dev/null\necho 1 1\n")
    script.chmod(0o755)
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "main.py").write_text("from rest import *\n" + agents.SHELLS["judge"])
    (folder / "rest.py").write_text(agents.SOLVER + agents.FLAWS["perfect"])
    done = grade(tmp_path, script, folder, "--sample", "6", "--seed", "2")
    assert done.agent("package")["score"] == 100
    assert done.agent("shell.sh")["verdicts"]["no-answer"] == 0
    (tmp_path / "words.txt").write_text("2 2\n")
    done = grade(tmp_path, tmp_path / "words.txt", "--exec", "cat {src}", "--sample", "2", "--seed", "2")
    assert [mistake["answer"] for mistake in done.agents[0]["mistakes"]] in (["2 2"], ["2 2"] * 2, [])


def test_our_own_script_is_perfect_when_it_may_read_the_package(tmp_path: Path) -> None:
    script = ROOT / "tictactoe.py"
    done = grade(tmp_path, script, "--sample", "8", "--allow", ROOT / "src")
    assert done.agents[0]["score"] == 100
    done = grade(tmp_path, script, "--sample", "2")
    assert done.code == 3 and "a package that is not there: noughts" in done.agents[0]["reason"]


def test_a_player_of_tic_tac_total(tmp_path: Path) -> None:
    """Ours, which brings its own states; and one that brings none, and takes the first action there is."""
    done = grade(tmp_path, ROOT / "examples" / "t3", "--game", "t3", "--with-noughts", "--sample", "40")
    assert (done.agents[0]["api"], done.agents[0]["score"]) == ("t3", 100), done.agents
    assert nonzero(done.agents[0]["verdicts"]) == {"optimal": 40}
    path = tmp_path / "t3_player.py"
    path.write_text(
        "from t3_action import T3Action\n\n\n"
        "def choose(state):\n    return next((action for action, _ in state.get_transitions()), None)\n"
    )
    flawed = grade(tmp_path, path, "--game", "t3", "--sample", "40").agents[0]
    assert flawed["positions"] == 40 and 0 < flawed["score"] < 100


@pytest.mark.parametrize(
    ("name", "answer", "shown"),
    [("tictactoe", "2 3", "2,3"), ("t3", "2 3 5", "2,3=5"), ("qubic", "1 2 3", "1,2,3"), ("tictactoe", "-1", "-1"),
     ("tictactoe", "left", "left"), ("tictactoe", "1 2 3 4", "1 2 3 4"), ("tictactoe", "", "")],
)  # fmt: skip
def test_an_answer_is_shown_as_moves_are_typed(name: str, answer: str, shown: str) -> None:
    assert move_text(answer, game(name).start()) == shown


def test_the_score_is_the_mean_weight(tmp_path: Path, bad: Path) -> None:
    counts = dict.fromkeys(Verdict, 0) | {Verdict.OPTIMAL: 2, Verdict.SLOW_WIN: 1, Verdict.WIN_TO_LOSS: 3}
    assert Rubric().score(counts) == 50
    assert Rubric().score(dict.fromkeys(Verdict, 0)) == 0
    assert Rubric().score({Verdict.OPTIMAL: 99_999, Verdict.ILLEGAL: 1}) == 99.99
    rubric = tmp_path / "rubric.toml"
    rubric.write_text("pass = 40\n[weights]\nslow-win = 0.5\nwin-to-draw = 0.1\n")
    assert read(rubric).score(counts) == 41.66
    done = grade(tmp_path, bad, "--quick", "--rubric", rubric)
    verdicts = done.agents[0]["verdicts"]
    kept = verdicts["optimal"] + verdicts["fast-loss"] + verdicts["slow-win"] / 2 + verdicts["win-to-draw"] / 10
    assert done.agents[0]["score"] == pytest.approx(100 * kept / 765, abs=0.01)
    assert (done.code, done.agents[0]["passed"]) == (0, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pass = 101", "pass is 101; expected a number from 0 to 100"),
        ("[weights]\nfast = 1", "no verdict is called 'fast'"),
        ("[weights]\nillegal = 'no'", "illegal is 'no'; expected a number from 0 to 1"),
        ("weights = 3", "expected [weights]"),
        ("colour = 1", "found colour"),
        ("pass =", "not TOML"),
    ],
)
def test_a_bad_rubric_is_explained(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "rubric.toml").write_text(text)
    with pytest.raises(RubricError) as error:
        read(tmp_path / "rubric.toml")
    assert message in str(error.value)


BAD = [
    (("nobody.py",), "nobody.py: there is no such file or folder"),
    (("empty",), "empty: no agents in this folder"),
    (("good.py", "--game", "chess"), "chess"),
    (("good.py", "--interface", "agent", "--game", "t3"), "is about X and O on 3×3, not t3"),
    (("good.py", "--interface", "magic"), "no interface is called 'magic'"),
    (("good.py", "--interface", "t3"), "use --game t3"),
    (("good.py", "--interface", "none.toml"), "none.toml"),
    (("good.py", "--packages", "nothing"), "nothing: there is no such file"),
    (("good.py", "--exec", "python"), "expected a command with {src}"),
    (("good.py", "--exec", "'"), "--exec"),
    (("good.py", "--first", "Z"), "--first Z: expected X, O or both"),
    (("good.py", "--rubric", "none.toml"), "none.toml"),
    (("good.py", "--html", "no/such/place.html"), "there is no folder"),
    (("good.py", "--csv", "empty"), "is a folder"),
    (("good.py", "--memory", "lots"), "not an amount of memory"),
    (("good.py", "--allow", "nothing"), "nothing: there is no such file"),
    (("good.py", "--sample", "0"), "sample"),
    (("good.py", "--jobs", "0"), "jobs"),
    (("good.py", "--journal", "/proc/none/journal"), "journal"),
]


@pytest.mark.parametrize(("arguments", "message"), quick_for(BAD, *BAD[::5]))
def test_bad_input_is_one_clear_message(
    tmp_path: Path,
    good: Path,
    arguments: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert main(["grade", *arguments, "--json", "report.json"]) == 2
    output = capfd.readouterr()
    assert output.out == "" and message in output.err and "Traceback" not in output.err
    assert not (tmp_path / "report.json").exists()


DISASTERS = {
    "JUDGE = 'JUDGE'; 1/0": "ZeroDivisionError",
    "TURN = 'JUDGE'; print('hello')": "found 'hello', expected row column",
    "def play(board, sign): return 'x'": "found \"'x'\", expected a move as play(board, sign) returns it",
    "def play(board, sign):\n    while True: pass": "no answer within 2 s",
}
NOT_GRADED = {
    "def play(": "SyntaxError",
    "": "no known interface: it has no functions",
    "1/0": "ZeroDivisionError",
    "import nothing\ndef play(board, sign): return nothing.play(board)": "needs a package that is not there: nothing",
    "def area(radius): return radius": "it has area(radius)",
    "x = '" + "(" * 10_000: "SyntaxError",
    "name = input('Who? ')": "waits for input when it is loaded",
}


@pytest.mark.slow
def test_a_disaster_is_reported_like_any_agent(tmp_path: Path) -> None:
    folder = tmp_path / "agents"
    folder.mkdir()
    for number, text in enumerate(DISASTERS):
        (folder / f"{number}.py").write_text(text)
    done = grade(tmp_path, folder, "--quick", "--sample", "3", "--seed", "2", "--time", "2", "--give-up", "1")
    assert done.code == 1
    for number, reason in enumerate(DISASTERS.values()):
        agent = done.agent(f"{number}.py")
        assert nonzero(agent["verdicts"]) == {"no-answer": 3}
        assert reason in agent["mistakes"][0]["reason"]


def test_what_is_not_recognised_is_not_graded_and_never_a_zero(tmp_path: Path) -> None:
    folder = tmp_path / "agents"
    folder.mkdir()
    for number, text in enumerate(NOT_GRADED):
        (folder / f"{number}.py").write_text(text)
    options = ("--csv", "g.csv", "--html", "g.html", "--junit", "g.xml", "--gradescope", "scope")
    done = grade(tmp_path, folder, "--sample", "3", "--load", "2", *options)
    assert done.code == 3
    for number, reason in enumerate(NOT_GRADED.values()):
        agent = done.agent(f"{number}.py")
        assert (agent["graded"], agent["score"], agent["passed"], agent["positions"]) == (False, None, False, 0)
        assert reason in agent["reason"] and f"{number}.py: not graded: " in done.out
    rows = list(csv.DictReader((tmp_path / "g.csv").open()))
    assert {(row["score"], row["passed"]) for row in rows} == {("", "not graded")}
    assert "score" not in json.loads((tmp_path / "scope" / "0.py.json").read_text())
    assert (tmp_path / "g.html").read_text().count("is not graded") == len(NOT_GRADED)
    assert len(ElementTree.parse(tmp_path / "g.xml").findall(".//skipped")) == len(NOT_GRADED)


def test_what_an_agent_says_is_shown_and_never_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "<b>&.py"
    path.write_text("def play(board, sign): return '<script>{{title}}</script>]]>\\x1b[31m\\x00\\ud800'\n")
    program = tmp_path / "=1+1.py"
    program.write_text("import os\nTURN = 'JUDGE'\nos.write(1, b'<i>\\x1b]0;title\\x07\\x00')\n")
    options = ("--csv", "g.csv", "--html", "g.html", "--junit", "g.xml", "--gradescope", "scope")
    done = grade(tmp_path, path, program, "--quick", "--sample", "3", "--seed", "2", *options)
    assert done.code == 1 and "\x1b" not in done.out + done.err
    page = (tmp_path / "g.html").read_text()
    assert "<script" not in page and "<b>&.py" not in page and "<i>" not in page and "{{title}}" in page
    assert len(ElementTree.parse(tmp_path / "g.xml").getroot()) == 2
    assert "'=1+1.py" in (tmp_path / "g.csv").read_text()
    assert len(list((tmp_path / "scope").iterdir())) == 2


@pytest.mark.slow
def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    name = "{{body}}{{title}}:smile:[bold]{python}.py"
    (tmp_path / name).write_text("import sys\nTURN = 'JUDGE'\nx = '\\d\x1b[31m'\nsys.exit('here')\n")
    done = grade_in_process(tmp_path, tmp_path / name, "--sample", "1", "--html", "g.html")
    assert name in done.out and "the worst of" not in done.out and "one mistake" in done.out
    assert "\x1b" not in done.out + done.err and done.err == ""
    assert "exit code 1: here" in done.agents[0]["mistakes"][0]["reason"]
    page = (tmp_path / "g.html").read_text()
    assert f"<title>{name} · noughts</title>" in page and page.count("<body") == 1


@pytest.mark.slow
def test_time_for_all_answers_ends(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("import select\ndef play(board, sign):\n    select.select([], [], [], 0.6)\n    return (9, 9)\n")
    agent = grade(tmp_path, path, "--quick", "--total", "3").agents[0]
    assert agent["positions"] == sum(agent["verdicts"].values())
    assert 1 <= agent["verdicts"]["illegal"] <= 10
    assert "the 3 s for all answers were used up" in json.dumps(agent["mistakes"][-1]["reason"])


def test_python_is_the_one_that_runs_us(tmp_path: Path) -> None:
    path = tmp_path / "which.py"
    path.write_text("import sys\nTURN = 'JUDGE'\nsys.exit('%d.%d' % sys.version_info[:2])\n")
    reason = grade(tmp_path, path, "--sample", "1").agents[0]["mistakes"][0]["reason"]
    assert reason.endswith(f"{sys.version_info[0]}.{sys.version_info[1]}")

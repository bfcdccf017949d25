"""What people hand in, as learning platforms export it: everything is graded, or named with the reason why not."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tiers import quick_for

from noughts.grade import submissions
from noughts.grade.candidates import find
from noughts.grade.submissions import LARGEST

from . import agent_calls, agents
from .running import environment, grade, grade_here

RIGHT = (agent_calls.FOLDER / "cs50_right.py").read_text(encoding="utf-8")
BUSY = "import time\nend = time.process_time() + {}\nwhile time.process_time() < end: pass\n"
LARGE = "cells = [" + "0, " * (8 << 19) + "]\n"  # 8 MB


def zipped(files: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def notebook(*cells: str) -> str:
    code = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": ["# Mine"]}, *code]})


def helped(module: str) -> str:
    """The same agent, which takes its winner from a module beside it."""
    return RIGHT.replace("def winner(board):", "def own_winner(board):") + f"\n\nfrom {module} import winner\n"


HELPER = RIGHT[RIGHT.index("def winner") : RIGHT.index("def terminal")]
GRADED: dict[str, str | bytes] = {
    "john.smith.py": RIGHT,
    "abc.py": RIGHT + "# abc\n",
    "json.py": RIGHT + "import json\n",
    "my agent (2).py": RIGHT + "# 2\n",
    "UPPER.PY": RIGHT + "# upper\n",
    "Иван Петров.py": RIGHT + "# Иван\n",
    "notebook.ipynb": notebook("%matplotlib inline\n!pip install numpy\nimport math\n", RIGHT),
    "zipped.zip": zipped({"zipped/tictactoe.py": RIGHT, "zipped/README.md": "mine", "__MACOSX/x.py": "bad("}),
    "Мария_123_assignsubmission_file_.zip": zipped({"tictactoe.py": helped("helper"), "helper.py": HELPER}),
    "nested.zip": zipped({"a.zip": zipped({"agent.py": RIGHT})}),
    "erin/src/main.py": helped("utils"),
    "erin/src/utils.py": HELPER,
    "frank/tictactoe.py": RIGHT,
    "frank/runner.py": "import pygame\nimport tictactoe as ttt\nwhile True:\n    pygame.event.get()\n",
    "grace_99_assignsubmission_file_/solution v2.py": RIGHT,
    "with_helper.py": helped("beside"),
    "beside.py": HELPER,
    "slow_import.py": RIGHT + BUSY.format(2),
    "dramatic.py": RIGHT.replace("def minimax(board):", "def minimax(board):\n    time.sleep(60)") + "import time\n",
}
PLAYER_WITHOUT_GAME = """
class Player:
    def __init__(self, letter):
        self.letter = letter

    def get_best_move(self, game):
        return game.available_moves()[0]
"""
ASKS_FOR_EVER = "while True:\n    try:\n        int(input('Row? '))\n    except:\n        print('A number, please')\n"
PAGE = "import streamlit as st\nleft, right = st.columns(2)\ndef turn():\n    st.session_state.board[0] = 'X'\n"
REASONS: dict[str, tuple[str | bytes, str]] = {
    "essay.docx": (b"PK not really", "not a Python file, and not executable"),
    "broken.py": ("def minimax(board:\n", "SyntaxError"),
    "broken.zip": (b"this is no zip", "a zip that cannot be read"),
    "empty.zip": (zipped({"notes.txt": "later"}), "no Python file or program in it"),
    "needs.py": ("import tensorflow_of_our_own\nmodel = tensorflow_of_our_own.load()\n", "tensorflow_of_our_own"),
    "asks.py": ("name = input('Your name? ')\nprint('Hello', name)\n", "waits for input when it is loaded"),
    "window.py": ("import tkinter\nroot = tkinter.Tk()\nroot.mainloop()\n", "it plays in a window (tkinter)"),
    "large.py": (LARGE, "more than"),
    "connect4.py": ("def drop(board, column):\n    return column\n", "it has drop(board, column)"),
    "player.py": (PLAYER_WITHOUT_GAME, "Player.get_best_move(game) needs a game, and no class in the submission has a"),
    "asks_for_ever.py": (ASKS_FOR_EVER, "it asks for input again and again"),
    "page.py": (PAGE, "is a page of streamlit, which is not there when it is graded"),
    "loops.py": ("while True:\n    pass\n", "more than 2 s"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "submissions"
    for name, text in {**GRADED, **{name: text for name, (text, _) in REASONS.items()}}.items():
        path = inside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    (inside / "link.py").symlink_to("abc.py")
    return inside


@pytest.mark.slow
def test_every_submission_is_graded_or_named_with_its_reason(tmp_path: Path, folder: Path) -> None:
    done = grade(tmp_path, folder, "--sample", "40", "--load", "4", "--quick", "--no-parts", timeout=600)
    assert done.code == 3, done.err
    graded = {agent["agent"]: agent["score"] for agent in done.agents if agent["graded"]}
    names = dict.fromkeys(name.partition("/")[0] for name in GRADED)
    assert graded == dict.fromkeys((name for name in names if name != "beside.py"), 100)
    refused = {agent["agent"]: agent["reason"] for agent in done.agents if not agent["graded"]}
    assert set(refused) == {*REASONS, "link.py"} and len(graded) + len(refused) >= 25
    expected = {"link.py": "a symbolic link", **{name: reason for name, (_, reason) in REASONS.items()}}
    for name, reason in expected.items():
        assert reason.replace("2 s", "4 s") in refused[name], (name, refused[name])
        assert f"{name}: not graded: " in done.out


def test_the_dry_run_says_how_and_why(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "good.py").write_text(RIGHT)
    (tmp_path / "in" / "other.py").write_text("def area(radius):\n    return 3 * radius\n")
    done = grade_here(tmp_path, tmp_path / "in", "--check")
    assert done.code == 3 and done.agents == []
    assert "good.py: cs50" in done.out and "beside player, actions, result" in done.out and "trial " in done.out
    assert "other.py: not graded: no known interface: it has area(radius)" in done.out
    assert grade_here(tmp_path, tmp_path / "in" / "good.py", "--check").code == 0


@pytest.mark.parametrize("data", [b"", b"this is no zip", zipped({"agent.py": RIGHT})[:-30]])
def test_a_zip_that_is_none_is_called_so(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "alice.zip"
    path.write_bytes(data)
    for named in (path, tmp_path):
        (found,) = find([str(named)])
        assert found.problem is not None and found.problem.startswith("a zip that cannot be read: ")


def test_a_zip_with_any_byte_broken_is_a_problem_of_one_agent(tmp_path: Path) -> None:
    for way in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", way) as archive:
            archive.writestr("agent.py", RIGHT[:400])
        data = whole.getvalue()
        for at in range(len(data)):
            (tmp_path / "alice.zip").write_bytes(data[:at] + bytes([data[at] ^ 0x5A]) + data[at + 1 :])
            assert len(find([str(tmp_path / "alice.zip")])) == 1


def test_a_zip_cannot_leave_its_folder_or_be_too_large(tmp_path: Path) -> None:
    path = tmp_path / "odd.zip"
    path.write_bytes(zipped({"../up.py": RIGHT, "in/ok.py": RIGHT, "in/../../out.py": RIGHT}))
    (one,) = submissions.at(path)
    assert [file.path for file in one.files] == ["ok.py"]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.py", b"0" * (64 << 20))
    (one,) = submissions.at(path)
    assert one.problem == "more than 8 MB" and one.files == ()


@pytest.mark.slow
def test_a_file_of_eight_megabytes_costs_the_grader_little(tmp_path: Path) -> None:
    """It is read as Python in the sandbox only, where memory is limited."""
    (tmp_path / "zeros.py").write_text("cells = [" + "0," * (LARGEST // 2 - 10) + "]\n")
    script = (
        "import sys; from noughts.cli import main; code = main(sys.argv[1:]);"
        "peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')];"
        "sys.stderr.write(peak[0].split()[1]); sys.exit(code)"  # ru_maxrss would count the tests themselves
    )
    command = [sys.executable, "-c", script, "grade", str(tmp_path / "zeros.py"), "--check"]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "not graded: " in done.stdout
    assert int(done.stderr.split()[-1]) < 700 << 10  # kilobytes


def test_packages_can_be_provided(tmp_path: Path) -> None:
    packages = tmp_path / "site"
    packages.mkdir()
    (packages / "rules_of_our_own.py").write_text(agents.SOLVER + agents.FLAWS["perfect"])
    (tmp_path / "agent.py").write_text("from rules_of_our_own import pick\n" + agents.SHELLS["functional"])
    done = grade_here(tmp_path, tmp_path / "agent.py", "--sample", "20", "--packages", packages)
    assert done.agents[0]["score"] == 100 and done.agents[0]["note"] == ""


@pytest.mark.parametrize("how", quick_for(["a folder", "names"], "a folder"))
def test_nobody_can_import_the_agent_of_another(tmp_path: Path, how: str) -> None:
    """A module beside a file belongs to it; a file or folder with an agent in it is somebody's own, and is graded."""
    inside = tmp_path / "in"
    (inside / "carol").mkdir(parents=True)
    perfect = agents.SOLVER + agents.FLAWS["perfect"] + agents.SHELLS["functional"]
    (inside / "alice.py").write_text(perfect)
    (inside / "carol" / "main.py").write_text(perfect + "# carol\n")
    (inside / "carol" / "__init__.py").touch()
    (inside / "bob.py").write_text("from alice import play\n")
    (inside / "dave.py").write_text("from carol.main import play\n")
    (inside / "erin.py").write_text("from rules import won\n" + perfect.replace("def won(", "def own("))
    (inside / "rules.py").write_text(agents.SOLVER[: agents.SOLVER.index("@lru_cache")])
    named = [inside] if how == "a folder" else sorted(inside.iterdir())
    done = grade_here(tmp_path, *named, "--sample", "4")
    scores = {agent["agent"]: agent["score"] for agent in done.agents if agent["graded"]}
    assert scores == {"alice.py": 100, "carol": 100, "erin.py": 100} and done.code == 3
    for name, module in {"bob.py": "alice", "dave.py": "carol"}.items():
        assert f"needs a package that is not there: {module}" in done.agent(name)["reason"]


@pytest.mark.slow
def test_loading_counts_once_and_not_against_each_answer(tmp_path: Path) -> None:
    """Hundreds of answers with an import of a second; one a second would take too long."""
    (tmp_path / "agent.py").write_text(RIGHT + BUSY.format(1))
    agent = grade(tmp_path, tmp_path / "agent.py", "--quick", timeout=300).agents[0]
    assert (agent["score"], agent["verdicts"]["no-answer"]) == (100, 0)

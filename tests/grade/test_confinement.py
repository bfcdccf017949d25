"""What an agent sees where the course folder lies in an unlucky place, what it can still do, and what is measured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tiers import quick_for

from noughts.cli import main
from noughts.grade import candidates, sandbox, self_test, visible

from . import agents
from .classes import PACKAGES
from .running import environment, grade_here as grade

CONFINEMENTS = {"bubblewrap": os.environ["PATH"], "Landlock": "/nowhere"}

SPY = """
import importlib, os, sys
TURN = "JUDGE"
for path in {paths!r}:
    try:
        print("read", path, open(path).read())
        sys.exit(0)
    except OSError:
        pass
for name in ("noughts", "noughts.secret"):
    try:
        if getattr(importlib.import_module(name), "__file__", None):
            print("imported", name)
            sys.exit(0)
    except (ImportError, OSError):
        pass
sys.exit("saw nothing")
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course folder that is a virtual environment too, with another `noughts` installed in it."""
    folder = tmp_path / "course"
    packages = folder / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    (packages / "noughts").mkdir(parents=True)
    (packages / "noughts" / "__init__.py").touch()
    (packages / "noughts" / "secret.py").write_text("ANSWERS = 1\n")
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    home = Path(os.path.realpath(sys.executable)).parent
    (folder / "pyvenv.cfg").write_text(f"home = {home}\ninclude-system-site-packages = false\n")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", CONFINEMENTS)
@pytest.mark.parametrize("inside", ["submissions", "lib/submissions"])
def test_no_other_submission_is_seen_below_the_prefix(course: Path, inside: str, name: str) -> None:
    folder = course / inside
    folder.mkdir(parents=True)
    (folder / "other.py").write_text(agents.source("perfect", "judge"))
    (course / "marks.txt").write_text("secret")
    paths = [str(folder / "other.py"), str(course / "marks.txt"), str(folder / "spy.py")]
    (folder / "spy.py").write_text(SPY.format(paths=paths))
    done = subprocess.run(
        [str(course / "bin" / "python"), "-m", "noughts", "grade", inside, "--sample", "1", "--json", "report.json"],
        cwd=course, env={**environment(course), "PYTHONPATH": str(PACKAGES), "PATH": CONFINEMENTS[name]},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    other, spy = json.loads((course / "report.json").read_text())
    assert other["score"] == 100 and other["confinement"].startswith(name)
    assert "saw nothing" in spy["mistakes"][0]["reason"], spy["mistakes"]


def test_only_what_an_interpreter_needs_is_shown() -> None:
    shown = visible.shown()
    assert sys.prefix not in shown and "/usr" not in shown and "/" not in shown
    assert not any(visible.is_below("/usr/src/app", place) for place in shown)
    assert any(visible.is_below(os.path.realpath(sys.executable), place) for place in shown)
    assert any(visible.is_below(os.__file__, place) for place in shown)


def test_a_folder_that_python_needs_is_not_hidden_but_the_agents_in_it_are() -> None:
    needed = Path(os.__file__).parent
    assert str(needed / "agent.py") in visible.hiding_places([needed / "agent.py"])
    assert str(needed) not in visible.hiding_places([needed / "agent.py"])


AS_USUAL = """
import asyncio, multiprocessing, subprocess, sys, tempfile, threading

def square(number):
    return number * number

def play(board, sign):
    with tempfile.TemporaryFile() as file:
        file.write(b"x")
    thread = threading.Thread(target=square, args=(1,))
    thread.start()
    thread.join()
    assert subprocess.run([sys.executable, "-c", "print(1)"], capture_output=True, text=True).stdout == "1\\n"
    assert asyncio.run(asyncio.sleep(0, 5)) == 5
    with multiprocessing.Pool(2) as pool:
        assert pool.map(square, [1, 2]) == [1, 4]
    return (9, 9)
"""


def test_what_a_python_program_usually_does_still_works(tmp_path: Path) -> None:
    path = tmp_path / "usual.py"
    path.write_text(AS_USUAL)
    (mistake,) = grade(tmp_path, path, "--quick", "--sample", "1", "--seed", "2").agents[0]["mistakes"]
    assert mistake["verdict"] == "illegal", mistake


@pytest.mark.parametrize("name", quick_for(CONFINEMENTS, "bubblewrap"))
def test_the_self_test_shows_what_holds(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts", "grade", "--self-test"]
    variables = {**environment(tmp_path), "PATH": CONFINEMENTS[name]}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    seen = {line.split()[1]: line.split()[0] for line in lines if line.startswith(("yes", "no "))}
    assert set(seen) == set(self_test.PROTECTIONS)
    assert all(seen[essential] == "yes" for essential in self_test.ESSENTIAL)
    assert f"Confinement: {name}" in done.stdout
    assert ("Not protected against" in done.stdout) == (name == "Landlock")


def test_a_sandbox_that_does_not_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is about what was seen; so is the decision."""
    monkeypatch.setattr(self_test, "_seen", dict.fromkeys(self_test.PROTECTIONS, True) | {"no-network": False})
    with pytest.raises(sandbox.SandboxMissing, match="no-network failed in the self-test"):
        self_test.protections()
    assert self_test.protections(trust=True)["no-network"] is False


def test_without_agents_there_is_a_message(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["grade"]) == 2
    assert "which agents?" in capfd.readouterr().err


def test_companions_that_are_links_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "t3_player.py").write_text("def choose(state): ...\n")
    (tmp_path / "t3_state.py").symlink_to("/etc/passwd")
    (tmp_path / "t3_action.py").write_text("class T3Action: ...\n")
    (candidate,) = candidates.find([str(tmp_path / "t3_player.py")])
    assert [file.path for file in candidate.files] == ["t3_player.py", "t3_action.py"]


@pytest.mark.slow
def test_a_report_replaces_a_link_and_does_not_follow_it(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("as it was")
    for name in ("report.json", "g.csv", "g.html"):
        (tmp_path / name).symlink_to("precious")
    path = tmp_path / "empty.py"
    path.write_text("TURN = 'JUDGE'\n")
    done = grade(tmp_path, path, "--sample", "1", "--csv", "g.csv", "--html", "g.html")
    assert done.code == 1 and (tmp_path / "precious").read_text() == "as it was"
    assert not (tmp_path / "report.json").is_symlink() and not (tmp_path / "g.html").is_symlink()


def test_a_folder_that_cannot_be_listed_is_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)
    (candidate,) = candidates.find([str(tmp_path)])
    assert candidate.problem == "the folder cannot be read: Permission denied" and not candidate.is_graded


@pytest.mark.slow
def test_a_shortage_of_descriptors_ends_nobody_elses_grading(tmp_path: Path) -> None:
    """An agent of 190 files, with too few descriptors for them: it is not asked, and the other is graded."""
    folder = tmp_path / "agents" / "many"
    folder.mkdir(parents=True)
    (folder / "main.py").write_text(agents.source("perfect", "judge"))
    for number in range(190):
        (folder / f"part{number}.txt").touch()
    (tmp_path / "agents" / "z_good.py").write_text(agents.source("perfect", "judge"))
    script = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100));"
        "from noughts.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "grade", "agents", "--sample", "1", "--json", "report.json", "--jobs", "1"],
        cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    many, good = json.loads((tmp_path / "report.json").read_text())
    assert done.returncode == 3 and not many["graded"] and many["score"] is None
    assert "Too many open files" in many["reason"] and good["score"] == 100

"""The course's own judge, `fmi-ai-judge`: as it is installed, or with time enough where others work on the machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import fmi_ai_judge

HOME = Path(str(fmi_ai_judge.__file__)).parent
TESTS = sorted((HOME / "tests" / "tic-tac-toe").glob("t*.in"))
SECONDS = 2  # that it gives a Python program for an answer, by the clock
_PATIENT = 600


def verdicts(program: Path, folder: Path, *options: str) -> dict[str, str]:
    """What the judge says of each of its tests, called in a folder."""
    command = [sys.executable, "-m", "fmi_ai_judge.cli", "run", *options, "--problem", "tictactoe", str(program)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1200, check=False)
    print(done.stdout, done.stderr)
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith("tic-tac-toe ")]
    found = {test: verdict for _, test, verdict, *_ in lines}
    assert list(found) == [test.stem for test in TESTS], done.stderr
    assert (done.returncode == 0) == (set(found.values()) == {"OK"})
    return found


def made_patient(folder: Path) -> Path:
    """A folder in which `verdicts` finds a copy of the judge that differs in its time limit only."""
    copy = shutil.copytree(HOME, folder / "patient" / HOME.name, ignore=shutil.ignore_patterns("__pycache__"))
    limits = copy / "tests" / "tic-tac-toe" / "tests.yaml"
    before, after = limits.read_text(encoding="utf-8").split(f"timeout_slow: {SECONDS}\n")
    limits.write_text(f"{before}timeout_slow: {_PATIENT}\n{after}", encoding="utf-8")
    return copy.parent

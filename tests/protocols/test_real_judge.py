"""The real `fmi-ai-judge` says OK on all of its tic-tac-toe tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .programs import ROOT


@pytest.mark.parametrize("options", [(), pytest.param(("--bench",), marks=pytest.mark.slow)], ids=["plain", "bench"])
def test_the_judge_accepts_every_answer(options: tuple[str, ...], tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "fmi_ai_judge.cli",
        "run",
        *options,
        "--problem",
        "tictactoe",
        str(ROOT / "tictactoe.py"),
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    print(done.stdout, done.stderr)
    assert done.returncode == 0
    verdicts = [line.split()[2] for line in done.stdout.splitlines() if line.startswith("tic-tac-toe ")]
    assert verdicts == ["OK"] * 14

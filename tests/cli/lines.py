"""Lines that documents show, run as a shell would run them, but without the time that it takes to start Python."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from commands import noughts

ROOT = Path(__file__).parents[2]


def run_line(line: str, columns: int) -> subprocess.CompletedProcess[str]:
    """What a line prints and how it ends, in the folder of the project.

    A command of `noughts` that begins it is forked from one that has imported everything; the shell has the rest.
    """
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    command, pipe, rest = line.partition(" | ")
    if not command.startswith("noughts "):
        return _in_a_shell(line, path, columns)
    words, _, file = command.partition(" < ")
    text = (ROOT / file).read_text(encoding="utf-8") if file else ""
    done = noughts(*shlex.split(words)[1:], text=text, folder=ROOT, seconds=300, PATH=path, COLUMNS=str(columns))
    if not pipe:
        return done
    shown = _in_a_shell(rest, path, columns, done.stdout)
    shown.stderr = done.stderr + shown.stderr
    return shown


def _in_a_shell(line: str, path: str, columns: int, text: str = "") -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}  # as at a prompt
    return subprocess.run(
        ["bash", "-c", line],
        cwd=ROOT,
        env={**environment, "PATH": path, "COLUMNS": str(columns)},
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

"""Runs the real command, in a process of its own or in that of the tests, and reads what it wrote."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from noughts.cli import main

COMMAND = (sys.executable, "-m", "noughts")


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str
    agents: list[dict[str, Any]]

    def agent(self, name: str) -> dict[str, Any]:
        return next(agent for agent in self.agents if agent["agent"] == name)


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "COLUMNS": "100"}


def grade(folder: Path, *arguments: str | Path, timeout: float = 600) -> Done:
    """`noughts grade` with the report in `folder`; journals are kept there too."""
    report = folder / "report.json"
    command = [*COMMAND, "grade", *map(str, arguments), "--json", str(report)]
    done = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=timeout, check=False
    )
    return Done(done.returncode, done.stdout, done.stderr, _read(report))


def grade_here(folder: Path, *arguments: str | Path) -> Done:
    """The same command in this process: Python is started once, and so is the self-test of the sandbox."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    done = run_here(folder, "grade", *arguments, "--json", report)
    return replace(done, agents=_read(report))


def run_here(folder: Path, *arguments: str | Path) -> Done:
    """A command in this process, as if it were started in `folder`."""
    out, err, before = io.StringIO(), io.StringIO(), Path.cwd()
    os.chdir(folder)
    try:
        with patch.dict(os.environ, environment(folder)), redirect_stdout(out), redirect_stderr(err):
            code = main([*map(str, arguments)])
    finally:
        os.chdir(before)
    return Done(code, out.getvalue(), err.getvalue(), [])


def _read(report: Path) -> list[dict[str, Any]]:
    return json.loads(report.read_text(encoding="utf-8")) if report.exists() else []


def processes(marker: str) -> list[str]:
    """The command lines of all processes but this one in which a text occurs."""
    command_lines = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                words = (folder / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if marker in words:
                command_lines.append(words)
    return command_lines


def descendants(of: int) -> list[str]:
    """The command lines of the processes that a process has started, and of all that those have."""
    parents, lines = dict[int, int](), dict[int, str]()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                lines[int(folder.name)] = (folder / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue

    def ancestors(process: int) -> Iterator[int]:
        while process in parents:
            process = parents[process]
            yield process

    return [line for process, line in lines.items() if of in ancestors(process)]


def nonzero(verdicts: Mapping[str, int]) -> dict[str, int]:
    """The verdicts that were given at all."""
    return {name: count for name, count in verdicts.items() if count}

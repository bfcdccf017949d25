"""Runs the real command in a real process, and reads what it wrote."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


def grade(folder: Path, *arguments: str | Path, timeout: float = 90) -> Done:
    """`noughts grade` with the report in `folder`; journals are kept there too."""
    report = folder / "report.json"
    command = [*COMMAND, "grade", *map(str, arguments), "--json", str(report)]
    done = subprocess.run(
        command, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=timeout, check=False
    )
    agents = json.loads(report.read_text(encoding="utf-8")) if report.exists() else []
    return Done(done.returncode, done.stdout, done.stderr, agents)


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


def nonzero(verdicts: Mapping[str, int]) -> dict[str, int]:
    """The verdicts that were given at all."""
    return {name: count for name, count in verdicts.items() if count}

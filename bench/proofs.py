"""Proofs in figures: how long one takes with its certificate, with one thread and two, and how long checking takes.

    python bench/proofs.py [--games 7,7,5 qubic] [--rounds 3] [--before PYTHON] [--write docs/benchmarks.md]

Every proof and every check is the command that a person runs, in a process of its own; what counts is the time that it
says it took, and the best of several rounds. Long proofs are measured once. The checker in Python goes through the
smaller certificates once. With `--before`, the Python of an environment with an earlier version, its proofs are
measured in turn with ours; long ones are not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from page import machine, write_part


class Task(NamedTuple):
    """A game, and its targets: seconds for checking the proof, for proving with one thread and with two, for checking
    it in Python, and how much faster two threads are. What has no target is not measured."""

    game: str
    checked: float
    one: float | None = None
    two: float | None = None
    python: float | None = None
    faster: float | None = None
    is_long: bool = False


TASKS = [
    Task("6,5,4", 0.1, one=0.2, python=1),
    Task("7,6,4", 0.1, one=0.2, python=1),
    Task("5,5,4", 0.1, one=1, python=5),
    Task("7,7,5", 0.1, one=0.12, python=5),
    Task("8,7,5", 3, one=2.5, two=2.5, faster=1.5),
    Task("qubic", 3, one=30, two=10, python=600, faster=1.5),
    Task("9,4,4", 0.1, two=90, python=5, is_long=True),
    Task("8,8,5", 10, two=120, is_long=True),
    Task("9,7,5", 10, two=60, is_long=True),
]
ROUNDS = 3


def noughts(*arguments: str, python: str = sys.executable) -> dict[str, Any]:
    done = subprocess.run([python, "-m", "noughts", *arguments, "--json"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"noughts {' '.join(arguments)}: {done.stderr or done.stdout}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def best(runs: list[dict[str, Any]]) -> dict[str, Any]:
    return min(runs, key=lambda found: float(found["seconds"]))


def shown(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def beside(target: float, seconds: float) -> str:
    """A time beside its target."""
    return f"{shown(seconds)} {'≤' if seconds <= target else '**>**'} {target:g} s"


def rows(task: Task, rounds: int, before: str | None, folder: Path) -> Iterator[str]:
    """One row a number of threads."""
    file = str(folder / f"{task.game}.proof")
    one = None
    for threads, target in ((1, task.one), (2, task.two)):
        if target is None:
            continue
        proofs, earlier, checks = [], [], []
        for _ in range(1 if task.is_long else rounds):
            command = ("prove", task.game, "--threads", str(threads), "--memory", "4G", "--certificate")
            if before is not None and not task.is_long:
                earlier.append(noughts(*command, f"{file}.before", python=before))
            proofs.append(noughts(*command, file))
            checks.append(noughts("verify", file))
        proof, checked = best(proofs), best(checks)
        assert checked["stands"] and checked["result"] == proof["result"]
        python, faster = "", ""
        if task.python is not None and one is None:
            python = beside(task.python, noughts("verify", file, "--python")["seconds"])
        if task.faster is not None and one is not None:
            factor = one / proof["seconds"]
            faster = f"{factor:.2f}× {'≥' if factor >= task.faster else '**<**'} {task.faster:g}×"
        one = one or proof["seconds"]
        cells = [
            f"`{task.game}`",
            f"{threads}",
            f"{proof['result']}",
            f"{proof['nodes']:,}",
            *([] if before is None else [shown(best(earlier)["seconds"]) if earlier else ""]),
            beside(target, proof["seconds"]),
            faster,
            f"{Path(file).stat().st_size / 1000:,.0f} kB",
            beside(task.checked, checked["seconds"]),
            python,
        ]
        yield f"| {' | '.join(cells)} |"


def document(tasks: list[Task], rounds: int, before: str | None) -> Iterator[str]:
    yield "## Proofs with certificates"
    yield ""
    long = ", ".join(f"`{task.game}`" for task in TASKS if task.is_long)
    yield f"Written by `make bench-proofs`: `noughts prove` and `noughts verify`, each with the best time of {rounds};"
    yield f"long proofs ({long}) are measured once. The time of a proof includes writing and checking its"
    yield "certificate. Each figure stands beside its target; a missed target is bold."
    if before is not None:
        yield f"*Before* is {version(before)}, measured in turn with this one."
    yield ""
    yield from machine()
    yield ""
    columns = ["game", "threads", "result", "nodes", *([] if before is None else ["before"]), "proved"]
    columns += ["than one thread", "certificate", "checked", "checked in Python"]
    yield f"| {' | '.join(columns)} |"
    yield f"|---|--:|---|{'--:|' * (len(columns) - 3)}"
    with tempfile.TemporaryDirectory() as folder:
        for task in tasks:
            yield from rows(task, rounds, before, Path(folder))


def version(python: str) -> str:
    """Which noughts an environment has."""
    command = [python, "-m", "noughts", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", nargs="+", choices=[task.game for task in TASKS], help="only these")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="the best of so many counts")
    options.add_argument("--before", help="the Python of an environment with an earlier version, to measure as well")
    options.add_argument("--write", type=Path, help="write the part of this page, too")
    chosen = options.parse_args()
    lines = []
    tasks = [task for task in TASKS if task.game in (chosen.games or [task.game])]
    for line in document(tasks, chosen.rounds, chosen.before):
        print(line, flush=True)
        lines.append(line)
    if chosen.write is not None:
        write_part(chosen.write, "proofs", "\n".join(lines))
        print(f"written to {chosen.write}", file=sys.stderr)


if __name__ == "__main__":
    main()

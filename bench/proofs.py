"""Proofs in figures: how long one takes with its certificate, with one thread and two, and how long checking takes.

    python bench/proofs.py [--games 7,7,5 qubic] [--rounds 3] [--write docs/benchmarks.md]

Every proof and every check is the command that a person runs, in a process of its own; what counts is the time that it
says it took, and the best of several rounds. The checker in Python goes through the smaller certificates once.
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
    """A game, and its targets: seconds for the proof by one thread, for checking it, for checking it in Python, and how
    much faster two threads are. What has no target is not measured."""

    game: str
    proved: float
    checked: float
    python: float | None = None
    faster: float | None = None


TASKS = [
    Task("6,5,4", 0.2, 0.1, 1),
    Task("7,6,4", 0.2, 0.1, 1),
    Task("5,5,4", 1, 0.1, 5),
    Task("7,7,5", 1, 0.1, 5),
    Task("8,7,5", 30, 3, faster=1.5),
    Task("qubic", 30, 3, 600, faster=1.5),
]
ROUNDS = 3


def noughts(*arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *arguments, "--json"], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"noughts {' '.join(arguments)}: {done.stderr or done.stdout}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def best(rounds: int, *arguments: str) -> dict[str, Any]:
    return min((noughts(*arguments) for _ in range(rounds)), key=lambda found: float(found["seconds"]))


def shown(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds < 100 else f"{seconds:.0f} s"


def beside(target: float, seconds: float) -> str:
    """A time beside its target."""
    return f"{shown(seconds)} {'≤' if seconds <= target else '**>**'} {target:g} s"


def rows(task: Task, rounds: int, folder: Path) -> Iterator[str]:
    """One row a number of threads."""
    file = str(folder / f"{task.game}.proof")
    one = None
    for threads in (1, 2) if task.faster is not None else (1,):
        proof = best(rounds, "prove", task.game, "--certificate", file, "--threads", str(threads))
        checked = best(rounds, "verify", file)
        assert checked["stands"] and checked["result"] == proof["result"]
        python, faster = "", ""
        if task.python is not None and threads == 1:
            python = beside(task.python, noughts("verify", file, "--python")["seconds"])
        one = one or proof["seconds"]
        if task.faster is not None and threads == 2:
            factor = one / proof["seconds"]
            faster = f"{factor:.2f}× {'≥' if factor >= task.faster else '**<**'} {task.faster:g}×"
        yield (
            f"| `{task.game}` | {threads} | {proof['result']} | {proof['nodes']:,} "
            f"| {beside(task.proved, proof['seconds'])} | {faster} | {Path(file).stat().st_size / 1000:,.0f} kB "
            f"| {beside(task.checked, checked['seconds'])} | {python} |"
        )


def document(tasks: list[Task], rounds: int) -> Iterator[str]:
    yield "## Proofs with certificates"
    yield ""
    yield f"Written by `make bench-proofs`: `noughts prove` and `noughts verify`, each with the best time of {rounds}."
    yield "The time of a proof includes writing and checking its certificate. Each figure stands beside its target; a"
    yield "missed target is bold."
    yield ""
    yield from machine()
    yield ""
    yield "| game | threads | result | nodes | proved | than one thread | certificate | checked | checked in Python |"
    yield "|---|--:|---|--:|--:|--:|--:|--:|--:|"
    with tempfile.TemporaryDirectory() as folder:
        for task in tasks:
            yield from rows(task, rounds, Path(folder))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", nargs="+", choices=[task.game for task in TASKS], help="only these")
    options.add_argument("--rounds", type=int, default=ROUNDS, help="the best of so many counts")
    options.add_argument("--write", type=Path, help="write the part of this page, too")
    chosen = options.parse_args()
    lines = []
    for line in document([task for task in TASKS if task.game in (chosen.games or [task.game])], chosen.rounds):
        print(line, flush=True)
        lines.append(line)
    if chosen.write is not None:
        write_part(chosen.write, "proofs", "\n".join(lines))
        print(f"written to {chosen.write}", file=sys.stderr)


if __name__ == "__main__":
    main()

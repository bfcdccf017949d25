"""What a cluster costs on one machine: the same work by `--cluster local:2` and by two jobs or threads.

Both take turns, for several rounds, and the averages are compared: what a proof searches depends on who comes first,
so that no two rounds are quite the same work. Starting and ending the cluster is in the time, and is told on its own
too. `--write FILE` puts the table into a document.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from grade import agents  # noqa: E402
from page import machine, write_part  # noqa: E402

ROUNDS = 3
SHELLS = ("agent", "functional", "console", "judge")


@dataclass(frozen=True)
class Work:
    """A command, and what makes it use two cores of this machine; `--cluster local:2` takes the place of that."""

    name: str
    command: tuple[str, ...]
    here: tuple[str, ...]


def works(folder: Path) -> list[Work]:
    return [
        Work("nothing to speak of: starting and ending", _grade(folder, "one", 1, "1"), ("--jobs", "2")),
        Work("grading 20 agents, functions and programs", _grade(folder, "twenty", 20, "300"), ("--jobs", "2")),
        *(_prove(name) for name in ("8,7,5", "qubic", "8,8,5")),
    ]


def _prove(name: str) -> Work:
    return Work(f"proving {name}", ("prove", name, "--memory", "4G"), ("--threads", "2"))


def _grade(folder: Path, name: str, count: int, positions: str) -> tuple[str, ...]:
    """Agents with work to do: those of the tests, which forget what they have found out."""
    inside = folder / name
    inside.mkdir()
    for number in range(count):
        flaw, shell = list(agents.FLAWS)[number % len(agents.FLAWS)], SHELLS[number % len(SHELLS)]
        text = agents.source(flaw, shell).replace("maxsize=None", "maxsize=1000")
        (inside / f"agent{number:02}.py").write_text(f"{text}\nNUMBER = {number}\n")
    return "grade", str(inside), "--sample", positions


def seconds(command: Sequence[str]) -> float:
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *command], capture_output=True, text=True, check=False, timeout=3600
    )
    assert done.returncode in (0, 1), done.stderr
    return time.perf_counter() - started


def measure(work: Work) -> tuple[list[float], list[float]]:
    here, there = [], []
    for _ in range(ROUNDS):
        here.append(seconds([*work.command, *work.here]))
        there.append(seconds([*work.command, "--cluster", "local:2"]))
    return here, there


def row(work: Work, here: Sequence[float], there: Sequence[float]) -> str:
    ratios = sorted(other / one for one, other in zip(here, there))
    ratio = f"**{sum(there) / sum(here):.2f}** ({ratios[0]:.2f} to {ratios[-1]:.2f})"
    return f"| {work.name} | `{' '.join(work.here)}` | {mean(here):.1f} s | {mean(there):.1f} s | {ratio} |"


def main() -> None:
    rounds = f"Averages of {ROUNDS} rounds, in which both took turns, and the smallest and largest ratio of a round."
    about = ["", rounds, *machine()]
    rows = ["| work | on one machine | time | `--cluster local:2` | ratio |", "|---|---|--:|--:|--:|"]
    with tempfile.TemporaryDirectory() as made:
        for work in works(Path(made)):
            rows.append(row(work, *measure(work)))
            print(rows[-1], flush=True)
    if sys.argv[1:2] == ["--write"]:
        write_part(Path(sys.argv[2]), "cluster", "\n".join([*rows, *about]))
    else:
        print("\n".join(about))


if __name__ == "__main__":
    main()

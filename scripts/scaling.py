"""How the time of a proof would fall with more workers: a simulation on paper, from the measured units of 8,8,5.

    python scripts/scaling.py --measure     proves 8,8,5 again and writes bench/units-8,8,5.csv; some minutes
    make generated                          writes the table and the picture from it

Each unit is given to the worker that is free first, in the order in which they were searched (list scheduling). That
some units are known to be wanted only when others are done is left out: this is a limit, not a promise.
"""

from __future__ import annotations

import argparse
import csv
import heapq
from collections.abc import Sequence
from math import log10
from pathlib import Path

from noughts.explain import svg
from noughts.games import game
from noughts.proofs import proving as proofs
from noughts.proofs.units import NODE_SLICE, ProofUnit, SearchResult

DOCS = Path(__file__).parent.parent / "docs"
GAME = "8,8,5"
UNITS = DOCS.parent / "bench" / f"units-{GAME}.csv"
PICTURE = DOCS / "cluster-scaling.svg"
WORKERS = [2**power for power in range(11)]
NOTED = 256  # workers, for which the page promises something


def measure(threads: int) -> None:
    """Seconds of processor time for every unit, split as for many workers, and the unit that it is a part of."""
    rows: list[tuple[float, int]] = []
    numbers: dict[int, int] = {}

    def on_result(unit: ProofUnit, result: SearchResult) -> None:
        whole = unit.within[0][0] if unit.within else unit.key
        rows.append((round(result.seconds, 3), numbers.setdefault(whole, len(numbers))))

    proof = proofs.prove(
        game(GAME).start(), memory=4 << 30, threads=threads, on_result=on_result, node_slice=NODE_SLICE
    )
    assert proof.result is not None, proof.message
    with UNITS.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("seconds", "whole"), *rows])


def units() -> tuple[list[float], list[float]]:
    """The seconds of each unit as it was searched, and as it would have been without splitting."""
    parts: list[float] = []
    wholes: dict[str, float] = {}
    with UNITS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            parts.append(float(row["seconds"]))
            wholes[row["whole"]] = wholes.get(row["whole"], 0.0) + parts[-1]
    return parts, list(wholes.values())


def makespan(sizes: Sequence[float], workers: int) -> float:
    """When the last one is done, if each is given to the worker that is free first."""
    free = [0.0] * workers
    for size in sizes:
        heapq.heapreplace(free, free[0] + size)
    return max(free)


def efficiency(sizes: Sequence[float], workers: int) -> float:
    """The share of the workers' time in which they search."""
    return sum(sizes) / workers / makespan(sizes, workers)


def table() -> str:
    parts, wholes = units()
    rows = [
        f"| {count:,} | {makespan(parts, count):,.1f} s | {efficiency(parts, count):.0%} "
        f"| {makespan(wholes, count):,.1f} s | {efficiency(wholes, count):.0%} |"
        for count in WORKERS
    ]
    head = [
        "| workers | time, modelled | efficiency, modelled | without splitting, modelled | efficiency, modelled |",
        "|--:|--:|--:|--:|--:|",
    ]
    about = (
        f"\n{len(parts):,} units, {sum(parts):,.0f} s together; the longest takes {max(parts):.1f} s. Without "
        f"splitting there would be {len(wholes):,}, and the longest would take {max(wholes):.1f} s.\n"
    )
    return "\n".join([*head, *rows]) + "\n" + about


_WIDTH, _HEIGHT = 760, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 560, 60, 370


def picture() -> str:
    """Time against workers, both logarithmic: as it is split, without splitting, and the limits of both."""
    parts, wholes = units()
    low, high = 0.1, 10 ** (int(log10(sum(parts))) + 1)

    def x(workers: int) -> float:
        return _LEFT + (_RIGHT - _LEFT) * log10(workers) / log10(WORKERS[-1])

    def y(seconds: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * log10(seconds / low) / log10(high / low)

    def line(cls: str, points: list[tuple[int, float]], width: float, **given: str) -> str:
        path = "L".join(f"{svg.number(x(count))} {svg.number(y(seconds))}" for count, seconds in points)
        return svg.path(cls, f"M{path}", width, fill="none", **given)

    drawn = [svg.label("rung", 16, 32, 18, f"{GAME}: time against workers", 600, "start")]
    drawn.append(svg.label("factor", 330, 32, 13, "modelled from measured units, both axes logarithmic", None, "start"))
    power = round(log10(low))
    while 10**power <= high:
        drawn.append(svg.path("axis", f"M{_LEFT} {svg.number(y(10.0**power))}H{_RIGHT}", 1))
        drawn.append(svg.label("axis-t", _LEFT - 8, y(10.0**power) + 4, 12, f"{10.0**power:,g} s", None, "end"))
        power += 1
    for count in WORKERS:
        drawn.append(svg.label("axis-t", x(count), _BOTTOM + 20, 12, f"{count:,}"))
    drawn.append(svg.label("axis-t", (_LEFT + _RIGHT) / 2, _BOTTOM + 42, 12, "workers"))
    for sizes, name, cls in ((wholes, "not split", "whole"), (parts, "split", "parts")):
        colour = {"whole": "#626771", "parts": "#8A3A68"}[cls]
        times = [(count, makespan(sizes, count)) for count in WORKERS]
        drawn.append(line(cls, times, 2.5, stroke=colour))
        limit = f"longest unit, {name}: {max(sizes):.1f} s"
        drawn.append(
            line(cls, [(1, max(sizes)), (WORKERS[-1], max(sizes))], 1.2, stroke=colour, stroke_dasharray="5 4")
        )
        drawn.append(svg.label("factor", _RIGHT + 10, y(max(sizes)) + 4, 12, limit, None, "start"))
    ideal = [(count, sum(parts) / count) for count in WORKERS]
    drawn.append(line("ideal", ideal, 1, stroke="#8A8981", stroke_dasharray="1 3"))
    drawn.append(svg.label("factor", _RIGHT + 10, y(ideal[-1][1]) + 4, 12, "no time lost at all", None, "start"))
    said = f"With {NOTED} workers {makespan(parts, NOTED):.1f} s if split and {makespan(wholes, NOTED):.1f} s if not."
    return svg.document(
        "".join(drawn),
        box=(0, 0, _WIDTH, _HEIGHT),
        size=(_WIDTH, _HEIGHT),
        title=f"{GAME}: time against workers",
        description=said,
        cls="scaling",
        background=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--measure", action="store_true", help="prove the game again, and note how long each unit takes"
    )
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    if given.measure:
        measure(given.threads)
    print(table())


if __name__ == "__main__":
    main()

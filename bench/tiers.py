"""Writes into docs/testing.md how long the tests of each room took when `make test` and `make test-all` last ran.

    make test-all test-times

`make test-all` runs the quick tests first. A second of a test is a second of one worker; there are more workers than
cores, so that they wait for each other.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree

from page import machine, write_part

ROOT = Path(__file__).parent.parent
WHOLE = ""
TIERS = {"quick": "make test", "slow": "make test-all"}


def by_room(report: Path) -> tuple[Counter[str], defaultdict[str, float]]:
    """The number of tests and their seconds in each room, and for the whole run under `WHOLE`."""
    tests, seconds = Counter[str](), defaultdict[str, float](float)
    suite = ElementTree.parse(report).getroot()[0]
    for case in suite.iter("testcase"):
        room = case.attrib["classname"].split(".")[1]
        tests[room] += 1
        seconds[room] += float(case.attrib["time"])
    tests[WHOLE], seconds[WHOLE] = tests.total(), float(suite.attrib["time"])
    return tests, seconds


def main() -> None:
    reports = {tier: ROOT / "build" / "tests" / f"{tier}.xml" for tier in TIERS}
    for tier, path in reports.items():
        if not path.exists():
            sys.exit(f"noughts: {path} is not there; run `{TIERS[tier]}` first")
    quick, slow = (by_room(path) for path in reports.values())

    def row(name: str, room: str) -> str:
        cells = (f"{tests[room]:,} | {seconds[room]:,.0f} s" for tests, seconds in (quick, slow))
        return f"| {name} | {' | '.join(cells)} |"

    rows = [
        *(row(f"`{room}`", room) for room in sorted({*quick[0], *slow[0]} - {WHOLE})),
        row("everything, in wall time", WHOLE),
    ]
    head = ["| room | tests in `make test` | take | tests that `make test-all` adds | take |", "|---|--:|--:|--:|--:|"]
    where = f"{next(machine())} {os.cpu_count()} cores."  # the load of now says nothing about then
    write_part(ROOT / "docs" / "testing.md", "times", "\n".join([where, "", *head, *rows]))


if __name__ == "__main__":
    main()

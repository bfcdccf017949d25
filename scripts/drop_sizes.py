"""Writes the tables of docs/connect4.md: what boards of other sizes are worth where marks drop.

    make drop-sizes                            60 seconds a game
    python scripts/drop_sizes.py --time 600 6,7,4+drop

Values that are in the document already are kept; a board without one is tried with the time that is given.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from noughts.engine.core import Core
from noughts.errors import SearchStopped
from noughts.games import Result, Value, game

DOCUMENT = Path(__file__).parent.parent / "docs" / "connect4.md"
BEGIN, END = "<!-- drop sizes -->", "<!-- drop sizes ends -->"
SIZES = range(2, 9)
GAMES = ((3, ""), (4, ""), (5, ""), (3, "+misere"), (4, "+misere"))
UNKNOWN = "?"


def name_of(rows: int, columns: int, length: int, suffix: str) -> str:
    return f"{rows},{columns},{length}+drop{suffix}"


def written(value: Value) -> str:
    """`W41`, `D`, `L20`: the result for the side that begins, and the plies to the end."""
    return {Result.WIN: f"W{value.distance}", Result.DRAW: "D", Result.LOSS: f"L{value.distance}"}[value.result]


def known_values(text: str) -> dict[str, str]:
    """The values in the tables, by the names of their games."""
    found: dict[str, str] = {}
    for title, table in re.findall(r"^### (.*?)\n\n(.*?)\n\n", text + "\n\n", re.MULTILINE | re.DOTALL):
        length, suffix = int(title[0]), "+misere" if "misère" in title else ""
        head, _, *lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
        for row in lines:
            for columns, cell in zip(head[1:], row[1:]):
                if cell not in ("", UNKNOWN):
                    found[name_of(int(row[0]), int(columns), length, suffix)] = cell
    return found


def value(name: str, seconds: float) -> str:
    try:
        return written(Core(game(name), memory=1 << 30).value(game(name).start(), time_limit=seconds))
    except SearchStopped:
        return UNKNOWN


def table(length: int, suffix: str, values: dict[str, str]) -> str:
    lines = [f"### {length} in a row{', misère' if suffix else ''}", ""]
    lines += [f"| rows | {' | '.join(map(str, SIZES))} |", f"|--:|{'--:|' * len(SIZES)}"]
    for rows in SIZES:
        cells = [
            values.get(name_of(rows, columns, length, suffix), UNKNOWN if max(rows, columns) >= length else "")
            for columns in SIZES
        ]
        lines.append(f"| {rows} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="those to try, such as 6,7,4+drop; all unless named")
    parser.add_argument("--time", type=float, default=60, help="seconds a game")
    options = parser.parse_args()
    text = DOCUMENT.read_text()
    before, rest = text.split(BEGIN)
    inside, after = rest.split(END)
    values = known_values(inside)
    for length, suffix in GAMES:
        for cells in sorted({rows * columns for rows in SIZES for columns in SIZES}):
            for rows in SIZES:
                name = name_of(rows, cells // rows, length, suffix)
                if cells % rows or cells // rows not in SIZES or max(rows, cells // rows) < length:
                    continue
                if values.get(name, UNKNOWN) != UNKNOWN or name not in (options.games or [name]):
                    continue
                values[name] = value(name, options.time)
                print(name, values[name], flush=True)
        inside = "\n\n".join(table(*which, values) for which in GAMES)
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{inside}\n\n{END}{after}")


if __name__ == "__main__":
    main()

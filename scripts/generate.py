"""Writes what documents take from the program: tables between `<!-- generated: name -->` and `<!-- end -->`.

`make generated` writes; the tests call `stale` to see that nothing has changed since.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import claims
import hostile_table
import judge_answers
import scaling
import t3_map
import t3_textbook
from measured import nodes

import noughts
from noughts.games import EXAMPLES, Ranking, census, game
from noughts.grade.limits import Limits
from noughts.grade.self_test import described
from noughts.search import LADDER

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(<!-- generated: (?P<name>\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
DROPPED = "3,4,3+drop"  # stands in the ladder for the games in which marks drop
COUNTED = ("tictactoe", "tictactoe+misere", "wild", "notakto", "4,3,3", "cube:2")


def table(header: Iterable[str], rows: Iterable[Iterable[str]], right: bool = True) -> str:
    cells = list(header)
    ruler = ["---"] + ["--:" if right else "---"] * (len(cells) - 1)
    return "\n".join("| " + " | ".join(row) + " |" for row in (cells, ruler, *map(list, rows))) + "\n"


def ladder() -> str:
    rows = []
    for algorithm in LADDER:
        module = sys.modules[algorithm.__module__]
        idea = (module.__doc__ or "").splitlines()[0].split(": ", 1)[1].rstrip(".")
        counts = [nodes(algorithm, ranking) for ranking in Ranking]
        counts.append(nodes(algorithm, Ranking.QUICKEST, DROPPED))
        rows.append((algorithm.name, *(f"{count:,}" for count in counts), idea))
    return table(("algorithm", "with distance", "win, draw, loss", f"`{DROPPED}`", "idea"), rows).replace(
        "--: |\n", "--- |\n", 1
    )


def family() -> str:
    rows = []
    for name, about in EXAMPLES.items():
        rules = game(name)
        more = f" ({len(rules.automorphisms)})" if len(rules.automorphisms) > len(rules.symmetries) else ""
        board, lines = "×".join(map(str, rules.shape)), str(len(rules.lines))
        rows.append((f"`{name}`", board, lines, f"{len(rules.symmetries)}{more}", about))
    return table(("name", "board", "lines", "symmetries", "the game"), rows, right=False)


def counts() -> str:
    rows = []
    for name in COUNTED:
        start = game(name).start()
        positions = list(census.reachable(start))
        finished = [position.outcome.winner for position in positions if position.outcome is not None]
        games = census.count_games(start)
        figures = [len(positions), census.count_classes(positions), len(finished), sum(games.values())]
        figures += [games[side] for side in (*start.game.sides, None)]
        rows.append((f"`{name}`", *(f"{figure:,}" for figure in figures)))
    header = ("game", "positions", "classes", "finished", "games", "first side wins", "second side wins", "drawn")
    return table(header, rows)


def protections() -> str:
    """What the self-test tries, with the limits that are usual."""
    rows = [
        (f"`{name}`", words) for name, words in described(Limits(), memory="by a control group or measured").items()
    ]
    return table(("name", "what is tried from inside"), rows, right=False)


def reference() -> str:
    """A directive of mkdocstrings for every public name, by the module that it comes from."""
    made = []
    for home, names in noughts._HOMES.items():  # type: ignore[attr-defined]
        made.append(f"## `noughts.{home}`\n")
        for name in sorted(names.split()):
            defined = getattr(getattr(noughts, name), "__module__", f"noughts.{home}")  # LADDER is a tuple
            made.append(f"::: {defined}.{name}\n")
    return "\n".join([*made, "## `noughts.rl`\n", "::: noughts.rl.environment.Environment\n"])


MAKERS: dict[str, Callable[[], str]] = {
    "ladder": ladder,
    "family": family,
    "counts": counts,
    "hostile": hostile_table.table,
    "protections": protections,
    "reference": reference,
    "scaling": scaling.table,
    "t3-textbook": t3_textbook.table,
    **claims.MAKERS,
    **{f"t3-map-{size}": partial(t3_map.tables, size) for size in t3_map.SIZES},
}


def renewed(text: str, made: dict[str, str]) -> str:
    """The document with every block as the program makes it today."""

    def block(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in made:
            made[name] = MAKERS[name]()
        return f"{match[1]}\n{made[name]}\n{match[3]}"

    return BLOCK.sub(block, text)


def stale() -> list[Path]:
    """The documents whose generated parts are not what the program makes today."""
    made: dict[str, str] = {}
    texts = {path: path.read_text(encoding="utf-8") for path in DOCUMENTS}
    return [path for path, text in texts.items() if renewed(text, made) != text]


def main() -> None:
    judge_answers.main()
    scaling.PICTURE.write_text(scaling.picture(), encoding="utf-8")
    made: dict[str, str] = {}
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8")
        new = renewed(text, made)
        if new != text:
            path.write_text(new, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

"""Makes the opening table of a game in which marks drop: `make openings`, or with another game or number of plies.

Every position after so many plies is searched, one of each pair of mirror images; those before follow from them. What
has been found is kept in a file beside the table, one line a position, and a run continues where an earlier one ended.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from noughts.engine import openings
from noughts.engine.core import Core
from noughts.games import Game, Position, Result, Value, game

SOURCE = Path(__file__).parent.parent / "src" / "noughts" / "engine" / "shipped"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="connect4")
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--out", type=Path, default=SOURCE)
    parser.add_argument("--memory", type=int, default=1 << 30, help="bytes of the core's table")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long; run again to go on")
    options = parser.parse_args()
    rules = game(options.game)
    if not openings.can_have_openings(rules):
        parser.error(f"{rules.name} has no opening table: a game is needed in which marks drop, with up to 64 bits")
    options.out.mkdir(parents=True, exist_ok=True)
    journal = options.out / f"{rules.name}.{options.plies}.journal"
    levels = positions_by_ply(rules, options.plies)
    known = read_journal(journal)
    core = Core(rules, memory=options.memory, threads=options.threads)
    started, left = time.monotonic(), [one for one in levels[-1] if one not in known]
    with journal.open("a") as file:
        for count, key in enumerate(left, start=1):
            position = levels[-1][key]
            known[key] = openings.score_of(core.value(position), position)
            file.write(f"{key} {known[key]}\n")
            file.flush()
            seconds = time.monotonic() - started
            print(f"\r{count:,} of {len(left):,} positions, {seconds:,.0f} s", end="", flush=True)
            if seconds > options.seconds and count < len(left):
                raise SystemExit("\nnot finished; run it again to go on")
    scores = with_earlier_plies(levels, known)
    openings.write(options.out / f"{rules.name}.openings", rules, options.plies, scores)
    journal.unlink()
    print(f"\n{len(scores):,} positions up to {options.plies} plies: {options.out / f'{rules.name}.openings'}")


def positions_by_ply(rules: Game, plies: int) -> list[dict[int, Position]]:
    """The unfinished positions at each ply, one of each pair of mirror images."""
    levels = [{openings.number(rules.start()): rules.start()}]
    for _ in range(plies):
        after = (now.play(move) for now in levels[-1].values() for move in now.legal_moves)
        levels.append({openings.number(now): now for now in after if now.outcome is None})
    return levels


def with_earlier_plies(levels: list[dict[int, Position]], known: dict[int, int]) -> dict[int, int]:
    """The scores of the last level, and those of all levels before it that follow from them."""
    scores = {key: known[key] for key in levels[-1]}
    for level in reversed(levels[:-1]):
        for key, now in level.items():
            values = []
            for move in now.legal_moves:
                after = now.play(move)
                if after.outcome is not None:
                    values.append(Value(Result.WIN if after.outcome.winner else Result.DRAW, 1))
                else:
                    values.append(openings.value_of(scores[openings.number(after)], after).before())
            scores[key] = openings.score_of(max(values), now)
    return scores


def read_journal(path: Path) -> dict[int, int]:
    """What an earlier run found; a line that was cut off is passed over."""
    if not path.exists():
        return {}
    rows = (line.split() for line in path.read_text().splitlines())
    return {int(row[0]): int(row[1]) for row in rows if len(row) == 2 and row[1].lstrip("-").isdigit()}


if __name__ == "__main__":
    main()

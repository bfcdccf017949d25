"""Writes docs/solved.md: what every small board is worth, how it was proved, and what that cost.

    make solved                          60 seconds a game
    python scripts/solved.py --time 600
    python scripts/solved.py --time 3600 --threads 2 8,8,5

What has been proved once is kept in build/solved/, with its certificate, and is not proved again; a game that was not
proved is tried again when there is more time for it than before. Games that are named are tried, and no others.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

from noughts.errors import NoughtsError
from noughts.games import game
from noughts.proofs import certificates, proving as proofs

ROOT = Path(__file__).parent.parent
LARGEST_SHIPPED = 1_000_000  # bytes
MEMORY = 4 << 30
KEPT = ROOT / "build" / "solved"
SHIPPED = ROOT / "src" / "noughts" / "engine" / "shipped"

HSU = "Hsu et al., Theoretical Computer Science 815 (2020)"
UITERWIJK = "Uiterwijk and van den Herik, Information Sciences 122 (2000)"
PUBLISHED = {
    "3,3,3": ("draw", "folklore"),
    "5,5,4": ("draw", UITERWIJK),
    "6,5,4": ("win", UITERWIJK),
    "7,7,5": ("draw", HSU),
    "8,8,5": ("draw", HSU),
    "qubic": ("win", "Patashnik (1980); Allis (1994)"),
}
KINDS = {"win": "threats", "hold": "blocking", "guard": "blocking and threats"}


def games() -> list[str]:
    boards = [
        f"{rows},{columns},{length}"
        for length in (3, 4, 5, 6)
        for rows in range(3, 9)
        for columns in range(3, rows + 1)
        if length <= rows
    ]
    return [*boards, "cube:3", "qubic", "3,3,3+misere", "4,3,3+misere", "4,4,3+misere", "4,4,4+misere"]


def note_of(name: str) -> Path:
    return KEPT / f"{name.replace(':', '-')}.json"


def solve(name: str, seconds: float, threads: int, wanted: list[str]) -> dict[str, Any]:
    """What is known of the game: from an earlier run, or now."""
    note, proof = note_of(name), note_of(name).with_suffix(".proof")
    before = {"nodes": 0, "seconds": 0.0}  # what an earlier run has spent, whose checkpoint is gone on with
    if note.is_file():
        known: dict[str, Any] = json.loads(note.read_text())
        if known["result"] is not None or known["limit"] >= seconds or (wanted and name not in wanted):
            return known
        before = known
    kept = KEPT / "checkpoints" / name.replace(":", "-")
    found = proofs.prove(
        game(name).start(),
        certificate=proof,
        memory=MEMORY,
        time_limit=seconds,
        threads=threads,
        checkpoint=kept,
    )
    known = {
        "result": None if found.result is None else str(found.result),
        "nodes": before["nodes"] + found.nodes,
        "seconds": before["seconds"] + found.seconds,
        "limit": seconds,
        "threads": threads,
        "size": None,
        "how": "exact search" if found.result is not None else "",
    }
    if found.certificate is not None:
        verified = certificates.verify(proof)
        assert verified.result is found.result
        known["size"] = proof.stat().st_size
        known["how"] = " and ".join(KINDS[kind] for kind, _ in certificates.parts_of(proof))
    note.write_text(json.dumps(known))
    if found.result is not None:
        shutil.rmtree(kept, ignore_errors=True)
    return known


def ship(name: str) -> None:
    """Certificates that are small enough become part of the package."""
    proof = note_of(name).with_suffix(".proof")
    if proof.is_file() and proof.stat().st_size <= LARGEST_SHIPPED:
        shutil.copyfile(proof, SHIPPED / proof.name)


def row(name: str, known: dict[str, Any]) -> str:
    published = PUBLISHED.get(name)
    if published and known["result"] not in (None, published[0]):
        raise SystemExit(f"{name}: {known['result']}, but {published[0]} is published")
    size = known["size"]
    shipped = " (shipped)" if (SHIPPED / f"{name.replace(':', '-')}.proof").is_file() else ""
    cells = [
        f"`{name}`",
        known["result"] or f"not known after {known['limit']:g} s",
        known["how"],
        f"{known['nodes']:,}",
        f"{known['seconds']:.2f} s" + (f", {known['threads']} threads" if known["threads"] > 1 else ""),
        "" if size is None else f"{size / 1000:,.1f} kB{shipped}",
        f"{published[0]}: {published[1]}" if published else "",
    ]
    return f"| {' | '.join(cells)} |"


HEAD = """# Solved games

Results are for the side that moves first, on the empty board. `make solved` writes this page. Each game has a time
limit; if it is reached, the result is listed as "not known". Every certificate has been verified. To make one again:

```text
noughts prove GAME --memory 4G --certificate FILE
```

Only one of m,n,k and n,m,k is listed, because they are the same game. Times are for the machine that wrote the page,
with one thread unless the number of threads is given.

| game | result | proved by | nodes | time | certificate | published |
|---|---|---|---|---|---|---|
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=60, help="time limit of a game, in seconds")
    parser.add_argument("--threads", type=int, default=1, help="number of threads")
    parser.add_argument("games", nargs="*", help="only these")
    given = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    if given.games and (
        unknown := [name for name in games() if name not in given.games and not note_of(name).is_file()]
    ):
        raise SystemExit(f"nothing is known of {unknown[0]}: run `make solved` first")
    rows = []
    for name in games():
        try:
            known = solve(name, given.time, given.threads, given.games)
        except NoughtsError as error:
            raise SystemExit(f"{name}: {error}") from None
        ship(name)
        print(name, known["result"], flush=True)
        rows.append(row(name, known))
    (ROOT / "docs" / "solved.md").write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

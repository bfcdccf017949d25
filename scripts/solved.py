"""Writes docs/solved.md and its picture: what every board of at most 64 cells is worth, how it was
proved, and at what cost.

    make solved                          60 seconds a game
    python scripts/solved.py --time 600
    python scripts/solved.py --time 3600 --threads 2 8,8,5
    python scripts/solved.py --check 8,8,5              the other two checkers go through its certificate, too

What has been proved once is kept in build/solved/, with its certificate, and is not proved again; a game that was not
proved is tried again when there is more time for it than before. What is not kept there is known from the page. Games
that are named are tried, and no others; one whose certificate is not kept is proved again. Of boards with more than
eight rows, those whose result follows from another one are not tried, unless the package has a certificate of theirs.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import solved_picture

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from proofs import stranger

from noughts.errors import NoughtsError
from noughts.games import game
from noughts.proofs import certificates, proving as proofs

ROOT = Path(__file__).parent.parent
LARGEST_SHIPPED = 1_000_000  # bytes
MEMORY = 4 << 30
MOST_CELLS, LENGTHS = 64, (3, 4, 5, 6, 7)
MOST_ROWS = 8  # up to here, every board has a proof of its own
KEPT = ROOT / "build" / "solved"
SHIPPED = ROOT / "src" / "noughts" / "proofs" / "shipped"  # not that of the installed package
PAGE = ROOT / "docs" / "solved.md"
PICTURE = ROOT / "docs" / "pictures" / "solved.svg"

HSU = "Hsu et al., Theoretical Computer Science 815 (2020)"
UITERWIJK = "Uiterwijk and van den Herik, Information Sciences 122 (2000)"
PUBLISHED = {
    "3,3,3": ("draw", "folklore"),
    "5,5,4": ("draw", UITERWIJK),
    "6,5,4": ("win", UITERWIJK),
    "7,7,5": ("draw", HSU),
    "8,8,5": ("draw", HSU),
    "9,4,4": ("win", "Charatsidis (2017); Uiterwijk, IEEE Conference on Games (2019)"),
    "qubic": ("win", "Patashnik (1980); Allis (1994)"),
}
COMPILED, PYTHON, INDEPENDENT = "compiled", "Python", "independent"  # checkers
KINDS = {"win": "threats", "hold": "blocking", "guard": "blocking and threats"}
Known = dict[str, Any]
Board = tuple[int, int, int]


def boards() -> list[Board]:
    return [
        (rows, columns, length)
        for length in LENGTHS
        for rows in range(length, MOST_CELLS // 3 + 1)
        for columns in range(3, rows + 1)
        if rows * columns <= MOST_CELLS
    ]


def name_of(board: Board) -> str:
    return ",".join(map(str, board))


def games() -> list[str]:
    others = ["cube:3", "qubic", "3,3,3+misere", "4,3,3+misere", "4,4,3+misere", "4,4,4+misere"]
    return [*map(name_of, boards()), *others]


def in_package(name: str) -> Path:
    return SHIPPED / f"{name.replace(':', '-')}.proof"


def source_of(board: Board, known: dict[str, Known]) -> str | None:
    """A game from whose proof the result of this board follows, if possible one with a certificate in the package: see
    the page for the reason."""
    rows, columns, length = board
    for other in sorted(boards(), key=lambda it: (not in_package(name_of(it)).is_file(), it[0] * it[1], it)):
        contains = other[0] >= rows and other[1] >= columns and other[2] <= length and other != board
        if contains and known.get(name_of(other), {}).get("how") == KINDS["hold"]:
            return name_of(other)
    return None


def note_of(name: str) -> Path:
    return KEPT / f"{name.replace(':', '-')}.json"


def on_page() -> dict[str, Known]:
    """What the page says, by game; without the games that follow from others."""
    lines = PAGE.read_text(encoding="utf-8").splitlines() if PAGE.is_file() else []
    known: dict[str, Known] = {}
    for line in lines:
        cells = [cell.strip(" `") for cell in line.split("|")[1:-1]]
        if line.startswith("| `") and len(cells) == 7 and cells[4]:
            name, result, how, nodes, time, certificate, _ = cells
            limit = re.fullmatch(r"not known after (.*) s", result)
            spent = re.fullmatch(r"([\d.]+) s(?:, (\d+) threads)?", time)
            assert spent is not None, line
            size = re.match(r"[\d,.]+(?= kB)", certificate)
            known[name] = {
                "result": None if limit else result,
                "nodes": int(nodes.replace(",", "")),
                "seconds": float(spent[1]),
                "limit": float(limit[1]) if limit else float(spent[1]),
                "threads": int(spent[2] or 1),
                "size": round(1000 * float(size[0].replace(",", ""))) if size else None,
                "how": how,
            }
        elif line.startswith("| `") and len(cells) == 5:
            size_in_bytes, checkers = int(cells[1].replace(",", "")), cells[3].split(", ")
            known[cells[0]] |= {"size": size_in_bytes, "sha256": cells[2], "checkers": checkers}
    return known


def earlier(name: str, page: dict[str, Known]) -> Known | None:
    """What an earlier run has found."""
    note = note_of(name)
    return json.loads(note.read_text()) if note.is_file() else page.get(name)


def solve(name: str, seconds: float, threads: int, wanted: list[str], known: Known | None) -> Known:
    """What is known of the game: from an earlier run, or now."""
    note, proof = note_of(name), note_of(name).with_suffix(".proof")
    before = {"nodes": 0, "seconds": 0.0}  # what an earlier run has spent, whose checkpoint is gone on with
    if known is not None:
        is_settled = known["result"] is not None
        if wanted and (name not in wanted or (is_settled and proof.is_file())):
            return known
        if not wanted and (is_settled or known["limit"] >= seconds):
            return known
    kept = KEPT / "checkpoints" / name.replace(":", "-")
    if known is not None and kept.is_dir():
        before = known
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
        known["sha256"] = hashlib.sha256(proof.read_bytes()).hexdigest()
        known["how"] = " and ".join(KINDS[kind] for kind, _ in certificates.parts_of(proof))
    note.write_text(json.dumps(known))
    if found.result is not None:
        shutil.rmtree(kept, ignore_errors=True)
    return known


def accept(proof: Path, checker: str) -> None:
    """Has a certificate checked by the Python checker or the independent one, unless that was done before."""
    mark = KEPT / "accepted" / f"{hashlib.sha256(proof.read_bytes()).hexdigest()} {checker}"
    if mark.is_file():
        return
    nodes = (
        stranger.verify(proof.read_bytes()) if checker == INDEPENDENT else certificates.verify(proof, python=True).nodes
    )
    assert nodes == certificates.verify(proof).nodes
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def check(name: str, known: Known) -> Known:
    """Has the certificate checked by all three checkers, which may take an hour."""
    for checker in (PYTHON, INDEPENDENT):
        accept(note_of(name).with_suffix(".proof"), checker)
    known["checkers"] = [COMPILED, PYTHON, INDEPENDENT]
    note_of(name).write_text(json.dumps(known))
    return known


def ship(name: str) -> None:
    """Certificates that are small enough become part of the package."""
    proof = note_of(name).with_suffix(".proof")
    if proof.is_file() and proof.stat().st_size <= LARGEST_SHIPPED:
        shutil.copyfile(proof, in_package(name))


def row(name: str, known: Known) -> str:
    published = PUBLISHED.get(name)
    if published and known["result"] not in (None, published[0]):
        raise SystemExit(f"{name}: {known['result']}, but {published[0]} is published")
    where = f"{published[0]}: {published[1]}" if published else ""
    if "source" in known:
        return f"| `{name}` | {known['result']} | follows from `{known['source']}` | | | | {where} |"
    shipped = " (shipped)" if in_package(name).is_file() else ""
    size = in_package(name).stat().st_size if shipped else known["size"]
    cells = [
        f"`{name}`",
        known["result"] or f"not known after {known['limit']:g} s",
        known["how"],
        f"{known['nodes']:,}",
        f"{known['seconds']:.2f} s" + (f", {known['threads']} threads" if known["threads"] > 1 else ""),
        "" if size is None else f"{size / 1000:,.1f} kB{shipped}",
        where,
    ]
    return f"| {' | '.join(cells)} |"


def large(name: str, known: Known) -> str:
    """A certificate that is not part of the package."""
    threads = f" --threads {known['threads']}" if known["threads"] > 1 else ""
    command = f"noughts prove {name} --memory 4G{threads} --certificate {name.replace(',', '')}.proof"
    checkers = ", ".join(known.get("checkers", [COMPILED]))
    return f"| `{name}` | {known['size']:,} | `{known['sha256']}` | {checkers} | `{command}` |"


HEAD = """# Solved games

Results are for the side that moves first, on the empty board: every m,n,k with at most 64 cells, at least 3 columns
and k from 3 to 7, and a few others. `make solved` writes this page. Each game has a time limit; if it is reached, the
result is listed as "not known". Every certificate has been verified. *Shipped* means that the package has a certificate
of the game.

![Every board of at most 64 cells, for each length of a line: win, draw or not known](pictures/solved.svg)

Only one of m,n,k and n,m,k is listed, because they are the same game. Times are for the machine that wrote the page and
had other work to do meanwhile, with one thread unless the number of threads is given.

## What follows from what

A draw that is proved by *blocking* is a proof that the second player wins the Maker–Breaker game: the first player
never completes a line, whatever the second player's own lines are. Such a draw carries over:

- **to a smaller board.** All lines of the smaller board are lines of the larger one. The second player follows the
  strategy of the larger board, where the first player happens to move on the smaller one only. If the strategy asks
  for a cell that the smaller board lacks, the second player plays anywhere: a stone more never harms Breaker. No line
  of the larger board is completed, so none of the smaller one is.
- **to longer lines.** A line of k + 1 cells contains one of k cells. If no line of k cells is ever completed, no
  longer one is.

The second player does not win either: on an empty board the first player could use the same strategy. So these games
are draws, and need no certificate of their own: the one of the game named proves them.

Nothing else carries over. A *win* does not carry over to a larger board: there the second player has lines that the
smaller board lacks, and a threat on one of them may come first (the extra set paradox). For the same reason a draw by
*blocking and threats* does not carry over to a smaller board, which lacks the lines of these threats. Wins and such
draws are proved for each board.

| game | result | proved by | nodes | time | certificate | published |
|---|---|---|---|---|---|---|
"""

LARGE = """
## Large certificates

These are not part of the package. The command makes one; size and SHA-256 are those of the run behind this table. The
compiled checker accepts all of them. The Python checker takes minutes or hours for one, as does the independent one,
`tests/proofs/stranger.py`, which was written from the [description of the format](certificates.md) alone; those that
have gone through a certificate (`python scripts/solved.py --check GAME`) are named.

| game | bytes | SHA-256 | accepted by | command |
|---|--:|---|---|---|
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=60, help="time limit of a game, in seconds")
    parser.add_argument("--threads", type=int, default=1, help="number of threads")
    parser.add_argument("--check", action="store_true", help="have the certificates of these games checked thrice")
    parser.add_argument("games", nargs="*", help="only these")
    given = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    known: dict[str, Known] = {}
    page = on_page()
    # From large boards to small ones, and from short lines to long ones: so proofs come before what follows from them.
    by_name = {name_of(board): board for board in boards()}
    others = [name for name in games() if name not in by_name]
    for name in [*sorted(by_name, key=lambda it: (by_name[it][2], -by_name[it][0] * by_name[it][1])), *others]:
        board = by_name.get(name)
        source = None
        if board and board[0] > MOST_ROWS and not in_package(name).is_file():
            source = source_of(board, known)
        if source is not None:
            known[name] = {"result": "draw", "source": source, "how": ""}
            continue
        found = earlier(name, page)
        if given.games and name not in given.games and found is None:
            raise SystemExit(f"nothing is known of {name}: run `make solved` first")
        try:
            known[name] = solve(name, given.time, given.threads, given.games, found)
        except NoughtsError as error:
            raise SystemExit(f"{name}: {error}") from None
        ship(name)
        if given.check and name in given.games and known[name]["size"] is not None:
            known[name] = check(name, known[name])
        print(name, known[name]["result"], flush=True)
    rows = [row(name, known[name]) for name in games()]
    sized = [name for name in games() if known[name].get("sha256")]
    larges = [large(name, known[name]) for name in sized if known[name]["size"] > LARGEST_SHIPPED]
    PAGE.write_text(HEAD + "\n".join(rows) + "\n" + LARGE + "\n".join(larges) + "\n", encoding="utf-8")
    results = {board: (known[name]["result"], "source" in known[name]) for name, board in by_name.items()}
    PICTURE.write_text(solved_picture.picture(results), encoding="utf-8")


if __name__ == "__main__":
    main()

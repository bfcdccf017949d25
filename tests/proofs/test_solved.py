"""The page of solved games: what it says is proved again, and both checkers go through every proof."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from scripts_path import solved

from noughts.games import game, position
from noughts.proofs import certificates, proving as proofs
from proofs import brute_force
from proofs.making import AT_NIGHT

DOCS = Path(__file__).parent.parent.parent / "docs"
QUICK, LONG = 2.0, 1800.0  # seconds, as the page has them: in every run, and at night
LARGE = 10_000_000  # bytes of a certificate: Python would take hours for it
RESULTS = ("win", "draw", "loss")


class Row(NamedTuple):
    game: str
    result: str
    how: str
    seconds: float | None  # None if it follows from another game
    certificate: str

    @property
    def source(self) -> str | None:
        found = re.fullmatch(r"follows from `(.*)`", self.how)
        return found[1] if found else None

    @property
    def numbers(self) -> tuple[int, ...]:
        return tuple(map(int, self.game.split(",")))


def rows() -> list[Row]:
    found = []
    for line in (DOCS / "solved.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if line.startswith("| `") and len(cells) == 9:
            seconds = float(cells[5].split()[0].replace(",", "")) if cells[5] else None
            found.append(Row(cells[1].strip("`"), cells[2], cells[3], seconds, cells[6]))
    return found


ROWS = rows()
PROVED = [row for row in ROWS if row.result in RESULTS and row.seconds is not None]
FOLLOW = [row for row in ROWS if row.source is not None]
MARKED = [
    pytest.param(row, id=row.game, marks=AT_NIGHT if row.seconds > QUICK else pytest.mark.slow if number % 8 else ())
    for number, row in enumerate(PROVED)
    if row.seconds is not None and row.seconds < LONG
]


def test_the_size_of_a_shipped_certificate_is_that_of_its_file() -> None:
    shipped = [row for row in ROWS if row.certificate.endswith("(shipped)")]
    assert len(shipped) > 50
    for row in shipped:
        file = files("noughts.proofs") / "shipped" / f"{row.game.replace(':', '-')}.proof"
        assert row.certificate == f"{len(file.read_bytes()) / 1000:,.1f} kB (shipped)", row.game


@pytest.mark.parametrize("row", MARKED)
def test_what_the_page_says_is_proved(row: Row, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    proof = proofs.prove(position(row.game), certificate=file, memory=4 << 30)
    assert str(proof.result) == row.result
    assert (proof.certificate is not None) == bool(row.certificate)
    if proof.certificate is not None:
        for python in (False, True) if file.stat().st_size < LARGE else (False,):
            verified = certificates.verify(file, python=python)
            assert (verified.position, str(verified.result)) == (position(row.game), row.result)


def test_the_page_has_every_board_of_64_cells() -> None:
    expected = {
        f"{m},{n},{k}" for k, m in product(range(3, 8), range(3, 22)) for n in range(3, m + 1) if k <= m and m * n <= 64
    }
    names = [row.game for row in ROWS]
    assert expected | {"cube:3", "qubic", "3,3,3+misere"} <= set(names)
    assert len(names) == len(set(names))
    assert all(row.result in RESULTS or row.result.startswith("not known after ") for row in ROWS)
    picture = (DOCS / "pictures" / "solved.svg").read_text(encoding="utf-8")
    for row in ROWS:
        if row.game in expected:
            result = row.result if row.result in RESULTS else "not known"
            assert f"<title>{row.game}: {result}</title>" in picture


def test_the_page_keeps_what_an_earlier_run_has_found() -> None:
    """`make solved` goes on with what the page says of a game: written again, it is the same."""
    lines = (DOCS / "solved.md").read_text(encoding="utf-8").splitlines()
    known = solved.on_page()
    assert set(known) == {row.game for row in ROWS if row.source is None}
    for name, found in known.items():
        assert solved.row(name, found) in lines
        assert "sha256" not in found or solved.large(name, found) in lines
    assert sum("sha256" in found for found in known.values()) >= 3


def test_all_boards_up_to_eight_rows_are_settled() -> None:
    boards = [row for row in ROWS if re.fullmatch(r"\d+,\d+,\d+", row.game) and row.numbers[0] <= 8]
    assert all(row.result in RESULTS and row.source is None for row in boards)


def test_what_follows_from_another_board_follows_from_a_proof_by_blocking() -> None:
    by_name = {row.game: row for row in ROWS}
    assert FOLLOW
    for row in FOLLOW:
        assert row.result == "draw" and not row.certificate
        source = by_name[str(row.source)]
        assert source.how == "blocking" and source.result == "draw" and source.certificate
        (rows, columns, length), (larger_rows, larger_columns, shorter) = row.numbers, source.numbers
        assert rows <= larger_rows and columns <= larger_columns and length >= shorter


def test_draws_by_blocking_carry_over_to_smaller_boards_and_longer_lines() -> None:
    """By brute force, on all boards of at most 10 cells: what the page gives as its reason is so."""

    @cache
    def holds(rows: int, columns: int, length: int) -> bool:
        rules = game(f"{rows},{columns},{length}")
        return brute_force.breaker_holds(rules.cells, brute_force.as_bits(rules.lines), 0, 0, False)

    boards = [
        (m, n, k) for m, n, k in product(range(1, 11), range(1, 11), range(2, 11)) if n <= m and m * n <= 10 and k <= m
    ]
    seen = set()
    for (m, n, k), (rows, columns, length) in product(boards, boards):
        if m >= rows and n >= columns and k <= length:
            assert holds(rows, columns, length) or not holds(m, n, k)
            seen.add((holds(m, n, k), holds(rows, columns, length)))
    assert len(seen) == 3

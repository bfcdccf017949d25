"""The page of solved games: what it says is proved again, and both checkers go through every proof."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from noughts.games import position
from noughts.proofs import certificates, proving as proofs
from proofs.making import AT_NIGHT

PAGE = Path(__file__).parent.parent.parent / "docs" / "solved.md"
QUICK, LONG = 2.0, 1800.0  # seconds, as the page has them: in every run, and at night
LARGE = 10_000_000  # bytes of a certificate: Python would take hours for it


class Row(NamedTuple):
    game: str
    result: str
    seconds: float
    has_certificate: bool


def rows() -> list[Row]:
    found = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if line.startswith("| `"):
            found.append(Row(cells[1].strip("`"), cells[2], float(cells[5].split()[0]), bool(cells[6])))
    return found


ROWS = rows()
PROVED = [row for row in ROWS if row.result in ("win", "draw", "loss")]
MARKED = [
    pytest.param(row, id=row.game, marks=AT_NIGHT if row.seconds > QUICK else pytest.mark.slow if number % 4 else ())
    for number, row in enumerate(PROVED)
    if row.seconds < LONG
]


@pytest.mark.parametrize("row", MARKED)
def test_what_the_page_says_is_proved(row: Row, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    proof = proofs.prove(position(row.game), certificate=file, memory=4 << 30)
    assert str(proof.result) == row.result
    assert (proof.certificate is not None) == row.has_certificate
    if proof.certificate is not None:
        for python in (False, True) if file.stat().st_size < LARGE else (False,):
            verified = certificates.verify(file, python=python)
            assert (verified.position, str(verified.result)) == (position(row.game), row.result)


def test_the_page_has_every_board() -> None:
    names = {row.game for row in ROWS}
    assert {f"{m},{n},{k}" for k in (3, 4, 5) for m in range(3, 9) for n in range(3, m + 1) if k <= m} <= names
    assert {"cube:3", "qubic", "3,3,3+misere"} <= names
    assert len(PROVED) == len(ROWS)

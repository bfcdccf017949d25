"""What docs/claims.md says is measured can be measured again with the command beside it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from cli.lines import run_line
from scripts_path import claims, measured

from noughts.games import Ranking
from noughts.search import AlphaBeta

ROOT = Path(__file__).parents[2]
TIMED = "python bench/judge_start.py"  # a matter of seconds, and of the machine


@cache
def every_claim() -> list[tuple[str, claims.Claim]]:
    return [(text, claim) for text, make in claims.TEXTS.items() for claim in make()]


@cache
def printed(command: str) -> str:
    done = run_line(command, columns=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_each_command_prints_what_was_measured() -> None:
    asked = [claim for _, claim in every_claim() if claim.command != TIMED]
    assert asked
    for claim in asked:
        text = printed(claim.command)
        assert claim.shows and claim.shows in text, claim
        prints_nothing_else = claim.command.startswith("python -c") or "judge" in claim.command
        assert not prints_nothing_else or text.strip() == claim.shows, claim


@pytest.mark.slow
def test_every_text_has_claims_and_every_claim_stands_in_the_document() -> None:
    document = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")
    assert {text for text, _ in every_claim()} == {"agent", "console", "t3", "board", "functional"}
    for _, claim in every_claim():
        assert f"| {claim.says} |" in document
        assert f"`{claim.command}`" in document


@pytest.mark.slow
def test_the_claims_that_are_wrong_are_the_ones_we_know() -> None:
    """A change here means that a text was misread, or that the program is wrong."""
    wrong = {text: sum(claim.holds is False for at, claim in every_claim() if at == text) for text in claims.TEXTS}
    assert wrong == {"agent": 5, "console": 0, "t3": 1, "board": 9, "functional": 0}


def test_the_smallest_proof_is_smaller_than_any_search_and_large_enough() -> None:
    """It lies between the 59 that a text gives and what alpha-beta visits with moves in any fixed order."""
    assert 59 < measured.smallest_proof() < measured.nodes(AlphaBeta, Ranking.EARLIEST_END)

"""Sentences that were replaced by plainer ones do not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md", "examples/**/*.py", "examples/*.ipynb",
          "src/noughts/**/*.py", "src/noughts/**/*.html", "src/noughts/**/*.js")  # fmt: skip
# Forty sentences, by the words that gave them away; where there are two parts, something stood between them.
REPLACED: list[tuple[str, ...]] = [
    ("give you the `noughts` command",),
    ("needs nothing installed at all",),
    ("see a completed line one ply before it is there",),
    ("a draw", "and a search that was stopped are never confused"),
    ("One sentence holds the whole design",),
    ("A move is row column, or a key",),
    ("I look two plies ahead until it is not",),
    ("The input ended; so does the game",),
    ("X draws in 9 plies",),
    ("Draw so many plies; the rest is counted",),
    ("Ask no more after N answers",),
    ("Which chance: the same seed",),
    ("How many mistakes reports tell of an agent",),
    ("Games begin after every way to play so many plies",),
    ("is named", "by a short text"),
    ("turns the goal round",),
    ("The file appears when it is complete",),
    ("as the keys lie on the pad",),
    ("the signature of the compiled core",),
    ("a set, in order of preference",),
    ("cannot cheat and cannot do harm",),
    ("that speaks of JUDGE or TURN",),
    ("by chance, the same ones for the same seed",),
    ("as a user of its own where root grades",),
    ("Who has no legal move to offer loses",),
    ("by itself may keep notes there",),
    ("A file may have 16 MB",),
    ("what the table knows a position by",),
    ("cannot be read off scores that are negated",),
    ("is stepped over in the page",),
    ("It wears light colours as attributes",),
    ("are together all that the search visited",),
    ("that a second or so is not enough for",),
    ("seen again at sight is not written",),
    ("is not let in",),
    ("which unit it is that workers are lost with",),
    ("while we were importing it, too",),
    ("held by the tests",),
    ("helps to end the game or does not",),
    ("those that are not named stay as they are",),
]


def words(text: str) -> str:
    """In lower case and on one line, with neither the quotes nor the comment signs of source code."""
    return re.sub(r"[\s\"#]+", " ", text).lower()


TEXTS = {path: words(path.read_text(encoding="utf-8")) for place in PLACES for path in ROOT.glob(place)}


def test_there_are_forty_and_the_texts_are_read() -> None:
    assert len(REPLACED) == len(set(REPLACED)) == 40
    assert len(TEXTS) > 150 and any("three in a row" in text for text in TEXTS.values())


@pytest.mark.parametrize("parts", REPLACED, ids=lambda parts: parts[0][:30])
def test_a_replaced_sentence_is_gone(parts: tuple[str, ...]) -> None:
    pattern = re.compile(".{0,60}".join(re.escape(words(part).strip()) for part in parts))
    found = [path.name for path, text in TEXTS.items() if pattern.search(text)]
    assert not found

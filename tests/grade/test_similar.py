"""Similar submissions: equal after names and layout are left out, and only those."""

from __future__ import annotations

import re

import pytest

from noughts.grade.candidates import Candidate, File
from noughts.grade.similar import LARGEST, fingerprint, groups

from . import cs50


def candidate(*texts: str, name: str = "agent.py") -> Candidate:
    files = tuple(File(f"{at or ''}{name}", text.encode()) for at, text in enumerate(texts))
    return Candidate(name, name, files)


ORIGINAL = cs50.source()
RENAMED = re.sub(r"\bwinner\b", "who_won", re.sub(r"\bboard\b", "grid", ORIGINAL))
COMMENTED = '"""My own work."""\n' + ORIGINAL.replace("):\n", "):  # mine\n\n\n")
INDENTED = ORIGINAL.replace("    ", "\t")
BROKEN_LINES = ORIGINAL.replace("{X: 1, O: -1, None: 0}", "{\n    X: 1,\n    O: -1, None: 0}")
QUOTED = ORIGINAL.replace('"', "'")
REORDERED = cs50.HEAD + "".join(reversed(cs50.PIECES.values()))
DOCUMENTED = ORIGINAL.replace("def utility(board):\n", 'def utility(board):\n    """1, -1 or 0."""\n')


@pytest.mark.parametrize(
    "text", [RENAMED, COMMENTED, INDENTED, BROKEN_LINES, QUOTED, REORDERED, DOCUMENTED], ids=lambda text: text[:20]
)
def test_names_and_layout_do_not_matter(text: str) -> None:
    assert text != ORIGINAL
    assert fingerprint(candidate(text)) == fingerprint(candidate(ORIGINAL)) is not None


@pytest.mark.parametrize(
    "text",
    [
        ORIGINAL.replace("X: 1", "X: 2"),
        ORIGINAL.replace("% 2 == 0", "% 2 != 0"),
        ORIGINAL.replace("return i, j", "return j, i"),
        ORIGINAL.replace("raise ValueError(action)", "raise IndexError(action)"),
        ORIGINAL + "\nprint(1)\n",
    ],
)
def test_anything_else_does(text: str) -> None:
    assert text != ORIGINAL
    assert fingerprint(candidate(text)) != fingerprint(candidate(ORIGINAL))


def test_groups_name_all_that_are_equal() -> None:
    agents = [candidate(ORIGINAL), candidate("x = 1"), candidate(RENAMED), candidate("y = 1"), candidate(QUOTED)]
    assert groups(agents) == [(0, 2, 4)]  # the short ones are left out


def test_several_files_are_compared_together() -> None:
    split = candidate(cs50.HEAD, "".join(cs50.PIECES.values()))
    assert fingerprint(split) == fingerprint(candidate(ORIGINAL))


@pytest.mark.parametrize("text", ["x = (\n" * 150, "   y = a + b + c\n  z = 1\n" * 90, 'x = """1\n' + ORIGINAL])
def test_what_cannot_be_read_is_not_compared(text: str) -> None:
    assert fingerprint(candidate(text)) is None


def test_what_is_too_large_is_not_compared() -> None:
    assert fingerprint(candidate("x = 1\n" * LARGEST)) is None

"""What stands for X, O and an empty cell, and in which form boards are, from what a file makes and says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..interfaces import Mark
from .survey import Board, Survey

_EMPTY: tuple[Mark, ...] = (" ", None, "_", "-", ".", "", 0, "#", "*", "~", "?", "b", "B", "e", "E", "0", False, "  ")
_LETTERS = (
    ("X", "O"),
    ("x", "o"),
    ("X", "0"),
    ("x", "0"),
    ("❌", "⭕"),
    ("❎", "⭕"),
    ("❌", "⚪"),
    ("✖", "⭕"),
    ("1", "2"),
    ("1", "-1"),
)
_NUMBERS: tuple[tuple[Mark, Mark], ...] = ((1, 2), (1, -1), (2, 1), (-1, 1), (10, -10), (1, 0), (0, 1))
_NUMBERED = {
    tuple(range(9)): "numbers from 0",
    tuple(range(1, 10)): "numbers from 1",
    tuple(map(str, range(9))): "digits from 0",
    tuple(map(str, range(1, 10))): "digits from 1",
}
Marks = tuple[Mark, Mark, Mark]


def empty_of(board: Board) -> list[Mark]:
    """What an empty cell of this board may be."""
    numbered = _NUMBERED.get(board.cells)
    if numbered is not None:
        return [numbered]
    kinds = list(dict.fromkeys((type(cell).__name__, cell) for cell in board.cells))
    if len(kinds) == 1:
        return [board.cells[0]]
    return [empty for empty in _EMPTY if (type(empty).__name__, empty) in kinds][:1]


def pairs_of(survey: Survey, empties: Iterable[Mark]) -> list[tuple[Mark, Mark]]:
    """What may stand for X and O: letters that are in the code, or numbers."""
    texts = set(survey.marks) | {value for value in survey.constants.values() if isinstance(value, str)}
    letters: list[tuple[Mark, Mark]] = [pair for pair in _LETTERS if set(pair) <= texts]
    first = list(empties)[:1]
    members = [pair for kind in survey.enums for pair in _members(kind) if not first or first[0] not in pair]
    numbers = [pair for pair in _NUMBERS if not first or isinstance(first[0], (str, bool)) or first[0] not in pair]
    numbers.sort(key=lambda pair: not set(pair) <= set(_numbers(survey)))
    if first and isinstance(first[0], (int, float)) and not isinstance(first[0], bool):
        return (
            [*members, *numbers[:4], *letters] if not letters or first[0] == 0 else [*members, *letters, *numbers[:4]]
        )
    return [*members, *(letters or [("X", "O")]), *numbers[:4]]


_NOBODY = re.compile(r"^(empty|none|null|blank|free|nothing|unset|undefined|no_?(one|body|mark)|e|n|_+)$", re.I)
_DRAWN = re.compile(r"draw|tie|finish|over|going|progress|run|invalid|unknown", re.I)
_FIRST = re.compile(r"^(x|cross|ex|player_?(1|one|x)|p1|first|one|human)", re.I)


def _members(kind: tuple[str, ...]) -> list[tuple[Mark, Mark]]:
    """The two members of an enumeration that stand for players, X first."""
    names = [(member, member.partition(".")[2]) for member in kind]
    players = [pair for pair in names if not _NOBODY.search(pair[1]) and not _DRAWN.search(pair[1])]
    players.sort(key=lambda pair: not _FIRST.search(pair[1]))
    return [(players[0][0], players[1][0])] if len(players) == 2 else []


def _empty_members(survey: Survey) -> list[Mark]:
    return [one for kind in survey.enums if _members(kind) for one in kind if _NOBODY.search(one.partition(".")[2])]


def _numbers(survey: Survey) -> list[Mark]:
    values = list(survey.constants.values()) + [one for kind in survey.classes for one in kind.values.values()]
    return [value for value in values if isinstance(value, int) and not isinstance(value, bool)]


def marks_for(survey: Survey, boards: Sequence[Board]) -> list[Marks]:
    """Every likely combination, the likeliest first."""
    empties = [empty for board in boards for empty in empty_of(board)]
    known = bool(empties)
    if known and not set(map(repr, empties)) & set(map(repr, survey.compared)):
        # It is compared with something else: the board is filled with that later.
        empties += [one for one in _EMPTY if isinstance(one, str) and one in survey.compared]
    if not known:
        texts = set(survey.marks)
        empties = [one for one in _EMPTY if (one in texts if isinstance(one, str) else one is None and "None" in texts)]
        empties = [*_empty_members(survey), *empties]
        empties += [one for one in _odd(survey) if one not in empties]
        empties += [0, "digits from 1", "numbers from 1"]
    found: dict[tuple[str, ...], Marks] = {}
    for empty in dict.fromkeys(empties):
        for pair in pairs_of(survey, [empty]):
            if empty not in pair or isinstance(empty, bool):
                found.setdefault(tuple(map(repr, (*pair, empty))), (*pair, empty))
    usual = sorted(
        found.values(), key=lambda marks: isinstance(marks[0], str) != isinstance(marks[2], (str, type(None)))
    )
    return usual[: 6 if known else 12]


def _odd(survey: Survey) -> list[Mark]:
    """Texts that cells are compared with, and that stand for no player that we know: perhaps an empty cell."""
    players = {mark for pair in _LETTERS for mark in pair}
    found: list[Mark] = [one for one in survey.compared if isinstance(one, str) and not one.isdigit()]
    return [one for one in found if one not in players][:3]


def forms_for(survey: Survey, boards: Sequence[Board]) -> list[str]:
    """The forms of the boards that were seen, then the usual ones."""
    seen = [board.form for board in boards]
    usual = ["rows", "flat", "text", "from-1", "row-tuples", "flat-tuple"]
    if survey.numpy:
        usual[2:2] = ["array", "flat-array"]
    if not boards:  # the board is made elsewhere, and may be anything that has an index
        usual.append("mapping")
    return list(dict.fromkeys([*seen, *usual]))

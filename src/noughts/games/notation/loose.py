"""Boards as people paste them: rows on lines of their own, nine characters, grids with bars, what `print` shows.

Spaces, bars, rules, coordinates and names of layers are passed over, and the side to move may be missing: then it is
the one whose turn it is by the marks.
"""

from __future__ import annotations

import re

from ...errors import NotationError, Plural
from ..game import Game
from ..position import Position
from .symbols import expected_marks, read_mark, read_side, shown

_EMPTY = "_.-–·*□"
_LOOKS = str.maketrans(
    {"×": "X", "✕": "X", "❌": "X", "х": "X", "Х": "X", "○": "O", "◯": "O", "⭕": "O", "о": "O", "О": "O"}
)
_BARS = re.compile(r"[|│┃]")
_RULE = re.compile(r"[-─━=═+┼╋╬├┤┬┴┌┐└┘|│┃\s]+")
_TURN = re.compile(r"(?:turn:?\s*)?(\w+)(\s+to\s+(?:move|play)\.?)?", re.IGNORECASE)
_ENDED = re.compile(r"(\w+ wins\b.*|draw\b.*|drawn\b.*)", re.IGNORECASE)


def read(text: str, game: Game) -> Position:
    """The position that a text shows; an error with what was found, and what would be read."""
    lines = text.translate(_LOOKS).splitlines()
    side, lines = _side(lines, game)
    is_drawn = any("│" in line for line in lines)
    has_bars = any(_BARS.search(line) for line in lines)
    cells: list[str] = []
    for line in lines:
        if line.strip() and not _is_decoration(line, game, has_bars, is_drawn):
            cells += _cells(line, game, is_drawn)
    if len(cells) != game.cells:
        size = "×".join(map(str, game.shape))
        found = Plural("{count} cell", "{count} cells", count=len(cells))
        raise NotationError("found {found}, expected {expected}", found=found, expected=f"{game.cells} ({size})")
    board = bytes(_mark(cell, game, number) for number, cell in enumerate(cells))
    return Position(game, board, side or turn_by_marks(board, game))


def turn_by_marks(board: bytes, game: Game) -> str:
    """The side that is to move if the first side began, or if the other is one mark ahead."""
    first, second = game.sides
    if len(game.owner) < len(game.all_marks):
        return game.sides[sum(map(bool, board)) % 2]
    own = [game.owner[mark] for mark in board if mark]
    return second if own.count(first) > own.count(second) else first


def _side(lines: list[str], game: Game) -> tuple[str | None, list[str]]:
    """The side to move, where a line or the end of the last one names it, and the lines without it."""
    kept: list[str] = []
    side: str | None = None
    filled = [number for number, line in enumerate(lines) if line.strip()]
    for number, line in enumerate(lines):
        words = line.split()
        found = _TURN.fullmatch(line.strip())
        plain = found is not None and not found.group(2) and not line.strip().lower().startswith("turn")
        if found is not None and _is_side(found.group(1), game) and (not plain or number == filled[-1] != filled[0]):
            side = read_side(found.group(1), game)
        elif filled and number == filled[-1] and len(words) == 2 and len(words[0]) > 1 and _is_side(words[1], game):
            side = read_side(words[1], game)
            kept.append(words[0])
        else:
            kept.append(line)
    return side, kept


def _is_side(word: str, game: Game) -> bool:
    return word.lower().removesuffix("s") in [side.lower() for side in game.sides] or word.lower() in [
        side.lower() for side in game.sides
    ]


def _is_decoration(line: str, game: Game, has_bars: bool, is_drawn: bool) -> bool:
    """Whether a line holds no cells: a rule, coordinates, the name of a layer, how the game ended."""
    words, columns = line.split(), game.shape[-1]
    if re.fullmatch(r"layer \d+", line.strip(), re.IGNORECASE) or _ENDED.fullmatch(line.strip()):
        return True
    if words == [str(column + 1) for column in range(columns)]:
        return is_drawn or not game.has_numbers
    if not _RULE.fullmatch(line) or (_BARS.search(line) and not re.search(r"[-─━=═+┼╋╬]", line)):
        return False
    return has_bars or line.strip().strip("-") != "" or len(line.strip()) != columns


def _cells(line: str, game: Game, is_drawn: bool) -> list[str]:
    """What the cells of a row hold; the row's number is passed over."""
    if _BARS.search(line):
        has_walls = line.strip().startswith("│")
        row = line[4:] if is_drawn and not has_walls else line.strip()
        if not game.has_numbers:
            row = re.sub(r"^\s*\d+(?=\s)", "", row)
        parts = [part.strip() for part in _BARS.split(row)]
        return parts[1:-1] if len(parts) == game.shape[-1] + 2 else parts  # with or without bars at the ends
    words = re.split(r"[\s,;/]+", line.strip().strip("[]();,"))
    if not game.has_numbers and len(words) > 1 and words[0].isdigit():
        words = words[1:]
    if game.has_numbers and max(game.all_marks) > 9:
        return words
    return [sign for word in words for sign in word]


def _mark(sign: str, game: Game, number: int) -> int:
    if not sign or sign in _EMPTY:
        return 0
    try:
        return read_mark(sign, game)
    except NotationError:
        raise NotationError(
            "{place}: found {found}, expected {expected}",
            place=game.place_name(number),
            found=shown(sign),
            expected=expected_marks(game),
        ) from None

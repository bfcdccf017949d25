"""Moves as people write them: `2 2`, after the layer on a 3-D board, before the mark where there is a choice.

Where marks drop, a move is a column, `4`; the whole place of the cell is read, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from ...errors import IllegalMove, Message, MisuseError, NotationError, joined
from ..game import Game, Move, axis_range
from ..position import Position, may_not_place
from .symbols import read_mark, shown

Part = TypeVar("Part")
# As a list of moves shows them: `X 2,2`, `5 at 2,2`, `4. odd 5 at 2,2`; the mark comes first there.
_LISTED = re.compile(
    r"(?:\d+\.\s+)?(?:[^\W\d]{2,}\s+)?(?:(?P<letter>[^\W\d])|(?P<number>\d+)\s+[^\W\d]+)\s+(?P<place>\d+(?:,\d+)+)"
)
_DROPPED = re.compile(r"(?:\d+\.\s+)?(?:[^\W\d]{2,}\s+)?(?P<letter>[^\W\d])(?P<number>)\s+(?P<place>\d+(?:,\d+)*)")


@dataclass(frozen=True)
class Coordinates:
    """How places are counted: from which number, and whether the column comes before the row."""

    start: int = 1
    column_first: bool = False

    def axes(self, game: Game) -> tuple[str, ...]:
        """The names of the coordinates of a move in the order in which they are written."""
        return game.move_axes if game.drop else self._ordered(game.axes)

    def place(self, cell: int, game: Game) -> tuple[int, ...]:
        return self._ordered(tuple(at - 1 + self.start for at in game.place(cell)))

    def named(self, cell: int, game: Game) -> tuple[int, ...]:
        """What a move to the cell says of it: its place, or its column alone where marks drop."""
        return tuple(at - 1 + self.start for at in game.move_place(cell)) if game.drop else self.place(cell, game)

    def cell(self, place: tuple[int, ...], game: Game) -> int:
        """The cell at a place; an error that says what the coordinates may be if there is none."""
        axes = self._ordered(game.axes)
        sizes = dict(zip(game.axes, game.shape))
        if any(not self.start <= at < self.start + sizes[axis] for at, axis in zip(place, axes)):
            ranges = (axis_range(axis, self.start, self.start + sizes[axis] - 1) for axis in axes)
            raise IllegalMove(
                "{place} is not on the board: {ranges}", place=",".join(map(str, place)), ranges=joined(ranges)
            )
        return game.cell_at(tuple(at - self.start + 1 for at in self._ordered(place)))

    def fallen(self, place: tuple[int, ...], position: Position) -> int:
        """The cell where a mark lands in a column; an error if there is no such column, or no room in it."""
        game = position.game
        sizes = dict(zip(game.axes, game.shape))
        if any(not self.start <= at < self.start + sizes[axis] for at, axis in zip(place, game.move_axes)):
            ranges = (axis_range(axis, self.start, self.start + sizes[axis] - 1) for axis in game.move_axes)
            raise IllegalMove(
                "{place} is not on the board: {ranges}", place=",".join(map(str, place)), ranges=joined(ranges)
            )
        top = game.cell_at((1, *(at - self.start + 1 for at in place)))
        lowest = game.landing(position.board, top)
        if lowest is None and position.outcome is None:
            raise IllegalMove("{column} is full", column=game.column_name(top))
        return top if lowest is None else lowest

    def _ordered(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        return (*parts[:-2], parts[-1], parts[-2]) if self.column_first else parts


ROW_COLUMN = Coordinates()
COLUMN_ROW_FROM_0 = Coordinates(start=0, column_first=True)


def pattern(position: Position, coordinates: Coordinates = ROW_COLUMN) -> Message:
    """What a move looks like here, as a prompt shows it: `row column` or `row column number`."""
    words = (*coordinates.axes(position.game), *_mark_word(position))
    named = {
        "layer": Message("layer"),
        "row": Message("row"),
        "column": Message("column"),
        "number": Message("number"),
        "mark": Message("mark"),
    }
    return joined((named[word] for word in words), " ")


def _typed_pattern(position: Position, coordinates: Coordinates) -> Message:
    """`row,column=number`, as moves are printed everywhere; a course that counts in its own way has spaces."""
    if coordinates != ROW_COLUMN:
        return pattern(position, coordinates)
    parts = [*pattern(position).values.values()]
    axes = len(position.game.move_axes)
    place, marks = parts[:axes], parts[axes:]
    return joined((joined(place, ","), *marks), "=")


def _typed_example(position: Position, coordinates: Coordinates) -> str:
    example = _example(position, coordinates).split()
    if coordinates != ROW_COLUMN:
        return " ".join(example)
    axes = len(position.game.move_axes)
    return "=".join((",".join(example[:axes]), *example[axes:]))


def _mark_word(position: Position) -> tuple[str, ...]:
    if len(position.game.marks_of[position.to_move]) == 1:
        return ()
    return ("number",) if position.game.has_numbers else ("mark",)


def write_move(move: Move, position: Position, coordinates: Coordinates = ROW_COLUMN) -> str:
    """The move in this position's pattern."""
    mark = (position.game.symbol(move.mark),) if _mark_word(position) else ()
    return " ".join((*map(str, coordinates.named(move.cell, position.game)), *mark))


def typed(move: Move, game: Game) -> str:
    """The move in one word, as it can be typed anywhere: `2,2`, or `2,2=5` where there is a choice."""
    return str(Move(move.cell, move.mark, game))


def describe(move: Move, game: Game) -> str:
    """The move in a list of moves: `X 2,2` or `5 at 2,2`, where marks drop `X 4`."""
    place = ",".join(map(str, game.move_place(move.cell)))
    return f"{game.symbol(move.mark)} at {place}" if game.has_numbers else f"{game.symbol(move.mark)} {place}"


def move_from(text: str | Sequence[int], position: Position) -> Move:
    """The legal move that a text or a place names: `"1 3"`, `(1, 3)` or `[1, 3]`, counted from 1."""
    if isinstance(text, Move):
        objection = position.objection(text)
        if objection is not None:
            raise IllegalMove(objection)
        return text
    if isinstance(text, str):
        return read_move(as_typed(text, position), position)
    if isinstance(text, int) and not isinstance(text, bool) and position.game.drop:
        return read_move(str(text), position)
    if isinstance(text, (list, tuple)) and text:
        if all(isinstance(part, Move) for part in text):
            example = write_move(cast(Move, text[0]), position)
            raise MisuseError(
                "that is a list of moves; play one of them, such as best[0], or {call}", call=f"play({example!r})"
            )
        if all(isinstance(part, int) and not isinstance(part, bool) for part in text):
            return read_move(" ".join(map(str, text)), position)
    example = _example(position, ROW_COLUMN)
    raise MisuseError(
        "{found} is not a move; write it as text, such as {call}", found=f"{text!r:.60}", call=f"play({example!r})"
    )


def as_typed(text: str, position: Position) -> str:
    """A move as a list shows it, in the form that is typed: `2,2=5` for `5 at 2,2`, `2,2` for `X 2,2` or `2,2=X`."""
    found = (_DROPPED if position.game.drop else _LISTED).fullmatch(text.strip())
    place, _, mark = (f"{found['place']}={found['letter'] or found['number']}" if found else text).partition("=")
    if not mark or _mark_word(position) or position.outcome is not None:
        return f"{place}={mark}" if mark else place
    _read_mark(mark.strip(), position)  # it can be no other, or this is an error
    return place


def read_move(text: str, position: Position, coordinates: Coordinates = ROW_COLUMN) -> Move:
    """The legal move that a text such as `2 2` or `2,2` names; otherwise an error that says what is wrong."""
    game = position.game
    words = text.replace(",", " ").replace("=", " ").split()
    axes = len(words) - len(_mark_word(position))
    places, marks = words[: max(axes, 0)], words[max(axes, 0) :]
    if axes not in (len(game.shape), len(game.move_axes)):
        raise NotationError(
            "found {found}, expected {pattern}, such as {example}",
            found=shown(text.strip()),
            pattern=_typed_pattern(position, coordinates),
            example=_typed_example(position, coordinates),
        )
    for word in places:
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            raise NotationError(
                "found {found}, expected a number: {pattern}",
                found=shown(word),
                pattern=_typed_pattern(position, coordinates),
            )
    place = tuple(map(int, places))
    cell = coordinates.cell(place, game) if axes == len(game.shape) else coordinates.fallen(place, position)
    own = game.marks_of[position.to_move]
    mark = _read_mark(marks[0], position) if marks else own[0]
    move = Move(cell, mark, game)
    objection = position.objection(move)
    if objection is not None:
        raise IllegalMove(objection)
    return move


def _read_mark(word: str, position: Position) -> int:
    game = position.game
    own = game.marks_of[position.to_move]
    try:
        mark = read_mark(word, game)
    except NotationError:
        mark = 0
    if mark not in own:
        raise IllegalMove(may_not_place(position, shown(word)))
    return mark


def _example(position: Position, coordinates: Coordinates) -> str:
    legal = position.legal_moves
    return write_move(legal[0], position, coordinates) if legal else " ".join("1" * len(position.game.move_axes))

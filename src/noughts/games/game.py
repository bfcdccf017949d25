"""The rules of one game, as immutable data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from ..errors import GameError, IllegalMove, Message, joined
from . import geometry
from .goals import Goal, SameMark, SumTo

if TYPE_CHECKING:
    from .position import Position

MAX_CELLS = 64
MAX_NUMBER = 255  # a board has one byte a cell
Contents = Callable[[bytes], tuple[int, ...]]  # the marks on one line of a board
X, O = 1, 2  # noqa: E741  the two marks of games that are not played with numbers


class _CellAndMark(NamedTuple):
    cell: int
    mark: int


class Move(_CellAndMark):
    """A cell, numbered in reading order from 0, and the mark placed there.

    As text it is what people write: `1,3`, on a 3-D board `1,2,3`, with the mark where there is a choice `2,2=5`, and
    the column alone where marks drop, `4`. For that it knows its `game`, which does not count when moves are compared.
    """

    game: Game | None = None

    def __new__(cls, cell: int, mark: int, game: Game | None = None) -> Move:
        move = super().__new__(cls, cell, mark)
        move.game = game
        return move

    def __str__(self) -> str:
        if self.game is None:
            return repr(self)
        place = ",".join(map(str, self.game.move_place(self.cell)))
        return f"{place}={self.game.symbol(self.mark)}" if self.game.has_choice else place

    def __reduce__(self) -> tuple[type[Move], tuple[int, int, Game | None]]:
        return Move, (self.cell, self.mark, self.game)


class MoveList(list[Move]):
    """Moves that show themselves as people write them: `[1,3  2,3]`."""

    def __repr__(self) -> str:
        return f"[{'  '.join(map(str, self))}]"


class MoveTuple(tuple[Move, ...]):
    """The same, for what never changes: `(1,3  2,3)`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"({'  '.join(map(str, self))})"


@dataclass(frozen=True, repr=False)
class Game:
    """The shape of the board, what each side may place, and what a completed line means.

    `marks` holds the marks of the first and of the second side: numbers as they are in number games, otherwise
    `X` (1) and `O` (2). With `drop`, a mark falls to the lowest empty cell of its column: along the rows, on a 3-D
    board through the layers. Everything else, the lines above all, is computed from these fields.
    """

    name: str
    shape: geometry.Shape
    length: int
    goal: Goal = SameMark()  # noqa: RUF009  immutable
    marks: tuple[tuple[int, ...], tuple[int, ...]] = ((X,), (O,))
    once: bool = False
    misere: bool = False
    drop: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.shape, tuple) or not all(isinstance(size, int) for size in (*self.shape, self.length)):
            raise GameError(
                "{name}: the shape must be a tuple of sizes and the length a number, as in (3, 3), 3", name=self.name
            )
        if not isinstance(self.goal, (SameMark, SumTo)):
            raise GameError(
                "{name}: the goal must be SameMark() or, for a sum, SumTo(15), not {goal}",
                name=self.name,
                goal=repr(self.goal),
            )
        if not all(isinstance(side, tuple) for side in self.marks):
            raise GameError(
                "{name}: the marks of each side must be a tuple, as in ((1,), (2,)), not {marks}",
                name=self.name,
                marks=repr(self.marks),
            )
        if len(self.shape) not in (2, 3) or min(self.shape) < 1:
            raise GameError(
                "{name}: the shape must be 2 or 3 sizes of at least 1, not {shape}", name=self.name, shape=[*self.shape]
            )
        if self.cells > MAX_CELLS:
            raise GameError(
                "{name}: the shape {shape} has {cells} cells; at most {most} are possible",
                name=self.name,
                shape=[*self.shape],
                cells=self.cells,
                most=MAX_CELLS,
            )
        if not 1 <= self.length <= max(self.shape):
            raise GameError(
                "{name}: no line of {length} fits on the board; the length may be from 1 to {most}",
                name=self.name,
                length=self.length,
                most=max(self.shape),
            )
        if self.drop and isinstance(self.goal, SumTo):
            raise GameError("{name}: drop is for games with X and O, not with numbers", name=self.name)
        if isinstance(self.goal, SumTo):
            self._check_numbers(self.goal)
        elif self.once or not all(side and set(side) <= {X, O} and len(set(side)) == len(side) for side in self.marks):
            raise GameError(
                "{name}: the marks of each side must be X, O or both, placed any number of times", name=self.name
            )

    def _check_numbers(self, goal: SumTo) -> None:
        for numbers in self.marks:
            if not numbers or min(numbers) < 1 or max(numbers) > MAX_NUMBER or len(set(numbers)) < len(numbers):
                raise GameError(
                    "{name}: the marks must be different numbers from 1 to {most}", name=self.name, most=MAX_NUMBER
                )
        shared = set(self.marks[0]) & set(self.marks[1])
        if self.once and shared and set(self.marks[0]) != set(self.marks[1]):  # draws would not all be equally long
            raise GameError(
                "{name}: with once, the marks of both sides must be all the same or all different", name=self.name
            )
        if goal.target < 1:
            raise GameError("{name}: the target must be at least 1, not {target}", name=self.name, target=goal.target)

    @cached_property
    def cells(self) -> int:
        return prod(self.shape)

    @property
    def has_numbers(self) -> bool:
        return isinstance(self.goal, SumTo)

    @property
    def is_total(self) -> bool:
        """Tic-Tac-Total's goal on a flat board: a line that sums to the target, its empty cells counting as 0."""
        return isinstance(self.goal, SumTo) and not self.goal.full and len(self.shape) == 2

    @property
    def is_positional(self) -> bool:
        """A strong positional game: each side has a mark of its own, takes any empty cell, and the first to complete a
        line wins."""
        return not self.has_numbers and not self.misere and not self.drop and self.marks == ((X,), (O,))

    @cached_property
    def has_choice(self) -> bool:
        """Whether a side has several marks to choose from, so that a move must say which."""
        return max(map(len, self.marks)) > 1

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The names of the two sides; the first is the one that usually begins."""
        names = [self._name_of(marks) for marks in self.marks]
        if None in names or names[0] == names[1]:
            return ("first", "second")
        return (str(names[0]), str(names[1]))

    def _name_of(self, marks: tuple[int, ...]) -> str | None:
        """What a side with these marks is called, if they tell."""
        if self.has_numbers:
            parities = {number % 2 for number in marks}
            return None if len(parities) > 1 else "odd" if parities == {1} else "even"
        return self.symbol(marks[0]) if len(marks) == 1 else None

    @cached_property
    def opponent(self) -> dict[str, str]:
        first, second = self.sides
        return {first: second, second: first}

    @cached_property
    def marks_of(self) -> dict[str, tuple[int, ...]]:
        return dict(zip(self.sides, self.marks))

    @cached_property
    def all_marks(self) -> tuple[int, ...]:
        """Every mark that either side may place, in ascending order."""
        return tuple(sorted({*self.marks[0], *self.marks[1]}))

    @cached_property
    def owner(self) -> dict[int, str]:
        """Whose mark it is, for marks that only one side may place."""
        first, second = (set(marks) for marks in self.marks)
        names = self.sides
        return {mark: names[mark in second] for mark in self.all_marks if (mark in first) != (mark in second)}

    @cached_property
    def lines(self) -> tuple[geometry.Line, ...]:
        return geometry.lines(self.shape, self.length)

    @cached_property
    def lines_through(self) -> tuple[tuple[geometry.Line, ...], ...]:
        """For each cell, the lines that contain it."""
        return tuple(tuple(line for line in self.lines if cell in line) for cell in range(self.cells))

    @cached_property
    def symmetries(self) -> tuple[geometry.Permutation, ...]:
        """The rotations and reflections of the board; where marks drop, those that keep columns upright."""
        rigid = geometry.symmetries(self.shape)
        return geometry.keeping_columns(rigid, self.shape) if self.drop else rigid

    @cached_property
    def automorphisms(self) -> tuple[geometry.Permutation, ...]:
        """The symmetries, and the relabellings of coordinates that carry lines to lines (4,4,4 has 32, Qubic 192)."""
        bent = geometry.automorphisms(self.shape, self.length)
        return geometry.keeping_columns(bent, self.shape) if self.drop else bent

    @cached_property
    def contents(self) -> dict[geometry.Line, Contents]:
        """For each line, a function from a board to the marks on that line."""
        return {line: _picker(line) for line in self.lines}

    @cached_property
    def contents_through(self) -> tuple[tuple[tuple[geometry.Line, Contents], ...], ...]:
        """For each cell, the lines that contain it, each with its function from a board."""
        return tuple(tuple((line, self.contents[line]) for line in lines) for lines in self.lines_through)

    @cached_property
    def is_complete(self) -> Callable[[tuple[int, ...]], bool]:
        """Whether a line with these marks on it is complete: what every node of a search asks."""
        return self.goal.test(self.length, self.all_marks)

    @cached_property
    def moves_at(self) -> dict[str, tuple[tuple[Move, ...], ...]]:
        """For each side and cell, the moves that would fill the cell."""
        return {
            side: tuple(tuple(Move(cell, mark, self) for mark in sorted(marks)) for cell in range(self.cells))
            for side, marks in self.marks_of.items()
        }

    @cached_property
    def _rank_of_cell(self) -> tuple[int, ...]:
        order = sorted(range(self.cells), key=lambda cell: (-len(self.lines_through[cell]), cell))
        return tuple(order.index(cell) for cell in range(self.cells))

    def preference(self, move: Move) -> tuple[int, int]:
        """The documented order among equally good moves: the smallest comes first.

        The cell on most lines, then the upper row, then the column further left, then the smaller mark. On 3×3
        that is the centre, the corners, the edges.
        """
        return self._rank_of_cell[move.cell], move.mark

    def symbol(self, mark: int) -> str:
        """How a mark is written: `X`, `O` or the number; the empty cell is `_`, or `0` among numbers."""
        return str(mark) if self.has_numbers else "_XO"[mark]

    def start(self, to_move: str | None = None) -> Position:
        """The empty board, with the first side to move unless another is named."""
        from .position import Position

        return Position(self, bytes(self.cells), self.sides[0] if to_move is None else to_move)

    @cached_property
    def columns(self) -> int:
        """How many columns a mark can drop into: 7 in Connect Four, 16 on a cube of 4. `cell % columns` is a column."""
        return self.cells // self.shape[0]

    def landing(self, board: bytes, column: int) -> int | None:
        """The lowest empty cell of a column, counted from 0; None if it is full."""
        row = board[column :: self.columns].rfind(0)
        return None if row < 0 else row * self.columns + column

    def above(self, cell: int) -> int | None:
        """The cell that can be filled once this one is, where marks drop."""
        return cell - self.columns if self.drop and cell >= self.columns else None

    def landings(self, board: bytes) -> list[int]:
        """The cells that can be filled now where marks drop: one for each column that is not full, from the left."""
        landings = (self.landing(board, column) for column in range(self.columns))
        return [cell for cell in landings if cell is not None]

    def as_drop(self) -> Game:
        """The same game, in which marks fall to the lowest empty cell of their column."""
        plain = self.name.removesuffix("+misere")
        name = {"6,7,4": "connect4", "qubic": "cube:4+drop"}.get(plain, f"{plain}+drop")
        return self if self.drop else replace(self, name=name + self.name[len(plain) :], drop=True)

    def as_misere(self) -> Game:
        """The same game, in which whoever completes a line loses (or wins, if it was misère already)."""
        plain = self.name.removesuffix("+misere")
        name = plain if plain != self.name else f"{plain}+misere"
        return replace(self, name=name, misere=not self.misere)

    def place(self, cell: int) -> tuple[int, ...]:
        """Where a cell is, as people count: row and column from 1, before them the layer on a 3-D board."""
        return tuple(at + 1 for at in self._coordinates[cell])

    def move_place(self, cell: int) -> tuple[int, ...]:
        """What names the cell in a move: its place, or its column alone where marks drop."""
        return self.place(cell)[self.drop :]

    def cell_at(self, place: tuple[int, ...]) -> int:
        """The cell at a place counted from 1."""
        if len(place) != len(self.shape) or not all(1 <= at <= size for at, size in zip(place, self.shape)):
            ranges = joined(axis_range(axis, 1, size) for axis, size in zip(self.axes, self.shape))
            raise IllegalMove("{place} is not on the board: {ranges}", place=",".join(map(str, place)), ranges=ranges)
        return self._coordinates.index(tuple(at - 1 for at in place))

    def place_name(self, cell: int) -> Message:
        """`row 1, column 3`."""
        return joined(axis_place(axis, at) for axis, at in zip(self.axes, self.place(cell)))

    def column_name(self, cell: int) -> Message:
        """`column 3`, on a cube `row 1, column 3`: what a move says of the cell where marks drop."""
        return joined(axis_place(axis, at) for axis, at in zip(self.move_axes, self.move_place(cell)))

    def line_name(self, line: geometry.Line) -> str:
        """`row 1`, `column 3`, `the diagonal 1,1–3,3`; by its ends where it is only part of a row.

        Where marks drop into columns, by these: `the diagonal from column 4 to 7`.
        """
        from ..language import _

        places = [self.place(cell) for cell in line]
        first, last = (",".join(map(str, place)) for place in (places[0], places[-1]))
        rows, columns = self.shape[-2:]
        if len(line) == 1:
            return first
        if len(self.shape) == 3:
            return f"{first}–{last}"
        if self.drop:
            ends = sorted((places[0][1], places[-1][1]))
            if ends[0] == ends[1]:
                return _("column {at}").format(at=ends[0])
            is_row = places[0][0] == places[-1][0]
            text = (
                _("the row from column {first} to {last}")
                if is_row
                else _("the diagonal from column {first} to {last}")
            )
            return text.format(first=ends[0], last=ends[1])
        if len({place[0] for place in places}) == 1:
            return _("row {at}").format(at=places[0][0]) if len(line) == columns else f"{first}–{last}"
        if len({place[1] for place in places}) == 1:
            return _("column {at}").format(at=places[0][1]) if len(line) == rows else f"{first}–{last}"
        return _("the diagonal {ends}").format(ends=f"{first}–{last}")

    @property
    def axes(self) -> tuple[str, ...]:
        return ("layer", "row", "column")[-len(self.shape) :]

    @property
    def move_axes(self) -> tuple[str, ...]:
        """The axes that name a move: `column`, without `row`, where marks drop."""
        return self.axes[self.drop :]

    @cached_property
    def _coordinates(self) -> list[tuple[int, ...]]:
        return geometry.coordinates(self.shape)

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.shape, self.length, self.marks))

    def __hash__(self) -> int:  # kept, because tables of positions ask for it at every node
        return self._hash

    def __reduce__(self) -> tuple[type[Game], tuple[object, ...]]:
        # Not what has been computed: hashes differ between processes, and some of it cannot travel.
        return Game, tuple(getattr(self, field.name) for field in fields(self))

    @cached_property
    def has_name(self) -> bool:
        """Whether `game(self.name)` is this game; a variant from a file has a name of its own."""
        from .catalogue import game

        try:
            return not self.name.endswith(".toml") and game(self.name) == self
        except GameError:
            return False

    def __repr__(self) -> str:
        if self.has_name:
            return f"game({self.name!r})"
        values = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self))
        return f"Game({values})"


def axis_place(axis: str, at: int) -> Message:
    """`row 3`."""
    return {
        "layer": Message("layer {at}", at=at),
        "row": Message("row {at}", at=at),
        "column": Message("column {at}", at=at),
    }[axis]


def axis_range(axis: str, first: int, last: int) -> Message:
    """`row 1 to 3`."""
    return {
        "layer": Message("layer {first} to {last}", first=first, last=last),
        "row": Message("row {first} to {last}", first=first, last=last),
        "column": Message("column {first} to {last}", first=first, last=last),
    }[axis]


def _picker(line: geometry.Line) -> Contents:
    if len(line) == 1:  # itemgetter of one index does not give a tuple
        return lambda board: (board[line[0]],)
    return itemgetter(*line)

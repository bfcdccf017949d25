"""The course on Tic-Tac-Total: `T3Action`, `T3State` and `choose`, on any square board.

Columns and rows are counted from 0, columns first, and 0 is an empty cell. A subclass of `T3State` that changes
MAX_MOVE, WIN_TARGET or DEFAULT_SIZE plays by other rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Optional

from ..errors import IllegalMove, NotationError
from ..games import Game, Position, Ranking, game, geometry
from ..solver import best


@dataclass(frozen=True)
class T3Action:
    """A number placed in a column and row. Actions are ordered by column, then row, then number."""

    _col: int
    _row: int
    _move: int

    def col(self) -> int:
        return self._col

    def row(self) -> int:
        return self._row

    def move(self) -> int:
        """The number that is placed."""
        return self._move

    def __lt__(self, other: T3Action) -> bool:
        if not isinstance(other, T3Action):
            return NotImplemented
        return (self._col, self._row, self._move) < (other._col, other._row, other._move)

    def __str__(self) -> str:
        return f"({self._col},{self._row}) = {self._move}"


class T3State:
    """A square board of numbers and whose turn it is. It never changes; `get_next_state` gives a new one."""

    MAX_MOVE = 6
    WIN_TARGET = 13
    DEFAULT_SIZE = 3

    def __init__(self, odd_turn: bool, state: Optional[list[list[int]]]) -> None:
        size = self.DEFAULT_SIZE
        rows = [[0] * size for _ in range(size)] if state is None else [list(row) for row in state]
        if not rows or any(len(row) != len(rows) for row in rows):
            raise NotationError(f"the board has rows of {[len(row) for row in rows]} cells; expected a square")
        for at, row in enumerate(rows):
            for column, number in enumerate(row):
                if not isinstance(number, int) or not 0 <= number <= 255:
                    raise NotationError(f"column {column}, row {at} holds {number!r}; expected 0 or a number to 255")
        self._odd_turn = bool(odd_turn)
        self._state = rows

    def is_valid_action(self, act: T3Action) -> bool:
        """Whether the place is on the board and empty, and the number one of the player's whose turn it is."""
        size = len(self._state)
        on_board = 0 <= act.col() < size and 0 <= act.row() < size
        return on_board and self._state[act.row()][act.col()] == 0 and act.move() in self.get_moves()

    def get_next_state(self, act: Optional[T3Action]) -> T3State:
        """The state after the action; ValueError if there is none or it is not legal."""
        if act is None or not self.is_valid_action(act):
            numbers = ", ".join(map(str, self.get_moves()))
            raise IllegalMove(f"{act} cannot be played here; expected an empty place and one of {numbers}")
        rows = [list(row) for row in self._state]
        rows[act.row()][act.col()] = act.move()
        return type(self)(not self._odd_turn, rows)

    def get_open_tiles(self) -> list[tuple[int, int]]:
        """The empty places (column, row), column by column."""
        size = range(len(self._state))
        return [(column, row) for column in size for row in size if self._state[row][column] == 0]

    def get_moves(self) -> list[int]:
        """The numbers of the player whose turn it is."""
        return list(range(1 if self._odd_turn else 2, self.MAX_MOVE + 1, 2))

    def is_win(self) -> bool:
        """Whether a row, column or diagonal sums to WIN_TARGET, empty cells counting 0."""
        board = self._board()
        return any(sum(board[cell] for cell in line) == self.WIN_TARGET for line in _lines(len(self._state)))

    def is_tie(self) -> bool:
        """Whether the board is full and nobody has won."""
        return not self.is_win() and not self.get_open_tiles()

    def get_transitions(self) -> Iterator[tuple[T3Action, T3State]]:
        """Every action with the state it leads to, made one at a time in the order of actions."""
        for column, row in self.get_open_tiles():
            for number in self.get_moves():
                action = T3Action(column, row, number)
                yield action, self.get_next_state(action)

    def position(self) -> Position:
        """The package's position, with the rules of this class."""
        rules = _rules(len(self._state), self.MAX_MOVE, self.WIN_TARGET)
        return Position(rules, bytes(self._board()), rules.sides[not self._odd_turn])

    def _board(self) -> list[int]:
        return [number for row in self._state for number in row]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, T3State):
            return NotImplemented
        return self._odd_turn == other._odd_turn and self._state == other._state

    def __hash__(self) -> int:
        return hash((self._odd_turn, tuple(self._board())))

    def __str__(self) -> str:
        return "\n".join(map(str, self._state))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._odd_turn}, {self._state})"


def choose(state: T3State, ranking: Ranking | str = Ranking.EARLIEST_END) -> Optional[T3Action]:
    """The best action by utility, then by the earliest end, then by the order of actions; None if the game is over.

    The earliest end is exact: it is where the game ends when every mover ranks that way, and no depth is read off a
    subtree that was cut. With the ranking `quickest` the loser holds out instead.
    """
    if state.is_win() or not state.get_open_tiles() or not state.get_moves():
        return None
    position = state.position()
    size = position.game.shape[-1]
    return min(T3Action(cell % size, cell // size, number) for cell, number in best(position, ranking))


class T3Player:
    """The agent as a class, for code that asks for one."""

    @staticmethod
    def choose(state: T3State, ranking: Ranking | str = Ranking.EARLIEST_END) -> Optional[T3Action]:
        return choose(state, ranking)


def _rules(size: int, largest: int, target: int) -> Game:
    return game(f"t3:{size},{largest},{target}")


@cache
def _lines(size: int) -> tuple[geometry.Line, ...]:
    return geometry.lines((size, size), size)

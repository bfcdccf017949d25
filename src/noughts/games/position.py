"""A position: an immutable board plus the side to move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import IllegalMove, NotationError
from .game import Game, Move
from .geometry import Line


@dataclass(frozen=True)
class Outcome:
    """How a finished game ended: the side that won, or None for a draw, and the completed line, if there is one."""

    winner: str | None
    line: Line | None = None

    def __str__(self) -> str:
        return "draw" if self.winner is None else f"{self.winner} wins"


class Position:
    """A board, one byte a cell with 0 for empty, and the side to move.

    Any board is a position, also one that no game reaches: `games.reachability` says which are not. `outcome` is
    None while the game goes on.
    """

    __slots__ = ("board", "game", "outcome", "to_move")

    game: Game
    board: bytes
    to_move: str
    outcome: Outcome | None

    def __init__(self, game: Game, board: bytes, to_move: str) -> None:
        if len(board) != game.cells:
            raise NotationError(f"the board has {len(board)} cells; {game.name} is played on {game.cells}")
        if to_move not in game.sides:
            raise NotationError(f"no side is called {to_move!r}; {game.name} is played by {' and '.join(game.sides)}")
        for mark in board:
            if mark and mark not in game.all_marks:
                raise NotationError(f"nobody may place the mark {mark} in {game.name}")
        _set(self, game, bytes(board), to_move, _outcome(game, board, to_move, game.lines))

    def legal_moves(self) -> list[Move]:
        """Every legal move, cell by cell in reading order, smaller marks first. None once the game has ended."""
        if self.outcome is not None:
            return []
        moves_at = self.game.moves_at[self.to_move]
        moves = [move for cell, mark in enumerate(self.board) if not mark for move in moves_at[cell]]
        return [move for move in moves if move.mark not in self.board] if self.game.once else moves

    def is_legal(self, move: Move) -> bool:
        return self.objection(move) is None

    def play(self, move: Move) -> Position:
        """The position after the move."""
        cell, mark = move
        board, game, mover = self.board, self.game, self.to_move
        objection = self.objection(move)
        if objection is not None:
            raise IllegalMove(objection)
        after = Position.__new__(Position)
        board = b"%b%c%b" % (board[:cell], mark, board[cell + 1 :])
        to_move = game.opponent[mover]
        _set(after, game, board, to_move, _outcome(game, board, to_move, game.lines_through[cell]))
        return after

    def objection(self, move: Move) -> str | None:
        """Why the move cannot be played, or None if it can."""
        cell, mark = move
        game = self.game
        own = game.marks_of[self.to_move]
        if self.outcome is not None:
            return f"the game is over: {self.outcome}"
        if not 0 <= cell < game.cells:
            return f"cell {cell} is outside the board"
        if self.board[cell]:
            return f"{game.place_name(cell)} is taken by {game.symbol(self.board[cell])}"
        if mark not in own:
            found = game.symbol(mark) if mark in game.all_marks else mark
            return f"{self.to_move} may not place {found}; it may place {', '.join(map(game.symbol, own))}"
        if game.once and mark in self.board:
            return f"{game.symbol(mark)} has been placed already; each number is used once"
        return None

    def plies_left(self) -> int:
        """How many plies the game lasts if nobody completes a line. Every drawn game lasts exactly that long."""
        if self.outcome is not None:
            return 0
        empty = self.board.count(0)
        if not self.game.once:
            return empty
        own, other = (
            sum(mark not in self.board for mark in self.game.marks_of[side])
            for side in (self.to_move, self.game.opponent[self.to_move])
        )
        if not self.game.owner:  # both take from the same numbers
            return min(empty, own)
        return min(empty, 2 * own if own <= other else 2 * other + 1)

    def is_dead(self) -> bool:
        """Whether no line can be completed any more, by anyone: then the game is a draw, however it goes on.

        A finished game is dead only if it was drawn.
        """
        game, board = self.game, self.board
        if self.outcome is not None:
            return self.outcome.winner is None
        marks = tuple(mark for mark in game.all_marks if mark not in board) if game.once else game.all_marks
        can_complete, once = game.goal.can_complete, game.once
        return not any(can_complete(contents(board), marks, once) for contents in game.contents.values())

    def completing_moves(self, side: str | None = None) -> list[Move]:
        """The moves with which a side would complete a line at once, if it were its turn: the mover's unless named."""
        game, board = self.game, self.board
        marks = game.marks_of[side or self.to_move]
        if game.once:
            marks = tuple(mark for mark in marks if mark not in board)
        found = {
            Move(line[at], mark): None
            for line, contents in game.contents.items()
            for at, mark in game.goal.completing(contents(board), marks)
        }
        return list(found)

    def canonical(self, symmetries: tuple[tuple[int, ...], ...]) -> bytes:
        """The smallest of the boards that the symmetries make of this one: the same for all of them."""
        board = self.board
        return min([bytes([board[cell] for cell in symmetry]) for symmetry in symmetries])

    def move(self, text: str) -> Move:
        """The legal move that a text such as `1 3` names: row and column, then the number or mark if there is a choice.

        >>> from noughts import position
        >>> position("tictactoe", "XX_/OO_/___ X").move("1 3")
        Move(cell=2, mark=1)
        """
        from .notation import moves

        return moves.read_move(text, self)

    def transformed(self, symmetry: tuple[int, ...]) -> Position:
        """The position seen through a symmetry of the board."""
        return Position(self.game, bytes([self.board[cell] for cell in symmetry]), self.to_move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.board == other.board and self.to_move == other.to_move and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.board, self.to_move))

    def __str__(self) -> str:
        from .notation import compact

        return compact.write(self)

    def __repr__(self) -> str:
        from . import reachability

        which = repr(self.game.name if self.game.has_name else self.game)
        lenient = ", lenient=True" if reachability.objection(self) else ""
        return f"position({which}, {str(self)!r}{lenient})"

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        from . import drawing

        return drawing.picture(self)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; play() gives a new one (tried to set {name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; play() gives a new one (tried to delete {name})")

    def __reduce__(self) -> tuple[type[Position], tuple[Game, bytes, str]]:
        return Position, (self.game, self.board, self.to_move)


def _set(position: Position, game: Game, board: bytes, to_move: str, outcome: Outcome | None) -> None:
    _set_game(position, game)
    _set_board(position, board)
    _set_to_move(position, to_move)
    _set_outcome(position, outcome)


# The slots' own setters: the only way past __setattr__, and quicker than object.__setattr__.
_set_game, _set_board, _set_to_move, _set_outcome = (
    getattr(Position, name).__set__ for name in ("game", "board", "to_move", "outcome")
)


def _outcome(game: Game, board: bytes, to_move: str, lines: tuple[Line, ...]) -> Outcome | None:
    """The outcome, if one of `lines` is complete or nobody can move."""
    is_complete, contents = game.goal.is_complete, game.contents
    found: Outcome | None = None
    for line in lines:
        if is_complete(contents[line](board)):
            # A line of marks that only one side places is that side's; any other belongs to whoever moved last.
            just_moved = game.opponent[to_move]
            completer = just_moved if game.has_numbers else game.owner.get(board[line[0]], just_moved)
            found = Outcome(game.opponent[completer] if game.misere else completer, line)
            if completer == just_moved:
                break
    if found is not None:
        return found
    if 0 not in board or (game.once and all(mark in board for mark in game.marks_of[to_move])):
        return Outcome(None)
    return None

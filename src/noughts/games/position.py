"""A position: an immutable board plus the side to move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from ..errors import IllegalMove, Message, NotationError
from .game import Contents, Game, Move, MoveList
from .geometry import Line
from .later_rooms import expect_arguments, from_later_room
from .value import Ranking

if TYPE_CHECKING:
    from pathlib import Path

    from ..proofs.proving import Proof
    from ..search import Solution


@dataclass(frozen=True)
class Outcome:
    """How a finished game ended: the side that won, or None for a draw, and the completed line, if there is one.

    As text it names the line, `X wins: row 1`; for that it knows its `game`, which does not count when outcomes are
    compared. `summary` says `X wins` alone.
    """

    winner: str | None
    line: Line | None = None
    game: Game | None = field(default=None, compare=False, repr=False)

    @property
    def summary(self) -> Message:
        return Message("draw") if self.winner is None else Message("{side} wins", side=Message(self.winner))

    def __str__(self) -> str:
        if self.line is None or self.game is None:
            return self.summary
        return f"{self.summary}: {self.game.line_name(self.line)}"


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

    def __init__(
        self,
        game: Game | str,
        board: bytes | str | Sequence[object] | None = None,
        to_move: str | None = None,
        *,
        lenient: bool = False,
    ) -> None:
        """A position from a game, or its name, and a board in any notation; without a board, the start of the game.

        >>> from noughts import Position
        >>> Position("tictactoe", "XX_/OO_/___ X").to_move
        'X'
        """
        if not (isinstance(game, Game) and isinstance(board, bytes) and isinstance(to_move, str)):
            from .notation import position_from

            read = position_from(game, board, to_move, lenient=lenient)
            _set(self, read.game, read.board, read.to_move, read.outcome)
            return
        if len(board) != game.cells:
            raise NotationError(
                "the board has {count} cells; {game} is played on {cells}",
                count=len(board),
                game=game.name,
                cells=game.cells,
            )
        if to_move not in game.sides:
            raise NotationError(
                "no side is called {name}; {game} is played by {first} and {second}",
                name=repr(to_move),
                game=game.name,
                first=game.sides[0],
                second=game.sides[1],
            )
        for mark in board:
            if mark and mark not in game.all_marks:
                raise NotationError("nobody may place the mark {mark} in {game}", mark=mark, game=game.name)
        _set(self, game, bytes(board), to_move, _outcome(game, board, to_move, game.contents.items()))

    @property
    def legal_moves(self) -> MoveList:
        """Every legal move, cell by cell in reading order, smaller marks first. None once the game has ended.

        Where marks drop, column by column.
        """
        if self.outcome is not None:
            return MoveList()
        board, game = self.board, self.game
        moves_at = game.moves_at[self.to_move]
        if game.drop:
            return MoveList([move for cell in game.landings(board) for move in moves_at[cell]])
        moves = [move for mark, here in zip(board, moves_at) if not mark for move in here]
        return MoveList([move for move in moves if move.mark not in board] if game.once else moves)

    def is_legal(self, move: Move | str | Sequence[int]) -> bool:
        """Whether the move can be played; it is written as for `play`."""
        return self.objection(move) is None

    def play(self, move: Move | str | Sequence[int]) -> Position:
        """The position after the move, which may be text: `play("1 3")`, `play("2,2=5")`."""
        if not isinstance(move, Move):
            move = self.move(move)
        objection = self._objection(move)
        if objection is not None:
            raise IllegalMove(objection)
        cell, mark = move
        game, board = self.game, _with_mark(self.board, cell, mark)
        to_move = game.opponent[self.to_move]
        after = Position.__new__(Position)
        _set(after, game, board, to_move, _outcome(game, board, to_move, game.contents_through[cell]))
        return after

    def objection(self, move: Move | str | Sequence[int]) -> str | None:
        """Why the move cannot be played, or None if it can; it is written as for `play`."""
        if not isinstance(move, Move):
            try:
                move = self.move(move)
            except IllegalMove as error:
                return error.message
        return self._objection(move)

    def _objection(self, move: Move) -> Message | None:
        cell, mark = move
        game = self.game
        if self.outcome is not None:
            return Message("the game is over: {how}", how=self.outcome.summary)
        if not 0 <= cell < game.cells:
            return Message("cell {cell} is outside the board", cell=cell)
        if game.drop and (lowest := game.landing(self.board, cell % game.columns)) != cell:
            column = game.column_name(cell)
            if lowest is None:
                return Message("{column} is full", column=column)
            return Message(
                "marks fall to the lowest empty cell of {column}; the move is {move}",
                column=column,
                move=",".join(map(str, game.move_place(cell))),
            )
        if self.board[cell]:
            taken = game.symbol(self.board[cell])
            return Message("{place} is taken by {mark}", place=game.place_name(cell), mark=taken)
        if mark not in game.marks_of[self.to_move]:
            placed = game.symbol(mark) if mark in game.all_marks else str(mark)
            return may_not_place(self, placed)
        if game.once and mark in self.board:
            return Message("{mark} has been placed already; each number is used once", mark=game.symbol(mark))
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
        marks, can_complete, once = self.unused(game.all_marks), game.goal.can_complete, game.once
        return not any(can_complete(contents(board), marks, once) for contents in game.contents.values())

    def unused(self, marks: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the marks that may still be placed: all of them, unless the game has each number once."""
        return tuple(mark for mark in marks if mark not in self.board) if self.game.once else marks

    def completions(self, side: str | None = None) -> list[tuple[Line, Move]]:
        """The lines that a side would complete at once, if it were its turn, each with a move that does it.

        The side is the mover unless another is named.
        """
        game, board = self.game, self.board
        completing, marks = game.goal.completing, self.unused(game.marks_of[side or self.to_move])
        is_open = set(game.landings(board)) if game.drop else range(game.cells)
        return [
            (line, Move(line[at], mark, game))
            for line, contents in game.contents.items()
            for at, mark in completing(contents(board), marks)
            if line[at] in is_open
        ]

    def completing_moves(self, side: str | None = None) -> list[Move]:
        """The moves of `completions`, each once."""
        return list(dict.fromkeys([move for _, move in self.completions(side)]))

    def lines_completed(self, move: Move) -> tuple[Line, ...]:
        """The lines that the mark would complete in that cell, whoever placed it."""
        game, (cell, mark) = self.game, move
        board = _with_mark(self.board, cell, mark)
        return tuple(line for line, contents in game.contents_through[cell] if game.is_complete(contents(board)))

    def canonical(self, symmetries: tuple[tuple[int, ...], ...]) -> bytes:
        """The smallest of the boards that the symmetries make of this one: the same for all of them."""
        board = self.board
        return min([bytes([board[cell] for cell in symmetry]) for symmetry in symmetries])

    def alike(self, moves: Iterable[Move]) -> list[list[Move]]:
        """The moves in the order given, those together that an automorphism which leaves the position as it is makes
        equal: their values are the same."""
        board, found, group_of = self.board, list[list[Move]](), dict[tuple[int, int], list[Move]]()
        same = [one for one in self.game.automorphisms if all(board[at] == mark for at, mark in zip(one, board))]
        for move in moves:
            group = group_of.get((move.cell, move.mark))
            if group is None:
                group = []
                found.append(group)
                group_of.update({(one[move.cell], move.mark): group for one in same})
            group.append(move)
        return found

    def move(self, text: str | Sequence[int]) -> Move:
        """The legal move that a text such as `1 3` names: row and column, then the number or mark if there is a choice.

        >>> from noughts import Position
        >>> Position("tictactoe", "XX_/OO_/___ X").move("1 3")
        Move(cell=2, mark=1)
        """
        from .notation import moves

        return moves.move_from(text, self)

    def solve(self, ranking: Ranking | str = Ranking.QUICKEST, **limits: Any) -> Solution:
        """The value of the position and of every move: see `noughts.solve`, which takes the same arguments."""
        solve = from_later_room("solver", "solve")
        expect_arguments(limits, solve, "solve")
        solution: Solution = solve(self, ranking, **limits)
        return solution

    def prove(self, certificate: str | Path | None = None, **limits: Any) -> Proof:
        """Who wins, proven, with a certificate that can be kept in a file: see `noughts.prove`."""
        prove = from_later_room("proofs.proving", "prove")
        expect_arguments(limits, prove, "prove")
        proof: Proof = prove(self, certificate=certificate, **limits)
        return proof

    def save(self, path: str | Path) -> None:
        """Draws the board: a file that ends in `.svg` or `.png`."""
        from_later_room("explain.notebook", "save")(self, path)

    def transformed(self, symmetry: tuple[int, ...]) -> Position:
        """The position seen through a symmetry of the board."""
        return Position(self.game, bytes([self.board[cell] for cell in symmetry]), self.to_move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.board == other.board and self.to_move == other.to_move and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.board, self.to_move))

    @property
    def text(self) -> str:
        """The position in one line: `XX_/OO_/___ X`."""
        from .notation import compact

        return compact.write(self)

    def __str__(self) -> str:
        """The board as people draw it; `text` is the notation."""
        from .notation import drawn

        return drawn.write(self)

    def __repr__(self) -> str:
        from . import reachability

        which = repr(self.game.name if self.game.has_name else self.game)
        lenient = ", lenient=True" if reachability.objection(self) else ""
        return f"Position({which}, {self.text!r}{lenient})"

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        picture: str = from_later_room("explain.notebook", "picture")(self)
        return picture

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; play() gives a new one (tried to set {name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a position cannot be changed; play() gives a new one (tried to delete {name})")

    def __reduce__(self) -> tuple[type[Position], tuple[Game, bytes, str]]:
        return Position, (self.game, self.board, self.to_move)


def may_not_place(position: Position, mark: str) -> Message:
    """What is said of a mark that the side to move does not have."""
    game, side = position.game, position.to_move
    own = ", ".join(map(game.symbol, game.marks_of[side]))
    return Message("{side} may not place {mark}; it may place {marks}", side=Message(side), mark=mark, marks=own)


_BYTES = [bytes([mark]) for mark in range(256)]


def _with_mark(board: bytes, cell: int, mark: int) -> bytes:
    return board[:cell] + _BYTES[mark] + board[cell + 1 :]


def _set(position: Position, game: Game, board: bytes, to_move: str, outcome: Outcome | None) -> None:
    _set_game(position, game)
    _set_board(position, board)
    _set_to_move(position, to_move)
    _set_outcome(position, outcome)


# The slots' own setters: the only way past __setattr__, and quicker than object.__setattr__.
_set_game, _set_board, _set_to_move, _set_outcome = (
    getattr(Position, name).__set__ for name in ("game", "board", "to_move", "outcome")
)


def _outcome(game: Game, board: bytes, to_move: str, lines: Iterable[tuple[Line, Contents]]) -> Outcome | None:
    """The outcome, if one of `lines` is complete or nobody can move."""
    is_complete = game.is_complete
    outcome: Outcome | None = None
    for line, contents in lines:
        if is_complete(contents(board)):
            # A line of marks that only one side places is that side's; any other belongs to whoever moved last.
            just_moved = game.opponent[to_move]
            completer = just_moved if game.has_numbers else game.owner.get(board[line[0]], just_moved)
            outcome = Outcome(game.opponent[completer] if game.misere else completer, line, game)
            if completer == just_moved:
                break
    if outcome is not None:
        return outcome
    if 0 not in board or (game.once and all(mark in board for mark in game.marks_of[to_move])):
        return Outcome(None)
    return None

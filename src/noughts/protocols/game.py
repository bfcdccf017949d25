"""GAME: a person against perfect play, in lines of text.

    GAME
    FIRST X            who makes the first move of the game
    HUMAN O            which side the person plays
    +---+---+---+      a board, if the game has already begun
    ...
    2 2                then the person's moves, one a line

After every move the board is printed, and at the end `WINNER: X`, `WINNER: O` or `DRAW`. A move that cannot be
played is explained on standard error and asked for again. Perfect play is that of JUDGE, with its time limit.
"""

from __future__ import annotations

import sys

from ..errors import IllegalMove, NotationError, NoughtsError, counted
from ..games import Game, Move, Position, reachability
from ..games.notation import boxed, moves
from ..games.notation.symbols import read_side, shown
from ..solver import best
from .judge import ANSWER_SECONDS
from .lines import Lines

# A pasted or piped board arrives together with its header; a person who will not send one should not have to wait.
_BOARD_SECONDS = 0.25


def run(lines: Lines, rules: Game) -> int:
    first = _setting(lines, "FIRST", rules)
    human = _setting(lines, "HUMAN", rules)
    reader = _Input(lines, rules, first)
    position = reader.start(computer_moves=first != human)
    played: list[Move] | None = None if any(position.board) else []  # since the empty board; None if that is not known
    while position.outcome is None:
        if position.to_move == human:
            answer = reader.ask(position)
            if answer is None:
                sys.stderr.write("noughts: the input ended before the game did\n")
                return 0
            if isinstance(answer, Position):
                position, played = answer, None
                continue
            move = answer
        else:
            move = best(position, time_limit=ANSWER_SECONDS, played=played)[0]
        if played is not None:
            played.append(move)
        position = position.play(move)
        sys.stdout.write(boxed.draw(position) + "\n")
        sys.stdout.flush()
    winner = position.outcome.winner
    sys.stdout.write("DRAW\n" if winner is None else f"WINNER: {winner}\n")
    return 0


def _setting(lines: Lines, word: str, rules: Game) -> str:
    """Reads a line such as `FIRST X`."""
    expected = " or ".join(f"{word} {side}" for side in rules.sides)
    for line in lines:
        if line.strip():
            name, _, side = line.strip().partition(" ")
            if name.upper() != word:
                raise NotationError(f"found {shown(line.strip())}, expected {expected}", lines.number)
            return read_side(side, rules, lines.number, len(name) + 2)
    raise NotationError(f"the input ends, expected {expected}")


class _Input:
    """Reads a starting board, and the person's moves, from the lines."""

    def __init__(self, lines: Lines, rules: Game, first: str) -> None:
        self.lines = lines
        self.rules = rules
        self.first = first
        self.begun = False
        self._line: str | None = None  # read, but not used yet

    def start(self, computer_moves: bool) -> Position:
        """The position to begin with: the board that follows, or an empty one."""
        if computer_moves and not self.lines.waiting(_BOARD_SECONDS):
            return self.rules.start(self.first)
        if not computer_moves:
            self._prompt(self.rules.start(self.first))
        self._line = self._next_line()
        if self._line is not None and _starts_board(self._line):
            return self._read_board()
        return self.rules.start(self.first)

    def ask(self, position: Position) -> Move | Position | None:
        """The person's move; a board that came late and replaces the position; None at the end of the input."""
        while True:
            if self._line is None:
                self._prompt(position)
            line = self._line if self._line is not None else self._next_line()
            self._line = None
            if line is None:
                return None
            if _starts_board(line) and not self.begun:
                self._line = line
                return self._read_board()
            try:
                move = moves.read_move(line, position)
            except (IllegalMove, NotationError) as error:
                sys.stderr.write(f"noughts: line {self.lines.number}: {error}; try again\n")
                continue
            self.begun = True
            return move

    def _prompt(self, position: Position) -> None:
        if self.lines.is_terminal:
            sys.stderr.write(f"Your move, {moves.pattern(position)}: ")
            sys.stderr.flush()

    def _next_line(self) -> str | None:
        return next((line.strip() for line in self.lines if line.strip()), None)

    def _read_board(self) -> Position:
        self.begun = True

        def rest() -> boxed.NumberedLines:
            if self._line is not None:
                line, self._line = self._line, None
                yield self.lines.number, line
            for line in self.lines:
                if line.strip():
                    yield self.lines.number, line.strip()

        board = boxed.read_board(rest(), self.rules)
        return reachability.check(Position(self.rules, board, self._turn(board)), lenient=False)

    def _turn(self, board: bytes) -> str:
        """Who moves on a board, given who moved first: the numbers of marks decide."""
        other = self.rules.opponent[self.first]
        owners = [self.rules.owner.get(mark) for mark in board if mark]
        if None in owners:  # marks that either side places: only their number tells
            return self.first if len(owners) % 2 == 0 else other
        ahead = owners.count(self.first) - owners.count(other)
        if ahead not in (0, 1):
            counts = f"{self.first} has {counted(owners.count(self.first), 'mark')}, {other} has {owners.count(other)}"
            raise NoughtsError(f"FIRST {self.first} does not fit the board: {counts}")
        return other if ahead else self.first


def _starts_board(line: str) -> bool:
    return line.startswith("+-") and not line.strip("+-")

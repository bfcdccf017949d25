"""What can be seen of a move on the board, a few plies ahead, without any search.

Every fact here is a small proof: it holds by what the board shows, whether or not the value of the move is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from ..games import Move, Outcome, Position, Result, SumTo, Value
from ..games.geometry import Line


class Kind(str, Enum):
    """What a move does. The last four say no more than its value."""

    WINS_NOW = "wins now"
    LOSES_NOW = "loses now"
    ENDS_IN_DRAW = "ends in a draw"
    LEAVES_WIN = "leaves a win"
    FORK = "fork"
    TRAP = "trap"
    NO_SAFE_REPLY = "no safe reply"
    BLOCKS = "blocks"
    STOPS_FORK = "stops a fork"
    DEAD = "nobody can win any more"
    THREATENS = "threatens"
    WINS = "wins"
    DRAWS = "draws"
    LOSES = "loses"
    UNKNOWN = "not known"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Kind.{self.name}"


@dataclass(frozen=True)
class Fact:
    """A kind, and what it relies on.

    `moves` are the moves that matter: the threats made or left, what was stopped, the replies that all lose. `lines`
    are the lines that the move completes, or those that `moves` would.
    """

    kind: Kind
    moves: tuple[Move, ...] = ()
    lines: tuple[Line, ...] = ()


class Sum(NamedTuple):
    """A line through a move in a number game: what it adds up to now, what is missing, and who can finish it at once.

    `missing` is what the target is above the total; `in_reach` is false where the numbers left can not make it.
    """

    line: Line
    total: int
    missing: int
    in_reach: bool
    finishers: tuple[Move, ...]
    is_complete: bool = False

    @property
    def is_dead(self) -> bool:
        """Whether the line is not complete and never will be."""
        return not self.in_reach and not self.is_complete


# What some kinds prove about the value of the move, whoever has searched it or not.
PROVES = {
    Kind.WINS_NOW: Value(Result.WIN, 1),
    Kind.LOSES_NOW: Value(Result.LOSS, 1),
    Kind.ENDS_IN_DRAW: Value(Result.DRAW, 1),
    Kind.LEAVES_WIN: Value(Result.LOSS, 2),
    Kind.TRAP: Value(Result.WIN, 2),
    Kind.FORK: Value(Result.WIN, 3),
    Kind.NO_SAFE_REPLY: Value(Result.WIN, 3),
}


class Sight:
    """What the board shows about the moves of one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.mover = position.to_move
        self.opponent = position.game.opponent[position.to_move]

    def facts(self, move: Move) -> tuple[Fact, ...]:
        """What the move does, the most telling first; nothing where only a search can tell."""
        after = self.position.play(move)
        if after.outcome is not None:
            return (self._ending(move, after.outcome),)
        if self.position.game.misere:
            facts = [_trap(after)]
        else:
            wins = tuple(sorted(after.completing_moves()))
            if wins:
                return (Fact(Kind.LEAVES_WIN, wins, lines_of(wins, after)),)
            way = _no_way_out(after, self.mover)
            facts = [way, self._block()]
            if way is None:
                threats = tuple(sorted(after.completing_moves(self.mover)))
                facts.append(self._stopped_fork(move, after))
                facts.append(Fact(Kind.THREATENS, threats, lines_of(threats, after)) if threats else None)
        if after.is_dead():
            facts.append(Fact(Kind.DEAD))
        return tuple(fact for fact in facts if fact is not None)

    def _ending(self, move: Move, outcome: Outcome) -> Fact:
        if outcome.winner is None:
            return Fact(Kind.ENDS_IN_DRAW)
        kind = Kind.WINS_NOW if outcome.winner == self.mover else Kind.LOSES_NOW
        return Fact(kind, lines=self.position.lines_completed(move))

    @cached_property
    def _wins(self) -> list[Move]:
        return self.position.completing_moves()

    @cached_property
    def _must_stop(self) -> tuple[Move, ...]:
        """What the opponent would win with, if the mover cannot win at once instead and can fail to stop it."""
        theirs = set() if self._wins else set(self.position.completing_moves(self.opponent))
        left = (self.position.play(move) for move in self.position.legal_moves) if theirs else ()
        can_fail = any(after.outcome is None and theirs & set(after.completing_moves()) for after in left)
        return tuple(sorted(theirs)) if can_fail else ()

    @cached_property
    def _planned(self) -> dict[Move, set[Move]]:
        """The forks that the opponent would make if it were its turn, and for each the moves that still allow it.

        Where either side can complete a line at once, that comes first, and there is nothing to say about forks.
        """
        position = self.position
        passed = Position(position.game, position.board, self.opponent)
        if passed.outcome is not None or self._wins or position.completing_moves(self.opponent):
            return {}
        planned: dict[Move, set[Move]] = {plan: set() for plan in forks(passed)}
        for move in position.legal_moves if planned else ():
            left = position.play(move)
            for plan, allowing in planned.items():
                if left.is_legal(plan) and fork(left, plan):
                    allowing.add(move)
        return planned

    def _block(self) -> Fact | None:
        """Called where the opponent is left nothing to complete, so whatever had to be stopped is stopped."""
        stopped = self._must_stop
        return Fact(Kind.BLOCKS, stopped, lines_of(stopped, self.position)) if stopped else None

    def _stopped_fork(self, move: Move, after: Position) -> Fact | None:
        """The forks that some other move would have allowed, if this one allows none at all."""
        stopped = tuple(plan for plan, allowing in self._planned.items() if allowing - {move})
        return Fact(Kind.STOPS_FORK, stopped) if stopped and not forks(after) else None


def proven_value(facts: tuple[Fact, ...]) -> Value | None:
    """The value of the move, where what is seen of it proves one."""
    return next((PROVES[fact.kind] for fact in facts if fact.kind in PROVES), None)


def proven_line(position: Position, move: Move, facts: tuple[Fact, ...]) -> tuple[Move, ...] | None:
    """The game to its end, where what is seen of the move proves how it goes; no engine is needed for that."""
    fact = next((fact for fact in facts if fact.kind in PROVES), None)
    if fact is None:
        return None
    mover, preference = position.to_move, position.game.preference
    position, line = position.play(move), [move]
    if fact.kind in (Kind.FORK, Kind.NO_SAFE_REPLY):
        # Any reply is as good as another. One that stops a threat shows best why it does not help.
        threatened = {threat.cell for threat in fact.moves}
        line.append(min(position.legal_moves, key=lambda reply: (reply.cell not in threatened, preference(reply))))
        line.append(min(position.play(line[-1]).completing_moves(mover), key=preference))
    elif fact.kind in (Kind.LEAVES_WIN, Kind.TRAP):
        line.append(min(fact.moves, key=preference))
    return tuple(line)


def lines_of(moves: list[Move] | tuple[Move, ...], position: Position) -> tuple[Line, ...]:
    """The lines that the moves would complete, each once."""
    return tuple(dict.fromkeys(line for move in moves for line in position.lines_completed(move)))


def sums(position: Position, move: Move) -> tuple[Sum, ...]:
    """The sums the move makes, and what it leaves to be added; nothing in games without numbers."""
    after = position.play(move)
    totals = line_sums(after, position.game.lines_through[move.cell])
    return tuple(totals if after.outcome is None else (one._replace(finishers=()) for one in totals))


def line_sums(position: Position, lines: Iterable[Line]) -> Iterator[Sum]:
    """What each of the lines adds up to; nothing in games without numbers."""
    game = position.game
    if not isinstance(game.goal, SumTo):
        return
    goal, marks = game.goal, position.unused(game.all_marks)
    for line in lines:
        contents = game.contents[line](position.board)
        total, in_reach = sum(contents), goal.can_complete(contents, marks, game.once)
        finishers = tuple(Move(line[at], mark) for at, mark in goal.completing(contents, marks))
        yield Sum(line, total, goal.target - total, in_reach, finishers, goal.is_complete(contents))


def fork(position: Position, move: Move) -> tuple[Move, ...]:
    """The wins that the move threatens, if there are some in two cells or more and no reply stops them all."""
    mover, after = position.to_move, position.play(move)
    if position.game.misere or after.outcome is not None or after.completing_moves():
        return ()
    threats = after.completing_moves(mover)
    if len({threat.cell for threat in threats}) < 2 or not _every_reply_loses(after, mover):
        return ()
    return tuple(threats)


def forks(position: Position) -> list[Move]:
    """The moves of the side to move that make a fork."""
    return [move for move in position.legal_moves if fork(position, move)]


def _trap(after: Position) -> Fact | None:
    """Where completing a line loses: a move after which the opponent has nothing else left to do."""
    replies, completing = after.legal_moves, after.completing_moves()
    if set(completing) != set(replies):
        return None
    return Fact(Kind.TRAP, tuple(sorted(completing)), lines_of(completing, after))


def _no_way_out(after: Position, mover: str) -> Fact | None:
    """A fork, or another way to win in three: whatever the reply, the mover can complete a line then."""
    threats = tuple(sorted(after.completing_moves(mover)))
    if not _every_reply_loses(after, mover):
        return None
    kind = Kind.FORK if len({threat.cell for threat in threats}) > 1 else Kind.NO_SAFE_REPLY
    return Fact(kind, threats, lines_of(threats, after))


def _every_reply_loses(after: Position, mover: str) -> bool:
    for reply in after.legal_moves:
        answer = after.play(reply)
        if answer.outcome is not None or not answer.completing_moves(mover):
            return False
    return True

"""Why a move is good or bad: what it does, as a value to look at and as a sentence.

A reason is given only where the position proves it: what is seen on the board by `facts`, how good the move is by the
solution, and the line of play that shows it by the engine that found the solution.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import MisuseError
from ..games import Move, Position, Ranking, Result, Value
from ..search import Solution
from . import alike
from .best_play import BestPlay
from .causes import Cause, why_held, why_won
from .facts import PROVES, Fact, Kind, Sight, Sum, proven_line, proven_value, sums
from .sentences import sentence

_BY_RESULT = {Result.WIN: Kind.WINS, Result.DRAW: Kind.DRAWS, Result.LOSS: Kind.LOSES}
# What is worth saying first; a loss is a loss, whatever else the move does.
_TELLING = (Kind.FORK, Kind.TRAP, Kind.NO_SAFE_REPLY, Kind.BLOCKS, Kind.STOPS_FORK, Kind.DEAD)
_DECIDING = (Kind.WINS_NOW, Kind.LOSES_NOW, Kind.ENDS_IN_DRAW, Kind.LEAVES_WIN)


@dataclass(frozen=True)
class Reason:
    """What one move does.

    `value` is None where it is not known. `line` is best play from the move to the end of the game, the move itself
    first; None where it is not known. `verdict` compares the move with the best one. `cause` is what decides the
    result, where it takes more than the facts to see it.
    """

    position: Position
    move: Move
    kind: Kind
    value: Value | None
    facts: tuple[Fact, ...]
    sums: tuple[Sum, ...]
    line: tuple[Move, ...] | None
    verdict: str | None
    sentence: str
    cause: Cause | None = None

    @property
    def names_cause(self) -> bool:
        """Whether the reason says what decides, by a fact or a cause, and not only how the game goes on."""
        return self.cause is not None or any(fact.kind in PROVES or fact.kind is Kind.DEAD for fact in self.facts)

    def fact(self, kind: Kind) -> Fact | None:
        return next((fact for fact in self.facts if fact.kind is kind), None)

    def __str__(self) -> str:
        return self.sentence


def reasons(solution: Solution, play: BestPlay | None = None) -> dict[Move, Reason]:
    """For every legal move of a solved position, what it does, best moves first."""
    if not isinstance(solution, Solution):
        raise MisuseError(f"expected a solution, found {solution!r:.60}; write reasons(position.solve())")
    position, ranking = solution.position, solution.ranking
    writer = _Writer(solution, play or BestPlay(ranking))
    ranked = [writer.reason(move) for move in sorted(position.legal_moves, key=position.game.preference)]
    ranked.sort(key=lambda reason: _rank(reason.value, ranking), reverse=True)
    return {reason.move: reason for reason in ranked}


def reason(solution: Solution, move: Move, play: BestPlay | None = None) -> Reason:
    """What one legal move of a solved position does."""
    solution.position.play(move)  # says what is wrong with a move that is not legal
    return _Writer(solution, play or BestPlay(solution.ranking)).reason(move)


def notes(position: Position, line: tuple[Move, ...]) -> list[tuple[Fact, ...]]:
    """What is seen of each move in a line of play."""
    facts_of_moves = []
    for move in line:
        facts_of_moves.append(Sight(position).facts(move))
        position = position.play(move)
    return facts_of_moves


class _Writer:
    """Writes the reasons of one position. What symmetry makes equal is worked out once, for the preferred move."""

    def __init__(self, solution: Solution, play: BestPlay) -> None:
        self.solution, self.play = solution, play
        self.position, self.sight = solution.position, Sight(solution.position)
        self._symmetries = alike.symmetries_of(solution.position)
        self._shown: dict[Move, tuple[tuple[Move, ...] | None, Cause | None]] = {}

    def reason(self, move: Move) -> Reason:
        solution, position = self.solution, self.position
        facts = self.sight.facts(move)
        value = solution.moves.get(move) or proven_value(facts)
        compared = verdict(solution, value)
        line, cause = self._line_and_cause(move, value, compared)
        totals = sums(position, move)
        said = sentence(position, move, value, facts, totals, line, solution.ranking, cause)
        return Reason(position, move, _kind(facts, value), value, facts, totals, line, compared, said, cause)

    def _line_and_cause(
        self, move: Move, value: Value | None, compared: str | None
    ) -> tuple[tuple[Move, ...] | None, Cause | None]:
        rank = self.position.game.preference
        back = min(self._symmetries, key=lambda symmetry: rank(alike.image(move, symmetry)))
        first = alike.image(move, back)
        if first not in self._shown:
            facts = self.sight.facts(first)
            line = proven_line(self.position, first, facts)
            if line is None and value is not None:
                rest = self.play.line(self.position.play(first), Value(-value.result, value.distance - 1))
                line = None if rest is None else (first, *rest)
            self._shown[first] = line, self._cause(self.position.play(first), value, facts, line, compared)
        line, cause = self._shown[first]
        if first == move:
            return line, cause
        there = next(symmetry for symmetry in self._symmetries if alike.image(first, symmetry) == move)
        seen = None if line is None else tuple(alike.image(one, there) for one in line)
        return seen, None if cause is None else cause.seen_through(there)

    def _cause(
        self,
        after: Position,
        value: Value | None,
        facts: tuple[Fact, ...],
        line: tuple[Move, ...] | None,
        compared: str | None,
    ) -> Cause | None:
        """What decides, where the facts do not say so already."""
        if value is None or line is None or any(fact.kind in PROVES or fact.kind is Kind.DEAD for fact in facts):
            return None
        keeping = self.play.keeping
        if value.result is Result.WIN:
            return why_won(after, line[1:], keeping)
        if value.result is Result.LOSS:
            found = why_won(after.play(line[1]), line[2:], keeping)
            return None if found is None else replace(found, played=(line[1], *found.played))
        mover, opponent = after.game.opponent[after.to_move], after.to_move
        # A move that gives away a win is explained by how the opponent holds; any other by how the mover does.
        sides = (opponent, mover) if compared == "gave away the win" else (mover, opponent)
        found = why_held(after, sides[0], line[1:], keeping)
        return why_held(after, sides[1], line[1:], keeping) if found is None and sides[0] == opponent else found


def _kind(facts: tuple[Fact, ...], value: Value | None) -> Kind:
    kinds = [fact.kind for fact in facts]
    telling = _DECIDING if value is not None and value.result is Result.LOSS else (*_DECIDING, *_TELLING)
    usual = Kind.UNKNOWN if value is None else _BY_RESULT[value.result]
    return next((kind for kind in telling if kind in kinds), usual)


def _rank(value: Value | None, ranking: Ranking) -> tuple[int, int]:
    """Moves that are not known come between those that draw and those that lose: they may be anything."""
    return (-1, 1000) if value is None else ranking.key(value)


def verdict(solution: Solution, value: Value | None) -> str | None:
    """How the move compares with the best: the words of a report on a game."""
    best = solution.value
    if value is None or best is None:
        return None
    if value == best:
        return "best"
    if value.result is best.result:
        if value.result is Result.DRAW:
            return "best"
        return "sooner" if value.distance < best.distance else "slower"
    if value.result is Result.DRAW:
        return "gave away the win"
    return "lost a won game" if best.result is Result.WIN else "gave away the draw"

"""Why a move is good or bad: what it does, as a value to look at and as a sentence.

A reason is given only where the position proves it: what is seen on the board by `facts`, how good the move is by the
solution, and the line of play that shows it by the engine that found the solution.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import MisuseError
from ..games import Move, Position, Ranking, Result, Value
from ..search import Solution
from .best_play import BestPlay
from .facts import Fact, Kind, Sight, Sum, proven_line, proven_value, sums
from .sentences import sentence

_BY_RESULT = {Result.WIN: Kind.WINS, Result.DRAW: Kind.DRAWS, Result.LOSS: Kind.LOSES}
# What is worth saying first; a loss is a loss, whatever else the move does.
_TELLING = (Kind.FORK, Kind.TRAP, Kind.NO_SAFE_REPLY, Kind.BLOCKS, Kind.STOPS_FORK, Kind.DEAD)
_DECIDING = (Kind.WINS_NOW, Kind.LOSES_NOW, Kind.ENDS_IN_DRAW, Kind.LEAVES_WIN)


@dataclass(frozen=True)
class Reason:
    """What one move does.

    `value` is None where it is not known. `line` is best play from the move to the end of the game, the move itself
    first; None where it is not known. `verdict` compares the move with the best one.
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

    def fact(self, kind: Kind) -> Fact | None:
        return next((fact for fact in self.facts if fact.kind is kind), None)

    def __str__(self) -> str:
        return self.sentence


def reasons(solution: Solution, play: BestPlay | None = None) -> dict[Move, Reason]:
    """For every legal move of a solved position, what it does, best moves first."""
    if not isinstance(solution, Solution):
        raise MisuseError(f"expected a solution, found {solution!r:.60}; write reasons(position.solve())")
    position, ranking = solution.position, solution.ranking
    play, sight = play or BestPlay(ranking), Sight(position)
    ranked = [_reason(solution, move, play, sight) for move in position.legal_moves]
    ranked.sort(key=lambda reason: position.game.preference(reason.move))
    ranked.sort(key=lambda reason: _rank(reason.value, ranking), reverse=True)
    return {reason.move: reason for reason in ranked}


def reason(solution: Solution, move: Move, play: BestPlay | None = None) -> Reason:
    """What one legal move of a solved position does."""
    solution.position.play(move)  # says what is wrong with a move that is not legal
    play = play or BestPlay(solution.ranking)
    return _reason(solution, move, play, Sight(solution.position))


def notes(position: Position, line: tuple[Move, ...]) -> list[tuple[Fact, ...]]:
    """What is seen of each move in a line of play."""
    facts_of_moves = []
    for move in line:
        facts_of_moves.append(Sight(position).facts(move))
        position = position.play(move)
    return facts_of_moves


def _reason(solution: Solution, move: Move, play: BestPlay, sight: Sight) -> Reason:
    position = solution.position
    facts = sight.facts(move)
    value = solution.moves.get(move) or proven_value(facts)
    line = proven_line(position, move, facts)
    if line is None and value is not None:
        rest = play.line(position.play(move), Value(-value.result, value.distance - 1))
        line = None if rest is None else (move, *rest)
    totals = sums(position, move)
    return Reason(
        position,
        move,
        _kind(facts, value),
        value,
        facts,
        totals,
        line,
        verdict(solution, value),
        sentence(position, move, value, facts, totals, line, solution.ranking),
    )


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

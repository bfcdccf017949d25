"""Solutions and reasons as data that a program can read: what `--json` prints, and the page's API answers.

The keys are documented in docs/command-line.md and docs/explain.md; results are for the side to move.
"""

from __future__ import annotations

from typing import Any

from ..games import Game, Move, Outcome, Result, Value
from ..games.geometry import Line
from ..search import Solution
from .causes import Cause
from .facts import Fact, Sum
from .reasons import Reason


def solution_json(solution: Solution) -> dict[str, Any]:
    """What `noughts solve --json` prints."""
    position = solution.position
    game, value = position.game, solution.value
    return {
        "game": game.name,
        "position": position.text,
        "to_move": position.to_move,
        "status": str(solution.status),
        "outcome": outcome_json(position.outcome, game),
        "result": result_json(solution.result),
        "distance": None if value is None else value.distance,
        "bounds": [str(bound) for bound in solution.bounds],
        "source": str(solution.source),
        "because": solution.because,
        "ranking": str(solution.ranking),
        "best": moves_json(solution.best, game),
        "moves": [{**move_json(move, game), **value_json(value)} for move, value in solution.moves.items()],
        "move_bounds": [
            {**move_json(move, game), "bounds": [str(bound) for bound in bounds]}
            for move, bounds in solution.move_bounds.items()
        ],
        "line": moves_json(solution.line, game),
        "engine": solution.engine,
        "nodes": solution.cost.nodes,
        "seconds": round(solution.seconds, 6),
    }


def reason_json(reason: Reason, with_facts: bool = False) -> dict[str, Any]:
    """Why a move is as good as it is; with facts, as `noughts explain --json` prints it, what that rests on."""
    game = reason.position.game
    data = {
        "move": move_json(reason.move, game),
        "kind": str(reason.kind),
        **value_json(reason.value),
        "verdict": reason.verdict,
        "sentence": reason.sentence,
    }
    if with_facts:
        data["facts"] = [_fact_json(fact, game) for fact in reason.facts]
        data["cause"] = None if reason.cause is None else _cause_json(reason.cause, game)
    data["line"] = None if reason.line is None else moves_json(reason.line, game)
    if with_facts and game.has_numbers:
        data["sums"] = [_sum_json(one, game) for one in reason.sums]
    return data


def _fact_json(fact: Fact, game: Game) -> dict[str, Any]:
    lines = [line_json(line, game) for line in fact.lines]
    return {"kind": str(fact.kind), "moves": moves_json(fact.moves, game), "lines": lines}


def _cause_json(cause: Cause, game: Game) -> dict[str, Any]:
    return {
        "way": str(cause.way),
        "side": cause.side,
        "played": moves_json(cause.played, game),
        "moves": moves_json(cause.moves, game),
        "pairs": [line_json(pair, game) for pair in cause.pairs],
        "answers": [
            {"to": move_json(reply, game), "answer": move_json(answer, game)} for reply, answer in cause.answers
        ],
        "left": list(cause.left),
    }


def _sum_json(one: Sum, game: Game) -> dict[str, Any]:
    return {
        "line": line_json(one.line, game),
        "total": one.total,
        "missing": one.missing,
        "in_reach": one.in_reach,
        "finishers": moves_json(one.finishers, game),
    }


def value_json(value: Value | None) -> dict[str, Any]:
    """`result` and `distance`; both null where the value is not known."""
    if value is None:
        return {"result": None, "distance": None}
    return {"result": str(value.result), "distance": value.distance}


def result_json(result: Result | None) -> str | None:
    return None if result is None else str(result)


def move_json(move: Move, game: Game) -> dict[str, Any]:
    return {**_place(move.cell, game), "mark": move.mark if game.has_numbers else game.symbol(move.mark)}


def moves_json(moves: tuple[Move, ...], game: Game) -> list[dict[str, Any]]:
    return [move_json(move, game) for move in moves]


def line_json(line: Line, game: Game) -> list[dict[str, int]]:
    return [_place(cell, game) for cell in line]


def outcome_json(outcome: Outcome | None, game: Game) -> dict[str, Any] | None:
    if outcome is None:
        return None
    return {"winner": outcome.winner, "line": None if outcome.line is None else line_json(outcome.line, game)}


def _place(cell: int, game: Game) -> dict[str, int]:
    return dict(zip(("layer", "row", "col")[-len(game.shape) :], game.place(cell)))

"""A solution as data that a program can read: what `noughts solve --json` prints, and the page's API answers."""

from __future__ import annotations

from typing import Any

from ..games import Game, Move, Outcome
from ..search import Solution


def as_json(solution: Solution) -> dict[str, Any]:
    """The solution under the documented keys; results are for the side to move."""
    position, value = solution.position, solution.value
    game = position.game
    return {
        "game": game.name,
        "position": str(position),
        "to_move": position.to_move,
        "status": str(solution.status),
        "outcome": outcome_json(position.outcome, game),
        "result": None if solution.result is None else str(solution.result),
        "distance": None if value is None else value.distance,
        "ranking": str(solution.ranking),
        "best": [move_json(move, game) for move in solution.best],
        "moves": [
            {**move_json(move, game), "result": str(worth.result), "distance": worth.distance}
            for move, worth in solution.moves.items()
        ],
        "line": [move_json(move, game) for move in solution.line],
        "engine": solution.engine,
        "nodes": solution.cost.nodes,
        "seconds": round(solution.seconds, 6),
    }


def move_json(move: Move, game: Game) -> dict[str, Any]:
    place = dict(zip(("layer", "row", "col")[-len(game.shape) :], game.place(move.cell)))
    return {**place, "mark": move.mark if game.has_numbers else game.symbol(move.mark)}


def outcome_json(outcome: Outcome | None, game: Game) -> dict[str, Any] | None:
    if outcome is None:
        return None
    axes = ("layer", "row", "col")[-len(game.shape) :]
    line = None if outcome.line is None else [dict(zip(axes, game.place(cell))) for cell in outcome.line]
    return {"winner": outcome.winner, "line": line}

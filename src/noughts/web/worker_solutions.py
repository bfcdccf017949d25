"""The solution of a worker, read back from JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..games import Move, MoveTuple, Position, Ranking, Result, Value
from ..search import Cost, Solution, Source, Status


def solution_of(data: dict[str, Any], position: Position) -> Solution:
    """The solution that a worker wrote as JSON."""
    game = position.game
    marks = {(mark if game.has_numbers else game.symbol(mark)): mark for mark in game.all_marks}
    axes = ("layer", "row", "col")[-len(game.shape) :]

    def move(written: dict[str, Any]) -> Move:
        return Move(game.cell_at(tuple(written[axis] for axis in axes)), marks[written["mark"]])

    moves = {move(one): Value(Result[one["result"].upper()], one["distance"]) for one in data["moves"]}
    solution = Solution.of_moves(
        position,
        Ranking.named(data["ranking"]),
        moves,
        engine=data["engine"],
        cost=Cost(data["nodes"]),
        seconds=data["seconds"],
    )
    if solution.value is None:  # what is known without the values of all moves
        lower, upper = (Result[name.upper()] for name in data["bounds"])
        solution = replace(
            solution,
            status=Status(data["status"]),
            bounds=(lower, upper),
            best=MoveTuple(map(move, data["best"])),
            source=Source(data["source"]),
            because=data["because"],
            move_bounds={
                move(one): (Result[one["bounds"][0].upper()], Result[one["bounds"][1].upper()])
                for one in data["move_bounds"]
            },
        )
    return solution.with_line(tuple(map(move, data["line"])))

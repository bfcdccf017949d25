"""Figures about small boards that no command of the program prints. `python scripts/measured.py` prints them all."""

from __future__ import annotations

from functools import cache

from noughts.games import Position, Ranking, Result, census, game
from noughts.search import INFINITY, AlphaBeta, DeadLines, Ordered, Search, Threats

_RESULTS = Threats(Ranking.EARLIEST_END)


@cache
def nodes(algorithm: type[Search], ranking: Ranking, name: str = "tictactoe") -> int:
    """The nodes an algorithm visits for the value of an empty board."""
    search = algorithm(ranking)
    search.visit(game(name).start(), -INFINITY, INFINITY)
    return search.nodes


@cache
def unfinished() -> list[Position]:
    """Every position of 3×3 in which the game goes on."""
    return [position for position in census.reachable(game("tictactoe").start()) if position.outcome is None]


@cache
def result(position: Position) -> Result:
    return _RESULTS.value(position).result


@cache
def average_nodes() -> float:
    """The nodes plain alpha-beta visits, on average over all unfinished positions."""
    search = AlphaBeta()
    for position in unfinished():
        search.visit(position, -INFINITY, INFINITY)
    return search.nodes / len(unfinished())


def average_moves() -> float:
    """How many moves a position has, over all unfinished positions."""
    return sum(len(position.legal_moves) for position in unfinished()) / len(unfinished())


def average_children() -> float:
    """How many moves a node of the tree has, over all nodes in which the game goes on."""
    start = game("tictactoe").start()
    inner = tree_nodes(start) - sum(census.count_games(start).values())
    return (tree_nodes(start) - 1) / inner


@cache
def tree_nodes(position: Position) -> int:
    """The nodes of the tree of all games from here: what minimax visits."""
    return 1 + sum(tree_nodes(position.play(move)) for move in position.legal_moves)


def trees_of(count: int) -> int:
    """How many unfinished positions have a tree of so many nodes."""
    return sum(tree_nodes(position) == count for position in unfinished())


@cache
def smallest_proof() -> int:
    """The fewest nodes alpha-beta can visit on the empty board: every choice of a move is the luckiest there is.

    For win, draw or loss, without a table. Along the principal line a node needs its value, and everything else a
    bound on one side only: one good move refutes, but all moves must be refuted.
    """
    return _exact(game("tictactoe").start())


@cache
def _exact(position: Position) -> int:
    after = [position.play(move) for move in position.legal_moves]
    kept = -result(position)
    return 1 + min(
        (
            _exact(best) + sum(_at_least(other, kept) for other in after if other != best)
            for best in after
            if result(best) is kept
        ),
        default=0,
    )


@cache
def _at_least(position: Position, bound: Result) -> int:
    after = [position.play(move) for move in position.legal_moves]
    return 1 + min((_at_most(best, -bound) for best in after if -result(best) >= bound), default=0)


@cache
def _at_most(position: Position, bound: Result) -> int:
    return 1 + sum(_at_least(position.play(move), -bound) for move in position.legal_moves)


@cache
def saved_by_dead_lines(most_empty: int) -> float:
    """Which part of the nodes early draw detection saves, over all drawn positions with at most so many empty cells."""
    drawn = [one for one in unfinished() if result(one) is Result.DRAW and one.board.count(0) <= most_empty]
    visited = {Ordered: 0, DeadLines: 0}
    for algorithm in visited:
        for position in drawn:
            search = algorithm()
            search.visit(position, -INFINITY, INFINITY)
            visited[algorithm] += search.nodes
    return 1 - visited[DeadLines] / visited[Ordered]


def fewest_marks_of_a_dead_board() -> int:
    """The fewest filled cells with which every line can hold both marks."""
    return min(9 - position.board.count(0) for position in unfinished() if position.is_dead())


def main() -> None:
    print(f"moves of an unfinished position, on average: {average_moves():.1f}")
    print(f"moves of an inner node of the tree, on average: {average_children():.1f}")
    print(f"nodes of alpha-beta for an unfinished position, on average: {average_nodes():.0f}")
    print(f"positions whose tree has 11 nodes: {trees_of(11)}")
    print(f"fewest nodes alpha-beta can visit: {smallest_proof():,}")
    for empty in (3, 4):
        saved = saved_by_dead_lines(empty)
        print(f"saved by dead lines, drawn positions with at most {empty} empty cells: {saved:.0%}")
    print(f"fewest filled cells with every line dead: {fewest_marks_of_a_dead_board()}")


if __name__ == "__main__":
    main()

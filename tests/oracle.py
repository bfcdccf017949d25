"""A second opinion: the whole family by plain brute force, sharing no code with the package.

Nothing is imported from `noughts`. Boards are tuples of marks (0 for an empty cell), sides are 0 and 1, moves are
`(cell, mark)`. Lines are found from their two ends; on 3×3 they are listed by hand. Every position is looked at
once, nothing is pruned, and no use is made of symmetry.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, product
from math import prod
from operator import itemgetter

Board = tuple[int, ...]
OracleMove = tuple[int, int]
# The result for the side to move, +1, 0 or -1, and the number of plies to the end of the game.
OracleValue = tuple[int, int]
Node = tuple[Board, int]

ROWS_COLUMNS_AND_DIAGONALS_OF_3X3 = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip


def lines_between_ends(shape: tuple[int, ...], length: int) -> tuple[tuple[int, ...], ...]:
    """Every pair of cells that are `length - 1` apart along each axis on which they differ, and all between them."""
    places = list(product(*(range(size) for size in shape)))
    if length == 1:
        return tuple((cell,) for cell in range(len(places)))
    found = []
    for one, other in combinations(places, 2):
        apart = [b - a for a, b in zip(one, other)]
        if all(abs(distance) in (0, length - 1) for distance in apart):
            between = [tuple(a + d * i // (length - 1) for a, d in zip(one, apart)) for i in range(length)]
            found.append(tuple(places.index(place) for place in between))
    return tuple(found)


def images(cells: list[int], shape: tuple[int, ...], drops: bool = False) -> set[Board]:
    """Everything that turning and mirroring makes of a board, by turning and mirroring nested lists until no more
    comes. Where marks drop the board stays upright."""

    def nest(flat: list[int]) -> list[list[list[int]]]:
        layers, rows, columns = (1, *shape) if len(shape) == 2 else shape
        row_lists = [flat[at : at + columns] for at in range(0, len(flat), columns)]
        return [row_lists[at : at + rows] for at in range(0, layers * rows, rows)]

    def flatten(board: list[list[list[int]]]) -> list[int]:
        return [mark for layer in board for row in layer for mark in row]

    found: set[Board] = set()
    waiting = [cells]
    while waiting:
        board = nest(waiting.pop())
        if tuple(flatten(board)) in found:
            continue
        found.add(tuple(flatten(board)))
        if drops:
            waiting.append(flatten([[row[::-1] for row in layer] for layer in board]))
            if len(shape) == 3:
                waiting.append(flatten([layer[::-1] for layer in board]))
                if shape[1] == shape[2]:
                    waiting.append(flatten([[list(column) for column in zip(*layer)] for layer in board]))
            continue
        waiting.append(flatten(board[::-1]))
        waiting.append(flatten([layer[::-1] for layer in board]))
        waiting.append(flatten([[row[::-1] for row in layer] for layer in board]))
        if shape[-1] == shape[-2]:
            waiting.append(flatten([[list(column) for column in zip(*layer)] for layer in board]))
        if len(shape) == 3 and shape[0] == shape[1]:
            waiting.append(flatten([list(row) for row in zip(*board)]))
        if len(shape) == 3 and shape[0] == shape[2]:
            swapped = [[[board[c][b][a] for c in range(shape[0])] for b in range(shape[1])] for a in range(shape[2])]
            waiting.append(flatten(swapped))
    return found


@cache
def least_image(shape: tuple[int, ...], drops: bool = False) -> Callable[[Sequence[int]], Board]:
    """A function that gives every board of a symmetry class the same one of its images."""
    cells = prod(shape)
    if cells == 1:
        return tuple
    turned = [itemgetter(*image) for image in images(list(range(cells)), shape, drops)]
    return lambda board: min(image(board) for image in turned)


@dataclass(frozen=True)
class Rules:
    """One game: what each side places, when a line counts, and whether completing one is good."""

    shape: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    marks: tuple[tuple[int, ...], tuple[int, ...]]
    counts: Callable[[list[int]], bool]
    completing_wins: bool = True
    each_number_once: bool = False
    drops: bool = False


def _three_alike(contents: list[int]) -> bool:
    return 0 not in contents and min(contents) == max(contents)


def _sums_to(target: int) -> Callable[[list[int]], bool]:
    return lambda contents: sum(contents) == target


def _full_and_fifteen(contents: list[int]) -> bool:
    return min(contents) > 0 and sum(contents) == 15


def rules(name: str) -> Rules:
    """The rules of a game by the name the package gives it, written down once more."""
    if name == "connect4":
        name = "6,7,4+drop"
    if name.removesuffix("+misere").endswith("+drop"):
        return replace(rules(name.replace("+drop", "")), drops=True)
    plain = name.removesuffix("+misere")
    if plain != name:
        normal = rules(plain)
        return replace(normal, completing_wins=not normal.completing_wins)
    by_hand = ROWS_COLUMNS_AND_DIAGONALS_OF_3X3
    if name == "tictactoe":
        return Rules((3, 3), by_hand, ((1,), (2,)), _three_alike)
    if name == "wild":
        return Rules((3, 3), by_hand, ((1, 2), (1, 2)), _three_alike)
    if name == "notakto":
        return Rules((3, 3), by_hand, ((1,), (1,)), _three_alike, completing_wins=False)
    if name == "numerical":
        return Rules((3, 3), by_hand, ((1, 3, 5, 7, 9), (2, 4, 6, 8)), _full_and_fifteen, each_number_once=True)
    if name == "t3":
        return Rules((3, 3), by_hand, ((1, 3, 5), (2, 4, 6)), _sums_to(13))
    if name == "qubic":
        name = "cube:4"
    numbers = [int(number) for number in re.findall(r"\d+", name.removeprefix("t3"))]
    if name.startswith("t3:"):
        size, largest, target = numbers if len(numbers) == 3 else (numbers[0], 6, 13)
        odds = tuple(n for n in range(1, largest + 1) if n % 2 == 1)
        evens = tuple(n for n in range(1, largest + 1) if n % 2 == 0)
        return Rules((size, size), lines_between_ends((size, size), size), (odds, evens), _sums_to(target))
    if name.startswith("cube:"):
        shape = (numbers[0],) * 3
        return Rules(shape, lines_between_ends(shape, numbers[0]), ((1,), (2,)), _three_alike)
    rows, columns, length = numbers
    return Rules((rows, columns), lines_between_ends((rows, columns), length), ((1,), (2,)), _three_alike)


class Oracle:
    """Everything about one game that can be found out by looking at all of it."""

    def __init__(self, game: Rules) -> None:
        self.game = game
        self.cells = 1
        for size in game.shape:
            self.cells *= size
        self.empty_board: Board = (0,) * self.cells
        self._values: dict[str, dict[Node, OracleValue]] = {"quickest": {}, "earliest-end": {}}
        self._all_drawn: dict[Node, bool] = {}
        # The same positions are asked about for every solver and every ranking, and a few thousand at a time.
        self.ending = lru_cache(1 << 15)(self._ending)
        self.move_values = lru_cache(1 << 14)(self._move_values)

    def _ending(self, board: Board, side: int) -> int | None:
        """+1, 0 or -1 for the side to move if the game is over, otherwise None. The other side moved last."""
        for line in self.game.lines:
            if self.game.counts([board[cell] for cell in line]):
                return -1 if self.game.completing_wins else +1
        return None if self.placings(board, side) else 0

    def placings(self, board: Board, side: int) -> list[OracleMove]:
        """Every empty cell with every mark the side has, not asking whether the game is over."""
        marks = self.game.marks[side]
        if self.game.each_number_once:
            marks = tuple(mark for mark in marks if mark not in board)
        cells = [cell for cell in range(self.cells) if board[cell] == 0]
        if self.game.drops:
            cells = [cell for cell in map(self.fall(board), self.tops()) if cell is not None]
        return [(cell, mark) for cell in cells for mark in marks]

    def tops(self) -> list[int]:
        """The uppermost cell of every column: the first row, on a 3-D board the first layer."""
        return list(range(self.cells // self.game.shape[0]))

    def fall(self, board: Board) -> Callable[[int], int | None]:
        """Lets a mark go at the top of a column: it falls until it lies on another, or on the ground."""

        def falling(cell: int) -> int | None:
            if board[cell]:
                return None
            below = cell + len(self.tops())
            while below < self.cells and not board[below]:
                cell, below = below, below + len(self.tops())
            return cell

        return falling

    def after(self, board: Board, side: int, move: OracleMove) -> Node:
        cell, mark = move
        return (*board[:cell], mark, *board[cell + 1 :]), 1 - side

    def following(self, board: Board, side: int) -> dict[OracleMove, Node]:
        """What each legal move leads to; nothing once the game is over."""
        if self.ending(board, side) is not None:
            return {}
        return {move: self.after(board, side, move) for move in self.placings(board, side)}

    def value(self, board: Board, side: int, ranking: str) -> OracleValue:
        """The definition: each side takes the better result, and among equals what the ranking says."""
        known = self._values[ranking]
        node = board, side
        if node not in known:
            ending = self.ending(board, side)
            if ending is not None:
                known[node] = ending, 0
            else:
                values = self._move_values(board, side, ranking).values()
                known[node] = max(values, key=lambda value: preference(value, ranking))
        return known[node]

    def _move_values(self, board: Board, side: int, ranking: str) -> dict[OracleMove, OracleValue]:
        """What each legal move is worth to the side that makes it."""
        values = {}
        for move, node in self.following(board, side).items():
            result, distance = self.value(*node, ranking)
            values[move] = -result, distance + 1
        return values

    def best(self, board: Board, side: int, ranking: str) -> set[OracleMove]:
        values = self.move_values(board, side, ranking)
        top = self.value(board, side, ranking)
        return {move for move in values if values[move] == top}

    def every_game_is_drawn(self, board: Board, side: int) -> bool:
        """Whether all that can still follow ends in a draw."""
        node = board, side
        if node not in self._all_drawn:
            ending = self.ending(board, side)
            self._all_drawn[node] = (
                ending == 0
                if ending is not None
                else all(self.every_game_is_drawn(*after) for after in self.following(board, side).values())
            )
        return self._all_drawn[node]

    def reachable(self, side: int = 0, board: Board | None = None) -> Iterator[Node]:
        """Every position that can come about, each once, fewest marks first."""
        level = {(self.empty_board if board is None else board, side)}
        while level:
            yield from level
            level = {after for node in level for after in self.following(*node).values()}

    def count_classes(self, side: int = 0, board: Board | None = None) -> int:
        """How many reachable positions differ by more than turning and mirroring."""
        least = least_image(self.game.shape, self.game.drops)
        return len({(least(reached), to_move) for reached, to_move in self.reachable(side, board)})

    def count_finished(self, side: int = 0, board: Board | None = None) -> Counter[int | None]:
        """How many reachable positions are finished, by winner (0, 1 or None for a draw)."""
        found: Counter[int | None] = Counter()
        for node in self.reachable(side, board):
            ending = self.ending(*node)
            if ending is not None:
                found[_winner(ending, node[1])] += 1
        return found

    def count_games(self, side: int = 0, board: Board | None = None) -> Counter[int | None]:
        """How many ways there are to play, by winner: the number of paths to each position, added up level by level."""
        found: Counter[int | None] = Counter()
        level: Counter[Node] = Counter({(self.empty_board if board is None else board, side): 1})
        while level:
            following: Counter[Node] = Counter()
            for node, paths in level.items():
                ending = self.ending(*node)
                if ending is not None:
                    found[_winner(ending, node[1])] += paths
                else:
                    for after in self.following(*node).values():
                        following[after] += paths
            level = following
        return found


def _winner(ending: int, side: int) -> int | None:
    return None if ending == 0 else side if ending > 0 else 1 - side


def preference(value: OracleValue, ranking: str) -> tuple[int, int]:
    """What the side that chooses prefers, larger being better: the result, then what the ranking says."""
    result, distance = value
    if ranking == "earliest-end":
        return result, -distance
    return result, (-distance if result > 0 else distance if result < 0 else 0)


@cache
def oracle(name: str) -> Oracle:
    """The oracle of the game with that name, one for all tests so that nothing is worked out twice."""
    return Oracle(rules(name))

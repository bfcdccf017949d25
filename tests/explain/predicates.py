"""What the kinds of reason mean, written down once more on the oracle's boards: nothing here asks the package."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

from oracle import Board, Node, Oracle, OracleMove, oracle


class Predicates:
    """Each method asks the oracle about a board and a side, and looks at all of it."""

    def __init__(self, name: str) -> None:
        self.judge: Oracle = oracle(name)
        self.completions = cache(self._completions)
        self.is_fork = cache(self._is_fork)
        self.forks = cache(self._forks)
        self._completing: dict[Node, frozenset[int]] = {}
        self._safe_games: dict[Node, set[tuple[int, int | None]]] = {}

    def _completions(self, board: Board, side: int) -> frozenset[OracleMove]:
        """Where the side could complete a line if it were its turn."""
        return frozenset(move for move in self.judge.placings(board, side) if self.completes(board, move))

    def completes(self, board: Board, move: OracleMove) -> bool:
        cell, mark = move
        placed = [*board[:cell], mark, *board[cell + 1 :]]
        game = self.judge.game
        return any(game.counts([placed[at] for at in line]) for line in game.lines if cell in line)

    def complete_lines(self, board: Board) -> set[tuple[int, ...]]:
        game = self.judge.game
        return {line for line in game.lines if game.counts([board[cell] for cell in line])}

    def every_reply_loses(self, node: Node) -> bool:
        """Whether the side to move can not win now, and whatever it does lets the other complete a line."""
        board, side = node
        if self.judge.ending(board, side) is not None or self.completions(board, side):
            return False
        for after in self.judge.following(board, side).values():
            if self.judge.ending(*after) is not None or not self.completions(after[0], 1 - side):
                return False
        return True

    def _is_fork(self, board: Board, side: int, move: OracleMove) -> bool:
        """Whether the move leaves winning moves in two cells, of which no reply stops all."""
        after = self.judge.after(board, side, move)
        cells = {cell for cell, _ in self.completions(after[0], side)}
        return self.judge.game.completing_wins and len(cells) >= 2 and self.every_reply_loses(after)

    def _forks(self, board: Board, side: int) -> frozenset[OracleMove]:
        if self.judge.ending(board, side) is not None:
            return frozenset()
        return frozenset(move for move in self.judge.placings(board, side) if self._is_fork(board, side, move))

    def needed_block(self, board: Board, side: int, move: OracleMove) -> frozenset[OracleMove]:
        """The wins of the other side that the move stops, if it could not win instead and another move fails to."""
        judge, other = self.judge, 1 - side
        if not judge.game.completing_wins or self.completions(board, side):
            return frozenset()
        following, threats = judge.following(board, side), self.completions(board, other)
        loses_otherwise = any(
            judge.ending(*after) is None and threats & self.completions(*after) for after in following.values()
        )
        after = following[move]
        if judge.ending(*after) is not None or self.completions(*after) or not loses_otherwise:
            return frozenset()
        return threats

    def stopped_forks(self, board: Board, side: int, move: OracleMove) -> frozenset[OracleMove]:
        """The forks the other side would make now, that another move allows and after which this one leaves none."""
        judge, other = self.judge, 1 - side
        if not judge.game.completing_wins or self.completions(board, side) or self.completions(board, other):
            return frozenset()
        following = judge.following(board, side)
        after = following.pop(move)
        if judge.ending(*after) is not None or self.completions(*after) or self.forks(*after):
            return frozenset()
        still_there = frozenset().union(*(self.forks(*left) for left in following.values()))
        return self.forks(board, other) & still_there

    def safe(self, node: Node) -> dict[OracleMove, Node]:
        """The moves that do not lose at once, and what they lead to."""
        board, side = node
        following = self.judge.following(board, side)
        if not self.judge.game.completing_wins:
            return {move: after for move, after in following.items() if self.judge.ending(*after) != 1}
        wins = {move: after for move, after in following.items() if self.judge.ending(*after) == -1}
        return wins or {
            move: after
            for move, after in following.items()
            if self.judge.ending(*after) is not None or not self.completions(*after)
        }

    def safe_games(self, node: Node) -> set[tuple[int, int | None]]:
        """How many safe moves can follow, and who has won then: the side that could go on no longer has lost."""
        if node not in self._safe_games:
            board, side = node
            following = self.safe(node)
            ending = self.judge.ending(board, side)
            if ending is not None:
                found = {(0, None if ending == 0 else side if ending > 0 else 1 - side)}
            elif not following:
                found = {(0, 1 - side)}
            else:
                found = {(count + 1, who) for after in following.values() for count, who in self.safe_games(after)}
            self._safe_games[node] = found
        return self._safe_games[node]

    def has_spare_marks(self, board: Board, side: int) -> bool:
        """Whether the side, whose opponent moves now, always finds a cell where the lines that it could complete there
        are fewer than its marks. Of the cells filled meanwhile nothing is assumed but that they are filled."""
        game, unknown = self.judge.game, -1
        unused = [mark for mark in {*game.marks[0], *game.marks[1]} if not (game.each_number_once and mark in board)]
        own = [mark for mark in unused if mark in game.marks[side]]

        @cache
        def could_complete(contents: Board, at: int) -> bool:
            """Whether some numbers in the place of the unknown ones let the side complete the line in that place."""
            open_places = [place for place, mark in enumerate(contents) if mark == unknown]
            for filled in product(unused, repeat=len(open_places)):
                for mark in own:
                    if game.each_number_once and len({*filled, mark}) <= len(filled):
                        continue
                    line = list(contents)
                    for place, other in zip(open_places, filled):
                        line[place] = other
                    line[at] = mark
                    if game.counts(line):
                        return True
            return False

        @cache
        def holds(now: Board, turns: int) -> bool:
            left = len(own) - turns if game.each_number_once else len(own)
            for cell in (cell for cell, mark in enumerate(now) if not mark):
                then = (*now[:cell], unknown, *now[cell + 1 :])
                spare = [
                    at
                    for at, mark in enumerate(then)
                    if not mark
                    and sum(
                        could_complete(tuple(then[one] for one in line), line.index(at))
                        for line in game.lines
                        if at in line
                    )
                    < left
                ]
                if 0 in then and not any(holds((*then[:at], unknown, *then[at + 1 :]), turns + 1) for at in spare):
                    return False
            return True

        return not game.completing_wins and holds(board, 0)

    def can_be_made(self, board: Board, line: tuple[int, ...]) -> bool:
        """Whether some of the numbers left complete the line, whoever places them, by trying all of them."""
        game = self.judge.game
        unused = [mark for mark in {*game.marks[0], *game.marks[1]} if not (game.each_number_once and mark in board)]
        contents = [board[cell] for cell in line]
        places = [at for at, mark in enumerate(contents) if not mark]
        for filled in product([0, *unused], repeat=len(places)):
            placed = [mark for mark in filled if mark]
            if not placed or (game.each_number_once and len({*placed}) < len(placed)):
                continue
            for at, mark in zip(places, filled):
                contents[at] = mark
            if game.counts(contents):
                return True
        return False

    def ever_completes(self, node: Node, side: int) -> bool:
        """Whether the side completes a line in any game that can follow."""
        if node not in self._completing:
            winner = {-1: 1 - node[1], 1: node[1]}.get(self.judge.ending(*node) or 0)
            completed = None if winner is None else winner if self.judge.game.completing_wins else 1 - winner
            following = self.judge.following(*node).values()
            sides = frozenset() if completed is None else frozenset({completed})
            self._completing[node] = sides.union(
                *(frozenset(one for one in (0, 1) if self.ever_completes(after, one)) for after in following)
            )
        return side in self._completing[node]

    def survives(self, node: Node, answer: Callable[[Board, int], set[int]]) -> bool:
        """Whether the side whose opponent is to move never loses, if it answers each cell in one of those it is told,
        whichever of them that is."""
        for (cell, _), after in self.judge.following(*node).items():
            ending = self.judge.ending(*after)
            if ending is not None and ending < 0:
                return False
            if ending is None:
                told = answer(after[0], cell)
                for (at, _), then in self.judge.following(*after).items():
                    ending = self.judge.ending(*then)
                    is_lost = ending > 0 if ending is not None else not self.survives(then, answer)
                    if at in told and is_lost:
                        return False
        return True

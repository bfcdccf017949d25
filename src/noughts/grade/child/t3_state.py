"""`T3State` for players of Tic-Tac-Total that come without it: the public interface of the course, in plain Python."""

from __future__ import annotations

from collections.abc import Iterator

from t3_action import T3Action  # type: ignore[import-not-found]


class T3State:
    MAX_MOVE = 6
    WIN_TARGET = 13
    DEFAULT_SIZE = 3

    def __init__(self, odd_turn: bool, state: list[list[int]] | None) -> None:
        size = self.DEFAULT_SIZE
        self._odd_turn = odd_turn
        self._state = [[0] * size for _ in range(size)] if state is None else [list(row) for row in state]

    def is_valid_action(self, act: T3Action) -> bool:
        return (act.col(), act.row()) in self.get_open_tiles() and act.move() in self.get_moves()

    def get_next_state(self, act: T3Action | None) -> T3State:
        if act is None or not self.is_valid_action(act):
            raise ValueError(f"{act} cannot be played here")
        rows = [list(row) for row in self._state]
        rows[act.row()][act.col()] = act.move()
        return type(self)(not self._odd_turn, rows)

    def get_open_tiles(self) -> list[tuple[int, int]]:
        size = range(len(self._state))
        return [(col, row) for col in size for row in size if self._state[row][col] == 0]

    def get_moves(self) -> list[int]:
        return list(range(1 if self._odd_turn else 2, self.MAX_MOVE + 1, 2))

    def is_win(self) -> bool:
        rows, size = self._state, range(len(self._state))
        diagonals = [[rows[at][at] for at in size], [rows[at][-1 - at] for at in size]]
        return any(sum(line) == self.WIN_TARGET for line in (*rows, *zip(*rows), *diagonals))

    def is_tie(self) -> bool:
        return not self.is_win() and not self.get_open_tiles()

    def get_transitions(self) -> Iterator[tuple[T3Action, T3State]]:
        for col, row in self.get_open_tiles():
            for number in self.get_moves():
                action = T3Action(col, row, number)
                yield action, self.get_next_state(action)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, T3State) and (self._odd_turn, self._state) == (other._odd_turn, other._state)

    def __hash__(self) -> int:
        return hash((self._odd_turn, tuple(map(tuple, self._state))))

    def __str__(self) -> str:
        return "\n".join(map(str, self._state))

# What stands in a cell is a member of an enumeration.
from enum import Enum


class Mark(Enum):
    EMPTY = 0
    CROSS = 1
    NOUGHT = 2

    @property
    def other(self):
        return Mark.NOUGHT if self is Mark.CROSS else Mark.CROSS


class State(Enum):
    ON = 0
    DRAW = 1
    WON = 2


def new_board():
    return [[Mark.EMPTY] * 3 for _ in range(3)]


def state(board):
    lines = [*board, *zip(*board), [board[at][at] for at in range(3)], [board[at][2 - at] for at in range(3)]]
    if any(line[0] is line[1] is line[2] is not Mark.EMPTY for line in lines):
        return State.WON
    return State.ON if any(Mark.EMPTY in row for row in board) else State.DRAW


def best_move(board, mark):
    cells = [(row, column) for row in range(3) for column in range(3) if board[row][column] is Mark.EMPTY]
    for who in (mark, mark.other):
        for row, column in cells:
            board[row][column] = who
            ended = state(board)
            board[row][column] = Mark.EMPTY
            if ended is State.WON:
                return row, column
    return (1, 1) if (1, 1) in cells else cells[-1]

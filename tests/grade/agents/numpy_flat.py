import numpy as np

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])


class Agent:
    """Learned nothing: looks one move ahead, and two."""

    def __init__(self):
        self.empty = 0

    def wins(self, board, player):
        return bool((board[LINES].sum(axis=1) == 3 * player).any())

    def act(self, board):
        player = 1 if board.sum() == 0 else -1
        free = np.flatnonzero(board == 0)
        for who in (player, -player):
            for cell in free:
                after = board.copy()
                after[cell] = who
                if self.wins(after, who):
                    return cell
        return free[len(free) // 2]


def reset():
    board = np.zeros(9, dtype=int)
    return board

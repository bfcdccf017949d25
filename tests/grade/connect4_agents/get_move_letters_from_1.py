# Letters, columns counted from 1: the first that is open from the right.
board = [[" "] * 7 for _ in range(6)]


def get_move(board, player):
    assert player in ("X", "O")
    return max(c for c in range(7) if board[0][c] == " ") + 1

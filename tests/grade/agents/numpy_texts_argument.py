# The board is an array of texts that main makes and passes on; the middle, the corners, then the edges.
import numpy as np

ORDER = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]


def wins(board, mark):
    mine = board == mark
    return (
        mine.all(axis=0).any() or mine.all(axis=1).any() or np.diag(mine).all() or np.diag(np.fliplr(mine)).all()
    )


def get_ai_move(board, player):
    rival = "O" if player == "X" else "X"
    free = [place for place in ORDER if board[place] == " "]
    for mark in (player, rival):
        for place in free:
            after = board.copy()
            after[place] = mark
            if wins(after, mark):
                return place
    return free[0]


def main():
    board = np.full((3, 3), " ", dtype=str)
    player = "X"
    while (board == " ").any():
        place = tuple(map(int, input().split())) if player == "X" else get_ai_move(board, player)
        board[place] = player
        player = "O" if player == "X" else "X"


if __name__ == "__main__":
    main()

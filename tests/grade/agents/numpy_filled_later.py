# The board is a global that new_game fills with an array of floats: 1 is the person, -1 the computer.
import numpy as np

board = None


def new_game():
    global board
    board = np.zeros((3, 3))


def sums():
    return [*board.sum(axis=0), *board.sum(axis=1), np.trace(board), np.trace(np.fliplr(board))]


def search(player, alpha, beta):
    """Of the computer's point of view."""
    totals = sums()
    if -3 in totals:
        return 1
    if 3 in totals:
        return -1
    free = np.argwhere(board == 0)
    if len(free) == 0:
        return 0
    best = -2 if player == -1 else 2
    for r, c in free:
        board[r, c] = player
        value = search(-player, alpha, beta)
        board[r, c] = 0
        if player == -1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def computer_move():
    best, move = -2, None
    free = np.argwhere(board == 0)
    if len(free) > 6:
        return (1, 1) if board[1, 1] == 0 else (0, 0)
    for r, c in free:
        board[r, c] = -1
        value = search(1, -2, 2)
        board[r, c] = 0
        if value > best:
            best, move = value, (r, c)
    return move


def main():
    new_game()
    while True:
        r, c = map(int, input("Row and column: ").split())
        board[r, c] = 1
        board[computer_move()] = -1
        print(board)


if __name__ == "__main__":
    main()

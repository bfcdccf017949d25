# Told how many marks there are; it moves second only, and knows no threat of its own.
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def new_board():
    return [0] * 9


def ai_move(board, no):
    if no == 1:
        return 4 if board[4] == 0 else 0
    if no % 2 == 1:
        for line in LINES:
            if sum(board[at] for at in line) == 2:
                return next(at for at in line if board[at] == 0)
        return board.index(0)
    return None


def play():
    board = new_board()
    for no in range(9):
        board[ai_move(board, no) if no % 2 else int(input("Cell: "))] = -1 if no % 2 else 1


play()

# Only the value: the game below loops over the moves. O is the computer.
def check(b, p):
    return any(b[i] == b[j] == b[k] == p for i, j, k in
               [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)])


TABLE = {}


def minimax(board, depth, is_maximizing):
    key = tuple(board), depth, is_maximizing
    if key in TABLE:
        return TABLE[key]
    if check(board, 'O'):
        value = 10 - depth
    elif check(board, 'X'):
        value = depth - 10
    elif ' ' not in board:
        value = 0
    else:
        values = []
        for i in range(9):
            if board[i] == ' ':
                board[i] = 'O' if is_maximizing else 'X'
                values.append(minimax(board, depth + 1, not is_maximizing))
                board[i] = ' '
        value = max(values) if is_maximizing else min(values)
    TABLE[key] = value
    return value


def game():
    board = [' '] * 9
    while True:
        board[int(input('Move: '))] = 'X'
        best = -100
        for i in range(9):
            if board[i] == ' ':
                board[i] = 'O'
                score = minimax(board, 0, False)
                board[i] = ' '
                if score > best:
                    best, move = score, i
        board[move] = 'O'


if __name__ == '__main__':
    game()

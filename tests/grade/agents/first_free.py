board = ['-'] * 9
X, O = 'X', 'O'


def computer_move(board):
    for i in range(len(board)):
        if board[i] == '-':
            return i

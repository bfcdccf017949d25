# The middle column, even if it is full.
def get_move(board, player):
    return len(board[0]) // 2

"""An agent to grade: it always takes the first empty cell."""


def play(board, sign):
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if not cell:
                return row, column
    return None

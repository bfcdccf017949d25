"""An agent to grade that looks one move ahead: it wins if it can, blocks if it must, or takes the best place.

That is how many people play. It is beaten by a fork: two threats at once, of which it can block only one. The report
of `noughts grade` shows such positions.
"""

LINES = [[(row, column) for column in range(3)] for row in range(3)]
LINES += [[(row, column) for row in range(3)] for column in range(3)]
LINES += [[(at, at) for at in range(3)], [(at, 2 - at) for at in range(3)]]

PLACES = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), (0, 1), (1, 0), (1, 2), (2, 1)]  # centre, corners, edges


def play(board, sign):
    """A move as a pair of indices, counted from 0; None if the game is over."""
    opponent = "O" if sign == "X" else "X"
    empty = [place for place in PLACES if not board[place[0]][place[1]]]
    if not empty or has_won(board, sign) or has_won(board, opponent):
        return None
    return completing(board, sign) or completing(board, opponent) or empty[0]


def completing(board, sign):
    """The cell that completes a line of this sign, if there is one."""
    for line in LINES:
        marks = [board[row][column] for row, column in line]
        missing = [cell for cell, mark in zip(line, marks) if not mark]
        if marks.count(sign) == 2 and missing:
            return missing[0]
    return None


def has_won(board, sign):
    return any(all(board[row][column] == sign for row, column in line) for line in LINES)

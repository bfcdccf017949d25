def initial_board():
    return [["-", "-", "-"], ["-", "-", "-"], ["-", "-", "-"]]


def best_move(board, player):
    """X or O."""
    assert player in ("X", "O")
    return 1, 1

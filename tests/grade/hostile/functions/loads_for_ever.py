"""Is never loaded.

Expected: no-answer, "not loaded within"
"""

while True:
    pass


def play(board, sign):
    return (0, 0)

"""Is never loaded.

Expected: illegal, "is taken"
Note: "more than 1 s"
"""

while True:
    pass


def play(board, sign):
    return (0, 0)

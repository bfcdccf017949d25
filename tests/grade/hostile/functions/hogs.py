"""Takes 2 GB of memory.

Expected: no-answer, "memory limit"
"""


def play(board, sign):
    return bytearray(2 << 30)

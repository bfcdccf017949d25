"""Ends its process when it is loaded.

Expected: illegal, "is taken"
Note: "the agent's process ended"
"""

import os


os._exit(0)


def play(board, sign):
    return (0, 0)

"""Answers with a number of 5,000 digits.

Expected: no-answer, "unparsable" or "ValueError"
"""


def play(board, sign):
    return (10**5000, 10**5000)

"""Connects to a local socket without a file.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.socket(socket.AF_UNIX).connect("\0@socket@")
except OSError:
    sys.exit("contained")
print("broke out")

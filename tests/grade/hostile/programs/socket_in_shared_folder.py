"""Connects to a local socket in a folder that all agents may read.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    import os

    os.chdir(os.path.dirname(__file__))
    socket.socket(socket.AF_UNIX).connect("shared/socket")
except OSError:
    sys.exit("contained")
print("broke out")

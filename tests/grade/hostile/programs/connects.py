"""Connects to a server on this machine.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.create_connection(("127.0.0.1", int("@port@")), timeout=2)
except OSError:
    sys.exit("contained")
print("broke out")

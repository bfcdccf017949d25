"""Waits for connections.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.create_server(("127.0.0.1", 0))
except OSError:
    sys.exit("contained")
print("broke out")

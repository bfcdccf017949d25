"""Connects to a server on this machine over IPv6.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.create_connection(("::1", int("@port@")), timeout=2)
except OSError:
    sys.exit("contained")
print("broke out")

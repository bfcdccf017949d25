"""Sends datagrams to this machine.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"answers", ("127.0.0.1", int("@port@")))
except OSError:
    sys.exit("contained")
print("broke out")

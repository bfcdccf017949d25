"""Reads all packets of the network.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
except OSError:
    sys.exit("contained")
print("broke out")

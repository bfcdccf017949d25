"""Asks the kernel for the network's addresses.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
except OSError:
    sys.exit("contained")
print("broke out")

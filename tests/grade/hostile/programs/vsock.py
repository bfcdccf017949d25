"""Opens a socket to the host of a virtual machine.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.socket(40, socket.SOCK_STREAM)
except OSError:
    sys.exit("contained")
print("broke out")

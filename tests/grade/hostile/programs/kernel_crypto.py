"""Opens a socket to the kernel's ciphers.

Expected: no-answer, "contained"
"""

import socket
import sys

TURN = "JUDGE"

try:
    socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)
except OSError:
    sys.exit("contained")
print("broke out")

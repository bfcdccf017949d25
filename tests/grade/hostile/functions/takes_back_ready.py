"""Feigns a sandbox that did not start when it is loaded: empties its pipes, says what bubblewrap would say, and ends.

Expected: illegal, "is taken"
Note: "the agent's process ended"
"""

import contextlib
import os


def feign():
    for number in range(64):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/self/fd/{number}").startswith("pipe"):
                again = os.open(f"/proc/self/fd/{number}", os.O_RDONLY | os.O_NONBLOCK)
                with contextlib.suppress(OSError):
                    os.read(again, 1 << 16)
    os.write(2, b"bwrap: Creating new namespace failed: Resource temporarily unavailable\n")
    os._exit(1)


feign()


def play(board, sign):
    return (0, 0)

"""Starts 2,000 threads.

Expected: no-answer, "contained" or "memory" or "processes"
"""

import os
import threading
import time

TURN = "JUDGE"

try:
    for _ in range(2000):
        threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
except (RuntimeError, MemoryError):
    os.write(2, b"contained")
    os._exit(1)
print("broke out")

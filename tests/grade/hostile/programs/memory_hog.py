"""Takes 4 GB of memory.

Expected: no-answer, "memory limit"
"""

TURN = "JUDGE"

held = []
while len(held) < 200:
    held.append(bytearray(b"x" * (20 << 20)))
print("broke out")

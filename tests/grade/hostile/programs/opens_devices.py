"""Opens disks, memory, the kernel's messages and terminals.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

for name in ("sda", "vda", "mem", "kmsg", "kvm", "fuse", "ptmx", "tty", "console", "net/tun"):
    try:
        os.open("/dev/" + name, os.O_RDWR)
    except OSError:
        continue
    print("opened", name)
    break
else:
    sys.exit("contained")

"""Reads the home folders and the keys in them.

Expected: no-answer, "contained"
"""

import os
import sys

TURN = "JUDGE"

for path in ("/root", "/home", "/root/.ssh/id_rsa", "/root/.bashrc", "/var/log", "/etc/ssh"):
    try:
        os.listdir(path) if not os.path.isfile(path) else open(path).read()
    except OSError:
        continue
    if any(name for name in os.listdir(path) if not name.startswith(".pyenv")):
        print("read", path)
        break
else:
    sys.exit("contained")

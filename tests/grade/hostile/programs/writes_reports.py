"""Writes into the folder of reports, its own files, our scripts and the system.

Expected: no-answer, "contained"
"""

import sys

TURN = "JUDGE"

for path in ("@folder@/report.json", "@canary@", __file__, "/noughts/programs.py", "/usr/bin/forged", "/forged"):
    try:
        with open(path, "w") as file:
            file.write("score 100")
    except OSError:
        continue
    print("wrote", path)
    break
else:
    sys.exit("contained")

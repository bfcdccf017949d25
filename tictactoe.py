"""JUDGE and GAME from standard input, with nothing installed: python tictactoe.py < examples/judge-empty.txt"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "src"))

from noughts.protocols.main import main

if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--times"]):
        sys.stderr.write("usage: python tictactoe.py [--times] < question.txt\n")
        sys.exit(2)
    sys.exit(main(times="--times" in sys.argv))

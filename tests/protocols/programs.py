"""Real processes: the root script and the installed command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = (sys.executable, str(ROOT / "tictactoe.py"))
COMMAND = (sys.executable, "-m", "noughts")


def run(*command: str, text: str | bytes = "") -> subprocess.CompletedProcess[bytes]:
    data = text.encode() if isinstance(text, str) else text
    return subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)


def boxed(board: str) -> str:
    """`XX_/OO_/___` in boxes, written without the package's help."""
    border = "+---+---+---+\n"
    return border + "".join("| " + " | ".join(row) + " |\n" + border for row in board.split("/"))


def judge(turn: str, board: str) -> str:
    return f"JUDGE\nTURN {turn}\n{boxed(board)}"

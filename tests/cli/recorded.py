"""Sessions in real terminals of three sizes, as they were approved.

python tests/cli/recorded.py [NAME...]      records them again; look at the difference before you commit
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from cli.sessions import ARROWS, CTRL_C, CTRL_D, ENTER, session

APPROVED = Path(__file__).with_name("approved")
SIZES = [(80, 24), (120, 40), (40, 24)]
RIGHT, DOWN, UP = ARROWS["right"], ARROWS["down"], ARROWS["up"]

# For each, the command and then what is waited for and what is typed.
SCRIPTS: dict[str, tuple[list[str], list[tuple[str, str]]]] = {
    "play": (
        ["play", "--level", "perfect"],
        [
            ("Your side", "x\n"),
            ("Who starts", ENTER),
            ("X to move:", RIGHT),  # the first arrow shows where the cursor is
            ("X to move: 2,2", RIGHT + ENTER),
            ("X to move:", "hint\n"),
            ("X to move:", "5\n"),
            ("X to move:", "0 9\n"),
            ("X to move:", "7\n"),
            ("X to move:", "8\n"),
            ("quit? [quit]", "replay\n"),
            ("quit? [quit]", "again\n"),
            ("X to move:", "quit\n"),
        ],
    ),
    "play-t3": (
        ["play", "t3", "--side", "even", "--first", "odd", "--language", "en"],
        [
            ("to move:", "help\n"),
            ("to move:", UP + UP + "6\n"),
            ("to move:", "2 at 3,3\n"),
            ("to move:", "hint\n"),
            ("to move:", CTRL_C),
        ],
    ),
    "play-qubic": (
        ["play", "qubic", "--side", "X", "--first", "X", "--level", "easy", "--seed", "1"],
        [("X to move:", "1,1,1\n"), ("X to move:", CTRL_D)],
    ),
    "play-connect4": (
        ["play", "connect4", "--position", "4735335353316775462225", "--side", "X", "--level", "perfect"],
        [
            ("X to move:", RIGHT),
            ("X to move: 4", RIGHT),
            ("X to move: 5", "\x15hint\n"),
            ("X to move:", "3\n"),
            ("X to move:", "1 6\n"),
            ("X to move:", "6\n"),
            ("X to move:", "7\n"),
            ("quit? [quit]", "quit\n"),
        ],
    ),
    "play-bg": (
        ["play", "--language", "bg", "--side", "Х", "--first", "О"],
        [("на ход:", "помощ\n"), ("на ход:", "1 1\n"), ("на ход:", "9 9\n"), ("на ход:", "ъ\n"), ("на ход:", "край\n")],
    ),
    "greeting": ([], [("Your side", CTRL_C)]),
    "explain": (["explain", "tictactoe", "XX_/OO_/___ X"], []),
    "tree": (["tree", "tictactoe", "XOX/O__/___ X", "--depth", "1"], []),
    "help": (["solve", "--help"], []),
    "wrong-command": (["slove"], []),
    "wrong-choice": (["tree", "--algorithm", "minmax"], []),
    "wrong-bg": (["play", "--language", "bg", "--position", "XX_/OO_/__Q X"], []),
    "wrong-mn": (["play", "--language", "mn", "t3", "--position", "006/000/000 odds and"], []),
}


def record(name: str, width: int, height: int) -> tuple[str, int]:
    """What the terminal shows, without what differs from run to run, and the exit code."""
    arguments, typed = SCRIPTS[name]
    with session(*arguments, width=width, height=height) as one:
        for awaited, keys in typed:
            one.wait_for(awaited)
            one.type(keys)
        code = one.finish()
        return re.sub(r"\d+\.\d+ s\b", "0.000 s", one.screen.text), code


def path_of(name: str, width: int, height: int) -> Path:
    return APPROVED / f"{name}-{width}x{height}.txt"


if __name__ == "__main__":
    APPROVED.mkdir(exist_ok=True)
    for name in sys.argv[1:] or SCRIPTS:
        for size in SIZES:
            path_of(name, *size).write_text(record(name, *size)[0], encoding="utf-8")

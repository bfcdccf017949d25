"""Decides which protocol a text speaks, and answers it or says what is wrong with it."""

from __future__ import annotations

import sys

from ..errors import NotationError, NoughtsError
from ..games import Game, game
from ..games.notation.symbols import shown
from .lines import Lines


def run(descriptor: int, already_read: bytes = b"", *, which: Game | None = None, times: bool = False) -> int:
    """Reads one JUDGE question or plays one GAME; the result is the exit code.

    Answers go to standard output. What is wrong with the input goes to standard error, in one line.
    """
    rules = which or game("tictactoe")
    lines = Lines(descriptor, already_read)
    try:
        code = _converse(lines, rules, times)
        sys.stdout.flush()
    except NoughtsError as error:
        sys.stderr.write(f"noughts: {error}\n")
        return 2
    return code


def _converse(lines: Lines, rules: Game, times: bool) -> int:
    if lines.is_terminal:
        sys.stderr.write("Reading JUDGE or GAME from the terminal; Ctrl-D ends the input.\n")
    header = _first_line(lines)
    word = header.upper()
    if word == "GAME":
        from .game import run as play_game

        return play_game(lines, rules)
    from . import judge

    turn = None if word == "JUDGE" else header
    if turn is not None and word.split(" ")[0] != "TURN":
        raise NotationError(f"found {shown(header)}, expected JUDGE or GAME", lines.number)
    answer, milliseconds = judge.answer(lines, rules, turn)
    if times:
        sys.stdout.write(f"# TIMES_MS: alg={milliseconds:.3f}\n")
    sys.stdout.write(f"{answer}\n")
    return 0


def _first_line(lines: Lines) -> str:
    for line in lines:
        if line.strip():
            return line.strip()
    raise NotationError("there is no input; expected JUDGE or GAME on the first line")

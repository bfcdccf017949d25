"""The whole conversation in this process, for tests that ask thousands of questions."""

from __future__ import annotations

import io
import os
import sys
from typing import NamedTuple

from noughts.games import Game
from noughts.protocols import conversation, quick


class Reply(NamedTuple):
    code: int
    out: str
    err: str


def converse(text: bytes, which: Game | None = None) -> Reply:
    """What the program would answer, by the same steps as `protocols.main`, or `noughts judge` for another game."""
    quick_answer = quick.answer(text[: 1 << 16]) if which is None else None
    if quick_answer is not None:
        return Reply(0, quick_answer + "\n", "")
    reader, writer = os.pipe()
    saved = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        os.close(writer)  # everything has been read already
        code = conversation.run(reader, text, which=which)
        return Reply(code, sys.stdout.getvalue(), sys.stderr.getvalue())
    finally:
        sys.stdout, sys.stderr = saved
        os.close(reader)

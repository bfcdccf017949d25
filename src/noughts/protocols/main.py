"""The program behind a pipe: reads JUDGE or GAME from standard input. The usual JUDGE question never gets further."""

import os
import sys
import time

from . import quick

_FIRST_READ = 1 << 16
CLOSED_PIPE = 141  # as a shell says of a program that such a pipe ended: 128 and the number of the signal


def main(times: bool = False) -> int:
    """Answers what stands on standard input; the result is the exit code."""
    try:
        text = b"" if os.isatty(0) else os.read(0, _FIRST_READ)
        started = time.perf_counter()
        answer = quick.answer(text)
        if answer is not None:
            if times:
                answer = f"# TIMES_MS: alg={(time.perf_counter() - started) * 1000:.3f}\n{answer}"
            os.write(1, answer.encode() + b"\n")
            return 0
        from . import conversation

        return conversation.run(0, text, times=times)
    except BrokenPipeError:  # whoever asked has gone
        return CLOSED_PIPE
    except OSError as error:
        sys.stderr.write(f"noughts: standard input or output cannot be used: {error.strerror}\n")
        return 2

"""The program behind a pipe: reads JUDGE or GAME from standard input. The usual JUDGE question never gets further."""

import os
import sys

from . import quick

_FIRST_READ = 1 << 16


def main(times: bool = False) -> int:
    """Answers what stands on standard input; the result is the exit code."""
    import time

    try:
        text = b"" if sys.stdin.isatty() else os.read(0, _FIRST_READ)
        started = time.perf_counter()
        answer = quick.answer(text)
        if answer is not None:
            if times:
                answer = f"# TIMES_MS: alg={(time.perf_counter() - started) * 1000:.3f}\n{answer}"
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()
            return 0
        from . import conversation

        return conversation.run(0, text, times=times)
    except BrokenPipeError:  # whoever asked has gone; Python must not complain about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    except KeyboardInterrupt:
        return 130

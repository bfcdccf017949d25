"""The real server in a process of its own, as a person starts it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """The address of a running server."""
    command = [sys.executable, "-m", "noughts", "web", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.match(r"noughts: (http://\S+)/ ", said)
        assert found is not None, said + process.stdout.read()
        yield found.group(1)
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=20)
            raise

"""`noughts` as a command, for the tests: real processes, but without the time that it takes to start Python."""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path


@cache
def _server() -> subprocess.Popen[bytes]:
    command = [sys.executable, str(Path(__file__).parent / "command_server.py")]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(server.kill)
    return server


def noughts(
    *arguments: str, text: str = "", folder: Path | str | None = None, seconds: float = 120, **environment: str
) -> subprocess.CompletedProcess[str]:
    """What the command prints and how it ends, with the text on standard input and these environment variables."""
    with tempfile.TemporaryDirectory() as files:
        names = {name: Path(files) / name for name in ("stdin", "stdout", "stderr")}
        for path in names.values():
            path.write_text(text if path.name == "stdin" else "", encoding="utf-8")
        request = {
            "arguments": arguments,
            "folder": str(folder or Path.cwd()),
            "environment": {**os.environ, **environment},
            **{name: str(path) for name, path in names.items()},
        }
        server = _server()
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(json.dumps(request).encode() + b"\n")
        server.stdin.flush()
        if not select.select([server.stdout], [], [], seconds)[0]:
            server.kill()
            _server.cache_clear()
            raise subprocess.TimeoutExpired(["noughts", *arguments], seconds)
        code = int(server.stdout.readline())
        output, errors = (names[name].read_text(encoding="utf-8") for name in ("stdout", "stderr"))
        return subprocess.CompletedProcess(["noughts", *arguments], code, output, errors)

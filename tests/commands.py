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


def begin(
    arguments: list[str], folder: str, environment: dict[str, str], streams: dict[str, str], **more: bool | str
) -> None:
    """Starts a command; `streams` are the paths of its standard streams."""
    request = {"arguments": arguments, "folder": folder, "environment": environment, **streams, **more}
    server = _server()
    assert server.stdin is not None
    server.stdin.write(json.dumps(request).encode() + b"\n")
    server.stdin.flush()


def exit_code(seconds: float = 120) -> int | None:
    """Of the command that was started; None if it has not ended by then."""
    server = _server()
    assert server.stdout is not None
    return int(server.stdout.readline()) if select.select([server.stdout], [], [], seconds)[0] else None


def give_up() -> None:
    """Ends the command that was started, and the server with it."""
    _server().kill()
    _server.cache_clear()


def noughts(
    *arguments: str,
    text: str = "",
    folder: Path | str | None = None,
    seconds: float = 600,
    encoding: str = "utf-8",
    **environment: str,
) -> subprocess.CompletedProcess[str]:
    """What the command prints and how it ends, with the text on standard input and these environment variables."""
    with tempfile.TemporaryDirectory() as files:
        names = {name: Path(files) / name for name in ("stdin", "stdout", "stderr")}
        for path in names.values():
            path.write_text(text if path.name == "stdin" else "", encoding="utf-8")
        streams = {name: str(path) for name, path in names.items()}
        begin(list(arguments), str(folder or Path.cwd()), {**os.environ, **environment}, streams, encoding=encoding)
        code = exit_code(seconds)
        if code is None:
            give_up()
            raise subprocess.TimeoutExpired(["noughts", *arguments], seconds)
        output, errors = (names[name].read_text(encoding=encoding) for name in ("stdout", "stderr"))
        return subprocess.CompletedProcess(["noughts", *arguments], code, output, errors)

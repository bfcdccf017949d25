"""Runs commands of `noughts` in processes that are forked from one in which everything is imported.

    python command_server.py        requests come on standard input, replies go to standard output, a line of JSON each

Starting Python and importing the command line takes longer than most commands. A forked process is as real as any: it
has its own files, folder, environment and exit code. Where starting is what is tested, tests start Python themselves.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from typing import Any, NoReturn

import typer.main

import noughts.classroom.t3
import noughts.cli
import noughts.explain.tree_page
import noughts.proofs.strategies
import noughts.web.api
from noughts.__main__ import main


def run(request: dict[str, Any]) -> NoReturn:
    """In the child: becomes the process that the request describes, and ends."""
    os.chdir(request["folder"])
    if request.get("is_terminal"):
        os.setsid()  # so that the terminal becomes its own, with Ctrl-C
    os.environ.clear()
    os.environ.update(request["environment"])
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        mode = os.O_RDONLY if name == "stdin" else os.O_WRONLY
        os.dup2(os.open(request[name], mode), descriptor)
        stream = os.fdopen(descriptor, "r" if name == "stdin" else "w", encoding=request.get("encoding") or "utf-8")
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.argv = ["noughts", *request["arguments"]]
    code: object = 1
    try:
        code = main()
    except SystemExit as ending:
        code = ending.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


def serve() -> None:
    # Most of the work of a command is to read the options of all commands: here it is done once, for all that follow.
    typer.main.get_command = cache(typer.main.get_command)
    with redirect_stdout(StringIO()):
        noughts.cli.app(["games"], standalone_mode=False)
    gc.freeze()  # a child that collected garbage would copy the memory of everything that is imported
    for line in sys.stdin.buffer:
        child = os.fork()
        if child == 0:
            run(json.loads(line))
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()

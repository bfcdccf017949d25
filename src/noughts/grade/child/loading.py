"""Loads the file of an agent, as a module of its own: whole, or as a second try its definitions only.

The second try is for files that start a game when they are imported: top-level calls and loops are left out, and a
statement that fails is skipped, so that the functions are there all the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import time
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_STATEMENT = 2.0  # seconds for one statement of the second try
_MAIN = b"__main__"
_PATIENCE = 9  # how many times its time a process is waited for in addition, while it has no processor


class TooLong(BaseException):
    """The code did not end in its time."""


class _Limit:
    """Seconds from now on. What the process waits for a processor, because the machine is busy, is not counted."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._began, self._waited = time.monotonic(), _waited()

    @property
    def left(self) -> float:
        waited = min(_waited() - self._waited, _PATIENCE * self.seconds)
        return self._began + self.seconds + waited - time.monotonic()


def _waited() -> float:
    """For how long this process was ready to run and had no processor; 0 where the system does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError), open("/proc/self/schedstat", "rb") as file:  # noqa: PTH123
        return int(file.read().split()[1]) / 1e9
    return 0.0


_limits: list[_Limit] = []  # one within the other


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stops Python code that takes longer. What does not listen is killed from outside."""

    def stop(*_: object) -> None:
        for limit in _limits:
            if limit.left <= 0:
                raise TooLong(f"more than {limit.seconds:g} s")

    _limits.append(_Limit(seconds))
    before = signal.signal(signal.SIGALRM, stop)
    # Again and again: an agent may catch the first.
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)
    try:
        yield
    finally:
        _limits.pop()
        signal.setitimer(signal.ITIMER_REAL, max(0.01, _limits[-1].left) if _limits else 0, 0.2)
        signal.signal(signal.SIGALRM, before)


def source_of(path: str) -> bytes:
    """The Python text of a file, or of the code cells of a notebook."""
    with open(path, "rb") as file:  # noqa: PTH123
        data = file.read()
    if not path.lower().endswith(".ipynb"):
        return data
    lines: list[str] = []
    for cell in json.loads(data)["cells"]:
        if cell.get("cell_type") == "code":
            text = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
            if not text.lstrip().startswith("%%"):
                lines += (line for line in text.splitlines() if not line.lstrip().startswith(("%", "!", "?")))
    return "\n".join(lines).encode()


def prepare(directory: str, main: str) -> None:
    """Modules beside the agent can be imported; those with the name of a standard module do not hide it."""
    places = [os.path.dirname(os.path.join(directory, main))]  # noqa: PTH118, PTH120
    if directory not in places:
        places.append(directory)
    standard: frozenset[str] = getattr(sys, "stdlib_module_names", frozenset())
    for place in places:
        names = {os.path.splitext(name)[0] for name in os.listdir(place)}  # noqa: PTH122, PTH208
        if names & standard:
            at = next((at for at, entry in enumerate(sys.path) if "site-packages" in entry), len(sys.path))
            sys.path.insert(at, place)
        else:
            sys.path.insert(0, place)


def new_module(path: str) -> ModuleType:
    stem = os.path.splitext(os.path.basename(path))[0]  # noqa: PTH119, PTH122
    usable = stem.isidentifier() and stem not in sys.modules and stem not in getattr(sys, "stdlib_module_names", ())
    module = ModuleType(stem if usable else "agent_")
    module.__file__ = path
    sys.modules[module.__name__] = module
    return module


def load(path: str, source: bytes, *, definitions: bool, seconds: float) -> ModuleType:
    """Raises what the agent raises; `TooLong` if it takes too long."""
    module = new_module(path)
    if definitions or _MAIN in source:
        import ast  # noqa: F401  the agent may change what can be imported
    with at_most(seconds):
        if not definitions:
            exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        else:
            _definitions(path, source, module.__dict__)
        _main_block(path, source, module.__dict__)
    return module


def _main_block(path: str, source: bytes, space: dict[str, Any]) -> None:
    """Sets globals that only the program would set, before its game begins: `if __name__ == "__main__": board = …`."""
    if _MAIN not in source:
        return
    import ast

    for block in ast.parse(source, path).body:
        if not isinstance(block, ast.If) or "__name__" not in {getattr(one, "id", "") for one in ast.walk(block.test)}:
            continue
        for statement in block.body:
            if isinstance(statement, (ast.While, ast.For)):
                break
            names = [one.id for one in getattr(statement, "targets", ()) if isinstance(one, ast.Name)]
            if isinstance(statement, ast.Assign) and names and not set(names) & set(space):
                code = compile(ast.Module([statement], type_ignores=[]), path, "exec", dont_inherit=True)
                with contextlib.suppress(Exception), _or_not():
                    exec(code, space)


@contextlib.contextmanager
def _or_not() -> Iterator[None]:
    """What asks for input, waits for a window or takes its time is left out; only the time of loading counts."""
    try:
        with at_most(_STATEMENT):
            yield
    except BaseException:
        if _limits and _limits[-1].left <= 0:
            raise


def _definitions(path: str, source: bytes, space: dict[str, Any]) -> None:
    import ast

    for statement in ast.parse(source, path).body:
        if isinstance(statement, (ast.While, ast.Expr)):
            continue
        code = compile(ast.Module([statement], type_ignores=[]), path, "exec", dont_inherit=True)
        is_definition = isinstance(statement, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom))
        try:
            # A part of the time for the others; the rest is kept.
            with contextlib.nullcontext() if is_definition else at_most(_STATEMENT):
                exec(code, space)
        except TooLong:
            if is_definition or (_limits and _limits[-1].left <= 0):
                raise
        except BaseException:  # whatever it was, the other statements may do without it
            continue

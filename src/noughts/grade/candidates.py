"""The agents to be graded. Their files are read once, and their interface is recognised without running their code.

An agent is a file, or a folder with one of the files in `ENTRIES`. From here on its files are bytes: exactly these
bytes are graded, on any machine. Symbolic links are not followed.
"""

from __future__ import annotations

import ast
import hashlib
import shlex
import warnings
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..errors import GameError
from ..games import Game
from . import visible
from .interfaces import FUNCTIONS, INTERFACES, JUDGE, Interface
from .submission_files import AgentError, File, agents_at, files_of, names_of

__all__ = ["AgentError", "Candidate", "File", "check_game", "detect", "find", "read"]

LARGEST_SOURCE = 1 << 20  # of a Python file; reading one takes two hundred times its size in memory


@dataclass(frozen=True)
class Candidate:
    """An agent, ready to be sent anywhere and run there.

    `main` is the file that is run or loaded; `command` runs it, with `{src}` for its path. `problem` says why it is not
    run at all. `shared` are further paths that the grader lets it read, `hidden` those that it must not see although
    they may lie in a folder of the system.
    """

    name: str
    api: str
    main: str
    files: tuple[File, ...] = ()
    command: tuple[str, ...] = ()
    function: str = ""
    shared: tuple[str, ...] = ()
    with_noughts: bool = False
    problem: str | None = None
    hidden: tuple[str, ...] = ()

    @property
    def interface(self) -> Interface:
        return INTERFACES[self.api]

    @property
    def is_function(self) -> bool:
        return self.interface.is_function

    @property
    def digest(self) -> str:
        """Names everything that the agent's answers depend on, but not what it is called."""
        digest = hashlib.sha256()
        parts: list[object] = [self.api, self.main, self.function, *self.command, *self.shared, self.with_noughts]
        for file in self.files:
            parts += [file.path, hashlib.sha256(file.data).hexdigest(), file.executable]
        digest.update("\0".join(map(str, [*parts, self.problem])).encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Candidate:
        files = tuple(File(**file) for file in data["files"])
        tuples = {name: tuple(data[name]) for name in ("command", "shared", "hidden")}
        return cls(**{**data, **tuples, "files": files})


def find(
    named: Iterable[str],
    *,
    api: str | None = None,
    command: str | None = None,
    shared: Iterable[Path] = (),
    with_noughts: bool = False,
) -> list[Candidate]:
    """Every agent among the files, folders and globs that are named."""
    if api is not None and api not in INTERFACES:
        raise AgentError(f"no interface is called {api!r}; expected {', '.join(INTERFACES)}")
    words = _command_words(command)
    paths = list(dict.fromkeys(path for name in named for path in agents_at(name, words is not None)))
    folders = tuple(str(path.resolve()) for path in shared)
    for folder in shared:
        if not folder.exists():
            raise AgentError(f"{folder}: there is no such file or folder")
    candidates = []
    hidden = visible.hiding_places(paths)
    for path, name in zip(paths, names_of(paths)):
        candidate = read(path, api=api, command=words)
        candidates.append(replace(candidate, name=name, shared=folders, with_noughts=with_noughts, hidden=hidden))
    return candidates


def read(path: Path, *, api: str | None = None, command: tuple[str, ...] | None = None) -> Candidate:
    """One agent: its files, and how it is asked."""
    name = path.name
    try:
        main, files = files_of(path)
    except AgentError as error:
        return Candidate(name, api or JUDGE.name, name, problem=str(error))
    if command is not None:
        return Candidate(name, JUDGE.name, main, files, command)
    interface = INTERFACES[api] if api is not None else None
    source = next(file for file in files if file.path == main)
    if not main.endswith(".py"):
        if interface is not None and interface.is_function:
            return Candidate(name, interface.name, main, files, problem=f"--api {api} needs a Python file")
        if not source.executable and not source.data.startswith(b"#!"):
            return Candidate(name, JUDGE.name, main, files, problem="not a Python file, and not executable")
        return Candidate(name, JUDGE.name, main, files, ("{src}",))
    if len(source.data) > LARGEST_SOURCE and (interface is None or interface.is_function):
        return Candidate(name, api or JUDGE.name, main, files, problem=f"{main} is larger than 1 MB")
    detected, function = detect(source.data) if interface is not JUDGE else (JUDGE, "")
    if interface is None:
        interface = detected
    if not interface.is_function:
        return Candidate(name, interface.name, main, files, ("{python}", "{src}"))
    default = interface.functions[0]
    return Candidate(name, interface.name, main, files, function=function if detected is interface else default)


def detect(source: bytes) -> tuple[Interface, str]:
    """The interface of a Python file, and the name of the function to call.

    A file that contains the word JUDGE or TURN, outside docstrings, is a program. Otherwise a function with the right
    name and number of parameters decides; a file without one is a program.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they quote the source as it is
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return JUDGE, ""
    words = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    documented = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    docstrings = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented)}
    if any(("JUDGE" in word or "TURN" in word) and word not in docstrings for word in words):
        return JUDGE, ""
    defined = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for interface in FUNCTIONS:
        for name in interface.functions:
            if name in defined and _accepts(defined[name], interface.parameters):
                return interface, name
    imported = {
        alias.asname or alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    for interface in FUNCTIONS:
        for name in interface.functions:
            if interface.imported and name in imported:
                return interface, name
    return JUDGE, ""


def _accepts(function: ast.FunctionDef, count: int) -> bool:
    arguments = function.args
    most = len(arguments.posonlyargs) + len(arguments.args)
    return most - len(arguments.defaults) <= count <= most


def check_game(candidate: Candidate, game: Game) -> None:
    """Raises `GameError` if the interface of the agent does not fit the game."""
    reason = candidate.interface.why_unsuitable(game)
    if reason is not None:
        raise GameError(f"{candidate.name}: {reason}")


def _command_words(command: str | None) -> tuple[str, ...] | None:
    if command is None:
        return None
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise AgentError(f"--exec {command!r}: {error}") from None
    if not words or not any("{src}" in word for word in words):
        raise AgentError(f"--exec {command!r}: expected a command with {{src}} where the agent's file belongs")
    return words

"""The agents to be graded. Their files are read once, and their interface is recognised without running their code.

An agent is a file, or a folder with one of the files in `ENTRIES`. From here on its files are bytes: exactly these
bytes are graded, on any machine. Symbolic links are not followed.
"""

from __future__ import annotations

import ast
import glob
import hashlib
import os
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from ..errors import GameError, NoughtsError, counted
from ..games import Game
from .interfaces import FUNCTIONS, INTERFACES, JUDGE, Interface

ENTRIES = ("tictactoe.py", "main.py", "agent.py", "t3_player.py")
# The files that a course keeps beside an agent of this name, and that belong to it.
COMPANIONS = {"t3_player.py": ("t3_action.py", "t3_state.py")}
LARGEST = 8 << 20
MOST_FILES = 200


class AgentError(NoughtsError, ValueError):
    """There is no such agent, or it cannot be one."""


@dataclass(frozen=True)
class File:
    """One of an agent's files: where it is inside the agent's folder, and what it holds."""

    path: str
    data: bytes
    executable: bool = False


@dataclass(frozen=True)
class Candidate:
    """An agent, ready to be sent anywhere and run there.

    `main` is the file that is run or loaded; `command` runs it, with `{src}` for its path. `problem` says why it is not
    run at all. `shared` are further paths that the grader lets it read. `part` names one of its functions, if that is
    asked instead of the agent.
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
    part: str = ""

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
        digest.update("\0".join(map(str, [*parts, self.problem, self.part])).encode())
        return digest.hexdigest()

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Candidate:
        files = tuple(File(**file) for file in data["files"])
        return cls(**{**data, "files": files, "command": tuple(data["command"]), "shared": tuple(data["shared"])})


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
    paths = list(dict.fromkeys(path for name in named for path in _agents_at(name, words is not None)))
    folders = tuple(str(path.resolve()) for path in shared)
    for folder in shared:
        if not folder.exists():
            raise AgentError(f"{folder}: there is no such file or folder")
    candidates = []
    for path, name in zip(paths, _names(paths)):
        candidate = read(path, api=api, command=words)
        candidates.append(replace(candidate, name=name, shared=folders, with_noughts=with_noughts))
    return candidates


def read(path: Path, *, api: str | None = None, command: tuple[str, ...] | None = None) -> Candidate:
    """One agent: its files, and how it is asked."""
    name = path.name
    try:
        main, files = _files(path)
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
    detected, function = detect(source.data)
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


def _agents_at(name: str, any_file: bool) -> Iterator[Path]:
    path = Path(name)
    if not os.path.lexists(path):
        matches = sorted(glob.glob(name))  # noqa: PTH207  a pattern may be absolute
        if not matches:
            raise AgentError(f"{name}: there is no such file or folder")
        for match in matches:
            yield from _agents_at(match, any_file)
    elif path.is_dir() and not path.is_symlink():
        if _entry(path) is not None:
            yield path
            return
        inside = [child for child in sorted(path.iterdir()) if _looks_like_an_agent(child, any_file)]
        if not inside:
            raise AgentError(
                f"{name}: no agents in this folder; expected Python files or programs, or one of {', '.join(ENTRIES)}"
            )
        yield from inside
    else:
        yield path


def _looks_like_an_agent(path: Path, any_file: bool) -> bool:
    if path.name.startswith((".", "__")):
        return False
    if path.is_symlink():
        return True  # it is reported, not followed
    if path.is_dir():
        return _entry(path) is not None
    return path.is_file() and (any_file or path.suffix == ".py" or os.access(path, os.X_OK))


def _entry(folder: Path) -> str | None:
    return next((name for name in ENTRIES if os.path.lexists(folder / name)), None)


def _names(paths: list[Path]) -> list[str]:
    """Short names where they are different, otherwise with as much of the path as it takes."""
    names = [path.name or str(path.resolve().name) for path in paths]
    chosen = (name if names.count(name) == 1 else str(path) for path, name in zip(paths, names))
    return ["".join(letter if letter.isprintable() else "\ufffd" for letter in name) for name in chosen]


def _files(path: Path) -> tuple[str, tuple[File, ...]]:
    if path.is_symlink():
        raise AgentError("a symbolic link, which is not followed")
    if path.is_dir():
        main = _entry(path)
        assert main is not None
        paths = [(child, str(child.relative_to(path))) for child in _walk(path)]
        if (path / main).is_symlink():
            raise AgentError(f"{main} is a symbolic link, which is not followed")
    else:
        main = path.name
        paths = [(path, main)]
        beside = COMPANIONS.get(main, ())
        paths += [(path.with_name(name), name) for name in beside if path.with_name(name).is_file()]
    if len(paths) > MOST_FILES:
        raise AgentError(f"{counted(len(paths), 'file')}; at most {MOST_FILES} are read")
    files, size = [], 0
    for source, inside in paths:
        try:
            if not source.is_file():
                raise AgentError(f"{inside} is not a file")
            size += source.stat().st_size
            if size > LARGEST:
                raise AgentError(f"more than {LARGEST >> 20} MB")
            data = source.read_bytes()
        except OSError as error:
            raise AgentError(f"{inside} cannot be read: {error.strerror}") from None
        files.append(File(str(PurePosixPath(*Path(inside).parts)), data, os.access(source, os.X_OK)))
    return main, tuple(files)


def _walk(folder: Path) -> Iterator[Path]:
    """The files below a folder; links are left out, and so is what Python and version control leave there."""
    for child in sorted(folder.iterdir()):
        if child.is_symlink() or child.name.startswith(".") or child.name == "__pycache__":
            continue
        if child.is_dir():
            yield from _walk(child)
        elif child.is_file():
            yield child

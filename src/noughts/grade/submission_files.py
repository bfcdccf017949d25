"""Finds submissions and reads their files. A submission may be anything: nothing in it is followed, waited for or run.

Links are reported or left out, never followed, on no level; a file is read only if it is one; there is a limit of
everything. What cannot be read is an `AgentError`, which is about one submission.
"""

from __future__ import annotations

import contextlib
import glob
import os
import stat
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ..errors import NoughtsError

ENTRIES = ("tictactoe.py", "main.py", "agent.py", "t3_player.py")
# The files that a course keeps beside an agent of this name, and that belong to it.
COMPANIONS = {"t3_player.py": ("t3_action.py", "t3_state.py")}
LARGEST = 8 << 20
MOST_FILES = 200
_DEEPEST = 32
_LONGEST_PATH = 1000
_CAREFULLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class AgentError(NoughtsError, ValueError):
    """There is no such agent, or it cannot be one."""


@dataclass(frozen=True)
class File:
    """One of an agent's files: where it is inside the agent's folder, and what it holds."""

    path: str
    data: bytes
    executable: bool = False


def agents_at(name: str, any_file: bool) -> Iterator[Path]:
    """The submissions at a path or a pattern: the path itself, or what a folder of submissions contains."""
    path = Path(name)
    if not os.path.lexists(path):
        matches = sorted(glob.glob(name))  # noqa: PTH207  a pattern may be absolute
        if not matches:
            raise AgentError(f"{name}: there is no such file or folder")
        for match in matches:
            yield from agents_at(match, any_file)
    elif path.is_dir() and not path.is_symlink():
        if entry_of(path) is not None:
            yield path
            return
        try:
            inside = [child for child in sorted(path.iterdir()) if _looks_like_an_agent(child, any_file)]
        except OSError as error:
            raise AgentError(f"{name}: the folder cannot be read: {error.strerror}") from None
        if not inside:
            raise AgentError(
                f"{name}: no agents in this folder; expected Python files or programs, or one of {', '.join(ENTRIES)}"
            )
        yield from inside
    else:
        yield path


def _looks_like_an_agent(path: Path, any_file: bool) -> bool:
    """Also if it turns out not to be one: what is named like an agent is reported."""
    if path.name.startswith((".", "__")):
        return False
    try:
        mode = path.lstat().st_mode
    except OSError:
        return True
    if stat.S_ISLNK(mode):
        return True
    if stat.S_ISDIR(mode):
        return entry_of(path) is not None or not os.access(path, os.R_OK | os.X_OK)
    return path.suffix == ".py" or (stat.S_ISREG(mode) and (any_file or os.access(path, os.X_OK)))


def entry_of(folder: Path) -> str | None:
    """The file that makes a folder an agent."""
    return next((name for name in ENTRIES if os.path.lexists(folder / name)), None)


def names_of(paths: list[Path]) -> list[str]:
    """Short names where they are different, otherwise with as much of the path as it takes; no two the same."""
    names = [path.name or str(path.resolve().name) for path in paths]
    chosen = (name if names.count(name) == 1 else str(path) for path, name in zip(paths, names))
    printable = ["".join(letter if letter.isprintable() else "\ufffd" for letter in name) for name in chosen]
    seen: Counter[str] = Counter()
    unique = []
    for name in printable:
        seen[name] += 1
        unique.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return unique


def files_of(path: Path) -> tuple[str, tuple[File, ...]]:
    """The main file of a submission by name, and all its files."""
    try:
        mode = path.lstat().st_mode
    except OSError as error:
        raise AgentError(f"cannot be read: {error.strerror}") from None
    if stat.S_ISLNK(mode):
        raise AgentError("a symbolic link, which is not followed")
    if stat.S_ISDIR(mode):
        root, main = path, entry_of(path)
        if main is None:
            raise AgentError(f"a folder in which none of {', '.join(ENTRIES)} can be read")
        names = list(_walk(path))
        if main not in names:
            is_link = (path / main).is_symlink()
            raise AgentError(
                f"{main} is a symbolic link, which is not followed" if is_link else f"{main} is not a file"
            )
    else:
        root, main = path.parent, path.name
        names = [main, *(name for name in COMPANIONS.get(main, ()) if _is_file(path.with_name(name)))]
    files, size = [], 0
    for name in names:
        _check_name(name)
        file = _read(root, name, LARGEST - size)
        size += len(file.data)
        files.append(file)
    return main, tuple(files)


def _check_name(name: str) -> None:
    try:
        length = len(name.encode())
    except UnicodeEncodeError:
        raise AgentError(f"{name!a}: the name is not UTF-8") from None
    if length > _LONGEST_PATH:
        raise AgentError(f"{name[:40]}…: a name of {length:,} bytes; at most {_LONGEST_PATH:,} are read")


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _walk(folder: Path) -> Iterator[str]:
    """The files below a folder; links are left out, and so is what Python and version control leave there."""
    waiting, count = [""], 0
    while waiting:
        inside = waiting.pop()
        if inside.count("/") >= _DEEPEST:
            raise AgentError(f"folders in each other, more than {_DEEPEST} deep")
        try:
            with _opened(folder, inside, os.O_DIRECTORY) as descriptor, os.scandir(descriptor) as found:
                entries = sorted(islice(found, 10 * MOST_FILES), key=lambda entry: entry.name)
                for entry in entries:
                    name = f"{inside}/{entry.name}" if inside else entry.name
                    if entry.is_symlink() or entry.name.startswith(".") or entry.name == "__pycache__":
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(name)
                    elif entry.is_file(follow_symlinks=False):
                        count += 1
                        yield name
                    if max(count, len(waiting)) > MOST_FILES or len(entries) == 10 * MOST_FILES:
                        raise AgentError(f"more than {MOST_FILES} files; at most {MOST_FILES} are read")
        except OSError as error:
            raise AgentError(f"{inside or 'the folder'} cannot be read: {error.strerror}") from None


def _read(root: Path, name: str, most: int) -> File:
    try:
        with _opened(root, name) as descriptor:
            state = os.fstat(descriptor)
            if not stat.S_ISREG(state.st_mode):
                raise AgentError(f"{name} is not a file")
            with os.fdopen(os.dup(descriptor), "rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise AgentError(f"{name} cannot be read: {error.strerror}") from None
    if len(data) > most:
        raise AgentError(f"more than {LARGEST >> 20} MB")
    return File(name, data, bool(state.st_mode & 0o111))


@contextlib.contextmanager
def _opened(root: Path, name: str, flags: int = 0) -> Iterator[int]:
    """A file or folder below another, without following a link on any level, and without waiting for a writer."""
    descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        parts = name.split("/") if name else []
        for at, part in enumerate(parts):
            kind = flags if at == len(parts) - 1 else os.O_DIRECTORY
            following = os.open(part, kind | _CAREFULLY, dir_fd=descriptor)
            os.close(descriptor)
            descriptor = following
        yield descriptor
    finally:
        os.close(descriptor)

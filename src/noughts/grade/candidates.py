"""The agents to be graded. Their files are read once, and none of their code runs in our process.

From here on the files of an agent are bytes: exactly these bytes are graded, on any machine.
"""

from __future__ import annotations

import glob
import hashlib
import json
import os
import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..games import Game
from . import interfaces, submissions, visible
from .interfaces import JUDGE, Interface
from .submissions import AgentError, File, Submission

__all__ = ["AgentError", "Candidate", "File", "find"]


@dataclass(frozen=True)
class Candidate:
    """An agent, ready to be sent anywhere and run there.

    `main` is the file that is run or loaded; `command` runs it, with `{src}` for its path. `problem` says why it is not
    graded at all; with `try_again` that is the grader's failure, which may be over the next time. `shared` are further
    paths that the grader lets it read, `packages` folders that it can import from.
    Without an interface it is not recognised yet: `mains` are the files to try. `definitions` means that only the
    definitions of its file are loaded. `why` says what it was recognised by, `trial` what it answered to one question.
    `hidden` are paths that it must not see although they may lie in a folder of the system.
    `part` names one of its functions, if that is asked instead of the agent. `shape` is that of the boards by which it
    is recognised. `given_up` names functions that were likelier, and why they are not asked.
    """

    name: str
    main: str = ""
    files: tuple[File, ...] = ()
    interface: Interface | None = None
    command: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    with_noughts: bool = False
    problem: str | None = None
    mains: tuple[str, ...] = ()
    definitions: bool = False
    why: str = ""
    trial: str = ""
    hidden: tuple[str, ...] = ()
    part: str = ""
    shape: tuple[int, ...] = (3, 3)
    try_again: bool = False
    given_up: str = ""

    @property
    def api(self) -> str:
        """The name of the interface."""
        return self.interface.name if self.interface is not None else ""

    @property
    def how(self) -> Interface:
        """The interface of an agent that is graded."""
        assert self.interface is not None, f"{self.name} is not recognised"
        return self.interface

    @property
    def note(self) -> str:
        """What a report has to say about how the agent was asked, if that is not simply as it is."""
        notes = [self.interface.sides.removeprefix(", ")] if self.interface is not None else []
        if self.definitions:
            notes.append(self.why.rpartition("; ")[2])
        return "; ".join(note for note in (*notes, self.given_up) if note)

    @property
    def is_function(self) -> bool:
        return self.interface is None or self.interface.is_function

    @property
    def function(self) -> str:
        """The name of the function that is called; nothing for a program."""
        return self.interface.function[0] if self.interface is not None and self.interface.is_function else ""

    @property
    def is_graded(self) -> bool:
        return self.problem is None and self.interface is not None

    @property
    def digest(self) -> str:
        """Names everything that the agent's answers depend on, but not what it is called."""
        digest = hashlib.sha256()
        how = json.dumps(self.interface.as_data() if self.interface is not None else None, sort_keys=True)
        parts: list[object] = [how, self.main, self.definitions, *self.command, *self.shared, *self.packages]
        for file in self.files:
            parts += [file.path, hashlib.sha256(file.data).hexdigest(), file.executable]
        parts += [self.with_noughts, self.problem, self.part]
        digest.update("\0".join(map(str, parts)).encode("utf-8", "surrogateescape"))
        return digest.hexdigest()

    def as_data(self) -> dict[str, Any]:
        files = [asdict(file) for file in self.files]
        interface = self.interface.as_data() if self.interface is not None else None
        return {
            **{name: getattr(self, name) for name in self.__dataclass_fields__},
            "files": files,
            "interface": interface,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Candidate:
        values: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in data.items()}
        values["files"] = tuple(File(**file) for file in data["files"])
        values["interface"] = Interface.from_data(data["interface"]) if data["interface"] is not None else None
        return cls(**values)


def find(
    named: Iterable[str],
    *,
    interface: str | None = None,
    command: str | None = None,
    shared: Iterable[Path] = (),
    packages: Iterable[Path] = (),
    with_noughts: bool = False,
) -> list[Candidate]:
    """Every agent among the files, folders, zips and globs that are named.

    Unless an interface or a command is given, a Python file has no interface yet: `recognition` finds it.
    """
    chosen = interfaces.named(interface) if interface is not None else None
    words = _command_words(command)
    for path in (*shared, *packages):
        if not path.exists():
            raise AgentError(f"{path}: there is no such file or folder")
    found = [one for path in places(named) for one in submissions.at(path, words is not None)]
    found = _apart(list({one.where: one for one in found}.values()))
    common = Candidate(
        "",
        shared=tuple(str(path.resolve()) for path in shared),
        packages=tuple(str(path.resolve()) for path in packages),
        with_noughts=with_noughts,
        hidden=visible.hiding_places([Path(one.where) for one in found]),
    )
    names = _names(found)
    return [_candidate(one, replace(common, name=name), chosen, words) for one, name in zip(found, names)]


def _apart(found: list[Submission]) -> list[Submission]:
    """Without the agents of others that are named too: a file can import the modules beside it, but nobody's work."""
    named = {os.path.realpath(one.where) for one in found}

    def is_anothers(one: Submission, file: File) -> bool:
        parts = Path(file.path).parts
        places = (Path(one.where).parent.joinpath(*parts[:length]) for length in range(1, len(parts) + 1))
        is_named = any(os.path.realpath(place) in named for place in places)
        return file.path not in one.mains and is_named and submissions.looks_like_agent(file.data)

    return [replace(one, files=tuple(file for file in one.files if not is_anothers(one, file))) for one in found]


def _candidate(
    one: Submission, common: Candidate, interface: Interface | None, command: tuple[str, ...] | None
) -> Candidate:
    if one.problem is not None:
        return replace(common, problem=one.problem, main=one.mains[0] if one.mains else "")
    main = one.mains[0]
    candidate = replace(common, main=main, files=one.files, mains=one.mains)
    if command is not None:
        return replace(candidate, interface=JUDGE, command=command)
    if not main.lower().endswith((".py", ".ipynb")):
        source = next(file for file in one.files if file.path == main)
        if interface is not None and interface.is_function:
            return replace(candidate, problem=f"--interface {interface.name} needs a Python file")
        if not source.executable and not source.data.startswith(b"#!"):
            return replace(candidate, problem="not a Python file, and not executable")
        return replace(candidate, interface=JUDGE, command=("{src}",), why="an executable")
    if interface is None:
        return candidate
    if not interface.is_function:
        return replace(candidate, interface=interface, command=("{python}", "{src}"), why="as --interface says")
    return replace(candidate, interface=interface, why="as --interface says")


def check_game(candidate: Candidate, game: Game) -> str | None:
    """Why the interface of the agent does not fit the game."""
    return candidate.interface.why_unsuitable(game) if candidate.interface is not None else None


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


def places(named: Iterable[str]) -> list[Path]:
    """The files and folders that are named, or that match a glob."""
    return [path for name in named for path in _matches(name)]


def _matches(name: str) -> list[Path]:
    if os.path.lexists(name):
        return [Path(name)]
    matches = sorted(glob.glob(name))  # noqa: PTH207  a pattern may be absolute
    if not matches:
        raise AgentError(f"{name}: there is no such file or folder")
    return list(map(Path, matches))


def _names(found: list[Submission]) -> list[str]:
    """Short names where they are different, otherwise with as much of the path as it takes; no two the same."""
    names = [one.name for one in found]
    chosen = (name if names.count(name) == 1 else one.where for one, name in zip(found, names))
    printable = ["".join(letter if letter.isprintable() else "\ufffd" for letter in name) for name in chosen]
    counts: Counter[str] = Counter()
    unique = []
    for name in printable:
        counts[name] += 1
        unique.append(name if counts[name] == 1 else f"{name} ({counts[name]})")
    return unique

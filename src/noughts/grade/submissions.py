"""Where agents are: in files, folders and zips, as people hand them in and learning platforms export them.

A tree is what is there, without running anything: folders and zips with their members. From it come the submissions,
each with the files that belong to it. Symbolic links are not followed.
"""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ..errors import NoughtsError, counted

ENTRIES = ("tictactoe.py", "main.py", "agent.py", "t3_player.py")
# Modules that a course keeps beside an agent of this name, and that belong to it.
COMPANIONS = {"t3_player.py": ("t3_action", "t3_state")}
LARGEST = 8 << 20
MOST_FILES = 200
_MOST_MEMBERS = 20_000  # of a zip, or files of a folder
_DEEPEST = 8
_LONGEST_PATH = 1000
_CAREFULLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC  # no link is followed, no writer waited for
_CODE = (".py", ".ipynb")
_OF_A_FOLDER = re.compile(r"^(readme|license|requirements|makefile|pyproject|setup\.cfg)", re.I)
_PARTS = frozenset(
    [
        "src",
        "source",
        "code",
        "app",
        "lib",
        "utils",
        "tests",
        "test",
        "docs",
        "doc",
        "assets",
        "images",
        "img",
        "static",
        "templates",
        "data",
    ]
)
_IMPORT = re.compile(rb"^[ \t]*(?:from[ \t]+\.?(\w+)|import[ \t]+([\w, \t.]+))", re.M)


# What makes a file an agent of its own, and not a module of another one's.
_AGENT = re.compile(
    rb"^[ \t]*def[ \t]+\w*(?:minimax|negamax|alpha_?beta|(?:best|find|get|choose|ai|bot|comp\w*)_?(?:move|action|play)"
    rb"|(?:choose|play)[ \t]*\()\w*",
    re.M | re.I,
)
_NO_FILE, _TOO_DEEP = "not a file", "folders deep"


class AgentError(NoughtsError, ValueError):
    """There is no such agent, or it cannot be one."""


@dataclass(frozen=True)
class File:
    """One of an agent's files: where it is inside the agent's folder, and what it holds."""

    path: str
    data: bytes
    executable: bool = False


@dataclass
class Leaf:
    """A file that is not read yet."""

    path: Path | None = None
    data: bytes | None = None
    problem: str = ""
    size: int = 0

    @property
    def executable(self) -> bool:
        return self.path is not None and os.access(self.path, os.X_OK)

    def read(self) -> bytes:
        if self.data is not None:
            return self.data
        assert self.path is not None
        try:
            descriptor = os.open(self.path, _CAREFULLY)
            with os.fdopen(descriptor, "rb") as file:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise AgentError(f"{self.path.name} is not a file")
                return file.read(LARGEST + 1)
        except OSError as error:
            raise AgentError(f"{self.path.name} cannot be read: {error.strerror}") from None


@dataclass
class Folder:
    """A folder or a zip, by the names of what is in it. It is complete before anybody asks what is code."""

    members: dict[str, Folder | Leaf] = field(default_factory=dict)

    def leaves(self, prefix: str = "") -> Iterator[tuple[str, Leaf]]:
        for name, member in self.members.items():
            if isinstance(member, Folder):
                yield from member.leaves(f"{prefix}{name}/")
            else:
                yield f"{prefix}{name}", member

    @cached_property
    def code(self) -> dict[str, Leaf]:
        """The files with code that are in the folder itself."""
        found = {name: leaf for name, leaf in self.members.items() if isinstance(leaf, Leaf)}
        own = {name: leaf for name, leaf in found.items() if not name.startswith("__") and not leaf.problem}
        return {name: leaf for name, leaf in own.items() if _is_code(name, leaf)}

    @cached_property
    def folders(self) -> dict[str, Folder]:
        """The folders with code somewhere inside."""
        inside = {name: one for name, one in self.members.items() if isinstance(one, Folder)}
        return {name: one for name, one in inside.items() if any(_is_code(*leaf) for leaf in one.leaves())}


@dataclass(frozen=True)
class Submission:
    """What one person handed in: the files, and which of them may be the agent, the likeliest first."""

    name: str
    where: str
    mains: tuple[str, ...] = ()
    files: tuple[File, ...] = ()
    problem: str | None = None


def tree_at(path: Path, deepest: int = _DEEPEST) -> Folder | Leaf:
    """What is at a path. Hidden files are left out, and so is what Python and version control leave there."""
    if path.is_symlink():
        return Leaf(problem="a symbolic link, which is not followed")
    if path.is_dir():
        if deepest == 0:
            return Leaf(problem=f"more than {_DEEPEST} {_TOO_DEEP}")
        try:
            names = sorted(os.listdir(path))[:_MOST_MEMBERS]  # noqa: PTH208
        except OSError as error:
            return Leaf(problem=f"the folder cannot be read: {error.strerror}")
        return Folder({name: tree_at(path / name, deepest - 1) for name in names if not _is_hidden(name)})
    if not path.is_file():
        return Leaf(problem=_NO_FILE)
    size = path.stat().st_size
    if _is_zip(path.name):
        return _zip_tree(path, deepest)
    return Leaf(path, size=size)


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name in ("__pycache__", "__MACOSX", "node_modules", "venv")


def _zip_tree(source: Path | io.BytesIO, deepest: int) -> Folder | Leaf:
    """The members of a zip, within limits, whatever sizes it claims."""
    if deepest == 0:
        return Leaf(problem=f"more than {_DEEPEST} zips and folders deep")
    root, total = Folder(), 0
    try:
        with zipfile.ZipFile(source) as archive:
            infos = archive.infolist()
            if len(infos) > _MOST_MEMBERS:
                return Leaf(problem=f"a zip of {counted(len(infos), 'file')}; at most {_MOST_MEMBERS:,} are read")
            for info in infos:
                parts = [part for part in info.filename.replace("\\", "/").split("/") if part]
                if info.is_dir() or not parts or ".." in parts or any(map(_is_hidden, parts)):
                    continue
                leaf: Folder | Leaf
                if info.external_attr >> 28 == 0xA:
                    leaf = Leaf(problem="a symbolic link, which is not followed")
                elif total + info.file_size > 16 * LARGEST:
                    leaf = Leaf(problem=f"the zip holds more than {16 * LARGEST >> 20} MB")
                else:
                    with archive.open(info) as member:
                        data = member.read(LARGEST + 1)
                    total += len(data)
                    is_zip = parts[-1].lower().endswith(".zip")
                    leaf = _zip_tree(io.BytesIO(data), deepest - 1) if is_zip else Leaf(data=data, size=len(data))
                _put(root, parts, leaf)
    except Exception as error:  # zipfile and the packers have many ways to fail, and it is only this one agent
        return Leaf(problem=f"a zip that cannot be read: {error}")
    return root


def _put(folder: Folder, parts: list[str], leaf: Folder | Leaf) -> None:
    for part in parts[:-1]:
        inner = folder.members.setdefault(part, Folder())
        if not isinstance(inner, Folder):
            return
        folder = inner
    folder.members[parts[-1]] = leaf


def at(path: Path, any_file: bool = False) -> Iterator[Submission]:
    """Every submission at a path: a file, a folder of one, or a folder of many."""
    tree = tree_at(path)
    name = path.name or path.resolve().name
    if isinstance(tree, Leaf):
        yield _of_file(name, str(path), tree, path.parent)
        return
    if is_one := _is_zip(name) or _is_one_agent(tree):
        tree = _unwrapped(tree)
        if not (_is_zip(name) and _is_many(tree)):
            yield _of_folder(name, str(path), tree)
            return
    found = list(_of_many(tree, str(path), any_file))
    if not found and not is_one:
        raise AgentError(
            f"{path}: no agents in this folder; expected Python files or programs, or one of {', '.join(ENTRIES)}"
        )
    yield from found


def _is_zip(name: str) -> bool:
    return name.lower().endswith(".zip")


def _is_code(name: str, leaf: Leaf) -> bool:
    return name.lower().endswith(_CODE) or leaf.executable


def _is_one_agent(folder: Folder) -> bool:
    """Whether the folder that was named is an agent: it has an entry, and its other files belong to that."""
    entry = next((name for name in ENTRIES if name in folder.members), None)
    return entry is not None and len(_groups(folder.code)) == 1


def _is_many(folder: Folder) -> bool:
    inside = folder.folders
    return not folder.code and len(inside) > 1 and not any(name.lower() in _PARTS for name in inside)


def _unwrapped(folder: Folder) -> Folder:
    """Without folders around everything else."""
    while not folder.code and len(folder.members) == 1:
        ((name, inner),) = folder.members.items()
        if not isinstance(inner, Folder) or name in ENTRIES:
            break
        folder = inner
    return folder


def _of_many(folder: Folder, where: str, any_file: bool) -> Iterator[Submission]:
    """One submission for each folder, for each zip, and for each group of files that import each other."""
    code = folder.code
    several = len(_groups(code)) + len(folder.folders) > 1
    groups = {group[0]: group for group in _groups(code, apart=several)}
    belongs = {name for group in groups.values() for name in group}
    imported = {name for leaf in code.values() for name in _imports(leaf)}
    imported -= {name for name, one in folder.folders.items() if any(_is_agent(leaf) for _, leaf in one.leaves())}
    for name, member in folder.members.items():
        place = f"{where}/{name}"
        if name in groups:
            yield _of_files(name, place, folder, groups[name], imported)
        elif name in belongs:
            continue
        elif isinstance(member, Folder):
            inner = _unwrapped(member)
            if name in imported and name in folder.folders:
                continue  # a package of one of the files
            if _is_many(inner):
                yield from _of_many(inner, place, any_file)
            else:
                yield _of_folder(name, place, inner)
        elif any_file or member.problem:
            yield _of_file(name, place, member)
        elif not _OF_A_FOLDER.match(name) and not name.startswith("__"):
            yield Submission(name, place, problem="not a Python file, and not executable")


def _is_agent(leaf: Leaf) -> bool:
    if leaf.problem or leaf.size > LARGEST:
        return False
    try:
        return looks_like_agent(leaf.read())
    except AgentError:
        return False


def looks_like_agent(data: bytes) -> bool:
    """Whether a file defines a function whose name says that it chooses a move, found without reading it as Python."""
    return _AGENT.search(data) is not None


def _groups(code: Mapping[str, Leaf], apart: bool = False) -> list[list[str]]:
    """Files that import each other, each group with its likeliest agent first.

    `apart` is for a class: there a file with an agent is somebody's own, and nobody else can import it.
    """
    modules = {name.rpartition(".")[0]: name for name in code if not (apart and _is_agent(code[name]))}
    links = {name: {modules[one] for one in _imports(leaf) if one in modules} - {name} for name, leaf in code.items()}
    for name in links.keys() & COMPANIONS.keys():  # the other files of that course
        links[name] |= {other for other in code if other.startswith("t3_")} - {name}
    left, groups = list(code), []
    while left:
        group, todo = set(), [left[0]]
        while todo:
            name = todo.pop()
            if name not in group:
                group.add(name)
                todo += [*links[name], *(other for other in links if name in links[other])]
        left = [name for name in left if name not in group]
        wanted = {one for name in group for one in links[name]}
        groups.append(sorted(group, key=lambda name: (*_likely(name), name in wanted, name)))
    return groups


def _likely(name: str) -> tuple[int]:
    """The names that courses ask for first, tests and games with a window last."""
    base = name.rpartition("/")[2].lower()
    if base in ENTRIES:
        return (ENTRIES.index(base),)
    return (99 if base.startswith(("test", "runner", "setup", "conftest")) else 50,)


def _imports(leaf: Leaf) -> set[str]:
    """The top-level modules that a file names in its imports, found without reading it as Python."""
    if leaf.problem or leaf.size > LARGEST:
        return set()
    try:
        data = leaf.read()
    except AgentError:
        return set()
    found: set[str] = set()
    for match in _IMPORT.finditer(data):
        words = (match[1] or match[2]).decode("ascii", "replace")
        found |= {part.strip().partition(" ")[0].partition(".")[0] for part in words.split(",")}
    return found


def _of_file(name: str, where: str, leaf: Leaf, folder: Path | None = None) -> Submission:
    """A file that was named itself, with the modules beside it that it imports."""
    if leaf.problem:
        return Submission(name, where, problem=leaf.problem)
    if folder is None or not _is_code(name, leaf):
        return _checked(name, where, (name,), {name: leaf})
    wanted, members = [name], {name: leaf}
    while wanted:
        current = wanted.pop()
        for module in sorted(_imports(members[current]) | set(COMPANIONS.get(current, ()))):
            for beside in (folder / f"{module}.py", folder / module):
                inside = beside.name
                if inside in members or not beside.exists() or beside.is_symlink():
                    continue
                if beside.is_file():
                    members[inside] = Leaf(beside, size=beside.stat().st_size)
                    wanted.append(inside)
                elif (beside / "__init__.py").is_file():
                    package = tree_at(beside)
                    assert isinstance(package, Folder)
                    members.update(package.leaves(f"{inside}/"))
    return _checked(name, where, (name,), members)


def _of_files(name: str, where: str, folder: Folder, group: list[str], imported: set[str]) -> Submission:
    """A group of files in a folder of many, and the packages beside it that are imported."""
    leaves = {one: leaf for one, leaf in folder.code.items() if one in group}
    for package in sorted(imported & set(folder.folders)):
        inside = folder.members[package]
        assert isinstance(inside, Folder)
        leaves.update(inside.leaves(f"{package}/"))
    return _checked(name, where, tuple(group), leaves)


def _of_folder(name: str, where: str, folder: Folder) -> Submission:
    """Everything in a folder is one agent."""
    if (reason := _why_unreadable(folder)) is not None:
        return Submission(name, where, problem=reason)
    leaves = dict(folder.leaves())
    code = {path: leaf for path, leaf in leaves.items() if _is_code(path, leaf)}
    if not code:
        problems = [leaf.problem for leaf in leaves.values() if leaf.problem]
        return Submission(name, where, problem=problems[0] if problems else "no Python file or program in it")
    top = {path.rpartition("/")[2]: leaf for path, leaf in code.items()}
    wanted = {one for leaf in top.values() for one in _imports(leaf)}
    mains = sorted(
        (path for path in code if not code[path].problem and path.rpartition("/")[2] != "__init__.py"),
        key=lambda path: (*_likely(path), path.rpartition("/")[2].rpartition(".")[0] in wanted, path.count("/"), path),
    )
    if not mains:
        return Submission(name, where, problem=next(leaf.problem for leaf in code.values()))
    linked = [path for path, leaf in leaves.items() if leaf.problem]
    if linked and linked[0] in ENTRIES:
        return Submission(name, where, problem=f"{linked[0]} is a symbolic link, which is not followed")
    return _checked(name, where, tuple(mains), {path: leaf for path, leaf in leaves.items() if not leaf.problem})


def _why_unreadable(folder: Folder) -> str | None:
    """An entry that is no file, folders too deep or too many: somebody tries something, or sent the wrong folder."""
    for entry in ENTRIES:
        member = folder.members.get(entry)
        if isinstance(member, Folder):
            return f"{entry} is not a file"
        if member is not None and member.problem == _NO_FILE:
            return f"{entry} is {_NO_FILE}"
    if any(leaf.problem.endswith(_TOO_DEEP) for _, leaf in folder.leaves()):
        return f"more than {_DEEPEST} folders deep"
    count, waiting = 0, [folder]
    while waiting:
        inner = [one for one in waiting.pop().members.values() if isinstance(one, Folder)]
        count, waiting = count + len(inner), waiting + inner
    return f"{counted(count, 'folder')}; at most {MOST_FILES} are read" if count > MOST_FILES else None


def _checked(name: str, where: str, mains: tuple[str, ...], leaves: Mapping[str, Leaf]) -> Submission:
    """Reads the files, within limits."""
    try:
        if len(leaves) > MOST_FILES:
            raise AgentError(f"{counted(len(leaves), 'file')}; at most {MOST_FILES} are read")
        files, size = [], 0
        for path, leaf in leaves.items():
            _check_name(path)
            size += leaf.size
            if size > LARGEST:
                raise AgentError(f"more than {LARGEST >> 20} MB")
            data = leaf.read()
            if len(data) > LARGEST:  # it has grown since
                raise AgentError(f"more than {LARGEST >> 20} MB")
            files.append(File(path, data, leaf.executable))
    except AgentError as error:
        return Submission(name, where, mains, problem=str(error))
    return Submission(name, where, mains, tuple(files))


def _check_name(name: str) -> None:
    try:
        length = len(name.encode())
    except UnicodeEncodeError:
        raise AgentError(f"{name!a}: the name is not UTF-8") from None
    if length > _LONGEST_PATH:
        raise AgentError(f"{name[:40]}…: a name of {length:,} bytes; at most {_LONGEST_PATH:,} are read")

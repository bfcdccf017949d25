"""What of the file system an agent may read: the system's programs and the Python that runs us.

Only what an interpreter needs is shown, never a whole prefix: a course folder may lie below it. What lies in a folder
that is shown and must not be seen is hidden: this package with its tables of answers, wherever it is installed, and the
folders of all submissions.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

CHILD = Path(__file__).parent / "child"
_PARTS = ("bin", "lib", "lib32", "lib64", "libexec")  # of a prefix
_SYSTEM = (
    *(f"/usr/{part}" for part in (*_PARTS, "sbin", "share")),
    *(f"/usr/local/{part}" for part in (*_PARTS, "sbin", "share")),
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/localtime",
)
TOP_LEVEL = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")  # links into /usr, on most systems
DEVICES = ("/dev/null", "/dev/random", "/dev/urandom")


@cache
def shown() -> tuple[str, ...]:
    """Files and folders that an agent may read, outermost first; none lies below another."""
    paths = {path for path in _SYSTEM if Path(path).exists()}
    paths |= {path for path in TOP_LEVEL if Path(path).is_dir() and not Path(path).is_symlink()}
    for prefix in _prefixes():
        paths |= {str(prefix / name) for name in (*_PARTS, "pyvenv.cfg") if (prefix / name).exists()}
    return tuple(path for path in sorted(paths) if not any(is_below(path, other) for other in paths if other != path))


def hidden(submissions: Iterable[str], with_noughts: bool = False) -> list[str]:
    """What lies in a folder that is shown, and must not be seen."""
    paths = [] if with_noughts else list(_our_own())
    paths += (path for path in submissions if any(is_below(path, place) for place in shown()))
    outermost = sorted(set(paths))
    return [path for path in outermost if not any(is_below(path, other) for other in outermost if other != path)]


def hiding_places(agents: Iterable[Path]) -> tuple[str, ...]:
    """What to hide of these agents, from each other and from everyone: the folders they lie in, and the present one.

    A folder that Python needs cannot be hidden; there the agents are hidden one by one.
    """
    places = {str(Path.cwd().resolve())} if not _is_needed(str(Path.cwd().resolve())) else set()
    for agent in agents:
        own = agent.parent.resolve() / agent.name
        places.add(str(own if _is_needed(str(own.parent)) else own.parent))
    return tuple(sorted(places))


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder, or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _is_needed(folder: str) -> bool:
    needed = [*shown(), *sysconfig.get_paths().values(), *map(str, _prefixes()), "/usr/lib/python3/dist-packages"]
    return any(is_below(path, folder) for path in needed)


@cache
def _prefixes() -> tuple[Path, ...]:
    """Those of the interpreter, and of every link on the way to it."""
    prefixes = {Path(path) for path in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)}
    program = Path(sys.executable)
    for _ in range(40):
        prefixes.add(program.parent.parent)
        if not program.is_symlink():
            break
        program = program.parent / program.readlink()
    prefixes.add(Path(os.path.realpath(sys.executable)).parents[1])
    return tuple(prefix for prefix in prefixes if prefix != Path("/"))


@cache
def _our_own() -> tuple[str, ...]:
    """This package, and others of its name, where an agent would see them."""
    folders = {path for place in shown() for path in Path(place).glob("python3*/*-packages")}
    folders |= {Path(path) for path in sys.path if any(is_below(path, place) for place in shown())}
    folders |= {path for place in shown() for path in Path(place).glob("lib*/python3*/*-packages")}
    return tuple(str(path) for folder in folders for path in folder.glob("*noughts*"))

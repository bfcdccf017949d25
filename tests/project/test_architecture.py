"""What docs/architecture.md names in code type exists: files, modules, classes, functions, commands."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "noughts"
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMES = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", TEXT, flags=re.DOTALL))))
FOLDERS = [ROOT / name for name in ("src", "core", "tests", "scripts")]
FILES = [path for folder in FOLDERS for path in folder.rglob("*") if path.is_file()]
SOURCES = [path for path in FILES if path.suffix in (".py", ".hpp", ".cpp", ".js")]
# A function, a class, a constant of Python, a member or variable of C++.
DEFINITION = re.compile(
    r"^\s*(?:def|class|struct) (\w+)|^(\w+)(?:: [^=\n]+)? = |^\s+(?:const )?[\w:<>]+ (\w+)(?: = [^;\n]+)?;",
    re.MULTILINE,
)
DEFINED = {name for path in SOURCES for names in DEFINITION.findall(path.read_text("utf-8")) for name in names}
MAKE = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
# Values and notation, checked where they are defined.
VALUES = {"quickest", "earliest-end", "proven", "bounded", "unknown", "finished", "rules", "proof", "table", "engine"}
MODULES = {path.stem for path in PACKAGE.rglob("*.py")} | {path.name for path in PACKAGE.rglob("*") if path.is_dir()}
COMMANDS = {path.stem for path in (PACKAGE / "cli").glob("*.py")}


def is_path(name: str) -> bool:
    """A file or folder: by its whole path, by the path inside the package, or by its name alone."""
    if name.endswith("/"):
        return any((base / name).is_dir() for base in (ROOT, PACKAGE, PACKAGE / "grade"))
    return (ROOT / name).exists() or (PACKAGE / name).exists() or any(path.name == name for path in FILES)


def exists(name: str) -> bool:
    if "/" in name or re.search(r"\.(py|hpp|cpp|js|md)$", name):
        return is_path(name)
    if name.startswith("make "):
        return name.removeprefix("make ") in MAKE
    if name.startswith("noughts "):
        return name.split()[1] in COMMANDS
    parts = name.removesuffix("()").split(".")
    if len(parts) > 1:  # a name in a module
        module = [path for path in SOURCES if path.stem == parts[0]]
        return any(re.search(rf"^(?:def|class) {parts[1]}\b", path.read_text("utf-8"), re.M) for path in module)
    return name in VALUES or name in DEFINED or name in MODULES or hasattr(builtins, name)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_named_exists(name: str) -> None:
    assert exists(name), f"docs/architecture.md names `{name}`, which is nowhere"


def test_the_check_can_fail() -> None:
    for name in (
        "Runner",
        "proofs/engine.py",
        "solve.hpp",
        "units.walk",
        "make nothing",
        "noughts nothing",
        "nowhere/",
    ):
        assert not exists(name)


def test_there_is_enough_to_check() -> None:
    assert len(NAMES) > 100


def test_every_header_of_the_core_is_named() -> None:
    named = {name.rpartition("/")[2] for name in NAMES}
    assert sorted(path.name for path in (ROOT / "core").glob("*.hpp") if path.name not in named) == []


def test_every_room_is_in_the_table_in_the_order_of_imports() -> None:
    from test_rooms import EDGES, ROOMS

    rooms = [room.removesuffix("/").removesuffix(".py") for room in re.findall(r"^\| `([\w.]+/?)` \|", TEXT, re.M)]
    rooms = [room for room in rooms if room != "locale"]  # data
    assert rooms[: len(ROOMS)] == [*ROOMS]
    assert set(rooms[len(ROOMS) :]) == {edge for edge in EDGES if not edge.startswith("__")}

"""Imports between the rooms point one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "noughts"
# A room may import from rooms with a smaller number. Edges may import anything, and nothing imports them.
ROOMS = (
    "errors",
    "language",
    "files",
    "executor",
    "games",
    "search",
    "engine",
    "proofs",
    "solver",
    "explain",
    "agents",
    "grade",
)
LEVELS = {room: level for level, room in enumerate(ROOMS)}
EDGES = {"protocols", "classroom", "web", "cluster", "rl", "cli", "__main__", "__init__"}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room(module: Path) -> str:
    return module.relative_to(PACKAGE).with_suffix("").parts[0]


def imported_rooms(module: Path) -> Iterator[str]:
    """The rooms of ours that a module imports from, wherever in the file it does so, except for types alone."""
    package = module.relative_to(PACKAGE).parent.parts
    for node in _running(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                parts = alias.name.split(".")
                if parts[0] == "noughts":
                    yield parts[1] if len(parts) > 1 else "__init__"
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                path = (*package[: len(package) - node.level + 1], *(node.module or "").split("."))
            elif (node.module or "").split(".")[0] == "noughts":
                path = tuple((node.module or "").split(".")[1:])
            else:
                continue
            path = tuple(part for part in path if part)
            if path:
                yield path[0]
            else:
                yield from (alias.name if alias.name in LEVELS else "__init__" for alias in node.names)


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a program, without what only type checkers see."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield from _running(child)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rooms_import_only_earlier_rooms(module: Path) -> None:
    here = room(module)
    assert here in LEVELS or here in EDGES, f"{module} is in no room of the design"
    if here in EDGES:
        return
    for there in imported_rooms(module):
        assert there == here or LEVELS.get(there, 99) < LEVELS[here], f"{here} may not import {there}"


def test_the_check_sees_imports_of_every_kind(tmp_path: Path) -> None:
    assert set(imported_rooms(PACKAGE / "search" / "contract.py")) >= {"errors", "games", "search"}
    assert set(imported_rooms(PACKAGE / "games" / "notation" / "nested.py")) >= {"errors", "games"}

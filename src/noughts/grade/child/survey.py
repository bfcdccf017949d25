"""What there is in the file of an agent: its functions, classes, boards and marks, for the grader to recognise it by.

Runs inside the sandbox, after the agent was loaded. Names and parameters come from the module, marks from its text.
"""

from __future__ import annotations

import ast
import contextlib
import enum
import inspect
import os
import re
from types import ModuleType

import calling  # type: ignore[import-not-found]
import loading  # type: ignore[import-not-found]
import standins  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeGuard

_MOST, _CLASSES = 60, 20
_BOARD = re.compile(
    r"board|grid|state|cells?$|squares|field|matrix|table|tabuleiro|tablero|posic|^b$|^brd$|spielfeld|positions?$|game",
    re.I,
)
_MAKERS = re.compile(
    r"^(initial|init|new|make|create|empty|get_?empty|build|generate|setup|start|reset|blank)_?\w*(board|state|grid)|^board$",
    re.I,
)
_FILLERS = re.compile(r"^(init|set|create|make|reset|new|build|fill|clear|prepare)\w*(board|grid|table|game)$", re.I)
_LEFT = re.compile(r"move|choice|choose|pick|action|position|index|cell|square|spot|decision|best|play|answer", re.I)
_NOT_LEFT = re.compile(r"score|val|eval|player|turn|count|num|moves|number|board|state|grid|list|made|left", re.I)
_SECONDS = 1.0
_shape = [3, 3]  # rows and columns of the boards that are looked for


def survey(module: ModuleType, source: bytes, directory: str, shape: list[int]) -> dict[str, Any]:
    _shape[:] = shape
    space, tree = vars(module), _tree(source)
    _filled(space, directory)
    boards = _global_boards(space) + _returned_boards(space, directory) + _local_boards(tree, space)
    classes = [_class(name, kind, tree, space) for name, kind in _own(space, directory, inspect.isclass)]
    return {
        "functions": [
            _function(name, one, tree) for name, one in _own(space, directory, callable) if not inspect.isclass(one)
        ][:_MOST],
        "classes": [one for one in classes if one][:_CLASSES],
        "boards": boards[:_MOST],
        "constants": {**_unset(tree, space), **_constants(space)},
        "enums": [
            [f"{kind.__name__}.{member}" for member in kind.__members__]
            for _, kind in _own(space, directory, inspect.isclass)
            if issubclass(kind, enum.Enum)
        ][:_CLASSES],
        "marks": _marks(tree),
        "compared": _compared(tree),
        "protocol": _protocol_words(tree),
        "imported": [name for name, one in space.items() if inspect.isfunction(one) and not name.startswith("_")][
            :_MOST
        ],
        "numpy": any(name in space for name in ("np", "numpy")) or b"numpy" in source,
    }


def words(source: bytes) -> list[str]:
    """Of JUDGE and TURN, those that are in a text other than a docstring. They say that a file is a program."""
    return _protocol_words(_tree(source))


def _tree(source: bytes) -> ast.Module:
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], type_ignores=[])


def _protocol_words(tree: ast.Module) -> list[str]:
    documented = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    docstrings = {
        ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, documented) and node.body
    }
    texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    found = [text for text in texts if text not in docstrings]
    return [word for word in ("JUDGE", "TURN") if any(word in text for text in found)]


def _own(space: dict[str, Any], directory: str, is_kind: Any) -> list[tuple[str, Any]]:
    """What the agent's own files define, in its file or imported by it; not what comes with Python."""
    found = []
    for name, value in list(space.items()):
        if name.startswith("__"):
            continue
        if isinstance(value, ModuleType) and _is_beside(getattr(value, "__file__", None), directory):
            found += [
                (inner, one)
                for inner, one in vars(value).items()
                if not inner.startswith("__") and _is_own(one, is_kind, directory)
            ]
        elif _is_own(value, is_kind, directory):
            found.append((name, value))
    return list(dict(found).items())


def _is_own(value: Any, is_kind: Any, directory: str) -> bool:
    with contextlib.suppress(Exception):
        if not is_kind(value):
            return False
        if inspect.isclass(value):
            module = inspect.getmodule(value)
            return (
                _is_beside(getattr(module, "__file__", None), directory) or getattr(value, "__module__", "") == "agent_"
            )
        code = getattr(inspect.unwrap(value), "__code__", None)
        return code is not None and _is_beside(code.co_filename, directory)
    return False


def _is_beside(path: str | None, directory: str) -> bool:
    is_file = path is not None and not path.startswith("<")  # not `<frozen abc>`
    return is_file and os.path.abspath(str(path)).startswith(directory)  # noqa: PTH100


def _parameters(function: Any) -> list[list[Any]] | None:
    """Name, and whether it has a default, of each that can be given by position."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    usual = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [[one.name, one.default is not one.empty] for one in parameters if one.kind in usual]


def _function(name: str, function: Any, tree: ast.Module) -> dict[str, Any]:
    told = _told(name, tree, getattr(inspect.unwrap(function), "__globals__", {}))
    return {"name": name, "parameters": _parameters(function) or [], "leaves": _left_by(name, tree), "told": told}


def _told(name: str, tree: ast.Module, space: dict[str, Any]) -> list[Any]:
    """The constants that the file passes to a function or class, where it is not the function that calls itself."""
    found: dict[str, Any] = {}
    for statement in _outside(name, tree):
        for node in ast.walk(statement):
            called = getattr(node, "func", None)
            if isinstance(node, ast.Call) and name in (getattr(called, "id", None), getattr(called, "attr", None)):
                for one in node.args:
                    value = one.value if isinstance(one, ast.Constant) else space.get(getattr(one, "id", ""))
                    if isinstance(value, (str, int)) and not isinstance(value, bool) and _is_small(value):
                        found[repr(value)] = value
    return list(found.values())[:_CLASSES]


def _outside(name: str, tree: ast.AST) -> Iterator[ast.AST]:
    """What is not within a function of this name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            continue
        if isinstance(node, ast.ClassDef):
            yield from _outside(name, node)
        else:
            yield node


def _left_by(name: str, tree: ast.AST) -> list[str]:
    """The globals and attributes that a function may leave its answer in: `global best_move`, `self.choice = …`."""
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            shared = {one for inner in ast.walk(node) if isinstance(inner, ast.Global) for one in inner.names}
            for inner in ast.walk(node):
                for target in inner.targets if isinstance(inner, ast.Assign) else ():
                    if isinstance(target, ast.Name) and target.id in shared:
                        found[target.id] = None
                    elif isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self":
                        found[target.attr] = None
    return [one for one in found if _LEFT.search(one) and not _NOT_LEFT.search(one)][:2]


def _class(name: str, kind: type, tree: ast.Module, space: dict[str, Any]) -> dict[str, Any] | None:
    if issubclass(kind, (BaseException, enum.Enum)):
        return None
    methods = []
    for method, value in inspect.getmembers(kind):
        if not method.startswith("__") and callable(value) and not inspect.isclass(value):
            parameters = _parameters(value)
            bound = isinstance(inspect.getattr_static(kind, method, None), (staticmethod, classmethod))
            if parameters is not None:
                own = parameters if bound else parameters[1:]
                facts = {"leaves": _left_by(method, tree), "told": _told(method, tree, space)}
                methods.append({"name": method, "parameters": own, **facts})
    init = (_parameters(kind.__init__) or [[]])[1:] if "__init__" in kind.__dict__ or kind.__mro__[1:-1] else []
    boards, turns = _attributes(kind, [one for one in init if not one[1]])
    there = {board["name"] for board in boards}
    boards += [board for board in _later_boards(kind, tree, space) if board["name"] not in there]
    boards = _own_boards(boards)
    told = _told(name, tree, space)
    return {"name": name, "make": init, "methods": methods[:_MOST], "boards": boards, "turns": turns, "told": told}


def _attributes(kind: type, required: list[list[Any]]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    for one in ("X", 3, None, standins.Nothing()):
        arguments = [one] * len(required)
        with contextlib.suppress(BaseException), loading.at_most(_SECONDS):
            inside = vars(kind(*arguments))
            boards = [{"name": name, **_form(value)} for name, value in inside.items() if _form(value)]
            return boards, _turns(inside)
    return [], {}


def _is_turn(value: Any) -> bool:
    """Whether a value may be a mark, or nothing yet."""
    return value is None or isinstance(value, enum.Enum) or (isinstance(value, (str, int)) and len(str(value)) <= 2)


def _turns(space: dict[str, Any]) -> dict[str, Any]:
    return {
        name: calling.plain(value) if isinstance(value, enum.Enum) else value
        for name, value in space.items()
        if isinstance(name, str) and _is_turn(value)
    }


def _constants(space: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in list(_turns(space).items())[:_MOST]
        if not isinstance(value, bool) and not name.startswith("__")
    }


def _unset(tree: ast.Module, space: dict[str, Any]) -> dict[str, Any]:
    """The globals that only the game itself would give a value: in a loop that was left out, or in a function."""
    return dict.fromkeys([name for name in _game_names(tree) if name not in space][:_CLASSES])


def _game_names(tree: ast.Module) -> list[str]:
    """The globals that are assigned anywhere, in the order of the file."""
    found: dict[str, None] = {}
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            continue
        if not isinstance(statement, ast.FunctionDef):
            found.update((node.id, None) for node in ast.walk(statement) if _is_target(node))
        elif shared := {name for node in ast.walk(statement) if isinstance(node, ast.Global) for name in node.names}:
            found.update((node.id, None) for node in ast.walk(statement) if _is_target(node) and node.id in shared)
    return list(found)


def _is_target(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _form(value: Any) -> dict[str, Any]:
    """The form of a board, and what is in its cells; nothing if it is no board."""
    rows, columns = _shape
    count = rows * columns
    is_shown = calling.has_widgets(value)
    value = calling.without_widgets(value)
    if hasattr(value, "shape") and hasattr(value, "tolist"):
        form = {(rows, columns): "array", (count,): "flat-array"}.get(tuple(value.shape))
        cells = value.reshape(-1).tolist() if form else []
    elif isinstance(value, str):
        form, cells = ("text" if len(value) == count else None), list(value)
    elif isinstance(value, dict):
        form, cells = ("mapping" if len(value) == count else None), list(value.values())
    elif isinstance(value, (list, tuple)):
        is_list, parts = isinstance(value, list), list(value)
        if len(parts) == rows and all(isinstance(row, (list, tuple)) and len(row) == columns for row in parts):
            form, cells = (
                ("rows" if isinstance(parts[0], list) else "row-tuples"),
                [cell for row in parts for cell in row],
            )
        elif len(parts) == rows and all(isinstance(row, str) and len(row) == columns for row in parts):
            form, cells = "row-texts", [cell for row in parts for cell in row]
        elif len(parts) == count + 1:
            form, cells = "from-1", parts[1:]
        else:
            form, cells = (("flat" if is_list else "flat-tuple") if len(parts) == count else None), parts
    else:
        return {}
    if form is None or not all(cell is None or isinstance(cell, (str, int, float, bool, enum.Enum)) for cell in cells):
        return {}
    found: dict[str, Any] = {"form": form, "cells": calling.plain(cells), "shown": is_shown}
    if form == "mapping":
        found["keys"] = calling.plain([list(key) if isinstance(key, tuple) else key for key in value])
    return found


def _filled(space: dict[str, Any], directory: str) -> None:
    """Boards that are empty lists until a function such as `setup_board()` fills them are filled."""
    empty = [name for name, value in space.items() if isinstance(value, list) and not value and _BOARD.search(name)]
    for name, function in _own(space, directory, callable) if empty else ():
        if inspect.isfunction(function) and _FILLERS.match(name) and not _parameters(function):
            with contextlib.suppress(BaseException), loading.at_most(_SECONDS):
                function()


def _global_boards(space: dict[str, Any]) -> list[dict[str, Any]]:
    found = [(name, _form(value)) for name, value in list(space.items()) if not name.startswith("__")]
    return _own_boards([{"name": name, "where": "global", **form} for name, form in found if form])


def _own_boards(boards: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without those that are buttons, if there is a board that the buttons only show."""
    kept = [board for board in boards if not board["shown"]]
    return kept if any(_BOARD.search(board["name"]) for board in kept) else boards


def _returned_boards(space: dict[str, Any], directory: str) -> list[dict[str, Any]]:
    """What functions such as `initial_state()` return."""
    boards = []
    for name, function in _own(space, directory, callable):
        if (
            not inspect.isclass(function)
            and _MAKERS.match(name)
            and not [one for one in _parameters(function) or [["", 0]] if not one[1]]
        ):
            with contextlib.suppress(BaseException), loading.at_most(_SECONDS):
                form = _form(function())
                if form:
                    boards.append({"name": name, "where": "returned", **form})
    return boards


def _later_boards(kind: type, tree: ast.Module, space: dict[str, Any]) -> list[dict[str, Any]]:
    """Attributes that another method than `__init__` gives a board: `self.board = …` in `reset` or `new_game`."""
    families = {one.__name__ for one in kind.__mro__}
    bodies = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name in families]
    boards: dict[str, dict[str, Any]] = {}
    for node in (inner for body in bodies for inner in ast.walk(body)):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and len(boards) < 10:
            target = node.targets[0]
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                form = _made_form(target.attr, node.value, space)
                if form:
                    boards.setdefault(target.attr, {"name": target.attr, **form})
    return list(boards.values())


def _made_form(name: str, value: ast.expr, space: dict[str, Any]) -> dict[str, Any]:
    """The form of a board that an expression makes, if the name is that of a board."""
    simple = (ast.List, ast.ListComp, ast.BinOp, ast.Dict, ast.DictComp, ast.Call, ast.Tuple)
    if _BOARD.search(name) and isinstance(value, simple):
        with contextlib.suppress(BaseException), loading.at_most(_SECONDS):
            return _form(eval(compile(ast.Expression(value), "board", "eval"), dict(space)))
    return {}


def _local_boards(tree: ast.Module, space: dict[str, Any]) -> list[dict[str, Any]]:
    """Boards that functions make for themselves, such as `board = [" "] * 9`."""
    boards: list[dict[str, Any]] = []
    shared = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    shared |= set(_unset(tree, space))
    for name, value in _made(tree):
        form = _made_form(name, value, space) if len(boards) < 10 else {}
        if form:
            boards.append({"name": name, "where": "global" if name in shared else "local", **form})
    return boards


def _made(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """What is assigned to a name or an attribute, or returned by a function: `def new_board(self): …`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, (ast.Name, ast.Attribute)):
                yield target.id if isinstance(target, ast.Name) else target.attr, node.value
        elif isinstance(node, ast.FunctionDef):
            for last in node.body:
                if isinstance(last, ast.Return) and last.value is not None:
                    yield node.name, last.value


def _marks(tree: ast.Module) -> list[Any]:
    """Texts of at most one letter in the code, and whether it has negative numbers and None."""
    found: dict[Any, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) <= 2:
            found[node.value] = None
        elif isinstance(node, ast.Constant) and node.value is None:
            found["None"] = None
    return list(found)[:_MOST]


def _compared(tree: ast.Module) -> list[Any]:
    """Texts and numbers that something with an index is compared with: `board[i] == "-"`."""
    found: dict[tuple[str, Any], Any] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(isinstance(side, ast.Subscript) for side in sides):
                constants = (side.value for side in sides if isinstance(side, ast.Constant))
                found.update(((type(value).__name__, value), value) for value in constants if _is_small(value))
    return list(found.values())[:_MOST]


def _is_small(value: Any) -> bool:
    return isinstance(value, (str, int)) and len(str(value)) <= 5

"""What the sandbox says about a file: its functions, classes, boards and marks. It is not trusted to be well formed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..interfaces import BOARDS, Mark


@dataclass(frozen=True)
class Parameter:
    name: str
    has_default: bool


@dataclass(frozen=True)
class Function:
    name: str
    parameters: tuple[Parameter, ...] = ()
    leaves: tuple[str, ...] = ()  # globals or attributes that it may leave its answer in
    told: tuple[Mark, ...] = ()  # constants that the file passes to it

    @property
    def required(self) -> tuple[Parameter, ...]:
        return tuple(one for one in self.parameters if not one.has_default)

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(one.name for one in self.parameters)})"

    def accepts(self, count: int) -> bool:
        return len(self.required) <= count <= len(self.parameters)


@dataclass(frozen=True)
class Board:
    """A board that the file makes: where, its form and what is in its cells."""

    name: str
    where: str
    form: str
    cells: tuple[Mark, ...]
    keys: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Class:
    name: str
    make: Function
    methods: tuple[Function, ...]
    boards: tuple[Board, ...]
    values: Mapping[str, Mark]


@dataclass(frozen=True)
class Survey:
    functions: tuple[Function, ...] = ()
    classes: tuple[Class, ...] = ()
    boards: tuple[Board, ...] = ()
    constants: Mapping[str, Mark] = field(default_factory=dict)
    marks: tuple[str, ...] = ()
    protocol: tuple[str, ...] = ()
    numpy: bool = False
    imported: tuple[str, ...] = ()  # what comes from elsewhere
    compared: tuple[Mark, ...] = ()  # what cells are compared with
    enums: tuple[tuple[str, ...], ...] = ()  # the members of enumerations: `Mark.X`

    def told(self, function: str, class_name: str = "") -> tuple[Mark, ...]:
        """The constants that the file passes to a function, or to the class and its method."""
        if not class_name:
            return next((one.told for one in self.functions if one.name == function), ())
        kinds = [kind for kind in self.classes if kind.name == class_name]
        methods = (one for kind in kinds for one in kind.methods if one.name == function)
        return tuple(mark for one in (*(kind.make for kind in kinds), *methods) for mark in one.told)

    def has(self, functions: Sequence[str], class_name: str = "") -> bool:
        """Whether there is one of these functions, or of these methods of a class."""
        owners = [kind.methods for kind in self.classes if kind.name == class_name]
        found = {one.name for methods in owners for one in methods}
        if not class_name:
            found = {one.name for one in self.functions} | set(self.imported)
        return not found.isdisjoint(functions)

    @property
    def seen(self) -> str:
        """The functions and methods, for people."""
        names = [one.signature for one in self.functions]
        names += [f"{kind.name}.{one.signature}" for kind in self.classes for one in kind.methods]
        more = f" and {len(names) - 8} more" if len(names) > 8 else ""
        return (", ".join(names[:8]) + more)[:300] or "no functions"


def read(data: Any, count: int = 9) -> Survey:
    """A survey from what came out of the sandbox, with boards of `count` cells; what has another form is left out."""
    if not isinstance(data, dict):
        return Survey()
    return Survey(
        tuple(_function(one) for one in _list(data.get("functions")) if _is_named(one)),
        tuple(_class(one, count) for one in _list(data.get("classes")) if _is_named(one)),
        _boards(data.get("boards"), count),
        _values(data.get("constants")),
        tuple(one for one in _list(data.get("marks")) if isinstance(one, str)),
        tuple(one for one in _list(data.get("protocol")) if one in ("JUDGE", "TURN")),
        data.get("numpy") is True,
        tuple(one for one in _list(data.get("imported")) if _is_name(one)),
        tuple(one for one in _list(data.get("compared")) if _is_mark(one) and len(str(one)) <= 5),
        tuple(tuple(one for one in _list(kind) if isinstance(one, str)) for kind in _list(data.get("enums"))),
    )


def _list(data: Any) -> list[Any]:
    return data if isinstance(data, list) else []


def _is_named(data: Any) -> bool:
    return isinstance(data, dict) and _is_name(data.get("name"))


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and name.isidentifier() and len(name) <= 80


def _is_mark(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float, bool))


def _parameters(data: Any) -> tuple[Parameter, ...]:
    pairs = (one for one in _list(data) if isinstance(one, list) and len(one) == 2 and _is_name(one[0]))
    return tuple(Parameter(name, bool(default)) for name, default in pairs)


def _function(data: dict[str, Any]) -> Function:
    leaves = tuple(one for one in _list(data.get("leaves")) if _is_name(one))
    return Function(data["name"], _parameters(data.get("parameters")), leaves[:2], _told(data))


def _told(data: dict[str, Any]) -> tuple[Mark, ...]:
    return tuple(one for one in _list(data.get("told")) if _is_mark(one))[:20]


def _class(data: dict[str, Any], count: int) -> Class:
    methods = tuple(_function(one) for one in _list(data.get("methods")) if _is_named(one))
    make = Function(data["name"], _parameters(data.get("make")), told=_told(data))
    return Class(
        data["name"], make, methods, _boards(data.get("boards"), count, "attribute"), _values(data.get("turns"))
    )


def _boards(data: Any, count: int, where: str = "") -> tuple[Board, ...]:
    boards = []
    for one in _list(data):
        if _is_named(one) and one.get("form") in BOARDS:
            cells, keys = _list(one.get("cells")), _list(one.get("keys"))
            keys = [tuple(key) if isinstance(key, list) else key for key in keys]
            if len(cells) == count and all(map(_is_mark, cells)) and len(keys) in (0, count):
                boards.append(
                    Board(one["name"], where or str(one.get("where")), one["form"], tuple(cells), tuple(keys))
                )
    return tuple(boards)


def _values(data: Any) -> dict[str, Mark]:
    if not isinstance(data, dict):
        return {}
    return {name: value for name, value in data.items() if _is_name(name) and _is_mark(value)}

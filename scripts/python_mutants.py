"""Where a Python file can be changed, and how: the operators of `make mutants`.

A comparison, an arithmetic or logical operator, a constant or a condition becomes another, a statement is left out.
Annotations, docstrings, assertions, decorators and texts for people stay as they are.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Div,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
SIGNS: dict[type[ast.AST], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/",
    ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&",
    ast.BitOr: "|", ast.And: "and", ast.Or: "or",
}  # fmt: skip
PAIRS = (("min", "max"), ("any", "all"), ("startswith", "endswith"), ("removeprefix", "removesuffix"))
NAMES = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
LOGICAL = (ast.Compare, ast.BoolOp)
TEXT_FOR_PEOPLE = re.compile(r"\w \w")
FOR_READERS = {"_", "TypeVar", "cast"}  # functions whose arguments change nothing, or only a text


@dataclass(frozen=True)
class Site:
    """A change: in which file, on which lines, in which function; `name` tells it from all others."""

    file: str  # below src/noughts
    code: str  # the line it is on
    change: str
    first: int  # the lines of the statement, or of its head
    last: int
    is_in_function: bool

    @property
    def name(self) -> tuple[str, str, str]:
        return self.file, self.code, self.change


Change = tuple[str, Callable[[], object]]


def sites(path: Path, file: str) -> list[Site]:
    return [site for site, _ in _places(path, file)[1]]


def mutated(path: Path, file: str, name: tuple[str, str, str]) -> CodeType:
    """The compiled file with one change in it."""
    tree, places = _places(path, file)
    apply = next(apply for site, apply in places if site.name == name)
    apply()
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _places(path: Path, file: str) -> tuple[ast.Module, list[tuple[Site, Callable[[], object]]]]:
    text = path.read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    found: list[tuple[Site, Callable[[], object]]] = []
    seen: Counter[tuple[str, str]] = Counter()
    for node, (change, apply), statement, is_in_function in _Changes().of(tree):
        code = " ".join(lines[node.lineno - 1].split())
        seen[code, change] += 1
        if seen[code, change] > 1:
            change += f" ({seen[code, change]})"
        found.append((Site(file, code, change, *_head(statement), is_in_function), apply))
    return tree, found


def _head(statement: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, without the body that it may have."""
    body = getattr(statement, "body", None)
    last = statement.end_lineno or statement.lineno
    return statement.lineno, max(statement.lineno, min(last, body[0].lineno - 1)) if body else last


class _Changes:
    """Walks through a program in the order of its text."""

    def __init__(self) -> None:
        self.statement: ast.stmt = ast.Pass(lineno=1, end_lineno=1)
        self.depth = 0  # of functions

    def of(self, tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, Change, ast.stmt, bool]]:
        for field, value in ast.iter_fields(tree):
            for index, child in enumerate(value) if isinstance(value, list) else [(-1, value)]:
                if not isinstance(child, ast.AST) or _stays(tree, field, index, child):
                    continue
                outer = self.statement
                if isinstance(child, ast.stmt):
                    self.statement = child
                inner = isinstance(tree, (ast.FunctionDef, ast.Lambda)) and field == "body"
                self.depth += inner
                if isinstance(child, (ast.expr, ast.stmt)):
                    for change in _changes(tree, field, index, child):
                        yield child, change, self.statement, self.depth > 0
                yield from self.of(child)
                self.depth -= inner
                self.statement = outer


def _stays(parent: ast.AST, field: str, index: int, node: ast.AST) -> bool:
    """Whether a part of the program is not changed."""
    if field in ("annotation", "returns", "decorator_list", "format_spec", "bases"):
        return True
    if isinstance(parent, ast.Raise | ast.Assert) or isinstance(node, ast.Import | ast.ImportFrom | ast.Assert):
        return True
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and field != "func":
        if parent.func.id in FOR_READERS:
            return True
        return parent.func.id.startswith("expect_") and isinstance(node, ast.Constant)
    if isinstance(node, ast.If) and re.match(r"TYPE_CHECKING|sys\.version_info", ast.unparse(node.test)):
        return True
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id in ("__all__", "__slots__")
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text and isinstance(parent, (ast.Expr, ast.JoinedStr))


def _changes(parent: ast.AST, field: str, index: int, node: ast.expr | ast.stmt) -> Iterator[Change]:
    def put(new: ast.AST) -> Callable[[], object]:
        ast.copy_location(new, node)
        if index >= 0:
            return lambda: getattr(parent, field).__setitem__(index, new)
        return lambda: setattr(parent, field, new)

    if isinstance(node, ast.Compare):
        for at, operator in enumerate(node.ops):
            new = COMPARISONS[type(operator)]
            change = f"`{SIGNS[type(operator)]}` → `{SIGNS[new]}`"
            yield change, lambda at=at, new=new: node.ops.__setitem__(at, new())  # type: ignore[misc]
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"`{SIGNS[type(node.op)]}` → `{SIGNS[type(other)]}`", put(ast.BoolOp(other, node.values))
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield f"`{'not' if isinstance(node.op, ast.Not) else '-'}` removed", put(node.operand)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in ARITHMETIC:
        operation = ARITHMETIC[type(node.op)]
        yield f"`{SIGNS[type(node.op)]}` → `{SIGNS[operation]}`", lambda: setattr(node, "op", operation())
    elif isinstance(node, ast.Constant):
        yield from ((change, put(ast.Constant(value))) for change, value in _constants(node.value))
    elif isinstance(node, ast.Name) and isinstance(parent, ast.Call) and field == "func" and node.id in NAMES:
        yield f"`{node.id}` → `{NAMES[node.id]}`", put(ast.Name(NAMES[node.id], ast.Load()))
    elif isinstance(node, ast.Attribute) and isinstance(parent, ast.Call) and field == "func" and node.attr in NAMES:
        yield f"`{node.attr}` → `{NAMES[node.attr]}`", lambda: setattr(node, "attr", NAMES[node.attr])
    elif isinstance(node, ast.Break | ast.Continue):
        to_continue = isinstance(node, ast.Break)
        change = "`break` → `continue`" if to_continue else "`continue` → `break`"
        yield change, put(ast.Continue() if to_continue else ast.Break())
    elif isinstance(node, ast.Raise):
        yield "`raise` left out", put(ast.Pass())
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "call left out", put(ast.Pass())
    elif isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name | ast.Tuple):
        yield "assignment left out", put(ast.Pass())
    is_condition = field == "test" or (field == "ifs" and isinstance(parent, ast.comprehension))
    if is_condition and not isinstance(node, LOGICAL) and not isinstance(node, ast.UnaryOp):
        assert isinstance(node, ast.expr)
        yield "condition negated", put(ast.UnaryOp(ast.Not(), node))


def _constants(value: object) -> Iterator[tuple[str, bool | int | float | str]]:
    if isinstance(value, bool):
        yield f"`{value}` → `{not value}`", not value
    elif isinstance(value, (int, float)):
        yield f"`{value}` → `{value + 1}`", value + 1
    elif isinstance(value, str) and not TEXT_FOR_PEOPLE.search(value):
        yield f"`{value!r}` → `{'XX' + value!r}`", "XX" + value

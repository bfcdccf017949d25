"""Agents that are equal once names and layout are left out: worth a look, and no more than that.

How it is decided. The Python files of an agent are read as tokens. Comments, docstrings, blank lines, the width of
indentation, line breaks within brackets and the style of quotes are dropped. In each top-level statement every name
that is not Python's own is replaced by a number, in the order of appearance. Two agents are similar if they consist of
the same statements, in any order. Nothing is run, and nothing else is compared: agents that were changed further are
not found, and short agents can be equal by themselves, so those with fewer than `FEWEST` tokens are left out.
"""

from __future__ import annotations

import builtins
import hashlib
import io
import keyword
import tokenize
from collections.abc import Iterable, Iterator, Sequence

from .candidates import Candidate

FEWEST = 120
LARGEST = 256 << 10  # what is larger is not compared
_OWN = frozenset((*keyword.kwlist, *keyword.softkwlist, *dir(builtins)))
_NAME = "\0"  # before a name, which no other token begins with
_DROPPED = frozenset((tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER))
_BLOCK = {tokenize.INDENT: "{", tokenize.DEDENT: "}", tokenize.NEWLINE: ";"}


def groups(candidates: Sequence[Candidate]) -> list[tuple[int, ...]]:
    """The places of agents that are equal in this sense, two or more together."""
    by_print: dict[str, list[int]] = {}
    for at, candidate in enumerate(candidates):
        found = fingerprint(candidate)
        if found is not None:
            by_print.setdefault(found, []).append(at)
    return [tuple(places) for places in by_print.values() if len(places) > 1]


def fingerprint(candidate: Candidate) -> str | None:
    """The same for agents that are equal; None if they cannot be compared."""
    files = [file.data for file in candidate.files if file.path.lower().endswith(".py")]
    if not files or sum(map(len, files)) > LARGEST:
        return None
    try:
        statements = [statement for data in files for statement in _statements(data)]
    except (SyntaxError, tokenize.TokenError, ValueError, RecursionError):
        return None
    if sum(map(len, statements)) < FEWEST:
        return None
    lines = sorted(" ".join(_without_names(statement)) for statement in statements)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _statements(source: bytes) -> Iterator[list[str]]:
    """The top-level statements as tokens: names are marked, everything else is as it is written."""
    statement: list[str] = []
    logical: list[tokenize.TokenInfo] = []
    depth = 0
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type in _DROPPED:
            continue
        if token.type in (tokenize.INDENT, tokenize.DEDENT):
            depth += 1 if token.type == tokenize.INDENT else -1
            statement.append(_BLOCK[token.type])
        elif token.type != tokenize.NEWLINE:
            if not logical and depth == 0 and statement and token.string not in ("else", "elif", "except", "finally"):
                yield statement
                statement = []
            logical.append(token)
        else:
            if not all(one.type == tokenize.STRING for one in logical):  # a docstring, or a string that does nothing
                statement += [*map(_written, logical), _BLOCK[token.type]]
            logical = []
    if statement:
        yield statement


def _written(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME and token.string not in _OWN:
        return f"{_NAME}{token.string}"
    if token.type == tokenize.STRING:
        return f"'{token.string.lstrip('rRbBuUfF').strip(chr(34) + chr(39))}'"
    return token.string


def _without_names(statement: Iterable[str]) -> Iterator[str]:
    numbers: dict[str, int] = {}
    for word in statement:
        yield f"${numbers.setdefault(word, len(numbers))}" if word.startswith(_NAME) else word

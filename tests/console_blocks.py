"""The commands that a document shows, and whether they print what it shows."""

from __future__ import annotations

import re
from typing import NamedTuple


class Block(NamedTuple):
    kind: str  # sh, console, python, text
    text: str

    @property
    def commands(self) -> list[str]:
        """Of a block of shell commands, without what is said about them."""
        return [line.partition("  #")[0].strip() for line in self.text.splitlines() if line.strip()]

    @property
    def command(self) -> str:
        """Of a block that shows what a command prints."""
        return self.text.removeprefix("$ ").partition("\n")[0]

    @property
    def expected(self) -> str:
        return self.text.partition("\n")[2]


def blocks(document: str) -> list[Block]:
    """Also those that are part of a list, and therefore indented."""
    found = re.findall(r"^( *)```(\w+)\n(.*?)^\1```$", document, re.DOTALL | re.MULTILINE)
    return [Block(kind, re.sub(f"^{indent}", "", text, flags=re.MULTILINE)) for indent, kind, text in found]


def shows(expected: str, shown: str) -> bool:
    """Whether a text is the one that was promised; `(...)` stands for what differs from run to run."""
    pattern = re.escape(expected).replace(re.escape("(...)"), r"\(.*\)")
    return re.fullmatch(pattern, shown) is not None

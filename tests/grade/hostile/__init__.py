"""Agents that mean harm, and submissions that are none, a file each. Its docstring says what it tries and what happens.

`programs/` and `functions/` are agents as they would be handed in; each is bounded, so that little happens even if it
gets its way. `submissions/` make something in the file system that looks like an agent. The last paragraph of a
docstring is read by the tests: the verdict that is expected, and words of its reason. `Or not graded` has those of an
agent that does its worst while it is recognised, where that depends on who grades; `Note` those about one of which only
the definitions are loaded. `Copies: 2` means that two of them run at the same time.

In the text of an agent `@canary@` is a file that must stay as it is, `@other@` another agent's file, `@folder@` where
reports are written, `@port@` and `@socket@` where a server waits, `@pid@` the process that tests, `@mark@` a text that
is in the name of every agent, `@version@` that of Python.
"""

from __future__ import annotations

import ast
import re
import runpy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_HERE = Path(__file__).parent
_EXPECTED = re.compile(
    r"\n\nExpected: (?P<verdict>[a-z-]+)(?P<reasons>[^\n]*)(?:\nOr not graded: (?P<refused>[^\n]*))?"
    r"(?:\nNote: (?P<note>[^\n]*))?(?:\nCopies: (?P<copies>\d+))?\s*$"
)


@dataclass(frozen=True)
class Case:
    path: Path

    @property
    def kind(self) -> str:
        return self.path.parent.name

    @property
    def name(self) -> str:
        return self.path.stem

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tries(self) -> str:
        """What it tries, in a sentence."""
        return self._docstring.partition("\n\n")[0].replace("\n", " ")

    @property
    def verdict(self) -> str:
        return self._expected["verdict"]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Words of which the reason has one."""
        return self._words("reasons")

    @property
    def refused(self) -> tuple[str, ...]:
        """Words of which the reason has one if it is not graded; none if it must be graded."""
        return self._words("reasons" if self.verdict == "not-graded" else "refused")

    @property
    def note(self) -> tuple[str, ...]:
        """Words of which the note has one; none if it must be loaded whole."""
        return self._words("note")

    @property
    def waits(self) -> bool:
        """Whether a time limit ends it: the tests set it to 1 s then, and have patience with the others."""
        words = (*self.reasons, *self.refused, *self.note)
        return any(limit in one for one in words for limit in ("time limit", "no answer within", "more than 1 s"))

    def _words(self, group: str) -> tuple[str, ...]:
        return tuple(re.findall(r'"([^"]+)"', self._expected[group] or ""))

    @property
    def copies(self) -> int:
        return int(self._expected["copies"] or 1)

    def make(self, folder: Path, name: str, places: Mapping[str, str]) -> list[Path]:
        """Hands it in, as often as it takes."""
        if self.kind == "submissions":
            made: Path = runpy.run_path(str(self.path))["make"](folder / name)
            return [made]
        text = re.sub(r"@(\w+)@", lambda match: places.get(match[1], match[0]), self.text)
        paths = [folder / f"{name}{'_again' * number}.py" for number in range(self.copies)]
        for number, path in enumerate(paths):
            path.write_text(f"{text}# copy {number}\n", encoding="utf-8")
        return paths

    @cached_property
    def _docstring(self) -> str:
        return ast.get_docstring(ast.parse(self.text), clean=True) or ""

    @cached_property
    def _expected(self) -> re.Match[str]:
        match = _EXPECTED.search(self._docstring)
        assert match is not None, f"{self.path}: the docstring does not say what is expected"
        return match


CASES = {
    case.name: case
    for kind in ("programs", "functions", "submissions")
    for case in map(Case, sorted((_HERE / kind).glob("*.py")))
}


def program(name: str) -> str:
    """The text of an agent."""
    return CASES[name].text

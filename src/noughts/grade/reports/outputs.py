"""The reports that a run writes: which, where to, and in whose language."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path

from ...errors import FileError
from ...files import is_special
from ...language import named, speaking
from ..grades import Grade
from ..limits import Limits
from . import as_csv, as_gradescope, as_html, as_json, as_junit, feedback, files
from .class_picture import ClassPicture
from .feedback import PAGE
from .files import ReportError


@dataclass(frozen=True)
class Outputs:
    """The files and folders to write; None for what is not asked for. `most` mistakes are shown of each agent.

    Feedback is in `language`, for single agents in one of `languages`; its boards link to the page at `site`. The
    `journal` is written elsewhere; it only needs a place of its own.
    """

    json: Path | None = None
    csv: Path | None = None
    html: Path | None = None
    junit: Path | None = None
    gradescope: Path | None = None
    feedback: Path | None = None
    picture: Path | None = None
    most: int = 20
    site: str = PAGE
    language: str = "en"
    languages: Mapping[str, str] = field(default_factory=dict)
    journal: Path | None = None

    def check(
        self, agents: int, inputs: Sequence[Path] = (), journal: Path | None = None, any_file: bool = False
    ) -> None:
        """Refuses at the start what could not be written in the end, or would overwrite one of the `inputs`."""
        named(self.language)
        self._check_places(agents, inputs, any_file)
        for path in (self.json, self.csv, self.html, self.junit, self.picture):
            if path is not None:
                files.check(path)
        if self.picture is not None and self.picture.suffix.lower() != ".svg":
            raise ReportError(f"{self.picture}: the picture of a class is SVG; the name must end in .svg")
        if self.gradescope is not None:
            files.check(self.gradescope, folder=agents > 1)
        if self.feedback is not None:
            files.check(self.feedback, folder=True)

    def _check_places(self, agents: int, inputs: Sequence[Path], any_file: bool) -> None:
        """No two outputs go to the same place, and none goes where somebody's work is."""
        places = {"--json": self.json, "--csv": self.csv, "--html": self.html, "--junit": self.junit}
        places |= {"--picture": self.picture, "--gradescope": self.gradescope, "--feedback": self.feedback}
        places |= {"--journal": self.journal}
        asked = [(option, path) for option, path in places.items() if path is not None]
        folders = {"--feedback", *(["--gradescope"] if agents > 1 else [])}
        for option, path in asked:
            if option not in folders:
                files.check_overwriting(option, path, inputs, any_file=any_file)
        for (option, path), (other, same) in combinations(asked, 2):
            is_one = files.has_same_name(path, same) and not is_special(path)
            if is_one and not {option, other} <= folders:  # the names in a folder differ by their endings
                raise ReportError(f"{option} {path} and {other} {same} are the same; expected two files")

    def write(self, grades: Sequence[Grade], limits: Limits) -> list[FileError]:
        """Writes every report that can be written, and returns what is wrong with the others."""
        problems: list[FileError] = []
        for path, make in self._reports(grades, limits):
            try:
                files.write(path, make())
            except FileError as error:
                problems.append(error)
        return problems

    def _reports(self, grades: Sequence[Grade], limits: Limits) -> Iterator[tuple[Path, Callable[[], str]]]:
        """Each file, and the function that makes its text."""
        if self.json is not None:
            yield self.json, lambda: as_json.write(grades, self.most)
        if self.csv is not None:
            yield self.csv, lambda: as_csv.write(grades)
        if self.html is not None:
            yield self.html, lambda: as_html.write(grades, self.most, limits)
        if self.junit is not None:
            yield self.junit, lambda: as_junit.write(grades, self.most)
        if self.picture is not None:
            yield self.picture, lambda: ClassPicture(grades).svg()
        if self.gradescope is not None and len(grades) == 1:
            yield self.gradescope, lambda: as_gradescope.write(grades[0], self.most)
        elif self.gradescope is not None:
            yield from _each(self.gradescope, grades, "json", lambda grade: as_gradescope.write(grade, self.most))
        if self.feedback is not None:
            yield from _each(self.feedback, grades, "html", self._feedback)

    def _feedback(self, grade: Grade) -> str:
        with speaking(self.languages.get(grade.name, self.language)):
            return feedback.write(grade, self.site)


def _each(
    folder: Path, grades: Sequence[Grade], ending: str, made: Callable[[Grade], str]
) -> Iterator[tuple[Path, Callable[[], str]]]:
    """A file for each agent in a folder; if that cannot be made, the first file that is written says so."""
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
    for grade, name in zip(grades, files.unique_names(grade.name for grade in grades)):
        yield folder / f"{name}.{ending}", partial(made, grade)


def read_languages(path: Path | None) -> dict[str, str]:
    """The languages of single agents, from a CSV file with the columns `agent` and `language`."""
    if path is None:
        return {}
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ReportError(f"{path}: cannot be read: {error}") from None
    if rows and not {"agent", "language"} <= set(rows[0]):
        raise ReportError(f"{path}: found the columns {', '.join(map(str, rows[0]))}; expected agent and language")
    return {row["agent"]: named(row["language"] or "") for row in rows}

"""JUnit XML: a suite for each agent, a test case for each part and each number of marks on the board."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

from ..grades import Grade
from ..verdicts import Verdict
from . import part_words
from .mistakes import by_marks, of

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(grades: Iterable[Grade], most: int) -> str:
    root = ElementTree.Element("testsuites", name="noughts grade")
    for grade in grades:
        levels = by_marks(grade.judged) if grade.is_graded else {}
        suite = ElementTree.SubElement(
            root, "testsuite", name=_clean(grade.name), tests=str(len(levels) + len(grade.parts))
        )
        suite.set("time", f"{grade.seconds:.3f}")
        if not grade.is_graded:
            case = ElementTree.SubElement(suite, "testcase", classname=_clean(grade.name), name="not graded")
            ElementTree.SubElement(case, "skipped", message=_clean(str(grade.candidate.problem)))
            suite.set("tests", "1")
        failures = errors = 0
        for part in grade.parts:
            case = ElementTree.SubElement(suite, "testcase", classname=_clean(grade.name), name=part.name)
            if not part.is_right:
                failures += 1
                element = ElementTree.SubElement(case, "failure", type=str(part.fault or "not-asked"))
                element.set("message", _clean(part_words.sentence(part)))
        for marks, level in levels.items():
            case = ElementTree.SubElement(
                suite, "testcase", classname=_clean(grade.name), name=f"positions with {marks} marks"
            )
            members = set(level)
            wrong = [one for one in grade.costly if one in members]
            if not wrong:
                continue
            silent = all(one.verdict is Verdict.NO_ANSWER for one in wrong)
            failures, errors = failures + (not silent), errors + silent
            first = of(grade, wrong[0])
            element = ElementTree.SubElement(case, "error" if silent else "failure", type=str(wrong[0].verdict))
            element.set(
                "message", _clean(f"{len(wrong):,} of {len(level):,} answers do not count in full: {first.sentence}")
            )
            element.text = _clean("\n".join(of(grade, one).sentence for one in wrong[: max(1, most)]))
        suite.set("failures", str(failures))
        suite.set("errors", str(errors))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _clean(text: str) -> str:
    """Without what XML cannot hold; agents say all sorts of things."""
    return _NOT_XML.sub("\ufffd", text)

"""Every test file belongs to a tier, and docs/testing.md says which files the quick tier leaves out."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
FILES = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}


LISTING = """
import pytest

class Marks:
    @staticmethod
    def pytest_collection_modifyitems(items):
        for item in items:
            print(">", item.nodeid.partition("::")[0], *(mark.name for mark in item.iter_markers()))

pytest.main(["--collect-only", "-qq", "-m", "", "-p", "no:cacheprovider"], plugins=[Marks()])
"""


def marks_of_tests() -> list[tuple[str, set[str]]]:
    """The file of every test, and its marks."""
    done = subprocess.run([sys.executable, "-c", LISTING], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("> ")]
    return [(file, set(marks)) for file, *marks in listed]


@pytest.mark.slow
def test_every_file_belongs_to_a_tier_and_those_without_a_quick_test_are_named() -> None:
    tests = marks_of_tests()
    assert {file for file, _ in tests} == FILES
    every = {file for file, marks in tests if "nightly" not in marks}
    assert every == FILES, "a file with nightly tests alone"
    quick = {file for file, marks in tests if not marks & {"slow", "nightly"}}
    section = DOCUMENT.partition("## Left out of the quick tier")[2].partition("##")[0]
    assert every - quick == set(re.findall(r"`(tests/\S+\.py)`", section))


def test_the_tiers_are_what_the_commands_say() -> None:
    makefile, options = ((ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", "pyproject.toml"))
    assert re.search(r"^addopts = .*-m 'not slow and not nightly'", options, re.MULTILINE)
    assert re.search(r'^test-all: test .*\n\t.*-m "\(slow or hypothesis\) and not nightly"$', makefile, re.MULTILINE)
    assert re.search(r'^test-nightly:.*\n\t.*-m "nightly or not nightly"$', makefile, re.MULTILINE)
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert run.splitlines()[-1] == "make test test-all test-native"  # `test` runs once

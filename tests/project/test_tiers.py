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


def files_of(marks: str) -> set[str]:
    """The files that have a test in the tier."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", marks, "-p", "no:cacheprovider"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {line.partition("::")[0] for line in listed.splitlines() if "::" in line}


@pytest.mark.slow
def test_every_file_belongs_to_a_tier_and_those_without_a_quick_test_are_named() -> None:
    quick, every = files_of("not slow and not nightly"), files_of("not nightly")
    assert files_of("") == FILES
    assert every == FILES, "a file with nightly tests alone"
    section = DOCUMENT.partition("## Left out of the quick tier")[2].partition("##")[0]
    assert every - quick == set(re.findall(r"`(tests/\S+\.py)`", section))


def test_the_tiers_are_what_the_commands_say() -> None:
    makefile, options = ((ROOT / name).read_text(encoding="utf-8") for name in ("Makefile", "pyproject.toml"))
    assert re.search(r"^addopts = .*-m 'not slow and not nightly'", options, re.MULTILINE)
    assert re.search(r'^test-all: test .*\n\t.*-m "\(slow or hypothesis\) and not nightly"$', makefile, re.MULTILINE)
    assert re.search(r'^test-nightly:.*\n\t.*-m "nightly or not nightly"$', makefile, re.MULTILINE)
    run = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert re.findall(r"^make (.+)$", run, re.MULTILINE) == ["test test-all test-native"]  # `test` runs once

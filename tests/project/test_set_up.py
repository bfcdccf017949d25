"""Wheels that are used again, and what is said where there is no core. The first command itself: test_packages.py."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import scripts_path

wheel_cache = scripts_path.wheel_cache


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small tree that a wheel could be made of."""
    for name in ("core/a.hpp", "src/noughts/b.py", "CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "scripts").mkdir()
    for name in ("backend.py", "last_change.py"):
        (tmp_path / "scripts" / name).touch()
    monkeypatch.setattr(wheel_cache, "ROOT", tmp_path)
    monkeypatch.setattr(wheel_cache, "CACHE", tmp_path / "cache")
    return tmp_path


def test_a_wheel_is_found_until_a_source_changes(copy: Path) -> None:
    assert wheel_cache.find() is None
    kept = copy / "cache" / wheel_cache.fingerprint() / "noughts-1-cp312-abi3-linux_x86_64.whl"
    kept.parent.mkdir(parents=True)
    kept.touch()
    assert wheel_cache.find() == kept
    (copy / "src/noughts/_commit.py").touch()  # made, not written
    assert wheel_cache.find() == kept
    for path in (copy / "core/a.hpp", copy / "src/noughts/b.py", copy / "pyproject.toml"):
        before = path.read_text()
        path.write_text(before + " ")
        assert wheel_cache.find() is None
        path.write_text(before)
    (copy / "src/noughts/c.py").touch()
    assert wheel_cache.find() is None


def test_another_compiler_or_engine_is_another_wheel(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = wheel_cache.fingerprint()
    for name in ("CXX", "CXXFLAGS", "NOUGHTS_PURE_PYTHON"):
        with monkeypatch.context() as changed:
            changed.setenv(name, "1")
            assert wheel_cache.fingerprint() != before
    assert wheel_cache.fingerprint() == before


def test_old_wheels_are_forgotten(copy: Path) -> None:
    for age in range(7):
        folder = copy / "cache" / str(age)
        folder.mkdir(parents=True)
        os.utime(folder, (1000 - age, 1000 - age))
    wheel_cache.forget_old()
    assert {path.name for path in (copy / "cache").iterdir()} == {"0", "1", "2", "3"}


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("CMake Error at CMakeLists.txt:3 (project):\n  No CMAKE_CXX_COMPILER could be found.\n", "no C++ compiler"),
        (
            "(message):\n  noughts: the headers of\n  Python 3.11 are missing\n\n",
            "the headers of Python 3.11 are missing",
        ),
        (
            "[1/6]\ncore/a.cpp:3:1: error: expected ';'\nnoughts: installed in pure Python\n",
            "core/a.cpp:3:1: error: expected ';'",
        ),
        ("Killed", "pip install -v"),
    ],
)
def test_why_there_is_no_core_is_said_in_one_line(output: str, words: str) -> None:
    assert words in wheel_cache.reason(output) and "\n" not in wheel_cache.reason(output)

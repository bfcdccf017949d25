"""The source distribution and the wheel install into an empty environment; without a compiler the package does too."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

pytest.importorskip("build")
pytest.importorskip("scikit_build_core")
pytest.importorskip("nanobind")

ROOT = Path(__file__).parents[2]
SMOKE = """
import noughts, noughts.engine
solution = noughts.solve(noughts.position("t3", "200/050/000 odd"))
print(solution.engine, solution.value)
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the sources: what an earlier build left behind must not help."""
    hidden = shutil.ignore_patterns(".*", "build", "dist", "site", "__pycache__", "*.so")
    return Path(shutil.copytree(ROOT, tmp_path / "source", ignore=hidden))


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def smoke_test(wheel: Path, directory: Path) -> str:
    """Installs a wheel into an environment with nothing but pip in it, and solves a position there."""
    venv.create(directory, with_pip=True)
    python = directory / "bin" / "python"
    run(python, "-m", "pip", "install", "--no-deps", "--no-index", wheel)
    return run(python, "-I", "-c", SMOKE).strip()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no compiler")
def test_the_wheel_made_from_the_source_distribution_has_the_core(source: Path, tmp_path: Path) -> None:
    quickly = "--config-setting=cmake.build-type=Debug"  # to compile for speed takes three times as long
    run(sys.executable, "-m", "build", "--no-isolation", quickly, "--outdir", tmp_path / "dist", source)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert len(list((tmp_path / "dist").glob("*.tar.gz"))) == 1
    assert not wheel.name.endswith("py3-none-any.whl")
    packed = set(ZipFile(wheel).namelist())
    assert {f"noughts/locale/{code}/LC_MESSAGES/noughts.mo" for code in ("bg", "mn")} <= packed
    assert {
        "noughts/web/templates/base.html",
        "noughts/web/static/app.js",
        "noughts/explain/assets/tree_page.js",
    } <= packed
    assert smoke_test(wheel, tmp_path / "empty") == "core loss in 4"


# Tests that need no core.
OFTEN = ("agents", "classroom/test_t3.py", "cli/test_play.py", "protocols/test_judge.py")
AT_NIGHT = ("agents", "classroom", "cli", "games", "protocols")


@pytest.mark.slow
@pytest.mark.parametrize("paths", [OFTEN, pytest.param(AT_NIGHT, marks=pytest.mark.nightly)], ids=["often", "at night"])
def test_without_a_compiler_the_package_installs_and_says_which_engine_it_has(
    paths: tuple[str, ...], source: Path, tmp_path: Path
) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("cmake", "ninja"):
        found = Path(sys.executable).with_name(tool)
        if found.exists():
            (tools / tool).symlink_to(found)
    build = (sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, source)
    run(*build, PATH=str(tools), CC="", CXX="")
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("py3-none-any.whl")
    assert smoke_test(wheel, tmp_path / "empty") == "threats loss in 4"
    python = tmp_path / "empty" / "bin" / "python"
    question = (ROOT / "examples" / "judge-empty.txt").read_text(encoding="utf-8")
    done = subprocess.run(
        [python, "-I", "-m", "noughts", "judge"], input=question, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["2", "2"]
    # With this installation in front of the one that tests usually run on.
    (installed,) = (tmp_path / "empty" / "lib").glob("python3*/site-packages")
    asked = [ROOT / "tests" / path for path in paths]
    passed = run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *asked, PYTHONPATH=str(installed))
    assert " passed" in passed and " failed" not in passed

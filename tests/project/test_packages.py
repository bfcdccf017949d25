"""The README's first command in a fresh clone and in the source distribution; and the package without a compiler."""

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
MADE = ("build", "dist", "site", "__pycache__", "*.so", "node_modules")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the sources: what an earlier build left behind must not help."""
    return Path(shutil.copytree(ROOT, tmp_path / "source", ignore=shutil.ignore_patterns(".*", *MADE)))


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def smoke_test(wheel: Path, directory: Path) -> str:
    """Installs a wheel into an environment with nothing in it but perhaps pip, and solves a position there."""
    outer: tuple[str | Path, ...] = (Path(sys.executable).resolve(), "-m", "pip", "--python")
    has_pip = subprocess.run([*outer, sys.executable, "--version"], capture_output=True, check=False).returncode == 0
    venv.create(directory, with_pip=not has_pip)
    python = directory / "bin" / "python"
    pip = (*outer, python) if has_pip else (python, "-m", "pip")
    run(*pip, "install", "--no-deps", "--no-index", "--no-compile", wheel)
    return run(python, "-I", "-c", SMOKE).strip()


def unpacked(source: Path, folder: Path) -> Path:
    """The source distribution that is made of a tree, unpacked like a download."""
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", folder / "dist", source)
    (archive,) = (folder / "dist").glob("*.tar.gz")
    (folder / "unpacked").mkdir()
    run("tar", "-xf", archive, "-C", folder / "unpacked")  # Debian's Python cannot filter what it unpacks
    (made,) = (folder / "unpacked").iterdir()
    return made


def first_command(folder: Path, cache: Path) -> list[str]:
    """What `make run` says of its steps, where it answers a JUDGE question and shows nothing of others' tools."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "PYTHONPATH"))}
    environment["XDG_CACHE_HOME"] = str(cache)
    environment["PIP_CACHE_DIR"] = environment.get("PIP_CACHE_DIR") or str(Path.home() / ".cache" / "pip")
    environment["SKBUILD_CMAKE_BUILD_TYPE"] = "None"  # to compile for speed takes twice as long
    done = subprocess.run(
        ["make", "run", f"PYTHON={sys.executable}"],
        cwd=folder,
        env=environment,
        input=(ROOT / "examples/judge-empty.txt").read_text(encoding="utf-8"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["2", "2"]
    assert all(line.startswith("noughts: ") for line in done.stderr.splitlines()), done.stderr
    return [line.removeprefix("noughts: ") for line in done.stderr.splitlines()]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no compiler")
def test_the_first_command_of_the_readme_in_the_source_distribution_and_in_a_fresh_clone(
    source: Path, tmp_path: Path
) -> None:
    """One compilation shows both: the clone takes the other's wheel, because its sources are the same to the byte."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT, clone, ignore=shutil.ignore_patterns(".venv*", *MADE))
    distribution = unpacked(source, tmp_path)
    if (clone / ".git").exists():  # a wheel knows its commit, so those with a history and those without one differ
        (distribution / ".git").symlink_to(clone / ".git")
    assert first_command(distribution, tmp_path) == [
        "creating .venv",
        "installing what builds it",
        "compiling the core",
        "installing what the program needs",
        "installing noughts",
    ]
    assert first_command(clone, tmp_path) == [
        "creating .venv",
        "installing what the program needs",
        "installing noughts",
    ]
    (wheel,) = (tmp_path / "noughts" / "wheels").glob("*/*.whl")
    assert not wheel.name.endswith("py3-none-any.whl")
    alone = tmp_path / "alone"
    with ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        archive.extractall(alone)
    assert {f"noughts/locale/{code}/LC_MESSAGES/noughts.mo" for code in ("bg", "mn")} <= packed
    assert {
        "noughts/web/templates/base.html",
        "noughts/web/static/app.js",
        "noughts/explain/assets/tree_page.js",
    } <= packed
    # With nothing else that is installed, and as it was installed.
    assert run(sys.executable, "-S", "-c", SMOKE, PYTHONPATH=str(alone)).strip() == "core loss in 4"
    assert run(clone / ".venv" / "bin" / "python", "-I", "-c", SMOKE).strip() == "core loss in 4"


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

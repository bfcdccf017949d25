"""Builds into dist/ what an index would get, checks it, and tries every wheel in a clean environment.

`make wheels` calls this with the Python that has the tools of `requirements/release.in`. Wheels with the compiled core
are built for every Python that is installed here: one for the stable ABI from 3.12 on, one each for those before and
for a free-threaded one. The compiler is zig's, which knows the symbols of every glibc: GCC would ask for the one of the
machine that it runs on. Later Pythons, in which the stable ABI is tried, come from Debian's unstable suite. What was
tried, and what could not be had here, is written into docs/wheels.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import NamedTuple

import debian_tree
import free_threaded
import try_index
import wheel_cache

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bench"))

from page import write_part  # type: ignore[import-not-found]  # noqa: E402

DIST = ROOT / "dist"
PAGE = ROOT / "docs" / "wheels.md"
TOOLS = Path(sys.executable).parent
WANTED = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.15", free_threaded.NAME)
FROM_DEBIAN = ("3.14", "3.15")  # of the unstable suite
GLIBC = (2, 17)  # of 2012: manylinux2014
FIRST_STABLE = (3, 12)
# Quick tests that need nothing but the package: rules, agents, the core, protocols, certificates.
TESTS = (
    *("tests/agents", "tests/games/test_position.py", "tests/protocols/test_judge.py"),
    *("tests/engine/test_behaviour.py", "tests/engine/test_bindings.py", "tests/proofs/test_signature.py"),
)
SOURCES = ("tests", "scripts", "examples", "tictactoe.py", "pyproject.toml", "README.md")  # what these tests read
NEED_THE_CORE = ("tests/engine", "tests/proofs")
TEST_NEEDS = ("babel", "pytest", "pytest-timeout", "hypothesis")


class Interpreter(NamedTuple):
    name: str
    path: str
    tree: debian_tree.Tree | None = None  # where it is, if not on this machine

    @property
    def version(self) -> tuple[int, int]:
        major, minor = self.name.removesuffix("t").split(".")
        return int(major), int(minor)

    @property
    def is_free_threaded(self) -> bool:
        return self.name.endswith("t")


def say(text: str) -> None:
    print(f"noughts: {text}", file=sys.stderr, flush=True)


def run(*command: str | Path, **environment: str) -> str:
    """Runs a command; what it prints is shown only if it fails."""
    path = f"{TOOLS}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        list(map(str, command)),
        cwd=ROOT,
        env={**os.environ, "PATH": path, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def interpreters() -> list[Interpreter]:
    """Those of the wanted Pythons that run here; those of pyenv count, whichever it has chosen."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    folders = [*os.environ["PATH"].split(os.pathsep), *map(str, sorted(pyenv.glob("*/bin")))]
    found = []
    for name in WANTED:
        for folder in folders:
            path = Path(folder, f"python{name}")
            if path.exists() and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
                real = subprocess.check_output([path, "-c", "import sys; print(sys.executable)"], text=True)
                found.append(Interpreter(name, real.strip()))
                break
    return found


def without_lock(folder: Path) -> list[Interpreter]:
    """A free-threaded Python; none if there can be no tree of Debian, from whose sources it is built."""
    if why_not := debian_tree.why_not():
        say(f"Python {free_threaded.NAME} is not tried: {why_not}")
        return []
    say(f"building Python {free_threaded.NAME} from Debian's sources, unless that has been done")
    return [Interpreter(free_threaded.NAME, str(free_threaded.find(folder)))]


def from_debian(folder: Path, names: list[str]) -> list[Interpreter]:
    """Those of the wanted Pythons that only a tree of Debian has; none if there can be no tree."""
    if not names or (why_not := debian_tree.why_not()):
        if names:
            say(f"Python {' and '.join(names)} are not tried: {why_not}")
        return []
    say(f"making a Debian with Python {' and '.join(names)}")
    tree = debian_tree.fresh(folder / "sid", "sid", [f"python{name}-venv" for name in names])
    return [Interpreter(name, f"/usr/bin/python{name}", tree) for name in names]


def compilers(folder: Path) -> dict[str, str]:
    """zig as a C++ compiler that makes programs for an old glibc."""
    made = {}
    for variable, mode in (("CC", "cc"), ("CXX", "c++")):
        script = folder / f"zig-{mode.replace('+', 'x')}"
        target = f"{platform.machine()}-linux-gnu.{'.'.join(map(str, GLIBC))}"
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m ziglang {mode} -target {target} "$@"\n')
        script.chmod(0o755)
        made[variable] = str(script)
    return made


def build(here: list[Interpreter], folder: Path) -> None:
    uv = ("uv", "build", "--out-dir", DIST)
    say("building the source distribution")
    run(*uv, "--sdist")
    (sources,) = DIST.glob("*.tar.gz")
    say("building the wheel in pure Python")
    run(*uv, "--wheel", sources, "--python", here[0].path, NOUGHTS_PURE_PYTHON="1")
    stable = next((one for one in here if one.version >= FIRST_STABLE and not one.is_free_threaded), None)
    for one in here:
        if one.version < FIRST_STABLE or one is stable or one.is_free_threaded:
            say(f"building the wheel for {one.name}{' and later' if one is stable else ''}")
            raw = folder / one.name
            printed = run(*uv[:-1], raw, "--wheel", sources, "--python", one.path, **compilers(folder))
            (wheel,) = raw.glob("*.whl")
            if wheel.name.endswith("py3-none-any.whl"):
                sys.exit(f"{one.name}: no compiled core: {wheel_cache.reason(printed)}")
            run("auditwheel", "repair", "--wheel-dir", DIST, wheel)


def check() -> None:
    packed = sorted([*DIST.glob("*.whl"), *DIST.glob("*.tar.gz")])
    run("twine", "check", "--strict", *packed)
    for wheel in DIST.glob("*abi3*.whl"):
        run("abi3audit", "--strict", wheel)
    for wheel in DIST.glob("*linux*.whl"):
        glibc = tuple(map(int, re.findall(r"manylinux_(\d+)_(\d+)_", wheel.name)[0]))
        if glibc > GLIBC:
            sys.exit(f"{wheel.name} needs a newer glibc than {GLIBC}")


def fits(wheel: Path, one: Interpreter) -> bool:
    python, abi, platform = wheel.stem.split("-")[-3:]
    if platform == "any":
        return True
    if abi == "abi3":
        return one.version >= FIRST_STABLE and not one.is_free_threaded
    return abi == f"cp{one.name.replace('.', '')}" and python.startswith("cp")


def try_out(wheel: Path, one: Interpreter) -> str:
    """Installs a wheel into an empty environment and runs tests there; returns the last line of pytest."""
    is_pure = wheel.stem.endswith("none-any")
    tests = [test for test in TESTS if not (is_pure and test.startswith(NEED_THE_CORE))]
    # Without the plugins of packages that only developers have.
    options = ("-q", "-p", "no:cacheprovider", "-o", "addopts='-m \"not slow and not nightly\"'")
    with tempfile.TemporaryDirectory() as folder:
        place = "/work" if one.tree is not None else folder
        outside = Path(folder) if one.tree is None else one.tree.folder / "work"
        shell = partial(run_here, outside) if one.tree is None else one.tree.run
        outside.mkdir(exist_ok=True)
        for source in (*map(ROOT.joinpath, SOURCES), wheel):
            put(source, outside / source.name)
        warnings = "ignore" if one.is_free_threaded else ""  # the core takes the lock there, and Python says so
        script = f"""
            set -e
            export PYTHONWARNINGS={warnings}
            cd {place} && rm -rf env && {one.path} -m venv env
            env/bin/python -m pip --quiet --disable-pip-version-check install --only-binary :all: \\
                ./{wheel.name} {" ".join(TEST_NEEDS)}
            env/bin/python -I -m noughts --version
            env/bin/python -m pytest {" ".join(options)} {" ".join(tests)}
        """
        done = shell(script)
    if done.returncode:
        sys.exit(f"{wheel.name} under {one.name}\n{done.stdout}{done.stderr}")
    version, *_, passed = done.stdout.strip().splitlines()
    expected = "pure Python" if is_pure else "compiled core"
    if expected not in version:
        sys.exit(f"{wheel.name} under {one.name} says {version}")
    return passed.strip("= ")


def run_here(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    hidden = ("PYTHONPATH", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def put(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="append", help="only this Python, such as 3.12; may be repeated")
    wanted = parser.parse_args().python
    here = [one for one in interpreters() if not wanted or one.name in wanted]
    if not here and wanted != [free_threaded.NAME]:
        sys.exit("none of the Pythons that wheels are built for is installed here")
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        names = {one.name for one in here}
        if free_threaded.NAME not in names and (not wanted or free_threaded.NAME in wanted):
            here += without_lock(Path(folder))
        build(here, Path(folder))
        check()
        say("checked by twine, abi3audit and auditwheel")
        others = [name for name in FROM_DEBIAN if name not in {one.name for one in here}]
        here += from_debian(Path(folder), [name for name in others if not wanted or name in wanted])
        tried = []
        for wheel in sorted(DIST.glob("*.whl")):
            for one in here:
                if fits(wheel, one):
                    tried.append((wheel.name, one, try_out(wheel, one)))
                    say(f"{wheel.name} under {one.name}: {tried[-1][-1]}")
    ways = try_index.check(DIST, TOOLS)
    for line in ways:
        say(line)
    missing = [name for name in WANTED if name not in {one.name for one in here}]
    say(f"not tried, because they are not installed here: {', '.join(missing) or 'none'}")
    if not wanted:
        write_part(PAGE, "wheels", report(tried, ways, missing))


def report(tried: list[tuple[str, Interpreter, str]], ways: list[str], missing: list[str]) -> str:
    rows = ["| file | size | Python | quick tests |", "|---|--:|---|---|"]
    for file in sorted(DIST.glob("noughts-*")):
        runs = [
            (one.name + (" (Debian unstable)" if one.tree is not None else ""), last.partition(" in ")[0])
            for name, one, last in tried
            if name == file.name
        ]
        first = (f"`{file.name}`", f"{file.stat().st_size / 1e6:.1f} MB")
        for number, cells in enumerate(runs or [("", "")]):
            rows.append(f"| {' | '.join([*(('', '') if number else first), *cells])} |")
    lines = [*rows, "", *(f"- {line}" for line in ways)]
    return "\n".join([*lines, f"- Not tried, because they could not be had: {', '.join(missing) or 'none'}."])


if __name__ == "__main__":
    main()

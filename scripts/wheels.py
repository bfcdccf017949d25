"""Builds into dist/ what an index would get, checks it, and tries every wheel in a clean environment.

`make wheels` calls this with the Python that has the tools of `requirements/release.in`. Wheels with the compiled core
are built for every Python that is installed here: one for the stable ABI from 3.12 on, one each for those before and
for free-threaded ones. What could not be had here is said at the end.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
TOOLS = Path(sys.executable).parent
WANTED = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.13t", "3.14t")
FIRST_STABLE = (3, 12)
# Quick tests that need nothing but the package: rules, agents, the core, protocols, certificates.
TESTS = (
    *("tests/agents", "tests/games/test_position.py", "tests/protocols/test_judge.py"),
    *("tests/engine/test_behaviour.py", "tests/engine/test_bindings.py", "tests/proofs/test_signature.py"),
)
NEED_THE_CORE = ("tests/engine", "tests/proofs")
TEST_NEEDS = ("babel", "pytest", "pytest-timeout", "hypothesis")


class Interpreter(NamedTuple):
    name: str
    path: str

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
    """Those of the wanted Pythons that run here."""
    found = []
    for name in WANTED:
        for program in (f"python{name}", *([f"python{name[:-1]}-nogil"] if name.endswith("t") else [])):
            path = shutil.which(program)
            if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
                real = subprocess.check_output([path, "-c", "import sys; print(sys.executable)"], text=True)
                found.append(Interpreter(name, real.strip()))
                break
    return found


def build(here: list[Interpreter]) -> None:
    uv = ("uv", "build", "--quiet", "--out-dir", DIST)
    say("building the source distribution")
    run(*uv, "--sdist")
    (sources,) = DIST.glob("*.tar.gz")
    say("building the wheel in pure Python")
    run(*uv, "--wheel", sources, "--python", here[0].path, NOUGHTS_PURE_PYTHON="1")
    stable = next((one for one in here if one.version >= FIRST_STABLE and not one.is_free_threaded), None)
    for one in here:
        if one.version < FIRST_STABLE or one is stable or one.is_free_threaded:
            say(f"building the wheel for {one.name}{' and later' if one is stable else ''}")
            with tempfile.TemporaryDirectory() as folder:
                run(*uv[:-1], folder, "--wheel", sources, "--python", one.path)
                (wheel,) = Path(folder).glob("*.whl")
                if wheel.name.endswith("py3-none-any.whl"):
                    sys.exit(f"{one.name}: the compiled core could not be built")
                run("auditwheel", "repair", "--wheel-dir", DIST, wheel)


def check() -> None:
    packed = sorted([*DIST.glob("*.whl"), *DIST.glob("*.tar.gz")])
    run("twine", "check", "--strict", *packed)
    for wheel in DIST.glob("*abi3*.whl"):
        run("abi3audit", "--strict", wheel)


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
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder, "env", "bin", "python")
        run("uv", "venv", "--quiet", "--python", one.path, Path(folder, "env"))
        run("uv", "pip", "install", "--quiet", "--python", python, wheel, *TEST_NEEDS)
        expected = "pure Python" if is_pure else "compiled core"
        version = run(python, "-I", "-m", "noughts", "--version")
        if expected not in version:
            sys.exit(f"{wheel.name} under {one.name} says {version}")
        # Without the plugins of packages that only developers have.
        options = ("-q", "-p", "no:cacheprovider", "-o", "addopts=-m 'not slow and not nightly'")
        return run(python, "-m", "pytest", *options, *tests).strip().splitlines()[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", action="append", help="only this Python, such as 3.12; may be repeated")
    wanted = parser.parse_args().python
    here = [one for one in interpreters() if not wanted or one.name in wanted]
    if not here:
        sys.exit("none of the Pythons that wheels are built for is installed here")
    shutil.rmtree(DIST, ignore_errors=True)
    build(here)
    check()
    for wheel in sorted(DIST.glob("*.whl")):
        for one in here:
            if fits(wheel, one):
                say(f"{wheel.name} under {one.name}: {try_out(wheel, one)}")
    missing = [name for name in WANTED if name not in {one.name for one in here}]
    for file in sorted(DIST.glob("noughts-*")):
        say(f"{file.name}  {file.stat().st_size / 1e6:.1f} MB")
    say(f"not tried, because they are not installed here: {', '.join(missing) or 'none'}")


if __name__ == "__main__":
    main()

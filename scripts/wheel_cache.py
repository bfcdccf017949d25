"""A wheel for this Python, built once for the same sources: `find` prints its path or fails, `build` makes it.

Wheels are kept in the user's cache, so that a second clone, or a clean one, need not compile. A wheel without the core
is not kept: a compiler may be there next time.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from last_change import last_change

ROOT = Path(__file__).parents[1]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "noughts" / "wheels"
BUILT = ROOT / "build" / "wheel"
KEEP = 4  # wheels of the newest builds


def sources() -> list[Path]:
    """Everything that a wheel is made of."""
    files = ("CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE", "scripts/backend.py", "scripts/last_change.py")
    listed = [ROOT / name for name in files]
    for folder in ("core", "src"):
        listed += [path for path in (ROOT / folder).rglob("*") if path.is_file()]
    made = (".pyc", ".so", ".wasm")
    return sorted(path for path in listed if path.suffix not in made and path.name != "_commit.py")


def fingerprint() -> str:
    """Of the sources, the Python, the compiler and its flags."""
    digest = hashlib.sha256()
    settings = [os.environ.get(name, "") for name in ("CXX", "CXXFLAGS", "CMAKE_ARGS", "NOUGHTS_PURE_PYTHON")]
    facts = [sys.version, sysconfig.get_platform(), last_change(ROOT), *settings]
    digest.update("\0".join(facts).encode())
    for path in sources():
        content = path.read_bytes()
        digest.update(f"\0{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:32]


def find() -> Path | None:
    return next((CACHE / fingerprint()).glob("*.whl"), None)


def build() -> Path:
    shutil.rmtree(BUILT, ignore_errors=True)
    BUILT.mkdir(parents=True)
    code = f"import sys; sys.path.insert(0, 'scripts'); import backend; backend.build_wheel({str(BUILT)!r})"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"  # cmake and ninja
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nnoughts: the package could not be built; the lines above say why")
    (wheel,) = BUILT.glob("*.whl")
    if wheel.name.endswith("py3-none-any.whl"):
        if not os.environ.get("NOUGHTS_PURE_PYTHON"):
            print(f"noughts: no compiled core: {reason(done.stdout)}", file=sys.stderr)
            print("noughts: pure Python finds the same answers, slower", file=sys.stderr)
        return wheel
    folder = CACHE / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial = folder / f".{os.getpid()}"
        shutil.copy(wheel, partial)
        partial.replace(folder / wheel.name)
        forget_old()
    except OSError:  # a cache that cannot be written is no reason to stop
        pass
    return wheel


def reason(output: str) -> str:
    """Why there is no core, from what CMake and the compiler printed."""
    if "No CMAKE_CXX_COMPILER could be found" in output:
        return "there is no C++ compiler (on Debian: apt install g++)"
    if found := re.search(r"^ {2}noughts: (.+(?:\n {2}.+)*)", output, re.MULTILINE):
        return " ".join(found[1].split())
    if found := re.search(r"^.*\berror: .*$", output, re.MULTILINE):
        return found[0].strip()
    return "the build failed; `pip install -v .` shows why"


def forget_old() -> None:
    newest = sorted(CACHE.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for folder in newest[KEEP:]:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    if sys.argv[1:] == ["find"]:
        found = find()
        if found is None:
            sys.exit(1)
        print(found)
    elif sys.argv[1:] == ["build"]:
        print(build())
    else:
        sys.exit("usage: wheel_cache.py find | build")


if __name__ == "__main__":
    main()

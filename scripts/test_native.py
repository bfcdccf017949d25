"""Builds the core with AddressSanitizer and UndefinedBehaviorSanitizer and runs its tests with it.

`make test-native` calls this. A bad access or undefined behaviour ends the tests with the sanitizers' report.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "sanitize"
PACKAGE = BUILD / "package"
# The slow part of the contract is the ladder, not the core; a part of it touches every line of the core.
TESTS = [
    *(f"tests/engine/test_{name}.py" for name in ("bindings", "behaviour", "contract")),
    *(f"tests/proofs/test_{name}.py" for name in ("provers", "checkers", "mutations")),
    *(f"tests/proofs/test_solved.py::test_what_the_page_says_is_proved[{of}]" for of in ("6,5,4", "5,4,4", "6,6,5")),
    "tests/proofs/test_checkpoints.py::test_what_was_proved_is_not_proved_again",
    "tests/engine/test_tables.py::test_a_written_table_holds_every_position_once",
    "tests/engine/test_tables.py::test_a_table_from_the_middle_of_a_game",
    "tests/engine/test_tables.py::test_rows_read_back_as_positions_of_their_game",
]
CHOICE = "not random_positions and not tictactoe and not wild-"


def run(*command: str | Path, **environment: str) -> None:
    done = subprocess.run(list(map(str, command)), cwd=ROOT, env={**os.environ, **environment}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    cmake = shutil.which(os.environ.get("CMAKE", "cmake")) or "cmake"
    compiler = os.environ.get("CXX", "c++")
    if shutil.which(compiler) is None:
        sys.exit(f"noughts: no compiler is called {compiler}; the sanitizers need one")
    options = ["-DNOUGHTS_SANITIZE=ON", "-DCMAKE_BUILD_TYPE=RelWithDebInfo", f"-DPython_EXECUTABLE={sys.executable}"]
    run(cmake, "-S", ROOT, "-B", BUILD / "cmake", *options)
    run(cmake, "--build", BUILD / "cmake", "--parallel")
    shutil.rmtree(PACKAGE, ignore_errors=True)
    shutil.copytree(ROOT / "src", PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for library in (BUILD / "cmake").glob("_core*.so"):
        shutil.copy(library, PACKAGE / "noughts" / "engine")
    found = [
        subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libstdc++.so")
    ]
    run(
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, "-k", CHOICE),
        LD_PRELOAD=" ".join(found),
        ASAN_OPTIONS="detect_leaks=0",  # Python itself keeps memory to the end
        UBSAN_OPTIONS="print_stacktrace=1",
        PYTHONPATH=str(PACKAGE),
    )


if __name__ == "__main__":
    main()

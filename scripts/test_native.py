"""Builds the core with AddressSanitizer, UndefinedBehaviorSanitizer and assertions, and runs its tests with it.

`make test-native` calls this. A bad access, undefined behaviour or a broken precondition ends the tests with a report.
Beside that the core is linked with link-time optimisation, which sees all its files at once: two types of one name are
an error there, and nowhere else.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "sanitize"
PACKAGE = BUILD / "package"
# The slow part of the contract is the ladder, not the core; a part of it touches every line of the core.
TESTS = [
    *(f"tests/engine/test_{name}.py" for name in ("bindings", "behaviour", "contract")),
    *(f"tests/proofs/test_{name}.py" for name in ("provers", "checkers", "mutations", "grammar")),
    *(f"tests/proofs/test_solved.py::test_what_the_page_says_is_proved[{of}]" for of in ("6,5,4", "5,4,4", "6,6,5")),
    "tests/proofs/test_checkpoints.py::test_what_was_proved_is_not_proved_again",
    "tests/proofs/test_hostile.py::test_keys_that_collide_never_make_a_false_proof",
    "tests/proofs/test_hostile.py::test_keys_that_collide_on_large_boards",
    "tests/engine/test_tables.py::test_a_written_table_holds_every_position_once",
    "tests/engine/test_tables.py::test_a_table_from_the_middle_of_a_game",
    "tests/engine/test_tables.py::test_rows_read_back_as_positions_of_their_game",
]
# 40,000 inputs that nobody would write, which is most of the work. The few of the quick tests are the first of these.
FUZZING = [
    *(
        f"tests/proofs/test_fuzz_checkers.py::test_both_checkers_agree[20000-{what}-{seed}]"
        for what in ("files", "bodies", "headers", "made")
        for seed in (0, 1)
    ),
    *(
        f"tests/proofs/test_fuzz_checkpoints.py::test_a_file_is_taken_in_or_refused[{name}-20000]"
        for name in ("6,5,4", "6,4,4", "tictactoe")
    ),
]
# The sanitizers need more memory than one of the tests allows, and only a release hides objects that outlive Python.
CHOICE = "not random_positions and (not tictactoe or 20000) and not wild- and not too_little_memory and not outlive"


def run(*command: str | Path, **environment: str) -> None:
    done = subprocess.run(list(map(str, command)), cwd=ROOT, env={**os.environ, **environment}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


@contextmanager
def timed(what: str) -> Iterator[None]:
    """Says what a part took. On a quiet machine with two cores it takes little more than half its processor time."""

    def processor() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    started, used = time.perf_counter(), processor()
    yield
    seconds, used = time.perf_counter() - started, processor() - used
    print(f"noughts: {what}: {seconds:.0f} s, and {used:.0f} s of processor time", file=sys.stderr, flush=True)


def main() -> None:
    cmake = shutil.which(os.environ.get("CMAKE", "cmake")) or "cmake"
    compiler = os.environ.get("CXX", "c++")
    if shutil.which(compiler) is None:
        sys.exit(f"noughts: no compiler is called {compiler}; the sanitizers need one")

    with timed("build with sanitizers and at link time"):
        configuration = ("-DNOUGHTS_SANITIZE=ON", "-DCMAKE_BUILD_TYPE=RelWithDebInfo")
        run(cmake, "-S", ROOT, "-B", BUILD / "cmake", f"-DPython_EXECUTABLE={sys.executable}", *configuration)
        run(cmake, "--build", BUILD / "cmake", "--parallel", "--target", "_core", "one_definition")
    shutil.rmtree(PACKAGE, ignore_errors=True)
    shutil.copytree(ROOT / "src", PACKAGE, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for library in (BUILD / "cmake").glob("_core*.so"):
        shutil.copy(library, PACKAGE / "noughts" / "engine")
    libraries = [
        subprocess.run(
            [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libstdc++.so")
    ]
    with timed("tests"):
        workers = str(os.cpu_count() or 1)  # these tests only compute, and every further worker has much to import
        run(
            *(sys.executable, "-m", "pytest", "-q", "-n", workers, "--dist", "worksteal", "-p", "no:cacheprovider"),
            *("--durations", "5"),
            *(*FUZZING, *TESTS, "-k", CHOICE, "-m", "not nightly"),
            LD_PRELOAD=" ".join(libraries),
            # Python itself keeps memory to the end; freed memory is not kept for long, so that its use can be limited.
            ASAN_OPTIONS="detect_leaks=0:quarantine_size_mb=8",
            UBSAN_OPTIONS="print_stacktrace=1",
            PYTHONPATH=str(PACKAGE),
        )


if __name__ == "__main__":
    main()

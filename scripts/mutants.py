"""Changes the package in one place at a time, and counts how many changes the quick tests notice.

`make mutants` calls this. Each mutant runs the quick tests that reach the changed line, file by file, cheap ones first,
until one fails (`mutant_trials.py` says how). Which tests reach which lines is recorded once (`mutant_coverage.py`).
The operators are in `python_mutants.py`, the results in docs/testing.md; what each survivor does is explained in
`mutants_accepted.py`.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import importlib.abc
import importlib.util
import os
import signal
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from mutant_coverage import PACKAGE, Coverage, coverage_of, digest, run_pytest
from mutant_processes import PATIENCE, Processes
from mutant_results import ROOT, Journal, Result, report, share_killed
from mutant_trials import Selection, try_afresh, try_in_place
from mutants_accepted import ACCEPTED
from python_mutants import Site, sites

RESULTS = ROOT / "build" / "mutants.json"
BYTECODE = ROOT / "build" / "mutants-bytecode"
LEAST_KILLED = 0.95
BATCH = 25  # mutants that are tried in place by one process, which imports a file of tests for them

# What is changed, and the tests that should notice: those of its room, and those of rooms that use it. Tests that ask
# other processes are left out, because those do not have the change.
ROOMS: dict[str, tuple[str, ...]] = {
    "games": ("games", "agents", "project/test_interface.py", "explain/test_rules_text.py"),
    "search": (
        *("search", "agents", "explain/test_steps.py", "explain/test_tree_picture.py"),
        *("project/test_interface.py", "engine/test_solver.py", "proofs/test_alike_moves.py"),
    ),
    "solver.py": (
        *("engine/test_solver.py", "engine/test_behaviour.py", "engine/test_one_door.py", "engine/test_openings.py"),
        *("proofs/test_move_bounds.py", "project/test_interface.py", "agents"),
    ),
    "grade/verdicts.py": ("grade/test_verdicts.py",),
}


def room_of(file: str) -> str:
    return next(room for room in ROOMS if file == room or file.startswith(f"{room}/"))


def mutants() -> list[Site]:
    files = [path for room in ROOMS for path in ([PACKAGE / room] if "." in room else (PACKAGE / room).rglob("*.py"))]
    return [site for path in sorted(files) for site in sites(path, str(path.relative_to(PACKAGE)))]


def test_files(room: str) -> list[str]:
    """Those of the room itself first."""
    paths = (ROOT / "tests" / part for part in ROOMS[room])
    files = [file for path in paths for file in ([path] if path.suffix else sorted(path.glob("test_*.py")))]
    return [str(file.relative_to(ROOT)) for file in files]


class Run:
    """Tries the mutants of one room that are not known to be killed."""

    def __init__(self, journal: Journal, coverage: dict[str, Coverage], processes: Processes, scratch: Path) -> None:
        self.journal, self.coverage, self.processes, self.scratch = journal, coverage, processes, scratch

    def try_all(self, places: list[Site]) -> None:
        """In place first, file by file; then afresh what may have lived because it ran before the change."""
        alive = [site for site in places if self.journal.results.get(site.name) != self.survived(site)]
        afresh = {site.name for site in alive if not site.is_in_function}
        for file in self.files:
            reaching = self.coverage[file].reaching
            here = [site for site in alive if site.name not in afresh and reaching(site)]
            for at in range(0, len(here), BATCH):
                self.try_in_place(file, here[at : at + BATCH], afresh)
            self.processes.finish()
            alive = [site for site in alive if not self.journal.is_killed(site.name)]
        for site in alive:
            if site.name in afresh or any(self.coverage[file].runs_on_import(site) for file in self.coverage):
                self.try_afresh(site)
            else:
                self.journal.add(self.survived(site))
        self.processes.finish()

    @property
    def files(self) -> list[str]:
        """The files of tests, cheap ones first."""
        return sorted(self.coverage, key=lambda file: self.coverage[file].total)

    def survived(self, site: Site) -> Result:
        """With the key of the tests that have let it live: they need not run again."""
        keys = "".join(self.coverage[file].key for file in sorted(self.coverage))
        return Result(*site.name, "survived", hashlib.sha256(keys.encode()).hexdigest()[:16])

    def try_in_place(self, file: str, batch: list[Site], afresh: set[tuple[str, str, str]]) -> None:
        def done(end: str, answer: Any) -> None:
            if answer is None:
                sys.exit(f"{file}: the process that tries mutants in place {end}")
            for site, (end, test) in zip(batch, answer):
                if end != "answered":
                    self.journal.add(Result(*site.name, end))
                elif test is None:
                    afresh.add(site.name)
                elif test:
                    self.journal.add(Result(*site.name, "failed", test))

        scratch = Path(tempfile.mkdtemp(dir=self.scratch))
        self.processes.start(partial(try_in_place, file, batch, self.coverage[file], scratch), 3600, done)

    def try_afresh(self, site: Site) -> None:
        def done(end: str, test: Any) -> None:
            if end != "answered":
                self.journal.add(Result(*site.name, end))
            else:
                self.journal.add(Result(*site.name, "failed", test) if test else self.survived(site))

        tests = {file: self.coverage[file] for file in self.files if self.coverage[file].reaching(site)}
        limit = PATIENCE + 4 * sum(coverage.cost(site) for coverage in tests.values())
        self.processes.start(partial(try_afresh, site, tests), limit, done)


def run(journal: Journal, places: list[Site], jobs: int, scratch: Path) -> None:
    """Runs the tests with each mutant that is not known to be killed."""
    left = [site for site in places if not journal.is_killed(site.name)]
    rooms = dict.fromkeys(room_of(site.file) for site in left)
    processes = Processes(jobs, scratch)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    try:
        for room in rooms:
            coverage = coverage_of(test_files(room), sorted({site.file for site in mutants()}), processes)
            Run(journal, coverage, processes, scratch).try_all([site for site in left if room_of(site.file) == room])
    finally:
        processes.kill()


class InstalledCore(importlib.abc.MetaPathFinder):
    """Imports the compiled core from the installed package: the sources have none."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != "noughts.engine._core":
            return None
        built = next(Path(sysconfig.get_path("platlib"), "noughts", "engine").glob("_core.*[od]"), None)
        return importlib.util.spec_from_file_location(fullname, built) if built else None


def prepare(scratch: Path) -> None:
    """Imports what is not ours, once for all copies of this process."""
    import hypothesis.stateful  # noqa: F401
    import numpy  # noqa: F401

    # What is compiled is kept for the next copy, which starts in a tenth of a second then.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(BYTECODE)
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
    os.environ |= {"HYPOTHESIS_STORAGE_DIRECTORY": str(BYTECODE / "hypothesis")}
    sys.path.insert(0, str(ROOT / "src"))
    sys.meta_path.append(InstalledCore())
    os.chdir(ROOT)
    empty = scratch / "test_nothing.py"
    empty.write_text("def test_nothing(): pass", encoding="utf-8")
    run_pytest(str(empty), Selection({}, ()), "--rootdir", str(scratch))
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)  # that was for the test; this process has no limit
    assert not any(name.partition(".")[0] == "noughts" for name in sys.modules)
    gc.collect()
    gc.freeze()  # copies need not look through it


def main() -> None:
    parser = argparse.ArgumentParser(description="Changes the package in one place at a time.")
    parser.add_argument(
        "files", nargs="*", help="only mutants in these files or rooms, such as search or games/value.py"
    )
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    parser.add_argument("--again", action="store_true", help="forget the results of earlier runs")
    parser.add_argument("--page", action="store_true", help="write the page from the results so far, and run nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="so many at a time")
    options = parser.parse_args()
    every = mutants()
    asked = [site for site in every if not options.files or site.file.startswith(tuple(options.files))]
    if options.list:
        for site in asked:
            print(f"{site.file}:{site.first} {site.change}\n    {site.code}")
        return
    if options.again:
        RESULTS.unlink(missing_ok=True)
    keys = {file: digest([PACKAGE / file]) for file in {site.file for site in every}}
    journal = Journal(RESULTS, [site.name for site in every], keys)
    if not options.page:
        with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
            prepare(Path(scratch))
            run(journal, asked, options.jobs, Path(scratch))
    explained = report(journal, ACCEPTED, "mutants", "the package", room_of)
    if not explained or share_killed(journal, ACCEPTED) < LEAST_KILLED:
        sys.exit(1)


if __name__ == "__main__":
    main()

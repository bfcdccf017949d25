"""Changes the package in one place at a time, and counts how many changes the quick tests notice.

`make mutants` calls this. A process that has imported pytest, and nothing of ours, is forked for each mutant; the copy
imports the package with one change in it and runs the quick tests that reach the changed line, cheap ones first, until
one fails. Which tests reach which lines is recorded once. The operators are in `python_mutants.py`, the results in
docs/testing.md; what each survivor does is explained in `mutants_accepted.py`.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import importlib.abc
import importlib.machinery
import json
import os
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import _lru_cache_wrapper, cached_property
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

import pytest
from mutant_results import ROOT, Journal, Result, report, share_killed
from mutants_accepted import ACCEPTED
from python_mutants import Site, mutated, sites

PACKAGE = ROOT / "src" / "noughts"
RESULTS = ROOT / "build" / "mutants.json"
COVERAGE = ROOT / "build" / "mutants-coverage.json"
BYTECODE = ROOT / "build" / "mutants-bytecode"
LEAST_KILLED = 0.95
MEMORY = 6 << 30  # bytes: a mutant may take all it can get
PATIENCE = 3  # seconds of processor time, beside three times what a test of the unchanged package takes
CALLS_TRACED = 30  # of a function in a test; if it has lines left then, they count as reached

# What is changed, and the tests that should notice: those of its room, then those of rooms that use it. Tests that ask
# other processes are left out, because those do not have the change.
ROOMS: dict[str, tuple[str, ...]] = {
    "games": ("games", "agents", "project/test_interface.py", "explain/test_rules_text.py"),
    "search": ("search", "agents", "explain/test_steps.py", "explain/test_tree_picture.py"),
    "solver.py": ("engine/test_solver.py", "engine/test_behaviour.py", "proofs/test_move_bounds.py", "agents"),
    "grade/verdicts.py": ("grade/test_verdicts.py",),
}
TOO_LONG = (signal.SIGVTALRM, signal.SIGXCPU, signal.SIGKILL)
PLUGINS = ("pytest_timeout", "_hypothesis_pytestplugin")


class Coverage(NamedTuple):
    """What the tests of a file take, and which lines of the package they reach. "" stands for importing the file."""

    key: str
    seconds: dict[str, float]  # test → processor time
    lines: dict[str, dict[str, list[int]]]  # test → file below src/noughts → lines

    def reaching(self, site: Site) -> list[str]:
        """The tests that notice a change if any does. What runs when the file is imported concerns all its tests."""

        def reaches(test: str) -> bool:
            return any(site.first <= line <= site.last for line in self.lines.get(test, {}).get(site.file, ()))

        return [test for test in self.seconds if test and (reaches("") or reaches(test))]


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


def digest(paths: Iterable[Path]) -> str:
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sorted(paths))).hexdigest()


class Tracer:
    """Notes which lines of the files in question each test reaches."""

    def __init__(self, files: Iterable[str]) -> None:
        self._files = {str(PACKAGE / file): file for file in files}
        self.lines: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        self._own: dict[CodeType, set[int]] = {}
        self.begin("")

    def begin(self, test: str) -> None:
        self._now = self.lines[test]
        self._calls: dict[CodeType, int] = {}
        self._done: set[CodeType] = set()

    def start(self) -> None:
        threading.settrace(self._call)
        sys.settrace(self._call)

    def _call(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        code = frame.f_code
        if code in self._done:
            return None
        file = self._files.get(code.co_filename)
        if file is None:
            self._done.add(code)
            return None
        calls = self._calls[code] = self._calls.get(code, 0) + 1
        known = self._now[file]
        if code not in self._own:
            self._own[code] = {line for *_, line in code.co_lines() if line}
        if calls == CALLS_TRACED:
            known |= self._own[code]
        if self._own[code] <= known:
            self._done.add(code)
            return None

        def line(frame: FrameType, event: str, _: object) -> Callable[..., Any]:
            known.add(frame.f_lineno)
            return line

        return line


class Recorder:
    """A plugin of pytest that tells the tracer which test is running, and clears our caches before each."""

    def __init__(self, tracer: Tracer) -> None:
        self.tracer, self.seconds, self.failed = tracer, dict[str, float](), ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        forget()
        self.tracer.begin(item.nodeid)
        started = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - started
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = report.nodeid + "\n" + report.longreprtext


def forget() -> None:
    """Empties caches, so that each test is seen to reach what it needs."""
    for thing in gc.get_objects():
        kind = type(thing)
        if isinstance(thing, _lru_cache_wrapper) and str(thing.__module__).startswith("noughts"):
            thing.cache_clear()
        elif kind.__name__ == "Game" and kind.__module__ == "noughts.games.game":
            for name in [name for name in thing.__dict__ if isinstance(getattr(kind, name, None), cached_property)]:
                del thing.__dict__[name]


class Selection:
    """A plugin of pytest that runs the tests it is given, cheap ones first, and those it has never seen."""

    def __init__(self, tests: dict[str, float], known: Iterable[str]) -> None:
        self.tests, self.known, self.failed = tests, set(known), ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        limit_time(self.tests.get(item.nodeid, 0.0))
        result = yield
        return result

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [item for item in items if item.nodeid in self.tests or item.nodeid not in self.known]
        items[:] = sorted(wanted, key=lambda item: self.tests.get(item.nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


class Changed(importlib.abc.MetaPathFinder):
    """Imports one module of the package with a change in it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        parts = Path(site.file).with_suffix("").parts
        self.module = ".".join(("noughts", *parts)).removesuffix(".__init__")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        spec, site = importlib.machinery.PathFinder.find_spec(fullname, path), self.site
        assert spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader)
        code = mutated(PACKAGE / site.file, site.file, site.name)
        spec.loader.get_code = lambda fullname: code  # type: ignore[method-assign]
        return spec


def limit_time(seconds: float) -> None:
    """Ends this process, by a signal, if what takes so many seconds as a rule takes much more processor time now."""
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + 3 * seconds)


def run_pytest(file: str, plugin: object, *options: str) -> int:
    plugins = [option for name in ("no:cacheprovider", *PLUGINS) for option in ("-p", name)]
    return int(pytest.main([file, "-q", "--no-header", "--tb=short", *plugins, *options], plugins=[plugin]))


def fork(task: Callable[[], object], answer: Path) -> int:
    """Runs a task in a copy of this process, which writes what it returns, as JSON; the number of the process."""
    answer.unlink(missing_ok=True)
    if pid := os.fork():
        return pid
    status = 1
    try:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        log = os.open(answer.with_suffix(".log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        answer.write_text(json.dumps(task()), encoding="utf-8")
        status = 0
    finally:
        os._exit(status)


def trace(file: str, changed: list[str]) -> object:
    """In a copy of this process: what the tests of a file reach."""
    tracer = Tracer(changed)
    recorder = Recorder(tracer)
    started = time.process_time()
    tracer.start()
    ended = run_pytest(file, recorder)
    sys.settrace(None)
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return {"failed": recorder.failed or f"pytest ended with {ended}"}
    importing = time.process_time() - started - sum(recorder.seconds.values())
    lines = {
        test: {name: sorted(found) for name, found in files.items()} for test, files in tracer.lines.items() if files
    }
    return {"seconds": {"": importing, **recorder.seconds}, "lines": lines}


def try_out(site: Site, tests: dict[str, Coverage]) -> object:
    """In a copy of this process: the first test that fails with the change; None if there is none."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, Changed(site))
    for file, coverage in tests.items():
        wanted = {test: coverage.seconds[test] for test in coverage.reaching(site)}
        selection = Selection(wanted, coverage.seconds)
        limit_time(coverage.seconds[""])
        ended = run_pytest(file, selection, "-x")
        if ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return selection.failed or f"pytest ended with {ended}"
    return None


class Processes:
    """Copies of this process, so many at a time."""

    def __init__(self, most: int, scratch: Path) -> None:
        self._most, self._scratch = most, scratch
        self._running: dict[int, tuple[Path, Callable[[str, Any], None], float]] = {}
        self._places = [scratch / f"{number}.json" for number in range(most)]

    def start(self, task: Callable[[], object], seconds: float, done: Callable[[str, Any], None]) -> None:
        """Starts a task when there is room; `done` is told how it ended: `answered`, `crashed` or `did not end`."""
        while len(self._running) >= self._most:
            self.wait()
        answer = self._places.pop()
        limit = int(seconds) + 1

        def limited() -> object:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
            return task()

        self._running[fork(limited, answer)] = answer, done, time.monotonic() + 20 * limit + 60

    def wait(self) -> None:
        """Waits for one to end."""
        while True:
            for pid, (answer, done, latest) in [*self._running.items()]:
                ended, status = os.waitpid(pid, os.WNOHANG)
                is_late = not ended and time.monotonic() > latest
                if not ended and not is_late:
                    continue
                with suppress(ProcessLookupError):
                    os.killpg(pid, signal.SIGKILL)  # it, or what it has left behind
                if is_late:
                    os.waitpid(pid, 0)
                del self._running[pid]
                self._places.append(answer)
                took_long = is_late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in TOO_LONG)
                if answer.exists() and not took_long:
                    done("answered", json.loads(answer.read_text(encoding="utf-8")))
                else:
                    done("did not end" if took_long else "crashed", None)
                return
            time.sleep(0.01)

    def finish(self) -> None:
        while self._running:
            self.wait()

    def kill(self) -> None:
        """Leaves nothing behind when a run is broken off."""
        for pid in self._running:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)


def coverage_of(files: list[str], changed: list[str], processes: Processes) -> dict[str, Coverage]:
    """What each file's tests reach, recorded again if anything has changed that they depend on."""
    known: dict[str, Any] = json.loads(COVERAGE.read_text(encoding="utf-8")) if COVERAGE.exists() else {}
    helpers = [path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")]
    common = digest([*helpers, *PACKAGE.rglob("*.py")])
    keys = {file: common + digest([ROOT / file]) for file in files}

    def record(file: str) -> None:
        def done(end: str, answer: Any) -> None:
            if answer is None or "failed" in answer:
                sys.exit(f"the tests fail without a mutant: {file} {(answer or {}).get('failed', end)}")
            known[file] = {"key": keys[file], **answer}
            COVERAGE.parent.mkdir(exist_ok=True)
            COVERAGE.write_text(json.dumps(known), encoding="utf-8")
            print(f"{file}: {len(answer['seconds']) - 1} tests", file=sys.stderr, flush=True)

        processes.start(lambda: trace(file, changed), 1200, done)

    for file in files:
        if known.get(file, {}).get("key") != keys[file]:
            record(file)
    processes.finish()
    return {file: Coverage(**known[file]) for file in files}


def run(journal: Journal, places: list[Site], jobs: int, scratch: Path) -> None:
    """Runs the tests with each mutant that is not known to be killed."""
    left = [site for site in places if not journal.is_killed(site.name)]
    if not left:
        return
    rooms = dict.fromkeys(room_of(site.file) for site in left)
    files = [*dict.fromkeys(file for room in rooms for file in test_files(room))]
    processes = Processes(jobs, scratch)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended from outside"))
    try:
        coverage = coverage_of(files, sorted({site.file for site in mutants()}), processes)
        for site in left:
            run_one(journal, site, {file: coverage[file] for file in test_files(room_of(site.file))}, processes)
        processes.finish()
    finally:
        processes.kill()


def run_one(journal: Journal, site: Site, coverage: dict[str, Coverage], processes: Processes) -> None:
    """Starts the tests that reach a mutant: those of its own room first, cheap ones before others."""
    own = f"tests/{room_of(site.file).split('/')[0]}/"
    seconds = {file: cost(tests, site) for file, tests in coverage.items() if tests.reaching(site)}
    files = sorted(seconds, key=lambda file: (not file.startswith(own), seconds[file]))
    key = hashlib.sha256("".join(coverage[file].key for file in files).encode()).hexdigest()[:16]
    survived = Result(*site.name, "survived", key)
    if journal.results.get(site.name) == survived:
        return  # these tests have let it live before

    def done(end: str, test: Any) -> None:
        if end != "answered":
            journal.add(Result(*site.name, end))
        else:
            journal.add(Result(*site.name, "failed", test) if test else survived)

    if files:
        limit = PATIENCE + 4 * sum(seconds.values())
        processes.start(lambda: try_out(site, {file: coverage[file] for file in files}), limit, done)
    else:
        done("answered", None)


def cost(coverage: Coverage, site: Site) -> float:
    return coverage.seconds[""] + sum(coverage.seconds[test] for test in coverage.reaching(site))


def prepare(scratch: Path) -> None:
    """Imports what is not ours, once for all copies of this process."""
    import hypothesis.stateful  # noqa: F401
    import numpy  # noqa: F401

    # What is compiled is kept for the next copy, which starts in a tenth of a second then.
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(BYTECODE)
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OPENBLAS_NUM_THREADS": "1"}
    os.environ |= {"HYPOTHESIS_STORAGE_DIRECTORY": str(BYTECODE / "hypothesis")}
    sys.path.insert(0, str(ROOT / "src"))
    os.chdir(ROOT)
    empty = scratch / "test_nothing.py"
    empty.write_text("def test_nothing(): pass", encoding="utf-8")
    run_pytest(str(empty), Selection({}, ()), "--rootdir", str(scratch))
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

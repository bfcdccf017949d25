"""Which tests reach which lines of the package, and what they take: recorded once, and again after a change."""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cached_property
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from mutant_processes import Processes
from mutant_results import ROOT
from python_mutants import Site

PACKAGE = ROOT / "src" / "noughts"
COVERAGE = ROOT / "build" / "mutants-coverage.json"
CALLS_TRACED = 30  # of a function in a test; if it has lines left then, they count as reached
PLUGINS = ("pytest_timeout", "_hypothesis_pytestplugin")


@dataclass(frozen=True)
class Coverage:
    """What the tests of a file take, and which lines of the package they reach. "" stands for importing the file."""

    key: str
    seconds: dict[str, float]  # test → processor time
    lines: dict[str, dict[str, list[int]]]  # test → file below src/noughts → lines

    @cached_property
    def _tests(self) -> dict[tuple[str, int], set[str]]:
        """File and line → the tests that reach it."""
        found = defaultdict[tuple[str, int], set[str]](set)
        for test, files in self.lines.items():
            for file, lines in files.items():
                for line in lines:
                    found[file, line].add(test)
        return found

    def runs_on_import(self, site: Site) -> bool:
        return any("" in self._tests.get((site.file, line), ()) for line in range(site.first, site.last + 1))

    def reaching(self, site: Site) -> list[str]:
        """The tests that notice a change if any does. What runs when the file is imported concerns all its tests."""
        if self.runs_on_import(site):
            return [test for test in self.seconds if test]
        found = set[str]().union(*(self._tests.get((site.file, line), ()) for line in range(site.first, site.last + 1)))
        return [test for test in self.seconds if test in found]

    def cost(self, site: Site) -> float:
        return self.seconds[""] + sum(self.seconds[test] for test in self.reaching(site))

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


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


def run_pytest(file: str, plugin: object, *options: str) -> int:
    plugins = [option for name in ("no:cacheprovider", *PLUGINS) for option in ("-p", name)]
    return int(pytest.main([file, "-q", "--no-header", "--tb=short", *plugins, *options], plugins=[plugin]))


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

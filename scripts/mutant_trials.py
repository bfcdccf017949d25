"""Runs tests with a mutant, in one of two ways.

In place: a process that has collected the tests of a file is copied for each mutant, and the copy exchanges the code of
the changed function. This costs little more than the tests. What ran when the file was imported is not repeated, so
only a mutant whose lines did not run then is known to survive.

Afresh: a process that has imported nothing of ours is copied, and the copy imports the package with the change in it.
"""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import resource
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from mutant_coverage import PACKAGE, Coverage, forget, run_pytest
from mutant_processes import PATIENCE, Processes, limit_time
from python_mutants import Site, mutated

MEMORY = 6 << 30  # bytes: a mutant may take all it can get
ENDED_WELL = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


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


class InPlace(Selection):
    """A plugin of pytest that copies the process for each mutant, instead of running the tests."""

    def __init__(self, sites: Sequence[Site], coverage: Coverage, scratch: Path) -> None:
        super().__init__(coverage.seconds, coverage.seconds)
        self.sites, self.coverage = sites, coverage
        self.processes = Processes(1, scratch)
        self.ends: list[tuple[str, Any]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for site in self.sites:
            reaching = set(self.coverage.reaching(site))
            items = [item for item in session.items if item.nodeid in reaching]
            limit = PATIENCE + 4 * sum(self.coverage.seconds[test] for test in reaching)
            self.processes.start(lambda: self.first_failure(site, items), limit, lambda *end: self.ends.append(end))  # noqa: B023
            self.processes.finish()
        return True

    def first_failure(self, site: Site, items: list[pytest.Item]) -> object:
        """In a copy of this process: the test that fails, "" if none does, None if the change cannot be made here."""
        if not exchange(site):
            return None
        forget()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for item, following in zip(items, [*items[1:], None]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        return self.failed


def exchange(site: Site) -> bool:
    """Gives the functions of a file the code that they have with the change; whether that can be done."""
    path = str(PACKAGE / site.file)
    changed: dict[tuple[str, int], CodeType] = {}

    def gather(code: CodeType) -> None:
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                changed[inner.co_name, inner.co_firstlineno] = inner
                gather(inner)

    gather(mutated(PACKAGE / site.file, site.file, site.name))
    functions = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]
    try:
        for function in functions:
            if function.__code__.co_filename == path:
                function.__code__ = changed[function.__code__.co_name, function.__code__.co_firstlineno]
    except (KeyError, ValueError):  # another number of variables from outside, for one
        return False
    return True


def try_in_place(file: str, sites: Sequence[Site], coverage: Coverage, scratch: Path) -> object:
    """In a copy of this process: how each of the mutants ended, and the test that failed."""
    plugin = InPlace(sites, coverage, scratch)
    ended = run_pytest(file, plugin)
    if ended not in ENDED_WELL or len(plugin.ends) != len(sites):
        raise RuntimeError(f"{file}: pytest ended with {ended}")
    return plugin.ends


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


def try_afresh(site: Site, tests: dict[str, Coverage]) -> object:
    """In a copy of this process: the first test that fails with the change; "" if there is none."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, Changed(site))
    for file, coverage in tests.items():
        wanted = {test: coverage.seconds[test] for test in coverage.reaching(site)}
        selection = Selection(wanted, coverage.seconds)
        limit_time(coverage.seconds[""])
        ended = run_pytest(file, selection, "-x")
        if ended not in ENDED_WELL:
            return selection.failed or f"pytest ended with {ended}"
    return ""

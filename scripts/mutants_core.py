"""Changes the core in one place at a time, and counts how many changes the quick tests notice.

`make mutants-core` calls this. All mutants are in one build, and an environment variable chooses one of them (mutant
schemata: R. Untch, J. Offutt, M. J. Harrold, 1993), so that a mutant costs a run of the tests and no build. Which
places are changed follows from the text of `core/` alone. A mutant is killed when a test fails, crashes or does not
end. The results are in docs/testing.md; what each survivor does is explained here, in `ACCEPTED`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from mutant_results import ROOT, Journal, Result, report, share_killed

CORE = ROOT / "core"
RESULTS = ROOT / "build" / "mutants-core.json"
SOURCES = ("bindings.cpp", "checker_bindings.cpp", "proof_bindings.cpp")
LINES_A_MUTANT = 80  # one for so many lines of a file, and at least one in each
LEAST_KILLED = 0.9
MEMORY = 4 << 30  # bytes: a mutant may take all it can get
SLOWER = 4  # so many times the time of the unchanged core, and a mutant counts as killed

# Cheap tests that see much first. Of the proofs' tests those that start commands are left out: they take long, and see
# of the core what these see.
SEARCHES = ["tests/proofs/test_signature.py", *(f"tests/engine/test_{name}.py" for name in ("tables", "bindings"))]
SEARCHES += [f"tests/engine/test_{name}.py" for name in ("connect4", "behaviour", "contract")]
PROOFS = [f"tests/proofs/test_{name}.py" for name in ("signature", "boundaries", "units", "provers", "checkers")]
PROOFS += [f"tests/proofs/test_{name}.py" for name in ("mutations", "grammar", "checkpoints", "hostile")]
TESTS = {"bindings.cpp": SEARCHES, "checker_bindings.cpp": PROOFS, "proof_bindings.cpp": PROOFS}

# Survivors, and why no test can tell them from the core, or none should: (file, line of code, change) → reason.
ACCEPTED: dict[tuple[str, str, str], str] = {
    ("keys.hpp", "for (std::uint64_t room = high_mask; room >= base; room /= base) ++in_high;", "`>=` → `>`"): (
        "Differs only for games with nine numbers on 31 cells, whose keys are then hashed, not exact."
    ),
    ("bindings.cpp", "if (text.size() > 1 << 20) hand_over();", "`>` → `>=`"): (
        "Equivalent: a piece of exactly 1 MB is handed over before the next row instead of after it."
    ),
    ("dfpn.hpp", "bool visit() { return (++visits_ & 1023) == 0; }", "`&` → `|`"): (
        "Limits and Ctrl-C are also polled at every 64th new node. Only a search that makes no new nodes would notice."
    ),
    ("drop_search.hpp", "if (sharing && i > 0 && busy_->is(child))", "`&& false`"): (
        "Equivalent, but slower: with two threads, both may search the same position at the same time."
    ),
    ("matching.hpp", "if (run.size() > most_edges) continue;", "`>` → `>=`"): (
        "Equivalent: a run of 64 lines does not fit on 64 cells."
    ),
    ("shared_prover.hpp", "if (lines.size() <= 128) return of_size(std::integral_constant<int, 2>{});", "`<=` → `<`"): (
        "Equivalent: a game with exactly 128 lines gets the larger of two types, with the same answers."
    ),
    ("number_board.hpp", "if (!empty_) return false;", "`false` → `true`"): (
        "Equivalent: on a full board no line can be completed, so the bounds that follow are 0 as well."
    ),
    ("number_board.hpp", "if (fork.threats > 0 && !fork.spoilers && !rules_->once) {", "`>` → `>=`"): (
        "Equivalent: without a threat every cell counts as a spoiler."
    ),
    ("proof_bindings.cpp", "return true;", "`true` → `false`"): (
        "Equivalent: whoever writes a proof looks at the reason alone."
    ),
    ("search.hpp", "if (bounds.exact() || bounds.lower >= beta || bounds.upper <= alpha) {", "`>=` → `>`"): (
        "Equivalent: the same bound returns a few lines below, after the moves were generated. Only hits are fewer."
    ),
    (
        "table.hpp",
        "if (buckets * sizeof(Bucket) >= large) madvise_large(memory_.get(), (buckets + 1) * sizeof(Bucket));",
        "`>=` → `>`",
    ): "Equivalent: a wish to the system about its pages, without which every answer is the same.",
    (
        "table.hpp",
        "if (buckets * sizeof(Bucket) >= large) madvise_large(memory_.get(), (buckets + 1) * sizeof(Bucket));",
        "`+` → `-`",
    ): "Equivalent: a wish to the system about its pages, without which every answer is the same.",
    ("weak_game.hpp", "if (known.key.value == 0 || !known.is_of(state, breaker_moves))", "`==` → `!=`"): (
        "Equivalent, but slower: no key is remembered."
    ),
    ("weak_game.hpp", "for (std::size_t other = 0; other < graph.lines.size(); ++other)", "`<` → `<=`"): (
        "Reads beyond the last line; whatever stands there is never alive, so that answers stay the same."
    ),
    ("static_tests.hpp", "int root_moves = 1; // moves of the prover before units begin", "`1` → `2`"): (
        "Equivalent: the binding gives every option, so the default is never used."
    ),
}

HEADER = r"""
#pragma once
#include <cstdlib>
#include <utility>
inline const int chosen_mutant = [] {
    const char* number = std::getenv("NOUGHTS_MUTANT");
    return number == nullptr ? 0 : std::atoi(number);
}();
inline bool is_mutant(int number) { return chosen_mutant == number; }
template <int number, class Usual, class Changed> struct Mutant {};
template <class M, class A> struct Half { A a; };
// `a < mutant > b` binds as `a < b` does; the same holds for the others.
#define NOUGHTS_OPERATOR(first, second)                                                         \
    template <int n, class U, class C, class A>                                                 \
    Half<Mutant<n, U, C>, A> operator first(A a, Mutant<n, U, C>) { return {std::move(a)}; }    \
    template <int n, class U, class C, class A, class B>                                        \
    auto operator second(Half<Mutant<n, U, C>, A> half, B b) {                                  \
        return is_mutant(n) ? C()(half.a, b) : U()(half.a, b);                                  \
    }
NOUGHTS_OPERATOR(<, >)
NOUGHTS_OPERATOR(==, ==)
NOUGHTS_OPERATOR(+, +)
NOUGHTS_OPERATOR(-, -)
NOUGHTS_OPERATOR(&, &)
NOUGHTS_OPERATOR(|, |)
#define NOUGHTS_FUNCTION(name, symbol) \
    struct name { template <class A, class B> auto operator()(A a, B b) const { return a symbol b; } };
NOUGHTS_FUNCTION(Less, <)
NOUGHTS_FUNCTION(LessEqual, <=)
NOUGHTS_FUNCTION(Greater, >)
NOUGHTS_FUNCTION(GreaterEqual, >=)
NOUGHTS_FUNCTION(Equal, ==)
NOUGHTS_FUNCTION(Unequal, !=)
NOUGHTS_FUNCTION(Plus, +)
NOUGHTS_FUNCTION(Minus, -)
NOUGHTS_FUNCTION(And, &)
NOUGHTS_FUNCTION(Or, |)
"""
# The operator, what it becomes, how both are called in HEADER, and the operators around the mutant.
OPERATORS = {
    "<": ("<=", "Less", "LessEqual", "<", ">"),
    "<=": ("<", "LessEqual", "Less", "<", ">"),
    ">": (">=", "Greater", "GreaterEqual", "<", ">"),
    ">=": (">", "GreaterEqual", "Greater", "<", ">"),
    "==": ("!=", "Equal", "Unequal", "==", "=="),
    "!=": ("==", "Unequal", "Equal", "==", "=="),
    "+": ("-", "Plus", "Minus", "+", "+"),
    "-": ("+", "Minus", "Plus", "-", "-"),
    "&": ("|", "And", "Or", "&", "&"),
    "|": ("&", "Or", "And", "|", "|"),
}


@dataclass(frozen=True)
class Site:
    """A place in the core, what stands there, and how a mutant with a number is written there."""

    file: str
    start: int
    end: int
    line: int
    code: str  # the line it is on
    change: str
    template: str  # with {n} for the number

    @property
    def name(self) -> tuple[str, str, str]:
        return self.file, self.code, self.change

    def order(self) -> str:
        return hashlib.sha256("\n".join(self.name).encode()).hexdigest()


def code_of(text: str) -> str:
    """The text with all that is not to be changed blotted out: comments, strings, assertions, what is constant."""

    def blot(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match.group())

    text = re.sub(r"//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'", blot, text)
    not_code = r"^ *(?:#|using |template|friend |static_assert|.*\bconstexpr\b|.*operator|.*-> std::same_as)[^\n]*"
    text = re.sub(not_code, blot, text, flags=re.MULTILINE)
    without = re.sub(r"\bassert\([^\n]*", blot, text)
    for name in set(re.findall(r"(\w+)\(", "".join(re.findall(r"\bassert\([^\n]*", text)))):
        if len(re.findall(rf"\b{name}\(", without)) == 1:  # where it is defined; nothing but assertions calls it
            without = re.sub(rf"^    \w+ {name}\(.*?^    \}}", blot, without, flags=re.MULTILINE | re.DOTALL)
    return without


def closing(text: str, start: int) -> int:
    """Where the parenthesis that opens at `start` closes."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "(") - (text[place] == ")")
        if depth == 0:
            return place
    raise ValueError("a parenthesis does not close")


def sites(file: str, text: str) -> Iterator[Site]:
    code = code_of(text)

    def site(start: int, end: int, change: str, template: str) -> Site:
        line = text.count("\n", 0, start) + 1
        return Site(file, start, end, line, " ".join(text.splitlines()[line - 1].split()), change, template)

    for match in re.finditer(r" (<=?|>=?|==|!=|\+|-|&|\|) (?=\S)", code):
        new, usual, changed, left, right = OPERATORS[match[1]]
        mutant = f" {left} Mutant<{{n}}, {usual}, {changed}>() {right} "
        yield site(*match.span(), f"`{match[1]}` → `{new}`", mutant)
    for match in re.finditer(r" (&&|\|\|) (?=\S)", code):
        is_and = match[1] == "&&"
        template = " && !is_mutant({n}) && " if is_and else " || is_mutant({n}) || "
        yield site(*match.span(), f"`{match[1]} {'false' if is_and else 'true'}`", template)
    for match in re.finditer(r"(?<![\w.'-])\d+(?![\w.'])", code):
        yield site(*match.span(), f"`{match[0]}` → `{int(match[0]) + 1}`", f"({match[0]} + is_mutant({{n}}))")
    for match in re.finditer(r"\breturn (true|false);", code):
        new = "false" if match[1] == "true" else "true"
        value = "!is_mutant({n})" if match[1] == "true" else "is_mutant({n})"
        yield site(*match.span(), f"`{match[1]}` → `{new}`", f"return {value};")
    for match in re.finditer(r"\bif \(", code):
        opening = match.end() - 1
        end = closing(code, opening)
        condition = text[opening + 1 : end]
        if ";" in condition or re.match(r"(?:const|auto|int)\b", condition):
            continue
        template = "if (static_cast<bool>(" + condition.replace("{", "{{").replace("}", "}}") + ") != is_mutant({n}))"
        yield site(match.start(), end + 1, "branches swapped", template)


def chosen() -> list[Site]:
    """Spread over all files; the same ones as long as the lines they are on do not change."""
    places: list[Site] = []
    for path in sorted(CORE / name for name in set[str]().union(*map(includes, SOURCES))):
        text = path.read_text(encoding="utf-8")
        by_change: dict[str, list[Site]] = {}
        by_name = {site.name: site for site in reversed([*sites(path.name, text)])}  # of equal lines the first
        for site in sorted(by_name.values(), key=Site.order):
            kind = "constant" if re.match(r"`\d", site.change) else site.change
            by_change.setdefault(kind, []).append(site)
        wanted = max(1, round(text.count("\n") / LINES_A_MUTANT))
        taken: list[Site] = []
        # One of each kind of change, then the next of each, in an order that is different in each file.
        kinds = sorted(by_change, key=lambda kind: hashlib.sha256(f"{path.name} {kind}".encode()).hexdigest())
        while len(taken) < wanted and any(by_change.values()):
            for kind in kinds:
                free = [s for s in by_change[kind] if all(s.end <= t.start or t.end <= s.start for t in taken)]
                by_change[kind] = free[1:]
                if free and len(taken) < wanted:
                    taken.append(free[0])
        places += sorted(taken, key=lambda s: s.start)
    return places


def includes(source: str) -> set[str]:
    """The files that a source file is made of."""
    parts, new = set[str](), {source}
    while new:
        parts |= new
        named = (re.findall(r'#include "(.+)"', (CORE / part).read_text(encoding="utf-8")) for part in new)
        new = {name for names in named for name in names} - parts
    return parts


class Build:
    """The core with all mutants in it, in a directory of its own."""

    def __init__(self, directory: Path, mutants: dict[int, Site]) -> None:
        self.directory, self.mutants = directory, dict(mutants)
        self.did_not_compile: list[Site] = []
        self.compiler = os.environ.get("CXX", "c++")
        nanobind = Path(
            subprocess.run(
                [sys.executable, "-m", "nanobind", "--include_dir"], capture_output=True, text=True, check=True
            ).stdout.strip()
        )
        self.options = ["-std=c++20", "-O1", "-DNDEBUG", "-fPIC", "-fvisibility=hidden", "-w"]
        self.options += [*(("-mpopcnt",) if os.uname().machine in ("x86_64", "AMD64") else ())]
        headers = (nanobind, nanobind.parent / "ext" / "robin_map" / "include", sysconfig.get_path("include"))
        self.options += [f"-I{path}" for path in headers]
        self.nanobind = nanobind.parent / "src" / "nb_combined.cpp"

    def library(self) -> Path:
        library = self.directory / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
        names = sorted(path.name for path in CORE.iterdir())
        key = hashlib.sha256("".join([HEADER, *map(self._mutated, names)]).encode()).hexdigest()
        built = self.directory / "built.json"
        known: dict[str, Any] = json.loads(built.read_text(encoding="utf-8")) if built.exists() else {"key": ""}
        if known["key"] == key:
            self._drop(known["did not compile"])
            return library
        (self.directory / "mutation.hpp").write_text(HEADER, encoding="utf-8")
        objects = [self.directory / f"{name}.o" for name in ("nanobind", *SOURCES)]
        failed: list[int] = []
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            nanobind = pool.submit(self._compile, self.nanobind, objects[0])
            stale = set(SOURCES)
            while stale:
                errors = dict(zip(stale, pool.map(self._compile_mutants, stale)))
                wrong = sorted({number for error in errors.values() for number in self._named_in(error)})
                if any(errors.values()) and not wrong:
                    sys.exit("\n".join(errors.values()))
                files = {self.mutants[number].file for number in wrong}
                stale = {source for source in SOURCES if errors.get(source) or files & includes(source)}
                failed += wrong
                self._drop(wrong)
            if error := nanobind.result():
                sys.exit(error)
        subprocess.run([self.compiler, "-shared", "-pthread", *map(str, objects), "-o", library], check=True)
        built.write_text(json.dumps({"key": key, "did not compile": failed}), encoding="utf-8")
        return library

    def _drop(self, numbers: list[int]) -> None:
        self.did_not_compile += [self.mutants.pop(number) for number in numbers]

    def _compile(self, source: Path, target: Path, *options: str) -> str:
        command = [self.compiler, *self.options, *options, "-c", str(source), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def _compile_mutants(self, source: str) -> str:
        """Compiles a source file. Some mutants are not C++, such as a constant that must be one."""
        copy = self.directory / source.removesuffix(".cpp")
        copy.mkdir(exist_ok=True)
        for name in includes(source):
            (copy / name).write_text(self._mutated(name), encoding="utf-8")
        mutation = str(self.directory / "mutation.hpp")
        return self._compile(copy / source, self.directory / f"{source}.o", "-include", mutation)

    def _named_in(self, errors: str) -> list[int]:
        """The mutants on the lines of the errors, or else on the lines that the errors mention."""
        for pattern in (r"(\S+?\.[ch]pp):(\d+):\d+: error:", r"(\S+?\.[ch]pp):(\d+):"):
            lines = {(Path(file).name, int(line)) for file, line in re.findall(pattern, errors)}
            if numbers := [number for number, site in self.mutants.items() if (site.file, site.line) in lines]:
                return numbers
        return []

    def _mutated(self, name: str) -> str:
        text = (CORE / name).read_text(encoding="utf-8")
        for number, site in sorted(self.mutants.items(), key=lambda item: -item[1].start):
            if site.file == name:
                text = text[: site.start] + site.template.format(n=number) + text[site.end :]
        return text


class Tests:
    """Runs the quick tests with a package of its own, in which the mutants are."""

    def __init__(self, directory: Path, library: Path) -> None:
        self.package = directory / "package"
        self.passed: dict[str, str] = {}  # how many tests pass without a mutant
        shutil.rmtree(self.package, ignore_errors=True)
        shutil.copytree(ROOT / "src", self.package, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        shutil.copy(library, self.package / "noughts" / "engine")

    def run(self, files: list[str], number: int, timeout: float | None = None) -> tuple[str, str]:
        """How it ended (`passed`, `failed`, `crashed`, `did not end`), and in which test."""
        environment = {**os.environ, "PYTHONPATH": str(self.package), "NOUGHTS_MUTANT": str(number)}
        environment |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # most of the time it takes to start is theirs
        plugins = ("no:cacheprovider", "pytest_timeout", "_hypothesis_pytestplugin")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=line"]
        command += [option for plugin in plugins for option in ("-p", plugin)]
        process = subprocess.Popen(
            [*command, *files],
            cwd=ROOT,
            env=environment | {"HYPOTHESIS_STORAGE_DIRECTORY": str(self.package.parent / "hypothesis")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
        try:
            output = process.communicate(timeout=timeout)[0]
        except subprocess.TimeoutExpired:
            return "did not end", ""
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        test = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        if process.returncode == 0:
            count = re.findall(r"(\d+) passed", output)[-1]
            same = self.passed.setdefault(files[-1], count) == count
            return ("passed", "") if same else ("failed", "tests were left out")
        if test is None and process.returncode > 0:
            return "failed", output[-300:]
        return ("failed", test[1]) if test else ("crashed", "")


def run(journal: Journal, scratch: Path) -> None:
    """Runs the tests with each mutant that is not known to be killed."""
    parts = {source: includes(source) for source in SOURCES}
    build = Build(scratch, dict(enumerate(chosen(), start=1)))
    library = build.library()
    for site in build.did_not_compile:
        journal.add(Result(*site.name, "did not compile"))
    left = {number: site for number, site in build.mutants.items() if not journal.is_killed(site.name)}
    tests = Tests(scratch, library)
    with ThreadPoolExecutor(os.cpu_count()) as pool:

        def time_of(source: str) -> float:
            started = perf_counter()
            ended, test = tests.run(TESTS[source], 0)
            if ended != "passed":
                sys.exit(f"the tests fail without a mutant: {ended} {test}")
            print(f"the tests of {source} take {perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
            return perf_counter() - started

        limits = {source: 60 + SLOWER * seconds for source, seconds in zip(SOURCES, pool.map(time_of, SOURCES))}

        def try_out(number: int, site: Site) -> None:
            ended, test = "passed", ""
            for source in SOURCES:
                if ended == "passed" and site.file in parts[source]:
                    ended, test = tests.run(TESTS[source], number, limits[source])
            journal.add(Result(*site.name, "survived" if ended == "passed" else ended, test))

        for _ in pool.map(try_out, left, left.values()):
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description="Changes the core in one place at a time.")
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    parser.add_argument("--again", action="store_true", help="forget the results of earlier runs")
    parser.add_argument("--page", action="store_true", help="write the page from the results so far, and run nothing")
    parser.add_argument("--scratch", type=Path, help="build here, and build nothing again that is here already")
    options = parser.parse_args()
    if options.list:
        for number, site in enumerate(chosen(), start=1):
            print(f"{number:3} {site.file}:{site.line} {site.change}\n    {site.code}")
        return
    if options.again:
        RESULTS.unlink(missing_ok=True)
    places = chosen()
    keys = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in CORE.iterdir()}
    journal = Journal(RESULTS, [site.name for site in places], keys)
    if options.page:
        pass
    elif options.scratch:
        options.scratch.mkdir(parents=True, exist_ok=True)
        run(journal, options.scratch)
    else:
        with tempfile.TemporaryDirectory(prefix="mutants-core-") as scratch:
            run(journal, Path(scratch))
    if not report(journal, ACCEPTED, "mutants-core", "`core/`", str) or share_killed(journal, ACCEPTED) < LEAST_KILLED:
        sys.exit(1)


if __name__ == "__main__":
    main()

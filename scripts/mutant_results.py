"""What became of mutants: kept between runs, and shown in docs/testing.md.

Both `mutants.py` and `mutants_core.py` use it.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "testing.md"

Name = tuple[str, str, str]  # the file, the line of code, the change


class Result(NamedTuple):
    """How the tests ended with a mutant: `survived`, `failed`, `crashed`, `did not end` or `did not compile`."""

    file: str
    code: str
    change: str
    end: str
    test: str = ""

    @property
    def name(self) -> Name:
        return self.file, self.code, self.change


class Journal:
    """The results so far; a run that is broken off goes on with it. A file that has changed begins again.

    `keys` has the digest of each file in which there are mutants.
    """

    def __init__(self, path: Path, names: Iterable[Name], keys: Mapping[str, str]) -> None:
        self._path, self._keys, self._names = path, keys, set(names)
        self._lock = threading.Lock()
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"keys": {}, "results": []}
        results = (Result(*fields) for fields in known["results"])
        self.results = {
            result.name: result
            for result in results
            if result.name in self._names and known["keys"].get(result.file) == keys[result.file]
        }

    def add(self, result: Result) -> None:
        with self._lock:
            self.results[result.name] = result
            self._path.parent.mkdir(exist_ok=True)
            data = {"keys": self._keys, "results": [*self.results.values()]}
            self._path.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
            progress = f"{len(self.results)} of {len(self._names)}"
            words = (progress, result.end, f"{result.file}:", result.code, result.change, result.test)
            print(*words, file=sys.stderr, flush=True)

    def is_killed(self, name: Name) -> bool:
        return name in self.results and self.results[name].end != "survived"

    def untried(self) -> int:
        return len(self._names - self.results.keys())


def report(
    journal: Journal, accepted: Mapping[Name, str], marker: str, where: str, group: Callable[[str], str]
) -> bool:
    """Writes the part of docs/testing.md between the comments with this marker, with a line for each group of files.

    Whether all mutants have been tried, and all survivors are explained.
    """
    results = [*journal.results.values()]
    ends = Counter(result.end for result in results)
    counted = sorted(result for result in results if result.end != "did not compile")
    survivors = [result for result in counted if result.end == "survived"]
    files = Counter(group(result.file) for result in counted)
    killed = Counter(group(result.file) for result in counted if result.end != "survived")
    share, equivalent = share_killed(journal, accepted), sum(_is_equivalent(one, accepted) for one in survivors)
    lines = [
        f"{len(counted):,} mutants in {where}: {killed.total():,} killed, {len(survivors)} survived. Of the survivors, "
        f"{equivalent} are equivalent: they give the same answers, so that no test can tell. **Of the other "
        f"{len(counted) - equivalent:,} mutants {share:.1%} are killed**: {ends['failed']:,} made a test fail, "
        f"{ends['crashed']} crashed and {ends['did not end']} did not end."
    ]
    if ends["did not compile"]:
        lines[0] += f" {ends['did not compile']} more did not compile and do not count."
    if journal.untried():
        lines[0] += f" The run was broken off: {journal.untried():,} have not been tried."
    lines += ["", "| file | mutants | killed |", "|---|--:|--:|"]
    lines += [f"| `{file}` | {files[file]} | {killed[file]} |" for file in sorted(files)]
    if survivors:
        lines += ["", "| survivor | change | why it is accepted |", "|---|---|---|"]
    for result in survivors:
        cells = (f"`{result.file}`: `{result.code}`", result.change, accepted.get(result.name, "**not explained**"))
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    _write(marker, "\n".join(lines))
    unexplained = [result for result in survivors if result.name not in accepted]
    print(f"{len(counted)} mutants, {share:.1%} killed of those that are not equivalent; ", end="")
    print(f"{len(unexplained)} survivors are not explained")
    return not unexplained and not journal.untried()


def share_killed(journal: Journal, accepted: Mapping[Name, str]) -> float:
    """Of the mutants that some test could tell from the program."""
    differing = [
        result
        for result in journal.results.values()
        if result.end != "did not compile" and not _is_equivalent(result, accepted)
    ]
    return sum(result.end != "survived" for result in differing) / max(1, len(differing))


def _is_equivalent(result: Result, accepted: Mapping[Name, str]) -> bool:
    return result.end == "survived" and accepted.get(result.name, "").startswith("Equivalent")


def _write(marker: str, text: str) -> None:
    begin, end = f"<!-- {marker} -->", f"<!-- {marker} ends -->"
    before = PAGE.read_text(encoding="utf-8")
    new = re.sub(f"{begin}.*?{end}", lambda _: f"{begin}\n\n{text}\n\n{end}", before, flags=re.DOTALL)
    PAGE.write_text(new, encoding="utf-8")

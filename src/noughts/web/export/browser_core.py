"""The core in a browser: the contract of the compiled module, over a WebAssembly module (core/browser.cpp).

In an exported page this file is `noughts/engine/_core.py`. Tables of every position are not part of it: the page needs
none.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import noughts_browser_core as browser
from pyodide.ffi import to_js

_MAKE_ENGINE, _ASK_ENGINE, _ENGINE_FACTS, _MAKE_PROVER, _ASK_PROVER, _CHECK, _FORGET = range(7)
_VALUES, _BEST, _RESULT = range(3)
_PROVE, _SEARCH, _WRITE, _FRONTIER, _FAIL, _RECORD, _MEMORY, _RESIZE = range(8)
_KINDS = {"hold": 0, "win": 1, "guard": 2}
_REASONS = ("finished", "nodes", "time", "interrupted", "memory", "gap")
_WALKS = ("proved", "failed", "waiting")
_LARGEST = 1 << 30  # bytes of memory for one table in a browser
_Moves = list[tuple[int, int]]


class Refused(Exception):
    """A certificate whose proof is wrong."""


class NotACertificate(Exception):
    """A file that is no certificate."""


_ERRORS: dict[int, type[Exception]] = {
    1: ValueError,
    2: RuntimeError,
    3: MemoryError,
    4: Refused,
    5: NotACertificate,
}


class _Answer:
    """The numbers of an answer, one after the other; what is left can be read as bytes."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def number(self) -> int:
        self._at += 8
        return int.from_bytes(self._data[self._at - 8 : self._at], "little", signed=True)

    def unsigned(self) -> int:
        return self.number() & (1 << 64) - 1

    def pairs(self) -> _Moves:
        return [(self.number(), self.number()) for _ in range(self.number())]

    def rest(self) -> bytes:
        return self._data[self._at :]


class _Poll:
    """Hears how far a search is. What the listener raises is kept until the search has ended."""

    def __init__(self, progress: Callable[..., object] | None) -> None:
        self.progress, self.raised = progress, None

    raised: BaseException | None

    def __call__(self, nodes: float, seconds: float, done: int, total: int, depth: int) -> bool:
        try:
            if self.progress is not None:
                self.progress(int(nodes), float(seconds), int(done), int(total), int(depth))
        except KeyboardInterrupt:
            return False
        except BaseException as error:
            self.raised = error
            return False
        return True


def _ask(kind: int, numbers: Iterable[int], progress: Callable[..., object] | None = None) -> _Answer:
    question = array("Q", (number & (1 << 64) - 1 for number in numbers))
    poll = _Poll(progress)
    answer = _Answer(browser.ask(kind, to_js(question.tobytes()), poll).to_bytes())
    if poll.raised is not None:
        raise poll.raised
    error = answer.number()
    if error:
        raise _ERRORS[error](answer.rest().decode())
    return answer


def _list(numbers: Sequence[int]) -> list[int]:
    return [len(numbers), *numbers]


def _lists(lists: Sequence[Sequence[int]]) -> list[int]:
    return [len(lists), *(number for one in lists for number in _list(one))]


def _bytes(data: bytes) -> list[int]:
    padded = data + bytes(-len(data) % 8)
    return [len(data), *array("Q", padded)]


def _limits(progress: Callable[..., object] | None, node_limit: int | None, time_limit: float | None) -> list[int]:
    nodes = -1 if node_limit is None else node_limit
    return [nodes, -1 if time_limit is None else round(1e6 * time_limit), int(progress is not None)]


class _Handle:
    """Something that the module keeps until nobody needs it any more."""

    def __init__(self, kind: int, numbers: list[int]) -> None:
        self._name = _ask(kind, numbers).number()

    def __del__(self) -> None:
        if hasattr(self, "_name"):
            _ask(_FORGET, [self._name])


class Rules:
    """The rules of a game, as numbers."""

    def __init__(
        self,
        *,
        cells: int,
        lines: Sequence[Sequence[int]],
        marks: Sequence[Sequence[int]],
        target: int | None,
        full: bool,
        once: bool,
        misere: bool,
        columns: int,
        symmetries: Sequence[Sequence[int]],
        cell_order: Sequence[int],
    ) -> None:
        goal = [-1 if target is None else target, int(full), int(once), int(misere), columns]
        placed = [number for side in marks for number in _list(side)]
        self.numbers = [cells, *_lists(lines), *placed, *goal, *_lists(symmetries), *_list(cell_order)]


class Engine(_Handle):
    """One game with its table."""

    def __init__(self, rules: Rules, *, memory: int, threads: int) -> None:
        super().__init__(_MAKE_ENGINE, [min(memory, _LARGEST), *rules.numbers])

    def values(self, board: bytes, side: int, *, earliest_end: bool = False, with_line: bool = True, **how: Any) -> Any:
        return self._asked(_VALUES, board, side, earliest_end, with_line, **how)

    def best(self, board: bytes, side: int, *, earliest_end: bool = False, with_best: bool = True, **how: Any) -> Any:
        return self._asked(_BEST, board, side, earliest_end, with_best, **how)

    def result(self, board: bytes, side: int, **how: Any) -> Any:
        return self._asked(_RESULT, board, side, False, False, **how)

    def _asked(
        self,
        kind: int,
        board: bytes,
        side: int,
        earliest_end: bool,
        with_more: bool,
        progress: Callable[..., object] | None = None,
        node_limit: int | None = None,
        time_limit: float | None = None,
    ) -> Any:
        position = [self._name, kind, *_list(board), side, int(earliest_end), int(with_more)]
        answer = _ask(_ASK_ENGINE, [*position, *_limits(progress, node_limit, time_limit)], progress)
        read = answer.number
        moves = [(read(), read(), read(), read()) for _ in range(read())]
        line, best = answer.pairs(), answer.pairs()
        lower, upper, reason = read(), read(), _REASONS[read()]
        return moves, line, best, lower, upper, reason, read(), read(), read()

    @property
    def table_bytes(self) -> int:
        return _ask(_ENGINE_FACTS, [self._name]).number()

    @property
    def exact_keys(self) -> bool:
        facts = _ask(_ENGINE_FACTS, [self._name])
        facts.number()
        return bool(facts.number())


class Prover(_Handle):
    """A prover with its table."""

    def _question(
        self, kind: int, about: int, against: int, first: bool, budget: int, progress: Any, time_limit: float | None
    ) -> _Answer:
        numbers = [self._name, kind, about, against, int(first), budget, *_limits(progress, None, time_limit)]
        return _ask(_ASK_PROVER, numbers, progress)

    def prove(
        self,
        about: int,
        against: int,
        prover_first: bool,
        *,
        budget: int,
        progress: Callable[..., object] | None = None,
        time_limit: float | None = None,
    ) -> tuple[bool, str, int]:
        answer = self._question(_PROVE, about, against, prover_first, budget, progress, time_limit)
        return bool(answer.number()), _REASONS[answer.number()], answer.number()

    def search(
        self,
        about: int,
        against: int,
        *,
        budget: int,
        progress: Callable[..., object] | None = None,
        time_limit: float | None = None,
    ) -> tuple[bool, str, int, int]:
        answer = self._question(_SEARCH, about, against, False, budget, progress, time_limit)
        return bool(answer.number()), _REASONS[answer.number()], answer.number(), answer.number()

    def write(
        self,
        about: int,
        against: int,
        prover_first: bool,
        sink: Callable[[bytes], object],
        *,
        budget: int = 1 << 62,
        progress: Callable[..., object] | None = None,
        time_limit: float | None = None,
    ) -> str:
        answer = self._question(_WRITE, about, against, prover_first, budget, progress, time_limit)
        _proved, reason, _nodes, _reply = (answer.number() for _ in range(4))
        sink(answer.rest())
        return _REASONS[reason]

    def frontier(
        self, about: int, against: int, prover_first: bool, *, budget: int, node_slice: int, most: int
    ) -> tuple[str, list[tuple[int, int, int, int, list[int], _Moves]], int, int]:
        numbers = [self._name, _FRONTIER, about, against, int(prover_first), budget, node_slice, most]
        answer = _ask(_ASK_PROVER, numbers)
        read, bits = answer.number, answer.unsigned
        status, proved, classes = _WALKS[read()], read(), read()
        units = []
        for _ in range(read()):
            key, mine, other, nodes = bits(), bits(), bits(), bits()
            line = [read() for _ in range(read())]
            units.append((key, mine, other, nodes, line, [(bits(), bits()) for _ in range(read())]))
        return status, units, proved, classes

    def fail(self, key: int, budget: int, reply: int = -1) -> None:
        _ask(_ASK_PROVER, [self._name, _FAIL, key, budget, reply])

    def record(self, key: int) -> bytes:
        return _ask(_ASK_PROVER, [self._name, _RECORD, key]).rest()

    @property
    def memory(self) -> int:
        return _ask(_ASK_PROVER, [self._name, _MEMORY]).number()

    def resize(self, memory: int) -> None:
        _ask(_ASK_PROVER, [self._name, _RESIZE, min(memory, _LARGEST)])


def _prover(kind: str, cells: int, lines: Any, symmetries: Any, memory: int, *options: int) -> Prover:
    game = [min(memory, _LARGEST), cells, *_lists(lines), *_lists(symmetries)]
    return Prover(_MAKE_PROVER, [_KINDS[kind], *game, *_list([int(option) for option in options])])


def hold_prover(
    *,
    cells: int,
    lines: Sequence[Sequence[int]],
    symmetries: Sequence[Sequence[int]],
    memory: int,
    pairings: bool = True,
    look_ahead: bool = True,
    zones: bool = True,
    symmetry: bool = True,
    root_moves: int = 1,
    replies: int = 8,
    effort: int = 10,
    key_bits: int = 64,
) -> Prover:
    options = (pairings, look_ahead, zones, symmetry, root_moves, replies, effort, key_bits)
    return _prover("hold", cells, lines, symmetries, memory, *options)


def win_prover(
    *,
    cells: int,
    lines: Sequence[Sequence[int]],
    symmetries: Sequence[Sequence[int]],
    memory: int,
    threats: bool = True,
    pairings: bool = True,
    refutations: bool = True,
    symmetry: bool = True,
    root_moves: int = 2,
    candidates: int = 10,
    effort: int = 400,
    key_bits: int = 64,
) -> Prover:
    options = (threats, pairings, refutations, symmetry, root_moves, candidates, effort, key_bits)
    return _prover("win", cells, lines, symmetries, memory, *options)


def guard_prover(
    *,
    cells: int,
    lines: Sequence[Sequence[int]],
    symmetries: Sequence[Sequence[int]],
    memory: int,
    key_bits: int = 64,
) -> Prover:
    return _prover("guard", cells, lines, symmetries, memory, key_bits)


class CertificateChecker:
    """Checks a certificate: its header, and its body, which `read` hands over in pieces."""

    def __init__(self, header: bytes, read: Callable[[], bytes]) -> None:
        self._header, self._read = header, read

    def check(self, progress: Callable[[int], object] | None = None) -> None:
        body = b"".join(iter(self._read, b""))
        answer = _ask(_CHECK, [*_bytes(self._header), *_bytes(body)])
        self.nodes, self.length = answer.number(), answer.number()
        self.shape = [answer.number() for _ in range(answer.number())]
        self.position, self.result = answer.rest().decode().split("\n")

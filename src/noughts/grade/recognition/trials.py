"""Asks an agent a few questions through an interface, in the sandbox, and counts what its answers are worth.

The positions of a trial have few empty cells, so that an answer takes a moment, and in each of them some moves throw
the result away, so that an agent that is shown its board in the wrong way does badly.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import zip_longest
from typing import Any

from ...games import Game, Position, census, game
from ..answers import Unreadable, read
from ..candidates import Candidate
from ..children import FORGED, GRACE, Child, ChildEnded, printable
from ..exact import Exact
from ..interfaces import Interface, is_plain_drop
from ..limits import Limits
from ..positions import by_empty_cells
from ..questions import for_function, shown_to
from .survey import Survey, read as read_survey

_SEED = 7
CELLS = ("row-column", "column-row", "index")  # answers that name a cell
_EACH, _MANY = 9, 60  # positions for either side and each number of empty cells
_DEATHS = 5  # of the agent's process, or answers that took too long, before a function is given up
_MORE_DEATHS = 14  # of one that gave answers too
_WITHIN = 3.0  # seconds for one answer
_WITHIN_AGAIN = 1.0  # of a function that took too long before
RULES = game("tictactoe")


@dataclass(frozen=True)
class Trial:
    """A position, and the cells that keep its result."""

    position: Position
    keeping: frozenset[int]

    @property
    def side(self) -> int:
        return self.position.game.sides.index(self.position.to_move)

    @cached_property
    def legal(self) -> frozenset[int]:
        return frozenset(move.cell for move in self.position.legal_moves)

    @property
    def columns(self) -> int:
        return self.position.game.shape[-1]


def has(rules: Game) -> bool:
    """Whether there are trials for a game: tic-tac-toe, and the games in which X and O drop into columns."""
    return rules == RULES or is_plain_drop(rules)


@cache
def positions(rules: Game = RULES) -> tuple[Trial, ...]:
    """Some for either side and for each number of empty cells, in an order in which any first few are a fair choice."""
    return _chosen(rules, _EACH)


@cache
def more_positions(rules: Game = RULES) -> tuple[Trial, ...]:
    """The same, and many more."""
    return _chosen(rules, _MANY)


def _chosen(rules: Game, each: int) -> tuple[Trial, ...]:
    exact, chance = Exact(), random.Random(_SEED)
    everything = list(_candidates(rules, each))
    chance.shuffle(everything)
    chosen: dict[tuple[str, int], list[Trial]] = {}
    for position in everything:
        key = (position.to_move, position.board.count(0))
        if len(chosen.setdefault(key, [])) >= each:
            continue
        best = exact.value(position).result
        keeping = frozenset(move.cell for move in position.legal_moves if exact.worth(position, move).result is best)
        if 2 * len(keeping) <= len(position.legal_moves):
            chosen[key].append(Trial(position, keeping))
    columns = [chosen[key] for key in sorted(chosen, key=lambda key: (key[1] not in (3, 4), key))]
    return tuple(trial for row in zip_longest(*columns) for trial in row if trial is not None)


def _candidates(rules: Game, each: int) -> Iterator[Position]:
    """Positions that are not over, with few empty cells; where marks drop, a sample of them."""
    few = range(6, 15) if rules.drop else range(2, 7)
    start = rules.start()
    found = by_empty_cells(start, 4 * each, few[-1], few[0], seed=_SEED) if rules.drop else census.reachable(start)
    return (one for one in found if one.outcome is None and one.board.count(0) in few)


@dataclass(frozen=True)
class Score:
    """Of how many answers: that could be read, that were cells, legal moves, moves that keep the result; and which.

    `columns` are those that were named.
    """

    asked: int
    read: int
    cells: int
    legal: int
    kept: int
    keeps: tuple[bool, ...] = ()
    columns: frozenset[int] = frozenset()


Raw = dict[str, Any]


class Session:
    """One agent in one sandbox, started again when it ends. `load` comes first."""

    def __init__(
        self,
        candidate: Candidate,
        limits: Limits,
        is_stopped: Callable[[], bool] = lambda: False,
        game: Game = RULES,
    ) -> None:
        self._candidate = replace(candidate, interface=None, shape=game.shape if has(game) else RULES.shape)
        self.game = game
        self._limits, self._is_stopped = replace(limits, seconds=min(limits.seconds, _WITHIN)), is_stopped
        self._child: Child | None = None
        self._number = 0
        self._described: tuple[Interface, dict[str, Any]] | None = None
        self._failures: dict[str, int] = {}
        self._answered: set[str] = set()
        self._ended: dict[str, set[Position]] = {}  # where a call ended so, or was not made after too many that did
        self.deadline = float("inf")
        self.came: dict[str, str] = {}  # what came of the first question to each function
        self.deaths = 0  # how often the process ended, or an answer took too long
        self.late: set[str] = set()  # functions that took too long
        self.ends: dict[str, str] = {}  # functions that took too long or ended the process, and how
        self.survey = Survey()

    @property
    def positions(self) -> tuple[Trial, ...]:
        return positions(self.game)

    @property
    def more_positions(self) -> tuple[Trial, ...]:
        return more_positions(self.game)

    def load(self) -> tuple[str, str, Survey, Raw]:
        """The status, the reason if it is not loaded, and what there is."""
        self.close()
        self._child = Child(self._candidate, self._limits, self._is_stopped)
        try:
            raw = self._child.receive(-1, self._limits.loading + GRACE)
        except ChildEnded as end:
            self.close()
            return end.reply.status, end.reply.text, Survey(), {}
        found = raw.get("survey", {})
        if not isinstance(found, dict) or (raw["status"] == "answer" and "survey" not in raw):
            self.close()
            return FORGED.status, FORGED.text, Survey(), {}
        survey = self.survey = read_survey({**found, "protocol": raw.get("protocol")}, math.prod(self._candidate.shape))
        if raw["status"] != "answer":
            self.close()
        return raw["status"], printable(raw["out"]), survey, raw

    def ask(self, interface: Interface, trial: Trial, *, spy: bool = False) -> Raw | None:
        """What came back; None if nothing did, or if the function has failed too often."""
        name = f"{interface.class_name}.{interface.function[0]} {interface.board_name}"
        most = _MORE_DEATHS if name in self._answered else _DEATHS
        ended = self._ended.setdefault(_shown(interface), set())
        if time.monotonic() > self.deadline or trial.position in ended:
            return None
        if self._failures.get(name, 0) >= most:
            ended.add(trial.position)
            return None
        if self._child is None and self.load()[0] != "answer":
            self._failures[name] = _MORE_DEATHS
            return None
        assert self._child is not None
        self._number += 1
        within = min(self._limits.seconds, _WITHIN_AGAIN if interface.function[0] in self.late else _WITHIN)
        question = {**for_function(self._number, trial.position, interface), "within": within}
        try:
            self._child.send([{**question, "interface": self._as_data(interface), "spy": spy}])
            raw = self._child.receive(self._number, within + 1)
        except ChildEnded as end:
            self.close()
            raw = {"status": end.reply.status, "out": end.reply.text}
            is_ended = True
        else:
            is_ended = raw["status"] in ("time", "memory")
        if is_ended:
            self._failures[name] = self._failures.get(name, 0) + 1
            self.deaths += 1
            ended.add(trial.position)
            self.ends.setdefault(interface.function[0], printable(raw["out"]).removeprefix("TooLong: "))
        if raw["status"] == "time":
            self.late.add(interface.function[0])
        if is_ended or raw["status"] != "answer":
            self.came.setdefault(interface.function[0], printable(raw["out"]))
            return None
        self._answered.add(name)
        if raw["out"]:
            self.came.setdefault(interface.function[0], f"it answered {printable(raw['out'])}")
        return raw

    def ended(self, interface: Interface) -> int:
        """In how many positions of the trials a call ended the process or took too long, or was not made for that."""
        return len(self._ended.get(_shown(interface), set()) & {trial.position for trial in self.positions})

    def _as_data(self, interface: Interface) -> dict[str, Any]:
        """Made once for one that is tried on many positions; others that are equal may have 1 where it has True."""
        if self._described is None or self._described[0] is not interface:
            self._described = interface, interface.as_data()
        return self._described[1]

    def close(self) -> None:
        if self._child is not None:
            self._child.close()
        self._child = None


def _shown(interface: Interface) -> str:
    """Names what a call shows the agent, however its answer is read."""
    return repr(interface.with_changes(answer="index", part="", base=0, digits=False))


def score(interface: Interface, trials: Sequence[Trial], raws: Sequence[Raw | None]) -> Score:
    understood = cells = legal = 0
    keeps = [False] * len(trials)
    columns = set()
    for number, (trial, raw) in enumerate(zip(trials, raws)):
        if raw is None:
            continue
        board, side = shown_to(interface, trial.position)
        try:
            place = read(interface, raw, board, trial.columns, side)
        except Unreadable:
            continue
        understood += place is not None
        if place is None or not all(0 <= at < size for at, size in zip(place, trial.position.game.shape)):
            continue
        cell = trial.columns * place[0] + place[1]
        cells += 1
        columns.add(place[1])
        legal += cell in trial.legal
        keeps[number] = cell in trial.keeping
    return Score(len(trials), understood, cells, legal, sum(keeps), tuple(keeps), frozenset(columns))


def readings(interface: Interface, raws: Sequence[Raw | None]) -> list[Interface]:
    """The ways to read what came back, the usual ones first."""
    values = [raw.get("value") for raw in raws if raw is not None]
    if interface.answer == "value":
        return [interface, interface.with_changes(part="0"), interface.with_changes(part="1")]
    sample = next((value for value in values if value is not None), None)
    if interface.game == "drop":
        ways = ({"part": part, "base": base} for base in (0, 1) for part in _parts(sample))
        found = [interface.with_changes(answer="column", digits=isinstance(sample, str), **way) for way in ways]
        cells = (
            interface.with_changes(part=part, **how)
            for part in _parts(sample)
            for how in _ways(interface, sample, part)
            if how["answer"] in CELLS
        )
        return [*found, *cells]
    found = [interface.with_changes(answer="written")] if sample is None or sample is True else []
    found += (
        interface.with_changes(part=part, **how) for part in _parts(sample) for how in _ways(interface, sample, part)
    )
    return [*found, interface.with_changes(answer="written")]


def _parts(sample: Any) -> list[str]:
    if isinstance(sample, dict):
        pairs = [pair for pair in ("row,col", "row,column", "i,j", "r,c", "y,x") if set(pair.split(",")) <= set(sample)]
        names = [name for name in sample if any(word in name.lower() for word in _MOVES)]
        return [*pairs, *names, *(name for name in sample if name not in names)]
    if isinstance(sample, list):
        return {2: ["", "1", "0"], 3: ["head", "tail", "0", "1", "2", ""]}.get(len(sample), [""])
    return [""]


_MOVES = ("move", "index", "action", "position", "cell", "square", "best", "spot", "col")


def _ways(interface: Interface, sample: Any, part: str) -> list[dict[str, Any]]:
    value = sample
    if isinstance(sample, list) and part.isdigit():
        value = sample[int(part)] if int(part) < len(sample) else None
    elif isinstance(sample, dict) and part and "," not in part:
        value = sample.get(part)
    digits = isinstance(value, str)
    pairs = [
        {"answer": kind, "base": base, "digits": digits} for base in (0, 1) for kind in ("row-column", "column-row")
    ]
    pairs.sort(key=lambda how: (how["answer"] != "row-column", how["base"]))
    if part in ("head", "tail") or "," in part:
        return pairs
    if isinstance(value, list):
        if len(value) == 2:
            return pairs
        return [{"answer": "board"}] if len(value) in (3, 9, 10) else []
    if isinstance(value, dict):
        return [*pairs, {"answer": "board"}]
    keyed: list[dict[str, Any]] = [{"answer": "key"}] if interface.keys else []
    single: list[dict[str, Any]] = [
        *keyed,
        {"answer": "index", "base": 0, "digits": digits},
        {"answer": "index", "base": 1, "digits": digits},
    ]
    if isinstance(value, str):
        return [*single, *pairs] if len(value) < 6 else [{"answer": "board"}]
    return single if value is not None else [*single, *pairs]

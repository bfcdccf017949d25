"""The limits of a proof, and reports of its progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from ..games import Game
from .units import Frontier

_REASONS = {"time": "the time did not suffice", "memory": "the memory did not suffice"}


class ProofEnded(Exception):
    """The work ended without an answer: a limit was reached, Ctrl-C was pressed, or a checker refused the proof."""

    def __init__(self, reason: str) -> None:
        self.why = _REASONS.get(reason, reason)
        self.is_interruption = reason == "interrupted"
        super().__init__(self.why)


class ProofProgress(NamedTuple):
    """The current activity, and how much has been done."""

    question: str
    nodes: int
    seconds: float
    memory: int
    line: str = ""  # the moves that lead to the position searched now
    classes_proved: int = 0  # of the opponent's first moves, counted up to symmetry
    classes: int = 0
    question_seconds: float = 0.0  # time spent on this question with the current budget

    @property
    def rate(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """An estimate from the average time of a first move; None before one is proved."""
        if not self.classes_proved:
            return None
        return self.question_seconds / self.classes_proved * (self.classes - self.classes_proved)


ProofProgressFunction = Callable[[ProofProgress], object]


class Watch:
    """The clock and the node counter of a proof. `activity` is what it does now, in words."""

    def __init__(self, time_limit: float | None, progress: ProofProgressFunction | None) -> None:
        self.time_limit, self.progress = time_limit, progress
        self.nodes = 0  # of the searches that have ended
        self.activity = ""
        self._started = time.perf_counter()

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def time_left(self) -> float | None:
        return None if self.time_limit is None else max(0.0, self.time_limit - self.seconds)

    def check_time(self) -> None:
        """Raises `ProofEnded` when the time is over."""
        if self.time_left == 0:
            raise ProofEnded("time")

    def report(self, game: Game, frontier: Frontier, *, nodes: int, memory: int, since: float) -> None:
        """Reports a search in units: `nodes` of this search so far, and at how many `seconds` it began."""
        if self.progress is None:
            return
        moves = frontier.units[0].line if frontier.units else ()
        seconds = self.seconds
        self.progress(
            ProofProgress(
                question=self.activity,
                nodes=self.nodes + nodes,
                seconds=seconds,
                memory=memory,
                line=" ".join(",".join(map(str, game.place(cell))) for cell in moves),
                classes_proved=frontier.classes_proved,
                classes=frontier.classes,
                question_seconds=seconds - since,
            )
        )

    def reporter(self, memory: int) -> Callable[..., object] | None:
        """A progress function for the core, where there are no units: it is called with a number of nodes."""
        if self.progress is None:
            return None
        progress, nodes_before, activity = self.progress, self.nodes, self.activity
        return lambda nodes, *rest: progress(ProofProgress(activity, nodes_before + nodes, self.seconds, memory))

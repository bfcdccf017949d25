"""A unit of work: one agent and a slice of the positions, run by a pure function, on this machine or another.

A unit holds everything it needs, and its result everything that came of it; both can be written as plain data. A unit
that takes long returns the first part of its replies and is submitted again for the rest, so that little is lost when a
process is killed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

from ..games import Position, variants
from . import questions, sandbox, self_test
from .candidates import Candidate
from .children import Reply, printable
from .limits import Limits

FUNCTION_SLICE = 2048
PROGRAM_SLICES = range(16, 256)  # a slice starts a sandbox; a few slices keep all jobs busy
SLICE_SECONDS = 2.0


@dataclass(frozen=True)
class GradingUnit:
    """`number` counts the slices of an agent. Replies before `offset` are known; `seconds` are left for the others."""

    candidate: Candidate
    number: int
    positions: tuple[Position, ...]
    limits: Limits
    trust: bool = False
    offset: int = 0
    seconds: float = float("inf")

    @cached_property
    def key(self) -> str:
        """Names everything that the replies depend on."""
        parts = [self.candidate.digest, str(self.limits.as_json()), str(self.trust)]
        parts += map(_words, self.positions)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]

    def as_data(self) -> dict[str, Any]:
        games = list(dict.fromkeys(position.game for position in self.positions))
        return {
            "candidate": self.candidate.as_data(),
            "number": self.number,
            "games": [variants.as_data(game) for game in games],
            "positions": [[games.index(one.game), one.board, one.to_move] for one in self.positions],
            "limits": self.limits.as_json(),
            "trust": self.trust,
            "offset": self.offset,
            "seconds": self.seconds,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> GradingUnit:
        games = [variants.from_data(game) for game in data["games"]]
        positions = tuple(Position(games[game], board, to_move) for game, board, to_move in data["positions"])
        candidate, limits = Candidate.from_data(data["candidate"]), Limits(**data["limits"])
        return cls(candidate, data["number"], positions, limits, data["trust"], data["offset"], data["seconds"])


@dataclass(frozen=True)
class GradingResult:
    """Replies to the positions from `offset` on, perhaps not to all of them, and which protections were active.

    `failure` says why the others could not be asked, if that is not the agent's fault: they are still to be asked.
    """

    key: str
    offset: int
    replies: tuple[Reply, ...]
    protections: dict[str, bool]
    confinement: str = ""
    gaps: tuple[str, ...] = ()
    failure: str = ""

    def as_json(self) -> dict[str, Any]:
        replies = [[reply.status, reply.text, round(reply.seconds, 6)] for reply in self.replies]
        return {
            "key": self.key,
            "offset": self.offset,
            "replies": replies,
            "protections": self.protections,
            "confinement": self.confinement,
            "gaps": list(self.gaps),
            "failure": self.failure,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> GradingResult:
        replies = tuple(Reply(*reply) for reply in data["replies"])
        confined = data["confinement"], tuple(data["gaps"])
        return cls(data["key"], data["offset"], replies, data["protections"], *confined, data.get("failure", ""))


@lru_cache(maxsize=1 << 15)
def _words(position: Position) -> str:
    """The game and the position: all agents are asked about the same ones."""
    return f"{position.game.name} {position.text}"


def slices(
    candidate: Candidate, positions: Sequence[Position], limits: Limits, *, trust: bool = False
) -> Iterator[GradingUnit]:
    """All units of an agent.

    None holds boards as they are and with the marks exchanged: among those the same board is there with either side to
    move, and an agent that remembers boards would take one for the other.
    """
    few = min(max(len(positions) // 4, PROGRAM_SLICES.start), PROGRAM_SLICES.stop)
    size = FUNCTION_SLICE if candidate.is_function else few
    number = 0
    for _, alike in groupby(positions, key=lambda one: questions.shows_exchanged(candidate.how, one)):
        some = tuple(alike)
        for at in range(0, len(some), size):
            yield GradingUnit(candidate, number, some[at : at + size], limits, trust)
            number += 1


def run(unit: GradingUnit, is_stopped: Callable[[], bool] = lambda: False) -> GradingResult:
    """Runs a unit, in a sandbox unless the agents are trusted."""
    sandbox.check(unit.trust)
    protections = self_test.protections(unit.trust)
    asked = questions.ask(
        unit.candidate,
        unit.positions[unit.offset :],
        unit.limits,
        seconds=unit.seconds,
        slice_seconds=SLICE_SECONDS,
        is_stopped=is_stopped,
    )
    replies: list[Reply] = []
    failure = ""
    try:
        for reply in asked:
            replies.append(reply)
    except sandbox.SandboxFailed as error:
        failure = printable(str(error))
    except OSError as error:  # the machine cannot run it; others may still be graded
        replies = _with_failure(unit, replies, questions.cannot_start(error))
    except Exception as error:  # nor may a mistake of ours about one agent be the end of the others
        replies = _with_failure(unit, replies, f"the agent could not be graded: {type(error).__name__}: {error}")
    confined = sandbox.confinement(), sandbox.gaps()
    return GradingResult(unit.key, unit.offset, tuple(replies), protections, *confined, failure)


def _with_failure(unit: GradingUnit, replies: list[Reply], reason: str) -> list[Reply]:
    missing = len(unit.positions) - unit.offset - len(replies)
    return replies + [Reply("not-asked", printable(reason))] * missing

"""Judges what the named functions of an agent answered: how often each is right, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from ..games import Position
from .children import Reply
from .parts import REFUSAL, Part


class Fault(str, Enum):
    """What can be wrong with a function, the most telling first."""

    MISSING = "missing"
    NOT_ASKED = "not-asked"
    CRASH = "crash"
    CHANGES_ARGUMENT = "changes-argument"
    ACCEPTS_TAKEN = "accepts-taken"
    ACCEPTS_OUTSIDE = "accepts-outside"
    WRONG = "wrong"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Wrong:
    """A position in which a function is wrong, what it gave there, and what the rules say."""

    position: Position
    fault: Fault
    given: str
    expected: str


@dataclass(frozen=True)
class PartGrade:
    """How often a function is right. `asked` counts the answers that are there, `expected` those that there should be.

    `collection` is the type that it returns where a set is asked for and something else was given.
    """

    part: Part
    right: Fraction
    asked: int
    expected: int
    faults: dict[Fault, int]
    first: Wrong | None
    collection: str = ""

    @property
    def name(self) -> str:
        return self.part.name

    @property
    def share(self) -> Fraction:
        """From 0 to 1."""
        return self.right / self.expected if self.expected else Fraction(0)

    @property
    def is_right(self) -> bool:
        return self.right == self.expected

    @property
    def wrong(self) -> int:
        """Positions in which it is not right."""
        return sum(self.faults.values())

    @property
    def fault(self) -> Fault | None:
        """The fault to name: the most frequent, and among equals the most telling."""
        return max(self.faults, key=lambda fault: (self.faults[fault], -list(Fault).index(fault)), default=None)


def grade(part: Part, positions: Sequence[Position], replies: Iterable[Reply]) -> PartGrade:
    """Judges the replies, in the order of the positions; there may be fewer."""
    right, asked = Fraction(0), 0
    faults: Counter[Fault] = Counter()
    first: dict[Fault, Wrong] = {}
    collections: Counter[str] = Counter()
    for position, reply in zip(positions, replies):
        asked += 1
        wrong, share = _judge(part, position, reply)
        right += share
        if wrong is not None:
            faults[wrong.fault] += 1
            first.setdefault(wrong.fault, wrong)
        elif part.call.asks == "places":
            collections[reply.text.partition(" ")[0]] += 1
    common = collections.most_common(1)[0][0] if collections else ""
    made = PartGrade(part, right, asked, len(positions), dict(faults), None, "" if common == "set" else common)
    return made if made.fault is None else replace(made, first=first[made.fault])


def _judge(part: Part, position: Position, reply: Reply) -> tuple[Wrong | None, Fraction]:
    """What is wrong with a reply, and how much of it is right."""
    expected = part.expects(position)
    if reply.status != "answer":
        faults = {"missing": Fault.MISSING, "not-asked": Fault.NOT_ASKED}
        return Wrong(position, faults.get(reply.status, Fault.CRASH), reply.text, expected), Fraction(0)
    if part.name == REFUSAL:
        return _judge_refusal(position, reply.text)
    given = reply.text
    if part.call.asks == "places":
        given = given.partition(" ")[2] if not given.startswith("?") else given
    elif part.call.asks == "truth":
        given = given.partition(" ")[0]
    elif part.call.asks == "boards" and given.replace("*", "") == expected != given:
        return Wrong(position, Fault.CHANGES_ARGUMENT, given, expected), Fraction(0)
    elif part.call.asks == "boards" and "!" in given:
        return Wrong(position, Fault.CRASH, given.rpartition("!")[2].rstrip("*"), expected), Fraction(0)
    if part.reads.get(given, given) == expected:
        return None, Fraction(1)
    # A star beside another board: whoever places two marks at once has changed what it was given first of all.
    fault = Fault.CHANGES_ARGUMENT if part.call.asks == "boards" and "*" in given else Fault.WRONG
    return Wrong(position, fault, given, expected), Fraction(0)


def _judge_refusal(position: Position, given: str) -> tuple[Wrong | None, Fraction]:
    """Half for the cells that are taken, half for those outside the board; on the empty board none is taken."""
    accepted = set(given.split()) - {"-"}
    if not accepted:
        return None, Fraction(1)
    fault = Fault.ACCEPTS_TAKEN if "taken" in accepted else Fault.ACCEPTS_OUTSIDE
    has_taken = any(position.board)
    share = Fraction(1, 2) if len(accepted) == 1 and has_taken else Fraction(0)
    return Wrong(position, fault, given, "-"), share

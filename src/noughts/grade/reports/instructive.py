"""The mistakes worth a look: few of them, each of another kind, and each standing for many.

Mistakes are of one kind if they have the same verdict and are punished, or would have paid, after the same number of
plies; without an answer, if they have the same reason. Of every verdict the most frequent kind comes first, the worst
verdict before the others, then the second most frequent of each. A kind to which more than half of all mistakes belong
is always among them. Of a kind the board with the fewest marks is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from ..grades import Grade
from ..positions import symmetry_class
from ..verdicts import SEVERITY, Judged, Verdict

Kind = tuple[Verdict, object]


@dataclass(frozen=True)
class Example:
    """A mistake, how many boards mirror or turn it into another mistake, and how many mistakes are of its kind."""

    judged: Judged
    mirrored: int
    alike: int


def examples(grade: Grade, most: int = 3) -> list[Example]:
    kinds: dict[Kind, list[Judged]] = {}
    for one in grade.judged:
        if one.verdict is not Verdict.OPTIMAL:
            kinds.setdefault(kind(one), []).append(one)
    by_verdict: dict[Verdict, list[list[Judged]]] = {}
    for (verdict, _), members in sorted(kinds.items(), key=lambda item: -len(item[1])):
        by_verdict.setdefault(verdict, []).append(members)
    ranked = [by_verdict[verdict] for verdict in sorted(by_verdict, key=SEVERITY.__getitem__)]
    chosen = [members for turn in zip_longest(*ranked) for members in turn if members is not None]
    frequent = max(chosen, key=len, default=[])
    if frequent and 2 * len(frequent) > sum(map(len, chosen)):
        chosen.remove(frequent)
        chosen.insert(0, frequent)
    shown = [_example(members) for members in chosen[:most]]
    return sorted(shown, key=lambda example: SEVERITY[example.judged.verdict])


def kind(one: Judged) -> Kind:
    if one.value is not None:
        return one.verdict, one.value.distance
    return one.verdict, one.problem if one.verdict is Verdict.NO_ANSWER else ""


def _example(members: list[Judged]) -> Example:
    simplest = min(members, key=lambda one: -one.position.board.count(0))
    same = symmetry_class(simplest.position)
    mirrored = sum(symmetry_class(one.position) == same for one in members)
    return Example(simplest, mirrored - 1, len(members))

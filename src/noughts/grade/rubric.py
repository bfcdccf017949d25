"""How verdicts become a score: 100 × the mean weight of the verdicts.

Without a rubric every answer that keeps the result weighs 1 and every other weighs 0, so the score is the share of
positions in which the result is kept. A rubric is a TOML file:

    pass = 90            # the score that passes; without it, 100

    [weights]
    slow-win = 0.5       # the others stay as they are

    [parts]              # points for the named functions of an interface; without it, only the answers count
    result = 10
    minimax = 40         # the answers themselves, by their weights
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import NoughtsError
from . import parts as all_parts
from .part_grades import PartGrade
from .verdicts import Verdict

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MINIMAX = "minimax"  # stands for the answers themselves among the parts
_MOST_POINTS = 1000
WEIGHTS: Mapping[Verdict, float] = {verdict: 1.0 if verdict.keeps_result else 0.0 for verdict in Verdict}

_LATE = (Verdict.SLOW_WIN, Verdict.FAST_LOSS)


class RubricError(NoughtsError, ValueError):
    """A rubric does not make sense."""


@dataclass(frozen=True)
class Rubric:
    """The weight of each verdict, from 0 to 1, the score that passes, and the points of the parts, if they count."""

    weights: Mapping[Verdict, float] = field(default_factory=lambda: WEIGHTS)
    passing: float = 100.0
    points: Mapping[str, float] = field(default_factory=dict)

    def score(self, counts: Mapping[Verdict, int], parts: Iterable[PartGrade] = ()) -> float:
        """From 0 to 100, to two decimals and rounded down: 100 is every weight in full.

        Points for parts that the interface does not have are left out of the sum.
        """
        shares = {MINIMAX: self.share(counts), **{part.name: part.share for part in parts}}
        points = {name: Fraction(str(self.points[name])) for name in shares if name in self.points}
        total = sum(points.values())
        if not total:
            return _rounded(shares[MINIMAX])
        return _rounded(sum((share * points.get(name, 0) for name, share in shares.items()), Fraction(0)) / total)

    def answers_score(self, counts: Mapping[Verdict, int]) -> float:
        """The score of the answers alone, whatever the points of the parts."""
        return _rounded(self.share(counts))

    def share(self, counts: Mapping[Verdict, int]) -> Fraction:
        """The mean weight of the verdicts, exactly."""
        total = sum(counts.values())
        weighed = (Fraction(str(self.weights[verdict])) * count for verdict, count in counts.items())
        return sum(weighed, Fraction(0)) / total if total else Fraction(0)

    def accepting(self, accept: str) -> Rubric:
        """With `distance`, slow wins and fast losses count nothing, unless a file gives them a weight."""
        if accept == "result" or not all(self.weights[one] == 1 for one in _LATE):
            return self
        return replace(self, weights={**self.weights, **dict.fromkeys(_LATE, 0.0)})

    @property
    def is_usual(self) -> bool:
        return dict(self.weights) == dict(WEIGHTS) and not self.points


def _rounded(share: Fraction) -> float:
    return math.floor(share * 10_000) / 100


def read(path: Path) -> Rubric:
    """The rubric in a TOML file."""
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RubricError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise RubricError(f"{path}: not TOML: {error}") from None
    unknown = set(data) - {"pass", "weights", "parts"}
    if unknown:
        raise RubricError(f"{path}: found {', '.join(sorted(unknown))}; expected pass, [weights] and [parts]")
    weights = dict(WEIGHTS)
    for name, weight in _table(path, data, "weights", "verdict", list(map(str, Verdict))).items():
        weights[Verdict(name)] = _number(path, name, weight, 1)
    points = {
        name: _number(path, name, point, _MOST_POINTS)
        for name, point in _table(path, data, "parts", "part", all_parts.names()).items()
    }
    return Rubric(weights, _number(path, "pass", data.get("pass", 100), 100), points)


def _table(path: Path, data: dict[str, Any], name: str, kind: str, known: list[str]) -> dict[str, Any]:
    """A table of the rubric, with no name in it that means nothing."""
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise RubricError(f"{path}: {name} is not a table; expected [{name}]")
    for key in table:
        if key not in known:
            raise RubricError(f"{path}: no {kind} is called {key!r}; expected {', '.join(known)}")
    return table


def _number(path: Path, name: str, value: object, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise RubricError(f"{path}: {name} is {value!r}; expected a number from 0 to {most:g}")
    return float(value)

"""How verdicts become a score: 100 × the mean weight of the verdicts.

Without a rubric every answer that keeps the result weighs 1 and every other weighs 0, so the score is the share of
positions in which the result is kept. A rubric is a TOML file:

    pass = 90            # the score that passes; without it, 100

    [weights]
    slow-win = 0.5       # the others stay as they are
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..errors import NoughtsError
from .verdicts import Verdict

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

WEIGHTS: Mapping[Verdict, float] = {verdict: 1.0 if verdict.keeps_result else 0.0 for verdict in Verdict}

_LATE = (Verdict.SLOW_WIN, Verdict.FAST_LOSS)


class RubricError(NoughtsError, ValueError):
    """A rubric does not make sense."""


@dataclass(frozen=True)
class Rubric:
    """The weight of each verdict, from 0 to 1, and the score that passes."""

    weights: Mapping[Verdict, float] = field(default_factory=lambda: WEIGHTS)
    passing: float = 100.0

    def score(self, counts: Mapping[Verdict, int]) -> float:
        """From 0 to 100, to two decimals and rounded down: 100 is every weight in full."""
        total = sum(counts.values())
        if not total:
            return 0.0
        exact = sum(Fraction(str(self.weights[verdict])) * count for verdict, count in counts.items())
        return math.floor(exact * 10_000 / total) / 100

    def accepting(self, accept: str) -> Rubric:
        """With `distance`, slow wins and fast losses count nothing, unless a file gives them a weight."""
        if accept == "result" or not all(self.weights[one] == 1 for one in _LATE):
            return self
        return replace(self, weights={**self.weights, **dict.fromkeys(_LATE, 0.0)})

    @property
    def is_usual(self) -> bool:
        return dict(self.weights) == dict(WEIGHTS)


def read(path: Path) -> Rubric:
    """The rubric in a TOML file."""
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RubricError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise RubricError(f"{path}: not TOML: {error}") from None
    unknown = set(data) - {"pass", "weights"}
    if unknown:
        raise RubricError(f"{path}: found {', '.join(sorted(unknown))}; expected pass and [weights]")
    weights = dict(WEIGHTS)
    table = data.get("weights", {})
    if not isinstance(table, dict):
        raise RubricError(f"{path}: weights is not a table; expected [weights]")
    for name, weight in table.items():
        if name not in {verdict.value for verdict in Verdict}:
            raise RubricError(f"{path}: no verdict is called {name!r}; expected {', '.join(map(str, Verdict))}")
        weights[Verdict(name)] = _number(path, name, weight, 1)
    return Rubric(weights, _number(path, "pass", data.get("pass", 100), 100))


def _number(path: Path, name: str, value: object, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= most:
        raise RubricError(f"{path}: {name} is {value!r}; expected a number from 0 to {most:g}")
    return float(value)

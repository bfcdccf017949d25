"""What perfect play gives: a result and a distance, and how equal results are ranked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum

from ..errors import NotationError, either


class Result(IntEnum):
    """The end of the game, seen by the side to move."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __neg__(self) -> Result:
        return Result(-int(self))

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Result.{self.name}"


class Ranking(str, Enum):
    """How moves of equal result are ordered.

    `quickest`: win sooner, lose later. `earliest-end`: among equal results both sides prefer the game that ends sooner,
    even the loser; the T3 course text asks for this.
    """

    QUICKEST = "quickest"
    EARLIEST_END = "earliest-end"

    @classmethod
    def named(cls, name: Ranking | str) -> Ranking:
        """The ranking of that name."""
        try:
            return cls(name)
        except ValueError:
            names = either(ranking.value for ranking in cls)
            raise NotationError("no ranking is called {name}; expected {names}", name=repr(name), names=names) from None

    def key(self, value: Value) -> tuple[int, int]:
        """A sort key for the side that chooses: larger is better."""
        towards_the_end = value.result if self is Ranking.QUICKEST else 1
        return value.result, -towards_the_end * value.distance

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Ranking.{self.name}"


@dataclass(frozen=True)
class Value:
    """Win, draw or loss for the side to move, and the number of plies to the end of the game.

    Values are ordered, the better for the side to move the larger: under their `ranking`, which does not count when
    they are compared for equality.
    """

    result: Result
    distance: int
    ranking: Ranking = field(default=Ranking.QUICKEST, compare=False, repr=False)

    def before(self) -> Value:
        """What a move into a position of this value is worth to whoever makes it."""
        return Value(-self.result, self.distance + 1, self.ranking)

    def under(self, ranking: Ranking) -> Value:
        """The same value, ordered by another ranking."""
        return self if ranking is self.ranking else replace(self, ranking=ranking)

    def __lt__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.ranking.key(self) < self.ranking.key(other)

    def __gt__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return self.ranking.key(self) > self.ranking.key(other)

    def __le__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return not self > other

    def __ge__(self, other: Value) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return not self < other

    def __str__(self) -> str:
        return f"{self.result} in {self.distance}"

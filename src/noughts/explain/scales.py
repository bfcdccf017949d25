"""The scales on which courses score the end of a game.

unit         1, 0 or -1 for the side to move
10-depth     10 minus the plies played if X, the first side, has won; the same with a minus if the other has
100+depth    100 plus the depth left, 10 after the first move and one less after each other, for the side to move
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import GameError, NotationError, either
from ..games import Position, Result, Value


@dataclass(frozen=True)
class Scale:
    """How a win or loss so many plies from the position asked about is scored; a draw is always 0.

    `by_first_side` says that scores are always for the first side, who takes the highest, and not for the side to move.
    """

    name: str
    base: int
    points: Callable[[int], int]
    formula: Callable[[int], str]
    by_first_side: bool = False
    longest: int | None = None

    def maximiser(self, position: Position) -> str:
        """The side that takes the highest score; the other takes the lowest."""
        return position.game.sides[0] if self.by_first_side else position.to_move

    def sign(self, position: Position) -> int:
        """What turns a score for the side to move into one for the maximiser."""
        return 1 if self.maximiser(position) == position.to_move else -1

    def score(self, result: int, plies: int) -> int:
        """The score of a game that the maximiser wins (+1) or loses (-1) after so many plies."""
        return result * self.points(plies)

    def of(self, value: Value, position: Position) -> int:
        """The score of a move of that value in the position asked about."""
        return self.score(self.sign(position) * int(value.result), value.distance)

    def shown(self, value: Value, position: Position) -> str:
        """The score and how it comes about: `10 - 1 = 9`."""
        score = self.of(value, position)
        formula = self.formula(value.distance)
        if value.result is Result.DRAW or not formula:
            return str(score)
        return f"{formula} = {score}" if score > 0 else f"-({formula}) = {score}"

    def check(self, position: Position) -> None:
        """Says so where games may last too long for the scale to tell a win from a draw."""
        plies = position.plies_left()
        if self.longest is not None and plies > self.longest:
            raise GameError(
                "the scale {name} is for games of at most {most} plies; this one may last {plies}: use --score unit",
                name=self.name,
                most=self.longest,
                plies=plies,
            )


SCALES = {
    scale.name: scale
    for scale in (
        Scale("unit", 1, lambda plies: 1, lambda plies: ""),
        Scale("10-depth", 10, lambda plies: 10 - plies, lambda plies: f"10 - {plies}", by_first_side=True, longest=9),
        Scale("100+depth", 100, lambda plies: 111 - plies, lambda plies: f"100 + {11 - plies}", longest=11),
    )
}


def scale(name: str) -> Scale:
    """The scale of that name."""
    if name not in SCALES:
        raise NotationError("no scale is called {name}; expected {names}", name=repr(name), names=either(SCALES))
    return SCALES[name]

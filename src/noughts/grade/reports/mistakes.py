"""A mistake as every report tells it: the position, what was answered, what would have been best, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...games import Position, Value
from ..grades import Grade, best_of, reason
from ..verdicts import Judged
from .presentation import title


@dataclass(frozen=True)
class Mistake:
    """One mistake, ready to be shown."""

    judged: Judged
    best: tuple[str, ...]
    best_value: Value | None
    reason: str

    @property
    def title(self) -> str:
        return title(self.judged.verdict)

    @property
    def sentence(self) -> str:
        """`XX_/OO_/___ X: played 3,1, best 1,3. Loses in …`."""
        moves = f"played {self.answer}, best {' or '.join(self.best_moves)}. " if self.answer else ""
        return f"{self.judged.position.text}: {self.title.lower()}: {moves}{self.reason}"

    @property
    def answer(self) -> str:
        """What was answered, as people read a move."""
        return move_text(self.judged.answer, self.judged.position)

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The best answers, as people read moves."""
        return tuple(move_text(answer, self.judged.position) for answer in self.best)


def move_text(answer: str, position: Position) -> str:
    """`2,3` for the answer `2 3`, `2,2=5` for `2 2 5`; an answer that is no move stays as it is."""
    words, axes = answer.split(), len(position.game.shape)
    if len(words) not in (axes, axes + 1) or not all(word.isdigit() for word in words[:axes]):
        return answer
    return "=".join((",".join(words[:axes]), *words[axes:]))


def worst_mistakes(grade: Grade, most: int) -> list[Mistake]:
    """The worst mistakes, at most so many."""
    return [of(grade, one) for one in grade.mistakes[:most]]


def of(grade: Grade, one: Judged) -> Mistake:
    best, value = best_of(one, grade.exact)
    return Mistake(one, best, value, reason(one, grade.exact))


def by_marks(judged: Iterable[Judged]) -> dict[int, list[Judged]]:
    """Grouped by the number of marks on the board: the levels of the game."""
    levels: dict[int, list[Judged]] = {}
    for one in judged:
        levels.setdefault(len(one.position.board) - one.position.board.count(0), []).append(one)
    return dict(sorted(levels.items()))

"""A mistake as every report tells it: the position, what was answered, what would have been best, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...games import Position, Value
from ..answers import NO_MOVE
from ..grades import Grade, best_of, reason
from ..verdicts import Judged
from .presentation import title

_NO_MOVE = "no move"


@dataclass(frozen=True)
class Mistake:
    """One mistake, ready to be shown. `is_of_function` means that the answer was returned, and not written."""

    judged: Judged
    best: tuple[str, ...]
    best_value: Value | None
    reason: str
    is_of_function: bool = False

    @property
    def title(self) -> str:
        return title(self.judged.verdict)

    @property
    def sentence(self) -> str:
        """`XX_/OO_/___ X: played 3,1, best 1,3. Loses in …`."""
        verb = "returned" if self.answer == _NO_MOVE else "played"
        moves = f"{verb} {self.answer}, best {' or '.join(self.best_moves)}. " if self.answer else ""
        return f"{self.judged.position.text}: {self.title.lower()}: {moves}{self.reason}"

    @property
    def answer(self) -> str:
        """What was answered, as people read a move."""
        return self._text(self.judged.answer)

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The best answers, as people read moves."""
        return tuple(map(self._text, self.best))

    def _text(self, answer: str) -> str:
        """What stands for no move is -1 where an agent writes it, and None or the like where it returns it."""
        if self.is_of_function and answer == NO_MOVE:
            return _NO_MOVE
        return move_text(answer, self.judged.position)


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
    return Mistake(one, best, value, reason(one, grade.exact), grade.candidate.is_function)


def by_marks(judged: Iterable[Judged]) -> dict[int, list[Judged]]:
    """Grouped by the number of marks on the board: the levels of the game."""
    levels: dict[int, list[Judged]] = {}
    for one in judged:
        levels.setdefault(len(one.position.board) - one.position.board.count(0), []).append(one)
    return dict(sorted(levels.items()))

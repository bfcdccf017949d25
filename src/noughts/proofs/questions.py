"""The questions of a proof: which are asked, with how much effort, and what the answers add up to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import EngineError
from ..games import Position, Result
from .certificates import Part
from .units import Question, Recipe

FIRST_BUDGET = 100  # nodes of a unit in the first round: every question is asked once within a moment
MOST_LINES, LONGEST_LINE = 512, 15  # capacity of the core: sets of lines, and counters of four bits
LONG_LINE = 5  # cells: lines as long as this are rarely completed
CANDIDATES = 10  # moves of the attacker that are tried at a node at first, as the core has it
UNLIKELY = 64  # an unlikely question gets this fraction of the budget
SMALL = 36  # empty cells: up to here, trying every move can succeed
EIGHTHS = 8  # the memory is shared out in eighths
SMALLEST_MEMORY = 1 << 20  # bytes of one prover

_TEXTS = {
    "hold": "can {side} be held by blocking",
    "guard": "can {side} be held by blocking and threats",
    "win": "does {side} win by threats",
}


class Questions(dict[Part, Question]):
    """The questions about one position, each under the part of a certificate that would answer it."""

    def __init__(self, position: Position, memory: int, prover_options: Mapping[str, int]) -> None:
        super().__init__()
        self.position, self.memory, self.prover_options = position, memory, prover_options
        self.mover = position.to_move
        self.other = position.game.opponent[self.mover]

    def add_all(self) -> None:
        game = self.position.game
        if len(game.lines) > MOST_LINES:
            raise EngineError(f"{game.name} has {len(game.lines)} lines; proofs are for at most {MOST_LINES}")
        # On an empty board the second side cannot win: the first could use the same strategy.
        for side in (self.mover,) if not any(self.position.board) else (self.mover, self.other):
            for kind in ("hold", "guard", "win") if game.length <= LONGEST_LINE else ("hold",):
                self.add(Part(kind, side))

    def add(self, part: Part, **options: int) -> None:
        """A question with an empty table and its share of the memory, in eighths:

                          hold   guard   win   exact search
            long lines    5      1       1     1
            short lines   2      2       2     1

        With stones on the board there are provers for both sides, and each has half of its share. While a question is
        asked, it has what others do not use as well (`make_room`).
        """
        position, game = self.position, self.position.game
        eighths = 2 if game.length < LONG_LINE else 5 if part.kind == "hold" else 1
        memory = max(self.memory * eighths // (2 * EIGHTHS if any(position.board) else EIGHTHS), SMALLEST_MEMORY)
        mine, theirs = _stones(position, part.side), _stones(position, game.opponent[part.side])
        prover_first = (part.side == self.mover) == (part.kind == "win")
        recipe = Recipe(part.kind, game, memory, tuple({**self.prover_options, **options}.items()))
        self[part] = Question(recipe, mine, theirs, prover_first)

    def make_room(self, part: Part) -> None:
        """Gives the prover of a question all the memory that no other uses, and at least its share.

        If that is not left, tables that are larger than their shares forget what is not proved.
        """
        others = [question for other, question in self.items() if other != part]
        share, all_shares = self[part].recipe.memory, self.memory * (EIGHTHS - 1) // EIGHTHS

        def left() -> int:
            return all_shares - sum(question.prover.memory for question in others)

        if left() < share:
            for question in others:
                question.prover.resize(question.recipe.memory)
        self[part].prover.resize(max(left(), share))

    def can_widen(self, part: Part) -> bool:
        """Whether it is for want of moves of the attacker that a search failed, as far as its units tell."""
        return self._is_narrow(part) and self[part].has_exhausted_units

    def must_widen(self, part: Part) -> bool:
        """Whether no unit is left, because of what searches have found out about each other's positions."""
        return self._is_narrow(part) and self[part].is_refuted

    def _is_narrow(self, part: Part) -> bool:
        return part.kind == "win" and self._candidates(part) < self.position.game.cells

    def widen(self, part: Part) -> None:
        """Has twice as many moves of the attacker tried at a node.

        Few are tried at first: with 20 of them, Qubic takes two thirds more nodes than with 10.
        """
        self[part].replace_prover(candidates=2 * self._candidates(part))

    def _candidates(self, part: Part) -> int:
        return dict(self[part].recipe.options).get("candidates", CANDIDATES)

    def renew(self) -> None:
        """Every question again, with an empty table."""
        for part in self:
            self.add(part)

    @staticmethod
    def text(part: Part) -> str:
        return _TEXTS[part.kind].format(side=part.side)

    @property
    def is_small(self) -> bool:
        return self.position.board.count(0) <= SMALL

    def share(self, part: Part, budget: int) -> int:
        """Long lines are rarely completed, and short ones rarely stopped: the likely answer gets all of the budget."""
        is_likely = (part.kind == "hold") == (self.position.game.length >= LONG_LINE)
        if part.kind == "guard" and not self.is_small:
            is_likely = False  # it tries every move
        return budget if is_likely else max(FIRST_BUDGET, budget // UNLIKELY)

    def is_settled(self, part: Part) -> bool:
        """Whether nothing is left to ask: a side that is held does not win, and needs no second proof."""
        return self[part].proved or any(map(self._is_proved, _ways_to_hold(part.side)))

    def result(self) -> tuple[Result, list[Part]] | None:
        """The result that the answers add up to, with the parts that prove it; None if they do not suffice."""
        if self._is_proved(Part("win", self.mover)):
            return Result.WIN, [Part("win", self.mover)]
        if self._is_proved(Part("win", self.other)):
            return Result.LOSS, [Part("win", self.other)]
        sides = {part.side: None for part in self}
        holds = [next(filter(self._is_proved, _ways_to_hold(side)), None) for side in sides]
        parts = [part for part in holds if part is not None]
        return (Result.DRAW, parts) if parts and len(parts) == len(sides) else None

    def sources(self, parts: Iterable[Part]) -> set[str]:
        """Who else has filled the tables of these parts."""
        return {source for part in parts for source in self[part].sources}

    @property
    def memory_used(self) -> int:
        return sum(question.prover.memory for question in self.values())

    def _is_proved(self, part: Part) -> bool:
        return part in self and self[part].proved


def _ways_to_hold(side: str) -> tuple[Part, Part]:
    return Part("hold", side), Part("guard", side)


def _stones(position: Position, side: str) -> int:
    (own,) = position.game.marks_of[side]
    return sum(1 << cell for cell, mark in enumerate(position.board) if mark == own)

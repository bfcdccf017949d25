"""A game on the board: what every view of it shows, and where it leads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from functools import cached_property

from ..explain import proof_marks, sums, words
from ..explain.frame import is_columns
from ..explain.rules_text import rules_text
from ..explain.value_labels import Estimate, Proved
from ..games import Game, Move, Position
from ..games.notation import sequence
from ..language import _
from ..search import ProofMove, Solution
from . import knowledge, spoken
from .analyst import Analyst
from .opponents import has_proof
from .page_state import PERFECT, PageState, write_move

_FILM_CELLS = 16  # larger boards have their moves listed in words
SEARCHES = (3.0, 10.0, 30.0)  # seconds, one after the other: what the first finds is shown while the next goes on


class BoardView(ABC):
    """What the views of a game have in common: the position, what is known about it, and the lists beside the board."""

    path = "/play"
    widest = 570

    def __init__(self, state: PageState, analyst: Analyst) -> None:
        self.state = state
        self.analyst = analyst
        self.now = state.now
        self.rules: Game = state.game
        self.shown: Solution | None = None  # whose values are on the board
        if has_proof(state, analyst):
            analyst.proofs.prepare(state.start)

    def link(self, state: PageState, **more: str) -> str:
        query = state.query(**more)
        return f"{self.path}?{query}" if query else self.path

    @property
    @abstractmethod
    def headline(self) -> str: ...

    @property
    @abstractmethod
    def says(self) -> str: ...

    @property
    def announcement(self) -> str:
        """One message for those who listen."""
        return f"{self.headline}. {self.says}"

    def _assessed(self, at: int) -> Solution:
        """What is known about the position after so many moves."""
        state = self.state
        return self.analyst.assess(state.positions[at], played=None if any(state.start.board) else state.moves[:at])

    @property
    def open_moves(self) -> int:
        """Of how many moves the result is not known, where values are asked for."""
        return 0 if self.shown is None else len(knowledge.open_moves(self.shown))

    @property
    def search_seconds(self) -> float:
        """For how long a worker is to search next; longer each time, and not at all when that was as long as it may."""
        searched = 0.0 if self.shown is None else self.analyst.searched(self.shown.position)
        return next((seconds for seconds in SEARCHES if seconds > searched), 0.0)

    @property
    def longest_search(self) -> float:
        return SEARCHES[-1]

    @cached_property
    def values(self) -> dict[Move, Estimate]:
        """What is known about the cells that are empty now."""
        if self.shown is None:
            return {}
        if self.shown.value is not None:  # with a win at once, other moves need not be known
            known: dict[Move, Estimate] = dict(self.shown.moves)
        else:
            known = knowledge.estimates(self.shown)
        if is_columns(self.rules):  # they stand above the columns, where a move does not cover them
            return known
        return {move: worth for move, worth in known.items() if not self.now.board[move.cell]}

    def _move_link(self, move: Move) -> str:
        return self.link(replace(self.state, hint=False), do=write_move(move, self.now))

    def _hint(self) -> Move | None:
        state = self.state
        if not state.hint or self.now.outcome is not None:
            return None
        if self._proof is not None:
            return Move(self._proof.cell, state.chosen)
        return knowledge.hinted(self._assessed(self.state.at))

    @cached_property
    def _proof(self) -> ProofMove | None:
        """What a proof for the side to move says, where a hint is asked for and a search does not say it at once."""
        state = self.state
        if not state.hint or self.now.outcome is not None or self.analyst.is_solved(self.now):
            return None
        return self.analyst.proofs.answer(state.start, state.moves[: state.at])

    @property
    def position_text(self) -> str:
        """The position, or the columns of the game that led to it, as solvers of Connect Four write them."""
        state = self.state
        if sequence.has_sequences(self.rules) and state.at and not any(state.start.board):
            return sequence.write(state.moves[: state.at], self.rules)
        return self.now.text

    @property
    def rule(self) -> str:
        """The rules in a sentence, beside the board."""
        return rules_text(self.rules)

    @property
    def _before(self) -> Position:
        return self.state.positions[self.state.at - 1]

    def _ending(self) -> str:
        outcome = self.now.outcome
        assert outcome is not None
        if outcome.winner is None:
            return _("Nobody slipped.") if self.state.opponent == PERFECT else _("No line was completed.")
        assert outcome.line is not None
        places = "; ".join(spoken.place(cell, self.rules) for cell in outcome.line)
        if is_columns(self.rules):
            places = self.rules.line_name(outcome.line)
        return _("Completed: {places}.").format(places=places)

    @property
    def has_columns(self) -> bool:
        """Whether a move is no more than the number of a column."""
        return words.has_columns(self.rules, self.now.to_move)

    @property
    def has_film(self) -> bool:
        return self.rules.cells <= _FILM_CELLS

    @property
    def has_small_boards(self) -> bool:
        """Whether lines of play are drawn as small boards: discs can be told apart at any size."""
        return self.has_film or is_columns(self.rules)

    @property
    def marks(self) -> list[tuple[str, bool, str]]:
        """The marks to choose from: the symbol, whether it is chosen, the address."""
        state = self.state
        if not state.is_persons_turn() or self.now.outcome is not None:
            return []
        return [
            (self.rules.symbol(mark), mark == state.chosen, self.link(replace(state, mark=mark)))
            for mark in state.marks
        ]

    @property
    def has_proofs(self) -> bool:
        """Whether a move on the board is known by a proof that can be looked at."""
        return any(isinstance(worth, Proved) for worth in self.values.values())

    @property
    def legend(self) -> list[knowledge.LegendEntry]:
        """What the values on the board mean."""
        return knowledge.legend(self.values.values())

    @property
    def sums(self) -> list[tuple[str, str, bool]]:
        """What each line of a number game needs, for screens too narrow to have it around the board."""
        if not sums.has_ends(self.now):
            return []
        needs = []
        for one in sums.sums(self.now).values():
            ends = f"{spoken.place(one.line[0], self.rules)}–{spoken.place(one.line[-1], self.rules)}"
            needs.append((ends, sums.says(one), one.is_dead))
        return needs

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs that the board shows of a proof, for those who cannot see them."""
        return self._named_pairs(self._proof)

    def _named_pairs(self, proof: ProofMove | None) -> list[tuple[str, str]]:
        pairs = () if proof is None else proof_marks.open_pairs(self.now.board, proof.pairs, proof.cell)
        return [(spoken.place(one, self.rules), spoken.place(other, self.rules)) for one, other in pairs]

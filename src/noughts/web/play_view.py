"""Everything that the page of a game shows, worked out before it is written."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property

from ..explain import words
from ..explain.board_picture import BoardPicture
from ..explain.rules_text import side_text
from ..explain.value_labels import code, outlined
from ..language import _, ngettext
from ..search import Solution
from . import boards, column_words, knowledge, spoken
from .analyst import Analyst
from .board_view import BoardView
from .opponents import proof_of
from .page_state import PERSON, PageState, write_game, write_moves
from .players import Players


@dataclass(frozen=True)
class Assessment:
    """How good the person's move was."""

    result: str
    title: str
    says: str
    again: str
    go_on: str


@dataclass(frozen=True)
class Taken:
    """A move of the game so far; the first is the start. `worth` is how it compares with the best, if that is shown.

    Where a move is a column, `by` is who moved and `at` the column; otherwise `at` is the whole name.
    """

    number: int
    name: str
    href: str
    is_now: bool
    picture: str = ""
    worth: str = ""
    result: str = ""
    by: str = ""
    at: str = ""


class PlayView(BoardView):
    """The page of one game."""

    def __init__(self, state: PageState, analyst: Analyst) -> None:
        super().__init__(state, analyst)
        self.judging = state.is_judging
        self.shown = self._shown()
        self.players = Players(state, analyst, self.link, is_valued=self.shown is not None)

    def _shown(self) -> Solution | None:
        """The solution whose values are on the board: of this position, or of the one before while a move is judged."""
        state = self.state
        if self.judging:
            return self._assessed(state.at - 1)
        if state.values and not state.guess and self.now.outcome is None:
            return self._assessed(state.at)
        return None

    @property
    def board(self) -> str:
        state, hint = self.state, self._hint()
        best = outlined(self.shown) if self.shown is not None else frozenset()
        picture = BoardPicture(
            self.now,
            last=state.last,
            values=self.values,
            best=best,
            hint=hint,
            chosen=state.chosen if state.marks else None,
            pairs=() if self._proof is None else self._proof.pairs,
            sequence=() if self._proof is None else self._proof.sequence,
        )
        playable = self.now.outcome is None and state.is_persons_turn() and not (self.judging and state.has_opponent)
        spots = boards.spots(self.now, state.chosen, self._move_link if playable else None, self.values, best)
        return boards.board(picture, spots, label=_("Board"), widest=self.widest, in_a_row=True)

    # What is said

    @cached_property
    def headline(self) -> str:
        state, outcome, mover = self.state, self.now.outcome, spoken.side_name(self.now.to_move)
        if outcome is not None:
            is_won = state.has_opponent and outcome.winner == state.side
            return _("You win") if is_won else spoken.ending(outcome)
        if self.shown is not None and not self.judging:
            if column_words.applies(self.shown):
                return column_words.headline(self.shown)
            if known := knowledge.headline(self.shown):
                return known
        if state.has_opponent and state.is_persons_turn():
            return _("Your move")
        return spoken.capital(_("{side} to move").format(side=mover))

    @property
    def says(self) -> str:
        state, outcome = self.state, self.now.outcome
        if outcome is not None:
            return self._ending()
        if self.state.hint:
            hint = self._hint()
            if hint is None:
                return self._no_hint()
            text = _("Hint: {move}.").format(move=spoken.target_name(hint, self.now))
            if self._proof is not None:
                return f"{text} {self._proof.why}"
            only = _("Every other move loses.")
            return text if self._assessed(self.state.at).best else f"{text} {only}"
        parts = []
        if self.shown is not None and not self.judging:
            if column_words.applies(self.shown):
                return column_words.summary(self.shown)
            if self.shown.value is not None:
                return spoken.counts(self.shown)
            if known := knowledge.summary(self.shown):
                parts.append(known)
        if state.has_opponent:
            parts.append(side_text(self.rules, state.side))
        if state.last is None:
            parts.append(_("Pick a column to begin.") if self.rules.drop else _("Pick a cell to begin."))
        else:
            who = self.rules.opponent[self.now.to_move]
            is_own = state.has_opponent and who == state.side
            text = _("You have played {move}.") if is_own else _("{side} has played {move}.")
            move = spoken.target_name(state.last, self._before)
            parts.append(spoken.capital(text.format(side=spoken.side_name(who), move=move)))
            if not is_own and (answer := proof_of(state, self.analyst, state.at - 1)) is not None:
                parts.append(answer.why)
        return " ".join(parts)

    def _no_hint(self) -> str:
        """What can be said where no move is known to be best."""
        solution = self._assessed(self.state.at)
        text = _("Not known; that does not mean drawn.")
        lost = len(self.now.legal_moves) - len(knowledge.not_losing(solution))
        if not lost:
            return text
        if lost == len(self.now.legal_moves):
            return _("Every move loses.")
        known = ngettext("{count} move is known to lose.", "{count} moves are known to lose.", lost)
        return f"{text} {known.format(count=lost)}"

    @property
    def announcement(self) -> str:
        """One message for those who listen."""
        verdict = self.verdict
        text = f"{verdict.title}. {verdict.says} " if verdict is not None else ""
        return f"{text}{super().announcement}"

    @property
    def why(self) -> column_words.WhyBest | None:
        """Why the best column is so good, where columns have values."""
        if self.shown is None or self.judging or not column_words.applies(self.shown):
            return None
        return column_words.why(self.analyst.reasons(self.shown)[self.shown.best[0]])

    @property
    def verdict(self) -> Assessment | None:
        state = self.state
        if not self.judging or self.shown is None or state.last is None:
            return None
        again = self.link(state.stepped(state.at - 1))
        go_on = self.link(state, do="reply") if state.awaits_reply else ""
        worth = self.shown.moves.get(state.last)
        did, name = spoken.target_name(state.last, self._before), knowledge.judged(self.shown, state.last)
        known = knowledge.says_of(self.shown, state.last)
        if name is None:
            says = _("Whether another move is better is not known.")
            if known:
                says = " ".join((_("{move}: {value}.").format(move=spoken.capital(did), value=known), says))
            return Assessment("", _("Not known"), says, again, go_on)
        says = _("{move}: {value}.").format(move=spoken.capital(did), value=known)
        if self.shown.best and state.last not in self.shown.best and name != "best":
            best = [spoken.target_name(move, self._before) for move in self.shown.best]
            several = _("{moves} and more") if len(best) > 4 else "{moves}"
            moves = several.format(moves=", ".join(best[:4]) if len(best) > 4 else spoken.listed(best))
            if words.has_columns(self.rules, self._before.to_move):
                moves = words.any_target(self.shown.best, self.rules, self._before.to_move)
            value = knowledge.says_of(self.shown, self.shown.best[0])
            says += " " + _("Best was {moves}: {value}.").format(moves=moves, value=value)
        result = worth.result if worth is not None else self.shown.bounds_of(state.last)[0]
        return Assessment(code(result), spoken.capital(spoken.verdict(name)), says, again, go_on)

    # The moves so far, and what can be done

    @property
    def film(self) -> list[Taken]:
        state, taken = self.state, []
        for number, position in enumerate(state.positions):
            last = state.moves[number - 1] if number else None
            name = _("Start") if last is None else spoken.move_name(last, self.rules)
            worth, result = self._worth(number) if last is not None else ("", "")
            picture = boards.small(position, last) if self.has_film else ""
            href = self.link(state.stepped(number))
            by, at = name.split(" ") if last is not None and self.has_columns else ("", name)
            taken.append(Taken(number, name, href, number == state.at, picture, worth, result, by, at))
        return taken

    def _worth(self, number: int) -> tuple[str, str]:
        """How good a move was, while values are shown; what is not known at once is not said."""
        state = self.state
        if not state.values or (state.guess and not self.judging):
            return "", ""
        before = state.positions[number - 1]
        solution = self._assessed(number - 1) if self.has_film else self.analyst.recall(before)
        move = state.moves[number - 1]
        name = knowledge.judged(solution, move) if solution is not None else None
        if solution is None or name is None:
            return "", ""
        return spoken.verdict(name), code(solution.bounds_of(move)[0]) if name != "best" else ""

    @property
    def game_text(self) -> str:
        return write_game(self.state)

    @property
    def meanwhile(self) -> dict[str, str]:
        """What two people need to play on without a connection, where each side has one mark: the rules, the board, and
        the address to which the moves are added."""
        rules, now = self.rules, self.now
        if rules.has_choice or rules.has_numbers or now.outcome is not None:
            return {}
        game = {
            "shape": rules.shape,
            "length": rules.length,
            "misere": rules.misere,
            "drop": rules.drop,
            "marks": [rules.marks_of[side][0] for side in rules.sides],
            "names": [spoken.capital(spoken.side_name(side)) for side in rules.sides],
            "board": [*now.board],
            "turn": rules.sides.index(now.to_move),
        }
        moves = write_moves(self.state.start, self.state.moves[: self.state.at])
        state = replace(self.state.restarted, opponent=PERSON)
        more = f"{moves}.{{moves}}" if moves else "{moves}"
        query = state.query()
        address = f"{self.path}?{query}&moves={more}" if query else f"{self.path}?moves={more}"
        return {"game": json.dumps(game, separators=(",", ":")), "address": address}

    @property
    def actions(self) -> list[tuple[str, str, str, str]]:
        """The name, the key, the word and the address of each button; no address where there is nothing to do."""
        state = self.state
        undone, redone = state.undone, state.redone
        hint = replace(state, hint=not state.hint) if self.now.outcome is None else None
        turns = [("undo", "U", _("Undo"), undone), ("redo", "R", _("Redo"), redone), ("hint", "H", _("Hint"), hint)]
        flipped = state.flipped if state.has_opponent else None
        turns += [("flip", "F", _("Flip"), flipped), ("new", "N", _("New"), state.restarted)]
        return [(name, key, word, self.link(to) if to is not None else "") for name, key, word, to in turns]

    @property
    def switches(self) -> list[tuple[str, str, str, str, bool, str]]:
        state = self.state
        values = replace(state, values=not state.values, guess=False, hint=False)
        guess = replace(state, guess=not state.guess, values=False, hint=False)
        known = _("What each column is worth") if self.rules.drop else _("What is known about every cell")
        return [
            ("values", "V", _("Show values"), known, state.values, self.link(values)),
            ("guess", "G", _("Guess first"), _("Hide values until you have moved"), state.guess, self.link(guess)),
        ]

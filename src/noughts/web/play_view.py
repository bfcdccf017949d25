"""Everything that the page of a game shows, worked out before it is written."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ..explain import proof_marks, sums
from ..explain.board_picture import BoardPicture
from ..explain.rules_text import rules_text, side_text
from ..explain.value_labels import Estimate, code, outlined
from ..games import Game, Move, Position
from ..language import _, ngettext
from ..search import ProofMove, Solution
from . import boards, knowledge, spoken
from .analyst import SMALL, Analyst
from .opponents import has_proof, proof_of
from .page_state import PERFECT, PERSON, PageState, write_game, write_move, write_moves

_FILM_CELLS = 16  # larger boards have their moves listed in words
SEARCHES = (3.0, 10.0, 30.0)  # seconds, one after the other: what the first finds is shown while the next goes on


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
    """A move of the game so far; the first is the start. `worth` is how it compares with the best, if that is shown."""

    number: int
    name: str
    href: str
    is_now: bool
    picture: str = ""
    worth: str = ""
    result: str = ""


class PlayView:
    """The page of one game."""

    path = "/play"
    widest = 570

    def __init__(self, state: PageState, analyst: Analyst) -> None:
        self.state = state
        self.analyst = analyst
        self.now = state.now
        self.rules: Game = state.game
        self.judging = state.is_judging
        if has_proof(state, analyst):
            analyst.proofs.prepare(state.start)
        self.shown = self._shown()

    def link(self, state: PageState, **more: str) -> str:
        query = state.query(**more)
        return f"{self.path}?{query}" if query else self.path

    # The board

    def _shown(self) -> Solution | None:
        """The solution whose values are on the board: of this position, or of the one before while a move is judged."""
        state = self.state
        if self.judging:
            return self._assessed(state.at - 1)
        if state.values and not state.guess and self.now.outcome is None:
            return self._assessed(state.at)
        return None

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
        return {move: worth for move, worth in known.items() if not self.now.board[move.cell]}

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
        return boards.board(picture, spots, label=_("Board"), widest=self.widest)

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

    # What is said

    @cached_property
    def headline(self) -> str:
        state, outcome, mover = self.state, self.now.outcome, spoken.side_name(self.now.to_move)
        if outcome is not None:
            is_won = state.has_opponent and outcome.winner == state.side
            return _("You win") if is_won else spoken.ending(outcome)
        if self.shown is not None and not self.judging and (known := knowledge.headline(self.shown)):
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
            if self.shown.value is not None:
                return spoken.counts(self.shown)
            if known := knowledge.summary(self.shown):
                parts.append(known)
        if state.has_opponent:
            parts.append(side_text(self.rules, state.side))
        if state.last is None:
            parts.append(_("Pick a cell to begin."))
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
        return _("Completed: {places}.").format(places=places)

    @property
    def announcement(self) -> str:
        """One message for those who listen."""
        verdict = self.verdict
        text = f"{verdict.title}. {verdict.says} " if verdict is not None else ""
        return f"{text}{self.headline}. {self.says}"

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
                says = " ".join((_("{move}: {value}.").format(move=did, value=known), says))
            return Assessment("", _("Not known"), says, again, go_on)
        says = _("{move}: {value}.").format(move=did, value=known)
        if self.shown.best and state.last not in self.shown.best and name != "best":
            best = [spoken.target_name(move, self._before) for move in self.shown.best]
            several = _("{moves} and more") if len(best) > 4 else "{moves}"
            moves = several.format(moves=", ".join(best[:4]) if len(best) > 4 else spoken.listed(best))
            value = knowledge.says_of(self.shown, self.shown.best[0])
            says += " " + _("Best was {moves}: {value}.").format(moves=moves, value=value)
        result = worth.result if worth is not None else self.shown.bounds_of(state.last)[0]
        return Assessment(code(result), spoken.capital(spoken.verdict(name)), says, again, go_on)

    # The moves so far

    @property
    def has_film(self) -> bool:
        return self.rules.cells <= _FILM_CELLS

    @property
    def film(self) -> list[Taken]:
        state, taken = self.state, []
        for number, position in enumerate(state.positions):
            last = state.moves[number - 1] if number else None
            name = _("Start") if last is None else spoken.move_name(last, self.rules)
            worth, result = self._worth(number) if last is not None else ("", "")
            picture = boards.small(position, last) if self.has_film else ""
            href = self.link(state.stepped(number))
            taken.append(Taken(number, name, href, number == state.at, picture, worth, result))
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

    # Who plays, and what can be done

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
        return [
            ("values", "V", _("Show values"), _("What is known about every cell"), state.values, self.link(values)),
            ("guess", "G", _("Guess first"), _("Hide values until you have moved"), state.guess, self.link(guess)),
        ]

    @cached_property
    def opponents(self) -> list[tuple[str, bool, str, str]]:
        """The word, whether chosen, the address, and what it means."""
        state = self.state
        named = [(PERFECT, *self._perfect)]
        for depth in state.levels:
            means = ngettext("looks {count} ply ahead", "looks {count} plies ahead", depth).format(count=depth)
            named.append((f"level-{depth}", _("Level {number}").format(number=depth), means))
        named.append((PERSON, _("Another person"), _("two at one board")))
        return [
            (word, state.opponent == name, self._choice(state.opponent == name, replace(state, opponent=name)), means)
            for name, word, means in named
        ]

    @property
    def _perfect(self) -> tuple[str, str]:
        """What the strongest opponent is called, and what it does: perfect only where it has a proof, or the position
        is solved."""
        if self._follows_proof:
            return _("Perfect"), _("never slips: it has a proof")
        if self.now.outcome is not None or self._is_solved:
            return _("Perfect"), _("never slips")
        return _("Strongest"), _("looks two plies ahead until the game can be solved")

    @property
    def _is_solved(self) -> bool:
        """Whether all moves are known. Large boards are not searched for this alone."""
        if self.rules.cells <= SMALL or self.shown is not None:
            return self.analyst.is_solved(self.now)
        known = self.analyst.recall(self.now)
        return known is not None and known.value is not None

    @property
    def _follows_proof(self) -> bool:
        """Whether the opponent has a proof, and has played by it until now."""
        state = replace(self.state, opponent=PERFECT)
        if not has_proof(state, self.analyst) or not state.at:
            return has_proof(state, self.analyst)
        strategy = self.analyst.proofs.strategy(state.start)
        return strategy is not None and strategy.is_followed(state.moves[: state.at])

    @property
    def opponent_name(self) -> tuple[str, str]:
        return next((word, means) for word, chosen, _href, means in self.opponents if chosen)

    @property
    def sides(self) -> list[tuple[str, str, bool, str]]:
        state = self.state
        offered = [(side, state.side == side, replace(state.restarted, side=side)) for side in self.rules.sides]
        return [(spoken.side_name(side), side, chosen, self._choice(chosen, to)) for side, chosen, to in offered]

    def _choice(self, is_chosen: bool, state: PageState) -> str:
        """Where a choice leads; what is chosen already leads nowhere else."""
        return self.link(self.state if is_chosen else replace(state, hint=False))

    @property
    def firsts(self) -> list[tuple[str, bool, str]]:
        state = self.state
        names = self.rules.sides
        if state.has_opponent:
            names = (state.side, self.rules.opponent[state.side])
        words = (_("You"), _("Opponent")) if state.has_opponent else tuple(map(spoken.side_name, names))
        return [
            (word, state.start.to_move == side, self._choice(state.start.to_move == side, state.with_first(side)))
            for word, side in zip(words, names)
        ]

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

    @property
    def strips(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Above the board the opponent, below it the person; in a game of two the two sides."""
        state = self.state
        below = state.side if state.has_opponent else self.rules.sides[0]
        above = self.rules.opponent[below]
        name, means = self.opponent_name
        if state.has_opponent:
            names = (name, _("You"))
        else:
            names = (spoken.capital(spoken.side_name(above)), spoken.capital(spoken.side_name(below)))
            means = ""
        live = self.now.outcome is None
        first = _("moved first") if any(self.now.board) else _("moves first")
        return tuple(  # type: ignore[return-value]
            {
                "name": named,
                "means": note if note else (first if state.start.to_move == side else ""),
                "side": side,
                "symbol": self._symbol(side),
                "to_move": live and self.now.to_move == side,
            }
            for named, side, note in zip(names, (above, below), (means, ""))
        )

    def _symbol(self, side: str) -> str:
        """The shape of a side's marks: x, o, odd, even, or nothing where both place the same."""
        if self.rules.sides == ("first", "second"):
            return ""
        return side.lower()

"""Who plays: the opponents to choose from, the sides, and the strips above and below the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Any

from ..explain.frame import is_columns
from ..games import Game
from ..language import _, ngettext
from ..search import Source
from . import spoken
from .analyst import SMALL, Analyst
from .opponents import has_proof
from .page_state import PERFECT, PERSON, PageState


class Players:
    """The players of one game; `link` writes the address of a state. With `is_valued`, values are on the board."""

    def __init__(
        self, state: PageState, analyst: Analyst, link: Callable[[PageState], str], *, is_valued: bool
    ) -> None:
        self._state, self._analyst, self._link, self._is_valued = state, analyst, link, is_valued
        self._now, self._rules = state.now, state.game

    @cached_property
    def opponents(self) -> list[tuple[str, bool, str, str]]:
        """The word, whether chosen, the address, and what it means."""
        state = self._state
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
        if self._now.outcome is not None or self._is_solved:
            return _("Perfect"), _("never slips")
        return _("Strongest"), _("looks two plies ahead until the game can be solved")

    @property
    def _is_solved(self) -> bool:
        """Whether all moves are known, and will be. Large boards are not searched for this alone. What a table of
        openings knows says nothing about the positions after it."""
        if self._rules.cells <= SMALL:
            return self._analyst.is_solved(self._now)
        known = self._analyst.assess(self._now) if self._is_valued else self._analyst.recall(self._now)
        return known is not None and known.value is not None and known.source is not Source.TABLE

    @property
    def _follows_proof(self) -> bool:
        """Whether the opponent has a proof, and has played by it until now."""
        state = replace(self._state, opponent=PERFECT)
        if not has_proof(state, self._analyst) or not state.at:
            return has_proof(state, self._analyst)
        strategy = self._analyst.proofs.strategy(state.start)
        return strategy is not None and strategy.is_followed(state.moves[: state.at])

    @property
    def opponent_name(self) -> tuple[str, str]:
        return next((word, means) for word, chosen, _href, means in self.opponents if chosen)

    @property
    def sides(self) -> list[tuple[str, str, bool, str]]:
        state = self._state
        offered = [(side, state.side == side, replace(state.restarted, side=side)) for side in self._rules.sides]
        return [
            (spoken.side_name(side), symbol_of(side, self._rules), chosen, self._choice(chosen, to))
            for side, chosen, to in offered
        ]

    def _choice(self, is_chosen: bool, state: PageState) -> str:
        """Where a choice leads; what is chosen already leads nowhere else."""
        return self._link(self._state if is_chosen else replace(state, hint=False))

    @property
    def firsts(self) -> list[tuple[str, bool, str]]:
        state = self._state
        names = self._rules.sides
        if state.has_opponent:
            names = (state.side, self._rules.opponent[state.side])
        words = (_("You"), _("Opponent")) if state.has_opponent else tuple(map(spoken.side_name, names))
        return [
            (word, state.start.to_move == side, self._choice(state.start.to_move == side, state.with_first(side)))
            for word, side in zip(words, names)
        ]

    @property
    def strips(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Above the board the opponent, below it the person; in a game of two the two sides."""
        state = self._state
        below = state.side if state.has_opponent else self._rules.sides[0]
        above = self._rules.opponent[below]
        name, means = self.opponent_name
        brief = ""
        if state.has_opponent:
            names = (name, self._shaped(_("You"), below))
            if state.last is not None and is_columns(self._rules) and self._now.to_move == below:
                dropped, move = (
                    _("dropped into {column}"),
                    spoken.target_name(state.last, state.positions[state.at - 1]),
                )
                means = dropped.format(column=move)
                brief = dropped.format(column=",".join(map(str, self._rules.move_place(state.last.cell))))
        else:
            one, other = (self._shaped(spoken.capital(spoken.side_name(side)), side) for side in (above, below))
            names = (one, other)
            means = ""
        live = self._now.outcome is None
        if any(self._now.board):
            first = _("moved first")
        else:  # a person is "you", who move
            first = _("move first") if state.has_opponent else _("moves first")
        return tuple(  # type: ignore[return-value]
            {
                "name": named,
                "means": note if note else (first if state.start.to_move == side else ""),
                "brief": brief if note else "",
                "side": side,
                "symbol": symbol_of(side, self._rules),
                "to_move": live and self._now.to_move == side,
            }
            for named, side, note in zip(names, (above, below), (means, ""))
        )

    def _shaped(self, player: str, side: str) -> str:
        """`You, solid`: discs have no letters on them."""
        shape = {"disc": _("solid"), "hoop": _("ring")}.get(symbol_of(side, self._rules))
        return f"{player}, {shape}" if shape else player

    @property
    def discs(self) -> list[tuple[str, str]]:
        """What the discs of a board with columns mean: a shape, and whose it is, by the letter that texts use."""
        state, rules = self._state, self._rules
        if not is_columns(rules):
            return []
        players = {}
        if state.has_opponent:
            players = {state.side: _("you"), rules.opponent[state.side]: self.opponent_name[0]}
        shapes = {"X": ("disc", _("a solid disc")), "O": ("hoop", _("a ring"))}
        named = []
        for letter in map(rules.symbol, rules.all_marks):
            shape, means = shapes[letter]
            who = f"{players[letter]} ({letter})" if letter in players else letter
            named.append((shape, f"{who}: {means}"))
        return named


def symbol_of(side: str, rules: Game) -> str:
    """The shape of a side's marks: x, o, odd, even, disc or hoop, or nothing where both place the same."""
    if is_columns(rules):
        return {"X": "disc", "O": "hoop"}.get(side, "")
    return "" if rules.sides == ("first", "second") else side.lower()

"""Everything that the page about a position shows: reasons, the best line, the tree and the race."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from ..explain import alike, words
from ..explain.board_picture import BoardPicture
from ..explain.reasons import Reason
from ..explain.value_labels import code, short
from ..games import Move, Result, Value
from ..language import _, ngettext
from . import boards, knowledge, spoken
from .analyst import Analyst
from .board_view import BoardView
from .page_state import PageState, write_move
from .players import symbol_of

_MOST_BOARDS = 3
_MOST_ALIKE = 6  # moves of one value that are explained before the rest is named only


@dataclass(frozen=True)
class Why:
    """A move, or several that are equal, and the reason for its value."""

    move: str
    cell: int
    result: str
    value: str
    sentence: str
    href: str
    line: list[tuple[str, str]]  # small boards and whose move each shows
    cells: str = ""  # those of the moves that symmetry makes equal to this one, which are explained with it


@dataclass(frozen=True)
class Group:
    """Moves of one result."""

    result: str
    title: str
    says: str
    whys: list[Why]
    others: str


class UnderstandView(BoardView):
    """The page about one position. Moves are played for both sides here."""

    path = "/understand"
    widest = 420

    def __init__(self, state: PageState, analyst: Analyst) -> None:
        super().__init__(state, analyst)
        self.solution = analyst.assess(self.now)
        self.shown = self.solution
        self.is_over = self.now.outcome is not None
        self._reasons: dict[Move, Reason] | None = None

    @property
    def reasons(self) -> dict[Move, Reason]:
        if self._reasons is None:
            is_solved = not self.is_over and self.solution.value is not None
            self._reasons = self.analyst.reasons(self.solution) if is_solved else {}
        return self._reasons

    @property
    def board(self) -> str:
        best = self.solution.best
        proof = self.solution.proof_move
        picture = BoardPicture(
            self.now,
            last=self.state.last,
            hint=self._hint(),
            pairs=() if proof is None else proof.pairs,
            sequence=() if proof is None else proof.sequence,
        )
        href = None if self.is_over else self._move_link
        spots = boards.spots(self.now, self.state.chosen, href, self.values, best)
        return boards.board(picture, spots, label=_("Board"), widest=self.widest)

    @property
    def marks(self) -> list[tuple[str, bool, str]]:
        if self.is_over:
            return []
        return [
            (self.rules.symbol(mark), mark == self.state.chosen, self.link(replace(self.state, mark=mark)))
            for mark in self.state.marks
        ]

    @cached_property
    def headline(self) -> str:
        outcome = self.now.outcome
        if outcome is not None:
            return spoken.ending(outcome)
        return knowledge.headline(self.solution) or _("Not known")

    @property
    def says(self) -> str:
        if self.is_over:
            return self._ending()
        if self.solution.value is None:
            move = self.solution.proof_move
            known = knowledge.summary(self.solution) or _("That does not mean drawn.")
            return known if move is None else f"{known} {move.why}"
        nodes = self.solution.cost.nodes
        looked = ngettext("The search looked at {count} position.", "The search looked at {count} positions.", nodes)
        return " ".join((_("Proven."), looked.format(count=f"{nodes:,}"), spoken.counts(self.solution)))

    @property
    def symbol(self) -> str:
        return symbol_of(self.now.to_move, self.rules)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return self._named_pairs(self.solution.proof_move)

    @property
    def known(self) -> list[str]:
        """What can be said where no move has a value: the threats, and the pairs of a proof."""
        if self.is_over or self.solution.value is not None:
            return []
        now, says = self.now, []
        for side in (now.to_move, self.rules.opponent[now.to_move]):
            cells = sorted({move.cell for _line, move in now.completions(side)})
            if cells:
                text = ngettext(
                    "{side} threatens to complete a line at {places}.",
                    "{side} threatens to complete lines at {places}.",
                    len(cells),
                )
                places = spoken.listed(spoken.place(cell, self.rules) for cell in cells)
                if words.has_columns(self.rules, side):
                    moves = [move for _line, move in now.completions(side)]
                    places = words.any_target(moves, self.rules, side)
                says.append(spoken.capital(text.format(side=spoken.side_name(side), places=places)))
        if not says:
            says.append(_("Nobody can complete a line with the next move."))
        if self.pairs:
            pairs = "; ".join(f"{one}–{other}" for one, other in self.pairs)
            says.append(
                _(
                    "The proof answers in pairs: whoever takes one cell of a pair, the other is the answer. {pairs}"
                ).format(pairs=pairs)
            )
        return says

    @property
    def groups(self) -> list[Group]:
        """Moves by result, the best first; with many alike, some are explained and the others named."""
        by_result: dict[Result, list[Reason]] = {}
        for reason in self.reasons.values():
            if reason.value is not None:
                by_result.setdefault(reason.value.result, []).append(reason)
        best = self.solution.value
        return [self._group(result, reasons, best) for result, reasons in by_result.items()]

    def _group(self, result: Result, reasons: list[Reason], best: Value | None) -> Group:
        title = {Result.WIN: _("Wins"), Result.DRAW: _("Holds the draw"), Result.LOSS: _("Loses")}[result]
        says = ""
        if best is not None and best.result is not result:
            away = {Result.WIN: _("gives away the win"), Result.DRAW: _("gives away the draw")}
            says = away.get(best.result, "")
        elif best is not None:
            says = _("best: {value}").format(value=spoken.value(best))
        by_value: dict[Value | None, list[Move]] = {}
        for reason in reasons:
            by_value.setdefault(reason.value, []).append(reason.move)
        equal = [moves for together in by_value.values() for moves in alike.groups(self.now, together)]
        explained, others = equal[:_MOST_ALIKE], equal[_MOST_ALIKE:]
        named = ", ".join(spoken.target_name(move, self.now) for moves in others for move in moves)
        return Group(code(result), title, says, [self._why(moves) for moves in explained], named)

    def _why(self, moves: list[Move]) -> Why:
        """Why the first of equal moves is as good as it is; where there are more, what they are called comes first."""
        reason, cells = self.reasons[moves[0]], sorted({move.cell for move in moves})
        assert reason.value is not None
        named, said = spoken.target_name(reason.move, self.now), reason.sentence
        shown = named.replace(" ", "\N{NO-BREAK SPACE}")
        if len(moves) > 1:
            called = alike.name(self.now, moves) or _("equal by symmetry")
            said = f"{spoken.capital(called)}. {named}: {said}"
            names = (spoken.target_name(move, self.now) for move in sorted(moves))
            shown = " · ".join(name.replace(" ", "\N{NO-BREAK SPACE}") for name in names)
        return Why(
            shown,
            reason.move.cell,
            code(reason.value.result),
            short(reason.value),
            said,
            self._move_link(reason.move),
            self._boards(reason),
            " ".join(map(str, cells)),
        )

    def _boards(self, reason: Reason) -> list[tuple[str, str]]:
        """The last boards of the line that shows it."""
        if reason.line is None or not self.has_small_boards:
            return []
        now, shown = self.now, []
        for move in reason.line:
            mover, now = now.to_move, now.play(move)
            over = now.outcome is not None and now.outcome.winner is not None
            text = _("{side} wins") if over else "{side}"
            who = now.outcome.winner if now.outcome is not None and now.outcome.winner is not None else mover
            shown.append((boards.small(now, move), text.format(side=spoken.side_name(who))))
        return shown if len(shown) <= _MOST_BOARDS else shown[:2] + shown[-1:]

    @property
    def line(self) -> list[tuple[str, str, str]]:
        """The principal line: a small board, the move, and the address of the position."""
        if self.is_over or not self.solution.line:
            return []
        state = self.state.stepped(self.state.at)
        stops = [(boards.small(self.now, state.last), _("now"), self.link(state))]
        for move in self.solution.line:
            state = state.played(move)
            name = spoken.move_name(move, self.rules)
            stops.append((boards.small(state.now, move), name, self.link(state)))
        return stops

    def aims(self) -> list[tuple[int, int, str]]:
        """The threats that the board shows while a move is pointed at: the cell, the layout and the drawing."""
        drawn: list[tuple[int, int, str]] = []
        for reason in self.reasons.values():
            move = reason.move
            if move.mark != self.state.chosen or reason.position.play(move).outcome is not None:
                continue
            for across in boards.layouts(self.rules):
                picture = BoardPicture(self.now.play(move), threats=self.now.to_move, across=across)
                pixels = boards.cell_pixels(self.rules, self.widest, max(across, 2 if across else 0))
                drawn.append((move.cell, across, picture.parts(pixels, coordinates=True)[1]))
        return drawn

    def drawings(self) -> dict[str, Any]:
        """Where the tree and the race of this position come from."""
        here = urlencode({"game": self.rules.name, "position": self.now.text}, safe=",/:.-_")
        empty = urlencode({"game": self.rules.name, "position": self.rules.start().text}, safe=",/:.-_")
        return {"here": here, "empty": empty}

    def _move_link(self, move: Move) -> str:
        return self.link(self.state, do=write_move(move, self.now))

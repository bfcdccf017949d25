"""Everything that the page about a finished game shows: its moves judged, and the one that decided it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property

from .. import solver
from ..explain import alike, review_words, svg, words
from ..explain.best_play import BestPlay
from ..explain.reasons import reason
from ..explain.review import Judged, Review, review
from ..explain.review_picture import ReviewPicture
from ..explain.value_labels import Estimate, code, short, spoken
from ..games import Position
from ..language import _
from ..search import Solution
from . import boards
from .analyst import Analyst
from .board_view import BoardView
from .page_state import PageState

SECONDS = 1.0  # for all positions of the game; what is not solved then may be at the next visit
_NODES_OF_LINES = 100_000
_MOST_OPTIONS = 5


@dataclass(frozen=True)
class Chip:
    """A value as the page shows it: the class, the letters, and what is read out."""

    result: str
    text: str
    spoken: str


@dataclass(frozen=True)
class Stop:
    """A move of the strip; the first is the start. `ribbon` is what is written where a stretch of the game begins."""

    number: int
    name: str
    href: str
    picture: str
    chip: Chip | None
    verdict: str
    is_yours: bool
    is_turning: bool
    result: str
    ribbon: tuple[str, str] | None
    goes_on: bool
    is_pair: bool  # the stretch that begins here has two stops


@dataclass(frozen=True)
class Option:
    """What was played, or what would have been better, and why."""

    moves: str
    called: str
    chip: Chip
    says: str


def has_review(state: PageState) -> bool:
    """Whether there is a game to look back on: it is over, and its moves are known."""
    return state.now.outcome is not None and state.at > 0


class ReviewView(BoardView):
    """The page about one finished game."""

    path = "/understand"
    template = "review"
    widest = 424

    def __init__(self, state: PageState, analyst: Analyst) -> None:
        super().__init__(replace(state, guess=False), analyst)
        self._until = time.monotonic() + SECONDS

    @cached_property
    def review(self) -> Review:
        state = self.state
        you = state.side if state.has_opponent else None
        play = BestPlay(node_limit=_NODES_OF_LINES)
        return review(state.start, state.moves[: state.at], you, solve=self._solve, play=play)

    def _solve(self, position: Position) -> Solution:
        if time.monotonic() < self._until:
            return self.analyst.solve(position)
        return self.analyst.recall(position) or solver.at_once(position)

    @property
    def is_unknown(self) -> bool:
        return bool(self.open_moves)

    @property
    def open_moves(self) -> int:
        """How many moves of the game could not be judged; they may be at the next visit."""
        return sum(judged.verdict is None for judged in self.review.judged)

    @cached_property
    def headline(self) -> str:
        return review_words.headline(self.review)

    @property
    def says(self) -> str:
        return review_words.summary(self.review)

    @property
    def announcement(self) -> str:
        return f"{self.headline.rstrip('.')}. {self.says}"

    # The strip

    @cached_property
    def stops(self) -> list[Stop]:
        made, judged = self.review, self.review.judged
        point = made.turning_point
        by_first = {stretch.first: stretch for stretch in made.ribbon}
        stops, result = [], ""
        for at, position in enumerate(self.state.positions[: self.state.at + 1]):
            one = judged[at - 1] if at else None
            begins = by_first.get(at)
            if begins is not None:
                result = code(begins.result) if begins.result is not None else "unk"
            stops.append(
                Stop(
                    at,
                    _("Start") if one is None else words.move_in_line(one.move, one.before),
                    self.link(self.state.stepped(at)),
                    boards.small(position, None if one is None else one.move) if self.has_small_boards else "",
                    None if one is None else _chip(one.value, one),
                    "" if one is None else review_words.move_verdict(one),
                    one is not None and one.side == made.you,
                    one is not None and point is not None and one.number == point.judged.number,
                    result,
                    None if begins is None else review_words.stretch_name(begins, made),
                    at < self.state.at and at + 1 not in by_first,
                    begins is not None and begins.last == begins.first + 1,
                )
            )
        return stops

    @property
    def ribbon(self) -> str:
        return review_words.ribbon_sentence(self.review)

    # The turning point

    @cached_property
    def subject(self) -> Judged | None:
        """The move that is looked at: the turning point, or where it was closest."""
        point = self.review.turning_point
        return point.judged if point is not None else self.review.closest if self.review.is_complete else None

    @property
    def title(self) -> str:
        number = self.subject.number if self.subject is not None else 0
        if self.review.turning_point is None:
            return _("Closest: move {number}").format(number=number)
        return _("The turning point: move {number}").format(number=number)

    @property
    def why(self) -> str:
        point = self.review.turning_point
        return point.reason.sentence if point is not None else review_words.closest(self.review)

    @cached_property
    def picture(self) -> ReviewPicture | None:
        point = self.review.turning_point
        if point is not None:
            return ReviewPicture.of(point)
        return None if self.subject is None else ReviewPicture(self.subject)

    @property
    def board(self) -> str:
        picture = self.picture
        if picture is None:
            return ""
        pixels = boards.cell_pixels(self.rules, self.widest)
        box, body = picture.parts(pixels)
        seen = " ".join(svg.number(float(at)) for at in box)
        label = picture.description()
        return svg.element("svg", body, cls="board", viewBox=seen, role="img", aria_label=label)

    @property
    def end_board(self) -> str:
        """The board at the end, where there is nothing else to show."""
        return boards.small(self.now, self.state.last)

    @cached_property
    def options(self) -> list[Option]:
        judged = self.subject
        if judged is None:
            return []
        played = words.target_name(judged.move, self.rules, judged.side)
        says = _("you played") if judged.side == self.review.you else _("was played")
        play = BestPlay(node_limit=_NODES_OF_LINES)
        if not judged.is_slip:
            says = reason(judged.solution, judged.move, play).sentence
        made = [Option(played, "", _chip(judged.value, judged), says)]
        for moves in judged.better:
            if judged.move in moves and len(moves) == 1:
                continue
            worth = judged.solution.moves.get(moves[0])
            because = reason(judged.solution, moves[0], play).sentence
            places = " · ".join(words.target_name(move, self.rules, judged.side) for move in sorted(moves))
            called = alike.name(judged.before, moves) if len(moves) > 1 else ""
            made.append(Option(places, called, _chip(worth, None), because))
        return made[:_MOST_OPTIONS]

    @property
    def legend(self) -> list[tuple[str, str]]:  # type: ignore[override]
        """What the signs on the board mean: a name for the sign, and words."""
        picture, judged = self.picture, self.subject
        if picture is None or judged is None:
            return []
        held = _("kept the win") if judged.stake[0] > 0 else _("held the draw")
        shown = [("kept w" if judged.stake[0] > 0 else "kept", held)] if picture.has_better else []
        if picture.answer is not None:
            answering = words.side_name(judged.after.to_move)
            if picture.threats:
                shown.append(("ring", _("where {side} would win").format(side=answering)))
            text = _("the answer of {side}, move {number}")
            shown.append(("answer", text.format(side=answering, number=judged.number + 1)))
        return shown

    @property
    def acts(self) -> list[tuple[str, str, bool]]:
        """What can be done from here: the word, the address, whether it is the main one."""
        state, judged = self.state, self.subject
        new = replace(state.restarted, values=False)
        acts = [(_("New game"), _play_link(new), False)]
        if judged is not None:
            side = judged.side if state.has_opponent else state.side
            again = replace(state, moves=state.moves[: judged.number - 1], at=judged.number - 1, side=side, hint=False)
            there = self.link(state.stepped(judged.number - 1))
            acts = [(_("Try again from here"), _play_link(again), True), (_("Understand this position"), there, False)]
            acts.append((_("New game"), _play_link(new), False))
        return acts


def _play_link(state: PageState) -> str:
    query = state.query()
    return f"/play?{query}" if query else "/play"


def _chip(value: Estimate, judged: Judged | None) -> Chip:
    if value is not None:
        return Chip(code(value.result), short(value), spoken(value))
    result = judged.result if judged is not None else None
    return Chip("unk" if result is None else code(result), "?" if result is None else "", spoken(None))

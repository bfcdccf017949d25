"""The board of a turning point: the move that was played with its value, and better moves as outlined tiles.

The answer that punishes is there at 30 % with its number, and dashed rings show where it would win.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..games import Move
from ..language import _
from . import marks, svg, value_labels, words
from .board_picture import BoardPicture, Box
from .frame import Frame, Weight, weight_for
from .review import Judged, TurningPoint
from .value_labels import Estimate


@dataclass(frozen=True)
class ReviewPicture:
    """One move of a game, and what is to be seen about it."""

    judged: Judged
    answer: Move | None = None
    threats: tuple[Move, ...] = ()

    @classmethod
    def of(cls, point: TurningPoint) -> ReviewPicture:
        return cls(point.judged, point.answer, point.threats)

    def parts(self, pixels: float) -> tuple[Box, str]:
        """What is seen, in units, and the drawing."""
        judged = self.judged
        position, frame, weight = judged.after, Frame(judged.before.game, labelled=True), weight_for(pixels)
        values = self._better()
        if frame.has_columns:
            return self._columns(frame, weight, values, pixels)
        crowded = {move.cell for move in (*self.threats, *((self.answer,) if self.answer else ()))}
        plain = {move: value for move, value in values.items() if move.cell not in crowded}
        picture = BoardPicture(position, last=judged.move, values=plain, best=frozenset(plain))
        box, body = picture.parts(pixels, coordinates=True)
        drawn = [body, *self._aims(frame, weight)]
        for cell in sorted(crowded):
            value = next((value for move, value in values.items() if move.cell == cell), None)
            drawn.append("" if value is None else _tile_below(value, *frame.centre(cell)))
        drawn += self._rings(frame, weight, {move.cell for move in values})
        if self.answer is not None:
            is_tiled = any(move.cell == self.answer.cell for move in values)
            drawn.append(_numbered(self.answer, judged, frame, weight, is_tiled))
        if judged.value is not None and not weight.is_small:
            drawn.append(_badge(judged.value, *frame.centre(judged.move.cell)))
        return box, "".join(drawn)

    def _columns(self, frame: Frame, weight: Weight, better: dict[Move, Estimate], pixels: float) -> tuple[Box, str]:
        """The same where marks drop: values stand above the columns, so that the cells are free for the rest."""
        judged = self.judged
        values = {**better, judged.move: judged.value}
        picture = BoardPicture(judged.after, last=judged.move, values=values, best=frozenset(better))
        box, body = picture.parts(pixels, coordinates=True)
        drawn = [body, *self._aims(frame, weight)]
        drawn += (marks.ring(*frame.centre(threat.cell), weight, radius=34) for threat in self.threats)
        if self.answer is not None:
            drawn.append(_numbered(self.answer, judged, frame, weight, is_tiled=False))
        return box, "".join(drawn)

    @property
    def has_better(self) -> bool:
        return bool(self._better())

    def _better(self) -> dict[Move, Estimate]:
        judged, game = self.judged, self.judged.before.game
        better = [move for moves in judged.better for move in moves if move.cell != judged.move.cell]
        one_each: dict[int, Move] = {}
        for move in sorted(better, key=game.preference):  # where numbers are chosen, the preferred one of a cell
            one_each.setdefault(move.cell, move)
        return {move: judged.solution.moves.get(move) for move in one_each.values()}

    def _aims(self, frame: Frame, weight: Weight) -> list[str]:
        """The lines that the answer leaves to be completed."""
        if self.answer is None:
            return []
        answered = self.judged.after.play(self.answer)
        lines = [(line, threat) for threat in self.threats for line in answered.lines_completed(threat)]
        within = [(line, threat) for line, threat in lines if len({frame.layer_of(cell) for cell in line}) == 1]
        return [marks.aim(frame, line, threat.cell, weight) for line, threat in within]

    def _rings(self, frame: Frame, weight: Weight, tiled: set[int]) -> list[str]:
        """Where each of them would be."""
        drawn = []
        for threat in self.threats:
            x, y = frame.centre(threat.cell)
            y -= 9 if threat.cell in tiled else 0
            drawn.append(marks.ring(x, y, weight, radius=17))
            drawn.append(svg.centred("aimed", x, y, 13, self.judged.before.game.symbol(threat.mark), 600))
        return drawn

    def description(self) -> str:
        """The picture in a sentence."""
        judged, game = self.judged, self.judged.before.game
        said = [
            _("Move {number}: {move} was played.").format(
                number=judged.number, move=words.move_in_line(judged.move, judged.before)
            )
        ]
        better = [words.target_name(move, game, judged.side) for move in self._better()]
        if better:
            said.append(_("Better: {moves}").format(moves=words.listed(better)) + ".")
        if self.answer is not None:
            said.append(_("The answer: {move}.").format(move=words.move_in_line(self.answer, judged.after)))
        return " ".join(said)


def _tile_below(value: Estimate, x: float, y: float) -> str:
    """A value at the foot of its tile, which leaves room for a ring or a mark above it."""
    if value is None or isinstance(value, value_labels.Bound):
        return ""
    letter = value_labels.code(value.result)
    return "".join(
        (
            svg.rectangle(f"tile-{letter} best-{letter}", x - 36, y - 36, 72, 72, 8, stroke_width=1.8),
            value_labels.glyph(value.result, x - 13, y + 23.5, 5.6),
            svg.label(f"g-{letter}", x + 7, y + 28, 12.5, value_labels.short(value), 700),
        )
    )


def _numbered(answer: Move, judged: Judged, frame: Frame, weight: Weight, is_tiled: bool) -> str:
    """The answer and its number; smaller above the value of its cell, where that is a better move, too."""
    x, y = frame.centre(answer.cell)
    mark = marks.mark(judged.before.game, answer.mark, 0, 0, weight)
    scale = " scale(.6)" if is_tiled else ""
    place = f"translate({svg.number(x)} {svg.number(y - 10 if is_tiled else y)}){scale}"
    ghost = svg.group(mark, cls="dim", transform=place)
    if weight.is_small:
        return ghost
    radius = 17 if frame.has_columns else 9.5
    x, y, size = x + 34, y - 34, radius * 1.16
    number = svg.centred("order", x, y, size, str(judged.number + 1), 600)
    return ghost + svg.circle("order-ring", x, y, radius, 1) + number


def _badge(value: Estimate, x: float, y: float) -> str:
    """The value of the move that was played, at the corner of its cell."""
    if value is None or isinstance(value, value_labels.Bound):
        return ""
    letter = value_labels.code(value.result)
    return "".join(
        (
            svg.rectangle(f"tile-{letter}", x + 10, y - 47, 38, 19, 5),
            value_labels.glyph(value.result, x + 19.5, y - 37.5, 4.6),
            svg.label(f"g-{letter}", x + 35, y - 33.5, 11.5, value_labels.short(value), 700),
        )
    )

"""A position as a picture: SVG that any page, notebook or program can show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..errors import MisuseError
from ..games import Move, Position
from ..games.misuse import expect_position
from ..games.notation import moves as move_notation
from ..language import _
from ..search import Solution
from . import marks, proof_marks, sums, svg, value_labels, words
from .frame import ABOVE, CELL, Frame, Weight, is_columns, weight_for
from .palette import SERIF
from .value_labels import Estimate

Line = tuple[int, ...]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class BoardPicture:
    """A position, and what is to be shown about it.

    `values` holds what is known about moves: a `Value`, a `Bound`, or None for what is not known yet. `threats` names
    the side whose threats are drawn. `chosen` is the number whose column is tinted where a cell has several values.
    `pairs` and `sequence` are what a proof relies on: pairs of cells, and the moves of a sequence of threats.
    """

    position: Position
    last: Move | int | None = None
    values: Mapping[Move, Estimate] = field(default_factory=dict)
    best: frozenset[Move] = frozenset()
    hint: Move | int | None = None
    threats: str | None = None
    chosen: int | None = None
    caption: str = ""
    pairs: tuple[tuple[int, int], ...] = ()
    sequence: tuple[int, ...] = ()
    across: int = 0  # layers side by side; 0 leaves it to the number of layers

    @property
    def last_cell(self) -> int | None:
        return self.last.cell if isinstance(self.last, Move) else self.last

    @property
    def hint_cell(self) -> int | None:
        return self.hint.cell if isinstance(self.hint, Move) else self.hint

    def usual_cell_pixels(self) -> float:
        """A size at which everything asked for can be read."""
        game = self.position.game
        across = game.shape[-1] * (Frame(game, across=self.across).layers_across)
        if self.values and len(game.marks_of[self.position.to_move]) > 1:
            return 120 if len(game.marks_of[self.position.to_move]) <= 3 else 150
        if sums.has_ends(self.position):
            return 110
        return min(100, max(48 if self.values else 40, 480 / across))

    def svg(self, cell_pixels: float | None = None, *, coordinates: bool | None = None, background: bool = True) -> str:
        """The picture. Without `coordinates` it is the board alone, sums and names of layers left out.

        Unless that is decided, cells too small for them go without.
        """
        pixels = cell_pixels or self.usual_cell_pixels()
        box, body = self.parts(pixels, coordinates)
        return svg.document(
            body,
            box=box,
            size=(box[2] * pixels / CELL, box[3] * pixels / CELL),
            title=self.title(),
            description=self.description(),
            cls="board",
            background=background,
        )

    def parts(self, pixels: float, coordinates: bool | None = None) -> tuple[Box, str]:
        """What is seen, in units, and the drawing, for pages that add to it."""
        coordinates = not weight_for(pixels).is_small if coordinates is None else coordinates
        frame = Frame(self.position.game, coordinates, self.across)
        edges = self._edges(frame, pixels) if coordinates else ""
        return self._box(frame, pixels, coordinates), edges + self._board(frame, pixels)

    def inner(self, cell_pixels: float) -> str:
        """The board alone, without a document around it, for pictures that hold many boards."""
        return self._board(Frame(self.position.game, labelled=False, across=self.across), cell_pixels)

    def title(self) -> str:
        outcome = self.position.outcome
        now = f"{self.position.to_move} to move" if outcome is None else f"the game is over: {outcome.summary}"
        return f"{self.position.game.name}, {now}"

    def description(self) -> str:
        """The same picture in words."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterable[str]:
        position, game = self.position, self.position.game
        if self.caption:
            yield f"{self.caption}."
        yield from self._columns() if is_columns(game) else self._rows()
        if self.last_cell is not None:
            yield f"Last move: {self._place(self.last_cell)}."
        if position.outcome is not None and position.outcome.line is not None:
            yield f"Completed: {self._line(position.outcome.line)}."
        for move, estimate in self.values.items():
            best = ", best" if move in self.best else ""
            yield f"{move_notation.describe(move, game)}: {value_labels.spoken(estimate)}{best}."
        if self.threats is not None:
            for line, (target, mark) in self._threats():
                yield f"Threat: {game.symbol(mark)} at {self._place(target)} completes {self._line(line)}."
        for one, other in self._pairs():
            yield f"A pair: {game.place_name(one)}; {game.place_name(other)}."
        for count, cell in enumerate(self.sequence, start=1):
            yield f"Threat {count} of the sequence: {game.place_name(cell)}."

    def _rows(self) -> Iterable[str]:
        position, game = self.position, self.position.game
        for start in range(0, game.cells, game.shape[-1]):
            *above, _ = game.place(start)
            where = ", ".join(f"{axis} {at}" for axis, at in zip(game.axes, above))
            held = position.board[start : start + game.shape[-1]]
            yield words.capital(f"{where}: {', '.join(game.symbol(mark) if mark else 'empty' for mark in held)}.")

    def _columns(self) -> Iterable[str]:
        """Where marks drop, a move is a column, and nobody counts rows."""
        position, game = self.position, self.position.game
        for column in range(game.columns):
            held = [game.symbol(mark) for mark in reversed(position.board[column :: game.columns]) if mark]
            says = f", from the floor: {', '.join(held)}" if held else ": empty"
            yield f"Column {column + 1}{says}."

    def _place(self, cell: int) -> str:
        game = self.position.game
        return game.column_name(cell) if is_columns(game) else game.place_name(cell)

    def _line(self, line: Line) -> str:
        game = self.position.game
        return game.line_name(line) if is_columns(game) else "; ".join(map(game.place_name, line))

    def _box(self, frame: Frame, pixels: float, coordinates: bool) -> Box:
        """What is seen: the board with a margin for what stands around it."""
        width, height = frame.size
        scale = CELL / pixels
        caption = 38 * scale if self.caption else 0
        if frame.has_columns:
            above, below = ABOVE if self.values else 4, 8 + (26 * scale if coordinates else 0)
            margin = 12 if self.caption else 0  # around a picture of its own
            return -margin, -above - caption, width + 2 * margin, height + above + below + caption + margin
        if not coordinates:
            return -4, -4 - caption, width + 8, height + 8 + caption
        left = top = 26 * scale
        right = bottom = 8 * scale
        if frame.layers > 1:
            top += 24 * scale
        if sums.has_ends(self.position):
            top = max(top, 34 * scale)
            right, bottom = 18 + 84 * scale, 8 + 58 * scale
        return -left, -top - caption, width + left + right, height + top + bottom + caption

    def _edges(self, frame: Frame, pixels: float) -> str:
        """Coordinates from 1, the names of layers, the sums of lines, the caption: all of one size on the screen."""
        scale = CELL / pixels
        drawn = []
        for layer in range(frame.layers):
            left, top = frame.origin(layer)
            # Where marks drop, the columns are named below the floor.
            beside, size = (frame.size[1] + 8 + 16 * scale, 14) if frame.has_columns else (top - 12 * scale, 11)
            for column in range(frame.columns):
                x = left + column * CELL + CELL / 2
                drawn.append(svg.centred("coord", x, beside, size * scale, str(column + 1)))
            for row in range(0 if frame.has_columns else frame.rows):  # a mark that drops needs none
                y = top + row * CELL + CELL / 2
                drawn.append(svg.centred("coord", left - 12 * scale, y, 11 * scale, str(row + 1)))
            if frame.layers > 1:
                name = svg.label(
                    "layer", left, top - 27 * scale, 15 * scale, _("Layer {at}").format(at=layer + 1), None, "start"
                )
                drawn.append(svg.group(name, font_family=SERIF))
        if self.caption:
            top = self._box(frame, pixels, coordinates=True)[1]
            caption = svg.label("caption", 0, top + 30 * scale, 20 * scale, self.caption, 600, "start")
            drawn.append(svg.group(caption, font_family=SERIF))
        if sums.has_ends(self.position):
            drawn.append(sums.draw(self.position, scale))
        return "".join(drawn)

    def _board(self, frame: Frame, pixels: float) -> str:
        weight = weight_for(pixels)
        position, game = self.position, self.position.game
        outcome = position.outcome
        won = outcome.line if outcome is not None else None
        threats = self._threats()
        across_layers = [
            line for line in (won, *(threat[0] for threat in threats)) if line and _leaves_layer(frame, line)
        ]
        below: list[str] = []
        above: list[str] = []
        for line in across_layers:
            below += [marks.last_tile(*frame.centre(cell)) for cell in line]
            above.append("" if weight.is_small else marks.order_numbers(frame, line))
        if self.last_cell is not None:
            at = frame.centre(self.last_cell)
            if weight.is_small:
                below.append(marks.last_tile(*at))
            else:
                above.append(marks.crop_marks(*at, weight))
        below.append(proof_marks.links(frame, self._pairs(), weight))
        below.append(frame.grid(weight))
        for line, move in threats:
            if line not in across_layers:
                below.append(marks.aim(frame, line, move.cell, weight))
        if won is not None and game.has_numbers and weight.is_small:  # a line would cross the numbers out
            below += [marks.last_tile(*frame.centre(cell)) for cell in won]
        elif won is not None and won not in across_layers:
            # Numbers must stay legible, so the line runs behind them.
            (below if game.has_numbers else above).append(marks.through(frame, won, weight))
        aimed = {cell: game.symbol(mark) if game.has_numbers else "" for _, (cell, mark) in threats}
        if self.hint is not None:
            cell, mark = self.hint if isinstance(self.hint, Move) else (self.hint, 0)
            aimed[cell] = game.symbol(mark) if game.has_numbers and mark else ""
        letters = proof_marks.labels(position.board, self.pairs, self.sequence, self.hint_cell)
        aimed |= {cell: letter for cell, letter in letters.items() if cell in aimed or cell in self.sequence}
        cells = (self._cell(frame, cell, weight, pixels, won, aimed, letters) for cell in range(game.cells))
        if frame.has_columns:
            above += self._above_columns(frame, pixels)
        return "".join((*below, *cells, *above))

    def _above_columns(self, frame: Frame, pixels: float) -> Iterable[str]:
        """Where marks drop: what each column is worth, or that it is full."""
        if not self.values:
            return
        for column in range(frame.columns):
            x, y = column * CELL + CELL / 2, 52 - ABOVE
            valued = (move.cell for move in self.values if move.cell % frame.columns == column)
            cell = next(valued, self.position.game.landing(self.position.board, column))
            if cell is None:
                yield svg.centred("coord", x, y, min(33.0, max(22.0, 1200 / pixels)), _("full"))
                continue
            drawn = self._values(cell, (x, y), pixels, least=24)
            yield svg.group(drawn, cls="cell", data_cell=cell) if drawn else ""

    def _values(self, cell: int, at: tuple[float, float], pixels: float, least: float = 16) -> str:
        text_size = min(30.0, max(least, 1200 / pixels))
        return marks.values(self.position, cell, at, dict(self.values), self.best, self.chosen, text_size)

    def _cell(
        self,
        frame: Frame,
        cell: int,
        weight: Weight,
        pixels: float,
        won: Line | None,
        aimed: dict[int, str],
        letters: dict[int, str],
    ) -> str:
        position, at = self.position, frame.centre(cell)
        if placed := position.board[cell]:
            dim = "dim" if won is not None and cell not in won else ""
            drawn = marks.mark(position.game, placed, *at, weight, dim)
            if frame.has_columns and cell == self.last_cell:
                drawn = svg.group(drawn, cls=f"last-in {fall(frame, cell)}")
        else:
            drawn = "" if frame.has_columns else self._values(cell, at, pixels)
            if frame.has_columns and not weight.is_small and cell not in aimed:
                return marks.slot(*at)
            if cell in aimed and not drawn:
                drawn = marks.ring(*at, weight, aimed[cell], radius=34 if frame.has_columns else 23)
            elif cell in letters and not drawn:
                drawn = proof_marks.letter(*at, weight, letters[cell])
            elif cell == self.hint_cell:
                drawn += marks.hint_frame(*at, weight)
        # In a tree nobody looks for a cell, and there are very many.
        return drawn if weight.is_small or not drawn else svg.group(drawn, cls="cell", data_cell=cell)

    def _pairs(self) -> list[tuple[int, int]]:
        return proof_marks.open_pairs(self.position.board, self.pairs, self.hint_cell)

    def _threats(self) -> list[tuple[Line, Move]]:
        """The lines that the side could complete at once, each with its move."""
        if self.threats is None or self.position.outcome is not None:
            return []
        return self.position.completions(self.threats)


def fall(frame: Frame, cell: int) -> str:
    """The class of a mark by the number of rows that it falls, from above the board; a page may animate it."""
    return f"fall-{min(8, 1 + cell // frame.columns)}"


def _leaves_layer(frame: Frame, line: Line) -> bool:
    return len({frame.layer_of(cell) for cell in line}) > 1


def of_solution(solution: Solution, **shown: object) -> BoardPicture:
    """The board with the value of every move on it; a move that is not known is shown as not known.

    Where win, draw or loss alone was asked for there is no value of a move, and the caption says what is known.
    """
    position = solution.position
    values: dict[Move, Estimate] = {}
    if solution.moves or solution.result is None:
        values = {move: solution.moves.get(move) for move in position.legal_moves}
    picture = BoardPicture(position, values=values, best=frozenset(solution.best), caption=caption(solution))
    return replace(picture, **shown)  # type: ignore[arg-type]


def caption(solution: Solution) -> str:
    """`X wins in 3 plies`; never a draw where the search was stopped."""
    position, result, value = solution.position, solution.result, solution.value
    if position.outcome is not None:
        return words.ending(position.outcome)
    if result is None:
        return _("Not known yet. This is not a draw")
    mover = position.to_move
    return words.capital(words.result_sentence(result, mover) if value is None else words.sentence(value, mover))


def board_svg(position: Position, cell_pixels: float | None = None, **shown: object) -> str:
    """The picture of a position; the fields of `BoardPicture` say what may be shown."""
    if isinstance(position, Solution):
        raise MisuseError("expected a position, found a solution; write solution_svg(solution)")
    expect_position(position, "board_svg({})")
    return BoardPicture(position, **shown).svg(cell_pixels)  # type: ignore[arg-type]


def solution_svg(solution: Solution, cell_pixels: float | None = None, **shown: object) -> str:
    """The picture of a solution: the value of every move on its cell, the best set outlined."""
    if not isinstance(solution, Solution):
        raise MisuseError(f"expected a solution, found {solution!r:.60}; write solution_svg(position.solve())")
    return of_solution(solution, **shown).svg(cell_pixels)

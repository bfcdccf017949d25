"""What things are called, in the current language: sides, places, moves and lines; results, values and times.

The command line, the page and the reports all take their words from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..games import Game, Move, Outcome, Position, Result, Value
from ..games.geometry import Line
from ..games.notation.moves import describe
from ..language import _, current, ngettext
from ..search import Solution

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
MOST_SUMS = 3  # moves whose sums are spelled out
SIGNS = {Result.WIN: "▲", Result.DRAW: "=", Result.LOSS: "▼"}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def number(count: int) -> str:
    """`two`, `three`; digits from ten on, and in other languages."""
    return NUMBERS[count] if count < len(NUMBERS) and current() == "en" else str(count)


def listed(items: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = items
    return _("{most} and {last}").format(most=", ".join(most), last=last) if most else last


def either(items: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, last = items
    return " ".join((", ".join(most), _("or"), last)) if most else last


def plies(count: int) -> str:
    return ngettext("{count} ply", "{count} plies", count).format(count=count)


def duration(seconds: float) -> str:
    """`12 s`, `5 min`, `3 h`: about how long something takes."""
    for size, name in ((3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} s"


def short_time(seconds: float) -> str:
    """`4.2 ms`, `1.3 s`: what was measured."""
    return f"{seconds * 1000:,.1f} ms" if seconds < 0.1 else f"{seconds:,.1f} s"


def exact_time(seconds: float) -> str:
    """`0.012 s`: what an answer took."""
    return f"{seconds:.3f} s"


def cost(nodes: int, seconds: float) -> str:
    """`1,234 nodes, 0.012 s`."""
    return f"{nodes:,} nodes, {exact_time(seconds)}"


def speed(nodes: int, rate: float) -> str:
    """`1,234 nodes, 567 a second`: how far a search is."""
    return f"{nodes:,} nodes, {rate:,.0f} a second"


def side_name(side: str) -> str:
    """The side as people call it; X and O are the same everywhere."""
    return {"odd": _("odd"), "even": _("even"), "first": _("first"), "second": _("second")}.get(side, side)


def move_name(move: Move, game: Game) -> str:
    """`X 2,2`, `5 at 2,2`."""
    if not game.has_numbers:
        return describe(move, game)
    return _("{number} at {place}").format(number=move.mark, place=place_name(move.cell, game))


def marks_name(symbols: Sequence[str], cell: int, game: Game) -> str:
    """One of several marks in one cell: `X/O 2,2`, `1/3/5 at 2,2`; where marks drop `X/O 4`."""
    text = _("{number} at {place}") if game.has_numbers else "{number} {place}"
    return text.format(number="/".join(symbols), place=",".join(map(str, game.move_place(cell))))


def place_name(cell: int, game: Game) -> str:
    """`3,1`; on a 3-D board `2,3,1`."""
    return ",".join(map(str, game.place(cell)))


def target_name(move: Move, game: Game, side: str) -> str:
    """The place alone where the side has one mark to put there, otherwise the mark too: `3,1`, `5 at 3,1`, `X 3,1`.

    Where marks drop, the column.
    """
    if game.drop:
        return _("column {at}").format(at=str(Move(move.cell, move.mark, game)))
    return place_name(move.cell, game) if len(game.marks_of[side]) == 1 else move_name(move, game)


def move_in_line(move: Move, position: Position) -> str:
    """A move in a line of play; with the side's name where the mark does not tell whose move it is."""
    game = position.game
    whose = "" if move.mark in game.owner else f"{side_name(position.to_move)} "
    return f"{whose}{move_name(move, game)}"


def targets(moves: Sequence[Move], game: Game, side: str) -> str:
    """`3,1 and 3,3`; where marks drop `columns 4 and 6`."""
    if has_columns(game, side) and len(moves) > 1:
        return _("columns {columns}").format(columns=listed(columns(moves, game)))
    return listed(target_name(move, game, side) for move in moves)


def any_target(moves: Sequence[Move], game: Game, side: str) -> str:
    """`3,1 or 3,3`; where marks drop `column 4 or 6`."""
    if has_columns(game, side):
        return _("column {at}").format(at=either(columns(moves, game)))
    return either(target_name(move, game, side) for move in moves)


def has_columns(game: Game, side: str) -> bool:
    """Whether a move of the side is no more than the number of a column."""
    return game.drop and len(game.shape) == 2 and len(game.marks_of[side]) == 1


def columns(moves: Iterable[Move], game: Game) -> list[str]:
    """The numbers of the columns, in their order."""
    return list(map(str, sorted({column for move in moves for column in game.move_place(move.cell)})))


def threats(moves: Sequence[Move], position: Position, side: str) -> str:
    """`3,1 and 3,3`; in number games with the sums that would be made: `5 at 3,1 (row 3: 5 + 2 + 6 = 13)`."""
    game = position.game
    if not game.has_numbers or len(moves) > MOST_SUMS:
        return targets(moves, game, side)
    return listed(f"{target_name(move, game, side)} ({_sums_made(move, position)})" for move in moves)


def _sums_made(move: Move, position: Position) -> str:
    board = {**dict(enumerate(position.board)), move.cell: move.mark}
    made = []
    for line in position.lines_completed(move):
        numbers = [board[cell] for cell in line if board[cell]]
        made.append(f"{line_name(line, position.game)}: {' + '.join(map(str, numbers))} = {sum(numbers)}")
    return "; ".join(made)


def at(moves: str, side: str, game: Game) -> str:
    """`at 3,1`; where the mark is named too, it brings its own `at`."""
    return _("at {moves}").format(moves=moves) if len(game.marks_of[side]) == 1 else moves


def line_name(line: Line, game: Game) -> str:
    return game.line_name(line)


def completed_name(line: Line, position: Position) -> str:
    """The line, and in number games how it adds up: `row 3 (2 + 5 + 6 = 13)`."""
    game = position.game
    if not game.has_numbers:
        return line_name(line, game)
    numbers = [position.board[cell] for cell in line if position.board[cell]]
    return f"{line_name(line, game)} ({' + '.join(map(str, numbers))} = {sum(numbers)})"


def completed(lines: Iterable[Line], position: Position) -> str:
    """`row 3 and column 1`; where marks drop, the move tells the rest: `the row and the diagonal`."""
    game = position.game
    if game.drop and len(game.shape) == 2:
        return listed(_directions(lines, game))
    return listed(completed_name(line, position) for line in lines)


def completed_at(lines: Iterable[Line], position: Position, target: str) -> str:
    """`the row at column 4`; a column that is completed is named once."""
    named = completed(lines, position)
    return named if named == target else _("{lines} at {move}").format(lines=named, move=target)


def _is_upright(line: Line, game: Game) -> bool:
    return len({game.place(cell)[1] for cell in line}) == 1 < len(line)


def _directions(lines: Iterable[Line], game: Game) -> Iterator[str]:
    lines = tuple(lines)
    ends = ((game.place(line[0]), game.place(line[-1])) for line in lines)
    steps = {(end[0] - start[0], end[1] - start[1]) for start, end in ends}
    if any(down == 0 for down, _right in steps):
        yield _("the row")
    if any(down and not right for down, right in steps):
        yield _("column {at}").format(at=next(game.place(line[0])[1] for line in lines if _is_upright(line, game)))
    if diagonals := sum(bool(down and right) for down, right in steps):
        yield _("the diagonal") if diagonals == 1 else _("both diagonals")


def verb(result: Result) -> str:
    """`wins`, `draws`, `loses`."""
    return {Result.WIN: _("wins"), Result.DRAW: _("draws"), Result.LOSS: _("loses")}[result]


def result_sign(result: Result) -> str:
    """`▲ win`, for tables."""
    return f"{SIGNS[result]} {result}"


def verb_with_distance(value: Value) -> str:
    """`wins in 3 plies`, `draws`: all drawn games are equally good."""
    if value.result is Result.DRAW:
        return verb(value.result)
    text = _("wins in {plies}") if value.result is Result.WIN else _("loses in {plies}")
    return text.format(plies=plies(value.distance))


def result_sentence(result: Result, side: str) -> str:
    """`X wins`: what best play gives."""
    return f"{side_name(side)} {verb(result)}"


def sentence(value: Value, side: str) -> str:
    """`X wins in 3 plies`, `draw with best play, 9 plies left`."""
    count = value.distance
    texts = {
        Result.WIN: ngettext("{side} wins in {count} ply", "{side} wins in {count} plies", count),
        Result.DRAW: ngettext(
            "draw with best play, {count} ply left", "draw with best play, {count} plies left", count
        ),
        Result.LOSS: ngettext("{side} loses in {count} ply", "{side} loses in {count} plies", count),
    }
    return texts[value.result].format(side=side_name(side), count=count)


def claim(solution: Solution) -> str:
    """`X wins, by the proof`. Where the proof is about one side only, that is the one said not to win."""
    text = {
        Result.WIN: _("{side} wins, by the proof"),
        Result.DRAW: _("{side} draws, by the proof"),
        Result.LOSS: _("{side} loses, by the proof"),
        None: _("{side} does not win, by the proof"),
    }[solution.result]
    side = solution.position.to_move
    if solution.result is None and solution.bounds[0] is Result.DRAW:
        side = solution.position.game.opponent[side]
    return text.format(side=side_name(side))


def value_name(value: Value) -> str:
    """`win in 3 plies`."""
    count = value.distance
    texts = {
        Result.WIN: ngettext("win in {count} ply", "win in {count} plies", count),
        Result.DRAW: ngettext("draw in {count} ply", "draw in {count} plies", count),
        Result.LOSS: ngettext("loss in {count} ply", "loss in {count} plies", count),
    }
    return texts[value.result].format(count=count)


def bound_name(bound: str, result: Result, distance: int | None) -> str:
    """`a win in 3`, `at most a draw`; the bound is `exact`, `at most` or `at least`."""
    name = {Result.WIN: _("a win"), Result.DRAW: _("a draw"), Result.LOSS: _("a loss")}[result]
    if distance is not None:
        name = _("{result} in {count}").format(result=name, count=distance)
    bounds = {"exact": "{value}", "at most": _("at most {value}"), "at least": _("at least {value}")}
    return bounds[bound].format(value=name)


def proved_name(result: Result) -> str:
    """`win by proof`: how long it takes is not known."""
    return {Result.WIN: _("win by proof"), Result.DRAW: _("draw by proof"), Result.LOSS: _("loss by proof")}[result]


def ending(outcome: Outcome) -> str:
    """`Drawn`, `X wins`: how a game ended, as a heading."""
    if outcome.winner is None:
        return _("Drawn")
    return capital(_("{side} wins").format(side=side_name(outcome.winner)))


def not_known() -> str:
    return _("not known yet")


def not_known_sentence(solution: Solution) -> str:
    """What there is to say where the result is open: the bound, if there is one, and that this is no draw."""
    text = _("Not known yet.")
    if Result.DRAW in solution.bounds:
        at_least = solution.bounds[0] is Result.DRAW
        bound = bound_name("at least" if at_least else "at most", Result.DRAW, None)
        side = side_name(solution.position.to_move)
        text = _("Not known yet, but {side} has {bound}.").format(side=side, bound=bound)
    return " ".join((text, _("This is not a draw: the search was stopped.")))


def counts(solution: Solution) -> str:
    """`2 moves win, 2 draw, 1 loses.`; where a move wins at once, others may not be known."""
    results = [value.result for value in solution.moves.values()]
    won, drawn, lost = (results.count(result) for result in (Result.WIN, Result.DRAW, Result.LOSS))
    parts = []
    if won:
        parts.append(ngettext("{count} move wins", "{count} moves win", won).format(count=won))
    if drawn:
        parts.append(ngettext("{count} move draws", "{count} moves draw", drawn).format(count=drawn))
    if lost:
        parts.append(ngettext("{count} move loses", "{count} moves lose", lost).format(count=lost))
    if unknown := len(solution.position.legal_moves) - len(results):
        parts.append(ngettext("{count} is not known", "{count} are not known", unknown).format(count=unknown))
    return f"{', '.join(parts)}."


def verdict_name(verdict: str | None) -> str:
    """How good a move was, in the words of a report."""
    return {
        "best": _("best"),
        "sooner": _("sooner than necessary"),
        "slower": _("slower"),
        "gave away the win": _("gave away the win"),
        "gave away the draw": _("gave away the draw"),
        "lost a won game": _("lost a won game"),
    }.get(verdict or "", "")

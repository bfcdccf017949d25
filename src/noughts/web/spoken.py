"""What the page says in words, in the current language: sides, places, moves, values, verdicts."""

from __future__ import annotations

from ..explain import words
from ..games import Game, Move, Position, Result, Value
from ..language import _, ngettext
from ..search import Solution


def side_name(side: str) -> str:
    """The side as people call it; X and O are the same everywhere."""
    return words.side_name(side)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def game_title(rules: Game) -> str:
    """`Tic-tac-toe 3×3`, `T3 3×3, make 13`, `Misère 4,4,3`."""
    plain = rules.name.removesuffix("+misere")
    size = "×".join(map(str, rules.shape))
    named = {
        "tictactoe": _("Tic-tac-toe"),
        "wild": _("Wild"),
        "notakto": _("Notakto"),
        "qubic": _("Qubic"),
        "numerical": _("Numerical"),
    }
    if plain.startswith("t3"):
        title = _("T3 {size}, make {target}").format(size=size, target=getattr(rules.goal, "target", ""))
    elif plain in named:
        title = f"{named[plain]} {size}"
    else:
        title = _("{size}, {length} in a row").format(size=size, length=rules.length)
    return _("{game}, misère").format(game=title) if plain != rules.name else title


def aim(rules: Game) -> str:
    """What wins or loses, in a sentence."""
    target, full = getattr(rules.goal, "target", None), getattr(rules.goal, "full", False)
    if target is not None:
        says = _("A full line that sums to {target} wins.") if full else _("A line that sums to {target} wins.")
        loses = _("Whoever makes a line of {target} loses.")
        return (loses if rules.misere else says).format(target=target)
    says = _("{length} in a row loses.") if rules.misere else _("{length} in a row wins.")
    return capital(says.format(length=rules.length))


def place(cell: int, rules: Game) -> str:
    """`2,2`."""
    return ",".join(map(str, rules.place(cell)))


def place_name(cell: int, rules: Game) -> str:
    """`Row 2, column 2`."""
    axes = {"layer": _("layer {at}"), "row": _("row {at}"), "column": _("column {at}")}
    return capital(", ".join(axes[axis].format(at=at) for axis, at in zip(rules.axes, rules.place(cell))))


def move_name(move: Move, rules: Game) -> str:
    """`X 2,2`, `5 at 2,2`."""
    return words.move_name(move, rules)


def target_name(move: Move, position: Position) -> str:
    """The place alone where the mark is not in question."""
    rules = position.game
    return place(move.cell, rules) if len(rules.marks_of[position.to_move]) == 1 else move_name(move, rules)


def listed(items: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *most, last = items
    return f"{', '.join(most)} {words.either()} {last}" if most else last


def value(worth: Value) -> str:
    """`win in 3 plies`."""
    said = {
        Result.WIN: ngettext("win in {count} ply", "win in {count} plies", worth.distance),
        Result.DRAW: ngettext("draw in {count} ply", "draw in {count} plies", worth.distance),
        Result.LOSS: ngettext("loss in {count} ply", "loss in {count} plies", worth.distance),
    }
    return said[worth.result].format(count=worth.distance)


def sentence(worth: Value, side: str) -> str:
    """`X wins in 3 plies`."""
    return capital(words.sentence(worth, side))


def counts(solution: Solution) -> str:
    """`2 moves win, 2 draw, 1 loses.`"""
    results = [worth.result for worth in solution.moves.values()]
    won, drawn, lost = (results.count(result) for result in (Result.WIN, Result.DRAW, Result.LOSS))
    parts = []
    if won:
        parts.append(ngettext("{count} move wins", "{count} moves win", won).format(count=won))
    if drawn:
        parts.append(ngettext("{count} move draws", "{count} moves draw", drawn).format(count=drawn))
    if lost:
        parts.append(ngettext("{count} move loses", "{count} moves lose", lost).format(count=lost))
    return f"{', '.join(parts)}."


def verdict(name: str | None) -> str:
    """How good a move was, in the words of a report."""
    return {
        "best": _("best"),
        "sooner": _("sooner than need be"),
        "slower": _("slower"),
        "gave away the win": _("gave away the win"),
        "gave away the draw": _("gave away the draw"),
        "lost a won game": _("lost a won game"),
    }.get(name or "", "")

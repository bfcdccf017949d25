"""What only the page says in words; everything else is said by `explain.words`."""

from __future__ import annotations

from ..explain import words
from ..explain.words import (
    capital,
    counts,
    either as listed,
    ending,
    move_name,
    place_name as place,
    side_name,
    value_name as value,
    verdict_name as verdict,
)
from ..games import Game, Move, Position, SumTo, Value
from ..language import _

__all__ = [
    "capital", "counts", "ending", "game_title", "listed", "move_name", "place", "place_name", "sentence",
    "side_name", "target_name", "value", "verdict",
]  # fmt: skip


def game_title(rules: Game) -> str:
    """`Tic-tac-toe 3×3`, `T3 3×3, make 13`, `Misère 4,4,3`."""
    plain = rules.name.removesuffix("+misere")
    undropped = plain.removesuffix("+drop")
    size = "×".join(map(str, rules.shape))
    named = {
        "tictactoe": _("Tic-tac-toe"),
        "wild": _("Wild"),
        "notakto": _("Notakto"),
        "qubic": _("Qubic"),
        "connect4": _("Connect Four"),
        "numerical": _("Numerical"),
    }
    if isinstance(rules.goal, SumTo) and rules.is_total:
        title = _("T3 {size}, make {target}").format(size=size, target=rules.goal.target)
    elif rules.name.removesuffix("+misere") == "connect4":
        title = named["connect4"]
    elif undropped in named:
        title = f"{named[undropped]} {size}"
    else:
        title = _("{size}, {length} in a row").format(size=size, length=rules.length)
    if plain != undropped:
        title = _("{game}, marks drop").format(game=title)
    return _("{game}, misère").format(game=title) if plain != rules.name else title


def place_name(cell: int, rules: Game) -> str:
    """`Row 2, column 2`."""
    axes = {"layer": _("layer {at}"), "row": _("row {at}"), "column": _("column {at}")}
    return capital(", ".join(axes[axis].format(at=at) for axis, at in zip(rules.axes, rules.place(cell))))


def target_name(move: Move, position: Position) -> str:
    """The place alone where the mark is not in question."""
    return words.target_name(move, position.game, position.to_move)


def sentence(worth: Value, side: str) -> str:
    """`X wins in 3 plies`, as a heading."""
    return capital(words.sentence(worth, side))

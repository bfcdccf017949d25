"""Minimax written out: each option, its score, and who takes the largest or the smallest of them.

The account is made from the `Trace` of `Minimax`, so it tells what the search did and nothing else. It is for small
trees: a person reads it to the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..errors import GameError, SearchStopped
from ..games import Move, Position
from ..search import INFINITY, Minimax, Trace, TraceNode
from . import words
from .scales import SCALES, Scale

MOST_STEPS = 400
_LETTERS = ("abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρστυφχψω")


@dataclass(frozen=True)
class Step:
    """A position of the tree, the move that led there, and its score for the maximiser.

    Where the game goes on, `chooses` says whether the side to move takes the largest or the smallest score, and
    `chosen` is the first of the options that has it.
    """

    label: str
    move: Move | None
    position: Position
    score: int
    chooses: Literal["max", "min"] | None
    options: tuple[Step, ...] = ()

    @property
    def chosen(self) -> Step | None:
        return next((option for option in self.options if option.score == self.score), None)

    @property
    def equals(self) -> list[Step]:
        """The options that are as good as the chosen one, itself included."""
        return [option for option in self.options if option.score == self.score]

    def walk(self) -> Iterator[Step]:
        """This step and all below it, each before its options."""
        yield self
        for option in self.options:
            yield from option.walk()


def steps(position: Position, scale: Scale = SCALES["unit"], most: int = MOST_STEPS) -> Step:
    """The tree below a position as minimax searches it; a `GameError` if it has more than `most` nodes."""
    scale.check(position)
    trace = Trace()
    try:
        Minimax(trace=trace, node_limit=most).value(position)
    except SearchStopped:
        raise GameError(
            f"step by step this would take more than {most:,} steps; give a position with fewer empty cells"
        ) from None
    return _Account(trace, scale).step(trace.nodes[0], "")


class _Account:
    def __init__(self, trace: Trace, scale: Scale) -> None:
        self.nodes = trace.nodes
        self.scale = scale
        self.root = trace.nodes[0].position
        self.maximiser = scale.maximiser(self.root)

    def step(self, node: TraceNode, label: str) -> Step:
        depth = label.count(".") + 1 if label else 0
        options = tuple(
            self.step(self.nodes[child], f"{label}.{name}" if label else name)
            for child, name in zip(node.children, _names(len(node.children), depth))
        )
        chooses: Literal["max", "min"] | None = None
        if options:
            chooses = "max" if node.position.to_move == self.maximiser else "min"
        return Step(label, node.move, node.position, self.score(node), chooses, options)

    def score(self, node: TraceNode) -> int:
        """The score in the trace is for the side to move, and tells how empty the board is when the game ends."""
        assert node.score is not None and -INFINITY < node.score < INFINITY
        if node.score == 0:
            return 0
        plies = self.root.board.count(0) - (abs(node.score) - 1)
        wins = (node.score > 0) == (node.position.to_move == self.maximiser)
        return self.scale.score(1 if wins else -1, plies)


def _names(count: int, depth: int) -> list[str]:
    """Latin and Greek letters in turn, level by level; numbers where there are too many options."""
    letters = _LETTERS[depth % 2]
    return list(letters[:count]) if count <= len(letters) else [str(at + 1) for at in range(count)]


def heading(step: Step, before: Position) -> str:
    """`b.α) O 3,1 is worth -1`."""
    assert step.move is not None
    return f"{step.label}) {words.move_in_line(step.move, before)} is worth {step.score}"


def account(step: Step) -> list[str]:
    """What happens at a step, in sentences."""
    position = step.position
    outcome = position.outcome
    if outcome is not None:
        if outcome.winner is None:
            return ["The game has ended in a draw: 0."]
        line = f" ({words.completed_name(outcome.line, position)})" if outcome.line is not None else ""
        return [f"The game has ended: {outcome.winner} has won{line}. That is worth {step.score}."]
    mover, count = position.to_move, len(step.options)
    chosen = step.chosen
    assert chosen is not None and chosen.move is not None
    size = "largest" if step.chooses == "max" else "smallest"
    if count == 1:
        return [f"{mover} has one option, {_option(chosen, position)}, so this is worth {step.score}."]
    options = words.listed(_option(option, position) for option in step.options)
    scores = ", ".join(str(option.score) for option in step.options)
    equal = "" if len(step.equals) == 1 else f"; {words.number(len(step.equals))} are equal, and the first is taken"
    taken = f"{mover} takes the {size}: {step.chooses}({scores}) = {step.score}, which is {chosen.label}){equal}."
    return [f"{mover} has {words.number(count)} options: {options}.", taken]


def _option(option: Step, before: Position) -> str:
    assert option.move is not None
    return f"{option.label}) {words.move_in_line(option.move, before)} for {option.score}"

"""The search told step by step: one sentence for each event of the trace."""

from __future__ import annotations

from typing import Any

from ..errors import counted
from ..games.notation import moves as move_notation
from ..search import INFINITY, TraceNode
from ..search.trace import Event
from .tree_view import Tree

_NOTES = {
    "table": "The table knows it already",
    "dead": "No line can be completed any more",
    "wins at once": "A line can be completed at once",
    "too soon": "Neither side can win soon enough to matter",
}


def steps(tree: Tree) -> list[dict[str, Any]]:
    """The events of the nodes that are drawn, in the order in which they happened, each with its sentence."""
    drawn = {node.node.index for node in tree.root.walk()}
    return [
        {"kind": event.kind, "node": event.node, "says": sentence(tree, event)}
        for event in tree.trace.events
        if event.node in drawn
    ]


def sentence(tree: Tree, event: Event) -> str:
    """What happened."""
    node = tree.trace.nodes[event.node]
    return {"enter": _entered, "leave": _left, "cut": _cut}[event.kind](tree, node)


def _entered(tree: Tree, node: TraceNode) -> str:
    mover = node.position.to_move
    if node.index == tree.root.node.index:
        return f"The search begins: {mover} to move, and nothing is known yet."
    if node.position.outcome is not None:
        return f"{_move(node)}: the game is over, {_outcome(node)}."
    lower, upper = tree.window(node)
    if not tree.has_windows or (lower, upper) == (-INFINITY, INFINITY):
        return f"{_move(node)}. Now {mover} is to move."
    return f"{_move(node)}. Only a value between {tree.label(lower)} and {tree.label(upper)} matters here."


def _left(tree: Tree, node: TraceNode) -> str:
    worth = tree.worth(node)
    if worth is None:
        return "The search was stopped here; the value is not known yet."
    if node.index == tree.root.node.index:
        return f"Done: {tree.root_position.to_move} has {worth.words}."
    after = f"After {_move(node)} {tree.root_position.to_move} has {worth.words}."
    if node.note in _NOTES:
        return f"{_NOTES[node.note]}. {after}"
    return after


def _cut(tree: Tree, node: TraceNode) -> str:
    """Which side has something better elsewhere, and what need not be looked at."""
    top, mover = tree.root_position.to_move, node.position.to_move
    lower, upper = tree.window(node)
    left = "one other move" if node.cut == 1 else f"{counted(node.cut, 'other move')}"
    are = "is" if node.cut == 1 else "are"
    last = tree.trace.nodes[node.children[-1]]
    score = tree.score(last)
    worth = tree.label(score) if score is not None else "?"
    if mover == top:
        better = f"at least {worth} for {top}, and the opponent can hold {top} to {tree.label(upper)} elsewhere"
    else:
        better = f"at most {worth} for {top}, who has {tree.label(lower)} elsewhere"
    return f"{_move(last)} makes this {better}: {mover}’s {left} {are} cut."


def _move(node: TraceNode) -> str:
    return "The start" if node.move is None else move_notation.describe(node.move, node.position.game)


def _outcome(node: TraceNode) -> str:
    outcome = node.position.outcome
    return "drawn" if outcome is None or outcome.winner is None else f"{outcome.winner} has won"

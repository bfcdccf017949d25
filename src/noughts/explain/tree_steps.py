"""The search told step by step: one sentence for each event of the trace."""

from __future__ import annotations

from typing import Any

from ..language import _, ngettext
from ..search import INFINITY, TraceNode
from ..search.trace import Event
from . import words
from .tree_view import Tree


def _note(name: str) -> str:
    """Why a node needed no search."""
    notes = {
        "table": _("Already in the table."),
        "dead": _("No line can be completed any more."),
        "wins at once": _("A line can be completed at once."),
        "too soon": _("Neither side can win soon enough to matter."),
    }
    return notes.get(name, "")


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
    mover = words.side_name(node.position.to_move)
    if node.index == tree.root.node.index:
        return _("The search begins: {side} to move, and nothing is known yet.").format(side=mover)
    if node.position.outcome is not None:
        return _("{move}: the game is over, {outcome}.").format(move=_move(node), outcome=_outcome(node))
    lower, upper = tree.window(node)
    if not tree.has_windows or (lower, upper) == (-INFINITY, INFINITY):
        return _("{move}. Now {side} is to move.").format(move=_move(node), side=mover)
    return _("{move}. Only a value between {lower} and {upper} matters here.").format(
        move=_move(node), lower=tree.label(lower), upper=tree.label(upper)
    )


def _left(tree: Tree, node: TraceNode) -> str:
    worth = tree.worth(node)
    if worth is None:
        return _("The search was stopped here; the value is not known yet.")
    top = words.side_name(tree.root_position.to_move)
    if node.index == tree.root.node.index:
        return _("Done: {side} has {value}.").format(side=top, value=worth.words)
    after = _("After {move} {side} has {value}.").format(move=_move(node), side=top, value=worth.words)
    return f"{_note(node.note)} {after}".strip()


def _cut(tree: Tree, node: TraceNode) -> str:
    """Which side has something better elsewhere, and what need not be looked at."""
    top, mover = tree.root_position.to_move, node.position.to_move
    lower, upper = tree.window(node)
    last = tree.trace.nodes[node.children[-1]]
    score = tree.score(last)
    worth = tree.label(score) if score is not None else "?"
    if mover == top:
        says = _("{move} makes this at least {worth} for {top}, and the opponent can hold {top} to {bound} elsewhere:")
    else:
        says = _("{move} makes this at most {worth} for {top}, who has {bound} elsewhere:")
    bound = tree.label(upper if mover == top else lower)
    cut = ngettext("{side}’s one other move is cut.", "{side}’s {count} other moves are cut.", node.cut)
    why = says.format(move=_move(last), worth=worth, top=words.side_name(top), bound=bound)
    return f"{why} {cut.format(side=words.side_name(mover), count=node.cut)}"


def _move(node: TraceNode) -> str:
    return _("The start") if node.move is None else words.move_name(node.move, node.position.game)


def _outcome(node: TraceNode) -> str:
    outcome = node.position.outcome
    if outcome is None or outcome.winner is None:
        return _("drawn")
    return _("{side} has won").format(side=words.side_name(outcome.winner))

"""A search as text, as a graph for Graphviz, and as JSON: the same nodes as in the picture."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import counted
from ..games import Game
from ..games.notation import moves as move_notation
from .tree_view import Tree, TreeNode


def as_text(tree: Tree) -> str:
    """An indented tree, one node a line; the best line is marked with *."""
    return "\n".join(_lines(tree, tree.root, "", "")) + "\n" + _summary(tree) + "\n"


def _lines(tree: Tree, node: TreeNode, first: str, rest: str) -> Iterator[str]:
    yield f"{first}{'*' if node.is_best else ' '} {_node_text(tree, node)}"
    left = [f"… {node.more:,} more"] if node.more else []
    left += [f"// {node.node.cut} cut"] if node.node.cut else []
    for count, child in enumerate(node.children):
        is_last = count == len(node.children) - 1 and not left
        yield from _lines(tree, child, rest + ("└─" if is_last else "├─"), rest + ("  " if is_last else "│ "))
    for count, text in enumerate(left):
        yield f"{rest}{'└─' if count == len(left) - 1 else '├─'}  {text}"


def _node_text(tree: Tree, node: TreeNode) -> str:
    """The move, the board, the value and the window."""
    trace_node, game = node.node, node.node.position.game
    worth = tree.worth(trace_node)
    move = f"{move_notation.describe(trace_node.move, game)}  " if trace_node.move is not None and node.depth else ""
    window = f"  {tree.window_text(trace_node)}" if tree.has_windows and trace_node.note != "finished" else ""
    note = f"  ({trace_node.note})" if trace_node.note not in ("", "finished") else ""
    alike = f"  ×{node.alike + 1}" if node.alike else ""
    return f"{move}{trace_node.position.text}  {worth.text if worth else '?'}{window}{note}{alike}"


def _summary(tree: Tree) -> str:
    folded = f", {tree.folded:,} of them folded" if tree.folded else ""
    cut = f", {counted(tree.total_cut, 'move')} cut" if tree.total_cut else ""
    name = f"{tree.algorithm}: " if tree.algorithm else ""
    return "\n".join((f"{name}{counted(tree.total, 'node')}{folded}{cut}.", *_legend(tree)))


def _legend(tree: Tree) -> Iterator[str]:
    """What the signs mean that occur in this tree, and why not everything is drawn."""
    side, nodes = tree.root_position.to_move, list(tree.root.walk())
    deepest = max(node.depth for node in nodes)
    unknown = "; ? is not known" if any(tree.worth(node.node) is None for node in nodes) else ""
    yield f"W3, D and L4: {side} wins in 3 plies, draws, loses in 4, counted from the top{unknown}."
    if tree.folded:
        drawn = f"{counted(tree.depth, 'ply').replace('plys', 'plies')} below the top"
        yield f"* is the best line. Drawn: {drawn}{' and the best line to its end' if deepest > tree.depth else ''}."
        yield "… more: nodes that were searched and are not drawn; --depth and --nodes draw more."
    else:
        yield "* is the best line."
    if tree.has_windows:
        yield "[a, b]: the window on arrival, what both sides are sure of. ≤ and ≥: a bound, not a value."
    if tree.total_cut:
        yield "// cut: moves that were not searched, because they cannot change the answer."
    if any(node.alike for node in nodes):
        yield "×4: one of four moves that are the same by symmetry."


def as_dot(tree: Tree) -> str:
    """For Graphviz: `dot -Tsvg`."""
    lines = ["digraph search {", '  node [shape=box, style=rounded, fontname="monospace", fontsize=10];']
    lines.append("  edge [arrowhead=none];")
    for node in tree.root.walk():
        index, best = node.node.index, ", penwidth=2.5" if node.is_best else ""
        lines.append(f"  n{index} [label={_quoted(_dot_label(tree, node))}{best}];")
        for child in node.children:
            both = ", penwidth=2.5" if node.is_best and child.is_best else ""
            lines.append(f"  n{index} -> n{child.node.index} [tooltip={_quoted(_move(child))}{both}];")
        if node.more:
            lines.append(f'  m{index} [label="… {node.more:,} more"]; n{index} -> m{index};')
        if node.node.cut:
            lines.append(
                f'  c{index} [label="{node.node.cut} cut", shape=plaintext]; n{index} -> c{index} [style=dashed];'
            )
    return "\n".join((*lines, "}")) + "\n"


def _dot_label(tree: Tree, node: TreeNode) -> str:
    game, board = node.node.position.game, node.node.position.board
    width = max(len(game.symbol(mark)) for mark in game.all_marks)
    cells = [f"{game.symbol(mark) if mark else '·':>{width}}" for mark in board]
    columns = game.shape[-1]
    rows = [" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    worth = tree.worth(node.node)
    window = [tree.window_text(node.node)] if tree.has_windows and node.node.note != "finished" else []
    return "\\n".join((*rows, worth.text if worth else "?", *window))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


def _move(node: TreeNode) -> str:
    move = node.node.move
    return "" if move is None else move_notation.describe(move, node.node.position.game)


def as_json(tree: Tree) -> dict[str, Any]:
    """The drawn nodes and the counts; scores and windows are for the side to move at the top."""
    position = tree.root_position
    return {
        "game": position.game.name,
        "position": position.text,
        "algorithm": tree.algorithm,
        "ranking": str(tree.ranking),
        "nodes": tree.total,
        "cut": tree.total_cut,
        "drawn": tree.drawn,
        "folded": tree.folded,
        "tree": _node_json(tree, tree.root, position.game),
    }


def _node_json(tree: Tree, node: TreeNode, game: Game) -> dict[str, Any]:
    trace_node, worth = node.node, tree.worth(node.node)
    move = trace_node.move
    axes = ("layer", "row", "col")[-len(game.shape) :]
    mark = None if move is None else move.mark if game.has_numbers else game.symbol(move.mark)
    return {
        "index": trace_node.index,
        "move": None if move is None else {**dict(zip(axes, game.place(move.cell))), "mark": mark},
        "position": trace_node.position.text,
        "bound": "unknown" if worth is None else worth.bound,
        "result": None if worth is None else str(worth.result),
        "distance": None if worth is None else worth.distance,
        "score": tree.score(trace_node),
        "window": [tree.label(score) for score in tree.window(trace_node)],
        "note": trace_node.note,
        "cut": trace_node.cut,
        "best": node.is_best,
        "more": node.more,
        "alike": node.alike,
        "alike_nodes": node.alike_nodes,
        "children": [_node_json(tree, child, game) for child in node.children],
    }

"""A search as one HTML file that needs nothing else: branches fold, and the search can be replayed step by step."""

from __future__ import annotations

import json
from html import escape
from importlib import resources
from typing import Any

from ..games import Result
from ..language import _, pgettext
from ..search import INFINITY
from . import palette, words
from .tree_picture import LABELS, MARGIN, TOP, TreePicture
from .tree_steps import steps
from .tree_view import MANY, Tree
from .value_labels import letter_of

MOST_NODES = 1000  # in a page: more would make the file large and the browser slow


def page(tree: Tree) -> str:
    """The whole file."""
    picture = TreePicture(tree)
    html = _asset("tree_page.html")
    parts = {
        "title": escape(picture.title),
        "heading": escape(f"{tree.root_position.game.name}, {tree.root_position.text}"),
        "summary": escape(picture.description),
        "light": palette.tokens(palette.LIGHT),
        "dark": palette.tokens(palette.DARK),
        "sans": palette.SANS,
        "serif": palette.SERIF,
        "paint": palette.stylesheet(),
        "style": _asset("tree_page.css"),
        "picture": picture.svg(background=False),
        # A closing tag inside a string would end the script.
        "data": json.dumps(data(tree, picture), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/"),
        "script": _asset("tree_page.js"),
    }
    for name, value in parts.items():
        html = html.replace(f"{{{{{name}}}}}", value)
    return html


def data(tree: Tree, picture: TreePicture) -> dict[str, Any]:
    """What the page must know to fold and to replay: scores are for the side to move at the top."""
    scores = {0, INFINITY, -INFINITY}
    nodes = []
    for node in tree.root.walk():
        lower, upper = tree.window(node.node)
        score = tree.score(node.node)
        scores |= {lower, upper} | ({score} if score is not None else set())
        nodes.append(
            {
                "index": node.node.index,
                "parent": node.node.parent if node.depth else None,
                "depth": node.depth,
                "children": [child.node.index for child in node.children],
                "window": [lower, upper],
                "score": score,
                "cut": node.node.cut,
                "more": node.more,
                "alike": node.alike,
                "best": node.is_best,
                "max": node.node.position.to_move == tree.root_position.to_move,
                "over": node.node.note == "finished",
                "below": tree.below(node),
            }
        )
    return {
        "nodes": nodes,
        "steps": steps(tree),
        "labels": {str(score): tree.label(score) for score in scores},
        "windows": tree.has_windows,
        "many": MANY,
        "legend": legend(tree),
        "words": {
            "begin": _("Step forward to watch the search."),
            "more": _("{count} more"),
            "cut": _("{count} cut"),
            "unfold": _("Unfold {count} more"),
            "play": pgettext("a search", "Play"),
            "pause": _("Pause"),
        },
        "measures": {
            "box": picture.box,
            "pitch": picture.pitch,
            "row": picture.row,
            "text": picture.text_height,
            "labels": LABELS,
            "top": TOP,
            "margin": MARGIN,
        },
    }


def legend(tree: Tree) -> list[tuple[str, str]]:
    """What the signs mean: a sign, or the name of one that is drawn, and its meaning."""
    meanings = [("best", _("best line"))]
    if tree.total_cut:
        meanings.append(("cut", _("cut: cannot change the answer")))
    if tree.has_windows:
        meanings.append(("[α, β]", _("the window on arrival")))
        meanings.append((f"≤ {letter_of(Result.DRAW)}", _("a bound (no shape), not a value")))
    side = words.side_name(tree.root_position.to_move)
    meanings.append(("", _("Values are for {side}, counted from the top board.").format(side=side)))
    return meanings


def _asset(name: str) -> str:
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")

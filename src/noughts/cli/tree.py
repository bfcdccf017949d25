"""`noughts tree`: what a search did, as a picture, a page or text."""

from __future__ import annotations

import json as json_format
import re
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from .. import files
from ..errors import PictureError, SearchStopped, either
from ..explain import raster, tree_page, tree_text
from ..explain.tree_picture import TreePicture
from ..explain.tree_view import MANY, Tree
from ..games import Ranking
from ..search import LADDER, Trace
from . import output
from .inputs import GameArgument, LadderRankingOption, LenientOption, PositionArgument, read_position

FORMATS = (".svg", ".png", ".html", ".dot", ".json", ".txt")
_MOST_SEARCHED = 1_000_000
_ALGORITHMS = {algorithm.name.replace(" ", "").replace("-", ""): algorithm for algorithm in LADDER}
Algorithm = Enum("Algorithm", {name: name for name in _ALGORITHMS}, type=str)  # type: ignore[misc]
_ALPHABETA = Algorithm("alphabeta")


def register(app: typer.Typer) -> None:
    app.command("tree")(_tree)


def _tree(
    game: GameArgument = "tictactoe",
    position: PositionArgument = None,
    algorithm: Annotated[Algorithm, typer.Option(help="Search algorithm.")] = _ALPHABETA,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help=f"File to write: {', '.join(FORMATS)}. Default: text."),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Plies to draw; the best line is always complete.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help=f"Maximum nodes to draw ({MANY}; {tree_page.MOST_NODES} in a page)."),
    ] = None,
    fold_symmetric: Annotated[
        bool, typer.Option("--fold-symmetric", help="Draw only one of several symmetric moves.")
    ] = False,
    ranking: LadderRankingOption = Ranking.QUICKEST,
    lenient: LenientOption = False,
) -> None:
    """Draw the tree of a search: boards, values, windows and cut-offs.

    \b
    noughts tree tictactoe 'XOX/O__/___ X' --depth 2
    noughts tree tictactoe 'XOX/O__/___ X' --algorithm minimax --out tree.svg
    noughts tree tictactoe 'XOX/O__/___ X' --out tree.html
    """
    kind = ".txt" if out is None else out.suffix.lower()
    if kind not in FORMATS:
        raise PictureError("{path}: the name must end in {ends}", path=out, ends=either(FORMATS))
    start = read_position(game, position, lenient)
    trace, chosen = Trace(), _ALGORITHMS[algorithm.value]
    with output.working(chosen.name) as progress:
        search = chosen(ranking, trace=trace, node_limit=_MOST_SEARCHED, progress=progress)
        try:
            search.value(start)
        except SearchStopped:  # the picture shows how far it came, and that the value is not known
            output.errors().print(f"The search was stopped after {_MOST_SEARCHED:,} nodes; the value is not known.")
    limit = nodes or (tree_page.MOST_NODES if kind == ".html" else MANY)
    tree = Tree(trace, depth=depth, nodes=limit, fold_symmetric=fold_symmetric, ranking=ranking, algorithm=chosen.name)
    written = _written(tree, kind)
    if out is None:
        _print(written.decode())
        return
    files.write(out, written)
    folded = f", {tree.folded:,} folded" if tree.folded else ""
    sys.stdout.write(f"{out}: {tree.drawn:,} of {tree.total:,} nodes{folded}, {tree.total_cut:,} moves cut\n")


def _print(text: str) -> None:
    """The tree as it is, and the legend below it wrapped to the screen."""
    lines = text.splitlines()
    legend = next((at for at, line in enumerate(lines) if re.match(r"[\w -]+: [\d,]+ nodes?\b", line)), len(lines))
    sys.stdout.write("".join(f"{line}\n" for line in lines[:legend]))
    for line in lines[legend:]:
        output.print_wrapped(line, indent=2)


def _written(tree: Tree, kind: str) -> bytes:
    """The file."""
    if kind == ".png":
        return raster.png(TreePicture(tree).svg())
    text = {
        ".svg": lambda: TreePicture(tree).svg(),
        ".html": lambda: tree_page.page(tree),
        ".dot": lambda: tree_text.as_dot(tree),
        ".json": lambda: json_format.dumps(tree_text.as_json(tree), indent=2, ensure_ascii=False) + "\n",
        ".txt": lambda: tree_text.as_text(tree),
    }[kind]()
    return text.encode()

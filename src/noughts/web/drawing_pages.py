"""What a worker is asked to draw, and the pages of what it made: the search tree, the race, the proof of a move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from .. import language
from ..errors import NotationError, NoughtsError, either
from ..games import position
from ..games.notation.symbols import shown
from ..language import _, said
from ..proofs.move_bounds import has_provers
from . import spoken
from .boards import layouts
from .page_state import LONGEST_TEXT, read_game
from .rendering import Asked, templates
from .worker import ALGORITHMS


def question(kind: str, query: Mapping[str, str]) -> dict[str, Any]:
    """What a worker is to draw, in the current language; an error that names what makes no sense in the address."""
    more = {"tree": _algorithm, "race": _nothing, "proof": _cell}[kind](query)
    text = query.get("position")
    if text is not None and len(text) > LONGEST_TEXT:
        raise NotationError(
            "{where}: {count} characters are too many; at most {most} are read",
            where="position",
            count=f"{len(text):,}",
            most=f"{LONGEST_TEXT:,}",
        )
    rules = read_game(query.get("game", "tictactoe"))
    start = rules.start() if text is None else position(rules, text, lenient=True)
    if start.outcome is not None:
        raise NotationError("the game is over: {how}", how=start.outcome.summary)
    return {"kind": kind, "game": rules.name, "position": start.text, "language": language.current(), **more}


def _nothing(_query: Mapping[str, str]) -> dict[str, str]:
    return {}


def _algorithm(query: Mapping[str, str]) -> dict[str, str]:
    algorithm = query.get("algorithm", "alphabeta")
    if algorithm not in ALGORITHMS:
        raise NotationError(
            "{where}: expected {expected}, found {found}",
            where="algorithm",
            expected=either(ALGORITHMS),
            found=shown(algorithm),
        )
    return {"algorithm": algorithm}


def _cell(query: Mapping[str, str]) -> dict[str, str]:
    """The cell of a move, and how the board is laid out on which its proof is drawn."""
    cell, rules = query.get("cell", ""), read_game(query.get("game", ""))
    if not has_provers(rules) or not (cell.isascii() and cell.isdigit() and int(cell[:3]) < rules.cells):
        raise NotationError(
            "{where}: expected a number from 0 to {most}, found {found}",
            where="cell",
            most=rules.cells - 1,
            found=shown(cell),
        )
    layout = query.get("layout", "0")
    if layout not in map(str, (0, *layouts(rules, in_a_row=True))):
        raise NotationError(
            "{where}: expected {expected}, found {found}",
            where="layout",
            expected=either(map(str, (0, *layouts(rules, in_a_row=True)))),
            found=shown(layout),
        )
    return {"cell": cell, "layout": layout}


def tree_page(drawing: dict[str, Any], asked: Asked) -> str:
    """The page of a search tree, to be shown in a frame."""
    context = {**asked.settings(), **drawing, "markup": Markup, "spoken": spoken}
    there = {"game": asked.query.get("game", "tictactoe"), "from": drawing["smaller"]}
    context["smaller"] = urlencode(there, safe=",/:.-_")
    theme = asked.query.get("theme", "")
    if theme in ("light", "dark"):
        context["theme"] = theme
    data = json.dumps(drawing["data"], ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return templates.get_template("tree.html").render(context, data=data)


def race_page(drawing: dict[str, Any]) -> str:
    """The picture of a race, and the same as a list."""
    return f'{drawing["picture"]}<div class="laps">{drawing["list"]}</div>'


def refusal(error: NoughtsError, title: str = "") -> str:
    """Why there is no drawing."""
    title = title or _("This cannot be drawn")
    return templates.get_template("refusal.html").render(title=title, message=said(error), language=language.current())

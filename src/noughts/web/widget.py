"""`noughts.widget("t3")`: a board in a notebook that can be played on. The extra `notebook` installs what it needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from ..errors import NoughtsError
from ..games import Game, Position
from ..language import current
from .analyst import Analyst
from .page_state import PERFECT, PageState, read_state
from .static_files import FILES

_ASSETS = Path(__file__).parent / "export" / "assets"
_SHEETS = ("colours.css", "noughts.css")


def widget(
    game: Game | Position | str = "tictactoe",
    position: str | None = None,
    *,
    opponent: str = PERFECT,
    values: bool = False,
) -> Any:
    """A board for a notebook: the game, or a position of it, against an opponent as on the page.

    `position` of the widget is the position that is shown, `moves` what has been played since the start.
    """
    state = _start(game, position, opponent, values)
    try:
        return _widget_class()(state)
    except ModuleNotFoundError as error:
        raise NoughtsError(f"a widget needs {error.name}: pip install 'noughts[notebook]'") from None


def _start(game: Game | Position | str, position: str | None, opponent: str, values: bool) -> PageState:
    query = {"opponent": opponent, **({"values": "1"} if values else {})}
    if isinstance(game, Position):
        query |= {"game": game.game.name, "from": game.text}
    else:
        query["game"] = game.name if isinstance(game, Game) else str(game)
    return read_state(query | ({"from": position} if position is not None else {}))


def _widget_class() -> Any:
    import anywidget
    import traitlets

    from .rendering import Asked, render

    class Board(anywidget.AnyWidget):
        """A game in a notebook. The notebook shows `page` and sets `asked` to the address of what was clicked."""

        _esm = _ASSETS / "widget.js"
        page = traitlets.Unicode("").tag(sync=True)
        style_sheet = traitlets.Unicode("").tag(sync=True)
        asked = traitlets.Unicode("").tag(sync=True)

        def __init__(self, state: PageState) -> None:
            super().__init__(style_sheet=style_sheet())
            self._analyst, self.state = Analyst(), state
            self._show(f"/play?{state.query()}")

        @property
        def position(self) -> Position:
            """What is on the board."""
            return self.state.now

        @property
        def moves(self) -> list[str]:
            """What has been played, as text."""
            return [str(move) for move in self.state.moves[: self.state.at]]

        @traitlets.observe("asked")
        def _go(self, change: Any) -> None:
            if change["new"]:
                self._show(change["new"])

        def _show(self, address: str) -> None:
            path, _, query = address.partition("?")
            asked = Asked(path, dict(parse_qsl(query)), current())
            page = render(asked, self._analyst)
            if page.location:  # a move was made: its page is where that leads
                self._show(page.location)
            elif page.status == 200:
                self.state = read_state(asked.query)
                self.page = render(asked._replace(fragment="page"), self._analyst).text

    return Board


def style_sheet() -> str:
    """The style sheets of the page, for a part of another page that nothing leaks out of."""
    sheets = [FILES[name].decode() for name in _SHEETS] + [(_ASSETS / "export.css").read_text(encoding="utf-8")]
    text = "\n".join((*sheets, ":host{max-width:30rem}"))  # a notebook is wide, and a board is looked at whole
    for before, after in ((":root:not([data-theme=light])", ":host"), (":root[data-theme=dark]", ":host(.dark)")):
        text = text.replace(before, after)
    return text.replace(":root", ":host").replace("html,body", ":host").replace(".embed body", ".embed")

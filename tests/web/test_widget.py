"""The board for notebooks: what a notebook would show and click, and what Python makes of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from explain.browser import browser
from playwright.sync_api import expect

import noughts
from noughts.web.export import folder as writing

WIDGET = writing.ASSETS / "widget.js"


def test_a_click_is_a_move_and_the_opponent_answers() -> None:
    board = noughts.widget("tictactoe")
    assert board.position.text == "___/___/___ X"
    (address,) = re.findall(r'href="(/play\?do=1-1)"', board.page)
    board.asked = address
    assert board.position.text == "X__/_O_/___ X"
    assert board.moves == ["1,1", "2,2"]
    board.asked = "/play?moves=1-1.2-2&do=2-2"  # not legal: the board stays as it is
    assert board.position.text == "X__/_O_/___ X"


def test_a_widget_begins_where_it_is_told_to() -> None:
    position = noughts.Position("t3", "000/050/000 even")
    assert noughts.widget(position).position == position
    assert noughts.widget("t3", "000/050/000 even").position == position
    assert noughts.widget("4,4,3", opponent="person", values=True).state.values
    with pytest.raises(noughts.NoughtsError, match="no opponent"):
        noughts.widget("t3", opponent="nobody")


def test_without_the_extra_it_says_what_to_install() -> None:
    missing = "import sys; sys.modules['anywidget'] = None; import noughts"
    code = f"{missing}\ntry: noughts.widget()\nexcept noughts.NoughtsError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "a widget needs anywidget: pip install 'noughts[notebook]'\n"


@pytest.mark.slow
def test_it_can_be_played_in_a_browser(tmp_path: Path) -> None:
    """With the script of the widget, and Python behind a model that stands in for the notebook's."""
    board = noughts.widget("t3")
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 600, "height": 700})

        def asked(address: str) -> str:
            board.asked = address
            return str(board.page)

        page.expose_function("python", asked)
        page.set_content("<div id=cell></div>")
        program = """async ([source, style, first]) => {
            const made = (await import(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))).default;
            const values = { page: first, style_sheet: style };
            let changed = () => {};
            const model = {
                get: (name) => values[name], set: (name, value) => { values[name] = value; },
                on: (_, act) => { changed = act; },
                save_changes: async () => { values.page = await window.python(values.asked); changed(); },
            };
            made.render({ model, el: document.getElementById('cell') });
        }"""
        page.evaluate(program, [WIDGET.read_text(encoding="utf-8"), board.style_sheet, board.page])
        expect(page.locator(".embed header.top")).to_be_hidden()
        page.locator('.board .spot[data-cell="4"]').click()
        position = "document.getElementById('cell').shadowRoot.getElementById('position')"
        page.wait_for_function(f"() => {position}.textContent.match(/[1-9]/g).length === 2")
        assert len(board.moves) == 2
        page.screenshot(path=str(tmp_path / "widget.png"))
        page.close()

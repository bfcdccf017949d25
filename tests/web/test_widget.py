"""The board for notebooks: what a notebook would show and click, and what Python makes of it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from explain.browser import browser
from playwright.sync_api import expect
from tool_environments import tools

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


@pytest.mark.parametrize("package", ["anywidget", "jinja2"])
def test_without_the_extra_it_says_what_to_install(package: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None\nfrom noughts import *\n"
    code += "try: widget()\nexcept NoughtsError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"a widget needs {package}: pip install 'noughts[notebook]'\n"


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


@contextmanager
def jupyter(folder: Path, *cells: str) -> Iterator[str]:
    """The address of a notebook with these cells in JupyterLab, which runs them in the Python of these tests."""
    kernel = {"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "language": "python"}
    described = folder / "share" / "kernels" / "tests" / "kernel.json"
    described.parent.mkdir(parents=True)
    described.write_text(json.dumps({**kernel, "display_name": "tests"}), encoding="utf-8")
    notebook = {
        "cells": [
            {"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
            for cell in cells
        ],
        "metadata": {"kernelspec": {"name": "tests", "display_name": "tests", "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 4,
    }
    (folder / "notebooks").mkdir()
    (folder / "notebooks" / "board.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    command = [
        str(tools("notebook") / "jupyter-lab"),
        *("--no-browser", "--allow-root", "--ip=127.0.0.1", "--port=0", "--IdentityProvider.token="),
        *("--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"),
        f"--ServerApp.root_dir={folder / 'notebooks'}",
    ]
    widgets = Path(sys.prefix) / "share" / "jupyter"  # the part of anywidget that runs in a browser is there
    places = {"JUPYTER_PATH": f"{folder / 'share'}:{widgets}", "HOME": str(folder), "JUPYTER_NO_CONFIG": "1"}
    with subprocess.Popen(command, env={**os.environ, **places}, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        said = ""
        while not (found := re.search(r"(http://127\.0\.0\.1:\d+)/lab\n", said)):
            line = server.stderr.readline()
            assert line, said
            said += line
        try:
            yield f"{found.group(1)}/lab/tree/board.ipynb"
        finally:
            server.terminate()
            server.stderr.read()


@pytest.mark.nightly
def test_it_can_be_played_in_a_notebook(tmp_path: Path) -> None:
    cells = "import noughts\nboard = noughts.widget('t3')\nboard", "print(*board.moves)"
    with jupyter(tmp_path, *cells) as address, browser() as chromium:
        page = chromium.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(180_000)
        page.goto(address)
        first, second = (page.locator(".jp-CodeCell .cm-content").nth(number) for number in (0, 1))
        first.click()
        page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]")
        page.keyboard.press("Shift+Enter")
        page.locator('.jp-OutputArea .spot[data-cell="4"]').click()
        expect(page.locator(".jp-OutputArea .spot.open")).to_have_count(7)
        second.click()
        page.keyboard.press("Shift+Enter")
        expect(page.locator(".jp-OutputArea-output pre")).to_have_text(re.compile("^2,2=5 [1-3],[1-3]=[246]\n?$"))
        board = page.locator(".jp-OutputArea .board").bounding_box()
        assert board is not None and board["height"] < 600, "a board is seen whole"
        page.screenshot(path=str(tmp_path / "notebook.png"))
        page.close()

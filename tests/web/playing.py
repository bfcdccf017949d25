"""What a person does and sees on the page."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page

from noughts.games import Game, Move, Position, position
from noughts.web.page_state import PageState, read_state


def shown(page: Page) -> Position:
    """The position on the board, by its text."""
    text = page.inner_text("#position")
    return position(game_of(page), text, lenient=True)


def game_of(page: Page) -> Game:
    return state_of(page).game


def state_of(page: Page) -> PageState:
    query = {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}
    return read_state(query)


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'.board .spot[data-cell="{number}"]')


def wait_for_plies(page: Page, count: int) -> None:
    """Until so many cells are filled."""
    filled = "(document.getElementById('position').textContent.split(' ')[0].match(/[XO1-9]/g) || []).length"
    page.wait_for_function(f"count => {filled} === count", arg=count)


def click(page: Page, move: Move | int) -> None:
    cell(page, move if isinstance(move, int) else move.cell).click()


def headline(page: Page) -> str:
    return page.inner_text("h1")

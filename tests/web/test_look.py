"""Looking: exact values on the board, guessing first, links, and boards pasted in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tiers import quick_for

from noughts import solve
from noughts.games import notation, position
from noughts.web.static_files import STATIC
from web.conftest import Open
from web.playing import cell, click, headline, shown, state_of, wait_for_plies

SEVERAL = [
    ("tictactoe", "___/___/___ X"),
    ("tictactoe", "XOX/O__/___ X"),
    ("tictactoe", "X__/_O_/__X O"),
    ("tictactoe+misere", "X__/_O_/___ X"),
    ("4,4,3", "X___/____/____/____ O"),
    ("notakto", "X__/___/___ second"),
]


def values_seen(page: Page) -> dict[int, tuple[str, bool]]:
    """For each cell with a tile, what stands in it and whether it is outlined as best."""
    found = page.eval_on_selector_all(
        ".board .cell:has([class^=tile-])",
        "all => all.map(one => [Number(one.dataset.cell), one.querySelector('text').textContent,"
        " one.querySelector('[class^=tile-]').getAttribute('class').includes('best-')])",
    )
    return {number: (text, best) for number, text, best in found}


@pytest.mark.parametrize(("game", "board"), quick_for(SEVERAL, SEVERAL[1], SEVERAL[3]))
def test_the_values_on_the_board_are_those_of_the_solver(visit: Open, game: str, board: str) -> None:
    now = position(game, board)
    page = visit(f"/play?game={game.replace('+', '%2B')}&from={board.replace(' ', '+')}&values=1&opponent=person")
    solution = solve(now)
    letters = {"win": "W", "draw": "D", "loss": "L"}
    expected = {
        move.cell: (f"{letters[str(worth.result)]}{worth.distance}", move in solution.best)
        for move, worth in solution.moves.items()
    }
    assert values_seen(page) == expected
    for move, worth in solution.moves.items():
        label = cell(page, move.cell).get_attribute("aria-label") or ""
        assert re.search(rf"{worth.result} in {worth.distance} pl", label.lower()), label
        assert label.endswith(", best.") == (move in solution.best)


def test_the_values_of_t3_stand_in_columns_one_for_each_number(visit: Open) -> None:
    page = visit("/play?game=t3&from=000/203/450+odd&values=1")
    solution = solve(position("t3", "000/203/450 odd"))
    seen = page.eval_on_selector_all(
        ".board .cell", "all => all.map(one => [Number(one.dataset.cell), one.textContent])"
    )
    letters = {"win": "W", "draw": "D", "loss": "L"}
    for number, text in seen:
        moves = [move for move in solution.moves if move.cell == number]
        values = [f"{letters[str(solution.moves[move].result)]}{solution.moves[move].distance}" for move in moves]
        if moves:
            assert text == "".join(f"{move.mark}{value}" for move, value in zip(moves, values))
    assert page.locator(".board [class*=best-]").count() == len(solution.best) == 1


def test_the_switch_shows_and_hides_values(visit: Open) -> None:
    page = visit("/")
    assert values_seen(page) == {}
    page.get_by_role("switch", name="Show values").click()
    page.wait_for_url("**values=1**")
    assert len(values_seen(page)) == 9
    assert headline(page) == "Draw with best play, 9 plies left"
    cell(page, 4).focus()
    page.keyboard.press("v")
    page.wait_for_url(re.compile(r"/play$"))
    assert values_seen(page) == {}


GUESSES = [
    ("XOX/O__/___ X", 4, "Best", "2,2: win in 3 plies."),
    ("XOX/O__/___ X", 7, "Gave away the win", "3,2: draw in 5 plies. Best was 2,2 or 3,3: win in 3 plies."),
    ("XOX/O__/___ X", 6, "Lost a won game", "3,1: loss in 4 plies."),
    ("X__/___/___ O", 1, "Gave away the draw", None),
    ("XX_/_O_/O__ X", 5, "Lost a won game", None),
    ("X_X/O__/_O_ X", 4, "Slower", "2,2: win in 3 plies. Best was 1,2: win in 1 ply."),
]


@pytest.mark.slow
@pytest.mark.parametrize(("board", "number", "title", "says"), GUESSES)
def test_guessing_first(visit: Open, board: str, number: int, title: str, says: str | None) -> None:
    page = visit(f"/play?from={board.replace(' ', '+')}&side={board[-1]}&guess=1&lenient=1")
    assert values_seen(page) == {}
    before = shown(page)
    click(page, number)
    expect(page.locator(".verdict b")).to_have_text(title)
    if says is not None:
        expect(page.locator(".verdict")).to_contain_text(says)
    assert set(values_seen(page)) == {move.cell for move in before.legal_moves} - {number}
    expect(page.locator("#live")).to_contain_text(title)
    page.click(".again")
    wait_for_plies(page, sum(map(bool, before.board)))
    assert shown(page) == before
    click(page, number)
    if page.locator(".go-on").count():
        page.click(".go-on")
        wait_for_plies(page, sum(map(bool, before.board)) + 2)
        assert values_seen(page) == {}


@pytest.mark.slow
def test_a_link_opens_the_same_game_position_and_settings(visit: Open) -> None:
    page = visit("/play?game=4,4,3&opponent=level-2&side=O&first=O&values=1")
    click(page, 5)
    wait_for_plies(page, 2)
    page.get_by_role("switch", name="Guess first").click()
    page.wait_for_url("**guess=1**")
    other = visit(page.url.removeprefix(page.url.split("/play")[0]), locale="en-US")
    assert state_of(other) == state_of(page)
    assert shown(other) == shown(page)
    assert other.inner_text("main") == page.inner_text("main")


@pytest.mark.slow
def test_a_link_with_moves_that_can_be_redone(visit: Open) -> None:
    page = visit("/play?moves=2-2.1-1.3-3&at=1&opponent=person")
    assert shown(page).text == "___/_X_/___ O"
    page.click("[data-action=redo]")
    wait_for_plies(page, 2)
    assert shown(page).text == "O__/_X_/___ X"


BOARD = position("tictactoe", "XX_/OO_/___ X")


@pytest.mark.parametrize("form", quick_for(sorted(notation.WRITERS), "boxed"))
def test_boards_in_any_notation_can_be_pasted(visit: Open, form: str) -> None:
    page = visit("/?opponent=person")
    page.click(".paste summary")
    page.fill("#game-text", notation.write(BOARD, form))
    page.get_by_role("button", name="Open what was pasted").click()
    wait_for_plies(page, 4)
    assert shown(page) == BOARD
    assert state_of(page).opponent == "person"


@pytest.mark.slow
def test_a_game_can_be_copied_out_and_pasted_in(visit: Open) -> None:
    played = visit("/play?game=t3&moves=2-2-5.1-1-4.3-3-1&opponent=person")
    text = played.input_value("#game-text")
    assert text == "noughts t3\n1. 5 at 2,2\n2. 4 at 1,1\n3. 1 at 3,3"
    page = visit("/")
    page.click(".paste summary")
    page.fill("#game-text", text)
    page.get_by_role("button", name="Open what was pasted").click()
    wait_for_plies(page, 3)
    assert state_of(page).moves == state_of(played).moves
    page.click(".paste summary")
    page.fill("#game-text", played.url)  # an address can be pasted as well
    page.get_by_role("button", name="Open what was pasted").click()
    wait_for_plies(page, 3)


@pytest.mark.slow
def test_what_cannot_be_read_is_said_with_a_way_on(visit: Open) -> None:
    page = visit("/", wrong=True)
    page.click(".paste summary")
    page.fill("#game-text", "XXX/X__/___ O")
    page.get_by_role("button", name="Open what was pasted").click()
    expect(page.get_by_role("alert")).to_contain_text("X has 4")
    page.get_by_role("link", name="Read it anyway").click()
    page.wait_for_function("() => document.getElementById('position').textContent.startsWith('XXX/X')")
    page = visit("/?moves=2-2.2-2", wrong=True)
    expect(page.get_by_role("alert")).to_contain_text("move 2: row 2, column 2 is taken by X")


def test_copying(visit: Open) -> None:
    page = visit("/?moves=2-2&opponent=person", permissions=["clipboard-read", "clipboard-write"])
    page.click("#copy-link")
    expect(page.locator("#copy-link")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_no_style_sheet_changes_what_another_one_styles() -> None:
    """A rule for all of a class stands in one sheet; the others name the part of the page that they mean."""
    by_selector: dict[str, set[str]] = {}
    for sheet in STATIC.glob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for selectors in re.findall(r"([^{}]+)\{", text):
            for selector in selectors.split(","):
                by_selector.setdefault(selector.strip(), set()).add(sheet.name)
    assert len(by_selector) > 300
    assert {one: sheets for one, sheets in by_selector.items() if len(sheets) > 1 and one.startswith(".")} == {}

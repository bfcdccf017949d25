"""Playing in a real browser: by mouse, by keyboard, against an opponent that cannot be beaten."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect
from tiers import quick_for

from noughts import Result, solve
from web.conftest import Open
from web.playing import cell, click, headline, shown, state_of, wait_for_plies


def test_a_whole_game_by_mouse(visit: Open) -> None:
    page = visit("/")
    assert headline(page) == "Your move"
    for count, number in enumerate((0, 8, 1), start=1):  # corner, corner, and then the block of what O threatens
        if shown(page).board[number] == 0:
            click(page, number)
            wait_for_plies(page, 2 * count)
    while shown(page).outcome is None:
        before = shown(page)
        click(page, solve(before).best[0])
        wait_for_plies(page, min(9, sum(map(bool, before.board)) + 2))
    assert shown(page).outcome is not None
    assert headline(page) == "Drawn"
    assert "Nobody slipped." in page.inner_text(".status")


def test_a_whole_game_by_keyboard(visit: Open) -> None:
    page = visit("/")
    page.keyboard.press("Tab")
    while not page.evaluate("document.activeElement.classList.contains('spot')"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(cell(page, 4)).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_plies(page, 2)
    expect(cell(page, 4)).to_be_focused()
    while shown(page).outcome is None:
        now = shown(page)
        best = solve(now).best[0]
        page.keyboard.press(f"Numpad{'789456123'[best.cell]}")
        wait_for_plies(page, min(9, sum(map(bool, now.board)) + 2))
    assert headline(page) == "Drawn"
    expect(page.locator("#live")).to_contain_text("Drawn")


def test_a_whole_game_of_t3_by_mouse(visit: Open) -> None:
    """Even, who moves second, wins with best play, whatever the opponent does."""
    page = visit("/play?game=t3&side=even&first=odd&opponent=level-1")
    wait_for_plies(page, 1)
    while shown(page).outcome is None:
        now = shown(page)
        best = solve(now).best[0]
        page.click(f'.choice[data-mark="{best.mark}"]')
        expect(page.locator('.choice[aria-pressed="true"]')).to_have_text(str(best.mark))
        click(page, best)
        page.wait_for_function("text => document.getElementById('position').textContent !== text", arg=now.text)
    outcome = shown(page).outcome
    assert outcome is not None and outcome.winner == "even"
    assert headline(page) == "You win"
    assert page.locator(".board .winline").count() == 1


@pytest.mark.slow
def test_a_whole_game_of_t3_by_keyboard(visit: Open) -> None:
    page = visit("/play?game=t3&side=even&first=odd&opponent=level-1")
    wait_for_plies(page, 1)  # odd moves first without being asked
    while shown(page).outcome is None:
        now = shown(page)
        best = solve(now).best[0]
        cell(page, best.cell).focus()
        page.keyboard.press(str(best.mark))
        expect(page.locator('.choice[aria-pressed="true"]')).to_have_text(str(best.mark))
        expect(cell(page, best.cell)).to_be_focused()
        page.keyboard.press("Space")
        page.wait_for_function("text => document.getElementById('position').textContent !== text", arg=now.text)
    assert headline(page) == "You win"


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    ["/", "/?side=O", "/?first=O", "/play?game=tictactoe%2Bmisere", "/play?game=t3"],
)
def test_the_perfect_opponent_never_loses(visit: Open, path: str) -> None:
    """Against somebody who plays at random it gets at least what the start is worth to it."""
    chance = random.Random(path)
    page = visit(path)
    for _ in range(2):
        while shown(page).outcome is None:
            page.wait_for_selector(".spot.open")
            now = shown(page)
            click(page, chance.choice(now.legal_moves))
            page.wait_for_function("text => document.getElementById('position').textContent !== text", arg=now.text)
            page.wait_for_function("() => document.querySelector('.spot.open') || document.querySelector('.status a')")
        state = state_of(page)
        worth = solve(state.start).value
        assert worth is not None
        least = worth.result if state.start.to_move != state.side else -worth.result
        outcome = shown(page).outcome
        assert outcome is not None
        got = Result.DRAW if outcome.winner is None else Result.LOSS if outcome.winner == state.side else Result.WIN
        assert got >= least
        page.click("[data-action=new]")
        page.wait_for_selector(".spot.open")


def test_undo_and_redo(visit: Open) -> None:
    page = visit("/")
    click(page, 0)
    wait_for_plies(page, 2)
    after = shown(page).text
    page.click("[data-action=undo]")
    wait_for_plies(page, 0)
    page.click("[data-action=redo]")
    wait_for_plies(page, 2)
    assert shown(page).text == after
    page.keyboard.press("Tab")
    cell(page, 0).focus()
    page.keyboard.press("u")
    wait_for_plies(page, 0)
    page.keyboard.press("r")
    wait_for_plies(page, 2)
    page.go_back()
    wait_for_plies(page, 0)


def test_hint_flip_new_and_the_winning_line(visit: Open) -> None:
    page = visit("/?from=XX_/OO_/___+X")
    page.click("[data-action=hint]")
    expect(page.locator(".status")).to_contain_text("Hint: 1,3.")
    assert page.locator(".board .target").count() == 1
    click(page, 2)
    wait_for_plies(page, 5)
    assert headline(page) == "You win"
    assert page.locator(".board .winline").count() == 1
    assert page.locator(".board .dim").count() == 2
    page.click("[data-action=new]")
    wait_for_plies(page, 4)
    page.click("[data-action=flip]")  # now the opponent has X, and takes the win itself
    wait_for_plies(page, 5)
    assert headline(page) == "X wins"


@pytest.mark.slow
def test_the_film_and_the_replay(visit: Open) -> None:
    page = visit("/?moves=1-1.2-2.1-2.1-3&opponent=person")
    assert page.locator(".film li").count() == 5
    page.click(".film li:nth-child(3) a")
    wait_for_plies(page, 2)
    assert page.locator(".film li").count() == 5
    assert "at=2" in page.url
    page.click("#replay")
    wait_for_plies(page, 0)
    wait_for_plies(page, 1)
    wait_for_plies(page, 4)


@pytest.mark.slow
def test_two_people(visit: Open) -> None:
    page = visit("/?opponent=person")
    for count, number in enumerate((0, 3, 1, 4, 2), start=1):
        click(page, number)
        wait_for_plies(page, count)
    assert headline(page) == "X wins"


@pytest.mark.slow
def test_choosing_players_and_games(visit: Open) -> None:
    page = visit("/")
    page.get_by_role("link", name="Another person").click()
    page.wait_for_url("**/play?opponent=person")
    page.get_by_role("link", name="Perfect").click()
    page.wait_for_url("**/play")
    page.locator(".seg").get_by_role("link", name="O", exact=True).click()
    wait_for_plies(page, 1)
    assert state_of(page).side == "O"
    page.click("#games")
    page.get_by_role("link", name="Wild 3×3").click()
    page.wait_for_url("**game=wild**")
    assert page.locator(".choice").all_inner_texts() == ["X", "O"]
    page.click("#games")
    page.fill("#other-game", "6,5,4+misere")
    page.keyboard.press("Enter")
    page.wait_for_url("**game=6,5,4%2Bmisere**")
    assert page.locator(".spot").count() == 30


def test_qubic_has_four_layers_and_keys_for_them(visit: Open) -> None:
    page = visit("/play?game=qubic&opponent=person")
    assert page.locator(".spot").count() == 64
    cell(page, 0).focus()
    page.keyboard.press("PageDown")
    expect(cell(page, 16)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    wait_for_plies(page, 1)
    assert "2,1,2" in page.inner_text(".list")
    assert cell(page, 17).get_attribute("aria-label") == "Layer 2, row 1, column 2: X"


GAMES = ("7,7,5", "wild", "notakto", "numerical", "4,4,3", "t3:4", "cube:3", "wild+misere")


@pytest.mark.parametrize("game", quick_for(GAMES, "wild"))
def test_every_game_can_be_played(visit: Open, game: str) -> None:
    page = visit(f"/play?game={game.replace('+', '%2B')}&opponent=level-1")
    page.wait_for_selector(".spot.open")
    now = shown(page)
    click(page, now.legal_moves[0].cell)
    wait_for_plies(page, 2)
    expect(page.locator(".film li, .list li")).to_have_count(3)

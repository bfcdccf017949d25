"""What the page says about positions that are known in part: by proof, by bounds, by a search that goes on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from noughts.games import Ranking, Result, game, position
from noughts.search import Solution
from noughts.solver import solve
from noughts.web import column_words, spoken
from web.checking import labels
from web.conftest import Open
from web.playing import cell, click, headline, wait_for_plies

PICTURE_07 = "/play?game=qubic&opponent=person&moves=1-1-1.2-2-2.1-1-2.3-3-3.1-1-3"
PICTURE_12 = "/play?game=7,7,5&opponent=person&moves=3-3.4-4.5-5.2-5.4-2.5-2.5-6.5-3"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("7,7,5", "X draws, by the proof"),
        pytest.param("6,6,5", "X draws, by the proof", marks=pytest.mark.slow),
        pytest.param("5,5,4", "X draws, by the proof", marks=pytest.mark.slow),
        pytest.param("qubic", "X wins, by the proof", marks=pytest.mark.slow),
    ],
)
def test_what_is_proved_is_shown_as_proved(visit: Open, name: str, says: str) -> None:
    page = visit(f"/play?game={name}&values=1")
    if name == "5,5,4" and headline(page) != says:  # it has been solved meanwhile
        says = "Draw with best play, 25 plies left"
    assert headline(page) == says
    assert "Not known yet" not in page.inner_text("main")
    page.wait_for_selector(".board .tile-w, .board .tile-d")
    solved = solve(game(name).start(), value_only=True, time_limit=20)
    assert solved.result is (Result.WIN if "wins" in says else Result.DRAW)


@pytest.mark.slow
def test_a_position_is_settled_move_by_move(visit: Open) -> None:
    page = visit(f"{PICTURE_12}&values=1")
    expect(page.locator("#solving")).to_have_count(0)
    assert headline(page) == "X draws, by the proof"
    assert sum("Draw by proof, best." in label for label in labels(page)) == 15
    assert sum(re.search(r"Loss (by proof|in \d+ pl)", label) is not None for label in labels(page)) == 26
    expect(page.locator(".legend .chip.d")).to_contain_text("by proof")
    assert page.locator(".board .best-d").count() == 15


@pytest.mark.slow
def test_a_bound_is_bare_text_and_has_its_words(visit: Open) -> None:
    page = visit("/play?game=8,8,5&opponent=person&values=1&moves=4-4.1-1.4-5.1-8")
    expect(page.locator(".board")).to_contain_text("≥ D")
    expect(page.locator(".legend .chip.bound").first).to_have_text(re.compile("[≥≤] D"))
    assert headline(page) in ("At least a draw for X", "X wins, by the proof")


@pytest.mark.slow
def test_moves_that_lose_are_shown_hinted_and_judged_though_another_is_open(visit: Open) -> None:
    page = visit(f"{PICTURE_07}&values=1")
    said = labels(page)
    assert sum("Loss in 2 plies." in label for label in said) == 58
    assert sum("Not known." in label for label in said) == 1
    expect(page.locator(".legend .chip.unk")).to_have_count(1)
    expect(page.locator(".legend")).to_contain_text("not known; that does not mean drawn")
    page = visit(f"{PICTURE_07}&hint=1")
    expect(page.locator(".status")).to_contain_text("Hint: 1,1,4. Every other move loses.")
    page = visit(f"{PICTURE_07}&guess=1")
    click(page, 63)
    wait_for_plies(page, 6)
    expect(page.locator(".verdict")).to_contain_text("4,4,4: loss in 2 plies.")


@pytest.mark.slow
def test_the_opponent_never_plays_a_move_that_is_known_to_lose(visit: Open) -> None:
    page = visit("/play?game=qubic&moves=1-1-1.2-2-2.1-1-2.3-3-3")
    click(page, 2)
    wait_for_plies(page, 6)
    assert "O 1,1,4" in page.inner_text(".list .now")


# On a busy machine the page may give up before it has found anything; then somebody has to press "Search on".
SEARCHED = """() => {
    const box = document.getElementById("solving");
    const hasGivenUp = box && box.dataset.state !== "searching" && !Number(box.dataset.seconds);
    if (hasGivenUp) box.querySelector("[data-solve]").click();
    return !box;
}"""


@pytest.mark.slow
def test_5_5_4_is_searched_by_itself(visit: Open) -> None:
    page = visit("/play?game=5,5,4&opponent=person&values=1&moves=2-1")
    page.wait_for_function(SEARCHED, timeout=600_000)
    assert headline(page).startswith("Draw with best play")
    assert all("Draw in 24 plies" in label or "Loss in" in label for label in labels(page))


@pytest.mark.slow
def test_a_search_begins_by_itself_says_how_far_it_is_and_can_be_stopped(visit: Open) -> None:
    page = visit("/play?game=8,8,5&opponent=person&values=1&moves=4-4.3-3.4-5")
    box = page.locator("#solving")
    expect(box).to_contain_text("Searching…")
    expect(box).to_contain_text(re.compile(r"\d+ of 61 moves are still open\."))
    expect(box.locator("[data-progress]")).to_contain_text("positions")
    page.get_by_role("button", name="Stop").click()
    expect(box).to_contain_text("Not known; that does not mean drawn.")
    page.wait_for_timeout(800)
    expect(page.get_by_role("button", name="Search on")).to_be_visible()  # and it stays so
    page.get_by_role("button", name="Search on").click()
    expect(box).to_contain_text("Searching…")


@pytest.mark.slow
def test_a_search_that_has_to_wait_says_so_in_ones_own_language_and_begins(visit: Open) -> None:
    page = visit("/play?game=8,8,5&values=1", wrong=True, locale="bg-BG")
    is_free = False

    def answer_when_free(route: Route) -> None:
        if is_free or route.request.method != "POST":
            route.continue_()
        else:
            route.fulfill(status=429, content_type="application/json", body='{"message": "more than 1"}')

    page.route("**/api/jobs", answer_when_free)
    page.goto(page.url)
    busy = page.locator("#solving [data-solve]").get_attribute("data-busy")
    assert busy is not None and not busy.isascii()
    expect(page.locator("#solving [data-progress]")).to_have_text(busy)
    with page.expect_response(lambda answer: answer.status == 202):
        is_free = True


@pytest.mark.slow
def test_what_a_search_finds_is_kept_and_it_stops_when_one_moves_on(visit: Open) -> None:
    page = visit("/play?game=8,8,5&opponent=person&values=1&moves=4-4.3-3.5-4")
    before = sum("Not known." in label for label in labels(page))
    unknown = "document.querySelectorAll('.spot[aria-label*=\"Not known.\"]').length"
    page.wait_for_function(f"count => {unknown} < count", arg=before)
    expect(page.locator("#solving [data-progress]")).to_contain_text("positions")  # the next search has begun
    with page.expect_request(lambda asked: asked.method == "DELETE"):
        click(page, 0)


def test_the_pairs_of_a_proof_are_drawn_while_it_is_pointed_at(visit: Open) -> None:
    page = visit(f"{PICTURE_12}&values=1")
    expect(page.locator("#solving")).to_have_count(0)
    cell(page, 10).hover()
    box = page.locator("#proof")
    expect(box).to_contain_text("2,4 is a draw by proof")
    expect(box).to_contain_text("when O takes one cell of a pair, X takes the other")
    letters = page.locator(".proof-layer .pair").all_text_contents()
    assert letters
    assert sorted(letters) == sorted(2 * sorted(set(letters)))
    pairs, lines, stopped = (int(text) for text in box.locator("b").all_text_contents())
    assert pairs == len(letters) / 2
    assert lines == stopped == 26
    page.mouse.move(5, 5)
    expect(box).to_be_hidden()
    expect(page.locator(".proof-layer")).to_have_count(0)
    cell(page, 0).focus()  # with the keyboard, too
    expect(box).to_contain_text("1,1 loses by proof")


@pytest.mark.parametrize(("name", "board", "unknown"), [("connect4", "73441163", 6), ("tictactoe", "XX_/OO_/___ X", 4)])
def test_moves_that_nobody_looked_at_are_not_counted_as_if_they_did_not_win(
    name: str, board: str, unknown: int
) -> None:
    """A move that wins at once is best whatever the others are worth: a search that is stopped may know it alone."""
    now = position(name, board)
    whole = solve(now)
    part = Solution.of_moves(now, Ranking.QUICKEST, {whole.best[0]: whole[whole.best[0]]}, engine="core")
    assert part.value == whole.value
    assert spoken.counts(part) == f"1 move wins, {unknown} are not known."
    assert "not known" not in spoken.counts(whole)
    if name == "connect4":
        assert (column_words.headline(part), column_words.summary(part)) == ("X wins in 1 ply", "5 wins at once.")

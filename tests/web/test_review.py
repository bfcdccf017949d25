"""Looking back on a game: Understand on a finished board, the strip and its ribbon, the turning point, and a way on."""

from __future__ import annotations

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tiers import quick_for

from noughts.explain import review_words
from noughts.explain.review import Review, review
from noughts.games import game
from noughts.language import LANGUAGES, speaking
from noughts.web.page_state import read_moves
from web.conftest import Open
from web.playing import click, headline, shown, wait_for_plies

MOVES = "1-1.2-2.3-3.1-3.3-1.2-1.3-2"
PATH = f"/understand?moves={MOVES}&side=O&first=X"
# Games to their end: the name, the moves, the side of the person.
GAMES = {
    "tictactoe": (MOVES, "O"),
    "tictactoe drawn": ("2-2.1-1.1-2.3-2.2-1.2-3.1-3.3-1.3-3", "X"),
    "notakto": ("1-1.2-2.1-3.3-3", "first"),
    "tictactoe+misere": ("1-1.2-2.1-2.3-3.1-3", "X"),
    "t3": ("3-1-3.1-3-6.2-2-5.3-3-4.1-1-1.2-3-4.2-1-1.3-2-6", "even"),
    "5,5,4": ("4-5.2-4.3-3.5-4.4-4.1-1.4-3.2-5.1-3.2-3.1-4.3-2.4-1.2-2", "X"),
    "qubic": (
        "3-1-1.4-1-1.2-2-3.4-2-2.3-4-3.4-3-3.4-1-4.3-3-4.3-1-4.1-1-2.4-4-4.2-4-4.4-4-1.2-1-1.4-1-3.1-2-1.1-4-1.1-3-2.2-4-2",
        "X",
    ),
}


def address(which: str) -> str:
    moves, side = GAMES[which]
    name = which.removesuffix(" drawn")
    first = game(name).sides[0]
    return f"/understand?game={name.replace('+', '%2B')}&moves={moves}&side={side}&first={first}"


def expected(which: str) -> Review:
    moves, side = GAMES[which]
    start = game(which.removesuffix(" drawn")).start()
    return review(start, read_moves(start, moves), side)


def test_the_page_says_what_the_review_says(visit: Open) -> None:
    page, one = visit(PATH), expected("tictactoe")
    assert headline(page) == review_words.headline(one) == "You had a draw until move 4"
    assert page.inner_text(".status p") == review_words.summary(one)
    assert page.locator(".strip8 li").count() == 8
    verdicts = page.locator(".strip8 .w8 i").all_inner_texts()
    assert verdicts == [review_words.move_verdict(judged) for judged in one.judged]
    assert page.locator(".strip8 [aria-current], .strip8 .turnpt").inner_text().startswith("4. O 1,3")
    assert page.locator(".rib b").all_inner_texts() == ["Drawn", "Lost"]
    assert page.get_by_text("For you: drawn at the start, lost from move 4.").count() == 1
    assert one.turning_point is not None
    assert page.inner_text(".why1") == one.turning_point.reason.sentence
    options = page.locator(".opt li").all_inner_texts()
    assert "1,3" in options[0] and "you played" in options[0]
    assert "the four edges" in options[1] and "1,2 · 2,1 · 2,3 · 3,2" in options[1]


@pytest.mark.slow
def test_the_board_shows_better_moves_the_answer_and_where_it_wins(visit: Open) -> None:
    page = visit(PATH)
    board = page.locator("#board svg")
    assert board.locator("[class*=best-d]").count() == 4
    assert board.locator(".target").count() == 2 and board.locator(".threat").count() == 2
    assert board.locator(".dim").count() == 1 and board.locator(".order").text_content() == "5"
    label = board.get_attribute("aria-label")
    assert label == "Move 4: O 1,3 was played. Better: 1,2, 2,1, 2,3 and 3,2. The answer: X 3,1."


@pytest.mark.slow
def test_one_can_try_again_from_there(visit: Open) -> None:
    page = visit(PATH)
    page.get_by_role("link", name="Try again from here").click()
    page.wait_for_url("**/play?*")
    wait_for_plies(page, 3)
    assert shown(page).text == "X__/_O_/__X O"
    click(page, 1)
    wait_for_plies(page, 5)
    page.go_back()
    page.go_back()
    page.get_by_role("link", name="Understand this position").click()
    wait_for_plies(page, 3)
    assert page.locator(".grp").count() == 2


@pytest.mark.slow
def test_a_game_that_is_over_offers_its_review_and_understand_opens_it(visit: Open) -> None:
    page = visit(f"/play?moves={MOVES}&side=O&first=X")
    page.get_by_role("link", name="Review the game").click()
    expect(page.locator("h1")).to_have_text("You had a draw until move 4")
    page.get_by_role("link", name="Play", exact=True).first.click()
    page.locator(".tabs a", has_text="Understand").click()
    expect(page.locator("h1")).to_have_text("You had a draw until move 4")
    page.locator(".strip8 li:nth-child(5) a").click()
    wait_for_plies(page, 4)
    assert headline(page) == "X wins in 3 plies"


@pytest.mark.parametrize("which", quick_for(GAMES, "tictactoe drawn"))
def test_every_sentence_holds_for_every_kind_of_game(visit: Open, which: str) -> None:
    """A short search on the page may know less than the program does, and never says anything else."""
    page, one = visit(address(which)), expected(which)
    said = page.locator(".strip8 .w8 i").all_inner_texts()
    assert len(said) == len(one.judged)
    true = [review_words.move_verdict(judged) for judged in one.judged]
    vague = {"not known", "kept the result", "wins", "draws", "loses"}
    assert all(word == right or word in vague or right in vague for word, right in zip(said, true))
    if said == true:
        assert headline(page) == review_words.headline(one)
    assert page.locator("#board svg").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("which", ["tictactoe", "5,5,4"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_at_any_width_in_any_language(visit: Open, language: str, which: str) -> None:
    page = visit(address(which), viewport={"width": 1920, "height": 900}, locale=language)
    # The strip is a reel and scrolls by itself; nothing else may reach beyond the page.
    beyond = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML)"
    for width in (1920, 1280, 768, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("() => innerWidth") == width
        assert page.eval_on_selector_all(".rv > *, .rv .tp *, .rv .status *, .rv .posline *", beyond) == [], width
    if which == "tictactoe":
        with speaking(language):
            assert headline(page) == review_words.headline(expected("tictactoe"))


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(visit: Open, theme: str, width: int) -> None:
    page = visit(PATH, color_scheme=theme, viewport={"width": width, "height": 844})
    found = Axe().run(page).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []


def test_without_javascript_it_is_all_there(client: httpx.Client) -> None:
    text = client.get(PATH, headers={"accept-language": "en"}).text
    assert "You had a draw until move 4" in text and 'class="tp"' in text and "Try again from here" in text
    assert "style=" not in text

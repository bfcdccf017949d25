"""The page of a search, in a real browser: it replays what the trace says, folds, and asks nobody for anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tiers import quick_for

from noughts.explain import tree_page
from noughts.explain.tree_picture import TreePicture
from noughts.explain.tree_steps import steps
from noughts.explain.tree_view import Tree
from noughts.games import position
from noughts.search import AlphaBeta, Search, Threats, Trace
from noughts.search.trace import Event

from .browser import browser

BOARD = "XOX/O__/___ X"


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as started:
        yield started


def tree_of(rung: type[Search] = AlphaBeta, board: str = BOARD, nodes: int = 150) -> Tree:
    trace = Trace()
    rung(trace=trace).value(position("tictactoe", board))
    return Tree(trace, algorithm=rung.name, nodes=nodes)


def show(opened: Browser, tree: Tree, directory: Path, **settings: object) -> Page:
    """The page, with whatever goes wrong in it written down."""
    file = directory / "tree.html"
    file.write_text(tree_page.page(tree), encoding="utf-8")
    page = opened.new_page(viewport={"width": 1280, "height": 800}, **settings)  # type: ignore[arg-type]
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if request.url != file.as_uri() else None)
    page.goto(file.as_uri())
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert wrong == []
    page.wrong = wrong  # type: ignore[attr-defined]
    return page


def seen(page: Page) -> dict[int, dict[str, object]]:
    """What the page shows of every node in sight."""
    found = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.node:not(.hidden)')].map(node => {
            const text = node.querySelector('.window');
            return [node.dataset.node, {
                ahead: node.classList.contains('ahead'),
                current: node.classList.contains('current'),
                open: !node.querySelector('.open').classList.contains('hidden'),
                window: text && text.textContent,
                x: node.transform.baseVal[0].matrix.e,
            }];
        }))"""
    )
    return {int(index): shown for index, shown in found.items()}


def expected(tree: Tree, events: list[Event]) -> dict[int, dict[str, object]]:
    """The same, from the trace: who has been entered, who is open, and the window as each child left it."""
    entered, left = set(), set()
    windows = {node.index: list(tree.window(node)) for node in tree.trace.nodes}
    for kind, index in events:
        node = tree.trace.nodes[index]
        if kind == "enter":
            entered.add(index)
        elif kind == "leave":
            left.add(index)
            score = tree.score(node)
            if node.parent is not None and score is not None:
                parent = tree.trace.nodes[node.parent]
                if parent.position.to_move == tree.root_position.to_move:
                    windows[node.parent][0] = max(windows[node.parent][0], score)
                else:
                    windows[node.parent][1] = min(windows[node.parent][1], score)
    shown: dict[int, dict[str, object]] = {}
    for node in tree.trace.nodes:
        is_open = node.index in entered - left
        window = [tree.label(score) for score in (windows[node.index] if is_open else tree.window(node))]
        shown[node.index] = {
            "ahead": node.index not in entered,
            "open": is_open,
            "window": None if node.note == "finished" else f"[{', '.join(window)}]",
        }
    return shown


@pytest.mark.slow
@pytest.mark.parametrize("rung", [AlphaBeta, Threats], ids=lambda rung: rung.name)
def test_every_step_shows_the_search_as_it_was_then(rung: type[Search], opened: Browser, tmp_path: Path) -> None:
    tree = tree_of(rung)
    page = show(opened, tree, tmp_path)
    events, told = tree.trace.events, steps(tree)
    assert page.inner_text("#now") == str(len(events)) == str(len(told))
    page.keyboard.press("Home")
    for step in range(len(events) + 1):
        if step:
            page.keyboard.press("ArrowRight")
            assert page.inner_text("#says") == told[step - 1]["says"]
        assert page.inner_text("#now") == str(step)
        shown = seen(page)
        for index, truth in expected(tree, events[:step]).items():
            assert {key: shown[index][key] for key in truth} == truth, (step, index)
        current = [index for index, node in shown.items() if node["current"]]
        assert current == ([events[step - 1].node] if 0 < step < len(events) else [])
    page.close()


@pytest.mark.slow
def test_keys_and_buttons_go_to_the_same_places(opened: Browser, tmp_path: Path) -> None:
    page = show(opened, tree_of(), tmp_path)
    last = page.inner_text("#all")
    for key, button, start, step in (
        ("Home", "#home", "5", "0"),
        ("ArrowRight", "#next", "5", "6"),
        ("ArrowLeft", "#back", "5", "4"),
        ("End", "#end", "5", last),
    ):
        for way, what in ((page.keyboard.press, key), (page.click, button)):
            page.eval_on_selector("#slider", "(slider, step) => { slider.value = step }", start)
            page.dispatch_event("#slider", "input")
            assert page.inner_text("#now") == start
            way(what)
            assert page.inner_text("#now") == step
    page.close()


def test_the_browser_lays_the_tree_out_as_python_does(opened: Browser, tmp_path: Path) -> None:
    tree = tree_of()
    page, picture = show(opened, tree, tmp_path), TreePicture(tree)
    shown = seen(page)
    shift = float(str(shown[0]["x"])) - picture.at(tree.root)[0]
    for node in tree.root.walk():
        assert float(str(shown[node.node.index]["x"])) - shift == pytest.approx(picture.at(node)[0], abs=0.02)
    page.close()


def test_branches_fold_and_unfold(opened: Browser, tmp_path: Path) -> None:
    tree = tree_of()
    page = show(opened, tree, tmp_path)
    everything = set(seen(page))
    child = tree.root.children[0]
    below = {node.node.index for node in child.walk()} - {child.node.index}
    page.eval_on_selector(f"[data-node='{child.node.index}']", "node => node.dispatchEvent(new Event('click'))")
    assert set(seen(page)) == everything - below
    button = page.locator(".stub.button")
    assert button.count() == 1
    assert button.text_content() == f"{len(below)} more"
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    entered = int(page.inner_text("#now"))
    page.keyboard.press("ArrowRight")  # over all that is folded, to where the branch is left
    assert int(page.inner_text("#now")) > entered + len(below)
    button.focus()
    page.keyboard.press("Enter")
    assert set(seen(page)) == everything
    page.click("#fold")
    assert len(seen(page)) < len(everything)
    page.click("#unfold")
    assert set(seen(page)) == everything
    page.close()


@pytest.mark.parametrize("key", quick_for(["Enter", "Space"], "Enter"))
def test_the_current_node_folds_by_keyboard(key: str, opened: Browser, tmp_path: Path) -> None:
    tree = tree_of()
    page = show(opened, tree, tmp_path)
    everything, child = set(seen(page)), tree.root.children[0]
    below = {node.node.index for node in child.walk()} - {child.node.index}
    page.focus("#view")
    for step in ("Home", "ArrowRight", "ArrowRight"):
        page.keyboard.press(step)
    page.keyboard.press(key)
    assert set(seen(page)) == everything - below
    page.keyboard.press(key)
    assert set(seen(page)) == everything
    page.close()


@pytest.mark.slow
def test_a_large_tree_starts_folded_and_counts_every_node(opened: Browser, tmp_path: Path) -> None:
    tree = tree_of(board="X__/___/___ O", nodes=600)
    assert tree.drawn > 150
    page = show(opened, tree, tmp_path)
    shown = seen(page)
    assert len(shown) <= 150
    counts = page.eval_on_selector_all(".more-t", "all => all.map(one => Number(one.textContent.replace(/\\D/g, '')))")
    assert len(shown) + sum(counts) == len(tree.trace)
    page.close()


def test_a_large_tree_opens_on_its_top_and_best_line_with_the_legend_in_view(opened: Browser, tmp_path: Path) -> None:
    tree = tree_of(board="X__/_O_/___ X", nodes=900)
    page = show(opened, tree, tmp_path)
    assert "X__/_O_/___ X" in page.inner_text("body")
    within = """name => { const box = document.querySelector(name).getBoundingClientRect();
        return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight; }"""
    best = [node.node.index for node in tree.root.walk() if node.is_best][:4]
    assert page.evaluate(within, "#legend")
    assert all(page.evaluate(within, f'[data-node="{index}"] rect') for index in best)
    page.close()


@pytest.mark.slow
def test_the_page_is_whole_on_a_phone_in_the_dark_and_without_motion(opened: Browser, tmp_path: Path) -> None:
    page = show(opened, tree_of(), tmp_path, color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size({"width": 390, "height": 780})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 29)"
    assert page.evaluate("() => getComputedStyle(document.querySelector('.node')).transitionDuration") == "0s"
    page.click("#theme")
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") == "rgb(250, 248, 243)"
    page.close()


def test_nothing_in_the_page_points_elsewhere() -> None:
    text = tree_page.page(tree_of()).replace("http://www.w3.org/2000/svg", "")
    assert "http:" not in text and "https:" not in text
    assert not re.search(r"\{\{\w+\}\}", text)  # every blank of the template is filled

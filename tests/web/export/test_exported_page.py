"""The exported page in a real browser, from a plain file server and below the top of a site."""

from __future__ import annotations

import json
import re
import shutil
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from noughts.games import game
from noughts.web import worker
from noughts.web.analyst import Analyst
from noughts.web.app import create_app
from noughts.web.export import folder as writing
from noughts.web.limits import Rate
from noughts.web.static_files import FILES
from web.export.conftest import PATIENCE, Open, ready
from web.export.hosting import hosting
from web.playing import click, shown, wait_for_plies
from web.test_rendering import ADDRESSES, LOOKS

pytestmark = pytest.mark.slow
KINDS = ["tictactoe", "4,4,3", "wild", "notakto", "numerical", "t3", "cube:3", "tictactoe%2Bmisere", "connect4"]
SEARCHED = [
    ("4,4,4", "X___/_O__/____/____ X"),
    ("5,5,4", "X____/_O___/__X__/___O_/_____ X"),
    ("t3", "000/050/000 even"),
    ("4,5,4+drop", "_____/_____/_____/__X__ O"),
]
# A move whose proof is made, written down and checked while somebody points at it.
PROOF = {"game": "7,7,5", "position": "/".join(["_______"] * 3 + ["___X___"] + ["_______"] * 3) + " O", "cell": "16"}
PROOF |= {"layout": "0", "language": "en"}
SOLVE = [
    {"game": name, "position": text, "ranking": "quickest", "seconds": 60, "language": "en"} for name, text in SEARCHED
]
LONG = "understand/?game=8,8,5&moves=4-4"
PROGRESS = "document.querySelector('#solving [data-progress]').innerText"
SEARCHES = f"""() => document.querySelector("#solving[data-state=searching]") && /\\d s/.test({PROGRESS})"""
# In one step: a search of some seconds ends by itself, and before the next one begins the button has another meaning.
STOP = f"""() => {{
    if (!({SEARCHES})()) return false;
    document.querySelector("#solving [data-solve]").click();
    return document.querySelector("#solving[data-state=resting]") !== null;
}}"""
# The new service worker has all its files, and is the one that answers: until then, the old one does.
TAKEN_OVER = """async (version) => {
    const name = (await caches.keys()).find((one) => one.endsWith(version));
    if (!name || (await (await caches.open(name)).keys()).length <= 40) return false;
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
    return !installing && !waiting && active.state === "activated";
}"""


def version(folder: Path) -> str:
    """The name of the folder with everything that has a version in its address."""
    (only,) = (folder / "course" / "page").glob("v-*")
    return only.name


def in_worker(page: Page, questions: list[dict[str, Any]]) -> list[Any]:
    """What a worker answers that is asked as the page asks its own, from a file beside `worker.js`."""
    program = """async (questions) => {
        const worker = new Worker(new URL('worker.js', location.href), { type: 'module' });
        const answers = new Map();
        const all = new Promise((done, fail) => worker.addEventListener('message', ({ data }) => {
            if ('failed' in data) fail(new Error(data.failed));
            if ('answer' in data) answers.set(data.id, data.answer);
            if (answers.size === questions.length) done();
        }));
        questions.forEach((one, id) => worker.postMessage({ ...one, id }));
        await all;
        worker.terminate();
        return questions.map((_, id) => answers.get(id));
    }"""
    answers: list[Any] = page.evaluate(program, questions)
    return answers


def test_a_worker_finds_and_writes_what_the_program_here_does(
    look: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiled core is asked first, while it remembers nothing, and then for pages."""
    searches, pages = _searches(), _pages()
    answers = in_worker(look(f"{version(folder)}/settings.json", is_page=False), [*searches, *pages])
    monkeypatch.setattr(worker, "THREADS", 1)  # with as many as there, nodes are the same
    worker._solver.cache_clear()
    _the_core_in_the_browser_finds_what_the_core_here_finds(answers[: len(searches)])
    _the_worker_writes_what_the_server_sends(pages, answers[len(searches) :])


def _searches() -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = [
        {**one, "kind": "work", "kind_of_work": "solve", "address": f"/play?game={one['game']}"} for one in SOLVE
    ]
    return [*asked, {**PROOF, "kind": "work", "kind_of_work": "proof", "address": "/play?game=7,7,5"}]


def _the_core_in_the_browser_finds_what_the_core_here_finds(found: list[Any]) -> None:
    for question, answer in zip(SOLVE, found):
        here = worker.answered({**question, "kind": "solve", "memory": 256 << 20})
        for one in (here["result"], answer["result"]):
            assert one.pop("seconds") >= 0
        assert answer["result"]["engine"] == "core", "build it first: make core-wasm"
        assert answer == here  # the values, the best moves, the line, and the nodes
    shown_here = worker.answered({**PROOF, "kind": "proof", "memory": 256 << 20})["result"]
    assert found[-1]["result"] == shown_here
    assert "by proof" in shown_here["title"] and "A checker accepted the proof." in shown_here["says"]


def _pages() -> list[dict[str, Any]]:
    """Some hundred addresses, in every language and theme, also where something is wrong."""
    looks = islice(cycle(LOOKS), len(ADDRESSES))
    return [
        {"kind": "page", "address": address, "language": spoken, "theme": theme, "fragment": fragment, "seconds": 60}
        for address, (spoken, theme, fragment) in zip(ADDRESSES, looks)
        if "qubic" not in address
    ]


def _the_worker_writes_what_the_server_sends(questions: list[dict[str, Any]], written: list[Any]) -> None:
    wide = Rate(100_000, 100_000)
    app = create_app(rate=wide, job_rate=wide, analyst=Analyst(seconds=60))
    with TestClient(app, base_url="http://127.0.0.1", follow_redirects=False) as client:
        for question, found in zip(questions, written):
            cookie = f"language={question['language']}; theme={question['theme']}"
            headers = {"cookie": cookie, "x-fragment": str(question["fragment"])}
            sent = client.get(str(question["address"]), headers=headers)
            there = (found["status"], found["body"], found["location"])
            assert there == (sent.status_code, sent.text, sent.headers.get("location", "")), question
    assert len(questions) == len(written) > 140
    assert {found["status"] for found in written} == {200, 303, 400, 404}


def test_a_game_of_each_kind_then_without_a_connection_in_another_language_and_after_an_upgrade(
    folder: Path, chromium: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One visitor, because Python starts whenever a page is loaded, and that is most of the work."""
    site = shutil.copytree(folder, tmp_path / "site")
    before = version(site)
    with hosting(site) as address:
        page = chromium.new_context(reduced_motion="reduce", locale="bg-BG").new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/course/page/")
        ready(page)
        expect(page.locator("html")).to_have_attribute("lang", "bg")
        for kind in KINDS:
            _open_in_place(page, f"?game={kind}")
            _play_to_the_end(page)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        _open_in_place(page, "?game=4,4,3&moves=2-2.1-1")
        expect(page.locator("#main")).to_have_attribute("data-moves", "2-2.1-1")
    page.click("#languages summary")
    page.click("[data-language=en]")  # the page is loaded again, and there is no server any more
    page.wait_for_selector("html[lang=en]")
    ready(page)
    assert page.url.endswith("?game=4,4,3&moves=2-2.1-1")
    assert f"{before}/app.js" in _script(page)
    assert shown(page).text == "O___/_X__/____/____ X"
    _play_to_the_end(page)
    page.click(".status .review")
    expect(page.locator("main.understand h1")).to_be_visible()
    monkeypatch.setattr(writing, "FILES", {**FILES, "review.css": FILES["review.css"] + b"\n/* new */"})
    after = writing.export(site / "course" / "page").version
    assert before != f"v-{after}" == version(site)  # the old one is gone
    with hosting(site, int(address.rpartition(":")[2])):
        page.goto(f"{address}/course/page/?moves=2-2.1-1")
        ready(page)
        assert f"v-{after}/app.js" in _script(page)
        page.wait_for_function(TAKEN_OVER, arg=after)
    # Without a connection again, and another document, never opened before: the new one is there.
    page.goto(f"{address}/course/page/understand/?moves=1-1")
    ready(page)
    assert f"v-{after}/app.js" in _script(page)
    expect(page.locator("main.understand h1")).to_contain_text("Draw")
    page.context.close()


def _script(page: Page) -> str:
    return page.locator("script[type=module]").get_attribute("src") or ""


def _open_in_place(page: Page, query: str) -> None:
    """Goes to an address as a link of the page does, without loading the document again."""
    program = "(query) => { history.pushState(null, '', query); dispatchEvent(new PopStateEvent('popstate')); }"
    page.evaluate(program, query)
    name = dict(parse_qsl(query.partition("?")[2])).get("game", "tictactoe")
    start = f"{game(name).name} "
    page.wait_for_function("(start) => document.getElementById('main').dataset.start.startsWith(start)", arg=start)


def _play_to_the_end(page: Page) -> None:
    for _ in range(40):
        now = shown(page)
        if now.outcome is not None:
            return
        filled = sum(map(bool, now.board))
        spot = page.locator(".board .spot.open").first
        cell = int(spot.get_attribute("data-cell") or -1)
        assert cell >= 0
        click(page, cell)
        marks = "(document.getElementById('position').textContent.split(' ')[0].match(/[XO1-9]/g) || [])"
        page.wait_for_function(f"(count) => {marks}.length > count", arg=filled)
        page.wait_for_function("() => !document.getElementById('main').dataset.reply")
    raise AssertionError("the game does not end")


def test_everything_else_on_the_page(look: Open) -> None:
    """Hints, values, themes, links, paste, understanding, searches, proofs: as on the server.

    All in one visit, because Python starts whenever a page is loaded, and that is most of the work.
    """
    page = look("play?moves=1-1.2-2&values=1")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert page.locator(".board [class^=tile-]").count() == 7
    page.click("#theme")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.click("[data-action=hint]")
    expect(page.locator(".status")).to_contain_text("Hint:")
    page.click(".paste summary")
    page.fill("#game-text", "https://elsewhere.example/play?game=t3&moves=2-2-5.1-1-4")
    page.click(".paste .btn.pri")
    page.wait_for_url("**/course/page/?game=t3&moves=2-2-5.1-1-4")
    wait_for_plies(page, 2)
    page.click("#games")
    page.locator("#sheet .offer", has_text="Wild").first.click()
    page.wait_for_function("() => document.getElementById('main').dataset.start.startsWith('wild')")
    page.click("nav.tabs a:nth-child(2)")
    expect(page.locator("main.understand h1")).to_be_visible()
    assert page.url.endswith("/course/page/understand/?game=wild")
    expect(page.locator("#race .chart svg.race")).to_be_visible(timeout=PATIENCE)  # another Python has to start for it
    expect(page.frame_locator("#tree iframe").locator("#view svg").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator("a[href*='/api']")).to_have_count(0)
    page.go_back()
    expect(page.locator("main.play")).to_be_visible()
    _stop_really_ends_a_search(page)
    _a_proof_is_fetched_when_a_game_needs_it(page)


def _stop_really_ends_a_search(page: Page) -> None:
    _open_in_place(page, LONG)
    page.wait_for_selector("#solving[data-state=searching]")  # by itself
    page.wait_for_function(SEARCHES)
    before = len(page.workers)
    page.wait_for_function(STOP)
    for _ in range(PATIENCE // 100):
        if len(page.workers) < before:
            break
        page.wait_for_timeout(100)
    assert len(page.workers) < before  # its worker is gone, whatever it was doing
    shown_before = page.inner_text("#solving [data-progress]")
    page.click("#solving [data-solve]")  # and another one goes on
    page.wait_for_function(f"(before) => ({SEARCHES})() && ({PROGRESS}) !== before", arg=shown_before)


def _a_proof_is_fetched_when_a_game_needs_it(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if ".proof" in request.url else None)
    _open_in_place(page, "../?game=7,7,5&side=O")
    expect(page.locator(".strip.above")).to_contain_text("Strongest", timeout=PATIENCE)
    _open_in_place(page, "?game=7,7,5&values=1")
    expect(page.locator(".strip.above")).to_contain_text("it has a proof", timeout=PATIENCE)
    assert {url.rpartition("/")[2] for url in asked} == {"7,7,5.proof"}


def test_the_embedded_view_is_a_board(look: Open, host: str) -> None:
    page = look("embed/?game=t3&moves=2-2-5.1-1-4", viewport={"width": 420, "height": 560})
    expect(page.locator("header.top")).to_be_hidden()
    expect(page.locator(".keys")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight + 1")
    page.locator(".board .spot.open").first.click()
    wait_for_plies(page, 4)
    assert page.url.startswith(f"{host}embed/?game=t3&moves=2-2-5.1-1-4.")
    with page.expect_popup() as opened:
        page.click("#whole")
    assert opened.value.url == page.url.replace("embed/", "")


def test_the_landing_page_of_the_documentation_can_be_played(folder: Path, chromium: Browser, tmp_path: Path) -> None:
    index = (Path(__file__).parents[3] / "docs" / "index.md").read_text(encoding="utf-8")
    frame = re.search(r"<object .*?</object>", index, re.DOTALL)
    assert frame is not None
    (tmp_path / "index.html").write_text(f"<!doctype html><title>noughts</title>{frame[0]}", encoding="utf-8")
    (tmp_path / "page").symlink_to(folder / "course" / "page")
    with hosting(tmp_path, policy=False) as address, chromium.new_context() as context:
        page = context.new_page()
        page.goto(address)
        inside = page.frames[-1]
        inside.wait_for_selector("body.ready", timeout=PATIENCE)
        expect(inside.locator(".board .spot.open")).to_have_count(9)
        inside.locator(".board .spot.open").first.click()
        expect(inside.locator(".board .spot.open")).to_have_count(7, timeout=PATIENCE)
        assert inside.url.startswith(f"{address}/page/embed/")


def why_not_installable(folder: Path, chromium: Browser, profile: Path) -> list[str]:
    """What keeps Chromium from offering to install the page; it never offers that in a private window."""
    with hosting(folder) as address:
        visitor = chromium.browser_type.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = visitor.new_page()
        page.goto(f"{address}/course/page/")
        page.wait_for_selector("body.ready")
        found = visitor.new_cdp_session(page).send("Page.getInstallabilityErrors")
        visitor.close()
    return [error["errorId"] for error in found["installabilityErrors"]]


def test_a_phone_can_install_it(folder: Path, chromium: Browser, tmp_path: Path) -> None:
    assert why_not_installable(folder, chromium, tmp_path / "one") == []
    broken = shutil.copytree(folder, tmp_path / "broken")
    manifest = broken / "course" / "page" / "manifest.webmanifest"
    described = json.loads(manifest.read_text(encoding="utf-8"))
    assert described["start_url"] == "./" and {one["sizes"] for one in described["icons"]} == {"192x192", "512x512"}
    manifest.write_text(json.dumps({**described, "icons": []}), encoding="utf-8")
    assert why_not_installable(broken, chromium, tmp_path / "two") != []

"""The exported page in figures: what a first visit loads, how soon one can play, when Python is ready, what it solves.

    python bench/export.py --write docs/web.md

Writes the folder, serves it by a plain file server, and looks at it in Chromium. Needs npm, and `make core-wasm`.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from page import machine, write_part
from playwright.sync_api import Page

from noughts.web.export import export

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from explain.browser import browser

SOLVED = ("tictactoe", "4,4,3", "t3", "4,4,4", "5,5,4")
PATIENCE = 300_000  # milliseconds


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_words: object) -> None:
        pass


def sizes(folder: Path) -> tuple[int, int]:
    """The bytes of a first visit: as the files are, and as a host that compresses sends them."""
    plain = packed = 0
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        is_first = (
            path.is_file() and "/proofs/" not in name and "LICENSE" not in name and not name.startswith("noughts-")
        )
        if is_first and (name.count("/") == 0 or name.startswith("v-")):
            plain += path.stat().st_size
            packed += min(len(gzip.compress(path.read_bytes(), 9)), path.stat().st_size)
    return plain, packed


def rows(folder: Path, address: str) -> Iterator[tuple[str, str]]:
    plain, packed = sizes(folder)
    yield "first visit, all files", f"{plain / 1e6:.1f} MB"
    yield "the same, from a host that compresses", f"{packed / 1e6:.1f} MB"
    proofs = sum(path.stat().st_size for path in folder.rglob("*.proof"))
    yield "proofs, fetched one by one", f"{proofs / 1e6:.1f} MB"
    with browser() as chromium:
        page = chromium.new_context(reduced_motion="reduce").new_page()
        page.set_default_timeout(PATIENCE)
        started = time.perf_counter()
        page.goto(address)
        page.wait_for_selector("body.ready")
        page.click('.board .spot[data-cell="4"]')
        page.wait_for_function("() => location.search.includes('.')")
        yield "first move and its answer", f"{time.perf_counter() - started:.1f} s"
        page.wait_for_selector("#loading", state="hidden")
        yield "Python ready, first visit", f"{time.perf_counter() - started:.1f} s"
        page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        started = time.perf_counter()
        page.reload()
        page.wait_for_selector("#loading", state="hidden")
        yield "Python ready, second visit", f"{time.perf_counter() - started:.1f} s"
        for name in SOLVED:
            yield f"{name}, every move of the empty board", f"{solved(page, name):.2f} s"


def solved(page: Page, name: str) -> float:
    """Seconds in which a worker finds the value of every move, as a long search of the page does."""
    program = """async (game) => {
        const base = document.querySelector('script[type=module]').src;
        const worker = new Worker(new URL('worker.js', base), { type: 'module' });
        const heard = (wanted) => new Promise((done) => {
            worker.addEventListener('message', ({ data }) => { if (wanted in data) done(data); });
        });
        await heard('ready');
        const question = { kind: 'work', kind_of_work: 'solve', ranking: 'quickest', seconds: 200, language: 'en' };
        const start = { kind: 'page', address: `/play?game=${game}`, fragment: 'page', id: 0 };
        worker.postMessage(start);
        const page = (await heard('answer')).answer.body;
        const position = /id="position">([^<]*)/.exec(page)[1];
        const since = performance.now();
        worker.postMessage({ ...question, game, position, id: 1 });
        const found = await new Promise((done) => {
            worker.addEventListener('message', ({ data }) => data.id === 1 && data.answer && done(data.answer));
        });
        worker.terminate();
        return [found.result.status, performance.now() - since];
    }"""
    status, milliseconds = page.evaluate(program, name)
    assert status == "proven", (name, status)
    return float(milliseconds) / 1000


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--write", type=Path, help="the document to write the figures into")
    write = arguments.parse_args().write
    about = " ".join(machine())
    with TemporaryDirectory() as made:
        export(Path(made))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=made))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        lines = ["| | |", "|---|--:|"]
        for name, figure in rows(Path(made), f"http://127.0.0.1:{server.server_port}/"):
            lines.append(f"| {name} | {figure} |")
            print(lines[-1], flush=True)
        server.shutdown()
    if write is not None:
        write_part(write, "export", "\n".join([*lines, "", f"Chromium. {about} `make bench-export` measures it."]))


if __name__ == "__main__":
    main()

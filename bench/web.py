"""The page in figures: how soon it answers, two hundred players at once, what the first page weighs.

    python bench/web.py

Starts the server as a person does, and asks it over loopback. The players are processes and connections of their own;
each plays whole games of 3×3 against the perfect opponent and thinks for a second before a move.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

PLAYERS, SECONDS, THINKS = 200, 20.0, 1.0
QUESTIONS = 400


@contextmanager
def serving() -> Iterator[str]:
    command = [sys.executable, "-m", "noughts", "web", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield found.group()
    finally:
        process.terminate()
        process.wait(timeout=20)


def analyses(address: str) -> None:
    """Positions reached by chance in 3×3 and in T3, each asked for the first time and then again."""
    from noughts.games import Position, game

    chance = random.Random(1)
    with httpx.Client(base_url=address) as client:
        for name in ("tictactoe", "t3"):
            taken: list[float] = []
            for _ in range(QUESTIONS):
                now: Position = game(name).start()
                for _ in range(chance.randrange(9)):
                    if now.outcome is None:
                        now = now.play(chance.choice(now.legal_moves))
                began = time.perf_counter()
                answer = client.get("/api/solve", params={"game": name, "position": now.text})
                taken.append((time.perf_counter() - began) * 1000)
                assert answer.status_code == 200
            p99 = statistics.quantiles(taken, n=100)[98]
            median = statistics.median(taken)
            print(f"analysis of {name}: median {median:.1f} ms, p99 {p99:.1f} ms ({QUESTIONS} positions)")


class Connection:
    """As little of HTTP as is needed: a client that costs more than the server would be what is measured."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def get(self, path: str) -> tuple[int, str]:
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Part: page\r\n\r\n".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
        assert length is not None, head
        return int(head.split()[1]), (await self.reader.readexactly(int(length.group(1)))).decode()


async def player(address: str, seed: int, until: float, taken: list[float], wrong: list[str]) -> None:
    chance, path = random.Random(seed), "/play"
    host, port = address.removeprefix("http://").split(":")
    connection = Connection(*await asyncio.open_connection(host, int(port)))
    await asyncio.sleep(chance.random() * THINKS)
    while time.perf_counter() < until:
        began = time.perf_counter()
        status, text = await connection.get(path)
        taken.append((time.perf_counter() - began) * 1000)
        if status != 200:
            wrong.append(f"{status} {path}")
        cells = re.findall(r'href="(/play\?[^"]*do=[^"]*)"', text)
        path = chance.choice(cells).replace("&amp;", "&") if cells else "/play"
        await asyncio.sleep(THINKS * (0.5 + chance.random()))
    connection.writer.close()


async def players(address: str) -> None:
    taken: list[float] = []
    wrong: list[str] = []
    until = time.perf_counter() + SECONDS
    done = await asyncio.gather(
        *(player(address, seed, until, taken, wrong) for seed in range(PLAYERS)), return_exceptions=True
    )
    wrong += [repr(error) for error in done if isinstance(error, BaseException)]
    p99 = statistics.quantiles(taken, n=100)[98]
    print(
        f"{PLAYERS} players, a move about every {THINKS:g} s each, {SECONDS:g} s: {len(taken):,} moves, "
        f"{len(taken) / SECONDS:.0f} a second, median {statistics.median(taken):.0f} ms, p99 {p99:.0f} ms, "
        f"{len(wrong)} errors"
    )


def first_page(address: str) -> None:
    """What a browser fetches for the first page, and how long until a cell can be clicked."""
    from playwright.sync_api import Response, sync_playwright

    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        weight, waits = 0, []
        for _ in range(5):
            context = browser.new_context()
            page = context.new_page()
            answers: list[Response] = []
            page.on("response", lambda answer, answers=answers: answers.append(answer))
            began = time.perf_counter()
            page.goto(f"{address}/")
            page.wait_for_selector("body.ready .spot.open")
            waits.append((time.perf_counter() - began) * 1000)
            page.wait_for_load_state("networkidle")
            weight = sum(len(answer.body()) for answer in answers)
            context.close()
        browser.close()
    print(
        f"first page: {weight / 1000:.0f} kB, usable after {statistics.median(waits):.0f} ms (median of {len(waits)})"
    )


def main() -> None:
    with serving() as address:
        analyses(address)
        asyncio.run(players(address))
        try:
            first_page(address)
        except ImportError:
            print("first page: not measured, playwright is not installed")


if __name__ == "__main__":
    main()

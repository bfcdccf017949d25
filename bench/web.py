"""The page in figures: how soon it answers, two hundred players at once, memory, what the first page weighs.

    python bench/web.py

Starts the server as a person does, and asks it over loopback. The players are connections of their own; each plays
whole games against the perfect opponent and thinks for a second before a move. In the second round a fifth of them
play 5,5,4 and 7,7,5 with values, and search what is open as the page does. Then 2,000 trees are drawn. Before all
that, every first and second move of 5,5,4 is searched.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

PLAYERS, SECONDS, THINKS = 200, 20.0, 1.0
LARGE = ("5,5,4", "7,7,5")
ONE_IN = 5  # players on large boards
QUESTIONS = 400
TREES, AT_ONCE = 2000, 4


@contextmanager
def serving() -> Iterator[tuple[str, int]]:
    """The address and the process of a server."""
    command = [sys.executable, "-m", "noughts", "web", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found is not None, "the server did not start"
        yield found.group(), process.pid
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
            print(f"analysis of {name}: {_times(taken)} ({QUESTIONS} positions)")


def searches(address: str) -> None:
    """5,5,4 before and after the first and the second move, up to symmetry, searched as the page does by itself: with
    values on and what one worker has found before, from the question to the values of all moves."""
    from noughts.games import Position, game

    def each(positions: list[Position]) -> list[Position]:
        """What one more move makes of them, one of each that symmetries make equal."""
        every = (now.play(move) for now in positions for move in now.legal_moves)
        return list({now.canonical(now.game.symmetries): now for now in every}.values())

    start = [game("5,5,4").start()]
    with httpx.Client(base_url=address, timeout=60) as client:
        for plies, positions in enumerate((start, each(start), each(each(start)))):
            slowest = (0.0, "")
            for now in positions:
                question = {"game": "5,5,4", "position": now.text, "seconds": 30}
                began = time.perf_counter()
                while (answer := client.post("/api/jobs", json=question)).status_code == 429:
                    time.sleep(0.25)  # a page rests for as long before each search
                    began = time.perf_counter()
                with client.stream("GET", f"/api/jobs/{answer.json()['id']}/events") as events:
                    *_, last = (line for line in events.iter_lines() if line.startswith("data:"))
                assert json.loads(last[5:])["solution"]["status"] == "proven", last
                slowest = max(slowest, (time.perf_counter() - began, now.text))
            print(
                f"5,5,4 after {plies} moves: every move's value in {slowest[0]:.2f} s at most "
                f"({len(positions)} positions; {slowest[1]})"
            )


class Connection:
    """As little of HTTP as is needed: a client that costs more than the server would be what is measured."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def get(self, path: str) -> tuple[int, str]:
        return await self.ask("GET", path)

    async def ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Fragment: page\r\n"
        if body:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body.encode())}\r\n"
        self.writer.write(f"{head}\r\n{body}".encode())
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        assert length is not None, answer
        return int(answer.split()[1]), (await self.reader.readexactly(int(length.group(1)))).decode()


async def player(address: str, seed: int, game: str, until: float, taken: list[float], wrong: list[str]) -> None:
    """Plays until it is time to stop; on a large board with values, and with the searches that the page starts."""
    chance, start = random.Random(seed), "/play" if not game else f"/play?game={game}&values=1"
    path, job = start, ""
    host, port = address.removeprefix("http://").split(":")
    connection = Connection(*await asyncio.open_connection(host, int(port)))
    await asyncio.sleep(chance.random() * THINKS)
    while time.perf_counter() < until:
        if job:  # whoever moves on stops the search
            await connection.ask("DELETE", f"/api/jobs/{job}")
        began = time.perf_counter()
        status, text = await connection.get(path)
        taken.append((time.perf_counter() - began) * 1000)
        if status != 200:
            wrong.append(f"{status} {path}")
        job = await _search(connection, text) if game and status == 200 else ""
        cells = re.findall(r'href="(/play\?[^"]*do=[^"]*)"', text)
        path = chance.choice(cells).replace("&amp;", "&") if cells else start
        await asyncio.sleep(THINKS * (0.5 + chance.random()))
    connection.writer.close()


async def _search(connection: Connection, page: str) -> str:
    """Starts the search of what the page leaves open, as its script does; the name of the job."""
    open_box = re.search(r'data-game="([^"]*)" data-position="([^"]*)" data-seconds="([\d.]+)"', page)
    if open_box is None or float(open_box.group(3)) == 0:
        return ""
    await asyncio.sleep(0.3)
    name, position, seconds = open_box.groups()
    question = {"game": name, "position": position, "lenient": True, "seconds": float(seconds)}
    status, answer = await connection.ask("POST", "/api/jobs", json.dumps(question))
    return str(json.loads(answer)["id"]) if status == 202 else ""  # too much at once is tried again later


async def players(address: str, *, mixed: bool) -> None:
    small: list[float] = []
    large: list[float] = []
    wrong: list[str] = []
    until = time.perf_counter() + SECONDS
    games = [LARGE[seed % len(LARGE)] if mixed and seed % ONE_IN == 0 else "" for seed in range(PLAYERS)]
    work = (player(address, seed, game, until, large if game else small, wrong) for seed, game in enumerate(games))
    done = await asyncio.gather(*work, return_exceptions=True)
    wrong += [repr(error) for error in done if isinstance(error, BaseException)]
    who = f"{PLAYERS} players" + (f", one in {ONE_IN} on {' and '.join(LARGE)} with values" if mixed else "")
    moves = len(small) + len(large)
    print(f"{who}, a move about every {THINKS:g} s each, {SECONDS:g} s: {moves:,} moves, {len(wrong)} errors")
    print(f"  3×3: {_times(small)}")
    if large:
        print(f"  large boards: {_times(large)}")
    for one in sorted(set(wrong))[:3]:
        print(f"  {one}")


def _times(taken: list[float]) -> str:
    cuts = statistics.quantiles(taken, n=100)
    return f"median {statistics.median(taken):.0f} ms, p95 {cuts[94]:.0f} ms, p99 {cuts[98]:.0f} ms"


async def trees(address: str, process: int) -> None:
    """Trees of as many positions, and how much memory the server has then, with its workers."""
    from noughts.games import Position, game

    chance, positions = random.Random(2), dict[str, None]()
    while len(positions) < TREES:
        now: Position = game("tictactoe").start()
        for _ in range(chance.randrange(9)):
            if now.outcome is None:
                now = now.play(chance.choice(now.legal_moves))
        if now.outcome is None:
            algorithm = chance.choice(("minimax", "alphabeta"))
            positions[f"/tree?position={now.text.replace(' ', '+')}&algorithm={algorithm}"] = None
    waiting, taken = list(positions), list[float]()
    before, began = memory_of(process), time.perf_counter()

    async def draw() -> None:
        host, port = address.removeprefix("http://").split(":")
        connection = Connection(*await asyncio.open_connection(host, int(port)))
        while waiting:
            since = time.perf_counter()
            status, _text = await connection.get(waiting.pop())
            assert status == 200
            taken.append((time.perf_counter() - since) * 1000)
        connection.writer.close()

    await asyncio.gather(*(draw() for _ in range(AT_ONCE)))
    print(
        f"{TREES:,} trees in {time.perf_counter() - began:.0f} s: {_times(taken)}; "
        f"memory {before >> 20} MB before, {memory_of(process) >> 20} MB after"
    )


def memory_of(process: int) -> int:
    """Resident bytes of a process and of those that it started; 0 where the system does not say."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:  # it has ended
            continue
        parent, number = (re.search(rf"^{name}:\s*(\d+)", text, re.MULTILINE) for name in ("PPid", "Pid"))
        resident = re.search(r"^VmRSS:\s*(\d+)", text, re.MULTILINE)
        if parent and number and resident and process in (int(parent.group(1)), int(number.group(1))):
            total += int(resident.group(1)) << 10
    return total


def first_page(address: str) -> None:
    """What a browser fetches for the first page, and how long until a cell can be clicked."""
    from playwright.sync_api import Response, sync_playwright

    with sync_playwright() as playwright:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        weight, sent, waits = 0, 0, []
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
            sent = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
            context.close()
        browser.close()
    print(
        f"first page: {weight / 1000:.0f} kB, sent as {sent / 1000:.0f} kB, "
        f"usable after {statistics.median(waits):.0f} ms (median of {len(waits)})"
    )


def main() -> None:
    with serving() as (address, process):
        analyses(address)
        searches(address)
        asyncio.run(players(address, mixed=False))
        asyncio.run(players(address, mixed=True))
        asyncio.run(trees(address, process))
        try:
            first_page(address)
        except ImportError:
            print("first page: not measured, playwright is not installed")


if __name__ == "__main__":
    main()

"""Sends positions to an agent and reads its replies, one after the other, whatever the agent does."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..games import Position, SumTo
from ..games.notation import boxed
from . import answers
from .candidates import Candidate
from .children import GRACE, Child, ChildEnded, Reply, Stopped, printable
from .interfaces import Interface
from .limits import Limits

_SHARE = 4  # how much longer than loading a slice takes
_AHEAD = 32  # questions that a function may have waiting, so that nobody waits for the other
# Replies that ran into a limit; after several in a row, the agent is not asked again.
EXPENSIVE = frozenset({"time", "memory", "output", "ended"})


def ask(
    candidate: Candidate,
    positions: Sequence[Position],
    limits: Limits,
    *,
    seconds: float = float("inf"),
    slice_seconds: float = float("inf"),
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Reply]:
    """Replies in the order of the positions, at least one unless it is stopped. Raises `SandboxFailed`.

    Ends early when the answers have taken `seconds`, when too many in a row ran into a limit, or after
    `slice_seconds`, so that the caller can record the replies. Loading is not counted; an agent that takes long to load
    is asked for longer.
    """
    if candidate.problem is not None:
        yield from (Reply("not-asked", candidate.problem) for _ in positions)
        return
    ask_all = _ask_function if candidate.is_function else _ask_program
    expensive, spent, loading, answering = 0, 0.0, time.monotonic(), 0.0
    replies = ask_all(candidate, positions, limits, is_stopped, loading + seconds)
    try:
        for reply in replies:
            if not answering:
                answering = time.monotonic()
                slice_seconds = max(slice_seconds, _SHARE * (answering - loading - reply.seconds))
            yield reply
            spent += reply.seconds
            expensive = expensive + 1 if reply.status in EXPENSIVE else 0
            if expensive >= limits.give_up or spent >= seconds or time.monotonic() - answering >= slice_seconds:
                return
    except Stopped:
        return
    finally:
        replies.close()


class Conversation:
    """An agent that is asked one position at a time, as in a game. A child that ends is started again.

    `ask` raises `SandboxFailed` if no sandbox starts: no reply, which would be the agent's.
    """

    def __init__(self, candidate: Candidate, limits: Limits) -> None:
        self.candidate, self.limits = candidate, limits
        self._child: Child | None = None
        self._number = 0

    def ask(self, position: Position) -> Reply:
        candidate, limits = self.candidate, self.limits
        if candidate.problem is not None:
            return Reply("not-asked", candidate.problem)
        started = time.monotonic()
        try:
            if self._child is None:
                self._child = Child(candidate, limits)
                if candidate.is_function:
                    loaded = self._child.receive_loaded()
                    if loaded["status"] != "answer":
                        raise ChildEnded(Reply(loaded["status"], printable(loaded["out"])))
            self._number += 1
            if not candidate.is_function:
                self._child.send([{"id": self._number, "text": question(position)}])
                raw = self._child.receive(self._number, limits.seconds + GRACE)
                return _of_program(raw, limits, time.monotonic() - started)
            self._child.send([for_function(self._number, position, candidate.how)])
            raw = self._child.receive(self._number, limits.seconds)
            return of_function(raw, position, candidate.how, time.monotonic() - started)
        except ChildEnded as end:
            self.close()
            return replace(end.reply, seconds=time.monotonic() - started)
        except OSError as error:
            self.close()
            return Reply("not-asked", cannot_start(error))

    def close(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None


def question(position: Position) -> str:
    """A question for a program, on its standard input."""
    return f"JUDGE\n{boxed.write(position)}\n"


def _ask_program(
    candidate: Candidate, positions: Sequence[Position], limits: Limits, is_stopped: Callable[[], bool], until: float
) -> Generator[Reply, None, None]:
    child: Child | None = None
    try:
        for number, position in enumerate(positions):
            started = time.monotonic()
            try:
                if child is None:
                    child = Child(candidate, limits, is_stopped, until - started)
                    started, until = started + child.lost, until + child.lost
                child.send([{"id": number, "text": question(position)}])
                raw = child.receive(number, limits.seconds + GRACE)
                yield _of_program(raw, limits, time.monotonic() - started)
            except ChildEnded as end:
                if child is not None:
                    child.close()
                child = None
                yield replace(end.reply, seconds=time.monotonic() - started)
    finally:
        if child is not None:
            child.close()


def cannot_start(error: OSError) -> str:
    return f"the agent cannot be started: {error.strerror or error}"


def _of_program(raw: dict[str, Any], limits: Limits, seconds: float) -> Reply:
    """The reply of a program: a status, and one line of text."""
    code = raw.get("code")
    errors = [line.strip() for line in raw.get("err", "").splitlines() if line.strip()]
    last = printable(errors[-1]) if errors else ""
    if raw["status"] == "time":
        return Reply("time", f"no answer within {limits.seconds:g} s", seconds)
    if raw["status"] == "output":
        return Reply("output", f"more than {limits.output:,} bytes of output", seconds)
    if code != 0:
        if last.startswith("MemoryError"):
            return Reply("memory", f"more than {limits.memory >> 20:,} MB of memory ({last})", seconds)
        ended = f"ended by signal {-code}" if isinstance(code, int) and code < 0 else f"exit code {code}"
        return Reply("crash", f"{ended}: {last}" if last else ended, seconds)
    return Reply("answer", answer_line(raw["out"].encode("latin-1", "replace").decode("utf-8", "replace")), seconds)


def answer_line(output: str) -> str:
    """The line that counts: the first that is not empty, after a judge's optional line of times."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    if lines and lines[0].lower().startswith("# times_ms:"):
        del lines[0]
    return printable(lines[0]) if lines else ""


def _ask_function(
    candidate: Candidate, positions: Sequence[Position], limits: Limits, is_stopped: Callable[[], bool], until: float
) -> Generator[Reply, None, None]:
    number = 0
    while number < len(positions):
        started = time.monotonic()  # what loading takes is counted with the first answer
        child = Child(candidate, limits, is_stopped, until - started)
        started, until = started + child.lost, until + child.lost
        try:
            loaded = child.receive_loaded()
            if loaded["status"] != "answer":  # it would not be loaded the next time either
                reply = Reply(loaded["status"], printable(loaded["out"]))
                yield replace(reply, seconds=time.monotonic() - started)
                yield from (reply for _ in range(number + 1, len(positions)))
                return
            sent = number
            while number < len(positions):
                if sent - number <= _AHEAD // 2 and sent < len(positions):
                    following = range(sent, min(number + _AHEAD, len(positions)))
                    child.send(for_function(at, positions[at], candidate.how) for at in following)
                    sent = following.stop
                raw = child.receive(number, limits.seconds)
                now = time.monotonic()
                if candidate.part:
                    yield Reply(raw["status"], printable(raw["out"]), now - started)
                else:
                    yield of_function(raw, positions[number], candidate.how, now - started)
                number, started = number + 1, now
        except ChildEnded as end:
            yield replace(end.reply, seconds=time.monotonic() - started)
            number += 1
        finally:
            child.close()


def shows_exchanged(interface: Interface, position: Position) -> bool:
    """Whether an agent that plays one mark only is shown the other one's move, with the marks exchanged."""
    side = position.game.sides.index(position.to_move)
    return interface.plays in ("X", "O") and side != "XO".index(interface.plays)


def shown_to(interface: Interface, position: Position) -> tuple[list[int], int]:
    """The board and the side to move, as the agent sees them."""
    side, board = position.game.sides.index(position.to_move), list(position.board)
    if shows_exchanged(interface, position):
        return [(0, 2, 1)[mark] for mark in board], 1 - side
    return board, side


def for_function(number: int, position: Position, interface: Interface) -> dict[str, Any]:
    """A question for the script that calls a function."""
    game = position.game
    board, side = shown_to(interface, position)
    fields: dict[str, Any] = {"id": number, "board": board, "columns": game.shape[-1], "side": side}
    if game.drop:
        fields |= {"length": game.length}
    if isinstance(game.goal, SumTo):
        fields |= {"largest": max(game.all_marks), "target": game.goal.target}
    return fields


def of_function(raw: dict[str, Any], position: Position, interface: Interface, seconds: float) -> Reply:
    """The reply of a function: what it returned, as a judge writes it."""
    if raw["status"] != "answer":
        return Reply(raw["status"], printable(raw["out"]), seconds)
    board, side = shown_to(interface, position)
    return Reply("answer", printable(answers.text(interface, raw, board, position.game.shape[-1], side)), seconds)

"""Loads an agent that is a Python file with a function, and asks the function about one board after another.

A line of JSON comes in for each question and a line goes out. Answers are written as a judge reads them: row and column
from 1, after them the number where there is one, or -1 for a game that is over.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable
from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
if __name__ == "__main__":  # in the sandbox, where the package is not; its tests import this file
    sys.path.insert(0, _HERE)
    import confine  # type: ignore[import-not-found]
    import parts  # type: ignore[import-not-found]

Question = dict[str, Any]
_LONGEST = 120


def main() -> int:
    settings = confine.settings()
    questions, answers = confine.private_ends()
    confine.give_up_rights(settings)
    os.chdir(settings["directory"])
    os.environ.clear()
    os.environ.update(settings["environment"])
    lines = os.fdopen(questions, "rb")
    ask, problem = _load(settings)
    _send(answers, {"id": -1, "status": "answer" if ask else problem[0], "out": problem[1]})
    if ask is None:
        return 1
    _silence()
    for line in lines:
        question = json.loads(line)
        status, text = answer(ask, question)
        _send(answers, {"id": question["id"], "status": status, "out": text})
    return 0


def _load(settings: dict[str, Any]) -> tuple[Callable[[Question], str] | None, tuple[str, str]]:
    sys.path[0] = settings["directory"]
    sys.path.append(_HERE)  # for a player of Tic-Tac-Total that comes without its state
    try:
        module = importlib.import_module(settings["module"])
        if settings["part"]:
            return _load_part(module, settings["part"])
        return APIS[settings["api"]](getattr(module, settings["function"])), ("answer", "")
    except MemoryError:
        return None, ("memory", "the agent could not be loaded: it needs more memory than it may use")
    except BaseException as error:
        return None, ("crash", f"the agent could not be loaded: {_named(error)}")


def _load_part(module: object, call: dict[str, Any]) -> tuple[Callable[[Question], str] | None, tuple[str, str]]:
    """One of the agent's named functions, instead of the agent."""
    try:
        return parts.asker(module, call), ("answer", "")
    except parts.Missing:
        return None, ("missing", call["function"])


def answer(ask: Callable[[Question], str], question: Question) -> tuple[str, str]:
    """One answer: its status and its text."""
    try:
        return "answer", ask(question)
    except KeyboardInterrupt:
        raise
    except MemoryError:
        return "memory", "MemoryError"
    except BaseException as error:
        return "crash", _named(error)


def _named(error: BaseException) -> str:
    try:
        message = " ".join(str(error).split())
    except BaseException:
        message = ""
    return f"{type(error).__name__}: {message}"[:_LONGEST] if message else type(error).__name__


def _silence() -> None:
    """What the agent prints is not an answer."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _send(answers: int, reply: dict[str, Any]) -> None:
    os.write(answers, json.dumps(reply).encode() + b"\n")


def _rows(question: Question, cells: list[Any]) -> list[list[Any]]:
    columns = question["columns"]
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def _shown(result: object) -> str:
    try:
        return " ".join(repr(result).split())[:_LONGEST]
    except BaseException as error:
        return f"something whose repr fails: {_named(error)}"


def _place(place: object, result: object) -> str:
    """Row and column from a pair of indices counted from 0; anything else is passed on as it looks."""
    if isinstance(place, (tuple, list)) and len(place) == 2 and all(type(at) is int for at in place):
        return f"{place[0] + 1} {place[1] + 1}"
    return _shown(result)


def _agent(function: Callable[..., Any]) -> Callable[[Question], str]:
    """A course's agent for a judge: minimax(state, depth, alpha, beta, maximizing) gives the score and the action."""

    def ask(question: Question) -> str:
        state = _rows(question, ["_XO"[mark] for mark in question["board"]])
        result = function(state, 0, float("-inf"), float("inf"), question["side"] == 0)
        if not isinstance(result, (tuple, list)) or len(result) != 2:
            return _shown(result)
        return "-1" if result[1] is None else _place(result[1], result)

    return ask


def _console(function: Callable[..., Any]) -> Callable[[Question], str]:
    """A course's console game: minimax(state, depth, player) gives row, column and score; X is MAX, +1."""

    def ask(question: Question) -> str:
        state = _rows(question, [(0, 1, -1)[mark] for mark in question["board"]])
        result = function(state, question["board"].count(0), (1, -1)[question["side"]])
        if not isinstance(result, (tuple, list)) or len(result) != 3:
            return _shown(result)
        place = list(result[:2])
        return "-1" if place == [-1, -1] else _place(place, result)

    return ask


def _cs50(function: Callable[..., Any]) -> Callable[[Question], str]:
    """Harvard's CS50 AI: minimax(board) gives a pair of indices, or None if the game is over; an empty cell is None."""

    def ask(question: Question) -> str:
        result = function(_rows(question, [(None, "X", "O")[mark] for mark in question["board"]]))
        return "-1" if result is None else _place(result, result)

    return ask


def _functional(function: Callable[..., Any]) -> Callable[[Question], str]:
    """A course's functional minimax: play(board, sign) gives a pair of indices; an empty cell is False."""

    def ask(question: Question) -> str:
        board = _rows(question, [(False, "X", "O")[mark] for mark in question["board"]])
        result = function(board, "XO"[question["side"]])
        return "-1" if result is None or result is False else _place(result, result)

    return ask


def _t3(function: Callable[..., Any]) -> Callable[[Question], str]:
    """Tic-Tac-Total: choose(state) gives an action, or None if the game is over. The agent's own T3State is used."""
    base = importlib.import_module("t3_state").T3State

    def ask(question: Question) -> str:
        rules = {"MAX_MOVE": question["largest"], "WIN_TARGET": question["target"]}
        same = all(getattr(base, name, None) == number for name, number in rules.items())
        state_class = base if same else type("T3State", (base,), rules)
        result = function(state_class(question["side"] == 0, _rows(question, list(question["board"]))))
        if result is None:
            return "-1"
        numbers = [getattr(result, name)() for name in ("row", "col", "move")]
        if not all(type(number) is int for number in numbers):
            return _shown(result)
        return f"{numbers[0] + 1} {numbers[1] + 1} {numbers[2]}"

    return ask


APIS: dict[str, Callable[[Callable[..., Any]], Callable[[Question], str]]] = {
    "agent": _agent,
    "cs50": _cs50,
    "console": _console,
    "functional": _functional,
    "t3": _t3,
}

if __name__ == "__main__":
    sys.exit(main())

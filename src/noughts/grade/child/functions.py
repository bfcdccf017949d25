"""Loads an agent that is a Python file with a function, and asks the function about one board after another.

A line of JSON comes in for each question and a line goes out. A question may bring an interface to try; without one it
is the interface in the settings. What the agent returns is passed on as data, and read by the grader.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys

import calling  # type: ignore[import-not-found]
import confine  # type: ignore[import-not-found]
import loading  # type: ignore[import-not-found]
import parts  # type: ignore[import-not-found]
import standins  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
_OURS = ("calling", "confine", "functions", "loading", "parts", "standins", "survey")


def main() -> int:
    settings = confine.settings()
    if settings["survey"]:
        import survey  # type: ignore[import-not-found]  # noqa: F401  while it can still be read for sure
    confine.supervise(settings)
    questions, answers = confine.private_ends()
    confine.give_up_rights(settings)
    os.chdir(settings["directory"])
    os.environ.clear()
    os.environ.update(settings["environment"])
    confine.wait_for_grader(questions, answers)
    lines = os.fdopen(questions, "rb")
    module, reply = _load(settings)
    _send(answers, {"id": -1, **reply})
    if module is None:
        return 1
    _silence()
    standins.Patience.left = sys.maxsize
    callers: dict[str, Any] = {}
    calling.Caller.window = standins.Nothing
    settings["first"] = calling.simple(vars(module))
    for line in lines:
        question = json.loads(line)
        standins.Patience.prompts = 0
        status, facts = _answer(question, vars(module), settings, callers)
        _send(answers, {"id": question["id"], "status": status, **facts})
    return 0


def _load(settings: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The module, and what to say about it: with a survey, if one is asked for."""
    directory, main = settings["directory"], settings["main"]
    if settings["survey"]:
        import survey
    _make_room(settings)
    facts: dict[str, Any] = {}
    try:
        path = os.path.join(directory, main)  # noqa: PTH118
        source = loading.source_of(path)
        if settings["survey"]:
            facts["protocol"] = survey.words(source)
            if settings["command"] and "JUDGE" in facts["protocol"]:  # it is a program, and need not run here
                return None, {"status": "answer", "out": "", **facts, "survey": {}}
        module = loading.load(path, source, definitions=settings["definitions"], seconds=settings["loading"])
        if settings["survey"]:
            facts["survey"] = survey.survey(module, source, directory, settings["survey"])
        if settings["part"]:
            settings["part"]["ask"] = parts.asker(module, settings["part"])
        return module, {"status": "answer", "out": "", **facts, "standins": standins.used}
    except MemoryError:
        reply = {"status": "memory", "out": "the agent could not be loaded: it needs more memory than it may use"}
    except loading.TooLong as error:
        reply = {"status": "time", "out": f"the agent could not be loaded: {error}"}
    except (standins.Prompt, standins.Window) as error:
        reply = {"status": "crash", "out": f"the agent could not be loaded: {error}"}
    except parts.Missing as error:
        reply = {"status": "missing", "out": str(error)}
    except BaseException as error:
        reply = {"status": "crash", "out": f"the agent could not be loaded: {calling.name_of(error)}"}
    return None, {**reply, **facts, "standins": standins.used}


def _make_room(settings: dict[str, Any]) -> None:
    """From here on, what is imported is the agent's: it may have modules of our names."""
    directory = settings["directory"]
    sys.path.remove(_HERE)
    loading.prepare(directory, settings["main"])
    sys.path += [*settings.get("packages", ()), _HERE]  # ours for a player of Tic-Tac-Total without its state
    for name in _OURS:
        sys.modules.pop(name, None)
    standins.install(frozenset(os.path.splitext(name)[0] for name in os.listdir(directory)))  # noqa: PTH122, PTH208
    gc.freeze()
    gc.enable()


def _answer(
    question: dict[str, Any], space: dict[str, Any], settings: dict[str, Any], callers: dict[str, Any]
) -> tuple[str, dict[str, Any]]:
    tried = question.get("interface")
    reply: tuple[str, dict[str, Any]]
    try:
        if settings["part"]:
            return "answer", {"out": settings["part"]["ask"](question)}
        key = json.dumps(tried) if tried else ""
        if key not in callers:
            callers.clear()
            callers[key] = calling.Caller(space, tried or settings["interface"], settings["first"])
        with loading.at_most(question["within"]) if "within" in question else contextlib.nullcontext():
            reply = calling.answer(callers[key], question)
        return reply
    except loading.TooLong as error:
        return "time", {"out": str(error)}
    except Exception as error:
        return "crash", {"out": calling.name_of(error)}


def _silence() -> None:
    """What the agent prints is not an answer."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 2)
    os.close(nowhere)


def _send(answers: int, reply: dict[str, Any]) -> None:
    text = json.dumps(reply).encode() + b"\n"
    while text:
        text = text[os.write(answers, text) :]

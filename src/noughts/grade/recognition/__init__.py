"""Finds out how an agent is called: by the names in its file, and by a few questions in the sandbox.

A file with the functions of a course is called as the course says. For others, the names of functions and parameters
propose interfaces, and trials decide: the first with legal answers, and among those that differ in what they show the
agent (its marks, its side) the one with the best. An agent that nothing fits is not graded, with the reason.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from ...games import Game
from ...games.notation import moves as move_notation
from .. import questions, sandbox
from ..candidates import Candidate
from ..children import FORGED, Stopped, printable
from ..interfaces import JUDGE
from ..limits import Limits
from . import choice, proposals, trials
from .trials import Session

IsStopped = Callable[[], bool]

_SECONDS = 120.0  # for all trials of one agent
_COMMAND = ("{python}", "{src}")  # that runs a program
_FILES = 6  # of a submission, that may be the agent
_WINDOWS = [
    "tkinter",
    "turtle",
    "pygame",
    "pyglet",
    "arcade",
    "kivy",
    "wx",
    "PyQt5",
    "PyQt6",
    "PySide2",
    "PySide6",
    "customtkinter",
    "curses",
]

_PAGES = ["streamlit", "ipywidgets"]


def recognise_all(
    candidates: Sequence[Candidate],
    game: Game,
    limits: Limits,
    *,
    jobs: int = 1,
    trust: bool = False,
) -> list[Candidate]:
    """Every candidate with its interface, or with the reason why it is not graded. Ctrl-C ends all of them soon."""
    if all(map(_is_settled, candidates)):
        return list(candidates)
    sandbox.check(trust)
    if trials.has(game):
        trials.positions(game)
    stopped = threading.Event()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            return list(pool.map(lambda one: _recognised(one, game, limits, stopped.is_set), candidates))
        except BaseException:
            stopped.set()
            raise


def _recognised(candidate: Candidate, game: Game, limits: Limits, is_stopped: IsStopped) -> Candidate:
    """Whatever goes wrong with one agent, the others are graded."""
    if is_stopped():
        raise Stopped
    try:
        return recognise(candidate, game, limits, is_stopped)
    except Stopped:
        raise
    except sandbox.SandboxFailed as error:
        return replace(candidate, problem=printable(str(error)), try_again=True)
    except OSError as error:
        reason = questions.cannot_start(error)
    except Exception as error:
        reason = f"the agent could not be recognised: {type(error).__name__}: {error}"
    return replace(candidate, problem=printable(reason))


def _is_settled(candidate: Candidate) -> bool:
    """Whether there is nothing to find out: it is a program, it cannot be graded, or it was looked at before."""
    return candidate.problem is not None or not candidate.mains or not candidate.is_function


def recognise(candidate: Candidate, game: Game, limits: Limits, is_stopped: IsStopped = lambda: False) -> Candidate:
    """The first of its files that is an agent; otherwise the reason of the likeliest."""
    if _is_settled(candidate):
        return candidate
    look = _recognise_file if candidate.interface is None else _with_interface
    first: Candidate | None = None
    for main in candidate.mains[:_FILES]:
        found = look(replace(candidate, main=main, mains=()), game, limits, is_stopped)
        if found.problem is None:
            return found
        first = first or found
    assert first is not None
    return first


def _with_interface(candidate: Candidate, game: Game, limits: Limits, is_stopped: IsStopped) -> Candidate:
    """A file whose interface was given: whether it has the function, loaded whole or its definitions only."""
    interface = candidate.how
    reasons: list[str] = []
    for definitions in (False, True):
        tried = replace(candidate, definitions=definitions)
        loaded = _Loaded(tried, limits, is_stopped, game)
        loaded.session.close()
        if loaded.status == "answer" and loaded.survey.has(interface.function, interface.class_name):
            why = f"{candidate.why}; only its definitions are loaded: {reasons[0]}" if definitions else candidate.why
            return replace(tried, why=why)
        if loaded.status == "answer":
            return replace(candidate, problem=f"it has no {interface.call}; it has {loaded.survey.seen}")
        reasons.append(loaded.reason)
    return replace(candidate, problem=reasons[0])


def _recognise_file(candidate: Candidate, game: Game, limits: Limits, is_stopped: IsStopped) -> Candidate:
    """With the command of a program, a file that names JUDGE is not even loaded; any other is tried as a function."""
    whole = _Loaded(replace(candidate, command=_COMMAND), limits, is_stopped, game)
    whole.candidate = candidate
    try:
        if "JUDGE" in whole.survey.protocol:
            return _program(candidate, "it names JUDGE")
        result = whole.recognised()
        if result.problem is None:
            return result
    finally:
        whole.session.close()
    if whole.why == FORGED.text:  # what it is asked next, it would answer for us too
        return replace(candidate, problem=whole.reason)
    if whole.status != "answer" and whole.status != "memory":
        second = _Loaded(replace(candidate, definitions=True), limits, is_stopped, game)
        try:
            if second.status == "answer":
                found = second.recognised()
                if found.problem is None:
                    return replace(found, why=f"{found.why}; only its definitions are loaded: {whole.brief}")
                whole.survey = second.survey
        finally:
            second.session.close()
        result = replace(result, problem=f"{whole.reason}{second.nearest}")
    return _tried_as_program(candidate, game, limits, is_stopped) or result


class _Loaded:
    """A file in the sandbox: loaded or not, and what is in it."""

    def __init__(self, candidate: Candidate, limits: Limits, is_stopped: IsStopped, game: Game) -> None:
        self.candidate, self.game = candidate, game
        self.session = Session(candidate, limits, is_stopped, game)
        try:
            self.status, self.why, self.survey, raw = self.session.load()
        except BaseException:
            self.session.close()
            raise
        used = raw.get("standins")
        self.used = [one for one in used if isinstance(one, str)] if isinstance(used, list) else []
        self.session.deadline = time.monotonic() + _SECONDS

    @property
    def brief(self) -> str:
        return self.why.removeprefix("the agent could not be loaded: ") or "it could not be loaded"

    @property
    def reason(self) -> str:
        """Why it could not be loaded, for people."""
        missing = re.search(r"No module named '([\w.]+)'", self.why)
        if missing:
            return f"needs a package that is not there: {missing[1]} (--packages DIR provides it)"
        if "input" in self.used:
            return f"waits for input when it is loaded, and has {self.survey.seen}"
        window = next((one for one in self.used if one in _WINDOWS), None)
        if window and (self.status == "time" or "waits for a window" in self.why):
            return f"starts a window when it is loaded ({window})"
        pages = next((one for one in self.used if one in _PAGES), None)
        if pages:
            return f"is a page of {pages}, which is not there when it is graded: {self.brief}"
        return self.brief

    def recognised(self) -> Candidate:
        """Its interface, or why it has none. Where only definitions are loaded, some answers must be legal."""
        if self.status != "answer":
            return replace(self.candidate, problem=self.reason)
        game = self.game
        course = proposals.by_name(self.survey, game)
        unsuitable = course.why_unsuitable(game) if course is not None else None
        if course is not None and course.game == "total" and unsuitable is None:
            return replace(self.candidate, interface=course, why=f"it has {course.signature}")
        if not trials.has(game):
            problem = unsuitable or f"no known interface for {game.name}: it has {self.survey.seen}"
            return replace(self.candidate, problem=problem)
        found = choice.find(self.session, self.survey, course if unsuitable is None else None)
        if found is not None and (found.score.legal or not self.candidate.definitions):
            given_up = choice.given_up(self.session, found)
            why = "; ".join(filter(None, (f"it has {found.seen}", given_up)))
            interface, trial = found.interface, found.trial
            return replace(self.candidate, interface=interface, why=why, trial=trial, given_up=given_up)
        if course is not None and unsuitable is not None and proposals.is_certain(course, self.survey):
            return replace(self.candidate, problem=unsuitable)
        return replace(self.candidate, problem=self._why_not())

    def _why_not(self) -> str:
        reason = f"no known interface: it has {self.survey.seen}"
        windows = [one for one in self.used if one in _WINDOWS]
        if windows:
            reason += f"; it plays in a window ({windows[0]})"
        return reason + self.nearest

    @property
    def nearest(self) -> str:
        """What was tried, and what came of it."""
        without = proposals.without_game(self.survey)
        if without:
            return f"; {without} needs a game, and no class in the submission has a board: is a file missing?"
        nearest, function = proposals.nearest(self.survey, self.game)
        if nearest is None:
            return ""
        name = function.partition("(")[0].rpartition(".")[2]
        came = self.session.came.get(name, "")
        late = ", and was too slow where several cells are empty" if name in self.session.late else ""
        words = f" ({came})" if came else ""
        expected = "; a move is a column" if self.game.drop else ""
        return f"; nearest is {nearest}, but {function} gave few or no legal answers{words}{late}{expected}"


def _program(candidate: Candidate, why: str) -> Candidate:
    return replace(candidate, interface=JUDGE, command=_COMMAND, why=why)


def _tried_as_program(candidate: Candidate, game: Game, limits: Limits, is_stopped: IsStopped) -> Candidate | None:
    """A file without functions that we know may be a program all the same, if it answers one question."""
    if not candidate.main.lower().endswith(".py"):
        return None
    program = _program(candidate, "it answers JUDGE")
    position = trials.positions(game)[0].position if trials.has(game) else game.start()
    shorter = replace(limits, seconds=min(limits.seconds, 5.0))
    for reply in questions.ask(program, [position], shorter, is_stopped=is_stopped):
        try:
            move_notation.read_move(reply.text if reply.status == "answer" else "", position)
        except ValueError:
            return None
        return replace(program, trial=f"{position.text}: {reply.text}")
    return None

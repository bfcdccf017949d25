"""For a course's own tests: `assert_optimal(agent)`, as a function or as the pytest fixture of the same name.

An agent is a path, which is graded in the sandbox like any other, or a function of one of the courses' interfaces,
which is called here and now: a test that holds the function has imported it already.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..games import Game
from . import candidates, interfaces, positions, recognition
from .candidates import AgentError, Candidate
from .child import calling
from .driver import GradingThreads
from .exact import Exact
from .grades import Grade, grade
from .interfaces import COURSES, INTERFACES, Interface
from .limits import Limits
from .questions import for_function, of_function
from .reports.mistakes import worst_mistakes
from .rubric import Rubric
from .self_test import PROTECTIONS
from .session import Grading, Task
from .verdicts import Verdict

_SHOWN = 5


def assert_optimal(
    agent: str | Path | Callable[..., Any],
    *,
    game: str = "tictactoe",
    interface: str | None = None,
    first: str = "first",
    quick: bool = False,
    distance: bool = True,
    trust: bool = False,
    seconds: float = Limits.seconds,
) -> None:
    """Fails unless every answer is best; the message shows the worst mistakes.

    Without `distance` a slower win or a sooner loss is not a mistake. `quick` asks one position of each symmetry class.
    """
    result = grade_agent(agent, game=game, interface=interface, first=first, quick=quick, trust=trust, seconds=seconds)
    lenient = () if distance else (Verdict.SLOW_WIN, Verdict.FAST_LOSS)
    wrong = [one for one in result.mistakes if one.verdict not in lenient]
    if wrong:
        shown = "\n".join(
            f"  {one.sentence}" for one in worst_mistakes(result, _SHOWN) if one.judged.verdict not in lenient
        )
        raise AssertionError(f"{result.name}: {len(wrong):,} of {len(result.judged):,} answers are not best\n{shown}")


def grade_agent(
    agent: str | Path | Callable[..., Any],
    *,
    game: str = "tictactoe",
    interface: str | None = None,
    first: str = "first",
    quick: bool = False,
    trust: bool = False,
    seconds: float = Limits.seconds,
) -> Grade:
    """The grade of one agent."""
    from ..games import game as game_named

    rules = game_named(game)
    task = Task(rules, positions.choose(rules, first=first, quick=quick), Limits(seconds=seconds))
    if not callable(agent):
        matches = candidates.find([str(agent)], interface=interface)
        matches = recognition.recognise_all(matches, rules, task.limits, trust=trust)
        if len(matches) != 1:
            raise AgentError(f"{agent}: {len(matches)} agents; expected one")
        if matches[0].problem is not None:
            raise AgentError(f"{agent}: not graded: {matches[0].problem}")
        grading = Grading(matches, task, GradingThreads(1, trust=trust), trust=trust)
        grading.run()
        (result,) = grading.grades()
        if not result.is_graded:
            raise AgentError(f"{agent}: not graded: {result.candidate.problem}")
        return result
    return _grade_here(agent, task, interface)


def _grade_here(function: Callable[..., Any], task: Task, named: str | None) -> Grade:
    interface = _interface_of(function, task.game) if named is None else interfaces.named(named)
    candidate = Candidate(getattr(function, "__name__", "agent"), interface=interface)
    if (reason := candidates.check_game(candidate, task.game)) is not None:
        raise AgentError(reason)
    caller = calling.Caller.of(function, interface.as_data())
    asked = task.asked(candidate)
    replies = []
    for number, position in enumerate(asked.positions):
        status, facts = calling.answer(caller, for_function(number, position, interface))
        replies.append(of_function({"status": status, **facts}, position, interface, 0.0))
    return grade(
        candidate,
        asked.positions,
        replies,
        game=task.game.name,
        selection=asked.words,
        rubric=Rubric(),
        exact=Exact(task.ranking_for(candidate)),
        protections=dict.fromkeys(PROTECTIONS, False),
    )


def _interface_of(function: Callable[..., Any], game: Game) -> Interface:
    """By the number of parameters, as for a file."""
    parameters = inspect.signature(function).parameters.values()
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    least = sum(one.default is one.empty and one.kind in positional for one in parameters)
    courses = [INTERFACES[name] for name in COURSES if INTERFACES[name].why_unsuitable(game) is None]
    for interface in courses:
        if least == len(interface.arguments):
            return interface
    expected = "; ".join(interface.signature for interface in courses)
    raise AgentError(f"a function of {least} parameters is not an agent; expected {expected}")

"""A unit of work can be sent anywhere: it is a value, and what runs it is not known to the driver."""

from __future__ import annotations

from pathlib import Path

import msgpack
import pytest

from noughts.games import game
from noughts.grade import candidates, positions, recognition, units
from noughts.grade.driver import GradingExecutor, GradingThreads
from noughts.grade.limits import Limits
from noughts.grade.session import Grading, Task
from noughts.grade.units import GradingResult, GradingUnit

from . import agents

RULES = game("tictactoe")


class ByPost:
    """Runs one unit after the other, each as it arrives from elsewhere, and sends the result back the same way."""

    workers = capacity = 1

    def __init__(self) -> None:
        self.sent: list[int] = []
        self.open: list[GradingUnit] = []

    def submit(self, unit: GradingUnit) -> None:
        self.open.append(unit)

    def results(self, seconds: float) -> list[tuple[GradingUnit, GradingResult]]:
        unit = self.open.pop()
        parcel = msgpack.packb(unit.as_data())
        self.sent.append(len(parcel))
        result = units.run(GradingUnit.from_data(msgpack.unpackb(parcel)))
        return [(unit, GradingResult.from_json(result.as_json()))]

    def cancel(self, unit: GradingUnit) -> None:
        raise AssertionError("nothing is given up here")

    def cancel_all(self) -> None:
        assert not self.open


@pytest.mark.slow
def test_who_runs_the_units_makes_no_difference(tmp_path: Path) -> None:
    for flaw in ("first_empty", "off_by_one"):
        (tmp_path / f"{flaw}.py").write_text(agents.source(flaw, "agent"))
    task = Task(RULES, positions.choose(RULES))
    post = ByPost()
    grades = []
    executors: list[GradingExecutor] = [GradingThreads(2), post]
    for executor in executors:
        found = recognition.recognise_all(candidates.find([str(tmp_path)]), RULES, task.limits)
        grading = Grading(found, task, executor)
        grading.run()
        grades.append([(grade.name, grade.verdicts, grade.score) for grade in grading.grades()])
    assert grades[0] == grades[1]
    assert len(post.sent) >= 2 * len(task.selection) // units.FUNCTION_SLICE and max(post.sent) < 1 << 20


def test_a_key_names_all_that_the_answers_depend_on(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    chosen = positions.choose(RULES, quick=True).positions

    def key(text: str, limits: Limits, count: int) -> str:
        path.write_text(text)
        (candidate,) = candidates.find([str(path)], interface="functional")
        return next(units.slices(candidate, chosen[:count], limits)).key

    one = key("def play(b, s): ...", Limits(), 5)
    assert one == key("def play(b, s): ...", Limits(), 5)
    others = {
        key("def play(b, s): pass", Limits(), 5),
        key("def play(b, s): ...", Limits(seconds=1), 5),
        key("def play(b, s): ...", Limits(), 6),
    }
    assert len(others | {one}) == 4

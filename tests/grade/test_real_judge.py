"""The real `fmi-ai-judge` and ours, on the judge's own 14 tests."""

from __future__ import annotations

from pathlib import Path

import course_judge
import pytest
from course_judge import TESTS

from noughts.games import game
from noughts.games.notation import boxed
from noughts.grade import candidates
from noughts.grade.positions import Selection
from noughts.grade.session import Grading, Task
from noughts.grade.verdicts import Verdict

from . import agents


def judge_says(path: Path) -> list[bool]:
    """For each of its tests, whether the judge accepts the answer, however busy the machine is."""
    found = course_judge.verdicts(path, course_judge.made_patient(path.parent), "--slow")
    assert set(found.values()) <= {"OK", "WA"}
    return [found[test.stem] == "OK" for test in TESTS]


def we_say(path: Path) -> list[Verdict]:
    rules = game("tictactoe")
    texts = [test.read_text(encoding="utf-8").split("\n", 1)[1] for test in TESTS]
    selection = Selection(tuple(boxed.read(text, rules) for text in texts), "the judge's tests")
    grading = Grading(candidates.find([str(path)], interface="judge"), Task(rules, selection))
    grading.run()
    return [judged.verdict for judged in grading.grades()[0].judged]


@pytest.mark.slow
@pytest.mark.parametrize("flaw", ["perfect", "first_empty", "ignores_blocks", "slow_wins"])
def test_both_judges_agree(flaw: str, tmp_path: Path) -> None:
    """The judge accepts every answer that we call best, and of the others those only where its search was cut off."""
    path = tmp_path / "agent.py"
    path.write_text(agents.source(flaw, "judge"))
    theirs, ours = judge_says(path), we_say(path)
    assert len(theirs) == len(ours) == 14
    differ = {
        test.stem: verdict for test, ok, verdict in zip(TESTS, theirs, ours) if ok != (verdict is Verdict.OPTIMAL)
    }
    assert differ == DIFFERENCES.get(flaw, {})
    if flaw == "perfect":
        assert ours == [Verdict.OPTIMAL] * 14


# Where the judge accepts an answer that is not best: in its fifth test, one that loses a drawn game.
DIFFERENCES: dict[str, dict[str, Verdict]] = {"ignores_blocks": {"t05": Verdict.DRAW_TO_LOSS}}

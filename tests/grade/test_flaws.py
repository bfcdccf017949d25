"""Agents with known flaws get exactly the verdicts that an independent brute force counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import agents, brute_force
from .running import grade, nonzero


def written(folder: Path, flaw: str, shell: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{flaw}.py"
    path.write_text(agents.source(flaw, shell), encoding="utf-8")
    return path


def deserved(flaw: str, first: str, finished: bool = True) -> dict[str, int]:
    pick = brute_force.load(agents.source(flaw, "judge"))
    return nonzero(brute_force.count(pick, first=first, finished=finished))


def test_the_brute_force_knows_the_positions() -> None:
    boards = list(brute_force.positions("X"))
    assert len(boards) == len(set(boards)) == 5478
    assert sum(brute_force.winner(board) is None and "_" in board for board, _ in boards) == 4520


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shell", "flaws"),
    [("agent", tuple(agents.FLAWS)), ("console", ("perfect", "transposed")), ("functional", ("perfect", "slow_wins"))],
)
def test_every_position_of_every_flaw(tmp_path: Path, shell: str, flaws: tuple[str, ...]) -> None:
    for flaw in flaws:
        written(tmp_path / "agents", flaw, shell)
    done = grade(tmp_path, tmp_path / "agents")
    assert {agent["api"] for agent in done.agents} == {shell}
    for flaw in flaws:
        agent, right = done.agent(f"{flaw}.py"), deserved(flaw, "X", finished=shell != "functional")
        assert nonzero(agent["verdicts"]) == right, flaw
        assert agent["positions"] == sum(right.values()) == (4520 if shell == "functional" else 5478)
    assert done.agent("perfect.py")["score"] == 100
    assert done.code == (0 if all(agent["score"] == 100 for agent in done.agents) else 1)


@pytest.mark.slow
def test_counting_marks_is_wrong_where_the_other_side_began(tmp_path: Path) -> None:
    path = written(tmp_path, "counts_marks", "agent")
    agent = grade(tmp_path, path, "--first", "both").agents[0]
    assert agent["positions"] == 2 * 5478
    assert nonzero(agent["verdicts"]) == deserved("counts_marks", "XO")
    assert agent["score"] < 100 == grade(tmp_path, path).agents[0]["score"]


@pytest.mark.slow
@pytest.mark.parametrize("flaw", ["ignores_blocks", "off_by_one"])
def test_programs_are_judged_as_functions_are(tmp_path: Path, flaw: str) -> None:
    """On the same sample, a process for each position."""
    sample = ("--sample", "60", "--seed", "7")
    as_program = grade(tmp_path, written(tmp_path / "program", flaw, "judge"), *sample).agents[0]
    as_function = grade(tmp_path, written(tmp_path / "function", flaw, "agent"), *sample).agents[0]
    assert (as_program["api"], as_function["api"]) == ("judge", "agent")
    assert as_program["verdicts"] == as_function["verdicts"]
    assert as_program["mistakes"] == as_function["mistakes"]


@pytest.mark.nightly
def test_a_program_on_every_position(tmp_path: Path) -> None:
    agent = grade(tmp_path, written(tmp_path, "ignores_blocks", "judge"), timeout=1200).agents[0]
    assert nonzero(agent["verdicts"]) == deserved("ignores_blocks", "X")

"""What `noughts grade` shows in the terminal: a bar while it asks, and what came of each agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..errors import counted
from ..grade import driver, sandbox
from ..grade.children import printable
from ..grade.grades import Grade
from ..grade.reports import mistakes, part_words
from ..grade.session import Grading
from ..grade.verdicts import Verdict
from . import output, tables
from .tables import Column

if TYPE_CHECKING:
    from ..cluster.progress import ClusterProgress

_BOARDS_SHOWN = 3  # of a single agent, in the terminal
_MANY = 1  # more agents than these are a table, and no boards


@contextmanager
def watching(
    grading: Grading, cluster_progress: Callable[[], ClusterProgress] | None
) -> Iterator[tuple[Callable[[driver.AgentProgress], object], Callable[[], object]]]:
    """A bar with an estimate at a terminal; the grade of each agent as soon as it is known."""
    console, several = output.errors(), len(grading.entries) > 1
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("positions"),
        TimeRemainingColumn(),
    )
    with _Bar(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        total = sum(len(agent.positions) for agent in grading.driver.agents)
        task = bar.add_task(f"{len(grading.entries)} agents" if several else "asking", total=total)
        announced: set[int] = set()

        def on_progress(agent: driver.AgentProgress) -> None:
            bar.update(task, completed=sum(one.answered for one in grading.driver.agents))
            entry = grading.entry_of(agent)
            if several and entry.is_complete and id(entry) not in announced:
                announced.add(id(entry))
                console.print(_line(grading.grade(entry)), markup=False, soft_wrap=True)

        def on_tick() -> None:
            if cluster_progress is not None and console.is_terminal:
                now = cluster_progress()
                bar.show_below(str(replace(now, open=now.open + grading.driver.waiting)))

        yield on_progress, on_tick


class _Bar(Progress):
    """The bar, and below it how far a cluster is."""

    _below = ""

    def show_below(self, text: str) -> None:
        self._below = text

    def get_renderables(self) -> Iterator[RenderableType]:
        yield from super().get_renderables()
        if self._below:
            yield Text(self._below, style="dim")


def _line(grade: Grade) -> str:
    """`alice.py  98.51  optimal 5,400, slow-win 78`."""
    counts = ", ".join(f"{verdict} {count:,}" for verdict, count in grade.verdicts.items() if count)
    return f"{grade.name}  {grade.score:.2f}  {counts}"


def show(grades: Sequence[Grade], most: int) -> None:
    """The scores, and of a single agent the worst mistakes, at most so many."""
    console = output.console()
    verdicts = [verdict for verdict in Verdict if any(grade.verdicts[verdict] for grade in grades)]
    columns = [Column("agent", is_name=True), Column("score", is_number=True), Column("")]
    columns += [Column(str(verdict).replace("-", " "), is_number=True, spare=at) for at, verdict in enumerate(verdicts)]
    graded = [grade for grade in grades if grade.is_graded]
    rows = []
    for grade in graded:
        counts = (f"{grade.verdicts[verdict]:,}" for verdict in verdicts)
        rows.append([grade.name, f"{grade.score:.2f}", "pass" if grade.passed else "fail", *counts])
    if graded:
        tables.show(console, columns, rows)
    for grade in grades:
        if not grade.is_graded:
            console.print(f"{grade.name}: not graded: {grade.candidate.problem}", markup=False, soft_wrap=True)
        elif grade.candidate.how.plays != "both" or grade.candidate.definitions:
            console.print(f"{grade.name}: {grade.candidate.note}", markup=False, soft_wrap=True)
        if not grade.is_complete:
            console.print(f"{grade.name}: {len(grade.judged):,} of {grade.expected:,} positions so far", markup=False)
    for grade in graded:
        if not grade.passed:
            console.print(_why_not_passed(grade), markup=False, soft_wrap=True)
    for grade in graded:
        _print_parts(grade, in_full=len(grades) <= _MANY)
        if len(grades) <= _MANY:
            _print_mistakes(grade, most)
    for gaps in dict.fromkeys((grade.confinement, grade.gaps) for grade in grades if grade.gaps):
        if sandbox.why_missing() is None:
            console.print(f"Confined by {gaps[0]}, which has gaps: {'; '.join(gaps[1])}.", markup=False, style="dim")
    _print_class(graded)
    if any(not grade.protections.get("no-network", True) for grade in grades):
        reason = sandbox.why_missing() or "some of the workers have none"
        console.print(f"Without a sandbox: {reason}.", markup=False, style="bold")


def _why_not_passed(grade: Grade) -> str:
    """What costs most, with a mistake of that kind: `a.py fails with 53.26 (100 passes): win-to-loss 166 times, …`."""
    says = f"{grade.name} fails with {grade.score:.2f} ({grade.rubric.passing:g} passes)"
    costs = {one: count * (1 - float(grade.rubric.weights[one])) for one, count in grade.verdicts.items()}
    costly = max(costs, key=lambda verdict: costs[verdict])
    if not costs[costly]:
        return f"{says}: {'see its parts below' if grade.is_complete else 'not all positions have been asked'}."
    first = mistakes.of(grade, next(one for one in grade.mistakes if one.verdict is costly))
    often = "once" if grade.verdicts[costly] == 1 else f"{grade.verdicts[costly]:,} times"
    return f"{says}: {costly} {often}, as on {printable(first.sentence)}"


def _print_parts(grade: Grade, in_full: bool) -> None:
    """A line for each named function that is not right; among many agents they share one."""
    console = output.console()
    right = [part.name for part in grade.parts if part.is_right]
    wrong = [part for part in grade.parts if not part.is_right]
    if wrong and not in_full:
        names = ", ".join(part.name for part in wrong)
        console.print(f"{grade.name}: not right: {names}", markup=False, soft_wrap=True)
    elif grade.parts and in_full:
        console.print(f"\n{grade.name}: {len(right)} of {len(grade.parts)} parts are right", style="bold", markup=False)
        for part in wrong:
            console.print(f"{part.name}: {part_words.sentence(part)}", markup=False, soft_wrap=True)
        if right and wrong:
            console.print(f"right: {', '.join(right)}", markup=False)


def _print_class(grades: Sequence[Grade]) -> None:
    """What scores can be compared with, and which agents are worth a look together."""
    console = output.console()
    for count, baseline in dict.fromkeys((len(grade.judged), tuple(grade.baseline.items())) for grade in grades):
        scores = ", ".join(f"{name} {score:.2f}" for name, score in baseline)
        questions = f"{count:,} questions" if count != 1 else "question"
        if scores:
            console.print(f"\nOn the same {questions}: {scores}", markup=False)
    for names in dict.fromkeys(tuple(sorted((grade.name, *grade.similar))) for grade in grades if grade.similar):
        console.print(f"Look at these: {', '.join(names)} (equal except for names and layout)", markup=False)


def _print_mistakes(grade: Grade, most: int) -> None:
    console = output.console()
    if not grade.mistakes:
        if grade.is_complete:
            console.print(f"\n{grade.name}: all {len(grade.judged):,} answers are best.", markup=False)
        return
    count = len(grade.mistakes)
    if not most:
        console.print(f"\n{grade.name}: {counted(count, 'mistake')}", markup=False)
        return
    words = "one mistake" if count == 1 else f"the worst of {count:,} mistakes"
    console.print(f"\n{grade.name}: {words}", style="bold", markup=False)
    for mistake in mistakes.worst_mistakes(grade, min(_BOARDS_SHOWN, len(grade.kinds_of_mistakes), most)):
        one = mistake.judged
        console.print(f"\n{mistake.title}, {one.position.to_move} to move", markup=False)
        console.print(output.draw(one.position))
        answer = f"answered {mistake.answer}" if mistake.answer else "no answer"
        console.print(f"{answer}; best: {' or '.join(mistake.best_moves)}. {mistake.reason}", markup=False)

"""`noughts grade`: exact marks for agents, which run in a sandbox."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from ..errors import GameError, NotationError
from ..executor import ExecutorLost
from ..games import Game, Ranking, game as game_named
from ..grade import (
    autograder as autograders,
    candidates,
    driver,
    interfaces,
    positions,
    recognition,
    rubric as rubrics,
    sandbox,
    self_test as self_tests,
)
from ..grade.candidates import Candidate
from ..grade.children import printable
from ..grade.driver import GradingExecutor, GradingThreads
from ..grade.grades import Grade
from ..grade.interfaces import INTERFACES
from ..grade.journal import Journal, usual_path
from ..grade.limits import Limits
from ..grade.reports import files, mistakes, part_words
from ..grade.reports.feedback import PAGE
from ..grade.reports.outputs import Outputs, read_languages
from ..grade.session import Grading, Task
from ..grade.verdicts import Verdict
from . import output, tables
from .clusters import ClusterOption, connected
from .inputs import read_memory
from .tables import Column

if TYPE_CHECKING:
    from ..cluster.progress import ClusterProgress

_BOARDS_SHOWN = 3  # of a single agent, in the terminal
_MANY = 1  # more agents than these are a table, and no boards


AgentsArgument = Annotated[
    list[str] | None, typer.Argument(metavar="AGENT...", help="Python files or programs: files, folders or globs.")
]
GameOption = Annotated[str, typer.Option("--game", metavar="GAME", help="The game: tictactoe, t3, 4,3,3, ...")]
InterfaceOption = Annotated[
    str | None,
    typer.Option(
        "--interface",
        "--api",
        metavar="NAME|FILE",
        help=f"Interface of the agents, if they are not recognised: {', '.join(INTERFACES)}, or a TOML file.",
    ),
]
ExecOption = Annotated[
    str | None, typer.Option("--exec", metavar="CMD", help="Command that runs an agent, with {src} for its file.")
]
JobsOption = Annotated[
    int, typer.Option(metavar="N", min=1, max=1024, help="Agent processes to run in parallel, without --cluster.")
]
TimeOption = Annotated[float, typer.Option("--time", metavar="SECONDS", min=0.01, help="Time limit for one answer.")]
MemoryLimit = Annotated[str, typer.Option("--memory", metavar="SIZE", help="Memory limit of an agent, as in 500M.")]
TrustOption = Annotated[bool, typer.Option("--trust", help="Run agents even without a sandbox.")]
AllowOption = Annotated[
    list[Path] | None,
    typer.Option("--allow", metavar="PATH", help="Extra file or folder that agents may read."),
]
NoughtsOption = Annotated[
    bool, typer.Option("--with-noughts", help="Let agents import noughts, which knows all answers.")
]
NOT_GRADED = 3  # the exit code when an agent is not graded
CORES = os.cpu_count() or 1


class Accept(str, Enum):
    """What counts as right."""

    RESULT = "result"
    DISTANCE = "distance"


def register(app: typer.Typer) -> None:
    app.command("grade")(_grade)


def _grade(
    agents: AgentsArgument = None,
    game: GameOption = "tictactoe",
    interface: InterfaceOption = None,
    command: ExecOption = None,
    first: Annotated[str, typer.Option(metavar="SIDE", help="Side that moves first, or both.")] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Ask only one position of each symmetry class.")] = False,
    sample: Annotated[int | None, typer.Option(min=1, metavar="N", help="Ask only N random positions.")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = positions.SEED,
    ranking: Annotated[
        Ranking | None, typer.Option(help="Ranking that decides what is best. Default: that of the agent's interface.")
    ] = None,
    accept: Annotated[
        Accept | None,
        typer.Option(help="What counts as right: result, or distance too. Default: that of the agent's interface."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Only show how each agent would be asked, or why it would not.")
    ] = False,
    jobs: JobsOption = CORES,
    cluster: ClusterOption = None,
    time: TimeOption = Limits.seconds,
    load: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.01, help="Time limit for loading an agent.")
    ] = Limits.loading,
    total: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.01, help="Time limit for all answers of an agent.")
    ] = Limits.total,
    memory: MemoryLimit = "512M",
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Maximum processes and threads of an agent.")
    ] = Limits.processes,
    give_up: Annotated[
        int, typer.Option(min=1, metavar="N", help="Stop after N consecutive limit failures.")
    ] = Limits.give_up,
    rubric: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="TOML file with the weights of verdicts and the passing score."),
    ] = None,
    mistakes: Annotated[int, typer.Option(min=0, metavar="N", help="Maximum mistakes shown per agent.")] = 20,
    json: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write a JSON report.")] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a CSV report, one row per agent.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write an HTML report with boards.")
    ] = None,
    junit: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit XML report.")] = None,
    gradescope: Annotated[
        Path | None,
        typer.Option(
            "--gradescope", metavar="FILE", help="Write Gradescope's results.json; for several agents, a folder."
        ),
    ] = None,
    feedback: Annotated[
        Path | None, typer.Option("--feedback", metavar="DIR", help="Write a page for each student to a folder.")
    ] = None,
    speaks: Annotated[
        str, typer.Option("--language", metavar="CODE", help="Language of the feedback: en, bg or mn.")
    ] = "en",
    languages: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="CSV file with the languages of single students: agent, language."),
    ] = None,
    page: Annotated[
        str, typer.Option("--page", metavar="URL", help="Address of noughts web, for the links of the feedback.")
    ] = PAGE,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the scores and mistakes of the class (SVG).")
    ] = None,
    with_parts: Annotated[
        bool, typer.Option("--parts/--no-parts", help="Check functions such as actions and winner, too.")
    ] = True,
    autograder: Annotated[
        Path | None,
        typer.Option("--autograder", metavar="FILE", help="Write an autograder for Gradescope (zip); grades nothing."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted run.")] = False,
    journal: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Journal of the run. Default: a file in the user's state folder."),
    ] = None,
    allow: AllowOption = None,
    packages: Annotated[
        list[Path] | None,
        typer.Option("--packages", metavar="DIR", help="Folder of packages that agents may import."),
    ] = None,
    with_noughts: NoughtsOption = False,
    trust: TrustOption = False,
    self_test: Annotated[
        bool, typer.Option("--self-test", help="Try the protections from inside a sandbox, and show which hold.")
    ] = False,
) -> None:
    """Grade agents on every position, in a sandbox.

    Exit codes: 0 all pass, 1 some agents fail, 2 bad input, 3 some are not graded.

    \b
    noughts grade examples/agents/perfect.py --quick
    noughts grade examples/agents --sample 50 --time 1 --html report.html
    noughts grade examples/agents --check            # how each would be asked
    """
    if self_test:
        _self_test()
    if autograder is not None:
        files.check(autograder)
        passed_on = {"--game": game, "--time": f"{time:g}", "--memory": memory}
        options = [word for pair in passed_on.items() for word in pair] + ["--quick"] * quick
        autograders.write(autograder, options, interface, rubric)
        raise typer.Exit(0)
    if not agents:
        raise typer.BadParameter("which agents? Expected files, folders or globs.", param_hint="AGENT...")
    rules = game_named(game)
    limits = Limits(time, total, read_memory(memory), processes, give_up=give_up, loading=load)
    questions = positions.choose(rules, first=_begins(first, rules), quick=quick, sample=sample, seed=seed)
    weights = rubrics.read(rubric) if rubric else rubrics.Rubric()
    accepted = accept.value if accept is not None else None
    task = Task(rules, questions, limits, weights, ranking, accepted, with_parts)
    entries = candidates.find(
        agents,
        interface=interface,
        command=command,
        shared=allow or (),
        packages=packages or (),
        with_noughts=with_noughts,
    )
    _check_interface(interface, rules)
    outputs = Outputs(
        json, csv, html, junit, gradescope, feedback, picture, mistakes, page, speaks, read_languages(languages)
    )
    outputs.check(len(entries))
    if cluster is None or sandbox.why_missing() is None or not all(one.interface or one.problem for one in entries):
        entries = _recognised(entries, rules, limits, jobs, trust)
    if check:
        raise typer.Exit(_show_interfaces(entries))
    about = [str(Path(name).resolve()) for name in agents] + [game, str(interface), str(command)]
    with (
        _executor(cluster, jobs, allow or (), trust) as (executor, cluster_progress),
        Journal(journal or usual_path(about), resume=resume) as notes,
    ):
        grading = Grading(entries, task, executor, trust=trust, journal=notes)
        lost = ""
        with _stopping(grading) as stopped, _watching(grading, cluster_progress) as callbacks:
            try:
                grading.run(*callbacks)
            except ExecutorLost as error:
                lost = str(error)
        grades = grading.grades()
        outputs.write(grades, limits)
        _print(grades)
        if stopped or lost:
            why = lost or "interrupted"
            sys.stderr.write(f"noughts: {why}; the same command with --resume goes on from here\n")
            raise typer.Exit(130 if stopped else 2)
        notes.remove()
    if not all(grade.is_graded for grade in grades):
        raise typer.Exit(NOT_GRADED)
    raise typer.Exit(0 if all(grade.passed for grade in grades) else 1)


def _self_test() -> None:
    """Shows what was seen to hold. Exit code 1 if an agent would not be contained."""
    console, seen = output.console(), self_tests.run()
    for name, words in self_tests.PROTECTIONS.items():
        console.print(f"{'yes' if seen[name] else 'no ':3}  {name:24}  {words}", markup=False, highlight=False)
    console.print(f"Confinement: {sandbox.confinement()}.", markup=False, highlight=False)
    for gap in sandbox.gaps():
        console.print(f"It does not protect against this: {gap}.", markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(0 if all(seen[name] for name in self_tests.ESSENTIAL) else 1)


def _check_interface(name: str | None, rules: Game) -> None:
    """An interface that was asked for must be one for the game."""
    reason = interfaces.named(name).why_unsuitable(rules) if name is not None else None
    if reason is not None:
        raise GameError(f"--interface {name}: {reason}")


def _recognised(entries: list[Candidate], rules: Game, limits: Limits, jobs: int, trust: bool) -> list[Candidate]:
    console = output.errors()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)  # a plain kill is Ctrl-C, here too
    try:
        with console.status(f"recognising {len(entries)} agents"):
            return recognition.recognise_all(entries, rules, limits, jobs=jobs, trust=trust)
    finally:
        signal.signal(signal.SIGTERM, before)


def _show_interfaces(entries: Sequence[Candidate]) -> int:
    """The dry run: how each agent would be asked, and why; or why it would not."""
    console = output.console()
    for one in entries:
        if one.problem is not None or one.interface is None:
            console.print(f"{one.name}: not graded: {one.problem}", markup=False, soft_wrap=True, style="bold")
            continue
        main = f" ({printable(one.main)})" if printable(one.main) != one.name else ""
        console.print(f"{one.name}{main}: {one.interface.name}", markup=False, soft_wrap=True)
        console.print(f"  because {one.why}", markup=False, soft_wrap=True)
        if one.interface.is_function:
            console.print(f"  asked as {one.interface.words}", markup=False, soft_wrap=True)
        if one.trial:
            console.print(f"  trial {one.trial}", markup=False, soft_wrap=True)
    return 0 if all(one.problem is None for one in entries) else NOT_GRADED


def _begins(side: str, rules: Game) -> str:
    names = {"": "first", "both": "both", rules.sides[0].lower(): "first", rules.sides[1].lower(): "second"}
    if side.lower() not in names:
        raise NotationError(f"--first {side}: expected {rules.sides[0]}, {rules.sides[1]} or both")
    return names[side.lower()]


@contextmanager
def _executor(
    cluster: str | None, jobs: int, shared: Sequence[Path], trust: bool
) -> Iterator[tuple[GradingExecutor, Callable[[], ClusterProgress] | None]]:
    """Threads here, or the workers of a cluster, which have progress of their own to show."""
    if cluster is None:
        yield GradingThreads(jobs, trust=trust), None
        return
    with connected(cluster) as connection:
        from ..cluster.grading import GradingWorkers

        workers = GradingWorkers(connection, shared=[str(path.resolve()) for path in shared], trust=trust)
        yield workers, workers.progress


@contextmanager
def _stopping(grading: Grading) -> Iterator[list[int]]:
    """Ctrl-C and a plain kill end the run in good order; the list says by which signal."""
    came: list[int] = []

    def stop(number: int, _: object) -> None:
        came.append(number)
        grading.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _watching(
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


def _print(grades: Sequence[Grade]) -> None:
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
            _print_mistakes(grade)
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
        console.print(f"\nOn the same {count:,} questions: {scores}", markup=False)
    for names in dict.fromkeys(tuple(sorted((grade.name, *grade.similar))) for grade in grades if grade.similar):
        console.print(f"Look at these: {', '.join(names)} (equal but for names and layout)", markup=False)


def _print_mistakes(grade: Grade) -> None:
    console = output.console()
    if not grade.mistakes:
        if grade.is_complete:
            console.print(f"\n{grade.name}: every one of {len(grade.judged):,} answers is best.", markup=False)
        return
    count = len(grade.mistakes)
    words = "one mistake" if count == 1 else f"the worst of {count:,} mistakes"
    console.print(f"\n{grade.name}: {words}", style="bold", markup=False)
    for mistake in mistakes.worst_mistakes(grade, min(_BOARDS_SHOWN, len(grade.kinds_of_mistakes))):
        one = mistake.judged
        console.print(f"\n{mistake.title}, {one.position.to_move} to move", markup=False)
        console.print(output.draw(one.position))
        answer = f"answered {one.answer}" if one.answer else "no answer"
        console.print(f"{answer}; best: {', '.join(mistake.best)}. {mistake.reason}", markup=False)

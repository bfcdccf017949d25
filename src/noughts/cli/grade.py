"""`noughts grade`: exact marks for agents, which run in a sandbox."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import GameError, NotationError, either
from ..executor import ExecutorLost
from ..games import Game, Ranking, game as game_named
from ..grade import (
    autograder as autograders,
    candidates,
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
from ..grade.interfaces import INTERFACES
from ..grade.journal import Journal, usual_path
from ..grade.limits import LEAST_MEMORY, Limits
from ..grade.reports import files
from ..grade.reports.feedback import PAGE
from ..grade.reports.files import ReportError
from ..grade.reports.outputs import Outputs, read_languages
from ..grade.session import Grading, Task
from . import grade_summary, output
from .clusters import ClusterOption, connected
from .inputs import read_memory

if TYPE_CHECKING:
    from ..cluster.progress import ClusterProgress

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
        bool, typer.Option("--check", help="Show how each agent would be called, and grade nothing.")
    ] = False,
    jobs: JobsOption = CORES,
    cluster: ClusterOption = None,
    time: TimeOption = Limits.seconds,
    load: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.01, max=86_400, help="Time limit for loading an agent.")
    ] = Limits.loading,
    total: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.01, help="Time limit for everything an agent does.")
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
        typer.Option(metavar="FILE", help="CSV file with the language of each student: agent, language."),
    ] = None,
    page: Annotated[
        str, typer.Option("--page", metavar="URL", help="Address of noughts web, for the links of the feedback.")
    ] = PAGE,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE", help="Draw the scores and mistakes of the class (SVG).")
    ] = None,
    with_parts: Annotated[
        bool, typer.Option("--parts/--no-parts", help="Also check functions such as actions and winner.")
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
        bool, typer.Option("--self-test", help="Test the sandbox from inside, and show which protections hold.")
    ] = False,
) -> None:
    """Grade agents on every position of a small game, or a sample of a large one.

    Exit codes: 0 all pass, 1 some agents fail, 2 bad input, 3 some are not graded.

    \b
    noughts grade examples/agents/perfect.py --quick
    noughts grade examples/agents --sample 50 --time 1 --html report.html
    noughts grade examples/agents --check            # how each would be called
    """
    if self_test:
        _self_test()
    limits = Limits(time, total, read_memory(memory, LEAST_MEMORY), processes, give_up=give_up, loading=load)
    inputs = [path for path in (rubric, languages, Path(interface) if interface else None) if path is not None]
    if autograder is not None:
        files.check(autograder)
        files.check_overwriting("--autograder", autograder, inputs, usual=".zip")
        passed_on = {"--game": game, "--time": f"{time:g}", "--memory": memory}
        options = [word for pair in passed_on.items() for word in pair] + ["--quick"] * quick
        autograders.write(autograder, options, interface, rubric)
        raise typer.Exit(0)
    if not agents:
        raise typer.BadParameter("which agents? Expected files, folders or globs.", param_hint="AGENT...")
    rules = game_named(game)
    questions = positions.choose(rules, first=_begins(first, rules), quick=quick, sample=sample, seed=seed)
    weights = rubrics.read(rubric) if rubric else rubrics.Rubric()
    if not with_parts and (counted := sorted(set(weights.points) - {rubrics.MINIMAX})):
        raise rubrics.RubricError(
            f"--no-parts: {rubric} has points for {', '.join(counted)}; expected --parts, or a rubric without [parts]"
        )
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
    said_in = read_languages(languages)
    outputs = Outputs(json, csv, html, junit, gradescope, feedback, picture, mistakes, page, speaks, said_in, journal)
    inputs += candidates.places(agents)
    outputs.check(len(entries), inputs, any_file=command is not None)
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
        with _stopping(grading) as stopped, grade_summary.watching(grading, cluster_progress) as callbacks:
            try:
                grading.run(*callbacks)
            except ExecutorLost as error:
                lost = str(error)
        grades = grading.grades()
        problems = outputs.write(grades, limits)
        grade_summary.show(grades, mistakes)
        if stopped or lost:
            why = "; ".join([lost or "interrupted", *map(str, problems[:1])])
            sys.stderr.write(f"noughts: {why}; to continue, repeat the command with --resume\n")
            raise typer.Exit(130 if stopped else 2)
        if problems:
            others = f" (and {len(problems) - 1:,} more)" if len(problems) > 1 else ""
            again = "to write the reports again, repeat the command with --resume"
            raise ReportError(f"{problems[0]}{others}; {again}")
        if any(grade.candidate.try_again for grade in grades):
            sys.stderr.write("noughts: not all agents could be asked; to continue, repeat the command with --resume\n")
        else:
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
        console.print(f"Not protected against: {gap}.", markup=False, highlight=False, soft_wrap=True)
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
        raise NotationError(
            "{option} {value}: expected {expected}",
            option="--first",
            value=side,
            expected=either((*rules.sides, "both")),
        )
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

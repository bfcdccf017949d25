"""`prove`: who wins on a large board, with a certificate that another program can check.

Three questions are asked in turns, each with more effort than the time before: can a side be kept from completing a
line (a hold), can it be made to win by threats, and what does the exact search say. The first answer that settles the
position is written down as a certificate, and when a checker has accepted that, the work ends. What was not found is
never taken for an answer, and what a table, a checkpoint or a worker claims never for a proof. A proof is searched in
units (`units.py`), and what has been proved can be kept on disk (`checkpoint.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, NoReturn

from ..engine.core import DEFAULT_MEMORY, Core
from ..errors import EngineError
from ..games import Position, Result
from ..search.solution import SearchInterrupted, Status
from . import certificates
from .certificates import Part
from .checkpoint import LONGEST, SHORTEST, Checkpoint
from .scheduler import OnResult, ProofExecutor, ProofThreads, Scheduler
from .units import UNLIMITED, Frontier, Question, Recipe

FIRST_BUDGET = 100  # nodes of a unit on the first turn: all questions have been asked once within a moment
GROWTH = 64  # times as many on each turn, so that the turns before cost little beside the last
MOST_LINES, LONGEST_LINE = 512, 15  # what the core has room for: sets of lines, and counters of four bits
FIRST_EXACT = 800  # the budget that the exact search has at least: it is the quicker one on small boards
EXACT_NODES = 20  # of the exact search, for each node of a proof's budget
EXACT_CELLS = 36  # with more empty cells than that, to go through all moves comes to nothing
LONG_LINE, UNLIKELY = 5, 64  # cells of a line that is rarely completed; what fraction an unlikely question gets
WRITING_BUDGET = 1 << 16  # nodes for a reply that nobody has looked for before the proof was written down
MOST_GAPS = 12  # each is searched with four times the budget of the one before


class ProofProgress(NamedTuple):
    """What the work is on now, and how much has been done."""

    question: str
    nodes: int
    seconds: float
    memory: int
    line: str = ""  # the moves that lead to the position searched now
    classes_proved: int = 0  # of the opponent's first moves, counted up to symmetry
    classes: int = 0
    question_seconds: float = 0.0  # how long this question has been asked, with this effort

    @property
    def rate(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """If the first moves that are open cost what those cost that are done; nothing before one is done."""
        if not self.classes_proved:
            return None
        return self.question_seconds / self.classes_proved * (self.classes - self.classes_proved)


ProofProgressFunction = Callable[[ProofProgress], object]


@dataclass(frozen=True)
class Proof:
    """The result for the side to move, if it is proven, and by what.

    `proved_by` is `certificate`, `exact search` or, where the game is over, `rules`. A certificate has always been
    accepted by a checker, which `checker` names, before `checked` is true; `certificate` is where it is, if it was to
    be kept. `warnings` tell whose word turned out to be false on the way.
    """

    position: Position
    result: Result | None
    status: Status
    nodes: int
    seconds: float
    certificate: Path | None
    message: str
    interrupted: bool = False
    proved_by: str | None = None
    checked: bool = False
    checker: str | None = None
    checking_seconds: float = 0.0
    warnings: tuple[str, ...] = ()


def prove(
    position: Position,
    *,
    certificate: str | Path | None = None,
    memory: int = 4 * DEFAULT_MEMORY,
    threads: int = 1,
    time_limit: float | None = None,
    checkpoint: str | Path | None = None,
    progress: ProofProgressFunction | None = None,
    executor: ProofExecutor | None = None,
    on_result: OnResult = lambda unit, result: None,
    node_slice: int | None = None,
    prover_options: Mapping[str, int] | None = None,
) -> Proof:
    """Win, draw or loss for the side to move, proven; or status `unknown` where the limits did not suffice.

    What provers find is written down and goes through a checker before it is called proven, whether or not the
    `certificate` is to be kept. With a `checkpoint`, a directory, the work goes on where it ended the last time,
    however it ended. An `executor` searches the longer units, instead of threads of this process; `on_result` is
    called with every unit and its result. No unit is searched for more than `node_slice` nodes; the default depends on
    the number of workers. `prover_options` are for tests: see `hold_prover` and the others in the core.
    """
    certificate = None if certificate is None else Path(certificate)
    with _draft(certificate) as draft, closing(ProofThreads(threads)) as here:
        return _Work(
            position=position,
            certificate=certificate,
            draft=draft,
            memory=memory,
            threads=threads,
            time_limit=time_limit,
            checkpoint=None if checkpoint is None else Checkpoint(Path(checkpoint), position),
            progress=progress,
            here=here,
            elsewhere=executor or here,
            on_result=on_result,
            node_slice=node_slice,
            prover_options=dict(prover_options or {}),
        ).run()


@contextmanager
def _draft(certificate: Path | None) -> Iterator[Path]:
    """Where the certificate is written until a checker has accepted it: beside the place where it is to be kept."""
    if certificate is not None and certificate.is_dir():
        raise EngineError(f"{certificate}: cannot be written: it is a directory")
    try:
        directory = TemporaryDirectory(prefix=".noughts-", dir=None if certificate is None else certificate.parent)
    except OSError as error:
        raise EngineError(f"{certificate or 'a temporary file'}: cannot be written: {error.strerror}") from None
    with directory as name:
        yield Path(name) / "draft.proof"


class _Ended(Exception):
    """There is no answer: the time is over, the memory is full, Ctrl-C was pressed, or a checker said no."""


@dataclass(eq=False, kw_only=True)
class _Work:
    position: Position
    certificate: Path | None
    draft: Path
    memory: int
    threads: int
    time_limit: float | None
    checkpoint: Checkpoint | None
    progress: ProofProgressFunction | None
    here: ProofExecutor
    elsewhere: ProofExecutor
    on_result: OnResult
    node_slice: int | None
    prover_options: dict[str, int]

    def __post_init__(self) -> None:
        self.started = time.perf_counter()
        self.mover = self.position.to_move
        self.other = self.position.game.opponent[self.mover]
        self.nodes_before = 0
        self.doing = ""  # what progress says of it
        self.questions: dict[Part, Question] = {}
        self.gaps = 0
        self.warnings: list[str] = []
        self.interrupted = False
        self.why_ended = ""

    def run(self) -> Proof:
        if self.position.outcome is not None:
            winner = self.position.outcome.winner
            result = Result.DRAW if winner is None else Result.WIN if winner == self.mover else Result.LOSS
            return self._answer(result, proved_by="rules", message="the game is over, and there is nothing to prove")
        try:
            return self._search()
        except MemoryError:  # what a checkpoint holds did not fit
            return self._answer(None, message=f"not known: {_REASONS['memory']}")
        except _Ended:
            return self._answer(None, message=f"not known: {self.why_ended}")
        finally:
            if self.checkpoint is not None:
                self.checkpoint.save(self.questions)

    # ── the questions, in turns, each time with more effort ──

    def _search(self) -> Proof:
        has_format = self.position.game.is_positional
        core = Core(self.position.game, memory=max(self.memory // 8, 1 << 20), threads=self.threads)
        if has_format:
            self._make_questions()
            if self.checkpoint is not None:
                self.checkpoint.load(self.questions)
        exact_may_help = not has_format or self._is_small
        budget = FIRST_BUDGET
        while True:
            proof = self._ask_all(budget)
            if proof is not None:
                return proof
            exact = self._exact(core, max(budget, FIRST_EXACT) * EXACT_NODES) if exact_may_help else None
            if exact is not None and not has_format:
                return self._answer(exact, proved_by=EXACT_SEARCH, message=_NO_FORMAT)
            if exact is not None:
                return self._complete(exact)
            if budget == UNLIMITED:
                self._end("all that the provers try has been tried")
            budget = min(budget * GROWTH, UNLIMITED)

    def _make_questions(self) -> None:
        game = self.position.game
        if len(game.lines) > MOST_LINES:
            raise EngineError(f"{game.name} has {len(game.lines)} lines; proofs are for at most {MOST_LINES}")
        # On an empty board the second side cannot win, for the first could play as it does.
        for side in (self.mover,) if not any(self.position.board) else (self.mover, self.other):
            for kind in ("hold", "guard", "win") if game.length <= LONGEST_LINE else ("hold",):
                self.questions[Part(kind, side)] = self._question(Part(kind, side))

    def _question(self, part: Part, **options: int) -> Question:
        """With its share of the memory: of eight parts the exact search has one, and where lines are long the hold five
        and the others one each; otherwise all have two. With stones on the board there are provers for both sides."""
        position, game = self.position, self.position.game
        parts = 2 if game.length < LONG_LINE else 5 if part.kind == "hold" else 1
        memory = max(self.memory * parts // (16 if any(position.board) else 8), 1 << 20)
        mine, theirs = _stones(position, part.side), _stones(position, game.opponent[part.side])
        prover_first = (part.side == self.mover) == (part.kind == "win")
        recipe = Recipe(part.kind, game, memory, tuple({**self.prover_options, **options}.items()))
        return Question(recipe, mine, theirs, prover_first)

    def _share(self, part: Part, budget: int) -> int:
        """Long lines are rarely completed and short ones rarely stopped, so that is where the effort goes."""
        is_likely = (part.kind == "hold") == (self.position.game.length >= LONG_LINE)
        if part.kind == "guard" and not self._is_small:
            is_likely = False  # it goes through all the moves
        return budget if is_likely else max(FIRST_BUDGET, budget // UNLIKELY)

    @property
    def _is_small(self) -> bool:
        return self.position.board.count(0) <= EXACT_CELLS

    def _ask_all(self, budget: int) -> Proof | None:
        for part in self.questions:
            self._ask(part, self._share(part, budget))
            proof = self._certified()
            if proof is not None:
                return proof
        return None

    def _ask(self, part: Part, budget: int) -> None:
        question = self.questions[part]
        if question.proved or any(self._is_proved(kept) for kept in self._ways_to_hold(part.side)):
            return  # a side that is held is not held better by another proof, and does not win
        self.doing = _QUESTIONS[part.kind].format(side=part.side)
        scheduler = Scheduler(
            self.elsewhere if budget > FIRST_BUDGET else self.here, self.on_result, node_slice=self.node_slice
        )
        since = time.perf_counter()

        def on_tick(frontier: Frontier, nodes: int) -> None:
            self._check_time()
            if self.checkpoint is not None:
                self.checkpoint.save(self.questions, after=LONGEST)
            if self.progress is not None:
                self.progress(self._progress(frontier, self.nodes_before + nodes, since))

        def on_unit_done() -> None:
            if self.checkpoint is not None:
                self.checkpoint.save(self.questions, after=SHORTEST)

        try:
            question.proved = scheduler.prove(question, budget, on_tick=on_tick, on_unit_done=on_unit_done)
        except KeyboardInterrupt:
            self._end("interrupted")
        except MemoryError:
            self._end("memory")
        finally:
            self.nodes_before += scheduler.nodes
        self._check_time()

    def _is_proved(self, part: Part) -> bool:
        return part in self.questions and self.questions[part].proved

    @staticmethod
    def _ways_to_hold(side: str) -> tuple[Part, Part]:
        return Part("hold", side), Part("guard", side)

    def _settled(self) -> tuple[Result, list[Part]] | None:
        """What the answers so far add up to."""
        if self._is_proved(Part("win", self.mover)):
            return Result.WIN, [Part("win", self.mover)]
        if self._is_proved(Part("win", self.other)):
            return Result.LOSS, [Part("win", self.other)]
        sides = {part.side: None for part in self.questions}
        held = [next(filter(self._is_proved, self._ways_to_hold(side)), None) for side in sides]
        parts = [part for part in held if part is not None]
        return (Result.DRAW, parts) if parts and len(parts) == len(sides) else None

    def _exact(self, core: Core, nodes: int) -> Result | None:
        self.doing = "exact search"
        report = self._reporter()
        try:
            solution = core.result(
                self.position,
                node_limit=nodes,
                time_limit=self._time_left(),
                progress=None if report is None else lambda now: report(*now),
            )
        except SearchInterrupted:
            self._end("interrupted")
        self.nodes_before += solution.cost.nodes
        if solution.result is None and self._time_left() == 0:
            self._end("time")
        return solution.result

    def _complete(self, result: Result) -> Proof:
        """The exact search knows the result: what is left is to find a certificate for it."""
        without = partial(self._answer, result, proved_by=EXACT_SEARCH)
        if self.position.game.length > LONGEST_LINE:
            return without(message=f"proven by exact search; no certificate: lines of more than {LONGEST_LINE} cells")
        try:
            proof = self._without_hearsay()
            if proof is not None:
                return self._agreeing(proof, result)
            if result is Result.DRAW:
                parts = [part for part in self.questions if part.kind == "guard"]
            else:
                parts = [Part("win", self.mover if result is Result.WIN else self.other)]
                self.questions[parts[0]] = self._question(parts[0], candidates=self.position.game.cells)
            while True:
                gaps = self.gaps
                for part in parts:
                    self._ask(part, UNLIMITED)
                proof = self._certified()
                if proof is not None or gaps == self.gaps:
                    break
        except _Ended:
            return without(message=f"proven by exact search; no certificate: {self.why_ended}")
        if proof is None:
            return without(message="proven by exact search; no certificate: none was found")
        return self._agreeing(proof, result)

    def _without_hearsay(self) -> Proof | None:
        """Where others have told the tables something false, the rest of it may mislead them still: the questions that
        are soon answered are asked once more, of tables that have been told nothing."""
        if not self.warnings:
            return None
        self.questions = {part: self._question(part) for part in self.questions}
        return self._ask_all(FIRST_BUDGET) or self._ask_all(FIRST_BUDGET * GROWTH)

    def _agreeing(self, proof: Proof, exact: Result) -> Proof:
        if proof.result is not exact:
            where = self.position.text
            raise EngineError(f"{where}: the exact search says {exact}, a checked certificate {proof.result}")
        return proof

    # ── the certificate: written down, checked, and only then believed ──

    def _certified(self) -> Proof | None:
        """The proof, if the answers so far add up to one and a checker accepts it. Where a proof has a gap, something
        that the table was told is false: it is forgotten, and the question is open again."""
        settled = self._settled()
        if settled is None:
            return None
        result, parts = settled
        self.doing = "writing the certificate"
        try:
            with certificates.writing(self.draft, self.position, result, parts) as sink:
                for part in parts:
                    self._write(part, sink)
        except _HasGap as gap:
            self._mend(gap.part)
            return None
        self.doing = "checking the certificate"
        try:
            verified = certificates.verify(self.draft)
        except (certificates.ProofRefused, certificates.NotACertificate) as refusal:
            objection = str(refusal).removeprefix(f"{self.draft}: ")
            sources = self._sources(parts)
            caveat = f"; what came from {sources} may be false" if sources else ""
            self._end(f"the checker refused the certificate ({objection}){caveat}")
        if (_without_name(verified.position), verified.result) != (_without_name(self.position), result):
            raise EngineError(f"{self.position.text}: the certificate is of something else: {verified.position.text}")
        if self.certificate is not None:
            try:
                self.draft.replace(self.certificate)
            except OSError as error:
                raise EngineError(f"{self.certificate}: cannot be written: {error.strerror}") from None
        return self._answer(
            result,
            proved_by=CERTIFICATE,
            certificate=self.certificate,
            checker="compiled" if verified.engine == "core" else verified.engine,
            checking_seconds=verified.seconds,
        )

    def _write(self, part: Part, sink: Callable[[bytes], object]) -> None:
        question = self.questions[part]
        reason = question.prover.write(
            question.one,
            question.other,
            question.prover_first,
            sink,
            budget=WRITING_BUDGET * 4**self.gaps,
            progress=self._reporter(),
            time_limit=self._time_left(),
        )
        if reason == "gap":
            raise _HasGap(part)
        if reason != "finished":
            self._end(reason)

    def _mend(self, part: Part) -> None:
        """A proof has a gap. The prover has forgotten what was false on the way, and whoever said it is named."""
        question = self.questions[part]
        question.proved = False
        self.gaps += 1
        if self.checkpoint is not None:
            self.checkpoint.replace(part, question)
        liars = question.false_reports()
        if liars:
            raise EngineError(
                f"{_listed(liars)} reported proofs that do not stand; stop it and run the command again"
                + ("" if self.checkpoint is None else f" (the checkpoint {self.checkpoint.directory} keeps the rest)")
            )
        if self.gaps > MOST_GAPS:
            self._end("what was proved cannot be written down without gaps")
        if question.sources:
            self.warnings.append(f"part of what {_listed(question.sources)} says does not stand; it is searched again")
            question.sources.clear()

    def _sources(self, parts: list[Part]) -> str:
        return _listed({source for part in parts for source in self.questions[part].sources})

    # ── answers, limits, progress ──

    def _answer(
        self,
        result: Result | None,
        *,
        proved_by: str | None = None,
        certificate: Path | None = None,
        checker: str | None = None,
        checking_seconds: float = 0.0,
        message: str = "",
    ) -> Proof:
        return Proof(
            position=self.position,
            result=result,
            status=Status.UNKNOWN if result is None else Status.PROVEN,
            nodes=self.nodes_before,
            seconds=time.perf_counter() - self.started,
            certificate=certificate,
            message=message,
            interrupted=self.interrupted,
            proved_by=proved_by,
            checked=checker is not None,
            checker=checker,
            checking_seconds=checking_seconds,
            warnings=tuple(dict.fromkeys(self.warnings)),
        )

    def _time_left(self) -> float | None:
        if self.time_limit is None:
            return None
        return max(0.0, self.time_limit - (time.perf_counter() - self.started))

    def _check_time(self) -> None:
        if self._time_left() == 0:
            self._end("time")

    def _end(self, reason: str) -> NoReturn:
        self.why_ended = _REASONS.get(reason, reason)
        self.interrupted = reason == "interrupted"
        raise _Ended

    def _progress(self, frontier: Frontier, nodes: int, since: float) -> ProofProgress:
        at = time.perf_counter()
        rules = self.position.game
        line = (
            " – ".join(" ".join(map(str, rules.place(cell))) for cell in frontier.units[0].line)
            if frontier.units
            else ""
        )
        return ProofProgress(
            question=self.doing,
            nodes=nodes,
            seconds=at - self.started,
            memory=self._memory_used,
            line=line,
            classes_proved=frontier.classes_proved,
            classes=frontier.classes,
            question_seconds=at - since,
        )

    @property
    def _memory_used(self) -> int:
        return sum(question.prover.memory for question in self.questions.values())

    def _reporter(self) -> Callable[..., object] | None:
        """What the core calls where there are no units: with a count of nodes."""
        if self.progress is None:
            return None
        tell, before, started, doing = self.progress, self.nodes_before, self.started, self.doing
        memory = self._memory_used

        def report(nodes: int, *rest: object) -> None:
            tell(ProofProgress(doing, before + nodes, time.perf_counter() - started, memory))

        return report


class _HasGap(Exception):
    """What a prover calls proved could not be written down."""

    def __init__(self, part: Part) -> None:
        self.part = part


CERTIFICATE, EXACT_SEARCH = "certificate", "exact search"

_QUESTIONS = {
    "hold": "can {side} be held by blocking",
    "guard": "can {side} be held by blocking and threats",
    "win": "does {side} win by threats",
}
_REASONS = {
    "time": "the time did not suffice",
    "memory": "the memory did not suffice",
    "interrupted": "interrupted",
}
_NO_FORMAT = "proven by exact search; certificates are for games in which each side has its own mark and a line wins"


def _listed(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))


def _without_name(position: Position) -> tuple[object, ...]:
    """All that a certificate says of a position: a variant may be called anything."""
    return position.game.shape, position.game.length, position.board, position.to_move


def _stones(position: Position, side: str) -> int:
    (own,) = position.game.marks_of[side]
    return sum(1 << cell for cell, mark in enumerate(position.board) if mark == own)

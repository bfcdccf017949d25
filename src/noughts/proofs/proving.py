"""`prove`: the result of a large board, with a certificate that another program can check.

Three questions are asked in rounds, each round with a larger budget: can a side be kept from completing a line, can it
win by threats, and what does the exact search say. As soon as the answers settle the position, they are written down as
a certificate; when a checker has accepted it, the work ends. A question without an answer proves nothing. Claims of a
table, a checkpoint or a worker count only after a checker has accepted the certificate.

`limits.py` has the limits and the progress, `questions.py` the questions, `units.py` the pieces in which they are
searched, `checkpoint.py` the part of a proof that is kept on disk, and `drafts.py` certificates before their check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..engine.core import DEFAULT_MEMORY, Core
from ..errors import EngineError
from ..games import Position, Result
from ..games.misuse import expect_path, expect_position, expect_seconds, expect_whole_number
from ..search.solution import SearchInterrupted, Status
from . import certificates
from .certificates import Part
from .checkpoint import LONGEST, SHORTEST, Checkpoint
from .drafts import Draft, draft_of
from .executors import ProofExecutor, ProofThreads
from .limits import ProofEnded, ProofProgress, ProofProgressFunction, Watch
from .questions import EIGHTHS, FIRST_BUDGET, LONGEST_LINE, SMALLEST_MEMORY, Questions
from .scheduler import OnResult, Scheduler
from .units import UNLIMITED, Frontier

__all__ = ["Proof", "ProofProgress", "ProofProgressFunction", "prove"]

GROWTH = 64  # factor from one round's budget to the next, so that earlier rounds cost little beside the last
FIRST_EXACT = 800  # the exact search has at least this budget: on small boards it is the quicker one
EXACT_NODES = 20  # nodes of the exact search for each node of a proof's budget: they are cheaper
WIDENING_BUDGET = FIRST_BUDGET * GROWTH**2  # before this round, a larger budget costs less than more candidates
WRITING_BUDGET = 1 << 16  # nodes for replies that are missing when the proof is written down
MOST_GAPS = 12
GAP_GROWTH = 4  # factor of the writing budget after each gap

CERTIFICATE, EXACT_SEARCH = "certificate", "exact search"
_NO_FORMAT = "proven by exact search; certificates are for games in which each side has its own mark and a line wins"
_NO_CERTIFICATE = "proven by exact search; no certificate: {why}"


@dataclass(frozen=True)
class Proof:
    """The result for the side to move, if it is proven, and by what.

    `proved_by` is `certificate`, `exact search` or, where the game is over, `rules`. `checked` is true when a checker,
    named by `checker`, has accepted the certificate; `certificate` is its path, if it was to be kept. `warnings` name
    the sources that turned out to be wrong.
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

    A result of the provers is written down and checked before it is called proven, whether or not the `certificate` is
    to be kept. With a `checkpoint`, a directory, the work continues where it ended the last time, however it ended. An
    `executor` searches the longer units, instead of threads of this process; `on_result` is called with every unit and
    its result. No unit is searched for more than `node_slice` nodes; the default depends on the number of workers.
    `prover_options` are for tests: see `hold_prover` and the others in the core.
    """
    expect_position(position, "prove({})")
    expect_whole_number(memory, "prove(memory=1 << 30), in bytes", least=0)
    expect_whole_number(threads, "prove(threads=2)", least=1)
    if time_limit is not None:
        expect_seconds(time_limit, "prove(time_limit=60)")
    for path in (certificate, checkpoint):
        if path is not None:
            expect_path(path, "prove(certificate='775.proof')")
    certificate = None if certificate is None else Path(certificate)
    with draft_of(certificate) as draft, closing(ProofThreads(threads)) as here:
        return _Work(
            position=position,
            draft=draft,
            memory=memory,
            threads=threads,
            watch=Watch(time_limit, progress),
            checkpoint=None if checkpoint is None else Checkpoint(Path(checkpoint), position),
            short_units=here,
            long_units=executor or here,
            on_result=on_result,
            node_slice=node_slice,
            prover_options=dict(prover_options or {}),
        ).run()


@dataclass(eq=False, kw_only=True)
class _Work:
    position: Position
    draft: Draft
    memory: int
    threads: int
    watch: Watch
    checkpoint: Checkpoint | None
    short_units: ProofExecutor  # runs the units of the first round, in this process
    long_units: ProofExecutor  # runs those of all later rounds
    on_result: OnResult
    node_slice: int | None
    prover_options: dict[str, int]

    def __post_init__(self) -> None:
        self.questions = Questions(self.position, self.memory, self.prover_options)
        self.gaps = 0
        self.warnings: list[str] = []

    def run(self) -> Proof:
        if self.position.outcome is not None:
            winner = self.position.outcome.winner
            mover = self.position.to_move
            result = Result.DRAW if winner is None else Result.WIN if winner == mover else Result.LOSS
            return self._answer(result, proved_by="rules", message="the game is over, and there is nothing to prove")
        try:
            return self._search()
        except MemoryError:  # the checkpoint did not fit
            return self._not_known(ProofEnded("memory"))
        except ProofEnded as ended:
            return self._not_known(ended)
        finally:
            if self.checkpoint is not None:
                self.checkpoint.save(self.questions)

    # ── the questions, in rounds, each with a larger budget ──

    def _search(self) -> Proof:
        has_format = self.position.game.is_positional
        core = Core(self.position.game, memory=max(self.memory // EIGHTHS, SMALLEST_MEMORY), threads=self.threads)
        if has_format:
            self.questions.add_all()
            if self.checkpoint is not None:
                self.checkpoint.load(self.questions)
        exact_may_help = not has_format or self.questions.is_small
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
                raise ProofEnded("all that the provers try has been tried")
            budget = min(budget * GROWTH, UNLIMITED)

    def _ask_all(self, budget: int) -> Proof | None:
        for part in self.questions:
            self._ask_by_need(part, budget)
            proof = self._certified()
            if proof is not None:
                return proof
        return None

    def _ask_by_need(self, part: Part, budget: int) -> None:
        """Asks, and once more with more candidates as soon as a search fails because it tried too few."""
        share = self.questions.share(part, budget)
        try:
            self._ask(part, share, until_exhausted=budget >= WIDENING_BUDGET)
        except _IsExhausted:
            if self.checkpoint is not None:
                self.checkpoint.save(self.questions)
            self.questions.widen(part)
            if self.checkpoint is not None:
                self.questions[part].prover.drain_updates()  # what the prover before it had proved is on disk
            self._ask(part, share)

    def _ask(self, part: Part, budget: int, *, until_exhausted: bool = False) -> None:
        if self.questions.is_settled(part):
            return
        question, watch = self.questions[part], self.watch
        self.questions.make_room(part)
        watch.activity = self.questions.text(part)
        scheduler = Scheduler(
            self.long_units if budget > FIRST_BUDGET else self.short_units, self.on_result, node_slice=self.node_slice
        )
        since = watch.seconds

        def on_tick(frontier: Frontier, nodes: int) -> None:
            watch.check_time()
            if self.checkpoint is not None:
                self.checkpoint.save(self.questions, after=LONGEST)
            memory = self.questions.memory_used
            watch.report(self.position.game, frontier, nodes=nodes, memory=memory, since=since)

        def on_unit_done() -> None:
            if self.checkpoint is not None:
                self.checkpoint.save(self.questions, after=SHORTEST)
            if until_exhausted and self.questions.can_widen(part):
                raise _IsExhausted

        try:
            question.proved = scheduler.prove(question, budget, on_tick=on_tick, on_unit_done=on_unit_done)
        except KeyboardInterrupt:
            raise ProofEnded("interrupted") from None
        except MemoryError:
            raise ProofEnded("memory") from None
        finally:
            watch.nodes += scheduler.nodes
        watch.check_time()
        if until_exhausted and not question.proved and self.questions.must_widen(part):
            raise _IsExhausted

    def _exact(self, core: Core, nodes: int) -> Result | None:
        self.watch.activity = "exact search"
        report = self.watch.reporter(self.questions.memory_used)
        try:
            solution = core.result(
                self.position,
                node_limit=nodes,
                time_limit=self.watch.time_left,
                progress=None if report is None else lambda now: report(*now),
            )
        except SearchInterrupted:
            raise ProofEnded("interrupted") from None
        self.watch.nodes += solution.cost.nodes
        if solution.result is None:
            self.watch.check_time()
        return solution.result

    def _complete(self, result: Result) -> Proof:
        """Looks for a certificate of a result that the exact search has found."""
        without = partial(self._answer, result, proved_by=EXACT_SEARCH)
        if self.position.game.length > LONGEST_LINE:
            return without(message=_NO_CERTIFICATE.format(why=f"lines of more than {LONGEST_LINE} cells"))
        try:
            proof = self._ask_with_empty_tables() if self.warnings else None
            if proof is not None:
                return self._agreeing(proof, result)
            if result is Result.DRAW:
                parts = [part for part in self.questions if part.kind == "guard"]
            else:
                parts = [Part("win", self.questions.mover if result is Result.WIN else self.questions.other)]
                self.questions.add(parts[0], candidates=self.position.game.cells)
            while True:
                gaps = self.gaps
                for part in parts:
                    self._ask(part, UNLIMITED)
                proof = self._certified()
                if proof is not None or gaps == self.gaps:
                    break
        except ProofEnded as ended:
            return without(message=_NO_CERTIFICATE.format(why=ended.why), interrupted=ended.is_interruption)
        if proof is None:
            return without(message=_NO_CERTIFICATE.format(why="none was found"))
        return self._agreeing(proof, result)

    def _ask_with_empty_tables(self) -> Proof | None:
        """A source was wrong, so ask again with empty tables, on small budgets."""
        self.questions.renew()
        return self._ask_all(FIRST_BUDGET) or self._ask_all(FIRST_BUDGET * GROWTH)

    def _agreeing(self, proof: Proof, exact: Result) -> Proof:
        if proof.result is not exact:
            where = self.position.text
            raise EngineError(f"{where}: the exact search says {exact}, a checked certificate {proof.result}")
        return proof

    # ── the certificate: written down, checked, and only then believed ──

    def _certified(self) -> Proof | None:
        """The proof, if the answers so far add up to one and a checker accepts it.

        If a proof has a gap, an entry of the table was false. It is removed, and the question is open again.
        """
        answers = self.questions.result()
        if answers is None:
            return None
        result, parts = answers
        self.watch.activity = "writing the certificate"
        try:
            with certificates.writing(self.draft.path, self.position, result, parts) as sink:
                for part in parts:
                    self._write(part, sink)
        except _HasGap as gap:
            self._mend(gap.part)
            return None
        self.watch.activity = "checking the certificate"
        try:
            verified = self.draft.verify(self.position, result)
        except (certificates.ProofRefused, certificates.NotACertificate) as refusal:
            sources = self.questions.sources(parts)
            caveat = f"; what came from {_listed(sources)} may be false" if sources else ""
            raise ProofEnded(f"the checker refused the certificate ({refusal}){caveat}") from None
        self.draft.keep()
        return self._answer(
            result,
            proved_by=CERTIFICATE,
            certificate=self.draft.certificate,
            checker=verified.checker,
            checking_seconds=verified.seconds,
        )

    def _write(self, part: Part, sink: Callable[[bytes], object]) -> None:
        question = self.questions[part]
        self.questions.make_room(part)
        reason = question.prover.write(
            question.about,
            question.against,
            question.prover_first,
            sink,
            budget=WRITING_BUDGET * GAP_GROWTH**self.gaps,
            progress=self.watch.reporter(self.questions.memory_used),
            time_limit=self.watch.time_left,
        )
        if reason == "gap":
            raise _HasGap(part)
        if reason != "finished":
            raise ProofEnded(reason)

    def _mend(self, part: Part) -> None:
        """Opens a question again whose proof has a gap. The prover has removed the false entries; their source is
        named."""
        question = self.questions[part]
        question.proved = False
        self.gaps += 1
        if self.checkpoint is not None:
            self.checkpoint.replace(part, question)
        liars = question.false_reports()
        if liars:
            raise EngineError(
                f"{_listed(liars)} reported invalid proofs; stop it and run the command again"
                + ("" if self.checkpoint is None else f" (the checkpoint {self.checkpoint.directory} keeps the rest)")
            )
        if self.gaps > MOST_GAPS:
            raise ProofEnded("what was proved cannot be written down without gaps")
        if question.sources:
            self.warnings.append(f"part of what {_listed(question.sources)} says is wrong; it is searched again")
            question.sources.clear()

    # ── the answer ──

    def _not_known(self, ended: ProofEnded) -> Proof:
        return self._answer(None, message=f"not known: {ended.why}", interrupted=ended.is_interruption)

    def _answer(
        self,
        result: Result | None,
        *,
        proved_by: str | None = None,
        certificate: Path | None = None,
        checker: str | None = None,
        checking_seconds: float = 0.0,
        message: str = "",
        interrupted: bool = False,
    ) -> Proof:
        return Proof(
            position=self.position,
            result=result,
            status=Status.UNKNOWN if result is None else Status.PROVEN,
            nodes=self.watch.nodes,
            seconds=self.watch.seconds,
            certificate=certificate,
            message=message,
            interrupted=interrupted,
            proved_by=proved_by,
            checked=checker is not None,
            checker=checker,
            checking_seconds=checking_seconds,
            warnings=tuple(dict.fromkeys(self.warnings)),
        )


class _IsExhausted(Exception):
    """A search has tried all that its prover tries, and more may help."""


class _HasGap(Exception):
    """A prover could not write down what it calls proved."""

    def __init__(self, part: Part) -> None:
        self.part = part


def _listed(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))

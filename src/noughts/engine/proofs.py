"""`prove`: who wins on a large board, with a certificate that another program can check.

Three questions are asked in turns, each with more effort than the time before: can a side be kept from completing a
line (a hold), can it be made to win by threats, and what does the exact search say. The first answer that settles the
position ends the work. What was not found is never taken for an answer. A proof is searched in units (`units.py`), and
what has been proved can be kept on disk (`checkpoint.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ..errors import EngineError
from ..games import Game, Position, Result
from ..search.solution import SearchInterrupted, Status
from . import certificates
from .certificates import Part
from .checkpoint import LONGEST, SHORTEST, Checkpoint
from .core import DEFAULT_MEMORY, Core
from .searchers import Foreman, Searchers, Threads, Told
from .units import UNLIMITED, Frontier, Question, Recipe

FIRST_BUDGET = 100
GROWTH = 64
MOST_LINES, LONGEST_LINE = 512, 15
FIRST_EXACT = 800
EXACT_NODES = 20  # of the exact search, for each node of a proof's budget
EXACT_CELLS = 36  # with more empty cells than that, to go through all moves comes to nothing
LONG_LINE, UNLIKELY = 5, 64


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
    """The result for the side to move, if it is proven, and where its certificate is."""

    position: Position
    result: Result | None
    status: Status
    nodes: int
    seconds: float
    certificate: Path | None
    message: str
    interrupted: bool = False


def prove(
    position: Position,
    *,
    certificate: Path | None = None,
    memory: int = 4 * DEFAULT_MEMORY,
    threads: int = 1,
    time_limit: float | None = None,
    checkpoint: Path | None = None,
    progress: ProofProgressFunction | None = None,
    searchers: Searchers | None = None,
    told: Told = lambda unit, result: None,
    sitting: int | None = None,
) -> Proof:
    """Win, draw or loss for the side to move, proven; or status `unknown` where the limits did not suffice.

    With a `checkpoint`, a directory, the work goes on where it ended the last time, however it ended. `searchers` do
    what is worth sending to somebody, instead of threads of this process; `told` hears of every unit. No unit is
    searched for more than `sitting` nodes; without it, that depends on how many search.
    """
    here = Threads(threads)
    directory = None if checkpoint is None else Checkpoint(checkpoint, position)
    try:
        return _Work(
            *(position, certificate, memory, threads, time_limit, directory, progress),
            *(here, searchers or here, told, sitting),
        ).run()
    finally:
        here.close()


class _OutOfTime(Exception):
    """The time is over, the memory is full, or Ctrl-C was pressed."""


@dataclass(eq=False)
class _Work:
    position: Position
    certificate: Path | None
    memory: int
    threads: int
    time_limit: float | None
    checkpoint: Checkpoint | None
    progress: ProofProgressFunction | None
    here: Searchers
    elsewhere: Searchers
    told: Told
    sitting: int | None

    def __post_init__(self) -> None:
        self.started = time.perf_counter()
        self.mover = self.position.to_move
        self.other = self.position.game.opponent[self.mover]
        self.nodes_before = 0
        self.question = ""
        self.provers: dict[Part, Question] = {}
        self.interrupted = False
        self.why_stopped = ""

    def run(self) -> Proof:
        if self.position.outcome is not None:
            winner = self.position.outcome.winner
            result = Result.DRAW if winner is None else Result.WIN if winner == self.mover else Result.LOSS
            return self._answer(result, None, "the game is over, and there is nothing to prove")
        try:
            return self._search()
        except MemoryError:  # what a checkpoint holds did not fit
            return self._answer(None, None, f"not known: {_REASONS['memory']}")
        except _OutOfTime:
            return self._answer(None, None, f"not known: {self.why_stopped}")
        finally:
            if self.checkpoint is not None:
                self.checkpoint.save(self.provers)

    def _search(self) -> Proof:
        for_proofs = _has_lines_of_sides(self.position.game)
        core = Core(self.position.game, memory=max(self.memory // 8, 1 << 20), threads=self.threads)
        if for_proofs:
            self._make_provers()
            if self.checkpoint is not None:
                self.checkpoint.load(self.provers)
        exact_may_help = not for_proofs or self._is_small
        budget = FIRST_BUDGET
        while True:
            if for_proofs:
                for part, question in self.provers.items():
                    self._ask(part, question, self._share(part, budget))
                    settled = self._settled()
                    if settled is not None:
                        return self._certified(*settled)
            exact = None if not exact_may_help else self._exact(core, max(budget, FIRST_EXACT) * EXACT_NODES)
            if exact is not None:
                return self._complete(exact) if for_proofs else self._answer(exact, None, _NO_FORMAT)
            budget *= GROWTH

    def _make_provers(self) -> None:
        game = self.position.game
        if len(game.lines) > MOST_LINES:
            raise EngineError(f"{game.name} has {len(game.lines)} lines; proofs are for at most {MOST_LINES}")
        # On an empty board the second side cannot win, for the first could play as it does.
        for side in (self.mover,) if not any(self.position.board) else (self.mover, self.other):
            for kind in ("hold", "guard", "win") if game.length <= LONGEST_LINE else ("hold",):
                self.provers[Part(kind, side)] = self._question(Part(kind, side))

    def _question(self, part: Part, **options: int) -> Question:
        """With its share of the memory: of eight parts the exact search has one, and where lines are long the hold five
        and the others one each; otherwise all have two. With stones on the board there are provers for both sides."""
        position, game = self.position, self.position.game
        parts = 2 if game.length < LONG_LINE else 5 if part.kind == "hold" else 1
        memory = max(self.memory * parts // (16 if any(position.board) else 8), 1 << 20)
        mine, theirs = _stones(position, part.side), _stones(position, game.opponent[part.side])
        prover_first = (part.side == self.mover) == (part.kind == "win")
        return Question(Recipe(part.kind, game, memory, tuple(options.items())), mine, theirs, prover_first)

    def _share(self, part: Part, budget: int) -> int:
        """Long lines are rarely completed and short ones rarely stopped, so that is where the effort goes."""
        is_likely = (part.kind == "hold") == (self.position.game.length >= LONG_LINE)
        if part.kind == "guard" and not self._is_small:
            is_likely = False  # it goes through all the moves
        return budget if is_likely else max(FIRST_BUDGET, budget // UNLIKELY)

    @property
    def _is_small(self) -> bool:
        return self.position.board.count(0) <= EXACT_CELLS

    def _ask(self, part: Part, question: Question, budget: int) -> None:
        if question.proved or any(self.provers[it].proved for it in self._guards(part.side) if it in self.provers):
            return  # a side that is held is not held better by another proof, and does not win
        self.question = _QUESTIONS[part.kind].format(side=part.side)
        who = self.elsewhere if budget > FIRST_BUDGET else self.here
        foreman = Foreman(who, self.told, sitting=self.sitting)
        since = time.perf_counter()

        def look(now: Frontier, nodes: int) -> None:
            self._go_on("")
            if self.checkpoint is not None:
                self.checkpoint.save(self.provers, after=LONGEST)
            if self.progress is not None:
                self.progress(self._progress(now, self.nodes_before + nodes, since))

        def done() -> None:
            if self.checkpoint is not None:
                self.checkpoint.save(self.provers, after=SHORTEST)

        try:
            question.proved = foreman.prove(question, budget, look=look, done=done)
        except KeyboardInterrupt:
            self._go_on("interrupted")
        except MemoryError:
            self._go_on("memory")
        finally:
            self.nodes_before += foreman.nodes
        self._go_on("")

    def _progress(self, now: Frontier, nodes: int, since: float) -> ProofProgress:
        at = time.perf_counter()
        rules = self.position.game
        line = " – ".join(" ".join(map(str, rules.place(cell))) for cell in now.units[0].line) if now.units else ""
        memory = sum(question.prover.memory for question in self.provers.values())
        return ProofProgress(
            *(self.question, nodes, at - self.started, memory, line, now.classes_proved, now.classes, at - since)
        )

    def _settled(self) -> tuple[Result, list[Part]] | None:
        """What the answers so far add up to."""
        proved = {part for part, question in self.provers.items() if question.proved}
        if Part("win", self.mover) in proved:
            return Result.WIN, [Part("win", self.mover)]
        if Part("win", self.other) in proved:
            return Result.LOSS, [Part("win", self.other)]
        sides = {part.side: None for part in self.provers}
        held = [next((part for part in self._guards(side) if part in proved), None) for side in sides]
        parts = [part for part in held if part is not None]
        return (Result.DRAW, parts) if len(parts) == len(sides) else None

    @staticmethod
    def _guards(side: str) -> tuple[Part, Part]:
        return Part("hold", side), Part("guard", side)

    def _exact(self, core: Core, nodes: int) -> Result | None:
        self.question = "exact search"
        report = self._reporter()
        try:
            solution = core.result(
                self.position,
                node_limit=nodes,
                time_limit=self._time_left(),
                progress=None if report is None else lambda now: report(*now),
            )
        except SearchInterrupted:
            self._go_on("interrupted")
            raise
        self.nodes_before += solution.cost.nodes
        if solution.result is None and self._time_left() == 0:
            self._go_on("time")
        return solution.result

    def _complete(self, result: Result) -> Proof:
        """The exact search knows the result: what is left is to find a certificate for it, if one is wanted."""
        if self.certificate is None or self.position.game.length > LONGEST_LINE:
            return self._answer(result, None, "proven by exact search")
        try:
            if result is Result.DRAW:
                for part in [part for part in self.provers if part.kind == "guard"]:
                    self._ask(part, self.provers[part], UNLIMITED)
            else:
                part = Part("win", self.mover if result is Result.WIN else self.other)
                self.provers[part] = self._question(part, candidates=self.position.game.cells)
                self._ask(part, self.provers[part], UNLIMITED)
            settled = self._settled()
        except _OutOfTime:
            return self._answer(result, None, f"proven by exact search; no certificate: {self.why_stopped}")
        if settled is None or settled[0] is not result:
            raise EngineError(f"{self.position}: the exact search and the provers do not agree")
        return self._certified(*settled)

    def _certified(self, result: Result, parts: list[Part]) -> Proof:
        if self.certificate is None:
            return self._answer(result, None, "")
        self.question = "writing the certificate"
        try:
            with certificates.writing(self.certificate, self.position, result, parts) as sink:
                for part in parts:
                    self._write(self.provers[part], sink)
            if self.checkpoint is not None:  # others may have written there
                certificates.verify(self.certificate)
        except (RuntimeError, certificates.ProofRefused) as error:
            self.certificate.unlink(missing_ok=True)
            if self.checkpoint is None:
                raise EngineError(f"{self.certificate}: the certificate could not be written: {error}") from error
            raise EngineError(
                f"the checkpoint {self.checkpoint.directory} is wrong; remove it and begin anew"
            ) from None
        return self._answer(result, self.certificate, "")

    def _write(self, question: Question, sink: Callable[[bytes], object]) -> None:
        reason = question.prover.write(
            question.one, question.other, question.prover_first, sink, progress=self._reporter()
        )
        if reason == "interrupted":
            raise KeyboardInterrupt
        if reason != "finished":
            raise EngineError(f"{self.certificate}: the certificate could not be written: out of {reason}")

    def _answer(self, result: Result | None, certificate: Path | None, message: str) -> Proof:
        status = Status.UNKNOWN if result is None else Status.PROVEN
        seconds = time.perf_counter() - self.started
        return Proof(self.position, result, status, self.nodes_before, seconds, certificate, message, self.interrupted)

    def _time_left(self) -> float | None:
        if self.time_limit is None:
            return None
        return max(0.0, self.time_limit - (time.perf_counter() - self.started))

    def _go_on(self, reason: str) -> None:
        if reason in _REASONS:
            self.why_stopped = _REASONS[reason]
            self.interrupted = reason == "interrupted"
            raise _OutOfTime
        if self._time_left() == 0:
            self.why_stopped = _REASONS["time"]
            raise _OutOfTime

    def _reporter(self) -> Callable[..., object] | None:
        """What the core calls where there are no units: with a count of nodes."""
        if self.progress is None:
            return None
        tell, before, started, question = self.progress, self.nodes_before, self.started, self.question
        memory = sum(asked.prover.memory for asked in self.provers.values())

        def report(nodes: int, *rest: object) -> None:
            tell(ProofProgress(question, before + nodes, time.perf_counter() - started, memory))

        return report


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


def _has_lines_of_sides(game: Game) -> bool:
    return not game.has_numbers and not game.misere and game.marks == ((1,), (2,))


def _stones(position: Position, side: str) -> int:
    (mark,) = position.game.marks_of[side]
    return sum(1 << cell for cell, found in enumerate(position.board) if found == mark)

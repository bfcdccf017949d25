"""`solve(position)`: the one way to a value.

First come answers without a search: from the rules (the game is over, no line can be completed any more, a win in one
move on a large board, a bound), then from a proof. Next comes a table: of every position, if the solver has such
tables, or of the openings of Connect Four. Then comes a search, within the limits. `source` in the solution says which
of them answered.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from .engine.core import DEFAULT_MEMORY, Core, expect_resources, why_missing
from .errors import EngineError, SearchStopped
from .games import Game, Move, MoveTuple, Position, Ranking, Result, Value
from .games.misuse import expect_path, expect_position, expect_seconds, expect_whole_number
from .language import _
from .search import Search, SearchInterrupted, Solution, Source, Status, Threats
from .search.ladder import rung
from .search.progress import Progress, ProgressFunction

if TYPE_CHECKING:
    from .engine.tables import StrongTable
    from .proofs.move_bounds import MoveBounds

PROOF_MIN_CELLS = 28  # on smaller boards a search is quick and says more
PROOF_MIN_EMPTY = 17  # so is a search near the end of a game
FEW_FOR_A_SEARCH = 30  # empty cells: with more, an exact search of a large board comes to nothing
LARGEST_TABLE = 1 << 20  # bytes
AT_ONCE, MOST_ROUNDS = 0.5, 5  # seconds within which every question about a move is asked once only
WIN_NOW = Value(Result.WIN, 1)


class NotInProof(EngineError):
    """The certificate says nothing about the position."""


def solve(
    position: Position,
    ranking: Ranking | str = Ranking.QUICKEST,
    *,
    algorithm: type[Search] | str | None = None,
    value_only: bool = False,
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    progress: ProgressFunction | None = None,
    certificate: str | Path | None = None,
    played: Sequence[Move] | None = None,
) -> Solution:
    """The value of a position, of every move, the best set and the principal line; or what is known of them.

    If rules and proofs do not answer, the compiled core searches. Without it, the last algorithm of the ladder does;
    `engine` in the solution says which. With an `algorithm`, a rung of the ladder or its name, only that rung answers.
    With `value_only` just win, draw or loss is found.

    If `node_limit` or `time_limit` (in seconds) stops the search, the status is `bounded` or `unknown`; then only
    `bounds` is known. If a proof settles the result, nothing is searched, with a limit or without. `memory` in bytes,
    `threads` and `time_limit` are for the core. Ctrl-C raises `SearchInterrupted`; its `solution` has what is known.
    With `certificate`, that file must cover the position, otherwise NotInProof is raised. Pass the moves `played` since
    its start if you know them.
    """
    return Solver(memory=memory, threads=threads).solve(
        position,
        ranking,
        algorithm=algorithm,
        value_only=value_only,
        node_limit=node_limit,
        time_limit=time_limit,
        progress=progress,
        certificate=certificate,
        played=played,
    )


class Solver:
    """Answers many questions: it keeps an engine for each game and, `with_tables`, a table of every small one."""

    def __init__(self, *, memory: int = DEFAULT_MEMORY, threads: int = 1, with_tables: bool = False) -> None:
        expect_resources(memory, threads)
        self._memory, self._threads, self._with_tables = memory, threads, with_tables
        self._cores: dict[Game, Core] = {}
        self._ladders: dict[Ranking, Threats] = {}
        self._tables: dict[tuple[Position, Ranking], StrongTable] = {}
        self._provers: dict[Game, MoveBounds | None] = {}

    def solve(
        self,
        position: Position,
        ranking: Ranking | str = Ranking.QUICKEST,
        *,
        algorithm: type[Search] | str | None = None,
        value_only: bool = False,
        node_limit: int | None = None,
        time_limit: float | None = None,
        progress: ProgressFunction | None = None,
        certificate: str | Path | None = None,
        played: Sequence[Move] | None = None,
        every_move: bool = False,
    ) -> Solution:
        """As the function `solve`.

        With `every_move` and a time limit, also what can be said about the single moves of a position whose result is
        certain already, or that no search can finish: values where the time suffices for them, bounds where it does
        not.
        """
        expect_position(position, "solve({})")
        _check_limits(node_limit, time_limit)
        if certificate is not None:
            expect_path(certificate, "solve(certificate='775.proof')")
        ranking = Ranking.named(ranking)
        if every_move and time_limit is not None and algorithm is None and why_missing() is None:
            return self._every_move(position, ranking, time_limit, progress, certificate, played).spread()
        if algorithm is not None:
            algorithm = rung(algorithm)
            _refuse_time_limit(time_limit, f"{algorithm.name} was asked for")
            ladder = algorithm(ranking, node_limit=node_limit, progress=progress)
            return ladder.solve_result(position) if value_only else ladder.solve(position)
        prior = at_once(position, ranking, certificate=certificate, played=played)
        if _needs_no_search(prior, is_limited=node_limit is not None or time_limit is not None):
            return prior.spread()
        if self._with_tables and (solution := self._from_table(position, ranking)) is not None:
            return solution
        if (solution := _from_openings(position, ranking)) is not None:
            return solution
        try:
            solution = self._search(position, ranking, value_only, node_limit, time_limit, progress)
        except SearchInterrupted as interruption:
            raise SearchInterrupted(_with_reason(interruption.solution).narrowed(prior).spread()) from None
        return _with_reason(solution).narrowed(prior).spread()

    def _every_move(
        self,
        position: Position,
        ranking: Ranking,
        seconds: float,
        progress: ProgressFunction | None,
        certificate: str | Path | None,
        played: Sequence[Move] | None,
    ) -> Solution:
        prior = at_once(position, ranking, certificate=certificate, played=played)
        if position.outcome is not None or len(prior.moves) == len(position.legal_moves):
            return prior
        if (opening := _from_openings(position, ranking)) is not None:
            return opening
        if not _is_worth_a_proof(position):  # a search may say it all
            solution = _with_reason(self._search(position, ranking, False, None, seconds, progress)).narrowed(prior)
            if solution.value is not None:
                return solution
            by_proof = _by_proof(position, certificate, played)
            solution = solution if by_proof is None else solution.narrowed(by_proof)
            return self._with_move_bounds(solution, seconds / 2, progress)
        has_few = position.board.count(0) <= FEW_FOR_A_SEARCH
        known = self._with_move_bounds(prior, seconds / 2 if has_few else seconds, progress)
        if not has_few:
            return known
        solution = _with_reason(self._search(position, ranking, False, None, seconds / 2, progress)).narrowed(known)
        return solution if solution.value is not None else solution.with_move_bounds({}, known.source, known.because)

    def _with_move_bounds(self, solution: Solution, seconds: float, progress: ProgressFunction | None) -> Solution:
        from .proofs import move_bounds  # not needed for most questions

        position = solution.position
        if not move_bounds.has_provers(position.game):
            return solution
        provers = self._provers.setdefault(position.game, None) or move_bounds.MoveBounds(position.game)
        self._provers[position.game] = provers
        known = {move: solution.bounds_of(move) for move in position.legal_moves}
        started = time.perf_counter()
        rounds = MOST_ROUNDS if seconds > AT_ONCE else 1
        found, nodes = provers.find(position, known, seconds=seconds, rounds=rounds, progress=progress)
        because = by_holds_and_threats()
        found = {move: bounds for move, bounds in found.items() if move not in solution.moves}
        solution = solution.with_move_bounds(found, Source.PROOF, because)
        cost = replace(solution.cost, nodes=solution.cost.nodes + nodes)
        return replace(solution, cost=cost, seconds=solution.seconds + time.perf_counter() - started)

    def table_value(self, position: Position, ranking: Ranking) -> Value | None:
        """The exact value from a table of every position; None if the game is too large for one.

        There is a table for each side that may have begun. They are made at the first question about a game.
        """
        game = position.game
        if why_missing() is not None or (len(game.all_marks) + 1) ** game.cells > LARGEST_TABLE:
            return None
        for side in game.sides:
            start = game.start(side)
            if (start, ranking) not in self._tables:
                from .engine.tables import StrongTable  # not needed for most questions

                self._tables[start, ranking] = StrongTable(start, ranking)
            table = self._tables[start, ranking]
            if position in table:
                return table[position].value
        return None

    def _from_table(self, position: Position, ranking: Ranking) -> Solution | None:
        if self.table_value(position, ranking) is None:
            return None
        line, now = [], position
        while now.outcome is None:
            moves = sorted(now.legal_moves, key=now.game.preference)
            values = [ranking.key(self._worth(now, move, ranking)) for move in moves]
            line.append(moves[values.index(max(values))])
            now = now.play(line[-1])
        worth = {move: self._worth(position, move, ranking) for move in position.legal_moves}
        solution = Solution.of_moves(position, ranking, worth, engine="table", line=MoveTuple(line))
        return replace(solution, source=Source.TABLE, because=_("A table of every position says so."))

    def _worth(self, position: Position, move: Move, ranking: Ranking) -> Value:
        after = self.table_value(position.play(move), ranking)
        assert after is not None, "a table holds every position that follows from its own"
        return after.before()

    def _search(
        self,
        position: Position,
        ranking: Ranking,
        value_only: bool,
        node_limit: int | None,
        time_limit: float | None,
        progress: ProgressFunction | None,
    ) -> Solution:
        if why_missing() is None:
            core = self.core(position.game)
            if value_only:
                return core.result(position, node_limit=node_limit, time_limit=time_limit, progress=progress)
            return core.solve(position, ranking, node_limit=node_limit, time_limit=time_limit, progress=progress)
        _refuse_time_limit(time_limit, why_missing())
        ladder = self._ladders.setdefault(ranking, Threats(ranking))
        ladder.node_limit, ladder.progress = node_limit, progress
        return ladder.solve_result(position) if value_only else ladder.solve(position)

    def core(self, game: Game) -> Core:
        if game not in self._cores:
            self._cores[game] = Core(game, memory=self._memory, threads=self._threads)
        return self._cores[game]


def by_holds_and_threats() -> str:
    """Why what the provers say of single moves is certain, in the current language."""
    return _("Holds and threats prove it: each move was searched until it was certain.")


def at_once(
    position: Position,
    ranking: Ranking = Ranking.QUICKEST,
    *,
    certificate: str | Path | None = None,
    played: Sequence[Move] | None = None,
    prefer_proof: bool = False,
) -> Solution:
    """What is certain without a search, from rules and proofs; otherwise status `unknown`.

    A proof answers if a search would take long; with `prefer_proof`, whenever there is one.
    """
    if position.outcome is not None:
        return replace(Solution.finished(position, ranking, engine="rules"), because=_("The game is over."))
    if prefer_proof and (by_proof := _by_proof(position, certificate, played)) is not None:
        return by_proof
    if position.is_dead():
        return _drawn(position, ranking)
    by_rules = _by_rules(position, ranking)
    if by_rules.result is not None:
        return by_rules
    if certificate is not None or _is_worth_a_proof(position):
        by_proof = _by_proof(position, certificate, played)
        if by_proof is not None:
            return by_proof if by_proof.result is not None else _together(by_proof, by_rules)
        if certificate is not None:
            raise NotInProof(
                f"{certificate}: says nothing about {position.text}, which does not follow from its strategy"
            )
    return by_rules


def best(
    position: Position,
    ranking: Ranking | str = Ranking.QUICKEST,
    *,
    time_limit: float | None = None,
    played: Sequence[Move] | None = None,
) -> list[Move]:
    """The best moves alone, the preferred one first; none if the game is over. Costs less than `solve`.

    `SearchStopped` if no best move is known within the `time_limit` (in seconds), or a proof gives the result and names
    no move. The moves `played` since the start help to follow a proof.
    """
    expect_position(position, "best({})")
    ranking = Ranking.named(ranking)
    prior = at_once(position, ranking, played=played)
    if prior.best or position.outcome is not None:
        return list(prior.best)
    if (opening := _from_openings(position, ranking)) is not None:
        return list(opening.best)
    if _needs_no_search(prior, is_limited=time_limit is not None):
        raise SearchStopped(no_move(prior))
    try:
        if why_missing() is None:
            return Core(position.game).best(position, ranking, time_limit=time_limit)
        return Threats(ranking, progress=_stop_after(time_limit)).best(position)[1]
    except SearchStopped:
        raise SearchStopped(no_move(prior, time_limit)) from None


def no_move(solution: Solution, time_limit: float | None = None) -> str:
    """Why a solution has no best move, for an error."""
    position = solution.position
    if position.outcome is not None:
        return f"the game is over: {position.outcome.summary}; there is no move to choose"
    limits = "the limits" if time_limit is None else f"{time_limit:g} seconds"
    unknown = f"the best move of {position.text} is not known"
    if solution.source is not Source.PROOF:
        return f"{unknown} within {limits}"
    lower, upper = solution.bounds
    says = str(lower) if lower is upper else f"{lower} or {upper}"
    return f"{unknown}: the proof says {says}, and names no move for {position.to_move}"


def _needs_no_search(prior: Solution, *, is_limited: bool) -> bool:
    """Whether what is certain at once is the answer. A limit asks for a search as well, if that can say more."""
    if prior.source is Source.PROOF:
        return prior.result is not None or not is_limited
    values_every_move = len(prior.moves) == len(prior.position.legal_moves)
    return prior.result is not None and (values_every_move or not is_limited)


def _stop_after(time_limit: float | None) -> ProgressFunction | None:
    """The ladder has no clock, but it reports its progress now and then."""
    if time_limit is None:
        return None

    def stop(progress: Progress) -> None:
        if progress.seconds >= time_limit:
            raise SearchStopped("the time is over")

    return stop


def _from_openings(position: Position, ranking: Ranking) -> Solution | None:
    """The values of all moves, if a table of openings in the package knows them."""
    if not position.game.drop or ranking is not Ranking.QUICKEST or position.outcome is not None:
        return None
    from .engine import openings  # not needed for most questions

    table = openings.shipped(position.game)
    line, now = list[Move](), position
    solution: Solution | None = None
    while table is not None and now.outcome is None and (moves := table.moves(now)) is not None:
        found = Solution.of_moves(now, ranking, moves, engine="table")
        solution = solution or found
        line.append(found.best[0])
        now = now.play(line[-1])
    if solution is None:
        return None
    because = _("A table of openings says so.")
    return replace(solution.with_line(MoveTuple(line)), source=Source.TABLE, because=because)


def _is_worth_a_proof(position: Position) -> bool:
    return (
        not position.game.drop and position.game.cells >= PROOF_MIN_CELLS and position.board.count(0) >= PROOF_MIN_EMPTY
    )


def _by_proof(position: Position, certificate: str | Path | None, played: Sequence[Move] | None) -> Solution | None:
    from .proofs.strategies import strategy_for  # what it takes to read a proof is not needed for most questions

    strategy = strategy_for(position, None if certificate is None else Path(certificate))
    return None if strategy is None else strategy.solution(position, played)


def _together(by_proof: Solution, by_rules: Solution) -> Solution:
    """A proof's solution, with the tighter of its bounds and those of the rules. The move is the proof's."""
    both = by_proof.narrowed(by_rules)
    if both is by_proof:
        return by_proof
    because = f"{by_proof.because} {by_rules.because}"
    return replace(by_proof, status=both.status, bounds=both.bounds, because=because)


def _drawn(position: Position, ranking: Ranking) -> Solution:
    """No line can be completed any more, so all moves have the same value."""
    line, now = [], position
    while now.outcome is None:
        line.append(min(now.legal_moves, key=now.game.preference))
        now = now.play(line[-1])
    moves = dict.fromkeys(position.legal_moves, Value(Result.DRAW, len(line)))
    solution = Solution.of_moves(position, ranking, moves, engine="rules", line=MoveTuple(line))
    return replace(solution, source=Source.RULES, because=_("No line can be completed any more."))


def _by_rules(position: Position, ranking: Ranking) -> Solution:
    """An immediate win on a large board; otherwise bounds from open lines."""
    game, mover = position.game, position.to_move
    wins = {} if game.misere or not _is_worth_a_proof(position) else dict.fromkeys(position.completing_moves(), WIN_NOW)
    if wins:
        solution = Solution.of_moves(position, ranking, wins, engine="rules")
        because = _("A line can be completed at once.")
        return replace(solution.with_line(solution.best[:1]), source=Source.RULES, because=because)
    losses = {} if game.misere or not _is_worth_a_proof(position) else _losses_in_two(position)
    if len(losses) == len(position.legal_moves):
        solution = Solution.of_moves(position, ranking, losses, engine="rules")
        first = solution.best[0]
        line = (first, min(position.play(first).completing_moves(), key=game.preference))
        because = _("Whatever {side} plays, a line can be completed.").format(side=mover)
        return replace(solution.with_line(line), source=Source.RULES, because=because)
    lower, upper, because = Result.LOSS, Result.WIN, ""
    if game.is_positional:
        (mine,), (theirs,) = game.marks_of[mover], game.marks_of[game.opponent[mover]]
        closed = _("{side} cannot complete a line any more.")
        if not any(position.board):
            lower = Result.DRAW
            because = _("On an empty board the first side cannot lose: it could play as the second side would.")
        elif not _has_open_line(position, theirs):
            lower, because = Result.DRAW, closed.format(side=game.opponent[mover])
        elif not _has_open_line(position, mine):
            upper, because = Result.DRAW, closed.format(side=mover)
    status = Status.UNKNOWN if (lower, upper) == (Result.LOSS, Result.WIN) else Status.BOUNDED
    return Solution(
        position,
        ranking,
        status,
        None,
        losses,
        engine="rules",
        bounds=(lower, upper),
        source=Source.RULES,
        because=because,
    )


def _losses_in_two(position: Position) -> dict[Move, Value]:
    """The moves after which the opponent completes a line at once."""
    after = ((move, position.play(move)) for move in position.legal_moves)
    return {move: Value(Result.LOSS, 2) for move, now in after if now.outcome is None and now.completing_moves()}


def _has_open_line(position: Position, mark: int) -> bool:
    return any(all(position.board[cell] in (0, mark) for cell in line) for line in position.game.lines)


def _with_reason(solution: Solution) -> Solution:
    """The solution of a search, with a sentence that says whether it finished."""
    if solution.because or solution.source is not Source.SEARCH:
        return solution
    if solution.status not in (Status.PROVEN, Status.FINISHED):
        return replace(solution, because=_("The search was stopped."))
    if solution.value == WIN_NOW and len(solution.moves) < len(solution.position.legal_moves):
        return replace(solution, because=_("A line can be completed at once."))
    return replace(solution, because=_("An exact search finished."))


def _check_limits(node_limit: object, time_limit: object) -> None:
    if node_limit is not None:
        expect_whole_number(node_limit, "solve(node_limit=1000000)", least=0)
    if time_limit is not None:
        expect_seconds(time_limit, "solve(time_limit=10)")


def _refuse_time_limit(time_limit: float | None, reason: str | None) -> None:
    if time_limit is not None:
        raise EngineError(f"a time limit needs the compiled core ({reason})")

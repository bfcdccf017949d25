"""A solution: the values of a position and its moves, how certain they are, and the cost of the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ..errors import MisuseError, NoughtsError, SearchStopped
from ..games import Move, MoveTuple, Position, Ranking, Result, Value
from ..games.later_rooms import from_later_room

if TYPE_CHECKING:
    from pathlib import Path

    from ..explain.reasons import Reason


Bounds = tuple[Result, Result]  # between which results the truth lies, both included
ANYTHING: Bounds = (Result.LOSS, Result.WIN)


class Status(str, Enum):
    """How much is known. A draw is `proven` like any other value; a stopped search is `unknown`, never a draw."""

    PROVEN = "proven"
    BOUNDED = "bounded"
    UNKNOWN = "unknown"
    FINISHED = "finished"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Status.{self.name}"


class Source(str, Enum):
    """Where a solution comes from."""

    RULES = "rules"  # the game is over, no line can be completed any more, or a bound that follows from the rules
    TABLE = "table"  # of every position, made before
    PROOF = "proof"  # a certificate that a checker has accepted
    SEARCH = "search"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Source.{self.name}"


class ProofMove(NamedTuple):
    """What a proof plays: the cell, why, in words, and the cells that it rests on: pairs, or a threat sequence."""

    cell: int
    why: str
    pairs: tuple[tuple[int, int], ...] = ()
    sequence: tuple[int, ...] = ()


@dataclass(frozen=True)
class Cost:
    """What a search did: positions visited, cut-offs, and answers taken from the table."""

    nodes: int = 0
    cutoffs: int = 0
    table_hits: int = 0

    def since(self, before: Cost) -> Cost:
        """The cost of what happened after `before`."""
        return Cost(self.nodes - before.nodes, self.cutoffs - before.cutoffs, self.table_hits - before.table_hits)


class MoveValues(dict[Move, Value]):
    """The value of each move. A text is not a key here: the solution reads it, as in `solution["1 3"]`."""

    def __missing__(self, key: object) -> Value:
        if isinstance(key, Move):
            raise KeyError(key)
        raise MisuseError(f"the keys of moves are Move objects, not {key!r}; write solution[{key!r}]")


@dataclass(frozen=True)
class Solution:
    """The value of a position and of every move, the best moves as a set, and the principal line.

    `best` is in the documented order of preference: its first move is the preferred one.

    `value` is None if only win, draw or loss was asked for, if a proof gives the result, or if the search was stopped.
    Then `bounds` has the worst and the best result that are possible: the same one twice if the result is known.

    `moves` has the moves whose value is known; `move_bounds` what is known about others, as `bounds` has it.

    `source` says where the solution comes from, and `because` says it in a sentence. If a proof names a move for the
    side to move, that is `proof_move`, and the only one in `best`; other moves may be as good.
    """

    position: Position
    ranking: Ranking
    status: Status
    value: Value | None
    moves: dict[Move, Value] = field(default_factory=MoveValues)
    best: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()
    engine: str = ""
    cost: Cost = Cost()
    seconds: float = 0.0
    bounds: Bounds = ANYTHING
    source: Source = Source.SEARCH
    because: str = ""
    proof_move: ProofMove | None = None
    move_bounds: dict[Move, Bounds] = field(default_factory=dict)

    @property
    def result(self) -> Result | None:
        """Win, draw or loss for the side to move, if that is known; the distance may still be unknown."""
        lower, upper = self.bounds
        return lower if lower is upper else None

    @classmethod
    def finished(cls, position: Position, ranking: Ranking, engine: str) -> Solution:
        """The solution of a position whose game has ended: no moves, and the result as it is."""
        winner = position.outcome.winner if position.outcome is not None else None
        result = Result.DRAW if winner is None else Result.WIN if winner == position.to_move else Result.LOSS
        bounds, rules = (result, result), Source.RULES
        return cls(position, ranking, Status.FINISHED, Value(result, 0), engine=engine, bounds=bounds, source=rules)

    @classmethod
    def of_moves(
        cls,
        position: Position,
        ranking: Ranking,
        moves: dict[Move, Value],
        *,
        engine: str,
        cost: Cost | None = None,
        seconds: float = 0.0,
        line: tuple[Move, ...] = (),
    ) -> Solution:
        """What follows from the values of the moves: of all, or of those that were found before the search stopped."""
        legal = position.legal_moves
        moves = MoveValues((move, moves[move].under(ranking)) for move in legal if move in moves)
        top = max(moves.values(), key=ranking.key, default=None)
        is_complete = len(moves) == len(legal)
        if top == Value(Result.WIN, 1):  # nothing beats that, so the moves that do not end the game do not matter
            is_complete = all(move in moves or position.play(move).outcome is None for move in legal)
        at_least = Result.LOSS if top is None else top.result
        status = Status.PROVEN if is_complete else Status.UNKNOWN if at_least is Result.LOSS else Status.BOUNDED
        best = [move for move in moves if moves[move] == top] if is_complete else []
        return cls(
            position,
            ranking,
            status,
            top if is_complete else None,
            moves,
            MoveTuple(sorted(best, key=position.game.preference)),
            MoveTuple(line),
            engine=engine,
            cost=cost or Cost(),
            seconds=seconds,
            bounds=(at_least, at_least if is_complete else Result.WIN),
        )

    def narrowed(self, earlier: Solution) -> Solution:
        """This solution with the tighter of both bounds, and the earlier best move if it has none."""
        if self.status in (Status.PROVEN, Status.FINISHED):
            return self
        lower, upper = max(self.bounds[0], earlier.bounds[0]), min(self.bounds[1], earlier.bounds[1])
        adds_a_move = earlier.bounds == self.bounds and bool(earlier.best) and not self.best
        if (lower, upper) == self.bounds and not adds_a_move:
            return self._with_bounds_of(earlier)
        return replace(
            self,
            status=Status.PROVEN if lower is upper else Status.BOUNDED,
            bounds=(lower, upper),
            best=self.best or earlier.best,
            line=self.line or earlier.line,
            source=earlier.source,
            because=earlier.because,
            proof_move=earlier.proof_move,
        )._with_bounds_of(earlier)

    def bounds_of(self, move: Move) -> Bounds:
        """Between which results a move's value lies; no move is worth more than the position."""
        if move in self.moves:
            return self.moves[move].result, self.moves[move].result
        lower, upper = self.move_bounds.get(move, ANYTHING)
        return lower, min(upper, self.bounds[1])

    def with_move_bounds(self, found: dict[Move, Bounds], source: Source, because: str) -> Solution:
        """This, with bounds of moves that were found elsewhere, and with what they say about the position.

        Where they narrow its bounds, `source` and `because` are theirs, and so are the moves in `best`: those that
        are certain to give what is certain.
        """
        both = {move: _narrower(self.bounds_of(move), bounds) for move, bounds in found.items()}
        known = replace(self, move_bounds={**self.move_bounds, **both})
        open_moves = {move: known.bounds_of(move) for move in self.position.legal_moves}
        lower = max(self.bounds[0], *(bounds[0] for bounds in open_moves.values()))
        upper = min(self.bounds[1], max(bounds[1] for bounds in open_moves.values()))
        known = replace(
            known, move_bounds={m: b for m, b in open_moves.items() if m not in self.moves and b != ANYTHING}
        )
        if not self.best and lower > Result.LOSS:
            safe = (move for move, bounds in open_moves.items() if bounds[0] is lower)
            known = replace(known, best=MoveTuple(sorted(safe, key=self.position.game.preference)))
        if (lower, upper) == self.bounds:
            return known
        status = Status.PROVEN if lower is upper else Status.BOUNDED
        return replace(known, status=status, bounds=(lower, upper), source=source, because=because)

    def spread(self) -> Solution:
        """This, with what is known about a move also said of the moves that a symmetry of the position makes equal."""
        legal = self.position.legal_moves
        if len(self.moves) == len(legal) or not (self.moves or self.move_bounds):
            return self
        moves, bounds = dict(self.moves), dict(self.move_bounds)
        for group in self.position.alike(legal):
            value = next((self.moves[move] for move in group if move in self.moves), None)
            if value is not None:
                moves.update(dict.fromkeys(group, value))
                continue
            narrowest = ANYTHING
            for move in group:
                narrowest = _narrower(narrowest, self.move_bounds.get(move, ANYTHING))
            if narrowest != ANYTHING:
                bounds.update(dict.fromkeys(group, narrowest))
        bounds = {move: known for move, known in bounds.items() if move not in moves}
        if len(moves) == len(legal) and self.value is None:
            whole = Solution.of_moves(
                self.position, self.ranking, moves, engine=self.engine, cost=self.cost, seconds=self.seconds
            )
            return replace(whole, line=MoveTuple(whole.best[:1]), source=self.source, because=self.because)
        in_order = MoveValues((move, moves[move]) for move in legal if move in moves)
        return replace(self, moves=in_order, move_bounds=bounds)

    def _with_bounds_of(self, earlier: Solution) -> Solution:
        """This, with what was known about its moves before."""
        before = {move: earlier.bounds_of(move) for move in self.position.legal_moves if move not in self.moves}
        found = {move: _narrower(self.bounds_of(move), bounds) for move, bounds in before.items()}
        return replace(self, move_bounds={move: bounds for move, bounds in found.items() if bounds != ANYTHING})

    def with_line(self, line: tuple[Move, ...]) -> Solution:
        return replace(self, line=MoveTuple(line))

    def _repr_svg_(self) -> str:
        """The board with the value of every move on it, for notebooks."""
        picture: str = from_later_room("explain.notebook", "picture")(self)
        return picture

    def __getitem__(self, move: Move | str | Sequence[int]) -> Value:
        """What a move is worth: `solution["2 3"]`."""
        move = move if isinstance(move, Move) else self.position.move(move)
        if move not in self.moves:
            self.position.play(move)  # says what is wrong with a move that is not legal
            raise SearchStopped(f"the value of {move} is not known: {self._why_not_valued()}")
        return self.moves[move]

    def __iter__(self) -> Iterator[Move]:
        """The moves whose value is known, in reading order."""
        return iter(self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return True  # also where no move has a value

    def __contains__(self, move: object) -> bool:
        """Whether the value of a move is known: `"1 3" in solution`."""
        if not isinstance(move, Move):
            try:
                move = self.position.move(move)  # type: ignore[arg-type]
            except NoughtsError:
                return False
        return move in self.moves

    def __str__(self) -> str:
        """`X wins in 1: 1,3 (proven, by search)`."""
        return f"{self._claim()} ({self.status}, by {self.source})"

    def _claim(self) -> str:
        """What the solution says, from the side to move, with the best moves."""
        lower, upper = self.bounds
        mover, outcome = self.position.to_move, self.position.outcome
        if outcome is not None:
            return str(outcome)
        moves = f": {'  '.join(map(str, self.best))}" if self.best else ""
        if lower is not upper:
            said = {Result.WIN: "draws or wins", Result.DRAW: "loses or draws"}
            is_open = (lower, upper) == (Result.LOSS, Result.WIN)
            return f"value not known{moves}" if is_open else f"{mover} {said[upper]}{moves}"
        verb = {Result.WIN: "wins", Result.DRAW: "draws", Result.LOSS: "loses"}[lower]
        distance = "" if self.value is None else f" in {self.value.distance}"
        return f"{mover} {verb}{distance}{moves}"

    def _why_not_valued(self) -> str:
        if self.source is Source.PROOF:
            return "a proof gives the result, not the value of each move"
        if self.value is not None:
            return "only the best moves were valued; solve(time_limit=…) values the others"
        if self.status is Status.PROVEN:
            return "only the result was asked for; solve() without value_only values every move"
        return self.because or "nothing was searched"

    def explain(self, move: Move | str | Sequence[int]) -> Reason:
        """Why a move is as good as it is; printed, it is a sentence."""
        move = move if isinstance(move, Move) else self.position.move(move)
        reason: Reason = from_later_room("explain.reasons", "reason")(self, move)
        return reason

    def save(self, path: str | Path) -> None:
        """Draws the board with the value of every move: a file that ends in `.svg` or `.png`."""
        from_later_room("explain.notebook", "save")(self, path)

    def __repr__(self) -> str:
        parts = {one.name: getattr(self, one.name) for one in fields(self)}
        if not self.move_bounds:
            del parts["move_bounds"]
        parts.update(best=tuple(self.best), line=tuple(self.line))  # shown so that it can be read back
        return f"Solution({', '.join(f'{name}={part!r}' for name, part in parts.items())})"

    def __hash__(self) -> int:  # of all but the moves, which are a dictionary
        return hash((self.position, self.ranking, self.status, self.value, self.best, self.line, self.bounds))


def _narrower(one: Bounds, other: Bounds) -> Bounds:
    return max(one[0], other[0]), min(one[1], other[1])


class SearchInterrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; `solution` holds what is known all the same."""

    def __init__(self, solution: Solution) -> None:
        super().__init__("interrupted")
        self.solution = solution

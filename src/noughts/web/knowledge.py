"""What the page says about a solution that may be known in part: values, proofs, bounds, and what is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..explain import words
from ..explain.reasons import verdict
from ..explain.value_labels import Bound, Estimate, Proved, code, estimate_of, short
from ..games import Move, Result, Value
from ..language import _, ngettext
from ..search import ANYTHING, Solution, Source


class LegendEntry(NamedTuple):
    """A kind of value on the board: how it looks (`exact`, `proved`, `bound` or `unknown`), and what it means."""

    look: str
    result: str
    letters: str
    words: str


def estimates(solution: Solution) -> dict[Move, Estimate]:
    """What is known about every move."""
    return {move: estimate_of(solution, move) for move in solution.position.legal_moves}


def open_moves(solution: Solution) -> list[Move]:
    """The moves whose result is not certain, while that could still matter; none where a move wins at once."""
    if solution.value is not None:
        return []
    bounds = ((move, solution.bounds_of(move)) for move in solution.position.legal_moves)
    return [move for move, (lower, upper) in bounds if lower is not upper]


def is_unknown(solution: Solution) -> bool:
    """Whether nothing is known about the result."""
    return solution.value is None and solution.bounds == ANYTHING


def headline(solution: Solution) -> str:
    """`X draws, by the proof`, `At least a draw for X`; empty where nothing is known."""
    if solution.value is not None:
        return words.capital(words.sentence(solution.value, solution.position.to_move))
    if solution.result is not None:
        return words.capital(words.claim(solution))
    if solution.bounds == ANYTHING:
        return ""
    is_lower = solution.bounds[0] is Result.DRAW
    text = _("at least a draw for {side}") if is_lower else _("at most a draw for {side}")
    return words.capital(text.format(side=words.side_name(solution.position.to_move)))


def summary(solution: Solution) -> str:
    """Why that is so, and how many moves do what."""
    because = solution.because if solution.source in (Source.PROOF, Source.RULES) else ""
    return " ".join(filter(None, (because, counts(solution))))


def counts(solution: Solution) -> str:
    """`2 moves win, 15 draw, 26 lose; 4 cannot win, 9 are not known.`"""
    if solution.value is not None:
        return words.counts(solution)
    bounds = [solution.bounds_of(move) for move in solution.position.legal_moves]
    won, drawn, lost = (bounds.count((result, result)) for result in (Result.WIN, Result.DRAW, Result.LOSS))
    safe, capped = bounds.count((Result.DRAW, Result.WIN)), bounds.count((Result.LOSS, Result.DRAW))
    unknown = bounds.count(ANYTHING)
    if unknown == len(bounds):
        return ""
    said = [
        (won, ngettext("{count} move wins", "{count} moves win", won)),
        (drawn, ngettext("{count} move draws", "{count} moves draw", drawn)),
        (lost, ngettext("{count} move loses", "{count} moves lose", lost)),
        (safe, ngettext("{count} cannot lose", "{count} cannot lose", safe)),
        (capped, ngettext("{count} cannot win", "{count} cannot win", capped)),
        (unknown, ngettext("{count} is not known", "{count} are not known", unknown)),
    ]
    return f"{words.capital(', '.join(text.format(count=count) for count, text in said if count))}."


def legend(shown: Iterable[Estimate]) -> list[LegendEntry]:
    """One entry for each kind of value that is on the board, the best first."""
    kinds: dict[tuple[str, int], LegendEntry] = {}
    for estimate in shown:
        entry, order = _entry(estimate)
        kinds.setdefault((entry.look + entry.result + entry.letters[:1], order), entry)
    return [kinds[kind] for kind in sorted(kinds, key=lambda kind: kind[1])]


def _entry(estimate: Estimate) -> tuple[LegendEntry, int]:
    if estimate is None:
        return LegendEntry("unknown", "", "?", _("not known; that does not mean drawn")), 9
    result = code(estimate.result)
    if isinstance(estimate, Value):
        return LegendEntry("exact", result, short(estimate), words.value_name(estimate)), -estimate.result
    if isinstance(estimate, Proved):
        means = {
            Result.WIN: _("a win, however the opponent plays"),
            Result.DRAW: _("exactly a draw: neither side can be beaten after it"),
            Result.LOSS: _("a loss, however one goes on"),
        }
        return LegendEntry("proved", result, short(estimate), means[estimate.result]), 2 - estimate.result
    means_bound = {
        "at least": _("at least a draw: it cannot lose; a win is open"),
        "at most": _("at most a draw: it cannot win; a loss is open"),
    }
    return LegendEntry("bound", result, short(estimate), means_bound[estimate.side]), 5 + (estimate.side == "at most")


def judged(solution: Solution, move: Move) -> str | None:
    """How a move compares with the best, as far as that is certain: the names of `explain.reasons.verdict`."""
    name = verdict(solution, solution.moves.get(move))
    if name is not None or solution.value is not None:
        return name
    (lower, upper), (least, most) = solution.bounds_of(move), solution.bounds
    if lower is most and most is not Result.LOSS:
        return "best"
    if upper >= least:
        return None
    if upper is Result.DRAW:
        return "gave away the win"
    return "lost a won game" if least is Result.WIN else "gave away the draw"


def says_of(solution: Solution, move: Move) -> str:
    """`draw by proof`, `at most a draw`, `loss in 2 plies`; empty where nothing is known."""
    estimate = estimate_of(solution, move)
    if estimate is None:
        return ""
    if isinstance(estimate, Value):
        return words.value_name(estimate)
    if isinstance(estimate, Bound):
        return words.bound_name(estimate.side, estimate.result, None)
    return words.proved_name(estimate.result)


def hinted(solution: Solution) -> Move | None:
    """The move to play: one of the best, or the only one that is not known to be worse than another."""
    if solution.best:
        return solution.best[0]
    bounds = {move: solution.bounds_of(move) for move in solution.position.legal_moves}
    left = [move for move, (_lower, upper) in bounds.items() if upper > Result.LOSS]
    return left[0] if len(left) == 1 < len(bounds) else None


def not_losing(solution: Solution) -> list[Move]:
    """The moves that are not known to lose."""
    return [move for move in solution.position.legal_moves if solution.bounds_of(move)[1] is not Result.LOSS]


def cell_words(known: Mapping[Move, Estimate], move: Move) -> str:
    """What is said of a cell to those who listen."""
    estimate = known[move]
    if estimate is None:
        return _("not known")
    if isinstance(estimate, Value):
        return words.value_name(estimate)
    if isinstance(estimate, Proved):
        return words.proved_name(estimate.result)
    return words.bound_name(estimate.side, estimate.result, None)

"""The one sentence that says what a move does."""

from __future__ import annotations

from ..games import Game, Move, Position, Ranking, Result, Value
from . import words
from .facts import Fact, Kind, Sum

_LONGEST_DRAW = 9  # plies of a drawn line that are worth reading; a win or a loss is shown to its end


def sentence(
    position: Position,
    move: Move,
    value: Value | None,
    seen: tuple[Fact, ...],
    made: tuple[Sum, ...],
    line: tuple[Move, ...] | None,
    ranking: Ranking,
) -> str:
    """What the move does and what it leads to; in number games also the sums it makes."""
    by_kind = {fact.kind: fact for fact in seen}
    after = position.play(move)
    if after.outcome is not None:
        return _ending(after, next(iter(by_kind.values())))
    done = _done(position, by_kind)
    if Kind.LEAVES_WIN in by_kind:
        said = f"loses in 2 plies: {_completions(after, by_kind[Kind.LEAVES_WIN])}"
    elif value is None:
        said = f"{words.listed(done)}; what follows is not known yet" if done else "not known yet"
    else:
        said = _joined(done, value, _result(after, value, by_kind, line, ranking))
    stop = "" if said.endswith("…") else "."
    return f"{words.capital(said)}{stop}{_sums(made, position)}"


def _joined(done: list[str], value: Value, result: str) -> str:
    if not done:
        return result
    if value.result is Result.LOSS:
        return f"{words.listed(done)} but {result}"
    if result.startswith(":"):  # two threats at once say how it goes on
        return f"{words.listed(done)}{result}"
    return f"{', '.join(done)}{',' if len(done) > 1 else ''} and {result}"


def _ending(after: Position, fact: Fact) -> str:
    if fact.kind is Kind.ENDS_IN_DRAW:
        return "Ends the game in a draw."
    verb = "Wins" if fact.kind is Kind.WINS_NOW else "Loses"
    return f"{verb} now: completes {words.completed(fact.lines, after)}."


def _done(position: Position, by_kind: dict[Kind, Fact]) -> list[str]:
    """What the move does beside its result: `stops O at 1,3`, `makes two threats at once, at 3,1 and 3,3`."""
    game, mover, opponent = position.game, position.to_move, position.game.opponent[position.to_move]
    done = []
    if Kind.BLOCKS in by_kind:
        whose = f"{opponent} at " if len(game.marks_of[opponent]) == 1 else f"{opponent}'s "
        done.append(f"stops {whose}{words.targets(by_kind[Kind.BLOCKS].moves, game, opponent)}")
    if Kind.STOPS_FORK in by_kind:
        plans = by_kind[Kind.STOPS_FORK].moves
        which = "the fork" if len(plans) == 1 else "the forks"
        done.append(f"stops {which} {_at(opponent, game)}{words.targets(plans, game, opponent)}")
    if Kind.FORK in by_kind:
        threats = by_kind[Kind.FORK].moves
        count = words.number(len({threat.cell for threat in threats}))
        makes = "makes " if done else ""
        at = f"{_at(mover, game)}{words.targets(threats, game, mover)}"
        done.append(f"{makes}{count} threats at once, {at}")
    if Kind.THREATENS in by_kind:
        done.append(f"threatens {words.targets(by_kind[Kind.THREATENS].moves, game, mover)}")
    return done


def _at(side: str, game: Game) -> str:
    """Where the mark is named too, it brings its own `at`."""
    return "at " if len(game.marks_of[side]) == 1 else ""


def _completions(after: Position, fact: Fact) -> str:
    """`O completes row 2 at 2,3`, once for each move that does."""
    game, mover = after.game, after.to_move
    shown = []
    for win in fact.moves:
        won = after.play(win)
        lines = [line for line in game.lines_through[win.cell] if game.goal.is_complete(game.contents[line](won.board))]
        at = "with" if len(game.marks_of[mover]) > 1 else "at"
        shown.append(f"{words.completed(lines, won)} {at} {words.target_name(win, game, mover)}")
    return f"{mover} completes {', or '.join(shown)}"


def _result(
    after: Position, value: Value, by_kind: dict[Kind, Fact], line: tuple[Move, ...] | None, ranking: Ranking
) -> str:
    if Kind.DEAD in by_kind:
        return "draws: no line can be completed any more"
    how = words.VERBS[value.result]
    if value.result is not Result.DRAW:
        how += f" in {words.plies(value.distance)}"
    if Kind.TRAP in by_kind:
        return f"{how}: whatever {after.to_move} plays completes a line, and loses"
    if Kind.FORK in by_kind:
        return f": {how}"
    if Kind.NO_SAFE_REPLY in by_kind:
        return f"{how}: whatever {after.to_move} plays, {after.game.opponent[after.to_move]} can complete a line then"
    if line is None:
        return f"{how}; the line that shows it is not known yet"
    return f"{how}: {_play(after, line[1:], ranking)}"


def _play(position: Position, line: tuple[Move, ...], ranking: Ranking) -> str:
    """The rest of the game, move by move, and how it ends: `O 3,1, X 2,1, O 3,3 completes row 3`."""
    game, shown = position.game, []
    for move in line:
        shown.append(words.said(move, position))
        position = position.play(move)
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        rest = ", …" if len(shown) > _LONGEST_DRAW else ""
        return ", ".join(shown[:_LONGEST_DRAW]) + rest
    last = line[-1]
    lines = [
        made for made in game.lines_through[last.cell] if game.goal.is_complete(game.contents[made](position.board))
    ]
    # Nobody completes a line that loses while there is a choice, unless both sides want an early end.
    verb = "has to complete" if game.misere and ranking is Ranking.QUICKEST else "completes"
    return f"{', '.join(shown)} {verb} {words.completed(lines, position)}"


def _sums(made: tuple[Sum, ...], position: Position) -> str:
    """`Makes 7 in row 1 (6 to go) and 14 in column 2 (out of reach).`"""
    if not made:
        return ""
    parts = []
    for one in made:
        left = f"{one.missing} to go" if one.in_reach else "out of reach"
        parts.append(f"{one.total} in {words.line_name(one.line, position.game)} ({left})")
    return f" Makes {words.listed(parts)}."

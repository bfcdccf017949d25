"""The one sentence that says what a move does."""

from __future__ import annotations

from ..games import Game, Move, Position, Ranking, Result, Value
from ..games.geometry import Line
from ..language import _
from . import cause_words, words
from .causes import Cause
from .facts import Fact, Kind, Sum

_LONGEST_DRAW = 9  # plies of a drawn line that are worth reading; a win or a loss is shown to its end
# Where marks drop, games are long: so many plies of a drawn line, and of one that is shown to its end.
_LONGEST_DROPPED_DRAW, _LONGEST_DROPPED = 3, 5


def sentence(
    position: Position,
    move: Move,
    value: Value | None,
    facts: tuple[Fact, ...],
    totals: tuple[Sum, ...],
    line: tuple[Move, ...] | None,
    ranking: Ranking,
    cause: Cause | None = None,
) -> str:
    """What the move does and what decides it, or else the line of play; in number games also the sums it makes."""
    by_kind = {fact.kind: fact for fact in facts}
    after = position.play(move)
    if after.outcome is not None:
        return _ending(after, next(iter(by_kind.values())))
    done = _done(position, after, by_kind)
    if Kind.LEAVES_WIN in by_kind:
        left = by_kind[Kind.LEAVES_WIN]
        result = f"{words.verb_with_distance(Value(Result.LOSS, 2))}: {_completions(after, left)}"
        given = [_("gives {side} the cell above").format(side=words.side_name(after.to_move))]
        is_above = {win.cell for win in left.moves} == {position.game.above(move.cell)}
        text = _joined(given, Value(Result.WIN, 2), result) if is_above else result
    elif value is None:
        unknown = _("{done}; what follows is not known yet")
        text = unknown.format(done=words.listed(done)) if done else words.not_known()
    else:
        text = _joined(done, value, _result(after, value, by_kind, line, ranking, cause))
    stop = "" if text.endswith("…") else "."
    return f"{words.capital(text)}{stop}{_sums(totals, position)}"


def _joined(done: list[str], value: Value, result: str) -> str:
    if not done:
        return result
    if value.result is Result.LOSS:
        return _("{done} but {result}").format(done=words.listed(done), result=result)
    if result.startswith(":"):  # two threats at once say how it goes on
        return f"{words.listed(done)}{result}"
    both = _("{done}, and {result}") if len(done) > 1 else _("{done} and {result}")
    return both.format(done=", ".join(done), result=result)


def _ending(after: Position, fact: Fact) -> str:
    if fact.kind is Kind.ENDS_IN_DRAW:
        return _("Ends the game in a draw.")
    text = _("Wins now: completes {lines}.") if fact.kind is Kind.WINS_NOW else _("Loses now: completes {lines}.")
    return text.format(lines=words.completed(fact.lines, after))


def _done(position: Position, after: Position, by_kind: dict[Kind, Fact]) -> list[str]:
    """What the move does beside its result: `stops O at 1,3`, `makes two threats at once, at 3,1 and 3,3`."""
    game, mover, opponent = position.game, position.to_move, position.game.opponent[position.to_move]
    done = []
    if Kind.BLOCKS in by_kind:
        says = _("stops {side} at {moves}") if len(game.marks_of[opponent]) == 1 else _("stops {side}'s {moves}")
        moves = words.threats(by_kind[Kind.BLOCKS].moves, position, opponent)
        done.append(says.format(side=words.side_name(opponent), moves=moves))
    if Kind.STOPS_FORK in by_kind:
        plans = by_kind[Kind.STOPS_FORK].moves
        says = _("stops the fork {at}") if len(plans) == 1 else _("stops the forks {at}")
        done.append(says.format(at=words.at(words.targets(plans, game, opponent), opponent, game)))
    if Kind.FORK in by_kind:
        threats = by_kind[Kind.FORK].moves
        count = words.number(len({threat.cell for threat in threats}))
        says = _("makes {count} threats at once, {at}") if done else _("{count} threats at once, {at}")
        at = words.at(words.threats(threats, after, mover), mover, game)
        done.append(says.format(count=count, at=at))
    if Kind.THREATENS in by_kind:
        moves = words.threats(by_kind[Kind.THREATENS].moves, after, mover)
        done.append(_("threatens {moves}").format(moves=moves))
    return done


def _completions(after: Position, fact: Fact) -> str:
    """`O completes row 2 at 2,3`, once for each move that does."""
    game, mover = after.game, after.to_move
    shown = []
    for win in fact.moves:
        made, target = after.lines_completed(win), words.target_name(win, game, mover)
        if len(game.marks_of[mover]) == 1:
            shown.append(words.completed_at(made, after.play(win), target))
        else:
            lines = words.completed(made, after.play(win))
            shown.append(_("{lines} with {move}").format(lines=lines, move=target))
    return _("{side} completes {lines}").format(side=words.side_name(mover), lines=_(", or ").join(shown))


def _result(
    after: Position,
    value: Value,
    by_kind: dict[Kind, Fact],
    line: tuple[Move, ...] | None,
    ranking: Ranking,
    cause: Cause | None,
) -> str:
    if Kind.DEAD in by_kind:
        return _("draws: no line can be completed any more")
    how = words.verb_with_distance(value)
    replier = words.side_name(after.to_move)
    if Kind.TRAP in by_kind:
        return _("{how}: whatever {side} plays completes a line, and loses").format(how=how, side=replier)
    if Kind.FORK in by_kind:
        return f": {how}"
    if Kind.NO_SAFE_REPLY in by_kind:
        return f"{how}: {cause_words.after_any_reply(after, after.game.opponent[after.to_move])}"
    if cause is not None:
        return f"{how}: {cause_words.says(cause, after)}"
    if line is None:
        return _("{how}; the line that shows it is not known yet").format(how=how)
    return f"{how}: {_play(after, line[1:], ranking)}"


def _play(position: Position, line: tuple[Move, ...], ranking: Ranking) -> str:
    """The rest of the game, move by move, and how it ends: `O 3,1, X 2,1, O 3,3 completes row 3`."""
    game, shown = position.game, []
    if words.has_columns(game, position.to_move) and len(line) > _LONGEST_DROPPED:
        return _far_ending(position, line, ranking)
    lines: tuple[Line, ...] = ()
    for move in line:
        shown.append(words.move_in_line(move, position))
        lines, position = position.lines_completed(move), position.play(move)
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return _cut_short(shown, _LONGEST_DRAW)
    must = _has_to_complete(game, ranking)
    says = _("{moves} has to complete {lines}") if must else _("{moves} completes {lines}")
    return says.format(moves=", ".join(shown), lines=words.completed(lines, position))


def _cut_short(moves: list[str], longest: int) -> str:
    return ", ".join(moves[:longest]) + (", …" if len(moves) > longest else "")


def _has_to_complete(game: Game, ranking: Ranking) -> bool:
    """Nobody completes a line that loses while there is a choice, unless both sides want an early end."""
    return game.misere and ranking is Ranking.QUICKEST


def _far_ending(position: Position, line: tuple[Move, ...], ranking: Ranking) -> str:
    """How a long game ends where marks drop: `in the end O plays column 5, and X completes the diagonal above it`."""
    game, start = position.game, position
    for move in line[:-1]:
        position = position.play(move)
    before, last = line[-2:]
    made = position.lines_completed(last)
    if not made:
        return _cut_short([words.move_in_line(move, start) for move in line], _LONGEST_DROPPED_DRAW)
    if last.cell == game.above(before.cell) and not game.misere:
        text = _("in the end {other} plays {column}, and {side} completes {lines} above it")
    elif _has_to_complete(game, ranking):
        text = _("in the end {side} has to complete {lines}")
    else:
        text = _("in the end {side} completes {lines}")
    side, other = words.side_name(position.to_move), words.side_name(game.opponent[position.to_move])
    column = words.target_name(last, game, position.to_move)
    if "{column}" in text:
        return text.format(other=other, side=side, lines=words.completed(made, position.play(last)), column=column)
    return text.format(side=side, lines=words.completed_at(made, position.play(last), column))


def _sums(totals: tuple[Sum, ...], position: Position) -> str:
    """`Makes 7 in row 1 (6 to go) and 14 in column 2 (out of reach).`"""
    if not totals:
        return ""
    parts = []
    for one in totals:
        left = _("{count} to go").format(count=one.missing) if one.in_reach else _("out of reach")
        line = words.line_name(one.line, position.game)
        parts.append(_("{total} in {line} ({left})").format(total=one.total, line=line, left=left))
    return " " + _("Makes {sums}.").format(sums=words.listed(parts))

"""What a cause says, as the part of a sentence that follows `wins in 5 plies:`."""

from __future__ import annotations

from ..games import Move, Position, SumTo
from ..language import _
from . import sums_left, words
from .causes import Cause, Way

_MOST_FORCED = 3  # moves that are read one by one where marks drop and games are long


def says(cause: Cause, after: Position) -> str:
    """The cause in words, where `after` is the position after the move that it explains."""
    game, now = after.game, after
    side, other = words.side_name(cause.side), words.side_name(game.opponent[cause.side])
    # Of some causes the last move is what does it, so the sentence goes on from there.
    acts = bool(cause.played) and cause.way in (Way.THREATS, Way.NOTHING_SAFE)
    played, start = [], 0
    if words.has_columns(game, cause.side) and len(cause.played) > _MOST_FORCED:
        start = len(cause.played) - 1 if acts else len(cause.played)
        own = [move for at, move in enumerate(cause.played[:start]) if (at + len(cause.played)) % 2]
        columns = words.listed(words.columns((move,), game)[0] for move in own)
        played.append(_("{side} forces {other} with columns {columns}").format(side=side, other=other, columns=columns))
    for at, move in enumerate(cause.played):
        forced = now.to_move != cause.side
        text = _("{side} has only {move}") if forced else _("then {move}") if played else "{move}"
        named = words.target_name(move, game, now.to_move) if forced else words.move_in_line(move, now)
        if at >= start:
            played.append(text.format(side=words.side_name(now.to_move), move=named))
        now = now.play(move)
    if acts:
        return " ".join((", ".join(played), _act(cause, now, other)))
    state = _state(cause, now, side, other)
    return _("{moves}, and then {state}").format(moves=", ".join(played), state=state) if played else state


def _act(cause: Cause, now: Position, other: str) -> str:
    if cause.way is Way.THREATS:
        count = words.number(len({threat.cell for threat in cause.moves}))
        at = words.at(words.threats(cause.moves, now, cause.side), cause.side, now.game)
        return _("makes {count} threats at once, {at}").format(count=count, at=at)
    return _("leaves {side} nothing but to complete a line").format(side=other)


def _state(cause: Cause, now: Position, side: str, other: str) -> str:
    game = now.game
    if cause.way is Way.ANY_REPLY:
        return after_any_reply(now, cause.side)
    if cause.way is Way.NOTHING_SAFE:
        return _("whatever {side} plays completes a line, and loses").format(side=other)
    if cause.way is Way.PLANS:
        return _plans(cause, now, other)
    if cause.way is Way.PARITY:
        return _parity(cause, now, other)
    if cause.way is Way.PAIRS:
        return _pairs(cause, now, side, other)
    if cause.way is Way.MIRROR:
        return _("{side} can answer every move with its mirror image, and so never has to complete a line").format(
            side=side
        )
    if cause.way is Way.DRAWN_ANYHOW:
        return _drawn_anyhow(now)
    if cause.way is Way.SPARE_NUMBERS:
        if game.has_numbers:
            text = _("{side} can always choose a cell where it has more numbers than there are lines to avoid")
        else:
            text = _("{side} can always choose a cell where it has more marks than there are lines to avoid")
        return text.format(side=side)
    if cause.way is Way.ANSWERS:
        text = _("{side} has an answer to everything that wins ({answers})")
    else:
        text = _("{side} has an answer to everything that holds ({answers})")
    return text.format(side=side, answers=_answers(cause, now))


def after_any_reply(now: Position, side: str) -> str:
    """The side can complete a line after any reply; with numbers, in which line and with which of them."""
    other = words.side_name(now.game.opponent[side])
    if above := _above_a_threat(now, side):
        return above
    sums = sums_left.after_any_reply(now, side)
    if sums is None:
        text = _("whatever {side} plays, {other} can complete a line then")
        return text.format(side=other, other=words.side_name(side))
    made = [
        _("{numbers} in {line}").format(
            numbers="/".join(map(str, one.numbers)), line=words.line_name(one.line, now.game)
        )
        for one in sums
    ]
    text = _("whatever {side} plays, {other} can make {target} then ({sums})")
    return text.format(side=other, other=words.side_name(side), target=_target(now), sums=words.either(made))


def _above_a_threat(now: Position, side: str) -> str:
    """Where marks drop: the side can complete a line at once, and if that is stopped, above it; else nothing."""
    game = now.game
    threats = now.completing_moves(side)
    if not words.has_columns(game, side) or len(threats) != 1:
        return ""
    (threat,) = threats
    stopped = now.play(Move(threat.cell, game.marks_of[now.to_move][0]))
    wins = [win for win in stopped.completing_moves() if win.cell == game.above(threat.cell)]
    if not wins:
        return ""
    text = _("{other} has to stop {column}, and {side} completes {lines} above it")
    lines = words.completed(stopped.lines_completed(wins[0]), stopped.play(wins[0]))
    column = words.target_name(threat, game, side)
    return text.format(other=words.side_name(now.to_move), side=words.side_name(side), column=column, lines=lines)


def _target(now: Position) -> int:
    assert isinstance(now.game.goal, SumTo)
    return now.game.goal.target


def _drawn_anyhow(now: Position) -> str:
    game, left = now.game, sums_left.lines_in_reach(now)
    if 0 < len(left) <= sums_left.MOST_LINES:
        if game.misere:
            text = _("{target} is out of reach but in {lines}, and nobody ever has to make it, however it goes on")
        else:
            text = _("{target} is out of reach but in {lines}, and can be stopped there in time, however it goes on")
        return text.format(target=_target(now), lines=words.listed(words.line_name(line, game) for line in left))
    if game.misere:
        return _("nobody ever has to complete a line, however it goes on")
    return _("no line can be forced: each can be stopped in time, however it goes on")


def _answers(cause: Cause, now: Position) -> str:
    """`1,3 to 2,2; 2,2 to anything else`: what answers most replies comes last. Columns have their numbers alone."""
    game = now.game
    is_short = (
        words.has_columns(game, cause.side) and len({answer.cell % game.columns for _, answer in cause.answers}) > 1
    )
    replies: dict[str, list[Move]] = {}
    for reply, answer in cause.answers:
        named = words.columns((answer,), game)[0] if is_short else words.target_name(answer, game, cause.side)
        replies.setdefault(named, []).append(reply)
    parts: list[str] = []
    for named, to in sorted(replies.items(), key=lambda item: len(item[1])):
        is_rest = named == max(replies, key=lambda one: len(replies[one])) and len(to) > 2
        text = _("{answer} to {moves}") if not is_rest else _("{answer} to anything else") if parts else "{answer}"
        moves = words.columns(to, game) if is_short else _by_place(to, now)
        parts.append(text.format(answer=named, moves=words.either(moves)))
    return "; ".join(parts)


def _by_place(moves: list[Move], now: Position) -> list[str]:
    """The moves by name; those in one cell together: `1/3/5 at 2,2`."""
    game, at = now.game, dict[int, list[Move]]()
    for move in moves:
        at.setdefault(move.cell, []).append(move)
    return [
        words.marks_name([game.symbol(move.mark) for move in here], cell, game)
        if len(here) > 1
        else words.target_name(here[0], game, now.to_move)
        for cell, here in at.items()
    ]


def _plans(cause: Cause, now: Position, other: str) -> str:
    game = now.game
    moves = words.any_target(cause.moves, game, cause.side)
    if game.misere:
        text = _("whatever {side} plays, {moves} then leaves it nothing but to complete a line")
    elif game.is_positional:
        text = _("whatever {side} plays, {moves} then makes two threats at once")
    elif game.has_numbers:
        text = _("whatever {side} plays, {moves} then leaves it no way to stop a sum of {target}")
        return text.format(side=other, moves=moves, target=_target(now))
    else:
        text = _("whatever {side} plays, {moves} then leaves it no way to stop a line")
    return text.format(side=other, moves=moves)


def _parity(cause: Cause, now: Position, other: str) -> str:
    counts = words.either(map(str, cause.left))
    if now.game.misere:
        text = _("{counts} safe moves are left however it goes on, and then {side} has to complete a line")
    else:
        text = _("{counts} safe moves are left however it goes on, and then {side} can stop a line no longer")
    return text.format(counts=counts, side=other)


def _pairs(cause: Cause, now: Position, side: str, other: str) -> str:
    game = now.game
    if game.has_numbers:
        return _pairs_of_sums(cause, now, side, other)
    if game.misere:
        if not cause.pairs:
            return _("{side} has no line left to complete").format(side=side)
        text = _("every line that {side} could complete has a pair ({pairs}), and {side} need not take both")
    else:
        if not cause.pairs:
            return _("{side} has no line left to complete").format(side=other)
        text = _("every line that {other} could complete has a pair ({pairs}): {side} gets one of the two")
    return text.format(side=side, other=other, pairs=_pair_names(cause, now))


def _pairs_of_sums(cause: Cause, now: Position, side: str, other: str) -> str:
    """Where numbers are placed, the pairs are for one who fills a line last; it is the other who could make the sum."""
    if not cause.pairs:
        text = _("{side} can make {target} in no line any more")
        return text.format(side=side if now.game.misere else other, target=_target(now))
    text = _(
        "every line in which {other} could still make {target} has a pair ({pairs}): "
        "when {other} fills one cell of it, {side} fills the other"
    )
    return text.format(side=side, other=other, target=_target(now), pairs=_pair_names(cause, now))


def _pair_names(cause: Cause, now: Position) -> str:
    return "; ".join(f"{words.place_name(one, now.game)}–{words.place_name(two, now.game)}" for one, two in cause.pairs)

"""What the page says of a solved position where marks drop: how many columns win, which, why, and which to leave."""

from __future__ import annotations

from dataclasses import dataclass

from ..explain import words
from ..explain.board_picture import BoardPicture
from ..explain.facts import Kind, Sight
from ..explain.reasons import Reason
from ..games import Move, Position, Result
from ..language import _, ngettext
from ..search import Solution
from . import boards

_LONGEST = 7  # plies of a line that are named one by one


@dataclass(frozen=True)
class WhyBest:
    """Why the best column is as good as it is: a heading, a sentence, and boards with a heading and words each."""

    title: str
    says: str
    figures: list[tuple[str, str, str]]


def applies(solution: Solution) -> bool:
    return solution.value is not None and words.has_columns(solution.position.game, solution.position.to_move)


def headline(solution: Solution) -> str:
    """`Two columns win`, `Stop O in column 3`, `Every column loses`; `X wins in 1 ply` where others are not known."""
    assert solution.value is not None
    now, result = solution.position, solution.value.result
    if len(solution.moves) < len(now.legal_moves):
        return words.capital(words.sentence(solution.value, now.to_move))
    alike = [move for move, value in solution.moves.items() if value.result is result]
    stops = now.completing_moves(now.game.opponent[now.to_move])
    if result is Result.LOSS:
        return _("Every column loses")
    if solution.value.distance > 1 and stops:
        column = words.target_name(stops[0], now.game, now.to_move)
        return _("Stop {side} in {column}").format(side=now.game.opponent[now.to_move], column=column)
    count = len(alike)
    if count == len(now.legal_moves) > 1:
        return _("Every column wins") if result is Result.WIN else _("Every column holds the draw")
    if result is Result.WIN:
        text = ngettext("{count} column wins", "{count} columns win", count)
    else:
        text = ngettext("{count} column holds the draw", "{count} columns hold the draw", count)
    return words.capital(text.format(count=words.number(count)))


def summary(solution: Solution) -> str:
    """`6 and 7 win in 3. Keep out of 4: O completes the diagonal above it.`"""
    assert solution.value is not None
    value, game = solution.value, solution.position.game
    columns = words.columns(solution.best, game)
    if value.result is Result.WIN and value.distance == 1:
        text = ngettext("{columns} wins at once.", "{columns} win at once.", len(columns))
    elif value.result is Result.WIN:
        text = ngettext("{columns} wins in {count}.", "{columns} win in {count}.", len(columns))
    elif value.result is Result.DRAW:
        text = ngettext("{columns} holds the draw.", "{columns} hold the draw.", len(columns))
    else:
        text = ngettext("{columns} lasts longest: {count}.", "{columns} last longest: {count}.", len(columns))
    said = text.format(columns=words.listed(columns), count=words.plies(value.distance))
    return " ".join(filter(None, (said, _keep_out(solution))))


def _keep_out(solution: Solution) -> str:
    """The columns in which a disc gives the opponent the cell above it, while something better is there."""
    now = solution.position
    assert solution.value is not None
    if solution.value.result is Result.LOSS or solution.value.distance == 1:
        return ""
    found: list[tuple[Move, Move]] = []
    for move in now.legal_moves:
        left = next((fact for fact in Sight(now).facts(move) if fact.kind is Kind.LEAVES_WIN), None)
        if left is not None and {win.cell for win in left.moves} == {now.game.above(move.cell)}:
            found.append((move, left.moves[0]))
    if not found:
        return ""
    columns = words.listed(words.columns((move for move, _win in found), now.game))
    if len(found) > 1:
        return _("Keep out of {columns}.").format(columns=columns)
    ((move, win),) = found
    after = now.play(move)
    lines = words.completed(after.lines_completed(win), after.play(win))
    text = _("Keep out of {columns}: {side} completes {lines} above it.")
    return text.format(columns=columns, side=words.side_name(after.to_move), lines=lines)


def why(reason: Reason) -> WhyBest | None:
    """Why a column is as good as it is; None where that takes more than a line of play that nobody would follow."""
    if reason.value is None or not (reason.names_cause or reason.line):
        return None
    column = words.columns((reason.move,), reason.position.game)[0]
    title = {
        Result.WIN: _("Why {column} wins"),
        Result.DRAW: _("Why {column} holds"),
        Result.LOSS: _("Why {column} loses"),
    }[reason.value.result]
    return WhyBest(title.format(column=column), _threats(reason) or reason.sentence, _figures(reason, column))


def _threats(reason: Reason) -> str:
    """`It threatens 4 in the row and 7 on the diagonal. One disc cannot stop both.`"""
    fork = reason.fact(Kind.FORK)
    if fork is None:
        return ""
    after, by_lines = reason.position.play(reason.move), dict[str, list[Move]]()
    for threat in sorted(fork.moves, key=lambda move: move.cell % after.game.columns):
        by_lines.setdefault(words.completed(after.lines_completed(threat), after), []).append(threat)
    where = {_("the row"): _("{columns} in the row"), _("the diagonal"): _("{columns} on the diagonal")}
    named = [
        where.get(lines, "{columns} ({lines})").format(
            columns=words.listed(words.columns(moves, after.game)), lines=lines
        )
        for lines, moves in by_lines.items()
    ]
    if len(fork.moves) == 2:
        text = _("It threatens {threats}. One disc cannot stop both.")
    else:
        text = _("It threatens {threats}. One disc cannot stop them all.")
    return text.format(threats=", ".join(named))


def _figures(reason: Reason, column: str) -> list[tuple[str, str, str]]:
    """The board after the move, with what it threatens, and the end of the line that shows it."""
    after, mover = reason.position.play(reason.move), reason.position.to_move
    side, figures = words.side_name(mover), []
    if after.outcome is None:
        seen = BoardPicture(after, last=reason.move, threats=mover)
        says = _("Dashed rings: where {side} would win.").format(side=side) if after.completing_moves(mover) else ""
        figures.append((boards.figure(seen), _("After {column}").format(column=column), says))
    line = reason.line or ()
    if 0 < len(line) <= _LONGEST:
        end: Position = reason.position
        for move in line:
            end = end.play(move)
        if end.outcome is not None and end.outcome.winner is not None:
            names = [words.columns((move,), end.game)[0] for move in line]
            won = _("{side} wins").format(side=words.side_name(end.outcome.winner))
            figures.append((boards.figure(BoardPicture(end, last=line[-1])), won, _(", then ").join(names) + "."))
    return figures

"""`noughts review`: a whole game judged, and its turning point."""

from __future__ import annotations

import re
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..errors import NotationError, NoughtsError, either
from ..explain import report, review_words, words
from ..explain.best_play import BestPlay
from ..explain.reasons import reason
from ..explain.review import Judged, Review, review
from ..explain.value_labels import short
from ..games import Move, Position, game, position
from ..games.notation import sequence
from ..games.notation.symbols import read_side, shown
from ..language import _, speaking
from . import output
from .inputs import GameArgument, JsonOption, LanguageOption, LenientOption, NodesOption, read_language

_LONGEST = 20_000
# `2,2`, `2,2=5`, and as games are listed: `1. X 2,2`, `2. 5 at 2,2`; the page writes `2-2-5.1-1-4`.
_LISTED = re.compile(r"(?:\d+\.\s+)?(?:(?P<mark>\w+)\s+(?:at\s+)?)?(?P<place>\d+(?:,\d+)+(?:=\w+)?)")
_DROPPED = re.compile(r"(?:\d+\.\s+)?(?:(?P<mark>[^\W\d]+)\s+)?(?P<place>\d+(?:,\d+)*(?:=\w+)?)")


def register(app: typer.Typer) -> None:
    app.command("review")(_review)


def _review(
    game: GameArgument,
    moves: Annotated[
        list[str],
        typer.Argument(metavar="MOVES", help="Moves: 2,2 1,1 1,3, or 2,2=5 with a number. - reads standard input."),
    ],
    side: Annotated[
        str | None, typer.Option("--side", metavar="SIDE", help="Your side; the review then speaks to you.")
    ] = None,
    first: Annotated[str | None, typer.Option("--first", metavar="SIDE", help="Side that moved first.")] = None,
    start: Annotated[
        str | None, typer.Option("--position", metavar="POSITION", help="Starting position: 'XX_/OO_/___ X'.")
    ] = None,
    nodes: NodesOption = None,
    lenient: LenientOption = False,
    speaks: LanguageOption = None,
    json: JsonOption = False,
) -> None:
    """Judge every move of a game, and show where the result changed and which moves were better.

    \b
    noughts review tictactoe 1,1 2,2 3,3 1,3 3,1 2,1 3,2 --side O
    noughts review t3 '5 at 2,2' '6 at 1,1' '1 at 3,3'
    noughts review 4,4,3 2,2 3,3 2,3 --json
    """
    with speaking("en" if json else read_language(speaks)):
        begin = _start(game, first, start, lenient)
        played = read_game(begin, _text(moves))
        you = None if side is None else read_side(side, begin.game)
        play = BestPlay(node_limit=nodes) if nodes is not None else None
        with output.working("solving"):
            judged = review(begin, played, you, play=play)
        if json:
            output.print_json(as_json(judged))
        else:
            show(judged, output.console())


def _start(name: str, first: str | None, start: str | None, lenient: bool) -> Position:
    rules = game(name)
    if start is None:
        return rules.start(None if first is None else read_side(first, rules))
    if first is not None:
        raise NoughtsError("give --first or --position, not both: a position names the side to move")
    return position(rules, start, lenient=lenient)


def _text(words_given: list[str]) -> str:
    text = " ".join(words_given)
    if text != "-":
        return text
    text = sys.stdin.buffer.read(_LONGEST).decode("utf-8", errors="replace")
    if not text.strip():
        raise NotationError("standard input is empty; expected the moves of a game")
    return text


def read_game(start: Position, text: str) -> list[Move]:
    """The moves of a game as people write them, one after the other; an error names the move that makes no sense."""
    text = text.strip()
    if sequence.is_sequence(text, start.game):
        return sequence.read(text, start)
    if re.fullmatch(r"[\w.-]+", text) and "-" in text:  # as in an address of the page
        written = [part.replace("-", " ") for part in text.split(".") if part]
    else:
        written, at = [], 0
        while at < len(text):
            found = (_DROPPED if start.game.drop else _LISTED).match(text, at)
            if found is None:
                raise NotationError(
                    "move {number}: found {found}, expected a move such as {example}",
                    number=len(written) + 1,
                    found=shown(text[at:].split()[0]),
                    example="4" if start.game.drop else either(("2,2", "2,2=5")),
                )
            mark = found["mark"] if "=" not in found["place"] else None
            written.append(f"{found['place']}={mark}" if mark else found["place"])
            at = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip(" \t\r\n;"))
    now, moves = start, list[Move]()
    for number, one in enumerate(written, start=1):
        has_choice = now.outcome is None and len(now.game.marks_of[now.to_move]) > 1
        try:
            moves.append(now.move(one if has_choice else one.partition("=")[0]))
        except NoughtsError as error:
            raise NotationError("move {number}: {problem}", number=number, problem=error.message) from None
        now = now.play(moves[-1])
    return moves


def show(judged: Review, console: Console) -> None:
    """The review as text: the headline, the moves, the turning point."""
    console.print(review_words.headline(judged), style="bold", markup=False)
    console.print(f"{review_words.summary(judged)}\n", markup=False)
    width = max((len(words.move_in_line(one.move, one.before)) for one in judged.judged), default=0)
    for one in judged.judged:
        console.print(_row(one, width, judged))
    point = judged.turning_point
    if point is None:
        return
    slip = point.judged
    console.print("\n" + _("The turning point: move {number}").format(number=slip.number), style="bold", markup=False)
    console.print(output.draw(slip.after, last=slip.move))
    console.print(f"{words.move_in_line(slip.move, slip.before)}: {point.reason.sentence}", markup=False)
    for moves in slip.better:
        better = reason(slip.solution, moves[0])
        console.print(_("Better: {moves}").format(moves=review_words.group_name(slip, moves)), markup=False)
        named = words.move_in_line(moves[0], slip.before)
        console.print(f"  {named}: {better.sentence}", markup=False)
    start = f"'{slip.before.text}'"
    if sequence.has_sequences(slip.before.game) and slip.number > 1 and judged.start == slip.before.game.start():
        start = sequence.write([one.move for one in judged.judged[: slip.number - 1]], slip.before.game)
    again = f"noughts play {slip.before.game.name} --position {start} --side {slip.side}"
    console.print(_("Try again from here: {command}").format(command=again), markup=False)


def _row(one: Judged, width: int, judged: Review) -> Text:
    """`4  O 1,3  ▼ L4  gave away the draw`."""
    sign = "?" if one.result is None else words.SIGNS[one.result]
    style = "" if one.result is None else output.STYLES[one.result]
    exact = short(one.value) if one.value is not None else ""
    you = _("you")
    who = f"  ({you})" if one.side == judged.you else ""
    row = Text(f"{one.number:>3}  {words.move_in_line(one.move, one.before):<{width}}  ")
    row.append(f"{sign} {exact:<4}", style=style)
    row.append(review_words.move_verdict(one), style="bold" if one.is_slip else "")
    return row.append(who, style="dim")


def as_json(judged: Review) -> dict[str, Any]:
    """What `noughts review --json` prints; the page's API could answer the same."""
    point, rules = judged.turning_point, judged.start.game
    return {
        "game": rules.name,
        "start": judged.start.text,
        "end": judged.end.text,
        "outcome": report.outcome_json(judged.end.outcome, rules),
        "side": judged.you,
        "headline": review_words.headline(judged),
        "summary": review_words.summary(judged),
        "complete": judged.is_complete,
        "moves": [_judged_json(one) for one in judged.judged],
        "ribbon": [
            {"first": one.first, "last": one.last, "result": report.result_json(one.result)} for one in judged.ribbon
        ],
        "turning_point": None
        if point is None
        else {
            "number": point.judged.number,
            "position": point.judged.before.text,
            "reason": report.reason_json(point.reason, with_facts=True),
            "better": [report.moves_json(tuple(moves), rules) for moves in point.judged.better],
            "answer": None if point.answer is None else report.move_json(point.answer, rules),
        },
    }


def _judged_json(one: Judged) -> dict[str, Any]:
    rules = one.before.game
    return {
        "number": one.number,
        "side": one.side,
        "move": report.move_json(one.move, rules),
        "result": report.result_json(one.result),
        "distance": None if one.value is None else one.value.distance,
        "bounds": [str(bound) for bound in one.bounds],
        "verdict": one.verdict,
    }


def command(start: Position, moves: list[Move], side: str | None) -> str:
    """The command that reviews a game."""
    rules = start.game
    now, written = start, []
    for move in moves:
        place, mark = ",".join(map(str, rules.move_place(move.cell))), ""
        if len(rules.marks_of[now.to_move]) > 1:
            mark = f"={rules.symbol(move.mark)}"
        written.append(place + mark)
        now = now.play(move)
    begins = "" if start == rules.start() else f" --position '{start.text}'"
    return f"noughts review {rules.name} {' '.join(written)}{begins}{f' --side {side}' if side else ''}"

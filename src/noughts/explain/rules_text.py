"""The rules of any game in a sentence or two: what is placed, and what a line does."""

from __future__ import annotations

from ..games import Game, SumTo, X
from ..language import _
from .words import capital, either, listed, number, side_name


def rules_text(game: Game) -> str:
    """`Both place X. Whoever completes three in a row loses.`"""
    return " ".join(filter(None, (_placing(game), _falling(game), _goal(game))))


def side_text(game: Game, side: str) -> str:
    """What it means to be this side: `You are odd: 1, 3 and 5.`"""
    marks = list(map(game.symbol, game.marks_of[side]))
    if game.has_numbers and game.sides != ("first", "second"):
        return _("You are {side}: {numbers}.").format(side=side_name(side), numbers=listed(marks))
    return _("You are {side}.").format(side=side_name(side))


def _placing(game: Game) -> str:
    first, second = ([game.symbol(mark) for mark in marks] for marks in game.marks)
    largest = max(game.all_marks)
    if game.has_numbers and game.marks == (tuple(range(1, largest + 1, 2)), tuple(range(2, largest + 1, 2))):
        if game.once:
            return _("Odd against even numbers up to {largest}, each once.").format(largest=largest)
        return _("Odd against even numbers up to {largest}, as often as you like.").format(largest=largest)
    if game.has_numbers:
        often = _("each number once") if game.once else _("as often as they like")
        if first == second:
            return _("Both place {marks}, {often}.").format(marks=either(first), often=often)
        text = _("{first} places {marks}, {second} {others}, {often}.")
        names = [side_name(side) for side in game.sides]
        return capital(
            text.format(first=names[0], marks=either(first), second=names[1], others=either(second), often=often)
        )
    if first == second:
        return _("Both place {mark}.").format(mark=first[0]) if len(first) == 1 else _("Each turn you choose X or O.")
    if game.marks[0] == (X,) and len(second) == 1:
        return ""  # everybody knows whose X and O are
    text = _("{first} places {marks}, {second} {others}.")
    names = [side_name(side) for side in game.sides]
    return capital(text.format(first=names[0], marks=either(first), second=names[1], others=either(second)))


def _falling(game: Game) -> str:
    return _("You choose a column; the mark falls to its lowest empty cell.") if game.drop else ""


def _goal(game: Game) -> str:
    if isinstance(game.goal, SumTo):
        if game.goal.full:
            text = (
                _("A full line of {length} that sums to {target} loses.")
                if game.misere
                else _("A full line of {length} that sums to {target} wins.")
            )
        else:
            text = (
                _("A line of {length} that sums to {target} loses, empty cells counting 0.")
                if game.misere
                else _("A line of {length} that sums to {target} wins, empty cells counting 0.")
            )
        return text.format(length=number(game.length), target=game.goal.target)
    if len(game.shape) == 3:
        text = (
            _("{length} in a row loses, through the layers too.")
            if game.misere
            else _("{length} in a row wins, through the layers too.")
        )
    elif game.owner:
        text = _("{length} in a row loses.") if game.misere else _("{length} in a row wins.")
    else:
        text = (
            _("Whoever completes {length} in a row loses.")
            if game.misere
            else _("Whoever completes {length} in a row wins.")
        )
    return capital(text.format(length=number(game.length)))

"""The person at the terminal: questions, answers, and moves in their own words."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial

from rich.console import Console

from ..errors import NoughtsError
from ..explain import words
from ..games import Game, Move, Position
from ..games.notation import moves as move_notation
from ..games.notation.symbols import read_mark, read_side
from ..language import _, pgettext, said
from . import keys
from .keys import ArrowFunction


class Person:
    """Asks questions until the answer makes sense."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def ask(self, question: str, on_arrow: ArrowFunction | None = None) -> str:
        if keys.are_available():
            return keys.read_line(partial(self._show, question), on_arrow).strip()
        self._show(question)
        return input().strip()

    def _show(self, question: str) -> None:
        """Written past Rich's buffer, from which an interrupted question would be written once more."""
        with self.console.capture() as captured:
            self.console.print(f"{question} ", end="", markup=False)
        sys.stdout.write(captured.get())
        sys.stdout.flush()

    def choose_side(self, question: str, rules: Game) -> str:
        while True:
            answer = self.ask(f"{question}, {_choices(rules)}? [{rules.sides[0]}]")
            if not answer:
                return rules.sides[0]
            side = _side(answer, rules)
            if side is not None:
                return side
            self.console.print(_("Please answer {sides}.").format(sides=_choices(rules)), markup=False)


def named_side(name: str, rules: Game, option: str) -> str:
    """A side from the command line, in English or in the language of the game."""
    side = _side(name, rules)
    if side is None:
        raise NoughtsError("{option} {value}: expected {expected}", option=option, value=name, expected=_choices(rules))
    return side


def _side(name: str, rules: Game) -> str | None:
    for side in rules.sides:
        if name.strip().lower() == words.side_name(side).lower():
            return side
    try:
        return read_side(name, rules)
    except NoughtsError:
        return None


def _choices(rules: Game) -> str:
    """The sides as they are typed: in English, with their names in the current language where those differ."""
    named = (side if words.side_name(side) == side else f"{side} ({words.side_name(side)})" for side in rules.sides)
    return words.either(named)


def command_named(text: str, allowed: Iterable[str]) -> str | None:
    """`undo`, `hint`, … from its name in English or in the current language, or how it begins; None for a move."""
    typed = {"?": "help", "exit": "quit"}.get(text.lower(), text.lower())
    if not typed.isalpha():
        return None
    names = {command: (command, command_word(command)) for command in allowed}
    exact = [command for command, spelled in names.items() if typed in spelled]
    begun = [command for command, spelled in names.items() if any(word.startswith(typed) for word in spelled)]
    return next(iter((*exact, *begun)), None)


def command_word(command: str) -> str:
    """What is typed for a command in the current language."""
    return {
        "undo": pgettext("command", "undo"),
        "hint": pgettext("command", "hint"),
        "help": pgettext("command", "help"),
        "quit": pgettext("command", "quit"),
        "again": pgettext("command", "again"),
        "replay": pgettext("command", "replay"),
    }[command]


def is_a_column(position: Position) -> bool:
    """Whether a move is the number of a column and nothing else."""
    return position.game.move_axes == ("column",) and not position.game.has_choice


def pattern(position: Position) -> str:
    """What a move looks like here: `row,column`, `row,column=number`; where marks drop, `a column`."""
    if is_a_column(position):
        return _("a column")
    place = [_("column"), _("row,column"), _("layer,row,column")][len(position.game.move_axes) - 1]
    if not position.game.has_choice:
        return place
    mark = _("number") if position.game.has_numbers else _("mark")
    return f"{place}={mark}"


def example(position: Position) -> str:
    """A move that can be typed; its row and column differ where they can."""
    legal = position.legal_moves
    uneven = [move for move in legal if len(set(position.game.place(move.cell))) > 1]
    return move_notation.typed((uneven or legal)[-1], position.game) if legal else ""


def read_move(text: str, position: Position) -> Move:
    """The move that was typed; otherwise an error in the current language."""
    try:
        return position.move(text)
    except NoughtsError as error:
        raise NoughtsError(_problem(text, position) or f"{words.capital(said(error))}.") from None


def _problem(text: str, position: Position) -> str:
    """What is wrong with a move that cannot be played; empty for what is not foreseen here."""
    game, mover = position.game, position.to_move
    own = words.either(map(game.symbol, game.marks_of[mover]))
    not_own = words.capital(_("{side} may place {marks}.").format(side=words.side_name(mover), marks=own))
    try:
        typed = move_notation.as_typed(text, position)
    except NoughtsError:
        return not_own
    parts = typed.replace(",", " ").replace("=", " ").split()
    if game.drop and parts and all(map(_is_number, parts)):
        return ""  # the error says it
    place, marks = parts[: len(game.shape)], parts[len(game.shape) :]
    has_choice = len(game.marks_of[mover]) > 1
    if len(place) < len(game.shape) or len(marks) != has_choice or not all(map(_is_number, place)):
        says = _("{text} is not a move. Type {pattern}, for example {example}.")
        return says.format(text=repr(text[:20]), pattern=pattern(position), example=example(position))
    if any(not 1 <= int(at) <= size for at, size in zip(place, game.shape)):
        sizes = "×".join(map(str, game.shape))
        return _("{place} is not on the board ({sizes}).").format(place=",".join(place), sizes=sizes)
    held = position.board[game.cell_at(tuple(map(int, place)))]
    if held:
        return _("{place} is taken by {mark}.").format(place=",".join(place), mark=game.symbol(held))
    if has_choice and not _is_own(marks[0], position):
        return not_own
    return _("{number} has been placed; each number is used once.").format(number=marks[0]) if game.once else ""


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _is_own(mark: str, position: Position) -> bool:
    try:
        return read_mark(mark, position.game) in position.game.marks_of[position.to_move]
    except NoughtsError:
        return False

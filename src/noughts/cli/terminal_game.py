"""One game in the terminal, from the first move to the last."""

from __future__ import annotations

from functools import partial

from rich.console import Console

from ..agents import Agent, Limited, Perfect, Random
from ..errors import NoughtsError
from ..explain import words
from ..explain.rules_text import rules_text, side_text
from ..games import Move, Position
from ..games.notation.moves import typed
from ..language import _, ngettext, said
from . import keys, output
from .adviser import Adviser
from .cursor import Cursor
from .person import Person, command_named, command_word, example, is_a_column, pattern, read_move

# 7 is top left, as on a number pad.
_NUMPAD = {"789456123"[cell]: cell for cell in range(9)}
_COMMANDS = ("undo", "hint", "help", "quit")
_SMALL = 9  # cells: a board on which every game of ours is solved at once


class Quit(Exception):
    """The person has had enough."""


class TerminalGame:
    """A game with its history; `side` is the person's, None where two people play."""

    def __init__(
        self, person: Person, begin: Position, side: str | None, opponent: Agent | None, adviser: Adviser
    ) -> None:
        self.person = person
        self.console: Console = person.console
        self.positions = [begin]
        self.moves: list[Move] = []
        self.side = side
        self.opponent = opponent
        self.adviser = adviser
        self.has_numpad = begin.game.shape == (3, 3) and not begin.game.has_choice and not begin.game.drop
        self.cursor = Cursor(self.console)

    @property
    def now(self) -> Position:
        return self.positions[-1]

    def play(self) -> None:
        """To the end of the game; `Quit` if the person leaves before."""
        self.console.print(self.introduction(), style="dim", markup=False)
        self.console.print()
        self._show()
        while self.now.outcome is None:
            is_persons_turn = self.opponent is None or self.now.to_move == self.side
            self._make(self._ask_move() if is_persons_turn else self._opponents_move())

    def introduction(self) -> str:
        """The rules, the sides, and how to play: what `help` repeats."""
        begin = self.positions[0]
        rules = f"{begin.game.name}: {rules_text(begin.game)}"
        begins = words.capital(_("{side} begins.").format(side=words.side_name(begin.to_move)))
        if self.side is None:
            sides = " ".join((_("Two people at one keyboard."), begins))
        else:
            opponent = _("Your opponent {does}.").format(does=self._does())
            sides = f"{side_text(begin.game, self.side)} {opponent} {begins}"
        return "\n".join((rules, sides, self._how_to_move(), self._other_commands()))

    def _does(self) -> str:
        if isinstance(self.opponent, Limited):
            depth = self.opponent.depth
            return ngettext("looks {count} ply ahead", "looks {count} plies ahead", depth).format(count=depth)
        if isinstance(self.opponent, Random):
            return _("moves at random")
        is_small = isinstance(self.opponent, Perfect) and self.positions[0].game.cells <= _SMALL
        return _("is perfect") if is_small else _("is perfect where it can solve the position")

    def _how_to_move(self) -> str:
        says = _("Type a move as {pattern} ({example}).")
        if self.has_numpad:
            says = _("Type a move as {pattern} ({example}), or its number-pad key.")
        elif is_a_column(self.now):
            says = _("Type {pattern}, such as {example}.")
        text = says.format(pattern=pattern(self.now), example=example(self._as_person()))
        if not keys.are_available():
            return text
        with_keys = _("Or choose a cell with the arrow keys and press Enter.")
        if self.now.game.has_choice:
            with_keys = _("Or choose a cell with the arrow keys, type what to place, and press Enter.")
        if self.now.game.drop:
            with_keys = _("Or choose a column with the arrow keys and press Enter.")
        elif len(self.now.game.shape) == 3:
            with_keys = _("Or choose a cell with the arrow keys and Page Up or Page Down, and press Enter.")
        return f"{text} {with_keys}"

    def _as_person(self) -> Position:
        """The board as if it were the person's turn, for an example of a move."""
        return self.now if self.side is None else Position(self.now.game, self.now.board, self.side)

    def _other_commands(self) -> str:
        text = _("{undo} takes back your last move, {hint} shows a good one and why, {help} repeats this, {quit} ends.")
        return text.format(**{command: command_word(command) for command in _COMMANDS})

    def _make(self, move: Move) -> None:
        self.positions.append(self.now.play(move))
        self.moves.append(move)
        is_answered_at_once = self.opponent is not None and self.now.to_move != self.side and self.now.outcome is None
        if not is_answered_at_once:  # then one board shows both moves
            self._show()

    def _show(self) -> None:
        labels = {cell: key for key, cell in _NUMPAD.items()} if self.has_numpad else None
        self.cursor.show(self.now, labels, self.moves[-1] if self.moves else None)

    def _say(self, text: str) -> None:
        self.cursor.is_below_board = False
        self.console.print(text, markup=False)

    def _ask_move(self) -> Move:
        while True:
            question = _("{side} to move:").format(side=self._mover())
            text = self.person.ask(question, partial(self.cursor.move, question))
            command = command_named(text, _COMMANDS)
            if command == "quit":
                raise Quit
            if command == "help":
                self._say(self.introduction())
            elif command == "undo":
                self._undo()
            elif command == "hint":
                with output.thinking():
                    hint = self.adviser.hint(self.now, self.moves)
                self._say(hint)
            elif text:
                try:
                    return self._read(text)
                except NoughtsError as error:
                    self._say(said(error))

    def _mover(self) -> str:
        """`X`, `odd (1 3 5)`: who moves, with the marks that are left to choose from."""
        game, own = self.now.game, self.now.game.marks_of[self.now.to_move]
        left = [mark for mark in own if not game.once or mark not in self.now.board]
        choice = f" ({' '.join(map(game.symbol, left))})" if len(own) > 1 else ""
        return f"{words.side_name(self.now.to_move)}{choice}"

    def _read(self, text: str) -> Move:
        if self.has_numpad and text in _NUMPAD:
            text = " ".join(map(str, self.now.game.place(_NUMPAD[text])))
        return read_move(text, self.now)

    def _opponents_move(self) -> Move:
        assert self.opponent is not None
        with output.thinking():
            move, remark = self.adviser.answer(self.opponent, self.now, self.moves)
        if remark:
            self._say(remark)
        says = _("{side} plays {move}.")
        self._say(words.capital(says.format(side=words.side_name(self.now.to_move), move=typed(move, self.now.game))))
        return move

    def _undo(self) -> None:
        """Back to the person's turn before this one."""
        for back in range(2, len(self.positions) + 1):
            if self.opponent is None or self.positions[-back].to_move == self.side:
                del self.positions[-back + 1 :]
                del self.moves[-back + 1 :]
                self._show()
                return
        self._say(_("Nothing to undo."))

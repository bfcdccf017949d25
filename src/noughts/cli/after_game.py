"""What is said when a game in the terminal has ended: who won, what decided it, and the moves once more."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from .. import solver
from ..engine import why_missing
from ..explain import review_words, words
from ..explain.best_play import BestPlay
from ..explain.review import Judged, Review, review
from ..explain.value_labels import short
from ..games.notation.moves import describe, typed
from ..language import _
from . import output, review as review_command
from .person import Person, command_named, command_word
from .terminal_game import TerminalGame

_NODES = 2_000 if why_missing() else 100_000  # for each position of the game
_COMMANDS = ("again", "replay", "quit")
_GAP = 3  # columns between the boards of a replay


class AfterGame:
    """The end of one game, judged once."""

    def __init__(self, person: Person, game: TerminalGame) -> None:
        self.person, self.game, self.console = person, game, person.console
        self._judged = self._review()

    def says(self) -> None:
        """Who won, and the move that decided it."""
        decided = "" if self._judged is None else f" {review_words.decided(self._judged)}"
        self.console.print(Text.assemble((self._ended(), "bold"), decided))
        command = review_command.command(self.game.positions[0], self.game.moves, self.game.side)
        self.console.print(_("Review: {command}").format(command=command), style="dim", markup=False)

    def is_again(self) -> bool:
        """Whether another game is wanted; before that, the replay as often as it is asked for."""
        choices = words.capital(words.either(map(command_word, _COMMANDS)))
        while True:
            text = self.person.ask(f"{choices}? [{command_word('quit')}]")
            command = command_named(text, _COMMANDS) if text else "quit"
            if command == "replay":
                self._replay()
            elif command is not None:
                return command == "again"

    def _ended(self) -> str:
        outcome = self.game.now.outcome
        assert outcome is not None
        if outcome.winner is None:
            return _("A draw.")
        if self.game.opponent is not None and outcome.winner == self.game.side:
            return _("You win.")
        return words.capital(_("{side} wins.").format(side=words.side_name(outcome.winner)))

    def _review(self) -> Review | None:
        """The game judged, if that is soon done: large boards take too long to be asked for by everyone."""
        if self.game.now.game.cells >= solver.PROOF_MIN_CELLS:
            return None
        play = BestPlay(node_limit=_NODES)
        with output.thinking():
            judged = review(self.game.positions[0], self.game.moves, self.game.side, play=play)
        return judged if judged.is_complete or judged.slips else None

    def _replay(self) -> None:
        """Every move on its board, as many side by side as fit, with what it was worth."""
        boards = []
        for number, move in enumerate(self.game.moves, start=1):
            after = self.game.positions[number]
            judged = None if self._judged is None else self._judged.judged[number - 1]
            board = output.draw(after, last=move, screen=self.console)
            title = Text(f"{number}. {describe(move, after.game)}", style="bold")
            boards.append([title, *_notes(judged), *board.split("\n", allow_blank=False)])
        for line in side_by_side(boards, self.console):
            self.console.print(line, no_wrap=True)


def _notes(judged: Judged | None) -> list[Text]:
    """What a move was worth, and what was better."""
    if judged is None:
        return []
    worth, style = "", ""
    if judged.value is not None and judged.result is not None:
        worth, style = f"{words.SIGNS[judged.result]} {short(judged.value)} ", output.STYLES[judged.result]
    verdict = Text.assemble((worth, style), review_words.move_verdict(judged))
    better = " · ".join(typed(moves[0], judged.before.game) for moves in judged.better)
    return [verdict, Text(_("better: {moves}").format(moves=better) if judged.is_slip else "")]


def side_by_side(blocks: list[list[Text]], console: Console) -> list[Text]:
    """Blocks of lines in bands, each block as wide as the widest."""
    width = max((line.cell_len for block in blocks for line in block), default=0) + _GAP
    count = max(1, (console.width + _GAP) // width)
    lines: list[Text] = []
    for first in range(0, len(blocks), count):
        band = blocks[first : first + count]
        for at in range(max(map(len, band))):
            row = Text()
            for block in band:
                piece = block[at].copy() if at < len(block) else Text()
                piece.pad_right(width - piece.cell_len)
                row.append_text(piece)
            row.rstrip()
            lines.append(row)
        lines.append(Text())
    return lines

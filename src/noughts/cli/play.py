"""`noughts play`: a game in the terminal, with undo, hints and a replay."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from .. import language, solver
from ..agents import Agent, Limited, Perfect, agent_named
from ..engine import why_missing
from ..errors import NoughtsError, SearchStopped
from ..explain import review_words, words
from ..explain.best_play import BestPlay
from ..explain.review import review
from ..explain.words import claim
from ..games import Game, Move, Position, game, position
from ..games.notation import moves as move_notation
from ..games.notation.symbols import read_side
from ..language import _, speaking
from ..search import Solution, Source
from . import output, proven, review as review_command

# How far a perfect opponent, or a hint, searches before it says that the position is too large.
_NODE_LIMIT = 200_000 if why_missing() else 20_000_000
_FEW_CELLS = 12
_REVIEW_NODES = 2_000 if why_missing() else 100_000  # for each position, after the game
# 7 is top left, as on a number pad.
_NUMPAD = {"789456123"[cell]: cell for cell in range(9)}


def register(app: typer.Typer) -> None:
    app.command("play")(_play)


def _play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Game to play.")] = "tictactoe",
    side: Annotated[str | None, typer.Option("--side", help="Your side: X or O, odd or even, first or second.")] = None,
    first: Annotated[str | None, typer.Option("--first", help="Side that moves first.")] = None,
    level: Annotated[
        str, typer.Option("--level", help="Opponent: perfect, depth:N, random, or person (two people at one keyboard).")
    ] = "perfect",
    start: Annotated[str | None, typer.Option("--position", help="Starting position: 'XX_/OO_/___ X'.")] = None,
    seed: Annotated[int | None, typer.Option(help="Random seed.")] = None,
    certificate: proven.CertificateOption = None,
    speaks: Annotated[str | None, typer.Option("--language", help="en, bg or mn. Default: LANGUAGE or LANG.")] = None,
) -> None:
    """Play a game in the terminal.

    noughts play t3 --side even --level depth:2
    """
    run(game, side, first, level, start, seed, certificate, speaks)


def run(
    name: str,
    side: str | None = None,
    first: str | None = None,
    level: str = "perfect",
    start: str | None = None,
    seed: int | None = None,
    certificate: Path | None = None,
    speaks: str | None = None,
) -> None:
    with speaking(language.of_environment() if speaks is None else speaks):
        _run(name, side, first, level, start, seed, certificate)


def _run(
    name: str,
    side: str | None,
    first: str | None,
    level: str,
    start: str | None,
    seed: int | None,
    certificate: Path | None,
) -> None:
    rules = game(name)
    if start is not None and first is not None:
        raise NoughtsError("--first says who begins on an empty board; --position says it in its text: give one")
    if level == "person" and side is not None:
        raise NoughtsError("--side has no meaning when two people play")
    opponent = None if level == "person" else agent_named(level, seed)
    person = _Person(output.console())
    try:
        if opponent is not None:
            side = person.choose_side(_("Your side"), rules, side)
        if start is not None:
            begin = position(rules, start)
        else:
            begin = rules.start(person.choose_side(_("Who starts"), rules, first))
        terminal_game = _TerminalGame(person, begin, side, opponent, seed, certificate)
        if terminal_game.play():
            terminal_game.offer_replay()
    except EOFError:
        person.console.print("\n" + _("End of input; goodbye."))


class _Quit(Exception):
    """The person has had enough."""


class _Person:
    """Asks questions until the answer makes sense."""

    def __init__(self, console: Console) -> None:
        self.console = console

    def ask(self, question: str) -> str:
        self.console.print(f"{question} ", end="", markup=False)
        return input().strip()

    def choose_side(self, question: str, rules: Game, name: str | None) -> str:
        """One of the two sides; a name from the command line must be right, a typed one may be tried again."""
        if name is not None:
            return read_side(name, rules)
        while True:
            answer = self.ask(f"{question}, {_choices(rules)}? [{rules.sides[0]}]")
            if not answer:
                return rules.sides[0]
            try:
                return read_side(answer, rules)
            except NoughtsError:
                self.console.print(_("Please answer {sides}.").format(sides=_choices(rules)))


def _choices(rules: Game) -> str:
    """The sides as they are typed: in English, with their names in the current language where those differ."""
    named = (side if words.side_name(side) == side else f"{side} ({words.side_name(side)})" for side in rules.sides)
    return words.either(named)


def _help() -> str:
    return _("undo takes back your last move, hint shows the best one, quit leaves, help shows this.")


class _TerminalGame:
    """One game from the first move to the last, with its history."""

    def __init__(
        self,
        person: _Person,
        begin: Position,
        side: str | None,
        opponent: Agent | None,
        seed: int | None,
        certificate: Path | None,
    ) -> None:
        self.person = person
        self.console = person.console
        self.positions = [begin]
        self.moves: list[Move] = []
        self.side = side
        self.opponent = opponent
        self.stand_in = Limited(2, seed)
        self.is_too_large = False
        self.certificate = certificate
        if certificate is not None and self._proof() is None:
            raise NoughtsError(f"{certificate}: not a proof from this position")
        self.has_numpad = begin.game.shape == (3, 3) and all(len(marks) == 1 for marks in begin.game.marks)

    def _proof(self) -> Solution | None:
        """What the proof that was given says about this position, or one that is part of the package."""
        with output.errors().status(_("thinking"), spinner="dots"):
            try:
                solution = solver.at_once(self.now, certificate=self.certificate, played=self.moves)
            except solver.NotInProof:  # the proof has been left
                solution = solver.at_once(self.now, played=self.moves)
        return solution if solution.source is Source.PROOF else None

    @property
    def now(self) -> Position:
        return self.positions[-1]

    def is_persons_turn(self) -> bool:
        return self.opponent is None or self.now.to_move == self.side

    def play(self) -> bool:
        """Whether the game was played to its end."""
        says = _("Type {pattern} ({example}).")
        if self.has_numpad:
            says = _("Type {pattern} ({example}) or a number-pad key.")
        pattern, example = move_notation.pattern(self.now), self._example()
        self.console.print(f"{says.format(pattern=pattern, example=example)} {_help()}\n", style="dim")
        self._show()
        try:
            while self.now.outcome is None:
                self._make(self._ask_move() if self.is_persons_turn() else self._answer_move())
        except _Quit:
            self.console.print(_("Goodbye."))
            return False
        winner = self.now.outcome.winner
        drawn, own, other = _("A draw."), _("You win."), _("{side} wins.")
        if winner is None:
            ended = drawn
        elif self.opponent is not None and winner == self.side:
            ended = own
        else:
            ended = other.format(side=words.side_name(winner))
        self.console.print(f"[bold]{ended}[/bold]{self._where_decided()}")
        command = review_command.command(self.positions[0], self.moves, self.side)
        self.console.print(_("Review: {command}").format(command=command), style="dim", markup=False)
        return True

    def _where_decided(self) -> str:
        """The headline of the review, if it is found soon: large boards take too long to be asked for by everyone."""
        if self.now.game.cells >= solver.PROOF_MIN_CELLS:
            return ""
        with output.errors().status(_("thinking"), spinner="dots"):
            judged = review(self.positions[0], self.moves, self.side, play=BestPlay(node_limit=_REVIEW_NODES))
        is_known = judged.is_complete or judged.slips
        return f" {review_words.headline(judged).rstrip('.')}." if is_known else ""

    def offer_replay(self) -> None:
        yes = self.person.ask(_("Replay the game?") + " [n]").lower()
        if not yes.startswith(("y", _("y"))):
            return
        for number, (after, move) in enumerate(zip(self.positions[1:], self.moves), start=1):
            self.console.print(f"\n{number}. {words.move_name(move, after.game)}")
            self.console.print(output.draw(after, last=move))

    def _make(self, move: Move) -> None:
        self.positions.append(self.now.play(move))
        self.moves.append(move)
        self._show()

    def _show(self) -> None:
        labels = {cell: key for key, cell in _NUMPAD.items()} if self.has_numpad else None
        self.console.print(output.draw(self.now, labels, self.moves[-1] if self.moves else None))

    def _ask_move(self) -> Move:
        while True:
            own = self.now.game.marks_of[self.now.to_move]
            choice = f" ({' '.join(map(self.now.game.symbol, own))})" if len(own) > 1 else ""
            mover = f"{words.side_name(self.now.to_move)}{choice}"
            text = self.person.ask(_("{side} to move:").format(side=mover))
            command = text.lower()
            if command in ("quit", "q", "exit"):
                raise _Quit
            if command in ("help", "?"):
                self.console.print(_help())
            elif command in ("undo", "u"):
                self._undo()
            elif command in ("hint", "h"):
                self._hint()
            elif text:
                try:
                    return self._read(text)
                except NoughtsError as error:
                    self.console.print(f"{error}.", markup=False)

    def _read(self, text: str) -> Move:
        if self.has_numpad and text in _NUMPAD:
            text = " ".join(map(str, self.now.game.place(_NUMPAD[text])))
        return self.now.move(text)

    def _example(self) -> str:
        """A move as it is typed."""
        return "" if self.now.outcome is not None else self._written(self.now.legal_moves[-1])

    def _written(self, move: Move) -> str:
        return move_notation.write_move(move, self.now)

    def _answer_move(self) -> Move:
        assert self.opponent is not None
        with output.errors().status(_("thinking"), spinner="dots"):
            move, remark = self._consider(self.opponent)
        if remark:
            self.console.print(remark)
        says = _("{side} plays {move}.")
        self.console.print(says.format(side=words.side_name(self.now.to_move), move=self._written(move)))
        return move

    def _consider(self, opponent: Agent) -> tuple[Move, str]:
        """The opponent's move, and what there is to say about how it was found.

        A perfect opponent that could not solve a position tries again only when little of the game is left.
        """
        if not isinstance(opponent, Perfect):
            return opponent.choose(self.now), ""
        proof = self._proof()
        if proof is not None and proof.proof_move is not None:
            return proof.best[0], proof.proof_move.why
        if not self.is_too_large or self.now.board.count(0) <= _FEW_CELLS:
            try:
                return Perfect(node_limit=_NODE_LIMIT).choose(self.now), ""
            except SearchStopped:
                pass
        too_large = _("Too large to solve; looking two plies ahead for now.")
        remark = "" if self.is_too_large else too_large
        self.is_too_large = True
        return self.stand_in.choose(self.now), remark

    def _undo(self) -> None:
        """Back to the person's turn before this one."""
        for back in range(2, len(self.positions) + 1):
            if self.opponent is None or self.positions[-back].to_move == self.side:
                del self.positions[-back + 1 :]
                del self.moves[-back + 1 :]
                self._show()
                return
        self.console.print(_("Nothing to undo."))

    def _hint(self) -> None:
        proof = self._proof()
        if proof is not None:
            self._say_proof(proof)
            return
        with output.errors().status(_("thinking"), spinner="dots"):
            solution = solver.solve(self.now, node_limit=_NODE_LIMIT)
        if solution.value is not None:
            best = " · ".join(map(self._written, solution.best))
            sentence = words.sentence(solution.value, self.now.to_move)
            self.console.print(_("{sentence}; best: {moves}").format(sentence=sentence, moves=best))
        else:
            self.console.print(words.not_known_sentence(solution))

    def _say_proof(self, solution: Solution) -> None:
        """What the proof says, and the move if it is for the side to move."""
        move = solution.proof_move
        why = "" if move is None else f" {move.why}"
        self.console.print(f"{claim(solution)}.{why}", markup=False)
        if move is not None:
            self.console.print(_("Hint: {move}.").format(move=self._written(solution.best[0])))

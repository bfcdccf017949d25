"""Agents against each other and against perfect play, from every opening, with both sides.

Games begin after every way to play the first plies. An agent that gives no legal move loses that game, and the reason
is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ..agents import Agent, Perfect
from ..errors import GameError, IllegalMove, NoughtsError
from ..games import Game, Move, Position
from ..games.notation import moves as move_notation
from . import questions, sandbox
from .candidates import Candidate
from .children import Reply
from .limits import Limits

MOST_OPENINGS = 5_000


class Forfeit(NoughtsError):
    """A player has no legal move to offer."""


class Player:
    """An agent at the board: one of ours, or somebody else's in a sandbox."""

    def __init__(
        self, name: str, choose: Callable[[Position], Move], close: Callable[[], object] = lambda: None
    ) -> None:
        self.name, self.choose, self.close = name, choose, close

    @classmethod
    def ours(cls, agent: Agent, name: str = "") -> Player:
        return cls(name or agent.name, agent.choose)

    @classmethod
    def candidate(cls, candidate: Candidate, limits: Limits, trust: bool) -> Player:
        """Somebody else's agent: the same child answers until it ends."""
        sandbox.check(trust)
        conversation = questions.Conversation(candidate, limits)

        def choose(position: Position) -> Move:
            return read(conversation.ask(position), position)

        return cls(candidate.name, choose, conversation.close)


def read(reply: Reply, position: Position) -> Move:
    """The move that a reply names, or `Forfeit`."""
    if reply.status != "answer":
        raise Forfeit(reply.text)
    try:
        return move_notation.read_move(reply.text, position)
    except IllegalMove as error:
        raise Forfeit(f"illegal: {error}") from None
    except NoughtsError as error:
        raise Forfeit(f"unparsable: {error}") from None


@dataclass(frozen=True)
class GameRecord:
    """A game: who had which side, from which opening, and who won (None: a draw)."""

    first: str
    second: str
    opening: Position
    winner: str | None
    plies: int
    forfeit: str = ""


@dataclass
class CrossTable:
    """Wins, draws and losses of everyone against everyone."""

    names: list[str]
    games: list[GameRecord] = field(default_factory=list)

    def score(self, one: str, other: str) -> tuple[int, int, int]:
        results = Counter(
            0 if game.winner is None else 1 if game.winner == one else -1
            for game in self.games
            if {game.first, game.second} == {one, other}
        )
        return results[1], results[0], results[-1]

    def points(self, name: str) -> float:
        """A win counts 1, a draw a half."""
        scores = [self.score(name, other) for other in self.names if other != name]
        return sum(wins + draws / 2 for wins, draws, _ in scores)

    def forfeits(self, name: str) -> list[GameRecord]:
        """The games that a player lost for want of a legal move."""
        lost = (game for game in self.games if game.forfeit and game.winner != name)
        return [game for game in lost if name in (game.first, game.second)]


def openings(rules: Game, plies: int) -> list[Position]:
    """Every position after so many plies in which the game goes on."""
    level = {rules.start(): None}
    for _ in range(plies):
        level = {position.play(move): None for position in level for move in position.legal_moves}
        level = {position: None for position in level if position.outcome is None}
        if len(level) > MOST_OPENINGS:
            raise GameError(
                f"{rules.name} has more than {MOST_OPENINGS:,} openings of {plies} plies; choose fewer plies"
            )
    if not level:
        raise GameError(f"{rules.name} is over within {plies} plies; choose fewer")
    return list(level)


def play(first: Player, second: Player, opening: Position) -> GameRecord:
    """One game; `first` has the side that is first in the game, whoever is to move in the opening."""
    game = opening.game
    seats = dict(zip(game.sides, (first, second)))
    position, plies = opening, 0
    while position.outcome is None:
        mover = seats[position.to_move]
        try:
            position = position.play(mover.choose(position))
        except Forfeit as forfeit:
            winner = seats[game.opponent[position.to_move]].name
            return GameRecord(
                first.name, second.name, opening, winner, plies, f"{mover.name}: {position.text}: {forfeit}"
            )
        plies += 1
    won = position.outcome.winner
    return GameRecord(first.name, second.name, opening, None if won is None else seats[won].name, plies)


def schedule(players: Sequence[Player], starts: Sequence[Position]) -> Iterator[tuple[Player, Player, Position]]:
    """Everyone against everyone, with both sides, from every opening."""
    for one, other in combinations(players, 2):
        for opening in starts:
            yield one, other, opening
            yield other, one, opening


def with_perfect(players: Sequence[Player]) -> list[Player]:
    """The players, and perfect play if it is not among them."""
    if any(player.name == Perfect.name for player in players):
        return list(players)
    return [*players, Player.ours(Perfect())]

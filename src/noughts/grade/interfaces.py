"""How agents are called, as data: what differs between the interfaces is a field, and no code asks for their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from ..games import Game, O, Ranking, X


class Boards(Enum):
    """The boards that an interface can express."""

    ANY = auto()
    X_AND_O = auto()  # on 3×3
    TOTAL = auto()  # numbers, for Tic-Tac-Total


@dataclass(frozen=True)
class Interface:
    """One way to call an agent: a program that reads JUDGE, or a function of a Python file.

    `name` is the value of `--api`. A file has this interface if it defines a function of one of the names `functions`
    that takes so many `parameters`; if `imported` is set, it is enough that the file imports the function. `ranking`
    is the one that the course asks for.
    """

    name: str
    functions: tuple[str, ...] = ()
    parameters: int = 0
    signature: str = ""
    boards: Boards = Boards.ANY
    ranking: Ranking = Ranking.QUICKEST
    imported: bool = False
    answers_finished: bool = True  # whether there is an answer for a finished board

    @property
    def is_function(self) -> bool:
        return bool(self.functions)

    @property
    def title(self) -> str:
        return f"{self.functions[0]} ({self.name})" if self.is_function else self.name.upper()

    def why_unsuitable(self, game: Game) -> str | None:
        """Why a game cannot be asked about through this interface; None if it can."""
        if self.boards is Boards.X_AND_O and (game.marks != ((X,), (O,)) or game.shape != (3, 3)):
            return f"{self.signature} is about X and O on 3×3, not {game.name}"
        if self.boards is Boards.TOTAL and not game.is_total:
            return f"{self.signature} is about Tic-Tac-Total; use --game t3"
        return None


JUDGE = Interface("judge")
# In the order in which a file is tried.
FUNCTIONS = (
    Interface("agent", ("minimax",), 5, "minimax(state, depth, alpha, beta, maximizing)", Boards.X_AND_O),
    Interface("cs50", ("minimax",), 1, "minimax(board)", Boards.X_AND_O),
    Interface("console", ("minimax",), 3, "minimax(state, depth, player)", Boards.X_AND_O),
    Interface("t3", ("choose",), 1, "choose(state)", Boards.TOTAL, Ranking.EARLIEST_END, imported=True),
    Interface("functional", ("play", "choose"), 2, "play(board, sign)", Boards.X_AND_O, answers_finished=False),
)
INTERFACES: Mapping[str, Interface] = {interface.name: interface for interface in (JUDGE, *FUNCTIONS)}

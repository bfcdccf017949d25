"""The games to choose from: a picture, the rule in a sentence, and what best play gives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from ..explain import words
from ..explain.rules_text import rules_text
from ..games import Game, Result, Value, game, position
from ..language import _, current, speaking
from . import boards, spoken
from .page_state import PageState

DRAW, WIN, LOSS = Result.DRAW, Result.WIN, Result.LOSS
# A position to look at, and what the start is worth to the side that begins: the result, and the plies to the end where
# they are known. A test holds the worth against the solver.
OFFERED: dict[str, tuple[str, Result, int | None]] = {
    "tictactoe": ("X_O/_X_/O__ X", DRAW, 9),
    "tictactoe+misere": ("X_X/_O_/O__ X", DRAW, 9),
    "4,4,3": ("____/_OX_/__X_/_O__ X", WIN, 5),
    "4,4,4": ("X___/_OX_/_XO_/O__X O", DRAW, 16),
    "5,5,4": ("_____/_XO__/__X__/_O_X_/____O X", DRAW, 25),
    "connect4": ("_______/_______/___O___/___X___/__OXX__/_OXXO__ O", WIN, 41),
    "7,7,5": ("_______/____O__/__X____/_X_O___/_OO_XX_/_______/_______ X", DRAW, None),
    "wild": ("X__/_O_/__X second", WIN, 7),
    "notakto": ("X__/__X/X__ second", WIN, 6),
    "numerical": ("290/050/006 odd", WIN, 9),
    "t3": ("000/203/450 odd", LOSS, 6),
    "t3:4": ("0000/0250/0030/4000 odd", WIN, 7),
    "cube:3": ("X__/___/___//___/_O_/___//___/___/__X O", WIN, 7),
    "qubic": ("X___/____/____/___O//____/_X__/_O__/____//____/__O_/__X_/____//____/____/____/____ X", WIN, None),
}


@dataclass(frozen=True)
class Offer:
    """A game of the list."""

    title: str
    rule: str
    worth: str
    picture: str
    href: str
    is_now: bool
    sought: str  # what a search looks in


class GamesView:
    """The page on which a game is chosen; `to` is the view that it is chosen for."""

    open_moves = 0

    def __init__(self, state: PageState, to: str) -> None:
        self.state = state
        self.rules: Game = state.game
        self.to = to

    def link(self, state: PageState, **more: str) -> str:
        return f"/games?{state.query(**{'view': self.to, **more})}"

    @property
    def announcement(self) -> str:
        return _("Choose a game")

    @property
    def back(self) -> str:
        return _address(f"/{self.to}", self.state)

    @property
    def groups(self) -> list[tuple[str, str, list[Offer]]]:
        """The class, the heading and the games of each group."""
        grouped: dict[str, list[Offer]] = {"row": [], "shared": [], "numbers": [], "deep": []}
        for name in dict.fromkeys((*OFFERED, self.rules.name)):
            grouped[_kind(game(name))].append(self._offer(name))
        titles = {
            "row": _("In a row"),
            "shared": _("Shared marks"),
            "numbers": _("Numbers"),
            "deep": _("Three dimensions"),
        }
        return [(kind, titles[kind], offers) for kind, offers in grouped.items() if offers]

    def _offer(self, name: str) -> Offer:
        state = self.state
        offer = _written(name, f"/{self.to}", state.values, state.guess, current())
        return replace(offer, is_now=True, href=self.back) if name == self.rules.name else offer


@lru_cache(maxsize=512)
def _written(name: str, path: str, values: bool, guess: bool, language: str) -> Offer:
    with speaking(language):
        rules = game(name)
        board, result, distance = OFFERED.get(name, (rules.start().text, None, None))
        start = PageState(rules.start(), side=rules.sides[0], values=values, guess=guess)
        title, rule = spoken.game_title(rules), rules_text(rules)
        worth = "" if result is None else _worth(rules, result, distance)
        picture = boards.small(position(rules, board, lenient=True))
        sought = f"{title} {rule} {name}".lower()
        return Offer(title, rule, worth, picture, _address(path, start), False, sought)


def _worth(rules: Game, result: Result, distance: int | None) -> str:
    first, second = rules.sides
    if result is Result.DRAW:
        return _("Drawn with best play") if distance is not None else _("Drawn, by proof")
    winner = first if result is Result.WIN else second
    if distance is None:
        return words.capital(_("{side} wins, by proof").format(side=words.side_name(winner)))
    return words.capital(words.sentence(Value(Result.WIN, distance), winner))


def _kind(rules: Game) -> str:
    if rules.has_numbers:
        return "numbers"
    if len(rules.shape) == 3:
        return "deep"
    return "row" if rules.owner else "shared"


def _address(path: str, state: PageState) -> str:
    query = state.query()
    return f"{path}?{query}" if query else path

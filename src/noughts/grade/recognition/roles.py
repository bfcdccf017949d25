"""What the names of functions and parameters say, in the words that people use for them."""

from __future__ import annotations

import re
from itertools import product

from .survey import Function, Parameter


def _words(name: str) -> str:
    """`isMaximizingPlayer` as `is maximizing player`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name).lower().strip()


_PATTERNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"^(root|master|window|win|parent|screen|app|canvas|surface|display)$", ("window",)),
    (r"^(alpha|a)$", ("alpha",)),
    (r"^(beta|b)$", ("beta", "board")),
    (r"limit|max (depth|level|ply|plies)|look ?ahead", ("empty", "depth")),
    (r"depth|level|ply|plies|height|^d$", ("depth", "empty")),
    (r"moves? left|remaining|empty count", ("empty",)),
    (
        r"^(no|count|counter|round|turns|steps?|(moves?|turns?|num|n) (made|played|count|number|no|moves))$",
        ("filled",),
    ),
    (r"avail|^free|^empt|possible|^open ", ("empty", "free")),
    (r"minimi[sz]ing|^is ?min", ("minimizing",)),
    (
        r"maximi[sz]|^is ?max|^max|is ai|ai turn|computer turn|is (bot|comp)|my turn|is turn|flag",
        ("maximizing", "mark", "sign"),
    ),
    (r"opponent|^opp|enemy|^hum|^hu |other|^them|rival|^user|player2|player 2", ("opponent",)),
    (r"^x (state|cells|board|pos|moves|squares)|^xs$|^xstate$", ("x-cells",)),
    (r"^[oz] (state|cells|board|pos|moves|squares)|^os$|^ostate$|^zstate$", ("o-cells",)),
    (r"^x$", ("x-cells", "opponent", "mark")),
    (r"^o$", ("o-cells", "mark", "opponent")),
    (
        r"board|state|grid|cell|tile|field|matrix|table|square|^s$|^position|^pos$|^brd$|tabuleiro|tablero|spielfeld|^arr",
        ("board", "game"),
    ),
    (r"^(game|env|env.*|ttt|tic.*|match)$", ("game", "board")),
    (
        r"player|mark|symbol|letter|sign|piece|turn|^ai|bot|comp|who|side|^me$|token|^p$|^c$|agent|role|shape",
        ("mark", "maximizing", "sign", "number"),
    ),
    (r"^size$|^n$|rows|cols|columns|dim", ("three",)),
    (r"name", ("name",)),
)
_UNKNOWN = ("mark", "maximizing", "depth", "none")  # what a parameter may be whose name says nothing
# Of a function that has a default for it, only these are given all the same.
_MOVERS = ("mark", "maximizing", "minimizing", "sign", "number")


def _any(patterns: str) -> re.Pattern[str]:
    """One of several patterns, written with spaces between them and `_` for a space."""
    return re.compile("|".join(pattern.replace("_", " ") for pattern in patterns.split()))


_CHOICE = _any("move action play choice turn step choose decide pick select placement spot square position")
_AGENT = _any(
    r"best optimal comp \bai\b \bbot\b cpu agent find get choose next make mini_?max alpha smart perfect machine "
    r"calculate decide determine select pick search generate hard unbeatable expert intelligent suggest \bmy\b robot "
    "genius"
)
_SEARCH = _any(
    "mini_?max alpha_?beta negamax ^ab_ solve max_value search predict ^act$ ^play$ ^move$ ^choose$ ^decide$ ^ai$ "
    "^best$"
)
_NOT = _any(
    r"print draw display show render winner \bwin\b check ^is_ ^has_ valid avail legal possible empty free remaining "
    r"moves_left human user ^main$ play_game game_loop ^run reset start init click input update undo evaluat score "
    r"utility terminal actions ^result player_move get_moves switch over tie full create build copy change place "
    r"make_move$ insert test next_(turn|player)$ toggle swap other_player ^opponent"
)
_WEAK = _any("random easy naive dumb simple medium level1 beginner")


def rank(name: str) -> int | None:
    """How likely a function of this name is the agent, 0 first; None for one that is not."""
    words = _words(name)
    if _NOT.search(words):
        return None
    if _WEAK.search(words):
        return 4
    if _CHOICE.search(words) and _AGENT.search(words):
        return 0
    if _SEARCH.search(words):
        return 1
    if _CHOICE.search(words):
        return 2
    return 3


def is_search(name: str) -> bool:
    """Whether a function of this name may give the value of a position."""
    return bool(
        re.search(
            r"mini ?max|alpha ?beta|negamax|max value|^max$|^min$|min value|eval|score|search|value", _words(name)
        )
    )


def is_board(name: str) -> bool:
    """Whether a parameter of this name is the board, or an object that has one."""
    return roles_of(Parameter(name, False), first=False)[0] in ("board", "game")


def roles_of(parameter: Parameter, first: bool) -> tuple[str, ...]:
    words = _words(parameter.name)
    for pattern, roles in _PATTERNS:
        if re.search(pattern, words):
            if (
                first
                and roles[0] in ("mark", "beta", "three", "x-cells")
                and words in ("b", "s", "n", "x", "p", "player")
            ):
                return ("board", *roles)
            return roles
    return ("board", "game", "mark", "depth") if first else _UNKNOWN


def assignments(function: Function, *, with_board: bool, most: int = 12) -> list[tuple[str, ...]]:
    """Roles for the parameters, the likeliest first. `with_board` demands that the board is among them."""
    parameters = list(function.required)
    optional = [one for one in function.parameters if one.has_default]
    if optional and len(parameters) < 4:
        # A mover that has a default is given too; the ones before it then have to be.
        for at, one in enumerate(optional):
            if roles_of(one, first=False)[0] in _MOVERS:
                parameters = [*function.required, *optional[: at + 1]]
                break
    options = [roles_of(one, at == 0) for at, one in enumerate(parameters)]
    if with_board and not any({"board", "game", "x-cells"} & set(one) for one in options):
        # No name says which is the board: it may be any whose name says nothing.
        options = [(*one, "board") if one == _UNKNOWN else one for one in options]
    choices = sorted(product(*(enumerate(one) for one in options)), key=lambda choice: sum(at for at, _ in choice))
    found = []
    for choice in choices[:200]:
        names = tuple(role for _, role in choice)
        boards = sum(role in ("board", "game") for role in names)
        halves = {"x-cells", "o-cells"} & set(names)
        if halves:  # both together are a board, and there is no other
            boards = 1 if len(halves) == 2 and not boards else 2
        if boards == (1 if with_board else 0) and names not in found:
            found.append(names)
    return found[:most]

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
    (r"difficult|^mode$|strength", ("level", "empty", "depth")),
    (r"limit|max (depth|level|ply|plies)|look ?ahead", ("empty", "depth")),
    (r"depth|level|ply|plies|height|^d$", ("depth", "empty", "level")),
    (r"moves? left|empty count", ("empty", "free")),
    (r"remain", ("free", "empty")),
    (
        r"^(no|count|counter|round|turns|steps?|(moves?|turns?|num|n) (made|played|count|number|no|moves))$",
        ("filled",),
    ),
    (r"avail|^free|^empt|possible|^open ", ("empty", "free")),
    (r"^is x$|^(is )?x (s )?(turn|to move|moves|plays)", ("maximizing", "mark")),
    (r"minimi[sz]ing|^is ?min", ("minimizing",)),
    (
        r"maximi[sz]|^is ?max|^max|is ai|ai turn|computer turn|is (bot|comp)|my turn|is turn|flag",
        ("maximizing", "mark", "sign"),
    ),
    (r"\bname", ("name",)),
    (r"^(choice|chosen|picked|selection)$", ("mark", "opponent")),  # often the letter that the human chose
    (r"opponent|^opp|enemy|^hum|^hu |other|^them|rival|^user|player2|player 2", ("opponent",)),
    (r"^x (state|cells|board|pos|moves|squares)|^xs$|^xstate$", ("x-cells",)),
    (r"^[oz] (state|cells|board|pos|moves|squares)|^os$|^ostate$|^zstate$", ("o-cells",)),
    (r"\b(idx|index|ix)$|^(player|turn|side) (id|number|num|no|i)$", ("side", "number", "mark")),
    (r"^x$", ("x-cells", "opponent", "mark")),
    (r"^o$", ("o-cells", "mark", "opponent")),
    (
        r"board|state|grid|cell|tile|field|matrix|table|square|^s$|^position|^pos$|^brd$|tabuleiro|tablero|spielfeld|^arr",
        ("board", "game"),
    ),
    (r"^(game|env|env.*|ttt|tic.*|match)$", ("game", "board")),
    (
        r"player|mark|symbol|letter|sign|piece|turn|^ai|bot|comp|who|side|^me$|token|^p$|^c$|agent|role|shape",
        ("mark", "maximizing", "sign", "number", "side", "opponent"),
    ),
    (r"^size$|^n$|rows|cols|columns|dim", ("three",)),
)
_UNKNOWN = ("mark", "maximizing", "depth", "none")  # what a parameter may be whose name says nothing
# Of a function that has a default for it, only these are given all the same.
_MOVERS = ("mark", "maximizing", "minimizing", "sign", "number", "side")


def _any(patterns: str) -> re.Pattern[str]:
    """One of several patterns, written with spaces between them and `_` for a space."""
    return re.compile("|".join(pattern.replace("_", " ") for pattern in patterns.split()))


_CHOICE = _any("move action play choice turn step choose decide pick select placement spot square position")
_AGENT = _any(
    r"best optimal comp \bai\b \bbot\b cpu agent find get choose next make mini?_?max alpha smart perfect machine "
    r"calculate decide determine select pick search generate hard impossible unbeatable expert intelligent suggest "
    r"\bmy\b robot genius"
)
_SEARCH = _any(
    "mini?_?max alpha_?beta negamax ^ab_ solve max_value search predict ^act$ ^play$ ^move$ ^choose$ ^decide$ ^ai$ "
    "^best$"
)
_NOT = _any(
    r"print draw display show render winner \bwin\b check ^is_ ^has_ valid avail legal \bpossible empty free remaining "
    r"moves_left human user ^main$ play_game game_loop ^run reset start init click input update undo evaluat score "
    r"utility terminal actions ^result player_move get_moves switch over tie full create build copy change place "
    r"make_move$ insert test next_(turn|player)$ toggle swap other_player ^opponent ^player$ current_(player|turn) "
    r"get_player get_turn$ whose \bname"
)
_DOES = _any("^(make|do|place)_(a_)?(move|mark|turn|play)$ ^(player|take)_(move|turn)$")
_PLAYER = _any(r"comp \bai\b \bbot\b cpu agent mini?_?max smart perfect machine genius unbeatable robot alpha")
_STRONG = _any(r"\bai\b \bbot\b computer cpu hard impossible unbeatable")
_WEAK = _any("random easy naive dumb simple medium level1 beginner")


_TURN = re.compile(r"^(cur(r|rent)? ?(player|turn)|turn|player turn|current|to move)$")
_MARK = r"(mark|marker|symbol|letter|sign|piece|player|char|shape|token)"
_OWN = re.compile(rf"^(ai|bot|comp|computer|cpu|machine|my|own|agent)( {_MARK})?$|^(?!player){_MARK}$")
_OTHER = re.compile(rf"^(human|humano|hum|player|user|opponent|opp|enemy|rival|you|other)( {_MARK})?$")


_COUNT = re.compile(
    r"^(marked|filled|taken|played|placed|occupied)( (sqrs?|squares?|cells?|moves?|spots?|count))?$"
    r"|^(moves?|turns?|num|number|count|n)( of)? (made|played|count|counter|moves|turns|marks|number|no)$|^moves$"
)


def is_count(name: str) -> bool:
    """Whether a variable of this name holds the number of marks on the board."""
    return bool(_COUNT.search(_plain(name)))


def is_free(name: str) -> bool:
    """Whether a list of this name holds the empty cells."""
    return bool(re.search(r"avail|free|empty|possible|remain|open|left|moves|unused|valid|legal", _plain(name)))


def is_turn(name: str) -> bool:
    """Whether a variable of this name holds whose turn it is; `_Game__turn` is a private one."""
    return bool(_TURN.search(_plain(name)))


def is_own_mark(name: str) -> bool:
    return bool(_OWN.search(_plain(name)))


def is_other_mark(name: str) -> bool:
    return bool(_OTHER.search(_plain(name)))


def _plain(name: str) -> str:
    return _words(re.sub(r"^_[A-Za-z]\w*?__|^_+", "", name))


def rank(name: str) -> int | None:
    """How likely a function of this name is the agent, 0 first; None for one that is not."""
    words = _words(name)
    if _NOT.search(words):
        return None
    if _WEAK.search(words):
        return 4
    found = 3
    if _CHOICE.search(words) and _AGENT.search(words):
        found = 0
    elif _SEARCH.search(words):
        found = 1
    elif _CHOICE.search(words) or _STRONG.search(words):
        found = 2
    return found + 1 if name.startswith("_") and found < 3 else found  # a helper of another one, if there is one


def rank_of_method(name: str, class_name: str) -> int | None:
    """Of a method whose name may be a rule's: `ComputerPlayer.make_move` chooses; `Board.make_move` does not."""
    chooses = _DOES.search(_words(name)) and _PLAYER.search(_words(class_name))
    return 1 if chooses and "human" not in class_name.lower() else None


def is_search(name: str) -> bool:
    """Whether a function of this name may give the value of a position."""
    return bool(
        re.search(
            r"mini? ?max|alpha ?beta|negamax|max value|^max$|^min$|min value|eval|score|search|value|^play$|^solve",
            _words(name),
        )
    )


def is_value(name: str) -> bool:
    """Whether a function of this name gives the value of a position, and no move."""
    return bool(re.search(r"\b(value|val|heuristic|worth|points)$", _words(name)))


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

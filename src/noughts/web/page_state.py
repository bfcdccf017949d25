"""The state of the page is its address: `/play?game=t3&moves=2-2-5.1-1-4&side=even` is all there is to know."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from urllib.parse import urlencode

from ..errors import GameError, Message, NotationError, NoughtsError, UnreachablePosition
from ..games import Game, Move, Position, game, position, reachability
from ..games.catalogue import NAMES
from ..games.notation import loose, moves as move_notation
from ..games.notation.symbols import read_side, shown

PERFECT, PERSON = "perfect", "person"
MOST_MARKS = 9  # a digit chooses one
LONGEST_TEXT = 4000
_MOST_LOOKED_AT = 5000  # positions that an opponent of some level may look at for one move
_DEEPEST = 5


@dataclass(frozen=True)
class PageState:
    """The moves from a start, how many of them are on the board, who plays, and what is shown.

    `moves` may go on after `at`: those can be redone. `side` is the person's; it has no meaning when two people play.
    `mark` is the number or mark chosen for the next move, where there is a choice.
    """

    start: Position
    moves: tuple[Move, ...] = ()
    at: int = 0
    side: str = ""
    opponent: str = PERFECT
    values: bool = False
    guess: bool = False
    hint: bool = False
    mark: int = 0
    lenient: bool = False

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start and what each move led to."""
        return _positions(self.start, self.moves)

    @property
    def now(self) -> Position:
        return self.positions[self.at]

    @property
    def last(self) -> Move | None:
        return self.moves[self.at - 1] if self.at else None

    @property
    def is_live(self) -> bool:
        """Whether the last move is on the board, so that the game goes on from here."""
        return self.at == len(self.moves)

    @property
    def has_opponent(self) -> bool:
        return self.opponent != PERSON

    def is_persons_turn(self, at: int | None = None) -> bool:
        return not self.has_opponent or self.positions[self.at if at is None else at].to_move == self.side

    @property
    def awaits_reply(self) -> bool:
        """Whether the opponent is to move now."""
        return self.is_live and self.now.outcome is None and not self.is_persons_turn()

    @property
    def is_judging(self) -> bool:
        """Whether the person's move is on the board and, with `guess`, is being judged before the game goes on."""
        if not self.guess or not self.at:
            return False
        return self.is_persons_turn(self.at - 1) if self.has_opponent else True

    @property
    def marks(self) -> list[int]:
        """The marks that the side to move may place now, where there is a choice."""
        own = self.game.marks_of[self.now.to_move]
        if len(own) == 1 or self.now.outcome is not None:
            return []
        return [mark for mark in own if not (self.game.once and mark in self.now.board)]

    @property
    def chosen(self) -> int:
        """The mark that a click would place."""
        if not self.marks:
            return self.game.marks_of[self.now.to_move][0]
        return self.mark if self.mark in self.marks else self.marks[-1]

    def played(self, move: Move) -> PageState:
        """After one more move; what could have been redone is forgotten."""
        self.now.play(move)  # says what is wrong with a move that is not legal
        return replace(self, moves=(*self.moves[: self.at], move), at=self.at + 1, hint=False)

    def stepped(self, to: int) -> PageState:
        return replace(self, at=to, hint=False)

    @property
    def undone(self) -> PageState | None:
        """Back to the person's turn before this one."""
        turns = (at for at in reversed(range(self.at)) if self.is_persons_turn(at))
        to = next(turns, None)
        return None if to is None else self.stepped(to)

    @property
    def redone(self) -> PageState | None:
        """On to the person's next turn, or to the end of what was played."""
        if self.is_live:
            return None
        turns = (at for at in range(self.at + 1, len(self.moves)) if self.is_persons_turn(at))
        return self.stepped(next(turns, len(self.moves)))

    @property
    def restarted(self) -> PageState:
        return replace(self, moves=(), at=0, hint=False)

    @property
    def flipped(self) -> PageState:
        """The same board with the sides changed: the opponent plays what the person played."""
        here = replace(self, moves=self.moves[: self.at], hint=False)
        return replace(here, side=self.game.opponent[self.side])

    def with_first(self, side: str) -> PageState:
        """A new game in which the side moves first."""
        return replace(self.restarted, start=self.game.start(side))

    @property
    def levels(self) -> range:
        return levels(self.game)

    def query(self, **more: str) -> str:
        """The address, without its path; what is usual is left out."""
        return urlencode({**self.fields(), **more}, safe=",/:.-_")

    def fields(self) -> dict[str, str]:
        usual, written = _usual_start(self.game), {}
        if self.game.name != "tictactoe":
            written["game"] = self.game.name
        if self.start.board != usual.board:
            written["from"] = self.start.text
        elif self.start != usual:
            written["first"] = self.start.to_move
        if self.moves:
            written["moves"] = write_moves(self.start, self.moves)
        if not self.is_live:
            written["at"] = str(self.at)
        if self.has_opponent and self.side != self.game.sides[0]:
            written["side"] = self.side
        if self.opponent != PERFECT:
            written["opponent"] = self.opponent
        written.update({name: "1" for name in ("values", "guess", "hint", "lenient") if getattr(self, name)})
        if self.marks and self.chosen != self.marks[-1]:
            written["mark"] = self.game.symbol(self.chosen)
        return written


def levels(rules: Game) -> range:
    """How many plies an opponent may look ahead in this game and still answer at once."""
    deepest, looked_at = 0, 1
    for depth in range(_DEEPEST):
        moves = min(rules.columns if rules.drop else rules.cells, rules.cells - depth)
        looked_at *= max(moves, 1) * max(map(len, rules.marks))
        if looked_at > _MOST_LOOKED_AT:
            break
        deepest = depth + 1
    return range(1, max(deepest, 1) + 1)


def read_game(name: str) -> Game:
    """The game of that name; files are for the command line."""
    if len(name) > 60 or ".toml" in name.lower():
        raise GameError("{name} is not the name of a game; games from files are for the command line", name=shown(name))
    try:
        rules = game(name.replace(" misere", "+misere"))  # a plus in an address is a space
    except GameError as error:
        message = error.message
        if isinstance(message, Message) and "names" in message.values:  # no files here
            raise GameError(message.but(names=NAMES)) from None
        raise
    if max(map(len, rules.marks)) > MOST_MARKS:
        raise GameError(
            "{name}: the page is for games with at most {most} marks a side", name=rules.name, most=MOST_MARKS
        )
    return rules


def read_state(query: Mapping[str, str]) -> PageState:
    """The state that an address stands for; an error that names the part that makes no sense."""
    rules = read_game(query.get("game", "tictactoe"))
    lenient = query.get("lenient") == "1"
    if "from" in query:
        start = position(rules, _short(query["from"], "from"), lenient=lenient)
    else:
        start = rules.start(read_side(query["first"], rules) if "first" in query else None)
    moves = read_moves(start, _short(query.get("moves", ""), "moves"))
    side = read_side(query["side"], rules) if "side" in query else rules.sides[0]
    opponent = _opponent(query.get("opponent", PERFECT), rules)
    at = _number(query.get("at", str(len(moves))), "at", len(moves))
    flags = {name: query.get(name) == "1" for name in ("values", "guess", "hint")}
    mark = next((mark for mark in rules.all_marks if rules.symbol(mark) == query.get("mark", "").upper()), 0)
    return PageState(start, moves, at, side, opponent, mark=mark, lenient=lenient, **flags)


def _short(text: str, where: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise NotationError(
            "{where}: {count} characters are too many; at most {most} are read",
            where=where,
            count=f"{len(text):,}",
            most=f"{LONGEST_TEXT:,}",
        )
    return text


def _number(text: str, name: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= most):
        raise NotationError(
            "{where}: expected a number from 0 to {most}, found {found}", where=name, most=most, found=shown(text)
        )
    return int(text)


def _opponent(name: str, rules: Game) -> str:
    opponents = [PERFECT, *(f"level-{depth}" for depth in levels(rules)), PERSON]
    if name not in opponents:
        raise NoughtsError(
            "no opponent in {game} is called {name}; there are {names}",
            game=rules.name,
            name=shown(name),
            names=", ".join(opponents),
        )
    return name


def read_moves(start: Position, text: str) -> tuple[Move, ...]:
    """The moves of `2-2.1-1` or, where a mark is chosen, `2-2-5.1-1-4`."""
    moves: list[Move] = []
    now = start
    for count, word in enumerate(filter(None, text.split(".")), start=1):
        try:
            moves.append(move_notation.read_move(word.replace("-", " "), now))
        except NoughtsError as error:
            raise NotationError("move {number}: {problem}", number=count, problem=error.message) from None
        now = now.play(moves[-1])
    return tuple(moves)


def write_move(move: Move, now: Position) -> str:
    return move_notation.write_move(move, now).replace(" ", "-")


@lru_cache(maxsize=1024)  # a page has some fifty links, and all of them hold the game so far
def write_moves(start: Position, moves: tuple[Move, ...]) -> str:
    return ".".join(write_move(move, now) for move, now in zip(moves, _positions(start, moves)))


@lru_cache(maxsize=1024)
def _positions(start: Position, moves: tuple[Move, ...]) -> tuple[Position, ...]:
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return tuple(positions)


@lru_cache(maxsize=64)
def _usual_start(rules: Game) -> Position:
    return rules.start()


# A game as text, to be kept, sent or pasted: the game, the start unless it is the usual one, and numbered moves.

_NUMBERED = re.compile(r"\d+\.\s*(?:(\w+)\s+(?:at\s+)?)?(\d+(?:,\d+)+)\s*")
_DROPPED = re.compile(r"\d+\.\s*(?:([^\W\d]+)\s+)?(\d+(?:,\d+)*)\s*")


def write_game(state: PageState) -> str:
    """The game as text: `noughts t3`, `from …`, `1. 5 at 2,2`."""
    lines = [f"noughts {state.game.name}"]
    if state.start != state.game.start():
        lines.append(f"from {state.start.text}")
    lines += [f"{count}. {move_notation.describe(move, state.game)}" for count, move in enumerate(state.moves, start=1)]
    return "\n".join(lines)


def _read_board(text: str, state: PageState) -> Position:
    """A board in a notation of ours, or as people write it down."""
    try:
        return position(state.game, text, lenient=state.lenient)
    except UnreachablePosition:
        raise
    except NotationError as error:
        try:
            found = loose.read(text, state.game)
        except NotationError as other:
            is_ours = "/" in text and "\n" not in text
            raise (error if is_ours else other) from None
    return reachability.check(found, lenient=state.lenient)


def read_pasted(text: str, state: PageState) -> PageState:
    """The state that a pasted text stands for: a game as `write_game` has it, or a board in any notation of ours."""
    text = _short(text, Message("the pasted text")).strip()
    first, _, rest = text.partition("\n")
    if not first.lower().startswith("noughts "):
        start = _read_board(text, state)
        return replace(state, start=start, moves=(), at=0, hint=False)
    rules = read_game(first.split(maxsplit=1)[1].strip())
    start = rules.start()
    if rest.strip().lower().startswith("from "):
        line, _, rest = rest.strip().partition("\n")
        start = position(rules, line[5:], lenient=state.lenient)
    now, moves, at = start, list[Move](), 0
    pattern = _DROPPED if rules.drop else _NUMBERED
    while at < len(rest) and (entry := pattern.match(rest, pos=_skip(rest, at))):
        mark, place = entry.groups()
        chosen = f" {mark}" if mark and len(rules.marks_of[now.to_move]) > 1 else ""
        try:
            moves.append(move_notation.read_move(place.replace(",", " ") + chosen, now))
        except NoughtsError as error:
            raise NotationError(
                "move {number}, {move}: {problem}",
                number=len(moves) + 1,
                move=shown(entry.group().strip()),
                problem=error.message,
            ) from None
        now, at = now.play(moves[-1]), entry.end()
    if rest[at:].strip():
        line = shown(rest[at:].strip().splitlines()[0])
        if now.outcome is not None:
            raise NotationError(
                "move {number}: found {found}, but the game is over: {how}",
                number=len(moves) + 1,
                found=line,
                how=now.outcome.summary,
            )
        example = f"{len(moves) + 1}. {move_notation.describe(now.legal_moves[0], now.game)}"
        raise NotationError(
            "move {number}: found {found}, expected a move such as {example}",
            number=len(moves) + 1,
            found=line,
            example=repr(example),
        )
    side = state.side if rules == state.game else rules.sides[0]
    opponent = state.opponent if rules == state.game else PERSON
    return replace(state, start=start, moves=tuple(moves), at=len(moves), side=side, opponent=opponent, hint=False)


def examples(rules: Game) -> list[str]:
    """Texts that can be pasted: a board in one line, the same on lines of its own, a game."""
    moves: list[Move] = []
    now = rules.start()
    for _ in range(2):
        moves.append(now.legal_moves[len(moves) * 4 % len(now.legal_moves)])
        now = now.play(moves[-1])
    state = PageState(rules.start(), tuple(moves), len(moves), rules.sides[0])
    return [now.text, now.text.rpartition(" ")[0].replace("//", "\n\n").replace("/", "\n"), write_game(state)]


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at

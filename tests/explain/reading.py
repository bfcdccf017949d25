"""Reads a printed reason back into what it claims, so that the claims can be checked and not the program's own data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from oracle import Board, Node, OracleMove

from noughts.games import Game

PLACE = r"\d+(?:,\d+)+"
# Where marks drop, a move is a column, `X 4` in a line of play, and its number alone in an answer.
COLUMN = r"column \d+"
COLUMNS = r"columns \d+(?:, \d+)* and \d+"
ANY_NUMBER = r"\d+(?:(?:, \d+)* or \d+)?"
TARGET = rf"(?:{COLUMN}|(?:\d+(?:/\d+)* at |[XO](?:/[XO])* )?{PLACE})"
LINE_NAME = rf"(?:row \d+|column \d+|(?:the diagonal )?{PLACE}(?:–{PLACE})?|the (?:row|diagonal)|both diagonals)"
# What a threat of numbers would make: `(row 3: 5 + 2 + 6 = 13; column 1: 5 + 4 + 4 = 13)`.
ADDED = rf"{LINE_NAME}: [\d +]+ = \d+"
MADE = rf"(?: \({ADDED}(?:; {ADDED})*\))?"
THREATS = rf"(?:{COLUMNS}|{TARGET}{MADE}(?:, {TARGET}{MADE})*(?: and {TARGET}{MADE})?)"
TARGETS = rf"(?:{COLUMNS}|{TARGET}(?:, {TARGET})*(?: and {TARGET})?)"
LINE = rf"{LINE_NAME}(?: \([\d +]+ = \d+\))?"
LINES = rf"{LINE}(?:, {LINE})*(?: and {LINE})?"
MOVE = rf"(?:(?:first|second) )?(?:(?:[XO] |\d+ at ){PLACE}|[XO] \d+)"
MOVES = rf"{MOVE}(?:, {MOVE})*"
WIN = rf"(?:{LINES} (?:at|with) {TARGET}|{COLUMN})"
SUM = rf"\d+ in {LINE} \((?:\d+ to go|out of reach)\)"
SUMS = rf"{SUM}(?:, {SUM})*(?: and {SUM})?"
COUNT = "[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight"
JOINT = "(?:, | and )?"


def optional(pattern: str) -> str:
    return f"(?:{pattern})?"


DONE = JOINT.join(
    (
        optional(rf"[Ss]tops (?:(?P<blocked>\w+) at|(?P<blocked_owner>\w+)'s) (?P<blocks>{THREATS})"),
        optional(rf"[Ss]tops the forks? (?:at )?(?P<plans>{TARGETS})"),
        optional(rf"(?:makes )?(?P<count>{COUNT}) threats at once, (?:at )?(?P<threats>{THREATS})"),
        optional(rf"[Tt]hreatens (?P<threatens>{THREATS})"),
    )
)
PLAYED = rf"(?P<line>{MOVES})(?P<cut_short>, …)?" + optional(
    rf" (?P<ends>has to complete|completes) (?P<completed>{LINES})"
)
# The end of a long game where marks drop.
FAR = (
    rf"in the end (?:(?P<below_by>\w+) plays (?P<below>{COLUMN}), and )?(?P<far_by>\w+) "
    rf"(?P<far>has to complete|completes) (?P<far_lines>{LINES})(?: above it| at (?P<far_at>{COLUMN}))?"
)
EITHER = rf"(?:column {ANY_NUMBER}|{TARGET}(?:, {TARGET})*(?: or {TARGET})?)"
# A threat, and another above it, where marks drop.
ABOVE = rf"\w+ has to stop (?P<{{group}}>{COLUMN}), and \w+ completes (?P<{{group}}_lines>{LINES}) above it"
PAIR = rf"{PLACE}–{PLACE}"
LINES_NAMED = rf"{LINE_NAME}(?:, {LINE_NAME})*(?: and {LINE_NAME})?"
NUMBERS_IN = rf"[\d/]+ in {LINE_NAME}"
ANY_SUMS = rf"{NUMBERS_IN}(?:, {NUMBERS_IN})*(?: or {NUMBERS_IN})?"
ANY_SUM = rf"\w+ can make (?P<{{group}}_target>\d+) then \((?P<{{group}}>{ANY_SUMS})\)"
ANSWER = rf"(?:{TARGET}|\d+)(?: to (?:anything else|{EITHER}|{ANY_NUMBER}))?"
# What decides, after the moves that lead there; the groups are read again by `read_cause`.
CAUSES = {
    "THREATS": rf"makes (?P<threat_count>{COUNT}) threats at once, (?:at )?(?P<caused_threats>{THREATS})",
    "NOTHING_SAFE": r"(?:leaves \w+ nothing but to complete a line|whatever \w+ plays completes a line, and loses)",
    "ANY_REPLY": rf"(?:whatever \w+ plays, (?:\w+ can complete a line then|{ANY_SUM.format(group='caused_sums')})"
    rf"|{ABOVE.format(group='caused_above')})",
    "PLANS": rf"whatever \w+ plays, (?P<planned>{EITHER}) then "
    "(?:leaves it nothing but to complete a line|makes two threats at once"
    r"|leaves it no way to stop a (?:line|sum of (?P<planned_sum>\d+)))",
    "PARITY": r"(?P<counts>[\d, or]+) safe moves are left however it goes on, and then \w+ "
    "(?:has to complete a line|can stop a line no longer)",
    "PAIRS": r"(?:\w+ has no line left to complete"
    r"|(?P<sumless>\w+) can make (?P<sumless_target>\d+) in no line any more"
    r"|every line in which (?P<maker>\w+) could still make (?P<paired_target>\d+) has a pair "
    rf"\((?P<number_pairs>{PAIR}(?:; {PAIR})*)\): when \w+ fills one cell of it, \w+ fills the other"
    r"|every line that \w+ could complete has a pair "
    rf"\((?P<pairs>{PAIR}(?:; {PAIR})*)\)(?:, and \w+ need not take both|: \w+ gets one of the two))",
    "MIRROR": r"\w+ can answer every move with its mirror image, and so never has to complete a line",
    "DRAWN_ANYHOW": "nobody ever has to complete a line, however it goes on"
    "|no line can be forced: each can be stopped in time, however it goes on"
    rf"|(?P<reach_target>\d+) is out of reach but in (?P<in_reach>{LINES_NAMED}), and "
    "(?:nobody ever has to make it|can be stopped there in time), however it goes on",
    "SPARE_NUMBERS": r"\w+ can always choose a cell where it has more (?:numbers|marks) than there are lines to avoid",
    "ANSWERS": rf"\w+ has an answer to everything that wins \((?P<winning>{ANSWER}(?:; {ANSWER})*)\)",
    "HOLDING_ANSWERS": rf"\w+ has an answer to everything that holds \((?P<holding>{ANSWER}(?:; {ANSWER})*)\)",
}
STEP = rf"(?:\w+ has only {TARGET}|(?:then )?{MOVE})"
FORCED = r"\w+ forces \w+ with columns (?P<forced>\d+(?:(?:, \d+)* and \d+)?)"
LED = rf"(?:(?P<led>(?:{FORCED}|{STEP})(?:, {STEP})*)(?:, and then | ))?"
CAUSE = rf"{LED}(?:{'|'.join(rf'(?P<{way}>{text})' for way, text in CAUSES.items())})"
SHOWN = "|".join(
    (
        "(?P<dead>no line can be completed any more)",
        r"whatever \w+ plays (?P<trap>completes a line, and loses)",
        rf"whatever \w+ plays, (?P<squeeze>\w+ can complete a line then|{ANY_SUM.format(group='squeezed')})",
        ABOVE.format(group="above"),
        f"(?P<cause>{CAUSE})",
        PLAYED,
        FAR,
    )
)
RESULT = (
    r"(?P<verb>[Ww]ins|[Dd]raws|[Ll]oses)(?: in (?P<plies>\d+) (?:ply|plies))?"
    rf"(?:; the line that shows it is (?P<lineless>not known yet)|: (?:{SHOWN}))?"
)
SENTENCE = re.compile(
    "(?:"
    + "|".join(
        (
            rf"(?P<now>Wins|Loses) now: completes (?P<made>{LINES})",
            "(?P<drawn>Ends the game in a draw)",
            r"(?:Gives (?P<given>\w+) the cell above and l|L)oses in 2 plies: "
            rf"(?P<winner>\w+) completes (?P<left>{WIN}(?:, or {WIN})*)",
            "(?P<unknown>Not known yet)",
            rf"{DONE}(?:,? and | but |: |; )?(?:what follows is (?P<open>not known yet)|{RESULT})",
        )
    )
    + rf")(?:\.|(?<=…))(?: Makes (?P<sums>{SUMS})\.)?"
)
Named = frozenset[int] | tuple[str, int]  # a line by its cells, or how many there are in a direction
COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


@dataclass
class Claims:
    """A sentence in its parts; what it does not say is None."""

    parts: dict[str, str | None]
    game: Game

    def __getitem__(self, name: str) -> str | None:
        return self.parts[name]

    def moves(self, name: str, mark: int | None, board: Board | None = None) -> set[OracleMove]:
        """The moves of a list; `mark` is what is placed where the text names the place alone."""
        return set(read_moves(re.sub(r" \([^)]*\)", "", self.parts[name] or ""), self.game, mark, board))

    def sums(self, name: str) -> list[tuple[OracleMove, frozenset[int], list[int], int]]:
        """The sums that stand beside the moves of a list: the move, the line, the numbers, and what they add up to."""
        found = []
        for target, beside in re.findall(rf"({TARGET}) \(([^)]*)\)", self.parts[name] or ""):
            ((cell, mark),) = read_moves(target, self.game, None)
            for one in beside.split("; "):
                line, numbers, total = re.split(": | = ", one)
                added = [int(number) for number in numbers.split(" + ")]
                found.append(((cell, mark), read_line(line, self.game), added, int(total)))
        return found

    def any_sum(self, name: str) -> list[tuple[frozenset[int], set[int]]]:
        """The lines of `3/5 in row 1 or 1 in column 2`, with their numbers."""
        return [
            (read_line(line, self.game), set(map(int, numbers.split("/"))))
            for numbers, line in re.findall(rf"([\d/]+) in ({LINE_NAME})", self.parts[name] or "")
        ]

    def lines(self, name: str) -> set[Named]:
        return read_lines(self.parts[name] or "", self.game)

    @property
    def way(self) -> str | None:
        """The name of the kind of cause."""
        return next((way for way in CAUSES if self.parts[way]), None) if self.parts["cause"] else None

    def answers(
        self, name: str, mark: int | None, board: Board, following: dict[OracleMove, Node], own: int | None
    ) -> dict[OracleMove, OracleMove]:
        """Which answer is named for each of the replies on a board; `following` is what they lead to."""
        found: dict[OracleMove, OracleMove] = {}
        for part in (self.parts[name] or "").split("; "):
            answer, _, to = part.partition(" to ")
            others = [reply for reply in following if reply not in found]
            for reply in read_moves(to, self.game, mark, board) if to not in ("", "anything else") else others:
                (found[reply],) = read_moves(answer, self.game, own, following[reply][0])
        return found


def read(sentence: str, game: Game) -> Claims:
    match = SENTENCE.fullmatch(sentence)
    assert match is not None, f"not a sentence of the language: {sentence}"
    return Claims(match.groupdict(), game)


def read_moves(text: str, game: Game, mark: int | None, board: Board | None = None) -> list[OracleMove]:
    """Moves in the order in which they are named; where marks drop, they land on the board, or are columns without."""
    found = []
    if game.drop:
        for letter, columns in re.findall(r"(?:([XO]) |columns? |^)(\d+(?:(?:, | and | or )\d+)*)", text):
            placed = " XO".index(letter) if letter else mark
            for column in map(int, re.findall(r"\d+", columns)):
                assert placed is not None and 1 <= column <= game.shape[1]
                found.append((landing(column - 1, game, board), placed))
        return found
    for numbers, letters, place in re.findall(rf"(?:([\d/]+) at |([XO/]+) )?({PLACE})", text):
        named = [int(number) for number in numbers.split("/") if number]
        named += [" XO".index(letter) for letter in letters.split("/") if letter]
        if not named:
            assert mark is not None
            named = [mark]
        found += [(read_cell(place, game), one) for one in named]
    return found


def landing(column: int, game: Game, board: Board | None) -> int:
    """The lowest empty cell of a column; without a board its uppermost, which stands for the column."""
    cells = range(column, game.cells, game.shape[1])
    return column if board is None else max(cell for cell in cells if not board[cell])


def read_cell(place: str, game: Game) -> int:
    cell = 0
    for at, size in zip(map(int, place.split(",")), game.shape):
        assert 1 <= at <= size
        cell = cell * size + at - 1
    return cell


def read_lines(text: str, game: Game) -> set[Named]:
    """The lines of a list; where marks drop, how many there are in which direction."""
    if not is_columns(game):
        return {read_line(line, game) for line in re.findall(LINE, text)}
    return {
        (name, count)
        for name, count in (("row", 1), ("column", 1), ("diagonal", 1), ("diagonal", 2))
        if ("both diagonals" if count == 2 else "column " if name == "column" else f"the {name}") in text
    }


def named_lines(lines: Iterable[Iterable[int]], game: Game) -> set[Named]:
    """The same of the cells of lines."""
    if not is_columns(game):
        return set(map(frozenset, lines))
    directions: dict[str, set[tuple[int, int]]] = {}
    for line in map(sorted, lines):
        (top, left), (bottom, right) = (divmod(cell, game.shape[1]) for cell in (line[0], line[-1]))
        name = "row" if top == bottom else "column" if left == right else "diagonal"
        directions.setdefault(name, set()).add((top < bottom, left < right))
    return {(name, len(ways)) for name, ways in directions.items()}


def is_columns(game: Game) -> bool:
    return game.drop and len(game.shape) == 2


def read_line(text: str, game: Game) -> frozenset[int]:
    """The cells of a line from its name, found between its ends."""
    *_, rows, columns = game.shape
    word, _, number = text.partition(" (")[0].partition(" ")
    if word == "row":
        return frozenset((int(number) - 1) * columns + column for column in range(columns))
    if word == "column":
        return frozenset(row * columns + int(number) - 1 for row in range(rows))
    places = [tuple(map(int, place.split(","))) for place in re.findall(PLACE, text.partition(" (")[0])]
    first, last = places[0], places[-1]
    steps = max(abs(b - a) for a, b in zip(first, last))
    between = [",".join(str(a + (b - a) * at // max(steps, 1)) for a, b in zip(first, last)) for at in range(steps + 1)]
    return frozenset(read_cell(place, game) for place in between)

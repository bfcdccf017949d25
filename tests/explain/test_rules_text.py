"""The rules in a sentence are true: a referee that knows only the sentence agrees with the rules on whole games."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from noughts.explain.rules_text import rules_text, side_text
from noughts.games import EXAMPLES, Game, SumTo, game
from noughts.games.variants import from_data
from noughts.language import LANGUAGES, speaking

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NAMES = [*EXAMPLES, "4,4,4", "5,5,4", "7,7,5", "4,5,3+misere", "wild+misere", "cube:3+misere", "t3+misere", "t3:2",
         "numerical+misere", "notakto+misere", "8,8,5", "1,5,3", "t3:3,9,15", "4,5,3+drop+misere",
         "wild+drop"]  # fmt: skip
VARIANTS = [
    {"name": "order", "shape": [3, 4], "length": 3, "marks": [["X"], ["X", "O"]]},
    {"name": "same numbers", "shape": [3, 3], "goal": "sum", "target": 9, "marks": [[1, 2, 3], [1, 2, 3]]},
    {"name": "full and again", "shape": [3, 3], "length": 2, "goal": "sum", "target": 7, "full": True,
     "marks": [[1, 3, 5], [2, 4, 6]]},
    {"name": "wild cube", "shape": [2, 3, 3], "length": 3, "marks": [["X", "O"], ["X", "O"]]},
]  # fmt: skip
GAMES = [*map(game, NAMES), *map(from_data, VARIANTS)]


class Referee:
    """Reads the sentence, and nothing else of the rules but the board's shape."""

    def __init__(self, sentence: str, shape: tuple[int, ...]) -> None:
        text = sentence.lower()
        self.completer_wins = "wins" in text
        assert self.completer_wins != ("loses" in text)
        self.once, self.full = bool(re.search("each (number )?once", text)), "a full line" in text
        length = re.search(r"(\w+) in a row|line of (\w+)", text)
        assert length is not None
        self.length = WORDS.index(length.group(1) or length.group(2))
        target = re.search(r"sums? to (\d+)", text)
        self.target = int(target.group(1)) if target else None
        self.lines = straight_lines(shape, self.length)
        self.marks = self.read_marks(text)
        self.shape, self.falls = shape, "choose a column; the mark falls to its lowest empty cell" in text

    def read_marks(self, text: str) -> list[set[str]]:
        if "you choose x or o" in text:
            return [{"X", "O"}, {"X", "O"}]
        found = re.search(r"odd against even numbers up to (\d+)", text)
        if found:
            largest = int(found.group(1))
            return [set(map(str, range(first, largest + 1, 2))) for first in (1, 2)]
        found = re.search(r"both place ([^,.]+(?:, [^,.]+)* or \w+|\w)", text)
        if found:
            marks = set(re.findall(r"\d+|\bx\b|\bo\b", found.group(1).upper().lower()))
            return [{one.upper() for one in marks}] * 2
        found = re.search(r"places ([^.;]*)", text)
        if not found:
            return [{"X"}, {"O"}]
        part = re.split(r", (?:even|second|o|x) ", found.group(1))
        return [{one.upper() for one in re.findall(r"\d+|\bx\b|\bo\b", half)} for half in part[:2]]

    def may_be_filled(self, board: dict[tuple[int, ...], str]) -> set[tuple[int, ...]]:
        empty = {cell for cell in product(*(range(size) for size in self.shape)) if cell not in board}
        if not self.falls:
            return empty
        columns = {cell[1:] for cell in empty}
        return {max(cell for cell in empty if cell[1:] == column) for column in columns}

    def completed(self, board: dict[tuple[int, ...], str]) -> bool:
        return any(self.is_complete([board.get(cell, "") for cell in line]) for line in self.lines)

    def is_complete(self, contents: list[str]) -> bool:
        if self.target is None:
            return bool(contents[0]) and len(set(contents)) == 1
        full = all(contents) or not self.full
        return full and sum(int(one or 0) for one in contents) == self.target


def straight_lines(shape: tuple[int, ...], length: int) -> list[tuple[tuple[int, ...], ...]]:
    cells = set(product(*(range(size) for size in shape)))
    steps = [step for step in product((-1, 0, 1), repeat=len(shape)) if step > (0,) * len(shape)]
    found = set()
    for cell, step in product(cells, steps):
        line = tuple(tuple(at + way * count for at, way in zip(cell, step)) for count in range(length))
        if set(line) <= cells:
            found.add(tuple(sorted(line)))
    return sorted(found)


@pytest.mark.parametrize("rules", GAMES, ids=[rules.name for rules in GAMES])
def test_a_referee_who_knows_the_sentence_alone_agrees(rules: Game) -> None:
    referee = Referee(rules_text(rules), rules.shape)
    assert referee.marks == [set(map(rules.symbol, marks)) for marks in rules.marks]
    assert referee.once == rules.once
    chance = random.Random(rules.name)
    ends = set()
    for _ in range(30):
        now, board, completer = rules.start(), dict[tuple[int, ...], str](), ""
        while now.outcome is None:
            move = chance.choice(now.legal_moves)
            legal = {tuple(at - 1 for at in rules.place(one.cell)) for one in now.legal_moves}
            assert legal == referee.may_be_filled(board)
            side, now = now.to_move, now.play(move)
            board[tuple(at - 1 for at in rules.place(move.cell))] = rules.symbol(move.mark)
            completer = side if referee.completed(board) else ""
            assert bool(completer) == (now.outcome is not None and now.outcome.winner is not None)
        if completer:
            wins = completer if referee.completer_wins else rules.opponent[completer]
            assert now.outcome.winner == wins
        ends.add(now.outcome.winner)
    assert ends


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("tictactoe", "Three in a row wins."),
        ("tictactoe+misere", "Three in a row loses."),
        ("notakto", "Both place X. Whoever completes three in a row loses."),
        ("wild", "Each turn you choose X or O. Whoever completes three in a row wins."),
        ("connect4", "You choose a column; the mark falls to its lowest empty cell. Four in a row wins."),
        ("qubic", "Four in a row wins, through the layers too."),
        (
            "t3",
            "Odd against even numbers up to 6, as often as you like. "
            "A line of three that sums to 13 wins, empty cells counting 0.",
        ),
        (
            "numerical",
            "Odd against even numbers up to 9, each once. A full line of three that sums to 15 wins.",
        ),
    ],
)
def test_the_sentences(name: str, says: str) -> None:
    assert rules_text(game(name)) == says


def test_what_a_side_is() -> None:
    assert side_text(game("t3"), "odd") == "You are odd: 1, 3 and 5."
    assert side_text(game("tictactoe"), "X") == "You are X."


@pytest.mark.parametrize("rules", GAMES, ids=[rules.name for rules in GAMES])
@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_translations_name_the_same_numbers(rules: Game, language: str) -> None:
    """A translation has other words; the numbers and marks in it are those of the rules."""
    with speaking(language):
        said = rules_text(rules)
    marks = {str(mark) for mark in rules.all_marks if rules.has_numbers}
    numbers = {str(rules.length), *(marks & set(re.findall(r"\d+", said)))}
    assert not marks or str(max(rules.all_marks)) in numbers
    if isinstance(rules.goal, SumTo):
        numbers |= {str(rules.goal.target)} | (set() if rules.goal.full else {"0"})
    assert set(re.findall(r"\d+", said)) == numbers
    assert not re.search(r"[A-WYZa-z]", said.replace("O", ""))

"""Every text is translated, and the compiled catalogues are those of the sources."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from scripts_path import messages

from noughts import (
    NotationError,
    NoughtsError,
    Position,
    Ranking,
    agent_named,
    errors,
    game,
    language,
)
from noughts.games import variants
from noughts.games.notation import loose


def test_the_catalogues_are_complete_and_up_to_date() -> None:
    assert messages.problems() == []


def test_translations_keep_what_is_filled_in() -> None:
    texts = messages.template()
    for code in messages.LANGUAGES:
        for message in messages.translated(code, texts):
            if not message.id:
                continue
            ids = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
            strings = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
            allowed = set(re.findall(r"\{\w+\}", " ".join(ids)))
            for string in strings:
                found = set(re.findall(r"\{\w+\}", string or ""))
                assert found <= allowed and (len(ids) > 1 or found == allowed), (code, message.id)


def test_no_text_hides_in_an_f_string() -> None:
    """They are not collected there, and would never be translated."""
    for path in messages.SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                called = {getattr(one.func, "id", "") for one in ast.walk(node) if isinstance(one, ast.Call)}
                assert not called & {"_", "ngettext", "pgettext"}, f"{path.name}, line {node.lineno}"


def test_what_a_browser_asks_for_is_understood() -> None:
    assert language.of_browser("mn-MN,mn;q=0.9,en;q=0.8") == "mn"
    assert language.of_browser("fr,en;q=0.4,bg;q=0.7") == "bg"
    assert language.of_browser("fr, de;q=x, *;q=0") == "en"
    assert language.of_browser("") == "en"


ERRORS = {name for name, one in vars(errors).items() if isinstance(one, type) and issubclass(one, NoughtsError)}
GAMES = messages.SOURCE / "games"
# Rooms whose errors people meet at the page, in a game in the terminal, and where they type a command.
SPOKEN = [
    *GAMES.rglob("*.py"),
    *(messages.SOURCE / "agents").glob("*.py"),
    *(messages.SOURCE / "web").glob("p*.py"),
    messages.SOURCE / "web" / "drawings.py",
    *(messages.SOURCE / "cli" / name for name in ("inputs.py", "person.py", "play.py", "review.py", "usage.py")),
]


def texts_of_errors(path: Path) -> Iterator[tuple[ast.Call, list[ast.expr]]]:
    """The calls that make an error or a message, each with its texts."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            if node.func.id in {*ERRORS, "Message"}:
                yield node, node.args[:1]
            elif node.func.id == "Plural":
                yield node, node.args[:2]


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: path.stem)
def test_no_error_has_a_text_that_cannot_be_translated(path: Path) -> None:
    """A template with values can; an f-string, a sum of texts or one that is filled in at once cannot."""
    for call, texts in texts_of_errors(path):
        for text in texts:
            is_filled_in = isinstance(text, ast.Call) and getattr(text.func, "attr", "") in ("format", "join")
            is_made = isinstance(text, (ast.JoinedStr, ast.BinOp)) or is_filled_in
            assert not is_made, f"{path.name}, line {call.lineno}: write a template with values"


@pytest.mark.parametrize("code", messages.LANGUAGES)
def test_every_error_of_the_games_is_translated_with_the_same_values(code: str) -> None:
    with messages.po_path(code).open("rb") as file:
        catalogue = read_po(file, locale=code)
    checked = 0
    for path in GAMES.rglob("*.py"):
        for _call, texts in texts_of_errors(path):
            ids = [str(text.value) for text in texts if isinstance(text, ast.Constant)]
            if not ids:
                continue
            found = catalogue.get(ids[0])
            assert found is not None and found.string, (code, ids)
            strings = found.string if isinstance(found.string, (list, tuple)) else [found.string]
            for text, string in zip(ids, strings, strict=True):
                assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", string)), (code, text)
            checked += 1
    assert checked > 80


def variant(**settings: object) -> Callable[[], object]:
    return lambda: variants.from_data(settings)


MISTAKES: dict[str, Callable[[], object]] = {
    "name": lambda: game("tictacto"),
    "mnk": lambda: game("3,3"),
    "t3": lambda: game("t3:1,2"),
    "cube": lambda: game("cube:9"),
    "numbers": lambda: game("a,b,c"),
    "cells": lambda: game("9,9,5"),
    "line": lambda: game("3,3,9"),
    "level": lambda: agent_named("prefect"),
    "ranking": lambda: Ranking.named("soon"),
    "no board": lambda: Position("tictactoe", ""),
    "rows": lambda: Position("tictactoe", "XX"),
    "layers": lambda: Position("qubic", "XX X"),
    "mark": lambda: Position("tictactoe", "XQ_/___/___ X"),
    "side": lambda: Position("t3", "000/000/000 X"),
    "no side": lambda: Position("tictactoe", "___/___/___"),
    "too many": lambda: Position("tictactoe", "XXX/___/___ O"),
    "two lines": lambda: Position("tictactoe", "XXX/OOO/___ O"),
    "twice": lambda: Position("numerical", "110/000/000 odd", "odd"),
    "boxes": lambda: Position("tictactoe", "TURN X\n+---+"),
    "lists": lambda: Position("tictactoe", [["X"]], "X"),
    "sexpr": lambda: Position("tictactoe", "((X) X"),
    "pasted": lambda: loose.read("XOXO", game("tictactoe")),
    "taken": lambda: Position("tictactoe", "X__/___/___ O").play("1 1"),
    "outside": lambda: Position("tictactoe").play("4 4"),
    "no move": lambda: Position("tictactoe").play("hello"),
    "number": lambda: Position("t3").play("2 2 4"),
    "over": lambda: Position("tictactoe", "XXX/OO_/___ O").play("3 3"),
    "shape": variant(length=3),
    "key": variant(shape=[3, 3], size=3),
    "goal": variant(shape=[3, 3], goal="win"),
    "target": variant(shape=[3, 3], target=3),
    "length": variant(name="small", shape=[3, 3], length=5),
}
ENGLISH = re.compile(r"\b(the|expected|found|is|of|must|no|row|column|line|wins|and)\b")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_error_is_english_for_programs_and_said_in_the_language_of_a_person(mistake: str) -> None:
    said, texts = {}, set()
    for code in ("en", *messages.LANGUAGES):
        with pytest.raises(NoughtsError) as error, language.speaking(code):
            MISTAKES[mistake]()
        texts.add(str(error.value))
        said[code] = language.said(error.value)  # it was raised inside, and remembers the language
        with language.speaking(code):
            assert language.said(pickle.loads(pickle.dumps(error.value))) == said[code]
    assert texts == {said["en"]}
    for code in messages.LANGUAGES:
        assert re.search("[а-яө]", said[code]) and not ENGLISH.search(said[code]), said[code]
    assert len(set(said.values())) == 3


def test_a_message_in_a_message_is_translated_too() -> None:
    with pytest.raises(NotationError) as error, language.speaking("bg"):
        Position("tictactoe", [["X", "_", "_"], ["_", "Z", "_"], ["_", "_", "_"]], "O")
    assert str(error.value) == "row 2 column 2: found 'Z', expected X, O or _"
    assert language.said(error.value) == "ред 2 колона 2: има 'Z', а се очаква X, O или _"


def test_the_innermost_language_is_the_one_that_counts() -> None:
    with pytest.raises(NoughtsError) as error, language.speaking("mn"), language.speaking("en"):
        game("tictacto")
    assert language.said(error.value) == str(error.value)

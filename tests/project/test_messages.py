"""Every text is translated, and the compiled catalogues are those of the sources."""

from __future__ import annotations

import ast
import re

from scripts_path import messages

from noughts import language


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

"""The glossary lists words that the code uses, and the words they replaced are gone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
GLOSSARY = ARCHITECTURE.partition("## Glossary\n")[2].partition("\n## ")[0]
LINES = re.findall(r"^\| ([A-Za-z, ]+) \| (.+) \|$", GLOSSARY.replace("| word | meaning |\n", ""), re.MULTILINE)
WORDS = [word for words, _ in LINES for word in words.split(", ")]  # a line may have two or three that belong together
CODE = [
    path for folder in ("src", "core") for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".hpp", ".cpp")
]
DOCUMENTS = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
# Words of our own for which the field, Python or Dask has a better one.
REPLACED = [
    "foreman",
    "errand",
    "parcel",
    "crew",
    "sitting",
    "take_news",
    "no_hope",
    "shelf",
    "at_sight",
    "searchers",
]


def words_of(path: Path) -> str:
    """The text as words in lower case with a space between them; `node_slice` and `NodeSlice` are two words."""
    text = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", path.read_text(encoding="utf-8"))
    return " ".join(re.findall(r"[a-z]+", text.lower()))


CODE_WORDS = {path: f" {words_of(path)} " for path in CODE}


def test_the_glossary_is_short_and_says_each_word_once() -> None:
    assert 25 <= len(LINES) <= 30
    assert len(LINES) == GLOSSARY.count("\n| ") - 1
    assert len({meaning for _, meaning in LINES}) == len(LINES)
    assert len(set(WORDS)) == len(WORDS)
    for words, meaning in LINES:
        assert meaning.count("; ") >= words.count(", "), f"one meaning for each of {words}"


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_the_glossary_occurs_in_the_code(word: str) -> None:
    name = word.lower()
    assert any(f" {name} " in text or f" {name}s " in text for text in CODE_WORDS.values())


@pytest.mark.parametrize("word", REPLACED)
def test_replaced_words_occur_nowhere(word: str) -> None:
    pattern = re.compile(
        rf"(?<![a-z]){word.replace('_', '[ _]') if '_' in word else word + 's?'}(?![a-z])", re.IGNORECASE
    )
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in (*CODE, *DOCUMENTS)
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []

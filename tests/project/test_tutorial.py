"""The tutorial works: every command is run from top to bottom in one folder, and shows what the text says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli.sessions import session
from commands import noughts

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TUTORIAL, re.DOTALL)
PROMPT = re.compile(r"^(.*(?: to move:|\[\w+\])) (.*)$")


def matches(expected: str, shown: str) -> bool:
    """Whether the text is as the tutorial shows it: `...` stands for any lines, and times differ."""
    lines = [r"(?:.*\n)*?" if line == "..." else f"{_line(line)}\n" for line in expected.splitlines()]
    return re.fullmatch("".join(lines), "\n".join(line.rstrip() for line in shown.splitlines()) + "\n") is not None


def _line(text: str) -> str:
    return re.sub(r"\d+\\\.\d{3}\b", r"\\d+\\.\\d{3}", re.escape(text.rstrip()))


def test_a_wrong_text_would_be_found() -> None:
    assert matches("a\n...\nb 0.123\n", "a\nx\ny\nb 4.567\n")
    assert not matches("a\n...\nb\n", "a\nx\n") and not matches("a\n", "a\nb\n")


def test_it_is_the_first_link_everywhere() -> None:
    for document in ("README.md", "docs/index.md", "mkdocs.yml"):
        text = (ROOT / document).read_text(encoding="utf-8")
        pages = re.findall(r"(?:\(|: )(?:docs/)?([a-z-]+\.md)", text)
        assert pages[pages[0] == "index.md"] == "tutorial.md", document


@pytest.mark.slow
def test_every_step_of_the_tutorial_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kinds = [kind for kind, _ in BLOCKS]
    assert kinds.count("console") >= 5 and kinds.count("text") == 1 and kinds.count("python") == 1
    for kind, block in BLOCKS:
        if kind == "python":
            assert len([line for line in block.splitlines() if line.strip()]) <= 25
            (tmp_path / "minimax.py").write_text(block, encoding="utf-8")
        elif kind == "console":
            command, _, expected = block.removeprefix("$ ").partition("\n")
            done = noughts(*shlex.split(command)[1:], folder=tmp_path, COLUMNS="80", seconds=300)
            assert matches(expected, done.stdout), done.stdout + done.stderr
        elif kind == "text":
            play(block)


def play(block: str) -> None:
    """The game, at a terminal: what stands behind a question is typed."""
    command, _, expected = block.removeprefix("$ ").partition("\n")
    with session(*shlex.split(command)[1:]) as one:
        for line in expected.splitlines():
            if found := PROMPT.match(line):
                one.wait_for(found[1])
                one.type(f"{found[2]}\n")
        assert one.finish() == 0
        assert matches(expected, one.screen.text), one.screen.text

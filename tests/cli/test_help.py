"""What `--help` shows is complete, and its examples work."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import noughts

ROOT = Path(__file__).parents[2]
COMMANDS = ("play", "judge", "review", "solve", "explain", "race", "tree", "grade", "match", "prove", "verify", "table",
            "games", "web", "bench", "doctor", "completion", "man")  # fmt: skip
NEED_NO_GAME = ("play", "solve", "explain", "race", "tree", "prove", "table")


def help_of(command: str) -> str:
    done = noughts(command, "--help", COLUMNS="80")
    assert done.returncode == 0
    return done.stdout


def examples(command: str) -> list[str]:
    return re.findall(rf"^  (noughts {command}\b.*?)(?:\s+#.*)?$", help_of(command), re.MULTILINE)


def test_every_command_is_in_the_list_with_its_whole_summary() -> None:
    text = noughts("--help", COLUMNS="80").stdout
    listed = text.partition("Commands:")[2].partition("\n\n")[0]
    assert tuple(re.findall(r"^  (\w+)", listed, re.MULTILINE)) == COMMANDS
    assert "..." not in listed
    for command in COMMANDS:
        summary = help_of(command).partition("\n\n")[2].partition("\n\n")[0]
        assert " ".join(summary.split()) in " ".join(listed.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_two_or_three_examples(command: str) -> None:
    text = help_of(command)
    assert (1 if command == "man" else 2) <= len(examples(command)) <= 3
    assert text.isascii()
    assert not re.search(r"<(int|float|path|integer|str|list)|x>=|<=x", text), "N, SECONDS, FILE, 1 or more"
    assert not re.search(r"[{}]", text.partition("\n")[0])
    assert all(len(line) <= 80 for line in text.splitlines())


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_forty_columns(command: str) -> None:
    """Examples are lines of their own, which the terminal may break; so are names that are longer than the screen."""
    text = noughts(*command.split(), "--help", COLUMNS="40").stdout
    assert text.count("\n") > 8
    for line in text.splitlines():
        assert len(line) <= 40 or line.startswith("  noughts ") or " " not in line.strip().replace(" <", "<"), line


@pytest.mark.parametrize("command", NEED_NO_GAME)
def test_tictactoe_is_meant_where_no_game_is_named(command: str) -> None:
    assert "[default: tictactoe]" in " ".join(help_of(command).split())
    assert "[GAME]" in help_of(command)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where examples run, in their order: one may use the file that another has written."""
    made = tmp_path_factory.mktemp("examples")
    shutil.copytree(ROOT / "examples", made / "examples")
    return made


@pytest.mark.slow
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "web"])
def test_the_examples_work(command: str, folder: Path) -> None:
    for example in examples(command):
        words = shlex.split(example)[1:]
        text = ""
        if "<" in words:
            text = (folder / words.pop()).read_text(encoding="utf-8")
            words.remove("<")
        done = noughts(*words, text=text, folder=folder, seconds=300)
        allowed = (0, 1, 3) if command == "grade" else (0,)  # some of the agents are bad on purpose
        assert done.returncode in allowed, (example, done.stderr)
        assert "Traceback" not in done.stderr and (done.stdout or "written" in done.stderr)


@pytest.mark.slow
def test_the_examples_of_the_page_start_it_or_write_it(tmp_path: Path) -> None:
    for example in examples("web"):
        command = [sys.executable, "-m", "noughts", *shlex.split(example)[1:]]
        if "--export" in command:
            subprocess.run(command, cwd=tmp_path, check=True, timeout=300)
            assert (tmp_path / "public" / "index.html").is_file()
            continue
        if "--port" not in command:
            command += ["--port", "0"]  # its own may be in use
        shown, end, said = tmp_path / "shown", time.monotonic() + 60, ""
        with shown.open("w") as file:
            page = subprocess.Popen(command, stdout=file, stderr=file)
        try:
            while "http://" not in said and time.monotonic() < end and page.poll() is None:
                said = shown.read_text(encoding="utf-8")
                time.sleep(0.1)
        finally:
            page.terminate()  # which ends its workers, too
            page.wait(timeout=30)
        assert "http://" in said, example

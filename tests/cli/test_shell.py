"""Completion, the manual page, the greeting and `noughts doctor`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from commands import noughts

from noughts import language
from noughts.cli import app, completion, doctor, manual
from noughts.cli.command_tree import CHOICE, FILE, FLAG, GAME, commands
from noughts.cli.greeting import greeting
from noughts.games import EXAMPLES

TREE = commands(app)


def test_the_tree_holds_what_the_help_shows() -> None:
    for command in TREE:
        shown = noughts(command.name, "--help").stdout
        for option in command.options:
            assert all(name in shown for name in option.names)
    by_name = {command.name: command for command in TREE}
    kinds = {option.names[0]: option.kind for option in by_name["solve"].options}
    assert {"--ranking": CHOICE, "--json": FLAG, "--out": FILE}.items() <= kinds.items()
    assert by_name["solve"].arguments[0].kind == GAME
    assert by_name["verify"].arguments[0].kind == FILE


def in_shell(shell: str, script: Path, commands: str, folder: Path) -> list[str]:
    done = subprocess.run(
        [shell, "-c", f"source {script}; {commands}"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split("\n")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("bash", "zsh", "fish"):
        (tmp_path / name).write_text(getattr(completion, name)(TREE), encoding="utf-8")
    (tmp_path / "mine.toml").touch()
    (tmp_path / "agent.py").touch()
    return tmp_path


CASES = [
    ("noughts so", {"solve"}),
    ("noughts solve qub", {"qubic"}),
    ("noughts solve t3:", {name for name in EXAMPLES if name.startswith("t3:")}),
    ("noughts solve mi", {"mine.toml"}),
    ("noughts solve --ranking ", {"quickest", "earliest-end"}),
    ("noughts grade ag", {"agent.py"}),
    ("noughts play --langu", {"--language"}),
]


@pytest.mark.parametrize(("typed", "expected"), CASES)
def test_bash_completes(typed: str, expected: set[str], folder: Path) -> None:
    ask = f"COMP_LINE='{typed}' COMP_POINT={len(typed)}; _noughts; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    before = typed.rpartition(" ")[2].rpartition(":")
    assert {before[0] + before[1] + line for line in in_shell("bash", folder / "bash", ask, folder) if line} == expected


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(("typed", "expected"), CASES)
def test_fish_completes(typed: str, expected: set[str], folder: Path) -> None:
    lines = in_shell("fish", folder / "fish", f"complete -C '{typed}'", folder)
    assert {line.split("\t")[0] for line in lines if line} == expected


# zsh completes only at a terminal of its own: it is given one, and what it puts on the line is read.
ZSH = """
zmodload zsh/zpty
zpty -b z zsh -f -i
zpty -w z 'autoload -U compinit; compinit -u -D; source {script}; PS1='
zpty -w z 'noughts() {{ print -r -- "GOT:$*:" >> {out} }}; : > {ready}'
until [[ -e {ready} ]]; do sleep 0.05; done
zpty -wn z $'{typed}\\t\\n'
until [[ -s {out} ]]; do sleep 0.05; done
zpty -d z
cat {out}
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize(("typed", "expected"), [("noughts sol", "solve"), ("noughts solve qub", "solve qubic")])
def test_zsh_completes(typed: str, expected: str, folder: Path) -> None:
    program = ZSH.format(script=folder / "zsh", typed=typed, out=folder / "out", ready=folder / "ready")
    done = subprocess.run(["zsh", "-fc", program], cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert done.stdout.strip() == f"GOT:{expected}:", done.stderr


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_reads_its_script(folder: Path) -> None:
    subprocess.run(["zsh", "-n", folder / "zsh"], check=True)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_command_prints_the_script(shell: str) -> None:
    assert noughts("completion", shell).stdout == getattr(completion, shell)(TREE)


def test_the_manual_names_every_command_and_option() -> None:
    page = noughts("man").stdout
    assert page == manual.page(TREE, str(app.info.help), str(app.info.epilog))
    assert page.isascii()
    for command in TREE:
        assert f".SS {command.name}" in page
        for option in command.options:
            assert all(name.replace("-", r"\-") in page for name in option.names)
    assert not [line for line in page.splitlines() if line.startswith("'")]


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_examples_are_lines_of_their_own_in_the_manual() -> None:
    page = noughts("man").stdout.splitlines()
    begin = page.index("noughts solve tictactoe 'XX_/OO_/___ X'")
    assert page[begin - 1] == ".nf" and page[begin + 3] == ".fi"
    assert page[begin + 1] == r"noughts solve 4,4,3 \-\-value\-only"


def test_groff_has_nothing_to_say_about_the_manual() -> None:
    page = manual.page(TREE, str(app.info.help), str(app.info.epilog))
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_the_greeting_takes_ten_lines(code: str) -> None:
    with language.speaking(code):
        lines = greeting().splitlines()
    assert len(lines) == 10
    assert all(len(line) <= 80 for line in lines)
    named = {line.split()[1] for line in lines if line.startswith("  noughts ")}
    assert named - {"--help"} <= {command.name for command in TREE}


def test_the_doctor_says_what_is_here_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = {finding["what"]: finding for finding in json.loads(noughts("doctor", "--json").stdout)}
    assert {"noughts", "Python", "engine", "sandbox", "browser", "noughts[web]"} <= set(findings)
    assert all(finding["found"] is not None or finding["advice"] for finding in findings.values())
    monkeypatch.setattr(doctor, "why_missing", lambda: "no _core")
    monkeypatch.setattr(doctor, "_version", lambda package: None)
    monkeypatch.setattr(doctor, "_sandbox", lambda: doctor.Finding("sandbox", None, "none"))  # is looked for once
    monkeypatch.setattr(shutil, "which", lambda name: None)
    missing = {finding.what: finding.advice for finding in doctor.examine() if finding.found is None}
    assert "apt-get install g++" in missing["engine"] and "no _core" in missing["engine"]
    assert missing["noughts[web]"] == "for the page: pip install 'noughts[web]'"
    assert "Chromium" in missing["browser"]


def test_the_doctor_knows_every_extra() -> None:
    text = (Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8")
    for name, (packages, _purpose) in doctor.EXTRAS.items():
        (line,) = [line for line in text.splitlines() if line.startswith(f"{name} = [")]
        assert all(f'"{package}>=' in line for package in packages)

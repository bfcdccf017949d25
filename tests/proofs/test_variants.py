"""Variants from a TOML file have certificates as other games have, whatever they are called. As real processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import commands
import pytest
from tiers import quick_for

from noughts.games import Game, Position, game, position
from noughts.proofs import certificates, proving as proofs
from proofs.making import file_of, header_of, text_of

NAMES = {
    "quotes": '"it\'s" `me` \\',
    "Cyrillic": "морски шах",
    "long": "long " * 60,
    "markup": "[bold]x[/]",
    "closing": "x[/] [/bold] [link=file:///etc/passwd]",
    "path": "/etc/passwd.toml",
}
FIRST = "_____/__X__/_____/_____ O"  # of three in a row on 4×5


def noughts(folder: Path, *arguments: str) -> str:
    """What a command prints, if it ends well."""
    done = commands.noughts(*arguments, folder=folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def written(folder: Path, name: str, settings: str = "shape = [4, 5]\nlength = 3") -> Game:
    """A variant in a file called mine.toml."""
    (folder / "mine.toml").write_text(f"name = {json.dumps(name, ensure_ascii=True)}\n{settings}\n", encoding="utf-8")
    return game(str(folder / "mine.toml"))


@pytest.mark.parametrize("name", quick_for(NAMES.values(), NAMES["markup"]), ids=NAMES)
def test_a_variant_is_proved_verified_solved_and_explained(name: str, tmp_path: Path) -> None:
    written(tmp_path, name)
    prove = ("prove", "mine.toml", "--certificate", "proof", "--checkpoint", "kept")
    proved = json.loads(noughts(tmp_path, *prove, "--json"))
    assert (proved["game"], proved["result"], proved["proved_by"], proved["checked"]) == (
        *(name, "win", "certificate", True),
    )
    assert list((tmp_path / "kept").glob("*.part"))
    assert f"{name}: X wins, proven by a certificate" in noughts(tmp_path, *prove)
    assert "in 4,5,3, X wins" in noughts(tmp_path, "verify", "proof")
    solved = json.loads(noughts(tmp_path, "solve", "mine.toml", FIRST, "--certificate", "proof", "--json"))
    assert (solved["game"], solved["result"], solved["source"], solved["because"]) == (
        *(name, "loss", "proof", "By the proof in proof."),
    )
    assert "O loses, by the proof" in noughts(tmp_path, "explain", "mine.toml", FIRST, "--certificate", "proof")


@pytest.mark.parametrize(
    ("settings", "derived", "result"),
    [
        ("shape = [2, 3, 2]\nlength = 2", "2x3x2, 2 in a row", "win"),
        ("shape = [1, 2, 9]\nlength = 4", "1x2x9, 4 in a row", "draw"),
        ("shape = [3, 3]", "tictactoe", "draw"),
        ("shape = [3, 3, 3]", "cube:3", "win"),
    ],
)
def test_a_certificate_is_of_the_rules_and_not_of_the_name(
    settings: str, derived: str, result: str, tmp_path: Path
) -> None:
    mine, file = written(tmp_path, "what [others] call it", settings), tmp_path / "proof"
    proof = proofs.prove(mine.start(), certificate=file)
    assert (proof.position.game, str(proof.result), proof.checked) == (mine, result, True)
    for python in (False, True):
        found = certificates.verify(file, python=python)
        assert (found.position.game.name, str(found.result)) == (derived, result)
        assert found.position.text == mine.start().text


def test_misere_has_no_certificate_whatever_it_is_called(tmp_path: Path) -> None:
    written(tmp_path, "3,3,3", "shape = [3, 3]\nmisere = true")
    command = [sys.executable, "-m", "noughts", "prove", "mine.toml", "--certificate", "proof", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    answer = json.loads(done.stdout)
    assert (answer["proved_by"], answer["checked"], answer["certificate"]) == ("exact search", False, None)
    assert done.returncode == 1 and done.stderr.startswith("noughts: proof was not written")
    assert not (tmp_path / "proof").exists()


def test_what_is_not_known_of_a_variant_is_said_with_its_name(tmp_path: Path) -> None:
    written(tmp_path, NAMES["closing"], "shape = [8, 8]\nlength = 5")
    command = [sys.executable, "-m", "noughts", "prove", "mine.toml", "--time", "0"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{NAMES['closing']}, X to move: not known: the time did not suffice.")


def called(name: str) -> bytes:
    """A small certificate that stands, whose header calls the game so."""
    where = position("2,2,2")
    header = {**header_of(where, "win", [("win", "X")]), "game": name}
    return file_of(text_of(header), bytes([0x12, 0, 0x21, 2, 1, 1, 1, 2, 0xFE]))


@pytest.mark.slow
def test_a_name_in_a_header_makes_nobody_open_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)  # whoever opens it waits for ever
    (tmp_path / "other.toml").write_text('name = "other"\nshape = [8, 8]\n')
    for name in ("other.toml", str(pipe), f"{pipe}+misere"):
        (tmp_path / "proof").write_bytes(called(name))
        for option in ([], ["--python"]):
            verified = json.loads(noughts(tmp_path, "verify", "proof", "--json", *option))
            assert (verified["stands"], verified["game"], verified["result"]) == (True, "2,2,2", "win")
        solved = json.loads(noughts(tmp_path, "solve", "2,2,2", "--certificate", "proof", "--json"))
        assert (solved["game"], solved["source"], solved["result"]) == ("2,2,2", "proof", "win")


def test_a_certificate_of_a_variant_speaks_of_no_other_rules(tmp_path: Path) -> None:
    """Not even for a game of the same name."""
    mine, file = written(tmp_path, "mine"), tmp_path / "proof"
    proofs.prove(mine.start(), certificate=file)
    written(tmp_path, "mine", "shape = [4, 5]\nlength = 4")
    command = [sys.executable, "-m", "noughts", "solve", "mine.toml", "--certificate", "proof"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "says nothing about" in done.stderr


def test_positions_of_a_variant_are_proved_as_well(tmp_path: Path) -> None:
    mine, file = written(tmp_path, "mine"), tmp_path / "proof"
    where = Position(mine, position("4,5,3", FIRST).board, "O")
    assert str(proofs.prove(where, certificate=file).result) == "loss"
    assert certificates.verify(file).position.text == FIRST

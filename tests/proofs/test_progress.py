"""A long proof at a terminal: what a person reads, Ctrl-C, and what is left of the work after an accident."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts.games import position
from noughts.proofs import proving as proofs
from noughts.proofs.checkpoint import LONGEST, MAGIC
from proofs.making import wait_until
from proofs.terminal import Terminal, at_a_terminal

# Nodes, and how many of the 16 first moves of 8,7,5 are answered; a few, but not all of them.
SOME_ANSWERED = r"can X be held by blocking: ([\d,]+) nodes.*\s+first moves answered: (4|5|6|7|8|9|10|11) of 16"
MOVES = r"\d,\d( \d,\d)*"


def nodes_for_some(terminal: Terminal) -> int:
    return int(terminal.wait_for(SOME_ANSWERED)[1].replace(",", ""))


def test_a_person_can_read_how_far_it_is_and_stop_it(tmp_path: Path) -> None:
    with at_a_terminal("prove", "8,7,5", "--checkpoint", str(tmp_path / "kept")) as terminal:
        terminal.wait_for(r"can X be held by blocking: [\d,]+ nodes, [\d,]+ a second, [1-9]\d* MB, \d+ s")
        terminal.wait_for(rf"now at {MOVES}")
        terminal.wait_for(rf"{SOME_ANSWERED}; about \d+ (s|min|h) more if the rest is like them")
        terminal.press(b"\x03")
        assert terminal.end() == 130
        assert "8,7,5, X to move: not known: interrupted. This is not a draw." in terminal.text
        assert "Traceback" not in terminal.text
    assert any((tmp_path / "kept").glob("*.part"))


@pytest.mark.slow
def test_what_was_done_before_ctrl_c_is_not_done_again(tmp_path: Path) -> None:
    with at_a_terminal("prove", "8,7,5", "--checkpoint", str(tmp_path)) as terminal:
        nodes = nodes_for_some(terminal)
        terminal.press(b"\x03")
        assert terminal.end() == 130
    again = proofs.prove(position("8,7,5"), checkpoint=tmp_path)
    assert again.checked and again.nodes < proofs.prove(position("8,7,5")).nodes - nodes / 2


@pytest.mark.slow
def test_without_a_terminal_nothing_is_said_on_the_way() -> None:
    command = [sys.executable, "-m", "noughts", "prove", "8,8,5", "--time", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["status"] == "unknown"


def test_an_estimate_is_made_only_from_what_is_done() -> None:
    nothing_done = proofs.ProofProgress("can X be held", 10, 5.0, 1 << 20, "", 0, 16, 5.0)
    assert nothing_done.seconds_left is None
    some_done = nothing_done._replace(classes_proved=4)
    assert some_done.seconds_left == pytest.approx(15.0)
    assert some_done.rate == pytest.approx(2.0)


def newest(kept: Path) -> float:
    return max((path.stat().st_mtime for path in kept.glob("*.part")), default=0.0)


@pytest.mark.slow
def test_what_stood_in_the_checkpoint_is_there_after_a_kill(tmp_path: Path) -> None:
    """No luck is needed: the kill comes after something was written that is newer than what was on the screen."""
    kept = tmp_path / "kept"
    with at_a_terminal("prove", "8,7,5", "--threads", "2", "--checkpoint", str(kept)) as terminal:
        nodes, seen = nodes_for_some(terminal), time.time()
        terminal.read_until(lambda: newest(kept) > seen)
        terminal.process.kill()
    again = proofs.prove(position("8,7,5"), checkpoint=kept)
    assert again.checked and again.nodes < proofs.prove(position("8,7,5")).nodes - nodes / 2


def test_a_minute_is_far_more_than_there_is_between_two_files() -> None:
    assert LONGEST <= 30


@pytest.mark.nightly
def test_no_kill_loses_more_than_a_minute(tmp_path: Path) -> None:
    """At every moment of two minutes in which a kill could come, the newest file is less than a minute old."""
    kept, oldest = tmp_path / "kept", 0.0
    command = [sys.executable, "-m", "noughts", "prove", "8,8,5", "--checkpoint", str(kept)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: any(kept.glob("*.part")))
        started = time.monotonic()
        while time.monotonic() - started < 120:
            assert running.poll() is None
            oldest = max(oldest, time.time() - newest(kept))
            time.sleep(0.05)
    finally:
        running.kill()
        running.communicate(timeout=60)
    assert oldest < 60
    again = subprocess.run(
        [*command, "--time", "20", "--json"], capture_output=True, text=True, timeout=300, check=False
    )
    assert (again.returncode, again.stderr) == (1, "")


@pytest.fixture(scope="module")
def kept_of_775(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """The name and the content of a file in a checkpoint of 7,7,5."""
    directory = tmp_path_factory.mktemp("kept")
    proofs.prove(position("7,7,5"), checkpoint=directory)
    path = next(iter(sorted(directory.glob("*.part"))))
    return path.name, path.read_bytes()


@pytest.mark.parametrize(
    ("game", "damage", "says"),
    [
        ("7,7,5", lambda data: data[:-1], "the checksum is wrong"),
        ("7,7,5", lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:], "the checksum is wrong"),
        ("7,7,5", lambda data: b"", "not part of a checkpoint of this version"),
        ("7,7,5", lambda data: MAGIC[:7] + b"\x09" + data[8:], "not part of a checkpoint of this version"),
        ("6,6,6", lambda data: data, "its shape is [7, 7], not [6, 6]"),
    ],
)
def test_a_checkpoint_of_no_use_gives_one_message(
    game: str, damage: object, says: str, kept_of_775: tuple[str, bytes], tmp_path: Path
) -> None:
    name, data = kept_of_775
    assert callable(damage)
    (tmp_path / name).write_bytes(damage(data))
    command = [sys.executable, "-m", "noughts", "prove", game, "--checkpoint", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    said = " ".join(done.stderr.split())
    assert says in re.sub(r"\s+", " ", said)
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in said


def test_a_checkpoint_must_be_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    command = [sys.executable, "-m", "noughts", "prove", "7,7,5", "--checkpoint", str(tmp_path / "file")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith("file: a checkpoint is a directory, and this is a file\n")

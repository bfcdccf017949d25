"""`noughts prove` and `noughts verify`, as real processes."""

from __future__ import annotations

import ast
import hashlib
import json
import signal
import subprocess
import sys
from pathlib import Path

import commands
import pytest

from noughts.games import position
from noughts.proofs import certificates, proving as proofs
from proofs.making import AT_NIGHT, wait_until

CHECKER = Path(certificates.__file__).with_name("checker.py")


def noughts(*arguments: str) -> subprocess.CompletedProcess[str]:
    return commands.noughts(*arguments, seconds=3000)


@pytest.mark.parametrize(
    ("game", "board", "result"),
    [
        pytest.param("6,6,5", None, "draw", marks=pytest.mark.slow),
        pytest.param("7,7,5", None, "draw", marks=pytest.mark.slow),
        ("6,5,4", None, "win"),
        pytest.param("7,6,4", None, "win", marks=pytest.mark.slow),
        ("5,5,4", None, "draw"),
        pytest.param("tictactoe", None, "draw", marks=pytest.mark.slow),
        ("tictactoe", "XO_/_X_/___ O", "loss"),
        pytest.param("cube:3", None, "win", marks=pytest.mark.slow),
        pytest.param("9,4,4", None, "win", marks=AT_NIGHT),
        pytest.param("qubic", None, "win", marks=AT_NIGHT),
        pytest.param("8,7,5", None, "draw", marks=AT_NIGHT),
    ],
)
def test_a_proof_is_written_and_stands(game: str, board: str | None, result: str, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    done = noughts("prove", game, *([board] if board else []), "--certificate", str(file), "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    keys = [
        "game",
        "position",
        "result",
        "status",
        "nodes",
        "seconds",
        "certificate",
        "proved_by",
        "checked",
        "checker",
    ]
    assert list(answer) == keys
    assert (answer["proved_by"], answer["checked"], answer["checker"]) == ("certificate", True, "compiled")
    assert (answer["game"], answer["result"], answer["status"]) == (game, result, "proven")
    assert answer["certificate"] == str(file)
    for option in ([], ["--python"]) if game not in ("qubic", "8,7,5") else ([],):  # below it runs for all
        verified = noughts("verify", str(file), "--json", *option)
        assert verified.returncode == 0
        stands = json.loads(verified.stdout)
        assert stands["stands"]
        assert all(stands[key] == answer[key] for key in ("game", "position", "result"))
    command = [sys.executable, "-I", str(CHECKER), str(file)]
    alone = subprocess.run(command, capture_output=True, text=True, timeout=6000, check=False)
    assert (alone.returncode, alone.stderr) == (0, "")


@pytest.mark.parametrize(
    ("game", "board", "result"),
    [
        ("7,7,5", "_______/_______/_______/___X___/_______/_______/_______ O", "draw"),
        ("6,5,4", "_____/_____/__X__/_____/_____/_____ O", "loss"),
        (
            "qubic",
            "X__X/____/___O/___X//____/_O__/____/__O_//____/____/____/____//X___/____/____/___O X",
            "win",
        ),
        ("8,8,6", None, "draw"),
        ("4,16,5", None, "draw"),
        ("1,64,3", None, "draw"),
        ("8,8,3", None, "win"),
    ],
)
def test_any_position_of_up_to_64_cells(game: str, board: str | None, result: str, tmp_path: Path) -> None:
    file = tmp_path / "proof"
    proof = proofs.prove(position(game, board), certificate=file)
    assert str(proof.result) == result
    for python in (False, True):
        verified = certificates.verify(file, python=python)
        assert (verified.position, str(verified.result)) == (position(game, board), result)


def test_the_checker_is_one_short_file_that_needs_nothing_of_ours() -> None:
    text = CHECKER.read_text(encoding="utf-8")
    assert text.count("\n") < 300
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"__future__"}


def test_two_threads_come_to_the_same(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    done = noughts("prove", "7,7,5", "--certificate", str(file), "--threads", "2", "--json")
    assert (done.returncode, json.loads(done.stdout)["result"]) == (0, "draw")
    assert noughts("verify", str(file)).returncode == 0


def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    # A background job of a shell ignores Ctrl-C, and so would its children: the test must not depend on that.
    options = ["prove", "8,8,5", "--threads", "2", "--checkpoint", str(tmp_path / "kept")]
    program = (
        f"import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); sys.argv[1:] = {options!r}"
    )
    command = [sys.executable, "-c", f"{program}; from noughts.__main__ import main; sys.exit(main())"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: any((tmp_path / "kept").glob("*.part")))
        running.send_signal(signal.SIGINT)
        output, errors = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, errors) == (130, "")
    assert "interrupted. This is not a draw." in output


def test_what_is_not_known_is_not_guessed() -> None:
    done = noughts("prove", "8,8,5", "--time", "0.5", "--memory", "1M", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["result"], answer["status"]) == (1, None, "unknown")


def test_games_without_a_format_are_answered_without_a_certificate(tmp_path: Path) -> None:
    done = noughts("prove", "tictactoe+misere", "--certificate", str(tmp_path / "proof"), "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["result"], answer["certificate"]) == (1, "draw", None)
    assert done.stderr == f"noughts: {tmp_path / 'proof'} was not written: there is no certificate of this result\n"
    assert (answer["proved_by"], answer["checked"], answer["checker"]) == ("exact search", False, None)


def test_bad_input_is_exit_code_2(tmp_path: Path) -> None:
    for wrong in (["7,7"], ["9,8,5"], ["6,6,5", "X O"], ["6,6,5", "--memory", "lots"], ["6,6,5", "-c", "no/where"]):
        done = noughts("prove", *wrong)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    for unreadable in (tmp_path / "missing", tmp_path):
        for command in (["verify"], ["verify", "--python"], ["solve", "7,7,5", "--certificate"]):
            done = noughts(*command, str(unreadable))
            assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
            assert f"{unreadable}: cannot be read" in done.stderr
    nothing = tmp_path / "nothing"
    nothing.write_bytes(b"")
    assert noughts("verify", str(nothing)).returncode == 2
    assert noughts("verify", "--python", str(nothing)).returncode == 2


def test_a_damaged_file_is_no_certificate_and_a_false_one_does_not_stand(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    assert noughts("prove", "6,5,4", "--certificate", str(file)).returncode == 0
    data = file.read_bytes()
    for options in ([], ["--python"]):
        for damaged in (data[:-1], data[:100], data[:50] + bytes([data[50] ^ 4]) + data[51:]):
            file.write_bytes(damaged)
            assert noughts("verify", str(file), *options).returncode == 2
        forged = data[:-32].replace(b'"result":"win"', b'"result":"loss"')
        forged = forged[:8] + (int.from_bytes(forged[8:12], "little") + 1).to_bytes(4, "little") + forged[12:]
        file.write_bytes(forged + hashlib.sha256(forged).digest())
        done = noughts("verify", str(file), *options)
        assert done.returncode == 1
        assert "do not prove" in done.stdout

"""The command line, as real processes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands import noughts
from protocols.programs import boxed

from noughts.engine import why_missing


def answer(*arguments: str) -> Any:
    done = noughts(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


KEYS = [
    "game",
    "position",
    "to_move",
    "status",
    "outcome",
    "result",
    "distance",
    "bounds",
    "source",
    "because",
    "ranking",
    "best",
    "moves",
    "move_bounds",
    "line",
    "engine",
    "nodes",
    "seconds",
]


def test_solve_prints_exactly_the_documented_keys() -> None:
    solution = answer("solve", "tictactoe", "XX_/OO_/___ X")
    assert list(solution) == KEYS
    assert solution["best"] == solution["line"] == [{"row": 1, "col": 3, "mark": "X"}]
    assert {"row": 2, "col": 3, "mark": "X", "result": "draw", "distance": 5} in solution["moves"]
    assert (solution["status"], solution["result"], solution["distance"]) == ("proven", "win", 1)
    assert (solution["to_move"], solution["outcome"], solution["ranking"]) == ("X", None, "quickest")


def test_solve_without_a_position_solves_the_empty_board() -> None:
    solution = answer("solve", "tictactoe")
    assert (solution["position"], solution["result"], solution["distance"]) == ("___/___/___ X", "draw", 9)
    assert solution["best"][0] == {"row": 2, "col": 2, "mark": "X"}
    assert len(solution["line"]) == 9


def test_a_finished_game_says_how_it_ended() -> None:
    solution = answer("solve", "tictactoe", "XXX/OO_/___ O")
    assert list(solution) == KEYS
    assert (solution["status"], solution["result"], solution["distance"], solution["best"]) == (
        "finished",
        "loss",
        0,
        [],
    )
    assert solution["outcome"] == {"winner": "X", "line": [{"row": 1, "col": col} for col in (1, 2, 3)]}


def test_a_search_that_is_stopped_does_not_say_draw() -> None:
    solution = answer("solve", "5,5,4", "--nodes", "50")
    assert (solution["status"], solution["result"], solution["distance"], solution["best"]) == (
        "bounded",
        None,
        None,
        [],
    )
    assert solution["bounds"] == ["draw", "win"]
    shown = noughts("solve", "5,5,4", "--nodes", "50").stdout
    assert "This is not a draw" in shown and "the first side cannot lose" in shown


def test_a_win_at_once_is_known_however_early_the_search_stops() -> None:
    solution = answer("solve", "7,7,5", "XXXX___/OOOO___/_______/_______/_______/_______/_______ X", "--nodes", "60")
    assert (solution["status"], solution["result"], solution["distance"]) == ("proven", "win", 1)
    assert solution["best"] == [{"row": 1, "col": 5, "mark": "X"}]


@pytest.mark.parametrize("output", ["| head -c 20", ">/dev/full", ">&-"])
def test_an_output_that_cannot_be_written_is_no_traceback(output: str) -> None:
    command = f"'{sys.executable}' -m noughts solve tictactoe --json {output}; true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


@pytest.mark.parametrize("arguments", [(), ("judge",), ("play",), ("solve", "tictactoe", "-")])
def test_a_closed_input_is_no_traceback(arguments: tuple[str, ...]) -> None:
    command = ["bash", "-c", f"'{sys.executable}' -m noughts {' '.join(arguments)} <&-"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert "Traceback" not in done.stderr
    assert done.returncode == (0 if arguments == ("play",) else 2)


def processor_time(process: int) -> float:
    """In seconds."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve", "explain"])
def test_an_interrupted_search_says_what_is_known(command: str) -> None:
    # A background job of a shell ignores Ctrl-C, and so would its children: the test must not depend on that.
    program = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); sys.argv[1:] = " + repr(
        [command, "8,8,5", "--nodes", "9000000000"]
    )
    program += "; from noughts.__main__ import main; print('ready', flush=True); sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as search:
        assert search.stdout is not None and search.stdout.readline() == "ready\n"
        while processor_time(search.pid) < 3:  # then the search has begun, however busy the machine is
            time.sleep(0.1)
        search.send_signal(signal.SIGINT)
        try:
            shown, errors = search.communicate(timeout=60)
        finally:
            search.kill()
    assert search.returncode == 130
    assert "Not known yet" in shown and "Traceback" not in errors


def test_number_games_and_layers_in_json() -> None:
    solution = answer("solve", "t3", "135/246/100", "even")
    assert all(move["mark"] in (2, 4, 6) for move in solution["moves"])
    cube = answer("solve", "cube:2", "__/__//__/__ X")
    assert cube["best"][0] == {"layer": 1, "row": 1, "col": 1, "mark": "X"}


def test_the_ranking_can_be_chosen() -> None:
    assert answer("solve", "tictactoe", "XX_/OO_/___ X", "--ranking", "earliest-end")["ranking"] == "earliest-end"


def test_a_position_can_come_from_standard_input() -> None:
    done = noughts("solve", "tictactoe", "-", "--json", text="TURN O\n" + boxed("XX_/OO_/___"))
    assert json.loads(done.stdout)["position"] == "XX_/OO_/___ O"


def test_solve_for_people() -> None:
    shown = noughts("solve", "tictactoe", "XX_/OO_/___ X").stdout
    assert "X wins in 1 ply." in shown and "best  1,3" in shown and "Best play: X 1,3" in shown


def test_race_runs_the_whole_ladder() -> None:
    rungs = answer("race", "tictactoe", "X__/_O_/___ X")["rungs"]
    assert [rung["name"] for rung in rungs] == [
        "minimax",
        "alpha-beta",
        "ordering",
        "dead lines",
        "table",
        "symmetry",
        "threats",
    ]
    assert {(rung["status"], rung["result"], rung["distance"]) for rung in rungs} == {("proven", "draw", 7)}
    assert [rung["nodes"] for rung in rungs] == sorted((rung["nodes"] for rung in rungs), reverse=True)
    shown = noughts("race", "tictactoe", "X__/_O_/___ X").stdout
    assert "alpha-beta" in shown and "█" in shown and "Draw with best play, 7 plies left." in shown


def test_race_says_who_was_stopped() -> None:
    rungs = answer("race", "4,3,3", "--nodes", "5000")["rungs"]
    assert rungs[0]["status"] == "unknown" and rungs[-1]["status"] == "proven"
    assert "over 5,000" in noughts("race", "4,3,3", "--nodes", "5000").stdout


def test_games_lists_the_family() -> None:
    listed = {entry["game"]: entry for entry in answer("games")}
    assert (listed["qubic"]["lines"], listed["qubic"]["automorphisms"]) == (76, 192)
    assert (listed["tictactoe"]["lines"], listed["tictactoe"]["symmetries"]) == (8, 8)
    assert answer("games", "7,7,5")[0]["lines"] == 60
    assert "qubic" in noughts("games").stdout


def test_a_variant_from_a_file(tmp_path: Path) -> None:
    variant = tmp_path / "corridor.toml"
    variant.write_text("shape = [2, 3]\nlength = 2\n", encoding="utf-8")
    solution = answer("solve", str(variant))
    assert (solution["game"], solution["result"], solution["distance"]) == ("corridor", "win", 3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", "chess"), "no game is called 'chess'"),
        (("solve", "9,9,5"), "at most 64"),
        (("solve", "missing.toml"), "cannot be read"),
        (("solve", "tictactoe", "XX_/OO_/___"), "the side to move is missing"),
        (("solve", "tictactoe", "XX_/OO_/___ Z"), "expected the side to move: X or O"),
        (("solve", "tictactoe", "XXX/OOO/___ X"), "both X and O have a completed line"),
        (("solve", "tictactoe", "-"), "standard input is empty"),
        (("solve", "tictactoe", "--ranking", "fast"), "--ranking fast: expected quickest or earliest-end"),
        (("solve", "--ranking=early"), "--ranking early: expected quickest or earliest-end"),
        (("tree", "--algorithm", "minmax"), "did you mean minimax? Expected minimax, alphabeta, ordering, deadlines"),
        (("completion", "bsh"), "SHELL bsh: did you mean bash? Expected bash, zsh or fish"),
        (("completion",), "SHELL is missing: bash, zsh or fish"),
        (("solve", "tictactoe", "--nodes", "0"), "--nodes 0: expected a whole number, 1 or more"),
        (("solve", "tictactoe+drop", "X__/___/___ O", "--lenient"), "X in column 1 has nothing below it"),
        (("solve", "tictactoe", "--memory", "0"), "--memory 0: expected from 64K to 1T"),
        (("table", "tictactoe", "--out", "t.csv", "--memory", "99999999999999G"), "expected from 64K to 1T"),
        (("grade", "examples/agents", "--memory", "9999T"), "expected from 32M to 1T"),
        (("grade", "examples/agents", "--memory", "31M"), "--memory 31M: expected from 32M to 1T"),
        (("grade", "--autograder", "box.zip", "--memory", "1M"), "--memory 1M: expected from 32M to 1T"),
        (("match", "easy", "--memory", "1M"), "--memory 1M: expected from 32M to 1T"),
        (("grade", "examples/agents", "--load", "inf"), "--load inf: expected a number from 0.01 to 86400"),
        (("grade", "examples/agents", "--picture", "x.png"), "the name must end in .svg"),
        (("grade", "examples/agents", "--feedback", "README.md"), "README.md: is a file; expected a folder"),
        (("solve", "--nodes=1e3"), "--nodes 1e3: expected a whole number, 1 or more"),
        (("solve", "--nodes"), "--nodes needs a value: --nodes N"),
        (("solve", "--json=yes"), "--json takes no value"),
        (("solve", "--rankin", "fast"), "noughts solve has no option --rankin; did you mean --ranking?"),
        (("solve", "-q"), "noughts solve has no option -q; noughts solve --help lists them"),
        (("--vershun",), "noughts has no option --vershun; did you mean --version?"),
        (("web", "--port", "99999"), "--port 99999: expected a whole number from 0 to 65535"),
        (("grade", "x.py", "--time", "soon"), "--time soon: expected a number, 0.01 or more"),
        (("play", "t3", "t3:4"), "unexpected argument t3:4; expected noughts play GAME"),
        (("solve", "XX_/OO_/___ X"), "the game comes first: tictactoe 'XX_/OO_/___ X'"),
        (("play", "--position", "XXX/OO_/___ O"), "the game is over: X wins"),
        (("table", "tictactoe"), "--out is missing: --out FILE"),
        (("verify",), "FILE is missing: noughts verify FILE"),
        (("race", "tictactoe", "--nodes", "x"), "--nodes x: expected a whole number, 1 or more"),
        (("games", "nothing"), "no game is called"),
        (("play", "tictactoe", "--level", "god"), "no level is called 'god'"),
        (("play", "tictactoe", "--side", "Z"), "--side Z: expected X or O"),
        (("judge", "--game", "chess"), "no game is called"),
        (("play", "--position", "X__/___/___ O", "--first", "X"), "give --first or --position, not both"),
        (("play", "--level", "person", "--side", "X"), "two people"),
        (("nonsense",), "no command is called 'nonsense'; there are play, judge, review"),
        (("slove",), "no command is called 'slove'; did you mean solve? There are play"),
    ],
)
def test_bad_input_gives_a_message_and_exit_code_two(arguments: tuple[str, ...], message: str) -> None:
    done = noughts(*arguments)
    assert done.returncode == 2
    assert message in done.stderr and done.stdout == ""
    assert done.stderr.startswith("noughts: ") and done.stderr.count("\n") == 1


def test_more_nodes_than_the_core_can_count_are_no_limit() -> None:
    assert answer("solve", "tictactoe", "--nodes", str(1 << 64))["result"] == "draw"


@pytest.mark.parametrize("columns", ["0", "00", ""])
def test_a_terminal_without_a_width_gets_the_answer_all_the_same(columns: str) -> None:
    command = [sys.executable, "-m", "noughts", "solve", "tictactoe", "XX_/OO_/___ X"]
    done = subprocess.run(command, env={**os.environ, "COLUMNS": columns}, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "X wins in 1 ply." in done.stdout


def test_a_pipe_that_nobody_reads_is_not_a_no(tmp_path: Path) -> None:
    """For `verify`, 1 says that a proof is not valid. A shell says 141 of a program that such a pipe has ended."""
    proof = tmp_path / "tictactoe.proof"
    assert noughts("prove", "tictactoe", "--certificate", str(proof)).returncode == 0
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "noughts", "verify", str(proof)], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_certificate_that_cannot_be_written_is_no_success(tmp_path: Path) -> None:
    done = noughts("prove", "t3", "--certificate", str(tmp_path / "t3.proof"))
    assert done.returncode == 1 and "proven by exact search" in done.stdout
    assert done.stderr == f"noughts: {tmp_path / 't3.proof'} was not written: there is no certificate of this result\n"


def test_lenient_accepts_what_nobody_could_reach() -> None:
    done = noughts("solve", "tictactoe", "XX_/XX_/___ O", "--lenient", "--json")
    assert json.loads(done.stdout)["result"] == "loss"


@pytest.mark.parametrize("command", [(), ("solve",), ("play",), ("race",), ("games",), ("judge",)])
def test_every_command_explains_itself(command: tuple[str, ...]) -> None:
    done = noughts(*command, "--help")
    assert done.returncode == 0 and "noughts" in done.stdout and len(done.stdout.splitlines()) > 8


def test_the_version() -> None:
    import noughts as package

    said = noughts("--version").stdout
    engine = "pure Python" if why_missing() else "compiled core"
    assert re.fullmatch(
        rf"noughts {re.escape(package.__version__)} \({engine}, commit ([0-9a-f]{{12}}|unknown)\)\n", said
    )

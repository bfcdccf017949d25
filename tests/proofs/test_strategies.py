"""A certificate as an opponent: where it wins it always wins, and where it holds it never loses."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import commands
import pytest
from tiers import quick_for

from noughts.agents import Limited
from noughts.games import Move, Position, game, position
from noughts.proofs import certificates, strategies
from noughts.proofs.strategies import SHIPPED, Strategy, shipped, strategy_for
from proofs.making import AT_NIGHT

Opponent = Callable[[Position, random.Random], Move]


def by_chance(now: Position, chance: random.Random) -> Move:
    return chance.choice(now.legal_moves)


def greedy(now: Position, chance: random.Random) -> Move:
    """Where most lines run that it could still complete, the fullest counting most."""
    rules = now.game
    (mine,) = rules.marks_of[now.to_move]

    def worth(move: Move) -> float:
        found = chance.random()
        for line in rules.lines:
            marks = [now.board[cell] for cell in line]
            if move.cell in line and all(mark in (0, mine) for mark in marks):
                found += 4.0 ** marks.count(mine)
        return found

    return max(now.legal_moves, key=worth)


def spoiling(now: Position, chance: random.Random) -> Move:
    """Takes what the other side needs most, and completes a line or stops one if it can."""
    other = now.game.opponent[now.to_move]
    (theirs,) = now.game.marks_of[other]

    def worth(move: Move) -> float:
        after = now.play(move)
        if after.outcome is not None and after.outcome.winner == now.to_move:
            return 1e9
        found = chance.random() * 3
        for line in now.game.lines:
            marks = [now.board[cell] for cell in line]
            if move.cell in line and all(mark in (0, theirs) for mark in marks):
                found += 5.0 ** marks.count(theirs)
        return found

    return max(now.legal_moves, key=worth)


def looking_ahead(now: Position, chance: random.Random) -> Move:
    return Limited(2, chance.randrange(1 << 30)).choose(now)


FILES = sorted(SHIPPED.iterdir())
SMALL = [path for path in FILES if path.stat().st_size < 3000]  # checked in Python in no time


@cache
def strategy(name: str, first: str = "X") -> Strategy:
    found = strategy_for(game(name).start(first))
    assert found is not None
    return found


def play(name: str, opponent: Opponent, chance: random.Random, first: str = "X") -> tuple[str, str | None]:
    """The side that has the proof, and the winner."""
    known, now, moves = strategy(name, first), game(name).start(first), list[Move]()
    while now.outcome is None:
        if now.to_move == known.side:
            answer = known.answer(moves)
            assert answer is not None
            assert answer.why
            moves.append(Move(answer.cell, now.game.marks_of[known.side][0]))
        else:
            moves.append(opponent(now, chance))
        now = now.play(moves[-1])
    return known.side, now.outcome.winner


@pytest.mark.parametrize("opponent", quick_for([by_chance, greedy, spoiling, looking_ahead], spoiling))
@pytest.mark.parametrize(
    ("name", "games"), [("6,5,4", 40), ("7,6,4", 10), ("cube:3", 10), ("qubic", 6), ("7,7,5", 20), ("5,5,4", 20)]
)
def test_the_proof_plays(name: str, games: int, opponent: Opponent) -> None:
    chance = random.Random(f"{name} {opponent.__name__}")
    if opponent is looking_ahead:
        games = min(games, 2)
    for _ in range(games):
        side, winner = play(name, opponent, chance)
        assert winner == side or (winner is None and str(strategy(name).result) == "draw")


@pytest.mark.parametrize(
    ("name", "first"), [("5,6,4", "X"), ("6,5,4", "O"), ("5,6,4", "O"), ("cube:4", "O"), ("6,7,5", "X"), ("4,8,5", "O")]
)
def test_it_plays_on_the_board_on_its_side_and_when_the_other_side_begins(name: str, first: str) -> None:
    known, chance = strategy(name, first), random.Random(name)
    is_win = str(known.result) == "win"
    assert known.position == game(name).start(first)
    assert known.side == (first if is_win else game(name).opponent[first])
    for opponent in (by_chance, greedy, spoiling):
        for _ in range(5):
            side, winner = play(name, opponent, chance, first)
            assert winner == side or (winner is None and not is_win)


def test_cells_are_named_as_they_lie_on_the_board_that_is_played() -> None:
    known, chance = strategy("5,6,4"), random.Random(3)
    for _ in range(10):
        now, moves = position("5,6,4"), list[Move]()
        while now.outcome is None:
            if now.to_move == known.side:
                answer = known.answer(moves)
                assert answer is not None
                named = ",".join(map(str, now.game.place(answer.cell)))
                assert named in answer.why or answer.why == "This completes a line."
                moves.append(Move(answer.cell, now.game.marks_of[known.side][0]))
            else:
                moves.append(by_chance(now, chance))
            now = now.play(moves[-1])


def test_a_certificate_is_found_by_the_rules_whatever_the_name(tmp_path: Path) -> None:
    assert shipped(game("cube:4")) == shipped(game("qubic")) == SHIPPED / "qubic.proof"
    assert shipped(game("4,8,5")) == SHIPPED / "8,4,5.proof"
    assert shipped(game("tictactoe")) == SHIPPED / "3,3,3.proof"
    variant = tmp_path / "mine.toml"
    variant.write_text('name = "mine"\nshape = [5, 6]\nlength = 4\n')
    assert shipped(game(str(variant))) == SHIPPED / "6,5,4.proof"
    for other in ("7,7,5+misere", "wild", "notakto", "t3", "numerical", "2,2,2", "cube:2", "8,8,5", "1,64,3"):
        assert shipped(game(other)) is None


def test_without_the_compiled_checker_nobody_waits_for_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "why_missing", lambda: "not built")
    assert shipped(game("7,7,5")) is not None
    assert shipped(game("qubic")) is shipped(game("7,4,4")) is None


@pytest.mark.parametrize("path", quick_for(FILES, *SMALL[::5], id_of=lambda path: path.stem))
def test_what_is_shipped_stands_and_is_small(path: Path) -> None:
    verified = certificates.verify(path)
    assert verified.position == game(path.stem.replace("-", ":")).start()
    assert path.stat().st_size <= 1_000_000
    if path.stat().st_size < 100_000:
        assert certificates.verify(path, python=True).result is verified.result


@pytest.mark.parametrize("name", [pytest.param(name, marks=AT_NIGHT) for name in ("qubic", "7,4,4")])
def test_the_python_checker_goes_through_the_long_ones(name: str) -> None:
    assert str(certificates.verify(SHIPPED / f"{name}.proof", python=True).result) in ("win", "draw")


def test_a_game_that_left_the_strategy_has_no_answer() -> None:
    known = strategy("6,5,4")
    first = known.answer([])
    assert first is not None
    assert known.answer([Move((first.cell + 1) % 30, 1)]) is None
    assert known.answer([Move(first.cell, 1)]) is None


def test_a_pairing_is_named() -> None:
    known, first = strategy("6,6,5"), Move(14, 1)
    answer = known.answer([first])
    assert answer is not None
    assert "every open line contains a pair" in answer.why
    one, other = answer.pairs[0]
    answer = known.answer([first, Move(answer.cell, 2), Move(one, 1)])
    assert answer is not None
    assert answer.cell == other
    assert "are a pair" in answer.why


def test_a_threat_sequence_is_named() -> None:
    known, moves, now = strategy("6,5,4"), list[Move](), position("6,5,4")
    said = []
    while now.outcome is None:
        answer = known.answer(moves)
        moves.append(by_chance(now, random.Random(len(moves))) if answer is None else Move(answer.cell, 1))
        said += [] if answer is None else [answer]
        now = now.play(moves[-1])
    assert any("A sequence of threats wins" in answer.why and answer.sequence for answer in said)


def noughts(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return commands.noughts(*arguments, text=typed)


def test_play_uses_the_proof() -> None:
    """Every cell is typed in turn; those that are taken are asked for again, until the game is lost."""
    typed = "\n".join(f"{row} {column}" for row in range(1, 7) for column in range(1, 6))
    done = noughts("play", "6,5,4", "--side", "O", "--first", "X", typed=typed)
    assert "The proof plays" in done.stdout
    assert "X wins." in done.stdout


def test_a_hint_comes_from_the_proof_for_the_persons_side() -> None:
    first = strategy("6,5,4").answer([])
    assert first is not None
    opening = ",".join(map(str, game("6,5,4").place(first.cell)))
    typed = f"hint\n{opening}\nhint\nquit\n"
    for level in ("random", "perfect", "person"):
        side = [] if level == "person" else ["--side", "X"]
        done = noughts("play", "6,5,4", "--first", "X", *side, "--level", level, "--seed", "1", typed=typed)
        assert done.returncode == 0
        assert f"{opening}: X wins, by the proof. The proof plays {opening}." in done.stdout
        assert "By the proof of 6,5,4 in the package." in done.stdout
        # Where two people play it is O who asks the second time, and who has lost.
        assert done.stdout.count("X wins, by the proof") == (1 if level == "person" else 2)
        assert done.stdout.count("O loses, by the proof.") == (1 if level == "person" else 0)
    mongolian = noughts("play", "6,5,4", "--first", "X", "--side", "X", "--language", "mn", typed="hint\nquit\n")
    assert "Нотолгооны дагуу X ялна" in mongolian.stdout


def test_a_hint_comes_from_a_certificate_that_is_given(tmp_path: Path) -> None:
    file = str(SHIPPED / "5,3,3.proof")
    done = noughts("play", "5,3,3", "--side", "X", "--first", "X", "--certificate", file, typed="hint\nquit\n")
    assert "X wins, by the proof." in done.stdout
    wrong = noughts("play", "5,4,3", "--side", "X", "--first", "X", "--certificate", file)
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)
    assert "not a proof from this position" in wrong.stderr


@pytest.mark.slow
def test_what_a_proof_relies_on_is_drawn(tmp_path: Path) -> None:
    after, file = position("6,6,5").play(Move(14, 1)), tmp_path / "board.svg"
    done = noughts("explain", "6,6,5", after.text, "--out", str(file))
    assert (done.returncode, done.stderr) == (0, f"{file}: written\n")
    drawn = file.read_text(encoding="utf-8")
    letters = re.findall(r'class="pair"[^>]*>(\w)<', drawn)
    assert letters
    assert sorted(letters) == sorted(2 * sorted(set(letters)))  # each of them twice
    assert drawn.count("A pair: ") == len(letters) // 2
    now = "X__X/____/___O/___X//____/_O__/____/__O_//____/____/____/____//X___/____/____/___O X"
    found = strategy("qubic").solution(position("qubic", now))
    assert found is not None and found.proof_move is not None and found.proof_move.sequence
    done = noughts("solve", "qubic", now, "--out", str(file))
    drawn = file.read_text(encoding="utf-8")
    numbers = re.findall(r'class="aimed"[^>]*>(\w+)<', drawn)
    assert sorted(map(int, numbers)) == [*range(1, len(found.proof_move.sequence) + 1)]
    assert ">X wins, by the proof<" in drawn


@pytest.mark.slow
def test_pictures_of_solutions_and_names_that_make_no_sense(tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    assert noughts("solve", "tictactoe", "XX_/OO_/___ X", "--out", str(file)).returncode == 0
    assert file.read_bytes().startswith(b"\x89PNG")
    (tmp_path / "is.svg").mkdir()
    for command, name in (("explain", "board"), ("solve", "a.gif"), ("solve", "no/where.svg"), ("explain", "is.svg")):
        done = noughts(command, "tictactoe", "XX_/OO_/___ X", "--out", str(tmp_path / name))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert name in done.stderr


@pytest.mark.slow
def test_solve_and_explain_use_the_proof() -> None:
    answer = json.loads(noughts("solve", "7,7,5", "--json").stdout)
    assert (answer["result"], answer["status"], answer["engine"]) == ("draw", "proven", "certificate")
    first = strategy("6,6,5").answer([Move(14, 1)])
    assert first is not None
    after = position("6,6,5").play(Move(14, 1))
    explained = noughts("explain", "6,6,5", after.text).stdout
    assert "X does not win, by the proof." in explained
    assert "every open line contains a pair" in explained
    assert "│ a │" in explained
    missing = noughts("solve", "6,6,5", "--certificate", "nowhere.proof")
    assert (missing.returncode, missing.stdout) == (2, "")
    elsewhere = noughts("solve", "7,7,5", "--certificate", str(SHIPPED / "6,6,5.proof"))
    assert elsewhere.returncode == 2
    assert "says nothing about" in elsewhere.stderr

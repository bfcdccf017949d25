"""Provers, the search and the whole game tree agree, and three checkers accept every certificate."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tiers import quick_for

from noughts.games import Game, Position, Result, game
from noughts.proofs import certificates, proving as proofs
from noughts.search import Status
from noughts.solver import solve
from proofs import stranger
from proofs.making import AT_NIGHT, random_position
from proofs.test_hostile import truth_of

BOARDS = [
    *map(game, ("3,3,3", "4,3,3", "3,4,3", "4,4,3", "4,4,4", "2,5,3", "1,6,3", "2,2,2", "5,3,3", "2,8,4", "cube:2")),
    Game("brick", (2, 2, 3), 2),
    Game("slab", (2, 3, 2), 3),
    Game("bar", (1, 4, 4), 3),
]
EACH = 150  # positions on each of the boards
MOST_EMPTY = 10  # cells, so that the whole tree is soon gone through


def with_stones_anywhere(rules: Game, chance: random.Random) -> Position:
    """The sides have about as many stones each, or not even that, and either may be to move."""
    while True:
        empty = chance.randint(1, min(rules.cells, MOST_EMPTY))
        board, unfair, begins = bytearray(rules.cells), chance.random() < 0.3, chance.randrange(2)
        for number, cell in enumerate(chance.sample(range(rules.cells), rules.cells - empty)):
            board[cell] = chance.choice((1, 2)) if unfair else 1 + (number + begins) % 2
        found = Position(rules, bytes(board), chance.choice(rules.sides))
        if found.outcome is None:
            return found


def positions(rules: Game) -> list[Position]:
    chance = random.Random(rules.name)
    return [with_stones_anywhere(rules, chance) for _ in range(EACH)]


def check(where: Position, truth: Result | None, file: Path, memory: int = 64 << 20) -> None:
    """It is proved with a certificate that all checkers accept, and the search says the same."""
    proof = proofs.prove(where, certificate=file, memory=memory)
    assert (proof.result, proof.status) == (truth, Status.PROVEN), where
    assert (proof.proved_by, proof.checked, proof.certificate) == ("certificate", True, file), where
    compiled, python = (certificates.verify(file, python=python) for python in (False, True))
    for found in (compiled, python):
        assert (found.position.text, found.result) == (where.text, truth), where
    assert compiled.nodes == python.nodes == stranger.verify(file.read_bytes()), where


@pytest.mark.parametrize("rules", quick_for(BOARDS, BOARDS[0], id_of=lambda rules: rules.name))
def test_small_boards_are_proved_as_they_are(rules: Game, tmp_path: Path) -> None:
    for where in positions(rules):
        truth = truth_of(where)
        assert solve(where, memory=1 << 20).result is truth, where
        check(where, truth, tmp_path / "proof")


@pytest.mark.slow
def test_there_are_enough_of_each_kind() -> None:
    """Wins, draws and losses, for either side, with stones of both."""
    seen = Counter((str(truth_of(where)), where.to_move) for rules in BOARDS for where in positions(rules))
    assert seen.total() >= 2000
    assert len(seen) == 6
    assert min(seen.values()) > seen.total() // 40, seen
    both = [where for rules in BOARDS for where in positions(rules) if {1, 2} <= {*where.board}]
    assert len(both) > seen.total() // 2


@cache
def tree_of(where: Position) -> Result:
    """The whole game tree again, for any rules."""
    if where.outcome is not None:
        winner = where.outcome.winner
        return Result.DRAW if winner is None else Result.WIN if winner == where.to_move else Result.LOSS
    return max(Result(-tree_of(where.play(move))) for move in where.legal_moves)


@pytest.mark.parametrize(
    "name", ["tictactoe+misere", "4,3,3+misere", "wild", "wild+misere", "notakto", "numerical", "t3", "t3:2,4,5"]
)
def test_other_rules_have_no_certificate_and_say_so(name: str, tmp_path: Path) -> None:
    rules, chance, seen = game(name), random.Random(name), 0
    while seen < 25:
        where = random_position(rules, chance, rules.cells - 1)
        if where.plies_left() > 5:
            continue
        seen += 1
        proof = proofs.prove(where, certificate=tmp_path / "proof", memory=64 << 20)
        assert (proof.proved_by, proof.checked, proof.checker, proof.certificate) == ("exact search", False, None, None)
        assert proof.result is solve(where, memory=1 << 20).result is tree_of(where), where
    assert not (tmp_path / "proof").exists()


def openings(rules: Game, plies: int) -> list[Position]:
    """Every position after so many plies, one of those that a symmetry makes equal."""
    found = [rules.start()]
    for _ in range(plies):
        after = (where.play(move) for where in found for move in where.legal_moves)
        found = [*{where.canonical(rules.automorphisms): where for where in after}.values()]
    return found


ONE, TWO = openings(game("5,5,4"), 1), openings(game("5,5,4"), 2)
SOME = random.Random(5).sample(TWO, 12)


def test_openings_are_counted_up_to_symmetry() -> None:
    assert (len(ONE), len(TWO)) == (6, 85)


@pytest.mark.slow
@pytest.mark.parametrize(
    "where",
    [*ONE, *(pytest.param(where, marks=() if where in SOME else AT_NIGHT) for where in TWO)],
    ids=str,
)
def test_openings_of_5_5_4_are_proved(where: Position, tmp_path: Path) -> None:
    check(where, solve(where, value_only=True).result, tmp_path / "proof", memory=1 << 30)

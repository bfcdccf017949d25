"""Whoever asks about a position of a large board is told the same: programs, commands, the page, agents, graders."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from starlette.testclient import TestClient
from tiers import needs_core, quick_for

from noughts import cli
from noughts.agents import Perfect
from noughts.errors import EngineError, SearchStopped
from noughts.explain.report import move_json, solution_json
from noughts.games import Move, Position, Result, Value, game, position
from noughts.grade.exact import Exact
from noughts.proofs.strategies import Strategy, strategy_for
from noughts.search import Solution, Source, Status
from noughts.solver import Solver, at_once, best, solve
from noughts.web.analyst import Analyst
from noughts.web.app import create_app
from noughts.web.limits import Rate

OPEN = Rate(1e9, 10**9)
SAID = ("game", "position", "to_move", "status", "outcome", "result", "distance", "bounds", "source", "because", "best")

# Games from their beginning, and who begins; the board on its side, and names for the same rules.
PROVED = [
    *(("6,5,4", "X"), ("6,5,4", "O"), ("5,6,4", "X"), ("7,6,4", "X"), ("6,6,5", "X"), ("7,7,5", "X"), ("7,7,5", "O")),
    *(("8,8,6", "X"), ("8,7,5", "X"), ("qubic", "X"), ("cube:4", "O")),
]
PLIES = (0, 1, 2, 5)  # after which each of them is looked at

# The game is over, or nobody can complete a line, or one side cannot.
OVER = [
    ("7,7,5", "XXXXX__/OOOO___/_______/_______/_______/_______/_______ O"),
    ("7,7,5", "XXXX___/OOOOO__/X______/_______/_______/_______/_______ X"),
    ("6,6,5", "XXOOXX/OOXXOO/XXOOXX/OOXXOO/XXOOXX/OOXXOO X"),
    ("qubic", "XXXX/OOO_/____/____//____/____/____/____//____/____/____/____//____/____/____/____ O"),
]
DEAD = [
    ("8,5,6", "_____/_____/OOOOO/XXXXX/_____/_____/_____/_____ X"),
    ("8,5,6", "_____/_____/OOOOO/XXXXX/X____/_____/_____/_____ O"),
    ("5,8,6", "__OX____/__OX____/__OX____/__OX____/__OX____ X"),
]
# Breaker follows the proof and cannot win any more, so it is a draw; nothing else would say so at once.
CLOSED = [
    ("8,5,6", "_____/_____/OOOO_/XXXXX/_____/_____/_____/_____ O"),
    ("8,4,6", "____/____/OOO_/XXXX/____/____/____/____ O"),
]
# Nearly over, so that a search is soon at its end.
LATE = [
    ("7,7,6", "_OXOO__/XXOXOX_/OXOXXOO/XOOXOXX/OOOO_OX/XOX_XXX/OX_OXOX X"),
    ("6,5,5", "OOX_X/OOXO_/OXOX_/XOXO_/XOO_X/XXO_X X"),
]


@cache
def proof(name: str, first: str) -> Strategy:
    found = strategy_for(game(name).start(first))
    assert found is not None
    return found


def followed(name: str, first: str) -> Iterator[Position]:
    """What a game comes to in which one side plays by its proof and the other anything."""
    known, chance = proof(name, first), random.Random(f"{name} {first}")
    now, moves = game(name).start(first), list[Move]()
    while now.outcome is None:
        yield now
        answer = known.answer(moves) if now.to_move == known.side else None
        cells = [move for move in now.legal_moves if answer is None or move.cell == answer.cell]
        moves.append(chance.choice(cells))
        now = now.play(moves[-1])


def in_play(name: str, first: str) -> list[Position]:
    """Some of these, and an image of one in which the proof, as it stands, was left."""
    found, chance = [where for _, where in zip(range(max(PLIES) + 1), followed(name, first))], random.Random(name)
    images = {found[3].transformed(symmetry): None for symmetry in found[3].game.automorphisms}
    return [*(found[plies] for plies in PLIES), chance.choice([image for image in images if image != found[3]])]


PLACES = [(name, first, number) for name, first in PROVED for number in range(len(PLIES) + 1)]
GIVEN = [*OVER, *DEAD, *CLOSED, *LATE]


ANALYST = Analyst()  # of the page: what it could not find in a moment it does not try again


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(frozenset(), rate=OPEN, job_rate=OPEN, analyst=ANALYST)) as opened:
        yield opened


def by_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert cli.main([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return dict(json.loads(printed.out))


def by_process(*arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "noughts", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return dict(json.loads(done.stdout))


def said(answer: dict[str, Any] | Solution) -> dict[str, Any]:
    data = solution_json(answer) if isinstance(answer, Solution) else answer
    return {key: data[key] for key in SAID}


def check_every_door(where: Position, client: TestClient, capsys: pytest.CaptureFixture[str]) -> Solution:
    """What they all say."""
    found, asked = solve(where), (where.game.name, where.text)
    expected = said(found)
    for other in (Solver().solve(where), Solver(with_tables=True).solve(where), solve(where, value_only=True)):
        assert said(other) == expected or other.source is Source.SEARCH
        assert (other.result, other.bounds, other.status) == (found.result, found.bounds, found.status)
        assert _cell(other) == _cell(found)
    on_page = ANALYST.solve(where)
    says_more = found.result is None and on_page.result is not None
    if says_more:  # the moment that a page takes for it can be enough to say more than the proof
        lower, upper = found.bounds
        assert on_page.result is not None and lower <= on_page.result <= upper
    else:
        assert (said(on_page), _cell(on_page)) == (expected, _cell(found))
    assert said(by_command(capsys, "solve", *asked)) == expected
    explained = by_command(capsys, "explain", *asked, "--nodes", "1" if found.source is not Source.SEARCH else "100000")
    assert said(explained) == expected
    answer = client.get("/api/solve", params={"game": asked[0], "position": asked[1]})
    assert (answer.status_code, said(answer.json())) == (200, said(on_page) if says_more else expected)
    if says_more and on_page.value is not None:
        assert Perfect(solve=ANALYST.solve).choose(where) in on_page.best
    else:
        _check_agents(found, client)
    return found


def _cell(solution: Solution) -> int | None:
    return None if solution.proof_move is None else solution.proof_move.cell


def _check_agents(found: Solution, client: TestClient) -> None:
    where = found.position
    perfect = Perfect(node_limit=1 if found.source is not Source.SEARCH else None)
    reply = client.get(
        "/api/move", params={"game": where.game.name, "position": where.text, "opponent": "perfect"}
    ).json()
    if found.best:
        assert perfect.choose(where) == found.best[0]
        assert best(where)[0] == found.best[0]
        assert reply == move_json(found.best[0], where.game)
    else:
        reason = "the game is over" if where.outcome is not None else "names no move for"
        with pytest.raises(SearchStopped, match=reason):
            perfect.choose(where)
        if where.outcome is not None:
            assert best(where) == []
        else:
            with pytest.raises(SearchStopped, match=reason):
                best(where)
        assert reply["error"] == ("bad_input" if where.outcome is not None else "too_large")
    if found.value is not None:
        assert Exact().value(where) == found.value
    else:
        with pytest.raises(
            EngineError, match=r"cannot be graded: the values of its moves are not known \(By the proof"
        ):
            Exact().value(where)


@needs_core
@pytest.mark.parametrize(("name", "first", "number"), quick_for(PLACES, *PLACES[::24]))
def test_a_position_of_a_proof(
    name: str, first: str, number: int, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    where, known = in_play(name, first)[number], proof(name, first)
    found = check_every_door(where, client, capsys)
    has_move = where.to_move == known.side
    if found.source is Source.RULES:  # whatever is played loses at once: that is more than the proof says
        assert known.is_win and not has_move
        assert found.value == Value(Result.LOSS, 2)
        assert all(where.play(move).completing_moves() for move in where.legal_moves)
        return
    assert found.source is Source.PROOF
    assert (found.proof_move is not None) == has_move
    if known.is_win or not any(where.board):
        assert found.status is Status.PROVEN
        assert found.result is (known.result if not known.is_win or has_move else Result.LOSS)
    else:
        assert found.bounds == ((Result.DRAW, Result.WIN) if has_move else (Result.LOSS, Result.DRAW))
    if found.proof_move is not None:
        assert found.best == (Move(found.proof_move.cell, where.game.marks_of[where.to_move][0]),)


@pytest.mark.parametrize(("name", "board"), [*OVER, *DEAD])
def test_a_position_in_which_all_is_over(
    name: str, board: str, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    where = position(name, board)
    found = check_every_door(where, client, capsys)
    assert (found.source, found.proof_move) == (Source.RULES, None)
    assert found.status is (Status.FINISHED if where.outcome is not None else Status.PROVEN)
    assert found.value is not None and found.value.distance == where.plies_left()


@pytest.mark.parametrize(("name", "board"), CLOSED)
def test_a_proof_and_the_rules_together_say_that_it_is_a_draw(
    name: str, board: str, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check_every_door(position(name, board), client, capsys)
    assert (found.result, found.status, found.source) == (Result.DRAW, Status.PROVEN, Source.PROOF)
    assert found.proof_move is not None and found.best[0].cell == found.proof_move.cell
    assert "By the proof of" in found.because and "O cannot complete a line any more." in found.because


@pytest.mark.parametrize(("name", "board"), LATE)
def test_a_position_that_is_soon_searched(
    name: str, board: str, client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check_every_door(position(name, board), client, capsys)
    assert (found.source, found.status) == (Source.SEARCH, Status.PROVEN)


def test_there_are_sixty_positions() -> None:
    assert len(PLACES) + len(GIVEN) >= 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "first", "number"),
    [
        *(("6,5,4", "X", 0), ("6,5,4", "O", 2), ("5,6,4", "X", 3), ("5,6,4", "X", 4), ("7,6,4", "X", 1)),
        *(("6,6,5", "X", 3), ("7,7,5", "X", 1), ("7,7,5", "O", 4), ("8,8,6", "X", 2), ("cube:4", "O", 2)),
    ],
)
def test_a_process_of_its_own(name: str, first: str, number: int) -> None:
    where = in_play(name, first)[number]
    assert said(by_process("solve", name, where.text)) == said(solve(where))


@pytest.mark.parametrize(("name", "board"), [DEAD[0], CLOSED[0]])
def test_a_process_of_its_own_without_a_game_before(name: str, board: str) -> None:
    assert said(by_process("explain", name, board, "--nodes", "1")) == said(solve(position(name, board)))


# One side cannot complete a line, or nothing is known, and a search would take long.
OPEN_ENDED = [
    ("8,5,6", "_____/_O_O_/OOOOO/X_X_X/_O_O_/_O_O_/_____/_____ X", (Result.LOSS, Result.DRAW), Status.BOUNDED),
    ("8,3,6", "___/___/X__/XXX/XX_/X__/___/___ O", (Result.LOSS, Result.DRAW), Status.BOUNDED),
    ("7,7,5", "X______/______O/_______/___X___/_______/_______/______O X", (Result.LOSS, Result.WIN), Status.UNKNOWN),
]


@pytest.mark.parametrize(("name", "board", "bounds", "status"), OPEN_ENDED)
def test_a_position_of_which_little_is_known(
    name: str,
    board: str,
    bounds: tuple[Result, Result],
    status: Status,
    client: TestClient,
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = position(name, board, lenient=True)
    found = at_once(where)
    assert (found.bounds, found.status, found.source) == (bounds, status, Source.RULES)
    asked = (name, board, "--lenient", "--nodes", "1")
    for answer in (
        solution_json(solve(where, node_limit=1)),
        solution_json(Solver().solve(where, node_limit=1)),
        by_command(capsys, "solve", *asked),
        by_command(capsys, "explain", *asked),
    ):
        assert (answer["bounds"], answer["status"], answer["result"], answer["best"]) == (
            *([*map(str, bounds)], str(status), None, []),
        )
    with pytest.raises(SearchStopped, match="not known within the limits"):
        Perfect(node_limit=1).choose(where)
    if status is Status.UNKNOWN:
        with pytest.raises(SearchStopped, match=r"not known within 0\.05 seconds"):
            best(where, time_limit=0.05)


# Breaker follows a proof, and a search of a thousand nodes finds a draw as well, but not which moves are best.
HELD = [
    ("6,6,5", "____X_/_____O/__O_X_/__O_X_/O_____/_XXXO_ O"),
    ("7,5,5", "___X_/_____/OOO__/X__OX/_____/___X_/X____ O"),
]


@pytest.mark.parametrize(("name", "board"), HELD)
def test_a_search_that_finds_no_more_than_the_proof_does_not_hide_its_move(
    name: str, board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    where = position(name, board)
    found = solve(where)
    assert (found.source, found.bounds) == (Source.PROOF, (Result.DRAW, Result.WIN))
    assert found.proof_move is not None
    for nodes in (1, 1000):
        limited = solve(where, node_limit=nodes)
        assert (said(limited), _cell(limited)) == (said(found), _cell(found))
        assert said(by_command(capsys, "explain", name, board, "--nodes", str(nodes))) == said(found)


def test_nothing_is_said_of_a_large_position_that_is_not_known(client: TestClient) -> None:
    for path in ("/api/solve", "/api/move"):
        name, board, *_ = OPEN_ENDED[-1]
        answer = client.get(path, params={"game": name, "position": board})
        assert (answer.status_code, answer.json()["error"]) == (422, "too_large")


@needs_core
@pytest.mark.parametrize("first", ["X", "O"])
def test_the_perfect_opponent_of_the_page_plays_qubic(first: str, client: TestClient) -> None:
    now = game("qubic").start(first)
    answer = client.get("/api/move", params={"game": "qubic", "position": now.text, "opponent": "perfect"})
    assert (answer.status_code, answer.json()) == (200, {"layer": 1, "row": 1, "col": 1, "mark": first})

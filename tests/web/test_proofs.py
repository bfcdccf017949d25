"""Large games on the page: where a proof is shipped for the opponent's side, it is perfect and says why."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Iterator

import pytest
from proofs.test_strategies import by_chance, greedy, spoiling
from starlette.testclient import TestClient
from tiers import quick_for

from noughts.games import Move, Position
from noughts.web.app import create_app
from noughts.web.limits import Rate
from noughts.web.page_state import PageState, read_state, write_move

OPEN = Rate(1e9, 10**9)
Opponent = Callable[[Position, random.Random], Move]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(create_app(frozenset(), rate=OPEN, job_rate=OPEN), follow_redirects=True) as opened:
        yield opened


def visit(client: TestClient, state: PageState, **more: str) -> tuple[PageState, str]:
    """The state of the address that the page ends at, and what it says."""
    answer = client.get(f"/play?{state.query(**more)}")
    assert answer.status_code == 200
    return read_state(dict(answer.url.params)), text_of(answer.text)


def text_of(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def play(client: TestClient, state: PageState, person: Opponent, chance: random.Random) -> PageState:
    """A whole game, as a browser without scripts plays it: every move is a link."""
    while state.now.outcome is None:
        if state.awaits_reply:
            state, said = visit(client, state, do="reply")
        else:
            state, said = visit(client, state, do=write_move(person(state.now, chance), state.now))
        assert "never slips: it has a proof" in said
        assert "Perfect" in said
    return state


@pytest.mark.parametrize("person", quick_for([by_chance, greedy, spoiling], spoiling))
@pytest.mark.parametrize(
    ("query", "least"),
    [
        pytest.param({"game": "6,5,4", "side": "O"}, "win", marks=pytest.mark.slow),
        pytest.param({"game": "6,5,4", "first": "O"}, "win", marks=pytest.mark.slow),  # the opponent is O, and begins
        pytest.param({"game": "5,6,4", "side": "O"}, "win", marks=pytest.mark.slow),
        pytest.param({"game": "qubic", "side": "O"}, "win", marks=pytest.mark.slow),
        pytest.param({"game": "cube:4", "first": "O"}, "win", marks=pytest.mark.slow),
        ({"game": "7,7,5"}, "draw"),
        pytest.param({"game": "7,7,5", "side": "O", "first": "O"}, "draw", marks=pytest.mark.slow),
        pytest.param({"game": "5,5,4"}, "draw", marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_perfect_is_true_where_a_proof_is_shipped(
    client: TestClient, query: dict[str, str], least: str, person: Opponent
) -> None:
    chance = random.Random(f"{query} {person.__name__}")
    for _ in range(2):
        ended = play(client, read_state(query), person, chance)
        assert ended.now.outcome is not None
        winner = ended.now.outcome.winner
        assert winner == ended.game.opponent[ended.side] or (winner is None and least == "draw")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The proof plays"), ("bg", "Доказателството играе"), ("mn", "Нотолгоо 1,1,1 нүүнэ")]
)
def test_the_page_says_what_the_opponent_relies_on(client: TestClient, language: str, said: str) -> None:
    state = read_state({"game": "qubic", "side": "O"})
    answer = client.get(f"/play?{state.query(do='reply')}", headers={"accept-language": language})
    assert said in text_of(answer.text)


def test_a_hint_comes_from_the_proof_for_the_persons_side(client: TestClient) -> None:
    _, said = visit(client, read_state({"game": "7,7,5", "opponent": "person", "moves": "4-4"}), hint="1")
    assert "Hint: " in said
    assert "The proof answers 4,4 with" in said
    page = client.get("/play?game=6,6,5&opponent=person&moves=3-3&hint=1").text
    letters = re.findall(r'class="pair"[^>]*>(\w)<', page)
    assert letters and sorted(letters) == sorted(2 * sorted(set(letters)))  # the pairs are on the board
    _, said = visit(client, read_state({"game": "qubic"}), hint="1")
    assert "Hint: 1,1,1. The proof plays 1,1,1." in said


def test_where_no_proof_is_at_hand_nobody_is_called_perfect(client: TestClient) -> None:
    for query in (
        {"game": "7,7,5", "side": "O"},  # the proof is for the second side
        {"game": "qubic"},
        {"game": "8,8,5"},
        {"game": "6,5,4", "side": "O", "moves": "1-1.1-2"},  # the opponent has left its proof
        {"game": "7,7,5+misere"},
        {"game": "connect4", "values": "1"},  # the table of openings ends long before the game does
    ):
        _, said = visit(client, read_state(query))
        assert "Strongest" in said
        assert "it has a proof" not in said

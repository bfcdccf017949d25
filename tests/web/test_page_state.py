"""The address is the state: what is written is read back, whatever was played."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings, strategies as st

from noughts.errors import NoughtsError
from noughts.games import game
from noughts.web.page_state import PageState, levels, read_pasted, read_state, write_game

GAMES = (
    "tictactoe",
    "tictactoe+misere",
    "4,4,3",
    "wild",
    "notakto",
    "numerical",
    "t3",
    "t3:4+misere",
    "qubic",
    "3,10,3",
)


@st.composite
def states(draw: st.DrawFn) -> PageState:
    rules = game(draw(st.sampled_from(GAMES)))
    start = now = rules.start(draw(st.sampled_from(rules.sides)))
    moves = []
    for _ in range(draw(st.integers(0, 12))):
        if now.outcome is None:
            moves.append(draw(st.sampled_from(now.legal_moves)))
            now = now.play(moves[-1])
    return PageState(
        start,
        tuple(moves),
        draw(st.integers(0, len(moves))),
        draw(st.sampled_from(rules.sides)),
        draw(st.sampled_from(("perfect", "level-1"))),
        values=draw(st.booleans()),
        guess=draw(st.booleans()),
    )


@settings(max_examples=60, deadline=None)
@given(states())
def test_an_address_is_read_back(state: PageState) -> None:
    assert read_state(dict(parse_qsl(state.query()))) == state


@settings(max_examples=60, deadline=None)
@given(states())
def test_a_game_as_text_is_read_back(state: PageState) -> None:
    found = read_pasted(write_game(state), state)
    assert (found.start, found.moves) == (state.start, state.moves)


@settings(max_examples=60, deadline=None)
@given(states())
def test_undo_and_redo_stop_at_the_persons_turns(state: PageState) -> None:
    undone = state.undone
    assert undone is None or (undone.is_persons_turn() and undone.at < state.at)
    redone = state.redone
    assert (redone is None) == state.is_live
    assert redone is None or redone.is_live or redone.is_persons_turn()


@pytest.mark.parametrize(("name", "deepest"), [("tictactoe", 4), ("5,5,4", 2), ("connect4", 4), ("cube:4+drop", 3)])
def test_an_opponent_looks_as_far_ahead_as_the_number_of_moves_allows(name: str, deepest: int) -> None:
    assert levels(game(name)) == range(1, deepest + 1)


def test_games_from_files_are_not_for_the_page() -> None:
    with pytest.raises(NoughtsError, match="games from files are for the command line"):
        read_state({"game": "variant.toml"})

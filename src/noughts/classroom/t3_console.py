"""The console game of the course on Tic-Tac-Total: a person against `choose`, moves typed as COL ROW NUMBER from 0."""

from __future__ import annotations

from ..errors import NoughtsError
from ..games.notation import moves
from .t3 import T3Action, T3State, choose

_BANNER = "=" * 32


def play() -> None:
    """One game on standard input and output."""
    print(f"{_BANNER}\n={'T3':^30}=\n{_BANNER}")
    try:
        person_is_odd = _ask("Which numbers do you take, odds or evens? [odds]", "odds", "evens")
        state = T3State(_ask("Who begins, odds or evens? [odds]", "odds", "evens"), None)
        _play(state, person_is_odd)
    except EOFError:
        print("\nEnd of input; goodbye.")


def _play(state: T3State, person_is_odd: bool) -> None:
    print(f"{state}\n")
    persons_turn = state.position().to_move == ("odd" if person_is_odd else "even")
    while not state.is_win() and not state.is_tie():
        action = _ask_action(state) if persons_turn else choose(state)
        assert action is not None
        if not persons_turn:
            print(f"[Opponent] {action}")
        state = state.get_next_state(action)
        persons_turn = not persons_turn
        print(f"{state}\n")
    if state.is_tie():
        print("[T] A tie.")
    else:
        print("[L] You lose." if persons_turn else "[W] You win.")


def _ask(question: str, yes: str, no: str) -> bool:
    while True:
        answer = input(f"{question} ").strip().lower()
        if answer in ("", yes, yes[:-1]):
            return True
        if answer in (no, no[:-1]):
            return False
        print(f"Please answer {yes} or {no}.")


def _ask_action(state: T3State) -> T3Action:
    while True:
        text = input(f"[You, one of {state.get_moves()}] COL ROW NUMBER > ")
        try:
            position = state.position()
            cell, number = moves.read_move(text, position, moves.COLUMN_ROW_FROM_0)
        except NoughtsError as error:
            print(f"{error}. Try again.")
            continue
        column, row = moves.COLUMN_ROW_FROM_0.place(cell, position.game)
        return T3Action(column, row, number)

"""Errors for calls with the wrong kind of argument. Each shows a call that works."""

from __future__ import annotations

from operator import index
from os import PathLike

from ..errors import IllegalMove, Message, MisuseError, NoughtsError
from .game import Game
from .position import Position


def expect_position(thing: object, call: str) -> None:
    """Refuses what is not a position; `call` is the right call, with `{}` in the place of the position."""
    if isinstance(thing, Position):
        return
    right = call.format(_position_call(thing))
    raise MisuseError("expected a position, found {found}; write {call}", found=_shown(thing), call=right)


def _position_call(thing: object) -> str:
    """How to make a position of what was given, if it is a game or the name of one."""
    from .catalogue import game

    name = thing.name if isinstance(thing, Game) else thing
    try:
        return f"Position({name!r})" if isinstance(name, str) and game(name) else "Position('tictactoe')"
    except NoughtsError:
        return "Position('tictactoe')"


def expect_whole_number(number: object, call: str, *, least: int | None = None) -> None:
    """Refuses all but whole numbers, from `least` on; `call` is the right call, such as `solve(node_limit=1000)`."""
    try:
        whole = None if isinstance(number, bool) else index(number)  # type: ignore[arg-type]
    except TypeError:
        whole = None
    if whole is None or (least is not None and whole < least):
        expected = (
            Message("a whole number") if least is None else Message("a whole number, {least} or more", least=least)
        )
        _refuse(number, expected, call)


def expect_seconds(seconds: object, call: str) -> None:
    """Refuses all but a number of seconds that is not negative."""
    is_number = hasattr(seconds, "__float__") and not isinstance(seconds, bool)
    if not is_number or not float(seconds) >= 0:  # type: ignore[arg-type]
        _refuse(seconds, Message("a number of seconds, 0 or more"), call)


def expect_path(path: object, call: str) -> None:
    """Refuses what is no name of a file."""
    if not isinstance(path, (str, PathLike)):
        _refuse(path, Message("the name of a file"), call)


def expect_choice(position: object) -> None:
    """For agents: refuses what is not a position, or one in which there is nothing to choose."""
    expect_position(position, "choose({})")
    if isinstance(position, Position) and position.outcome is not None:
        raise IllegalMove("the game is over: {how}; there is no move to choose", how=position.outcome.summary)


def _refuse(thing: object, expected: Message, call: str) -> None:
    raise MisuseError(
        "found {found}, expected {expected}, such as {call}", found=_shown(thing), expected=expected, call=call
    )


def _shown(thing: object) -> str:
    if isinstance(thing, Game):
        return Message("the game {name}", name=f"{thing.name!r:.60}")
    shown = repr(thing)
    return shown if len(shown) <= 60 else f"{shown[:59]}…"

"""What several commands take: a game, a position, a ranking."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from .. import language
from ..errors import NotationError
from ..games import Position, Ranking, game, position
from . import encoding

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="Name of a game (tictactoe, 7,7,5, t3:4, qubic, ...) or a TOML file.")
]
PositionArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="POSITION",
        help="Rows joined by /, then the side to move: 'XX_/OO_/___ X'. Default: the empty board. - reads standard "
        "input, in any notation.",
    ),
]
LenientOption = Annotated[bool, typer.Option("--lenient", help="Accept boards that no game can reach.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]

RankingOption = Annotated[
    Ranking, typer.Option(help="quickest: win sooner, lose later; earliest-end: both sides prefer the earlier end.")
]
LadderRankingOption = Annotated[
    Ranking, typer.Option(help="quickest: scores with distance; earliest-end: win, draw or loss only.")
]
NodesOption = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Stop after N nodes; open values are reported as unknown."),
]
MemoryOption = Annotated[str, typer.Option(metavar="SIZE", help="Memory limit, as in 500M or 4G.")]

LanguageOption = Annotated[
    str | None, typer.Option("--language", metavar="CODE", help="Language: en, bg or mn. Default: LANGUAGE or LANG.")
]

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_MOST_MEMORY = 1 << 40
_LONGEST_POSITION = 100_000


def read_position(name: str, words: list[str] | None, lenient: bool) -> Position:
    """The position named on the command line; the empty board if none is."""
    if "/" in name and not words and not name.endswith(".toml"):  # a board, and no game before it
        raise NotationError("the game comes first: {call}", call=f"tictactoe '{name}'")
    rules = game(name)
    if not words:
        return rules.start()
    text = " ".join(words)
    if text == "-":
        text = sys.stdin.buffer.read(_LONGEST_POSITION).decode("utf-8", errors="replace")
        if not text.strip():
            raise NotationError("standard input is empty; expected a position")
    return position(rules, text, lenient=lenient)


def read_language(code: str | None) -> str:
    """The language that was asked for, or else that of the environment, if the output has its letters."""
    chosen = language.of_environment() if code is None else language.named(code)
    if encoding.can_write(language.LANGUAGES[chosen]):
        return chosen
    if code is None:
        return "en"
    raise NotationError(
        "--language {code}: the output cannot show its letters ({encoding}); try PYTHONIOENCODING=utf-8",
        code=code,
        encoding=sys.stdout.encoding,
    )


def read_memory(text: str, least: str = "64K") -> int:
    """Bytes from `500M`, `4G` or a plain number, from `least` to as much as the core can have."""
    amount = _bytes(text)
    if not _bytes(least) <= amount <= _MOST_MEMORY:
        raise NotationError("--memory {found}: expected from {least} to 1T", found=text.strip(), least=least)
    return amount


def _bytes(text: str) -> int:
    number, unit = text.strip().upper().removesuffix("B"), ""
    if number and number[-1] in _UNITS:
        number, unit = number[:-1], number[-1]
    if not (number.isascii() and number.isdigit() and len(number) < 15):
        raise NotationError("{found} is not an amount of memory; expected something like 500M or 4G", found=repr(text))
    return int(number) * _UNITS[unit]

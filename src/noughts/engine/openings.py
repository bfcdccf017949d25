"""Opening tables: the score of every position up to some number of plies of a game in which marks drop.

A file has a line of text, then the positions as numbers in ascending order, eight bytes each, then their scores, one
byte each, all little-endian:

    noughts openings 1 connect4 plies=4 positions=776 sha256=…
    <positions: 8 bytes each> <scores: 1 byte each, signed>

A position and its mirror image have one entry, whoever began. A score is that of `search.contract`: for the side to
move, the number of cells left empty when a side has won, and one more. The checksum is that of everything after the
line.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from .. import files
from ..errors import FileError
from ..games import Game, Move, Position, Result, Value

SHIPPED = Path(__file__).parent / "shipped"
_HEADER = re.compile(rb"noughts openings 1 (\S{1,40}) plies=(\d{1,2}) positions=(\d{1,9}) sha256=([0-9a-f]{64})\n")


def can_have_openings(game: Game) -> bool:
    """Whether positions of the game have numbers of 64 bits."""
    return game.drop and not game.misere and len(game.owner) == 2 and game.cells + game.columns <= 64


def number(position: Position) -> int:
    """A number for the position and its images: a column is a 1 above its marks, which are 1 for the second side.

    The second side is the one that did not begin.
    """
    game = position.game
    began = (game.sides.index(position.to_move) - _filled(position)) % 2
    second = game.marks[1 - began][0]
    numbers = []
    for symmetry in game.symmetries:
        board = [position.board[cell] for cell in symmetry]
        found = 0
        for column in range(game.columns):
            bits = 1
            for cell in range(column, game.cells, game.columns):
                if board[cell]:
                    bits = bits << 1 | (board[cell] == second)
            found = found << (game.shape[0] + 1) | bits
        numbers.append(found)
    return min(numbers)


class Openings:
    """The table of one game."""

    def __init__(self, game: Game, plies: int, numbers: array[int], scores: array[int]) -> None:
        self.game, self.plies = game, plies
        self._numbers, self._scores = numbers, scores

    def __len__(self) -> int:
        return len(self._numbers)

    def value(self, position: Position) -> Value | None:
        """The exact value under the ranking `quickest`; None if the position is not in the table."""
        if _filled(position) > self.plies or position.game != self.game:
            return None
        wanted = number(position)
        at = bisect_left(self._numbers, wanted)
        if at == len(self._numbers) or self._numbers[at] != wanted:
            return None
        return value_of(self._scores[at], position)

    def moves(self, position: Position) -> dict[Move, Value] | None:
        """The value of every move; None unless the table knows all of them."""
        found: dict[Move, Value] = {}
        for move in position.legal_moves:
            after = position.play(move)
            ended = after.outcome is not None
            value = Value(Result.LOSS if after.outcome.winner else Result.DRAW, 0) if ended else self.value(after)  # type: ignore[union-attr]
            if value is None:
                return None
            found[move] = value.before()
        return found


def _filled(position: Position) -> int:
    return position.game.cells - position.board.count(0)


def value_of(score: int, position: Position) -> Value:
    empty = position.board.count(0)
    return Value(Result((score > 0) - (score < 0)), empty + 1 - abs(score) if score else empty)


def score_of(value: Value, position: Position) -> int:
    return int(value.result) * (position.board.count(0) + 1 - value.distance)


def write(path: Path, game: Game, plies: int, scores: dict[int, int]) -> None:
    """Writes the table of these scores, by the numbers of their positions."""
    numbers = array("Q", sorted(scores))
    values = array("b", [scores[one] for one in numbers])
    body = _little_endian(numbers).tobytes() + values.tobytes()
    head = f"noughts openings 1 {game.name} plies={plies} positions={len(numbers)} sha256={sha256(body).hexdigest()}\n"
    files.write(path, head.encode() + body)


def read(path: Path, game: Game) -> Openings:
    """The table in a file; an error if it is not one, is damaged, or belongs to another game."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"{path}: cannot be read: {error.strerror}") from None
    head = _HEADER.match(data)
    if head is None:
        raise FileError(f"{path}: not a table of openings; the first line must begin with 'noughts openings 1'")
    name, plies, count = head[1].decode(errors="replace"), int(head[2]), int(head[3])
    body = data[head.end() :]
    if name != game.name:
        raise FileError(f"{path}: a table of {name}, not of {game.name}")
    if len(body) != 9 * count or sha256(body).hexdigest().encode() != head[4]:
        raise FileError(f"{path}: damaged: its contents do not have the checksum in the first line")
    numbers, scores = array("Q", body[: 8 * count]), array("b", body[8 * count :])
    return Openings(game, plies, _little_endian(numbers), scores)


@lru_cache(maxsize=8)
def shipped(game: Game) -> Openings | None:
    """The table of the game in this package, if there is one."""
    path = SHIPPED / f"{game.name}.openings"
    return read(path, game) if can_have_openings(game) and path.is_file() else None


def _little_endian(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers

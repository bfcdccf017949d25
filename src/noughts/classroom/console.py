"""The course on minimax in the console: minimax to a depth, on lists of 0, +1 and -1, for a game in the console.

The score is always MAX's: +1 if MAX wins, -1 if MIN wins, 0 otherwise. Either of them may be the one who draws crosses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import games
from ..errors import NotationError
from ..search import Minimax
from . import lists

MAX = +1
MIN = -1

State = Sequence[Sequence[int]]

_MARKS: Mapping[object, int] = {0: 0, MAX: games.X, MIN: games.O}
_SIDES = {MAX: "X", MIN: "O"}


def empty_cells(state: State) -> list[list[int]]:
    """The empty cells `[row, col]` in reading order, also when the game is over."""
    return [[row, col] for row, col in lists.empty_places(lists.read(state, _MARKS))]


def wins(state: State, player: int) -> bool:
    """Whether the player has three in a row."""
    own = set(lists.RULES.marks_of[_side(player)])
    board = lists.read(state, _MARKS).board
    return any(set(contents(board)) == own for contents in lists.RULES.contents.values())


def evaluate(state: State) -> int:
    """+1 if MAX has three in a row, -1 if MIN has, otherwise 0: also while the game goes on."""
    return MAX if wins(state, MAX) else MIN if wins(state, MIN) else 0


def game_over(state: State) -> bool:
    """Whether somebody has three in a row or no cell is empty."""
    return lists.read(state, _MARKS).outcome is not None


def minimax(state: State, depth: int, player: int) -> list[int]:
    """`[row, col, score]`: the player's best move, looking `depth` plies ahead, and the score it leads to.

    Where the depth ends the board is evaluated as it stands. The depth is meant to be the number of empty cells; with
    more, or a negative one, which never runs out, every game is looked at to its end. Of equally good moves it is the
    first in reading order. With depth 0 or on a finished board there is no move: `[-1, -1, score]`.
    """
    position = lists.read(state, _MARKS, _side(player))
    if depth == 0 or position.outcome is not None:
        return [-1, -1, evaluate(state)]
    values = lists.solve(position).moves
    results = {move: int(value.result) if lists.in_sight(value, depth) else 0 for move, value in values.items()}
    best = max(results, key=results.__getitem__)  # the first of several: moves are in reading order
    return [*lists.place(best.cell), player * results[best]]


def count_nodes(state: State, player: int) -> int:
    """How many boards minimax looks at, the one given included: 549,946 from the empty board, counted one by one."""
    search = Minimax()
    search.value(lists.read(state, _MARKS, _side(player)))
    return search.nodes


def _side(player: int) -> str:
    if player not in _SIDES:
        raise NotationError(f"the player is {player!r}; expected MAX (+1) or MIN (-1)")
    return _SIDES[player]

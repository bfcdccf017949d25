"""The drawing of a board: exactly what `print(position)` and the terminal show."""

from __future__ import annotations

import pytest

from noughts.games import position
from noughts.games.notation import drawn

DRAWINGS = {
    ("tictactoe", "XO_/_X_/__O X"): """\
     1   2   3
  1  X │ O │
    ───┼───┼───
  2    │ X │
    ───┼───┼───
  3    │   │ O
X to move""",
    ("tictactoe", "XXX/OO_/___ O"): """\
     1   2   3
  1  X │ X │ X
    ───┼───┼───
  2  O │ O │
    ───┼───┼───
  3    │   │
X wins: row 1""",
    ("cube:2", "X_/__//_O/__ X"): """\
layer 1
     1   2
  1  X │
    ───┼───
  2    │

layer 2
     1   2
  1    │ O
    ───┼───
  2    │
X to move""",
    ("t3:2,12,20", "[11]0/02 odd"): """\
     1    2
  1  11 │
    ────┼────
  2     │ 2
odd to move""",
    ("3,4,3+drop", "____/_O__/XX_O X"): """\
   │   │   │   │   │
   │   │ O │   │   │
   │ X │ X │   │ O │
   └───┴───┴───┴───┘
     1   2   3   4
X to move""",
    ("cube:2+drop", "__/__//X_/_O X"): """\
layer 1
     1   2
  1    │
    ───┼───
  2    │

layer 2
     1   2
  1  X │
    ───┼───
  2    │ O
X to move""",
}


@pytest.mark.parametrize(("name", "text"), DRAWINGS)
def test_a_board_is_drawn_as_people_draw_it(name: str, text: str) -> None:
    assert str(position(name, text)) == DRAWINGS[name, text]


def lines(rows: list[drawn.Row]) -> list[str]:
    return ["".join(piece.text for piece in row) for row in rows]


def test_a_tight_drawing_has_nothing_between_cells() -> None:
    (board,) = drawn.layers(position("tictactoe", "XO_/_X_/__O X"), tight=True)
    assert lines(board) == ["    1 2 3", "  1 X│O│ ", "  2  │X│ ", "  3  │ │O"]
    (wide,) = drawn.layers(position("1,12,3", "_" * 12 + " X"), tight=True)
    assert lines(wide) == ["    1 2 3 4 5 6 7 8 9 0 1 2", "  1 " + "│".join(" " * 12)]
    (widest,) = drawn.layers(position("1,40,3", "_" * 40 + " X"))
    assert lines(widest)[0].split() == [*map(str, range(1, 41))]


def test_labels_stand_in_empty_cells_and_every_piece_knows_its_cell() -> None:
    (board,) = drawn.layers(position("tictactoe", "XO_/_X_/__O X"), {2: "W10", 0: "?"})
    assert lines(board)[1] == "  1   X  │  O  │ W10 "
    assert [piece.cell for piece in board[1]] == [-1, -2, 0, -2, -1, -2, 1, -2, -1, -2, 2, -2]
    first, second = drawn.layers(position("cube:2", "X_/__//_O/__ X"), title="level")
    assert (lines(first)[0], lines(second)[0]) == ("level 1    ", "level 2    ")
    assert [piece.cell for piece in second[4] if piece.cell >= 0] == [6, 7]

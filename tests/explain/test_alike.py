"""Equal moves: those that a symmetry of the position carries to each other, and names that fit them and no others."""

from __future__ import annotations

import pytest
from oracle import images, oracle
from sampling import all_positions, as_node, some_positions

from noughts.explain import alike
from noughts.games import Move, Position, position

COUNTS = {"two": 2, "three": 3, "four": 4, "eight": 8, "last": 1}


def named(asked: Position) -> dict[str, list[Move]]:
    return {alike.name(asked, moves): moves for moves in alike.groups(asked, asked.legal_moves)}


@pytest.mark.parametrize("name", ["tictactoe", "notakto", "wild", "4,4,3", "4,3,3", "t3", "cube:2"])
def test_equal_moves_are_those_that_lead_to_the_same_board_turned_or_mirrored(name: str) -> None:
    turned = images(list(range(oracle(name).cells)), oracle(name).game.shape)
    asked = all_positions(name) if name == "tictactoe" else some_positions(name, 60, 10**9)
    for one in asked[:: 7 if name == "tictactoe" else 1]:
        node = as_node(one)
        still = [cells for cells in turned if all(node[0][cell] == mark for cell, mark in zip(cells, node[0]))]
        groups = alike.groups(one, one.legal_moves)
        assert sorted(move for moves in groups for move in moves) == sorted(one.legal_moves)
        for moves in groups:
            assert {cells[moves[0].cell] for cells in still} == {move.cell for move in moves}
            assert len({move.mark for move in moves}) == 1


def test_every_name_on_three_by_three_fits_these_cells_and_no_others() -> None:
    where = {"corner": {0, 2, 6, 8}, "edge": {1, 3, 5, 7}, "centre": {4}}
    beside = {
        cell: {other for other in range(9) if abs(cell // 3 - other // 3) + abs(cell % 3 - other % 3) == 1}
        for cell in range(9)
    }
    seen = set()
    for one in all_positions("tictactoe"):
        for name, moves in named(one).items():
            if not name:
                continue
            seen.add(name)
            kind = next(kind for kind in where if kind in name)
            fits = {cell for cell in where[kind] if not one.board[cell]}
            for mark, symbol in ((1, "X"), (2, "O")):
                if name.endswith(f"beside {symbol}"):
                    fits &= beside[one.board.index(mark)]
                if name.endswith(f"away from {symbol}"):
                    fits -= beside[one.board.index(mark)]
            assert {move.cell for move in moves} == fits, (one.text, name)
            assert kind == "centre" or COUNTS[name.split()[1]] == len(fits)
    assert {
        "the centre",
        "the four corners",
        "the four edges",
        "the two edges beside X",
        "the two edges away from X",
    } <= seen


@pytest.mark.parametrize(
    ("name", "board", "names"),
    [
        ("tictactoe", "___/_X_/___ O", {"the four corners", "the four edges"}),
        ("tictactoe", "X__/___/___ O", {"the two edges beside X", "the two edges away from X", "the centre", ""}),
        ("4,4,4", "____/____/____/____ X", {"the four corners", "the eight edges", "the four inner cells"}),
        ("7,7,5", "_______/_______/_______/___X___/_______/_______/_______ O", {"the four corners", ""}),
        ("cube:2", "__/__//__/__ X", {""}),
    ],
)
def test_what_equal_moves_are_called(name: str, board: str, names: set[str]) -> None:
    assert named(position(name, board)).keys() == names

"""Lines and symmetries, computed from the shape: how many there are, and that they are what they should be."""

from __future__ import annotations

import pytest
from oracle import ROWS_COLUMNS_AND_DIAGONALS_OF_3X3, images, lines_between_ends
from sampling import FAMILY

from noughts.games import Game, game
from noughts.games.geometry import automorphisms, symmetries

EVERY_GAME = pytest.mark.parametrize("rules", FAMILY.values(), ids=FAMILY)
LINES = {
    "tictactoe": 8,
    "4,3,3": 14,
    "4,4,3": 24,
    "4,4,4": 10,
    "5,5,4": 28,
    "7,7,5": 60,
    "8,8,5": 96,
    "1,6,3": 4,
    "1,1,1": 1,
    "3,3,1": 9,
    "3,3,2": 20,
    "2,2,2": 6,
    "3,2,3": 2,
    "cube:2": 28,
    "cube:3": 49,
    "qubic": 76,
    "t3": 8,
    "t3:4": 10,
    "numerical": 8,
}


def as_sets(lines: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
    return {frozenset(line) for line in lines}


@pytest.mark.parametrize("name", LINES)
def test_there_are_as_many_lines_as_there_should_be(name: str) -> None:
    assert len(game(name).lines) == LINES[name]


def test_three_by_three_has_the_lines_everybody_knows() -> None:
    assert as_sets(game("tictactoe").lines) == as_sets(ROWS_COLUMNS_AND_DIAGONALS_OF_3X3)


@pytest.mark.parametrize(
    "shape", [(3, 3), (4, 3), (3, 4), (1, 6), (6, 1), (5, 7), (8, 8), (3, 3, 3), (2, 3, 4), (4, 4, 4)]
)
def test_lines_are_those_between_two_ends(shape: tuple[int, ...]) -> None:
    for length in range(1, max(shape) + 1):
        lines = Game("some game", shape, length).lines
        assert as_sets(lines) == as_sets(lines_between_ends(shape, length))
        assert len(as_sets(lines)) == len(lines)
        assert {len(line) for line in lines} == {length}


@EVERY_GAME
def test_the_lines_through_a_cell_are_the_lines_that_contain_it(rules: Game) -> None:
    for cell in range(rules.cells):
        assert set(rules.lines_through[cell]) == {line for line in rules.lines if cell in line}


SYMMETRIES = {
    (3, 3): 8,
    (8, 8): 8,
    (3, 4): 4,
    (4, 3): 4,
    (2, 5): 4,
    (1, 6): 2,
    (1, 1): 1,
    (2, 2, 2): 48,
    (3, 3, 3): 48,
    (4, 4, 4): 48,
    (2, 3, 3): 16,
    (3, 3, 2): 16,
    (3, 2, 3): 16,
    (2, 3, 4): 8,
}
AUTOMORPHISMS = {
    "tictactoe": 8,
    "4,4,3": 8,
    "4,4,4": 32,
    "5,5,5": 32,
    "5,5,4": 8,
    "6,6,6": 192,
    "7,7,7": 192,
    "4,3,3": 4,
    "cube:2": 48,
    "cube:3": 48,
    "qubic": 192,
    "t3:4": 32,
    "numerical": 8,
}


@pytest.mark.parametrize(("shape", "count"), SYMMETRIES.items(), ids=str)
def test_a_board_can_be_turned_and_mirrored_in_so_many_ways(shape: tuple[int, ...], count: int) -> None:
    found = symmetries(shape)
    assert len(found) == len(set(found)) == count
    size = 1
    for side in shape:
        size *= side
    assert set(found) == images(list(range(size)), shape)


@pytest.mark.parametrize(("name", "count"), AUTOMORPHISMS.items())
def test_a_game_has_so_many_automorphisms(name: str, count: int) -> None:
    assert len(set(game(name).automorphisms)) == len(game(name).automorphisms) == count


@EVERY_GAME
def test_automorphisms_carry_lines_to_lines(rules: Game) -> None:
    lines = as_sets(rules.lines)
    for symmetry in rules.automorphisms:
        assert sorted(symmetry) == list(range(rules.cells))
        assert {frozenset(symmetry[cell] for cell in line) for line in lines} == lines


@EVERY_GAME
def test_automorphisms_form_a_group_that_holds_the_symmetries(rules: Game) -> None:
    group = set(rules.automorphisms)
    assert tuple(range(rules.cells)) in group
    assert set(rules.symmetries) <= group
    generators = rules.automorphisms[:: max(1, len(group) // 24)]
    for one in generators:
        assert tuple(one.index(cell) for cell in range(rules.cells)) in group
        for other in rules.automorphisms:
            assert tuple(one[cell] for cell in other) in group


def all_automorphisms(cells: int, lines: set[frozenset[int]]) -> int:
    """Every permutation of the cells that carries lines to lines, counted by placing one cell after the other."""
    through = [{line for line in lines if cell in line} for cell in range(cells)]
    together = [[sum(b in line for line in through[a]) for b in range(cells)] for a in range(cells)]

    def extend(images_of: list[int]) -> int:
        cell = len(images_of)
        if cell == cells:
            return int({frozenset(images_of[c] for c in line) for line in lines} == lines)
        return sum(
            extend([*images_of, image])
            for image in range(cells)
            if image not in images_of
            and len(through[image]) == len(through[cell])
            and all(together[cell][c] == together[image][images_of[c]] for c in range(cell))
        )

    return extend([])


@pytest.mark.parametrize("name", ["tictactoe", "4,4,4", "4,3,3", "5,5,5", "cube:3", "qubic", "5,5,4"])
def test_no_permutation_of_the_cells_that_keeps_the_lines_is_missing(name: str) -> None:
    rules = game(name)
    assert all_automorphisms(rules.cells, as_sets(rules.lines)) == len(rules.automorphisms)


def test_cells_are_numbered_in_reading_order_and_named_from_one() -> None:
    rules = game("4,3,3")
    assert [rules.place(cell) for cell in (0, 2, 3, 11)] == [(1, 1), (1, 3), (2, 1), (4, 3)]
    assert rules.place_name(5) == "row 2, column 3"
    cube = game("cube:3")
    assert cube.place(14) == (2, 2, 3)
    assert cube.place_name(14) == "layer 2, row 2, column 3"
    assert automorphisms((3, 3), 3) == game("tictactoe").automorphisms


@EVERY_GAME
def test_every_place_leads_back_to_its_cell(rules: Game) -> None:
    places = [rules.place(cell) for cell in range(rules.cells)]
    assert len(set(places)) == rules.cells
    assert [rules.cell_at(place) for place in places] == list(range(rules.cells))


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("tictactoe", [4, 0, 2, 6, 8, 1, 3, 5, 7]),
        ("1,6,3", [2, 3, 1, 4, 0, 5]),
        ("4,3,3", [4, 7, 3, 5, 6, 8, 0, 2, 9, 11, 1, 10]),
    ],
)
def test_the_documented_order_is_most_lines_then_reading_order(name: str, order: list[int]) -> None:
    moves = sorted(game(name).start().legal_moves, key=game(name).preference)
    assert [move.cell for move in moves] == order

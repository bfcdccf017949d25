"""Boards as SVG: they stand alone, say in words what they show, and show what is true."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st
from sampling import unfinished_positions

from noughts.explain.board_picture import BoardPicture, board_svg, of_solution, solution_svg
from noughts.explain.palette import LIGHT, PAINT
from noughts.explain.sums import sums
from noughts.explain.value_labels import Bound, short
from noughts.games import EXAMPLES, Move, Result, Value, game, position
from noughts.search import Status, Threats

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ElementTree.Element:
    """The picture, after the checks that every picture must pass."""
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert root[0].tag == f"{SVG}title" and root[0].text
    assert root[1].tag == f"{SVG}desc" and root[1].text
    assert root.attrib["role"] == "img"
    for element in root.iter():
        assert "style" not in element.attrib and element.tag != f"{SVG}style"
        for name in element.attrib.get("class", "").split():
            assert name in PAINT or name in STRUCTURE, name
        for attribute in ("fill", "stroke"):
            colour = element.attrib.get(attribute, "none")
            assert colour == "none" or colour in LIGHT.values(), colour
    return root


STRUCTURE = {"board", "cell", "tree", "bands", "edges", "nodes", "node", "plies", "keys", "value", "race"}
STRUCTURE |= {"row", "last-in", *(f"fall-{rows}" for rows in range(1, 9))}  # where marks drop


def texts(root: ElementTree.Element, cls: str = "") -> list[str]:
    found = root.iter(f"{SVG}text")
    return [element.text or "" for element in found if not cls or cls in element.attrib.get("class", "").split()]


@pytest.mark.parametrize("name", [*EXAMPLES, "1,1,1", "1,5,3", "2,7,2", "8,8,5", "t3:3,20,30", "t3:2"])
def test_every_game_can_be_drawn(name: str) -> None:
    start = game(name).start()
    for size in (None, 150, 60, 20, 6):
        for background in (True, False):
            parsed(BoardPicture(start, last=0).svg(size, background=background))


@pytest.mark.parametrize("name", ["tictactoe", "wild", "notakto", "t3", "numerical", "4,3,3", "cube:3"])
@given(st.data())
def test_every_mark_of_a_position_is_drawn_in_its_cell(name: str, data: st.DataObject) -> None:
    drawn = data.draw(unfinished_positions([game(name)]))
    root = parsed(BoardPicture(drawn).svg(100))
    cells = {int(g.attrib["data-cell"]) for g in root.iter(f"{SVG}g") if "data-cell" in g.attrib}
    assert cells == {cell for cell, mark in enumerate(drawn.board) if mark}
    if not drawn.game.has_numbers:
        shapes = [e.attrib.get("class") for e in root.iter()]
        assert (shapes.count("x"), shapes.count("o")) == (drawn.board.count(1), drawn.board.count(2))


@given(st.data())
def test_where_marks_drop_x_is_a_disc_o_a_ring_and_an_empty_place_a_dot(data: st.DataObject) -> None:
    drawn = data.draw(unfinished_positions([game("connect4")]))
    root = parsed(BoardPicture(drawn).svg(80))
    shapes = [(e.attrib.get("class"), float(e.attrib["cx"]), float(e.attrib["cy"])) for e in root.iter(f"{SVG}circle")]
    kinds = {0: "slot", 1: "disc", 2: "o"}
    expected = [(kinds[mark], 50.0 + at % 7 * 100, 50.0 + at // 7 * 100) for at, mark in enumerate(drawn.board)]
    assert sorted(shapes) == sorted(expected)


def test_where_marks_drop_values_stand_above_their_columns() -> None:
    solution = position("connect4", "4735335353316775462225").solve()
    root = parsed(solution_svg(solution))
    assert texts(root, "coord")[-1] == "full"
    left, top, width, _ = map(float, root.attrib["viewBox"].split())
    shown = {}
    for group in root.iter(f"{SVG}g"):
        tile = group.find(f"{SVG}rect")
        if "data-cell" in group.attrib and tile is not None:
            column = int(group.attrib["data-cell"]) % 7 + 1
            assert top < float(tile.attrib["y"]) < float(tile.attrib["y"]) + float(tile.attrib["height"]) < 0
            assert float(tile.attrib["x"]) + float(tile.attrib["width"]) / 2 == 100 * column - 50
            shown[column] = group[-1].text
    assert shown == {1: "D20", 2: "L6", 4: "L2", 5: "D20", 6: "W3", 7: "W3"}
    assert (left, left + width) == (-12, 712), "the columns, with a margin"


@pytest.mark.parametrize("board", ["XOX/O__/___ X", "X__/_O_/___ X", "XX_/OO_/___ O"])
def test_values_are_those_of_the_solution(board: str) -> None:
    solution = Threats().solve(position("tictactoe", board))
    root = parsed(solution_svg(solution))
    shown = {}
    for group in root.iter(f"{SVG}g"):
        found = group.find(f"{SVG}text")
        if "data-cell" in group.attrib and found is not None:
            outlined = any("best-" in e.attrib.get("class", "") for e in group)
            shown[int(group.attrib["data-cell"])] = (found.text, outlined)
    expected = {move.cell: (short(value), move in solution.best) for move, value in solution.moves.items()}
    assert shown == expected


def test_a_tile_has_a_shape_for_a_value_and_none_for_a_bound() -> None:
    start = position("tictactoe", "XOX/O__/___ X")
    for known, glyphs in ((Value(Result.WIN, 3), 1), (Bound("at most", Result.DRAW), 0), (None, 0)):
        root = parsed(board_svg(start, values={Move(4, 1): known}))
        classes = [e.attrib.get("class", "") for e in root.iter() if e.tag != f"{SVG}text"]
        assert sum(name.startswith("g-") for name in classes) == glyphs
        assert sum(name == "unknown" for name in classes) == (known is None)


def test_what_is_not_known_is_never_shown_as_a_draw() -> None:
    stopped = Threats(node_limit=3).solve(game("4,4,4").start())
    assert stopped.status is Status.UNKNOWN
    root = parsed(solution_svg(stopped))
    assert texts(root, "unknown-t") == ["?"] * (16 - len(stopped.moves))
    assert texts(root, "caption") == ["Not known yet. This is not a draw"]


def test_result_alone_shows_no_tiles() -> None:
    solution = Threats().solve_result(game("tictactoe").start())
    root = parsed(solution_svg(solution))
    assert texts(root, "caption") == ["X draws"]
    assert "?" not in texts(root)


def test_marks_off_the_completed_line_are_dimmed() -> None:
    root = parsed(board_svg(position("tictactoe", "XXX/OO_/___ O")))
    dimmed = [e for e in root.iter() if "dim" in e.attrib.get("class", "").split()]
    assert len(dimmed) == 2
    assert sum(e.attrib.get("class") == "winline" for e in root.iter()) == 1


def test_threats_aim_where_a_line_would_be_completed() -> None:
    forked = position("tictactoe", "XOX/OX_/___ O")
    root = parsed(board_svg(forked, threats="X"))
    assert sum(e.attrib.get("class") == "target" for e in root.iter()) == len(forked.completing_moves("X")) == 2


def test_a_line_through_layers_is_numbered() -> None:
    board = "X___/____/____/___O//____/_X__/_O__/X___//____/__O_/__X_/____//_O__/__X_/____/____ O"
    root = parsed(board_svg(position("qubic", board), threats="X"))
    assert texts(root, "order") == ["1", "2", "3", "4"]
    assert texts(root, "layer") == ["Layer 1", "Layer 2", "Layer 3", "Layer 4"]


def test_sums_of_a_number_game_stand_at_the_ends_of_its_lines() -> None:
    board = position("t3", "000/203/450 odd")
    root = parsed(board_svg(board))
    assert sorted(texts(root, "need") + texts(root, "need-dead")) == sorted(
        ["needs 13", "needs 8", "needs 4", "needs 7", "needs 8", "needs 10", "needs 13", "needs 9"]
    )
    assert sorted(texts(root, "need-dead")) == ["needs 7", "needs 8"]
    assert sum(e.attrib.get("class") == "finish-even" for e in root.iter()) == 1
    row = sums(board)[(6, 7, 8)]
    assert (row.total, row.missing, row.finishers, row.is_dead) == (9, 4, (Move(8, 4),), False)


@pytest.mark.parametrize(("name", "columns"), [("t3", 27), ("wild", 18), ("numerical", 45)])
def test_a_cell_with_a_choice_of_marks_has_a_column_for_each(name: str, columns: int) -> None:
    start = game(name).start()
    root = parsed(BoardPicture(start, values=dict.fromkeys(start.legal_moves, Value(Result.DRAW, 9))).svg())
    assert texts(root, "g-d") == ["D9"] * columns


def test_where_marks_drop_the_description_goes_by_columns_from_the_floor() -> None:
    won = position("connect4", "1212121")
    said = BoardPicture(won, last=14).description()
    assert said.startswith("Column 1, from the floor: X, X, X, X. Column 2, from the floor: O, O, O. Column 3: empty.")
    assert said.endswith("Last move: column 1. Completed: column 1.")
    threat = BoardPicture(position("connect4", "12121"), threats="X").description()
    assert threat.endswith("Threat: X at column 1 completes column 1.")


def test_the_description_says_what_the_picture_shows() -> None:
    picture = of_solution(Threats().solve(position("tictactoe", "XOX/O__/___ X")), last=1)
    said = picture.description()
    assert said.startswith("X wins in 3 plies. Row 1: X, O, X. Row 2: O, empty, empty. ")
    assert "X 2,2: win in 3 plies, best." in said
    assert "X 3,1: loss in 4 plies." in said


def test_text_in_tiles_is_never_smaller_than_eleven_pixels() -> None:
    for name in ("tictactoe", "5,5,4", "7,7,5"):
        start = game(name).start()
        picture = BoardPicture(start, values=dict.fromkeys(start.legal_moves, Value(Result.DRAW, 49)))
        pixels = picture.usual_cell_pixels()
        sizes = [float(size) for size in re.findall(r'class="g-d"[^>]*font-size="([\d.]+)"', picture.svg())]
        assert sizes and min(sizes) * pixels / 100 >= 11


def test_notebooks_show_positions_and_solutions() -> None:
    start = position("tictactoe", "XOX/O__/___ X")
    assert start._repr_svg_() == board_svg(start)
    solution = Threats().solve(start)
    assert solution._repr_svg_() == solution_svg(solution)

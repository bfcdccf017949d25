"""What people paste is read: rows on lines, nine characters, grids with bars, what `print` shows, a link."""

from __future__ import annotations

import random

import pytest

from noughts.errors import NotationError
from noughts.games import EXAMPLES, Game, Position, game, position
from noughts.games.notation import boxed, drawn, loose
from noughts.web.page_state import PageState, examples, read_pasted

TICTACTOE = PageState(game("tictactoe").start(), side="X")
FORK = position("tictactoe", "XOX/O__/___ X")


def pasted(text: str, name: str = "tictactoe") -> Position:
    rules = game(name)
    return read_pasted(text, PageState(rules.start(), side=rules.sides[0])).now


@pytest.mark.parametrize(
    "text",
    [
        "XOX\nO__\n___",
        "xox\no..\n...",
        "XOX\r\nO--\r\n---\r\n",
        "X O X\nO . .\n. . .",
        "X,O,X\nO,_,_\n_,_,_",
        "XOXO_____",
        "XOX O.. ...",
        "X|O|X\nO| | \n | | ",
        "X | O | X\n--+---+--\nO |   |  \n--+---+--\n  |   |  ",
        " X | O | X \n-----------\n O | _ | _ \n-----------\n _ | _ | _ ",
        "| X | O | X |\n| O |   |   |\n|   |   |   |",
        "+---+---+---+\n| X | O | X |\n+---+---+---+\n| O |   |   |\n+---+---+---+\n|   |   |   |\n+---+---+---+",
        "1 2 3\n1 X O X\n2 O . .\n3 . . .",
        "ХОХ\nО__\n___",
        "XOX\nO__\n___\nX to move",
        "XOX\nO__\n___\nTURN X",
        "XOX\nO__\n___\nX",
        "XOX\nO__\n___ X",
        "×○×/○__/___",
        "✕◯✕\n⭕__\n___",
        "❌о❌\nО__\n___",
        "хох\no__\n___",
        "[X, O, X]\n[O, _, _]\n[_, _, _]",
        "X to move\nXOX\nO__\n___",
        "turn: x\nXOX\nO__\n___",
        "XOX\nO**\n□··",
        str(FORK),
    ],
)
def test_ways_to_write_a_board(text: str) -> None:
    assert pasted(text) == FORK


def test_the_side_to_move_may_be_named_or_follows_from_the_marks() -> None:
    assert pasted("XO_\n___\n___").to_move == "X"
    assert pasted("XO_\nX__\n___").to_move == "O"
    assert pasted("XO_\n___\n___\nO to move").to_move == "O"
    assert pasted("X__/___/___", "notakto").to_move == "second"
    assert pasted("5..\n.4.\n...", "t3").to_move == "odd"
    assert pasted("5..\n...\n...\nOdds to move", "t3").to_move == "odd"
    assert pasted("X__/___/_X_", "notakto").to_move == "first"
    assert pasted("XO_\n___\n__O").to_move == "X"
    assert pasted("___\n___\n___\nO").to_move == "O"


@pytest.mark.parametrize("name", [*EXAMPLES, "7,7,5", "wild+misere", "t3:3,12,20"])
def test_what_we_print_can_be_pasted(name: str) -> None:
    """On positions of random games; the turn is that of the marks, as it is in games."""
    rules, chance = game(name), random.Random(name)
    for _ in range(12):
        now = rules.start()
        for _ in range(chance.randrange(rules.cells)):
            if now.outcome is None:
                now = now.play(chance.choice(now.legal_moves))
        rows = now.text.rpartition(" ")[0]
        forms = [str(now), now.text, boxed.write(now), boxed.draw(now)]
        if max(rules.all_marks) <= 9:
            forms += [rows, rows.replace("//", "\n\n").replace("/", "\n"), rows.replace("/", "")]
        for form in forms:
            assert pasted(form, name) == now, form


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("XOX\nO_", "found 5 cells, expected 9 (3×3)"),
        ("XOZ\nO__\n___", "row 1, column 3: found 'Z', expected X, O or _"),
        ("noughts tictactoe\n1. X 2,2\n2. O 1,1\n3. X 2,2", "move 3, '3. X 2,2': row 2, column 2 is taken by X"),
        ("noughts tictactoe\n1. X 2,2\nhello", "move 2: found 'hello', expected a move such as '2. O 1,1'"),
        ("XOX/O_/___ X", "found 2 cells, expected 3"),
        ("X", "found 1 cell, expected 9 (3×3)"),
    ],
)
def test_an_error_names_the_right_place(text: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        read_pasted(text, TICTACTOE)
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("name", "text", "board"),
    [
        ("2,2,2", "X_\n_O X", "X_/_O X"),  # two signs and a side
        ("2,2,2", "_ _\nX O", "__/XO X"),  # two cells
        ("tictactoe", "X|O|X\n---\nO|_|_\n---\n_|_|_", "XOX/O__/___ X"),  # a rule as wide as a row
        ("tictactoe", "|X|O|X|\n|-|-|-|\n|O|_|_|\n|-|-|-|\n|_|_|_|", "XOX/O__/___ X"),
        ("tictactoe", "1 X|O|X\n2 O|_|_\n3 _|_|_", "XOX/O__/___ X"),
        ("tictactoe", "1 XOX\n2 O__\n3 ___", "XOX/O__/___ X"),
        ("tictactoe", "OXX\rO__\r___\r", "OXX/O__/___ X"),
        ("tictactoe", "OXX\r\nO__\r\n___", "OXX/O__/___ X"),
        ("t3:3,10,15", "10 0 0\n0 9 0\n0 0 0", "[10]00/090/000 odd"),
    ],
)
def test_rows_are_told_from_what_is_around_them(name: str, text: str, board: str) -> None:
    assert loose.read(text, game(name)) == position(name, board)


def test_a_tight_drawing_can_be_pasted() -> None:
    rows = drawn.layers(FORK, tight=True)[0]
    assert loose.read("\n".join("".join(piece.text for piece in row) for row in rows), FORK.game) == FORK


def test_boxes_of_a_board_with_layers_can_be_pasted() -> None:
    now = Game("slab", (2, 2, 3), 2).start().play("2 2 3")
    assert loose.read(boxed.draw(now), now.game) == now


def test_a_number_alone_is_no_number_of_a_row() -> None:
    with pytest.raises(NotationError, match=r"found 10 cells, expected 9 \(3×3\)"):
        loose.read("XOX\nO__\n___\n1", FORK.game)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_can_be_pasted(name: str) -> None:
    boards = [pasted(text, name) for text in examples(game(name))]
    assert boards[0] == boards[1] == boards[2]

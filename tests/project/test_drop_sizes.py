"""The tables of docs/connect4.md: small boards are solved again, and what others have proved is not contradicted."""

from __future__ import annotations

import pytest
from scripts_path import drop_sizes
from tiers import needs_core

from noughts.engine.core import Core
from noughts.games import game

VALUES = drop_sizes.known_values(drop_sizes.DOCUMENT.read_text().split(drop_sizes.BEGIN)[1])


@needs_core
@pytest.mark.parametrize("most", [12, pytest.param(24, marks=pytest.mark.slow)])
def test_small_boards_are_worth_what_is_written(most: int) -> None:
    small = [name for name in VALUES if game(name).cells <= most]
    assert len(small) > 30
    for name in small:
        assert drop_sizes.written(Core(game(name)).value(game(name).start())) == VALUES[name], name


def test_nothing_contradicts_what_others_have_proved() -> None:
    assert VALUES.get("6,7,4+drop", "W41") == "W41"
    even = [f"{rows},6,4+drop" for rows in (2, 4, 6, 8)]
    assert sum(name in VALUES for name in even) >= 2
    assert not any(VALUES.get(name, "D").startswith("W") for name in even)


def test_a_table_that_is_written_is_read_back() -> None:
    text = "\n\n".join(drop_sizes.table(*which, VALUES) for which in drop_sizes.GAMES)
    assert drop_sizes.known_values(text) == VALUES

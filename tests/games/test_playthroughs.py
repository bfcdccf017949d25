"""Golden playthroughs: a game of each kind goes as it was written down. `make playthroughs` writes them again."""

from __future__ import annotations

import pytest
from scripts_path import playthroughs


@pytest.mark.parametrize("name", playthroughs.GAMES)
def test_a_game_goes_as_it_was_written_down(name: str) -> None:
    assert playthroughs.path_of(name).read_text(encoding="utf-8") == playthroughs.playthrough(name)


def test_every_file_is_of_a_game() -> None:
    assert {*playthroughs.FOLDER.iterdir()} == {*map(playthroughs.path_of, playthroughs.GAMES)}

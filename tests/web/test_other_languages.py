"""What one person has had worked out is said to the next one in the language of that one."""

from __future__ import annotations

import pytest

from noughts.games import game, position
from noughts.language import LANGUAGES, speaking
from noughts.search import Source
from noughts.web import knowledge
from noughts.web.analyst import Analyst

PICTURE_12 = position("7,7,5", "_______/____O__/__X____/_X_O___/_OO_XX_/_______/_______ X")


@pytest.mark.parametrize("asked", [PICTURE_12, game("7,7,5").start()])
def test_why_it_is_certain_is_said_in_every_language(asked: object) -> None:
    analyst = Analyst(seconds=2.0)
    said = set()
    for language in LANGUAGES:
        with speaking(language):
            solution = analyst.assess(asked)  # type: ignore[arg-type]
            assert solution.source is Source.PROOF
            assert solution.because
            assert knowledge.summary(solution).startswith(solution.because)
            said.add(solution.because)
    assert len(said) == len(LANGUAGES)

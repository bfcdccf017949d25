"""How reports show each verdict: in words, and as a part of the bar."""

from __future__ import annotations

from typing import NamedTuple

from ..verdicts import Verdict


class Presentation(NamedTuple):
    """Words, and classes of the style sheet. Stripes distinguish verdicts without the help of colours."""

    title: str
    about: str
    fill: str
    stripes: str = ""
    stripes_rise: bool = False


PRESENTATIONS = {
    Verdict.OPTIMAL: Presentation("Best", "as good and as quick as can be", "k-best"),
    Verdict.SLOW_WIN: Presentation("Slower win", "still won, takes longer", "k-light", "s-best", stripes_rise=True),
    Verdict.FAST_LOSS: Presentation("Sooner loss", "lost anyway, lost sooner than need be", "k-grey", "s-half"),
    Verdict.WIN_TO_DRAW: Presentation("Gave away a win", "won before the move, drawn after", "k-half"),
    Verdict.WIN_TO_LOSS: Presentation("Lost a won game", "won before the move, lost after", "k-lost"),
    Verdict.DRAW_TO_LOSS: Presentation("Gave away a draw", "drawn before the move, lost after", "k-pale", "s-lost"),
    Verdict.ILLEGAL: Presentation("Not a legal move", "taken, off the board, or not a move", "k-paper", "s-none"),
    Verdict.FINISHED: Presentation(
        "Finished game", "moved although the game was over", "k-grey", "s-none", stripes_rise=True
    ),
    Verdict.NO_ANSWER: Presentation("No answer", "crash, a limit, or nothing that could be read", "k-none"),
}

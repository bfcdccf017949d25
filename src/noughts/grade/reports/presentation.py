"""How reports show each verdict: in words, and as a part of the bar."""

from __future__ import annotations

from typing import NamedTuple

from ...language import _
from ..verdicts import Verdict


class Presentation(NamedTuple):
    """A description, and classes of the style sheet. Stripes distinguish verdicts without the help of colours."""

    about: str
    fill: str
    stripes: str = ""
    stripes_rise: bool = False


PRESENTATIONS = {
    Verdict.OPTIMAL: Presentation("as good and as quick as can be", "k-best"),
    Verdict.SLOW_WIN: Presentation("still won, takes longer", "k-light", "s-best", stripes_rise=True),
    Verdict.FAST_LOSS: Presentation("lost anyway, lost sooner than need be", "k-grey", "s-half"),
    Verdict.WIN_TO_DRAW: Presentation("won before the move, drawn after", "k-half"),
    Verdict.WIN_TO_LOSS: Presentation("won before the move, lost after", "k-lost"),
    Verdict.DRAW_TO_LOSS: Presentation("drawn before the move, lost after", "k-pale", "s-lost"),
    Verdict.ILLEGAL: Presentation("taken, off the board, or not a move", "k-paper", "s-none"),
    Verdict.FINISHED: Presentation("moved although the game was over", "k-grey", "s-none", stripes_rise=True),
    Verdict.NO_ANSWER: Presentation("crash, a limit, or nothing that could be read", "k-none"),
}


def title(verdict: Verdict) -> str:
    """The verdict as a heading, in the current language."""
    return {
        Verdict.OPTIMAL: _("Best"),
        Verdict.SLOW_WIN: _("Slower win"),
        Verdict.FAST_LOSS: _("Sooner loss"),
        Verdict.WIN_TO_DRAW: _("Gave away a win"),
        Verdict.WIN_TO_LOSS: _("Lost a won game"),
        Verdict.DRAW_TO_LOSS: _("Gave away a draw"),
        Verdict.ILLEGAL: _("Not a legal move"),
        Verdict.FINISHED: _("Finished game"),
        Verdict.NO_ANSWER: _("No answer"),
    }[verdict]

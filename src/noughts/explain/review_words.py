"""What a review says: the headline, how the game ended, what each move was, and the turning point."""

from __future__ import annotations

from ..games import Move, Result
from ..games.notation.moves import typed
from ..language import _, ngettext
from . import alike, words
from .review import Judged, Review, Stretch


def headline(review: Review) -> str:
    """`You had a draw until move 4`, `Nobody slipped.`"""
    point = review.turning_point
    if point is None:
        return _("Nobody slipped.") if review.is_complete else _("No slip is known")
    slip, had_win = point.judged, point.judged.stake[0] is Result.WIN
    if slip.side == review.you:
        text = _("You had a win until move {number}") if had_win else _("You had a draw until move {number}")
    else:
        text = _("{side} had a win until move {number}") if had_win else _("{side} had a draw until move {number}")
    return words.capital(text.format(side=words.side_name(slip.side), number=slip.number))


def decided(review: Review) -> str:
    """`Your 1,2 (move 3) lost; 1,1 draws.` The turning point in one breath; the headline where there is none."""
    point = review.turning_point
    if point is None:
        return f"{headline(review).rstrip('.')}."
    slip = point.judged
    kept_win, is_lost = slip.stake[0] is Result.WIN, slip.result is Result.LOSS
    if slip.side == review.you:
        lost = (
            _("Your {move} (move {number}) lost; {better} wins.")
            if kept_win
            else _("Your {move} (move {number}) lost; {better} draws.")
        )
        text = lost if is_lost else _("Your {move} (move {number}) gave away the win; {better} wins.")
    else:
        lost = (
            _("{side}’s {move} (move {number}) lost; {better} wins.")
            if kept_win
            else _("{side}’s {move} (move {number}) lost; {better} draws.")
        )
        text = lost if is_lost else _("{side}’s {move} (move {number}) gave away the win; {better} wins.")
    move, better = (typed(one, slip.before.game) for one in (slip.move, slip.better[0][0]))
    side = words.side_name(slip.side)
    return words.capital(text.format(side=side, move=move, number=slip.number, better=better))


def summary(review: Review) -> str:
    """How it ended, how many moves decided it, and what could not be judged."""
    return " ".join(filter(None, (_ending(review), _slips(review), _not_judged(review))))


def _ending(review: Review) -> str:
    count, outcome = len(review.judged), review.end.outcome
    if outcome is None:
        return ngettext("Not over yet: {count} move so far.", "Not over yet: {count} moves so far.", count).format(
            count=count
        )
    if outcome.winner is None:
        return ngettext("Drawn after {count} move.", "Drawn after {count} moves.", count).format(count=count)
    text = ngettext("{side} won in {count} move.", "{side} won in {count} moves.", count)
    return words.capital(text.format(side=words.side_name(outcome.winner), count=count))


def _slips(review: Review) -> str:
    slips = review.slips
    if not slips:
        return closest(review) if review.is_complete else ""
    if len(slips) > 1:
        text = ngettext("{count} move changed the result.", "{count} moves changed the result.", len(slips))
        return text.format(count=len(slips))
    side = slips[0].side
    others = [one for one in review.judged if one.side == side and not one.is_slip]
    if others and all(one.verdict == "best" for one in others):
        if side == review.you:
            return _("One move of yours decided it; the others were as good as any.")
        return _("One move of {side} decided it; the others were as good as any.").format(side=words.side_name(side))
    return _("One move decided it.")


def closest(review: Review) -> str:
    """`It was closest at move 2: 1 of 8 moves held the draw.`"""
    narrow = review.closest
    if narrow is None:
        return ""
    if narrow.stake[0] is Result.WIN:
        text = _("It was closest at move {number}: {kept} of {count} moves kept the win.")
    else:
        text = _("It was closest at move {number}: {kept} of {count} moves held the draw.")
    return text.format(number=narrow.number, kept=len(narrow.kept), count=len(narrow.before.legal_moves))


def _not_judged(review: Review) -> str:
    unknown = [str(one.number) for one in review.judged if one.verdict is None]
    if not unknown:
        return ""
    text = ngettext(
        "Move {numbers} is not judged: too little is known, which does not mean drawn.",
        "Moves {numbers} are not judged: too little is known, which does not mean drawn.",
        len(unknown),
    )
    return text.format(numbers=_ranges([one.number for one in review.judged if one.verdict is None]))


def _ranges(numbers: list[int]) -> str:
    """`1–4, 6`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def move_verdict(judged: Judged) -> str:
    """`best`, `gave away the draw`; `wins` for the move that does, `nothing better` where all is lost."""
    outcome = judged.after.outcome
    if outcome is not None and outcome.winner == judged.side:
        return _("wins")
    if judged.verdict is None:
        return _("not known") if judged.result is None else words.verb(judged.result)
    if judged.verdict == "kept":
        return _("kept the result")
    if judged.verdict == "best" and judged.stake[1] is Result.LOSS:
        return _("nothing better")
    return words.verdict_name(judged.verdict)


def stretch_name(stretch: Stretch, review: Review) -> tuple[str, str]:
    """`Drawn`, `with best play`: the result of a part of the game for one side, and what that means."""
    is_last = stretch.last == len(review.judged)
    is_over = is_last and review.end.outcome is not None
    if stretch.result is None:
        return _("Not known"), _("which does not mean drawn")
    named = {Result.WIN: _("Won"), Result.DRAW: _("Drawn"), Result.LOSS: _("Lost")}[stretch.result]
    if review.you is None:
        return named, _("for {side}, with best play").format(side=words.side_name(review.view))
    if stretch.result is Result.LOSS and is_over:
        return named, _("from here, whatever you do")
    return named, _("with best play")


def ribbon_sentence(review: Review) -> str:
    """The ribbon for those who cannot see it."""
    parts = []
    for stretch in review.ribbon:
        named = stretch_name(stretch, review)[0]
        text = _("{result} from move {number}") if stretch.first else _("{result} at the start")
        parts.append(text.format(result=named.lower(), number=stretch.first))
    whose = _("For you") if review.you is not None else _("For {side}").format(side=words.side_name(review.view))
    return f"{whose}: {', '.join(parts)}."


def group_name(judged: Judged, moves: list[Move]) -> str:
    """`the four corners: 1,1 · 1,3 · 3,1 · 3,3`, or the places alone."""
    game, called = judged.before.game, alike.name(judged.before, moves) if len(moves) > 1 else ""
    places = " · ".join(words.target_name(move, game, judged.side) for move in sorted(moves))
    return f"{called}: {places}" if called else places

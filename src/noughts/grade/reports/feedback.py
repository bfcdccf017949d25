"""One page for each student: what is right, what to mend, three mistakes worth a look, and what to do next."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from ...explain import value_labels, words
from ...explain.board_picture import BoardPicture
from ...explain.frame import is_columns
from ...explain.value_labels import Estimate
from ...games import Move, Position, Result
from ...language import _, ngettext
from ..answers import NO_MOVE
from ..grades import Grade, best_of, reason
from ..verdicts import Judged, Verdict
from . import advice, page, parts_table
from .instructive import Example, examples
from .mistakes import move_text
from .presentation import title

PAGE = "http://127.0.0.1:8000"  # where `noughts web` is
_MANY_BEST = 3  # so many best moves are counted, not listed
_COLUMNS = 256  # pixels that a board of columns takes


def write(grade: Grade, site: str = PAGE) -> str:
    """The page, in the current language; boards link to the page of `noughts web` at `site`."""
    shown = examples(grade)
    sections = [_header(grade), _meta(grade)]
    if grade.parts:
        sections.append(_heading(_("The parts")) + parts_table.write(grade))
    if shown:
        cards = "".join(_card(grade, example, at, site) for at, example in enumerate(shown, start=1))
        sections.append(_heading(_mistakes_heading(len(shown))) + f'<div class="mist three">{cards}</div>')
    sections += [_next(grade), _foot(grade, bool(shown))]
    body = f'<main class="doc feedback">{"".join(sections)}</main>'
    return page.write(f"{grade.name} · noughts", body, "parts.css", "feedback.css")


def address(position: Position, site: str = PAGE) -> str:
    """Where the page shows this position."""
    query = urlencode({"game": position.game.name, "from": position.text}, safe=",/:.-_")
    return f"{site.rstrip('/')}/understand?{query}"


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _header(grade: Grade) -> str:
    most = _("of 100")
    return (
        f"<header><div>{page.NAME}<h1>{escape(advice.headline(grade))}</h1>"
        f'<p class="lead">{escape(advice.lead(grade))}</p></div>'
        f'<div class="score"><b>{page.score(grade)}</b><span>{most}</span></div></header>'
    )


def _meta(grade: Grade) -> str:
    times = _("{mean} mean, {longest} longest")
    mean = grade.seconds / len(grade.judged) if grade.judged else 0.0
    facts = {
        _("Agent"): grade.name,
        _("Game"): grade.game,
        _("Positions"): f"{len(grade.judged):,}",
        _("Time per answer"): times.format(mean=words.short_time(mean), longest=words.short_time(grade.longest)),
    }
    items = (f"<span>{name} <b>{escape(fact)}</b></span>" for name, fact in facts.items())
    return f'<div class="facts">{"".join(items)}</div>'


def _mistakes_heading(count: int) -> str:
    text = ngettext("One mistake worth a look", "{number} mistakes worth a look", count)
    return words.capital(text.format(number=words.number(count)))


def _card(grade: Grade, example: Example, at: int, site: str) -> str:
    one = example.judged
    who = _("{side} to move").format(side=words.side_name(one.position.to_move))
    opens = _("Open this board")
    return (
        f'<article class="mk"><h3><i>{at}</i>{escape(title(one.verdict))}</h3>'
        f'<p class="who">{escape(who)}</p>'
        f"{_board(grade, one)}{_moves(grade, one)}"
        f'<p class="why">{escape(_why(grade, one))}</p><p class="pat">{escape(_pattern(example))}</p>'
        f'<a class="btn" href="{escape(address(one.position, site))}">{opens}</a></article>'
    )


def _board(grade: Grade, one: Judged) -> str:
    """The move that was played, with crop marks, and the best moves with their value."""
    if one.position.outcome is not None:
        return BoardPicture(one.position).svg(90, background=False)
    solution = grade.exact.solution(one.position)
    after = one.position if one.move is None else one.position.play(one.move)
    values: dict[Move, Estimate] = dict.fromkeys(solution.best, solution.value)
    best = frozenset(solution.best)
    if is_columns(one.position.game):  # values stand above the columns, so there is room for that of the move
        values |= {one.move: one.value} if one.move is not None else {}
        pixels = _COLUMNS / one.position.game.columns
        return BoardPicture(after, one.move, values, best).svg(pixels, coordinates=True, background=False)
    return BoardPicture(after, one.move, values, best).svg(90, background=False)


def _moves(grade: Grade, one: Judged) -> str:
    best, value = best_of(one, grade.exact)
    said = _("you answered") if one.move is None else _("you played")
    rather = _("best")
    is_nothing = not one.answer or (one.answer == NO_MOVE and grade.candidate.is_function)
    answer = _("nothing") if is_nothing else _place(one.answer, one.position)
    wanted = _place(best[0], one.position)
    if len(best) >= _MANY_BEST:
        text = _("any of {count} columns") if one.position.game.drop else _("any of {count} cells")
        wanted = text.format(count=len(best))
    elif len(best) == 2:
        wanted = words.either(_place(place, one.position) for place in best)
    return (
        f'<dl><div><dt>{said}</dt><dd><b class="said">{escape(answer)}</b>{page.chip(one.value)}</dd></div>'
        f"<div><dt>{rather}</dt><dd><b>{escape(wanted)}</b>{page.chip(value)}</dd></div></dl>"
    )


def _place(answer: str, position: Position) -> str:
    """`2,3` from `2 3`; an answer that is no move stays as it is."""
    if answer == "-1" and position.outcome is not None:
        return _("nothing: the game is over")
    text = move_text(answer, position)[:40]
    return _("column {at}").format(at=text) if is_columns(position.game) and text.isdigit() else text


def _why(grade: Grade, one: Judged) -> str:
    if one.verdict is Verdict.FINISHED:
        return _("The game is over here, and there is no move to make.")
    if one.verdict is Verdict.ILLEGAL and one.answer == NO_MOVE:
        return _("The game is not over here; somebody has to move.")
    if one.verdict is Verdict.ILLEGAL and one.position.game.drop:
        return _("This column is full, or it is not on the board.")
    if one.verdict is Verdict.ILLEGAL:
        return _("This cell is taken, or it is not on the board.")
    return reason(one, grade.exact)


def _pattern(example: Example) -> str:
    said = []
    if example.mirrored:
        text = ngettext(
            "The same in {count} board that mirrors or turns this one.",
            "The same in {count} boards that mirror or turn this one.",
            example.mirrored,
        )
        said.append(text.format(count=example.mirrored))
    if example.alike > example.mirrored + 1:
        text = ngettext("{count} mistake is of this kind.", "{count} mistakes are of this kind.", example.alike)
        said.append(text.format(count=f"{example.alike:,}"))
    return " ".join(said)


def _next(grade: Grade) -> str:
    steps = advice.steps(grade)[:3]
    if not steps:
        return ""
    items = "".join(f"<li><b>{escape(step.title)}</b><span>{escape(step.text)}</span></li>" for step in steps)
    return _heading(_("Next")) + f'<ol class="next">{items}</ol>'


def _asked(grade: Grade) -> list[str]:
    """How the agent was asked, if it cannot be asked about everything as it is."""
    plays = grade.candidate.interface.plays if grade.candidate.interface is not None else "both"
    if plays in ("X", "O"):
        text = _("The agent plays {mark} only. Where the other side moves, it saw the board with the marks exchanged.")
        return [text.format(mark=plays)]
    return {
        "first": [_("The agent was asked only where the first player moves.")],
        "second": [_("The agent was asked only where the second player moves.")],
    }.get(plays, [])


def _foot(grade: Grade, with_mistakes: bool) -> str:
    said = _asked(grade)
    if with_mistakes:
        letters = {result: value_labels.letter_of(result) for result in Result}
        text = _(
            "Values are exact and come from the solver: {win}3 wins in 3 plies, {draw}6 is drawn with 6 plies to go, "
            "{loss}4 loses in 4. The mistakes were chosen because each stands for several others."
        )
        said.append(text.format(win=letters[Result.WIN], draw=letters[Result.DRAW], loss=letters[Result.LOSS]))
    if grade.baseline:
        text = _("For comparison, random moves would score {score} on the same questions.")
        said.append(text.format(score=f"{grade.baseline['random']:.2f}"))
    return f'<p class="foot">{escape(" ".join(said))}</p>' if said else ""

"""One HTML file that needs nothing else: every agent with its verdicts, worst mistakes as boards, and protections."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ...explain import value_labels
from ...explain.board_picture import BoardPicture
from ...explain.svg import number
from ...explain.words import short_time
from ...games import Move, Position, Result, Value
from .. import baseline
from ..grades import Grade
from ..limits import Limits
from ..self_test import described
from ..verdicts import Verdict
from . import page, parts_table
from .class_picture import ClassPicture
from .mistakes import Mistake, worst_mistakes
from .presentation import PRESENTATIONS, title

_BAR, _NARROWEST = 920.0, 5.0
_YES = '<path d="m4.5 10.5 3.5 3.5 7.5-8"/>'
_NO = '<path d="M10 3.5 17.5 16.5h-15z"/><path d="M10 8.5v3.5M10 14.3v.01"/>'


def write(grades: Sequence[Grade], most: int, limits: Limits) -> str:
    heading = f"{grades[0].name} · noughts" if len(grades) == 1 else f"{len(grades)} agents · noughts"
    body = "" if len(grades) == 1 else _overview(grades)
    body += "\n".join(_agent(grade, most, limits, at) for at, grade in enumerate(grades))
    return page.write(heading, body, "parts.css")


def _overview(grades: Sequence[Grade]) -> str:
    passed = sum(grade.passed for grade in grades)
    missing = sum(not grade.is_graded for grade in grades)
    lead = f"{passed:,} of {len(grades):,} pass." + (f" {missing:,} not graded." if missing else "")
    header = "".join(f'<th class="n wide">{escape(name)}</th>' for name in ("best", "result lost", "no move"))
    rows = "".join(_row(at, grade) for at, grade in enumerate(grades))
    return (
        f'<section class="doc"><header><div>{page.NAME}<h1>{len(grades):,} agents</h1>'
        f'<p class="lead">{lead}</p></div></header>'
        f'<div class="summary">{"".join(ClassPicture(grades).halves())}</div>{_similar(grades)}'
        f'<table class="all"><tr><th>agent</th><th class="n">score</th>{header}</tr>{rows}</table></section>'
    )


def _similar(grades: Sequence[Grade]) -> str:
    """Groups of agents to look at, and how they were found."""
    groups = dict.fromkeys(tuple(sorted((grade.name, *grade.similar))) for grade in grades if grade.similar)
    if not groups:
        return ""
    items = "".join(f"<li>{escape(', '.join(names))}</li>" for names in groups)
    return (
        f'<h2>Look at these</h2><ul class="same">{items}</ul><p class="foot">They are equal once names, comments, '
        "layout and the order of functions are left out. That alone does not say why.</p>"
    )


def _row(at: int, grade: Grade) -> str:
    lost = sum(grade.verdicts[one] for one in (Verdict.WIN_TO_DRAW, Verdict.WIN_TO_LOSS, Verdict.DRAW_TO_LOSS))
    none = sum(grade.verdicts[one] for one in (Verdict.ILLEGAL, Verdict.FINISHED, Verdict.NO_ANSWER))
    cells = "".join(f'<td class="n wide">{count:,}</td>' for count in (grade.verdicts[Verdict.OPTIMAL], lost, none))
    link = f'<a href="#agent-{at}">{escape(grade.name)}</a>'
    return f'<tr><td>{link}</td><td class="n"><b>{page.score(grade)}</b></td>{cells}</tr>'


def _agent(grade: Grade, most: int, limits: Limits, at: int) -> str:
    shown = worst_mistakes(grade, most)
    kind = "of 100 · result kept" if grade.rubric.is_usual else "of 100 · by the rubric"
    more = len(grade.mistakes) - len(shown)
    heading = "The worst mistakes" if more else "The mistakes"
    mistakes = f"<h2>{heading}</h2><div class='mist'>{''.join(map(_mistake, shown))}</div>" if shown else ""
    rest = f'<p class="foot">{more:,} more {"is" if more == 1 else "are"} not shown.</p>' if more and shown else ""
    header = (
        f'<section class="doc" id="agent-{at}"><header><div>{page.NAME}<h1>{escape(_headline(grade))}</h1>'
        f'<p class="lead">{escape(_lead(grade))}</p></div>'
        f'<div class="score"><b>{page.score(grade)}</b><span>{kind}</span></div></header>'
    )
    if not grade.is_graded:
        return f"{header}</section>"
    return (
        f"{header}{_meta(grade)}{_parts(grade)}<h2>Every answer, judged</h2>{_bar(grade)}{_table(grade)}"
        f"{_baseline(grade)}{mistakes}{rest}{_protections(grade, limits)}"
        '<p class="foot">Values are exact and come from the solver. Narrow parts of the bar are drawn wider so that '
        "they can be seen; the table has the true numbers.</p></section>"
    )


def _headline(grade: Grade) -> str:
    if not grade.is_graded:
        return f"{grade.name} is not graded"
    if not grade.is_complete:
        return f"{grade.name}, as far as it was asked"
    if grade.is_optimal:
        return f"{grade.name} plays perfectly"
    if not sum(grade.verdicts[one] for one in Verdict if not one.keeps_result):
        return f"{grade.name} keeps every result"
    return f"{grade.name} is not perfect yet"


def _lead(grade: Grade) -> str:
    if not grade.is_graded:
        return f"{grade.candidate.problem}."
    kept, count = sum(grade.verdicts[one] for one in Verdict if one.keeps_result), len(grade.judged)
    sentence = f"It keeps the result in {kept:,} of {count:,} positions."
    if not grade.is_complete:
        return f"{sentence} {grade.expected - count:,} more were not asked: the run was interrupted."
    if grade.is_optimal:
        return f"{sentence} Nobody slipped."
    if grade.verdicts[Verdict.NO_ANSWER] == count:
        return f"{sentence} It never answered."
    if grade.verdicts[Verdict.WIN_TO_LOSS] or grade.verdicts[Verdict.DRAW_TO_LOSS]:
        return f"{sentence} It can be beaten: the quickest way is shown first below."
    return f"{sentence} What it could do better is shown below."


def _meta(grade: Grade) -> str:
    count = len(grade.judged)
    mean = grade.seconds / count if count else 0.0
    facts = {
        "Game": grade.game,
        "Asked": grade.selection,
        "Interface": grade.candidate.interface.title if grade.candidate.interface is not None else "not recognised",
        **({"Asked as": grade.candidate.note} if grade.candidate.note else {}),
        "Time per answer": f"{short_time(mean)} mean, {short_time(grade.longest)} longest",
    }
    return (
        '<dl class="meta">'
        + "".join(f"<div><dt>{name}</dt><dd>{escape(fact)}</dd></div>" for name, fact in facts.items())
        + "</dl>"
    )


def _bar(grade: Grade) -> str:
    """The verdicts as parts of a bar; patterns are part of the picture, for print and for any eyes."""
    counts = [(verdict, count) for verdict, count in grade.verdicts.items() if count]
    total = sum(count for _, count in counts)
    room = _BAR - 2 * (len(counts) - 1)
    narrow = [verdict for verdict, count in counts if count / total * room < _NARROWEST] if total else []
    left = room - _NARROWEST * len(narrow)
    wide = sum(count for verdict, count in counts if verdict not in narrow)
    parts, x = [], 0.0
    for verdict, count in counts:
        width = _NARROWEST if verdict in narrow else count / wide * left
        tip = f"<title>{escape(title(verdict))}: {count:,}</title>"
        parts.append(f"<g>{tip}{_filled(verdict, x, width, 34)}</g>")
        x += width + 2
    named = ", ".join(f"{title(verdict)} {count:,}" for verdict, count in counts)
    return (
        f'<svg class="vbar" viewBox="0 0 {number(_BAR)} 34" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(named)}">{"".join(parts)}</svg>'
    )


def _filled(verdict: Verdict, x: float, width: float, height: float) -> str:
    look = PRESENTATIONS[verdict]
    drawn = f'<rect class="{look.fill}" x="{number(x)}" y="0" width="{number(width)}" height="{number(height)}"/>'
    if not look.stripes:
        return drawn
    right, lean = x + width, height
    lines, at = [], x - lean
    while at < right:
        # A stripe from edge to edge of the part, cut where it would leave it.
        low, high = max(at, x), min(at + lean, right)
        if low < high:
            y_low, y_high = low - at, high - at
            if look.stripes_rise:
                y_low, y_high = height - y_low, height - y_high
            lines.append(f"M{number(low)} {number(y_low)}L{number(high)} {number(y_high)}")
        at += 8
    return drawn + f'<path class="{look.stripes}" d="{"".join(lines)}" fill="none" stroke-width="3.4"/>'


def _table(grade: Grade) -> str:
    rows, total = [], max(1, len(grade.judged))
    for verdict, count in grade.verdicts.items():
        if not count and verdict is not Verdict.OPTIMAL:
            continue
        words = PRESENTATIONS[verdict]
        key = f'<svg class="key" viewBox="0 0 16 16" aria-hidden="true">{_filled(verdict, 0, 16, 16)}</svg>'
        rows.append(
            f'<tr><td>{key}</td><td>{title(verdict)}<span class="muted">{words.about}</span></td>'
            f'<td class="n">{count:,}</td><td class="p">{count / total * 100:.1f} %</td></tr>'
        )
    return f'<table class="vk">{"".join(rows)}</table>'


def _parts(grade: Grade) -> str:
    return f"<h2>The parts</h2>{parts_table.write(grade)}" if grade.parts else ""


def _baseline(grade: Grade) -> str:
    """What scores mean: those of agents that know nothing."""
    if not grade.baseline:
        return ""
    names = {baseline.RANDOM: "random moves", baseline.FIRST_EMPTY: "the first free cell", baseline.NEVER: "always -1"}
    scores = ", ".join(f"{names[name]} {score:.2f}" for name, score in grade.baseline.items())
    return f'<p class="foot">For comparison, on the same questions: {scores}.</p>'


def _mistake(one: Mistake) -> str:
    judged = one.judged
    position = judged.position
    played = _board(position, judged.move)
    if judged.move is not None:
        answer = f"you played <b>{escape(one.answer)}</b>"
    elif judged.answer:
        answer = f'you answered <b class="said">{escape(one.answer[:60])}</b>'
    else:
        answer = "no answer"
    left = f"<figure>{played}<figcaption>{answer}{_value(judged.value)}</figcaption></figure>"
    best = _best_move(one)
    more = f" or {len(one.best) - 1} more" if len(one.best) > 1 else ""
    caption = f"best <b>{escape(one.best_moves[0])}</b>{more}{_value(one.best_value)}"
    right = f"<figure>{_board(position, best)}<figcaption>{caption}</figcaption></figure>"
    return (
        f'<article class="mk"><h3>{escape(one.title)}</h3><div class="pair">{left}{right}</div>'
        f"<p>{escape(one.reason)}</p></article>"
    )


def _best_move(one: Mistake) -> Move | None:
    position = one.judged.position
    return None if position.outcome is not None else position.move(one.best[0])


def _board(position: Position, move: Move | None) -> str:
    after = position if move is None else position.play(move)
    return BoardPicture(after, last=move).svg(48, coordinates=False, background=False)


def _value(value: Value | None) -> str:
    if value is None:
        return ""
    glyph = f'<svg viewBox="0 0 28 28" aria-hidden="true">{value_labels.glyph(Result(value.result), 14, 14, 12)}</svg>'
    return f'<span class="v {value.result}">{glyph}{value_labels.short(value)}</span>'


def _protections(grade: Grade, limits: Limits) -> str:
    words = described(limits)
    items = []
    for name, active in sorted(grade.protections.items(), key=lambda item: not item[1]):
        icon = f'<svg class="ic" viewBox="0 0 20 20" aria-hidden="true">{_YES if active else _NO}</svg>'
        off = "" if active else " <b>· off</b>"
        items.append(
            f'<li class="{"" if active else "no"}">{icon}<span>{escape(words.get(name, name))}{off}</span></li>'
        )
    if not items:
        return ""
    gaps = f"; it does not protect against this: {'; '.join(grade.gaps)}" if grade.gaps else ""
    confined = f"<p>Confined by {escape(grade.confinement + gaps)}.</p>" if grade.confinement else ""
    return f'<h2>Protections that were seen to hold</h2>{confined}<ul class="prot">{"".join(items)}</ul>'

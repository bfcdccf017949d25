"""The race of the ladder as a picture: a bar for each algorithm on a logarithmic axis with real numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from ..language import _
from . import svg, words
from .palette import SERIF

_WIDTH, _LEFT, _RIGHT = 1000, 200, 690
_ROW, _HEAD, _TOP = 38, 46, 64


def idea(name: str) -> str:
    """What an algorithm adds to the one above it."""
    ideas = {
        "minimax": _("every game to the end"),
        "alpha-beta": _("skips what cannot matter"),
        "ordering": _("cells on most lines first"),
        "dead lines": _("no line left is a draw"),
        "table": _("remembers positions"),
        "symmetry": _("mirrored boards are one"),
        "threats": _("sees a line one ply early"),
    }
    return ideas.get(name, "")


def rung_name(name: str) -> str:
    """What an algorithm is called."""
    names = {
        "minimax": _("minimax"),
        "alpha-beta": _("alpha-beta"),
        "ordering": _("ordering"),
        "dead lines": _("dead lines"),
        "table": _("table"),
        "symmetry": _("symmetry"),
        "threats": _("threats"),
    }
    return names.get(name, name)


@dataclass(frozen=True)
class RaceEntry:
    """What one algorithm took; not `finished` if it was stopped on the way."""

    name: str
    nodes: int
    seconds: float
    finished: bool


@dataclass(frozen=True)
class Heat:
    """All algorithms on one position, and what they found."""

    about: str
    answer: str
    entries: Sequence[RaceEntry]


class RacePicture:
    """One heat, or several below each other on one axis, so that growth can be seen."""

    def __init__(self, heats: Sequence[Heat], title: str = "The race") -> None:
        self.heats = heats
        self.title = title
        counts = [entry.nodes for heat in heats for entry in heat.entries]
        self.low = floor(log10(max(min(counts), 1)))
        self.high = max(ceil(log10(max(*counts, 2))), self.low + 1)

    @property
    def height(self) -> int:
        return _TOP + sum(_HEAD + _ROW * len(heat.entries) for heat in self.heats) + 14

    def svg(self, *, background: bool = True, heading: bool = True) -> str:
        """The picture; a page that has a heading of its own leaves this one out."""
        drawn = [*(self._heading() if heading else ()), *self._axis()]
        top = 0 if heading else _TOP - 20
        y = float(_TOP)
        for heat in self.heats:
            drawn += self._heat(heat, y)
            y += _HEAD + _ROW * len(heat.entries)
        return svg.document(
            "".join(drawn),
            box=(0, top, _WIDTH, self.height - top),
            size=(_WIDTH, self.height - top),
            title=self.title,
            description=self.description,
            cls="race",
            background=background,
        )

    @property
    def description(self) -> str:
        sentences = []
        for heat in self.heats:
            counts = ", ".join(f"{rung_name(entry.name)} {_nodes(entry)}" for entry in heat.entries)
            looked = _("Positions looked at: {counts}.").format(counts=counts)
            sentences.append(f"{heat.about}. {heat.answer}. {looked}")
        return " ".join(sentences)

    def _heading(self) -> Iterator[str]:
        about = "positions looked at, logarithmic; each rung adds one idea, and the answer stays the same"
        yield _two_voices(32, ("rung", 22, self.title), ("factor", 13, about), font_weight=600)

    def _axis(self) -> Iterator[str]:
        for power in range(self.low, self.high + 1):
            yield svg.label("axis-t", self._x(10**power), _TOP, 12, f"{10**power:,}")

    def _x(self, nodes: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (log10(max(nodes, 1)) - self.low) / (self.high - self.low)

    def _heat(self, heat: Heat, y: float) -> Iterator[str]:
        yield _two_voices(y + 28, ("layer", 16, heat.about), ("factor", 13, heat.answer))
        for power in range(self.low, self.high + 1):
            top, height = y + _HEAD - 4, _ROW * len(heat.entries)
            yield svg.path("axis", f"M{svg.number(self._x(10**power))} {svg.number(top)}v{height}", 1)
        above: RaceEntry | None = None
        for count, entry in enumerate(heat.entries):
            yield from self._entry(entry, above, y + _HEAD + count * _ROW, is_first=count == 0)
            above = entry

    def _entry(self, entry: RaceEntry, above: RaceEntry | None, y: float, is_first: bool) -> Iterator[str]:
        name = rung_name(entry.name) if is_first else f"+ {rung_name(entry.name)}"
        yield svg.label("rung", 16, y + 11, 14, name, 600, "start")
        yield svg.label("idea", 16, y + 26, 12, idea(entry.name), None, "start")
        length = max(self._x(entry.nodes) - _LEFT, 2)
        if entry.finished:
            yield svg.rectangle("bar", _LEFT, y + 2, length, 20, 3)
        else:
            yield svg.rectangle("bar-over", _LEFT + 0.5, y + 2.5, length, 19, 3, stroke_dasharray="4 3")
        yield svg.label("count", _LEFT + length + 9, y + 17, 14, _nodes(entry), 600, "start")
        yield svg.label("factor", _WIDTH - 92, y + 17, 13, _factor(entry, above), None, "end")
        yield svg.label("idea", _WIDTH - 16, y + 17, 13, words.short_time(entry.seconds), None, "end")


def as_list(heat: Heat) -> str:
    """The same for a narrow screen: a list with the number beside its bar."""
    low = log10(max(min(entry.nodes for entry in heat.entries), 2)) * 0.75
    high = max(log10(max(entry.nodes for entry in heat.entries)), low + 0.1)
    items, above = [], None
    for count, entry in enumerate(heat.entries):
        name = rung_name(entry.name) if count == 0 else f"+ {rung_name(entry.name)}"
        part = max((log10(max(entry.nodes, 1)) - low) / (high - low), 0.03)
        bar = svg.rectangle("bar" if entry.finished else "bar-over", 0.5, 0.5, round(99 * min(part, 1.0), 1), 11, 3)
        drawn = svg.element("svg", bar, viewBox="0 0 100 12", preserveAspectRatio="none", aria_hidden="true")
        items.append(
            f"<li><b>{svg.escape(name)}</b> <span>{svg.escape(_factor(entry, above))}</span>"
            f"<i>{drawn}</i> <strong>{svg.escape(_nodes(entry))}</strong> "
            f"<small>{svg.escape(idea(entry.name))}</small></li>"
        )
        above = entry
    note = svg.escape(_("The bars are on a logarithmic scale; the numbers are exact."))
    return f'<p class="heat">{svg.escape(heat.answer)}</p><ol>{"".join(items)}</ol><p class="soft">{note}</p>'


def _two_voices(y: float, spoken: tuple[str, int, str], operated: tuple[str, int, str], **attributes: int) -> str:
    """A heading in serif and what it is about in sans, on one line, however wide the first turns out to be."""
    (first, size, heading), (second, smaller, about) = spoken, operated
    return svg.element(
        "text",
        svg.element("tspan", svg.escape(heading), cls=first, font_family=SERIF, font_size=size, **attributes),
        svg.element("tspan", svg.escape(about), cls=second, dx=16, font_size=smaller),
        x=16,
        y=y,
    )


def _nodes(entry: RaceEntry) -> str:
    return f"{entry.nodes:,}" if entry.finished else _("over {count}").format(count=f"{entry.nodes:,}")


def _factor(entry: RaceEntry, above: RaceEntry | None) -> str:
    """How much was saved, where both were finished: a count that was stopped is no number to divide by."""
    if above is None or not entry.finished or not above.finished:
        return ""
    factor = above.nodes / max(entry.nodes, 1)
    digits = 0 if factor >= 10 else 1 if factor >= 1.1 else 2
    if factor < 1:
        return _("{factor}× more").format(factor=f"{1 / factor:.{digits}f}") if factor < 0.995 else _("the same")
    if factor < 1.005:
        return _("the same")
    return _("{factor}× fewer").format(factor=f"{factor:,.{digits}f}")

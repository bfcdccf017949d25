"""What the reports say about the named functions: whether each is right, and what is wrong with it, in a sentence."""

from __future__ import annotations

from ...language import _
from ..part_grades import Fault, PartGrade, Wrong
from ..parts import REFUSAL

_NEARLY = 0.9


def heading(part: PartGrade) -> str:
    """The name of the function; `result` has a second line about illegal moves."""
    return part.part.call.function.rpartition(".")[2]


def state(part: PartGrade) -> str:
    """`right`, `nearly`, `not yet` or `missing`."""
    if part.asked < part.expected:
        return _("not finished")
    if part.is_right:
        return _("right")
    if part.fault is Fault.MISSING:
        return _("missing")
    return _("nearly") if part.share >= _NEARLY else _("not yet")


def sentence(part: PartGrade) -> str:
    """What is right or wrong with the function."""
    said = [_right(part)] if part.is_right else [_wrong(part)]
    if part.collection:
        text = _("Gives a {collection}; the course asks for a set.")
        said += [text.format(collection=part.collection)] if part.part.required else []
    return " ".join(said)


def remedy(part: PartGrade) -> str:
    """A line of Python that helps, or nothing."""
    if part.fault is Fault.CHANGES_ARGUMENT:
        return "new = [row[:] for row in board]"
    if part.fault in (Fault.ACCEPTS_TAKEN, Fault.ACCEPTS_OUTSIDE):
        return "if action not in actions(board): raise ValueError(action)"
    return ""


def _right(part: PartGrade) -> str:
    count = f"{part.expected:,}"
    if part.name == REFUSAL:
        return _("Refuses cells that are taken or outside the board.")
    said = {
        "player": _("Knows whose turn it is in all {count} positions."),
        "actions": _("Finds every free cell."),
        "result": _("Makes the new board and leaves the old one as it was."),
        "winner": _("Sees all eight lines."),
        "terminal": _("Stops at a win and at a full board."),
        "utility": _("Gives a win, a draw and a loss their scores."),
        "value": _("Gives a win, a draw and a loss their scores."),
    }
    return said.get(part.name, _("Right in all {count} positions.")).format(count=count)


def _wrong(part: PartGrade) -> str:
    if part.asked < part.expected:
        text = _("Asked in {asked} of {count} positions so far.")
        return text.format(asked=f"{part.asked:,}", count=f"{part.expected:,}")
    assert part.fault is not None and part.first is not None
    numbers = {"wrong": f"{part.faults[part.fault]:,}", "count": f"{part.expected:,}", "given": part.first.given}
    return {
        Fault.MISSING: _("There is no function of this name."),
        Fault.NOT_ASKED: "{given}",
        Fault.CRASH: _("Fails in {wrong} of {count} positions: {given}."),
        Fault.CHANGES_ARGUMENT: _("Changes the board it was given. Copy it first; the caller still needs the old one."),
        Fault.ACCEPTS_TAKEN: _("Accepts a cell that is taken. It should raise an exception."),
        Fault.ACCEPTS_OUTSIDE: _("Accepts a cell outside the board, such as (-1, 0). It should raise an exception."),
        Fault.WRONG: _("Wrong in {wrong} of {count} positions.") + " {example}",
    }[part.fault].format(**numbers, example=_example(part, part.first))


def _example(part: PartGrade, wrong: Wrong) -> str:
    """`On XX_/OO_/___ X it gives 'O'; expected 'X'.`"""
    given, expected = wrong.given, wrong.expected
    if part.part.call.asks == "places" and not given.startswith("?"):
        return _cells(wrong)
    if part.part.call.asks == "boards":
        pairs = zip(given.split() + ["?"] * len(expected.split()), expected.split())
        given, expected = next(((one, other) for one, other in pairs if one.rstrip("*") != other), (given, expected))
    text = _("On {position} it gives {given}; expected {expected}.")
    return text.format(position=wrong.position.text, given=given, expected=expected)


def _cells(wrong: Wrong) -> str:
    """`On XX_/OO_/___ X it misses (2, 0).`"""
    given, expected = set(wrong.given.split()), set(wrong.expected.split())
    missing, extra = sorted(expected - given), sorted(given - expected)
    text = _("On {position} it misses {cells}.") if missing else _("On {position} it has {cells} too.")
    return text.format(position=wrong.position.text, cells=_places(missing or extra))


def _places(cells: list[str]) -> str:
    """`(0, 1), (2, 2)` from `01` and `22`."""
    return ", ".join(f"({cell[:-1]}, {cell[-1]})" for cell in cells)

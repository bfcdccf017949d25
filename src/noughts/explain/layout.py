"""A tidy layout of a tree, after Reingold and Tilford, with Buchheim's even spreading of small subtrees.

Nodes of one depth are in one row and keep their order; a parent stands over the middle of its children; subtrees are
as close as they can be, and nothing overlaps. A subtree is known by its contours: how far it reaches to the left and to
the right of its root, row by row. `assets/tree_page.js` does the same again when branches are folded in the browser.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Slot:
    """A place for something of a width, over the places of its children. `x` is its centre."""

    width: float
    children: Sequence[Slot] = field(default_factory=list)
    x: float = 0.0


@dataclass
class _Contour:
    """The reach of a subtree to both sides of its root, for each row from the root's down."""

    left: list[float]
    right: list[float]


def place(root: Slot) -> float:
    """Gives every slot its `x`, the leftmost edge being 0; the result is the width of the whole."""
    offsets: dict[int, list[float]] = {}
    contour = _contour(root, offsets)
    _settle(root, -min(contour.left), offsets)
    return max(contour.right) - min(contour.left)


def _contour(slot: Slot, offsets: dict[int, list[float]]) -> _Contour:
    """The contour of a subtree; on the way, where each child stands relative to its parent."""
    below = [_contour(child, offsets) for child in slot.children]
    places = _side_by_side(below)
    middle = (places[0] + places[-1]) / 2 if places else 0.0
    shifted = [at - middle for at in places]
    offsets[id(slot)] = shifted
    rows = max((len(contour.left) for contour in below), default=0)
    left, right = [-slot.width / 2], [slot.width / 2]
    for row in range(rows):
        reaching = [(at, contour) for at, contour in zip(shifted, below) if row < len(contour.left)]
        left.append(min(at + contour.left[row] for at, contour in reaching))
        right.append(max(at + contour.right[row] for at, contour in reaching))
    return _Contour(left, right)


def _side_by_side(contours: Sequence[_Contour]) -> list[float]:
    """Where the roots of subtrees stand, each as far to the left as those before it allow."""
    places: list[float] = []
    for count, contour in enumerate(contours):
        needed = [at + _distance(before, contour) for at, before in zip(places, contours)]
        place = max(needed, default=0.0)
        blocker = needed.index(place) if needed else 0
        # A large subtree further left pushed this one away: those between them share the space, none moving further
        # than its own room or than the one to its right.
        slack = shift = place - needed[-1] if needed else 0.0
        for between in range(count - 1, blocker, -1):
            shift = min(shift, slack * (between - blocker) / (count - blocker), place - needed[between])
            places[between] += shift
        places.append(place)
    return places


def _distance(left: _Contour, right: _Contour) -> float:
    """How far apart two roots must be."""
    return max(reach - start for reach, start in zip(left.right, right.left))


def _settle(slot: Slot, x: float, offsets: dict[int, list[float]]) -> None:
    slot.x = x
    for child, offset in zip(slot.children, offsets[id(slot)]):
        _settle(child, x + offset, offsets)

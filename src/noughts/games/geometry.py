"""Lines and symmetries, computed from the shape of the board.

A shape is `(rows, columns)` or `(layers, rows, columns)`. Cells are numbered in reading order, so on 3×3

    0 1 2
    3 4 5
    6 7 8

A line is a tuple of cells from one end to the other; a symmetry is a tuple `p` by which the content of cell `p[i]`
moves to cell `i`.
"""

from __future__ import annotations

from itertools import permutations, product
from math import prod

Shape = tuple[int, ...]
Line = tuple[int, ...]
Permutation = tuple[int, ...]


def coordinates(shape: Shape) -> list[tuple[int, ...]]:
    """The coordinates of every cell, in the order in which cells are numbered."""
    return list(product(*map(range, shape)))


def lines(shape: Shape, length: int) -> tuple[Line, ...]:
    """Every straight line of `length` cells: along the axes and along all diagonals."""
    number = {place: cell for cell, place in enumerate(coordinates(shape))}
    # One of each pair of opposite directions: the one whose first non-zero step is positive.
    directions = [step for step in product((-1, 0, 1), repeat=len(shape)) if step > (0,) * len(shape)]
    by_cells: dict[frozenset[int], Line] = {}
    for step in sorted(directions, key=lambda step: (sum(map(abs, step)), step)):
        for place in number:
            run = [tuple(at + i * by for at, by in zip(place, step)) for i in range(length)]
            if run[-1] in number:
                line = tuple(number[cell] for cell in run)
                by_cells.setdefault(frozenset(line), line)
    return tuple(by_cells.values())


def symmetries(shape: Shape) -> tuple[Permutation, ...]:
    """The rotations and reflections of the board: 8 for a square, 4 for a rectangle, 48 for a cube."""
    rigid: dict[Permutation, None] = {}
    for axes in permutations(range(len(shape))):
        if any(shape[axis] != size for axis, size in zip(axes, shape)):
            continue
        for flips in product((False, True), repeat=len(shape)):
            relabelled = [tuple(reversed(range(n))) if flip else tuple(range(n)) for n, flip in zip(shape, flips)]
            rigid[_relabel(shape, axes, relabelled)] = None
    return tuple(rigid)


def automorphisms(shape: Shape, length: int) -> tuple[Permutation, ...]:
    """Every symmetry, and every relabelling of coordinates besides, that carries lines to lines.

    Where a line spans the whole board, more than rotations and reflections keep the lines: on 4×4×4 the inner
    and outer layers may change places. Candidates are the relabellings that commute with reversing an axis
    (otherwise some diagonal would be torn); each is kept only if the set of lines survives it.
    """
    rigid = symmetries(shape)
    if set(shape) != {length}:
        return rigid
    every_line = frozenset(map(frozenset, lines(shape, length)))
    relabellings = dict.fromkeys(rigid)
    for labels in permutations(range(length)):
        if any(labels[i] + labels[-1 - i] != length - 1 for i in range(length)):
            continue
        bend = _relabel(shape, tuple(range(len(shape))), [labels] * len(shape))
        if frozenset(frozenset(bend[cell] for cell in line) for line in every_line) == every_line:
            relabellings.update((tuple(bend[cell] for cell in symmetry), None) for symmetry in rigid)
    return tuple(relabellings)


def keeping_columns(permutations: tuple[Permutation, ...], shape: Shape) -> tuple[Permutation, ...]:
    """Those that carry what lies below a cell to what lies below its image. Columns run along the first axis."""
    step = prod(shape[1:])
    return tuple(
        one for one in permutations if all(one[cell + step] == one[cell] + step for cell in range(len(one) - step))
    )


def _relabel(shape: Shape, axes: tuple[int, ...], labels: list[tuple[int, ...]]) -> Permutation:
    """The permutation that sends each cell to the one with permuted axes and relabelled coordinates."""
    strides = [prod(shape[axis + 1 :]) for axis in range(len(shape))]
    return tuple(
        sum(labels[axis][place[axes[axis]]] * strides[axis] for axis in range(len(shape)))
        for place in coordinates(shape)
    )

"""Which part of a trace a picture shows, and what each node is worth, seen from the top.

Nothing is left out in silence: what is not drawn is counted at the node it hangs from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ..games import Ranking, Result
from ..search import INFINITY, Trace, TraceNode
from . import words
from .value_labels import SIGNS, letter_of

MANY = 150  # above about so many nodes nobody reads a tree
Exactness = Literal["exact", "at most", "at least"]
_OTHER_WAY: dict[str, Exactness] = {"exact": "exact", "at most": "at least", "at least": "at most"}


@dataclass(frozen=True)
class Worth:
    """A value or a bound. Draws have no distance, and nothing has where win, draw and loss alone were searched for."""

    bound: Exactness
    result: Result
    distance: int | None

    @property
    def is_exact(self) -> bool:
        return self.bound == "exact"

    @property
    def text(self) -> str:
        """`W3`, `D`, `≤ D`: what stands under a node."""
        letter = f"{letter_of(self.result)}{'' if self.distance is None else self.distance}"
        return letter if self.is_exact else f"{SIGNS[self.bound]} {letter}"

    @property
    def words(self) -> str:
        """`a win in 3`, `at most a draw`."""
        return words.bound_name(self.bound, self.result, self.distance)


@dataclass
class TreeNode:
    """A node of the picture. `more` counts the nodes below it that are not drawn, and `more_cut` the moves cut there.

    `alike` counts the siblings that a symmetry of the board carries into it and that are folded into it, and
    `alike_nodes` all nodes that went with them.
    """

    node: TraceNode
    depth: int
    is_best: bool = False
    children: list[TreeNode] = field(default_factory=list)
    more: int = 0
    more_cut: int = 0
    alike: int = 0
    alike_nodes: int = 0
    alike_cut: int = 0

    def walk(self) -> Iterator[TreeNode]:
        """This node and all below it, in the order of the search."""
        yield self
        for child in self.children:
            yield from child.walk()


class Tree:
    """The picture's tree: the nodes to draw, and how to read scores.

    `depth` and `nodes` limit what is drawn; the best line is always drawn to its end. Without a depth, a tree of more
    than `nodes` nodes is drawn down to the depth at which they suffice.
    """

    def __init__(
        self,
        trace: Trace,
        *,
        depth: int | None = None,
        nodes: int = MANY,
        fold_symmetric: bool = False,
        ranking: Ranking = Ranking.QUICKEST,
        algorithm: str = "",
        root: int = 0,
    ) -> None:
        self.trace = trace
        self.ranking = ranking
        self.algorithm = algorithm
        self.fold_symmetric = fold_symmetric
        self._sizes, self._cuts = _totals(trace)
        # Whether the search used a window at all; minimax does not. Every node that is drawn asks.
        self.has_windows = any(node.alpha > -INFINITY or node.beta < INFINITY for node in trace.nodes)
        self.root_position = trace.nodes[root].position
        self.best_line = set(_best_line(trace, root))
        self.depth = depth if depth is not None else self._depth_that_fits(root, nodes)
        self._left = max(nodes, len(self.best_line)) - len(self.best_line)
        self.root = self._node(trace.nodes[root], 0)
        self._grow()

    @property
    def total(self) -> int:
        """How many nodes the search visited."""
        return self._sizes[self.root.node.index]

    @property
    def total_cut(self) -> int:
        """How many moves it cut off."""
        return self._cuts[self.root.node.index]

    @property
    def drawn(self) -> int:
        return sum(1 for _ in self.root.walk())

    @property
    def folded(self) -> int:
        """How many nodes are counted instead of drawn."""
        return sum(node.more + node.alike_nodes for node in self.root.walk())

    def below(self, node: TreeNode) -> int:
        """How many nodes the search visited below a node, whether they are drawn or not."""
        return self._sizes[node.node.index] - 1

    def worth(self, node: TraceNode) -> Worth | None:
        """What a node is worth to the side to move at the top, counted from there; None if it was not finished."""
        if node.score is None or node.bound == "unknown":
            return None
        bound = node.bound if self._sign(node) == 1 else _OTHER_WAY[node.bound]
        return Worth(bound, *self._read(self._sign(node) * node.score))

    def window(self, node: TraceNode) -> tuple[int, int]:
        """The window on arrival, as scores for the side to move at the top."""
        return (node.alpha, node.beta) if self._sign(node) == 1 else (-node.beta, -node.alpha)

    def score(self, node: TraceNode) -> int | None:
        """The score for the side to move at the top."""
        return None if node.score is None else self._sign(node) * node.score

    def label(self, score: int) -> str:
        """`W3`, `D`, `L4`, `+∞`: a score as windows show it."""
        if abs(score) >= INFINITY:
            return "+∞" if score > 0 else "−∞"
        return Worth("exact", *self._read(score)).text

    def window_text(self, node: TraceNode) -> str:
        return "[{}, {}]".format(*map(self.label, self.window(node)))

    def _sign(self, node: TraceNode) -> int:
        return 1 if node.position.to_move == self.root_position.to_move else -1

    def _read(self, score: int) -> tuple[Result, int | None]:
        """The result and the plies from the top to the end; a draw has no distance, all of them are equally long."""
        result = Result((score > 0) - (score < 0))
        if result is Result.DRAW or self.ranking is not Ranking.QUICKEST:
            return result, None
        return result, self.root_position.board.count(0) + 1 - abs(score)

    def _node(self, node: TraceNode, depth: int) -> TreeNode:
        below, cut = self._sizes[node.index] - 1, self._cuts[node.index] - node.cut
        return TreeNode(node, depth, is_best=node.index in self.best_line, more=below, more_cut=cut)

    def _depth_that_fits(self, root: int, limit: int) -> int:
        """The depth down to which no more nodes than the limit lie, at least 1."""
        depth, level, count = 0, [self.trace.nodes[root]], 1
        while level:
            level = [group[0] for node in level for group in self._alike(node)]
            count += len(level)
            if count > limit:
                break
            depth += 1
        return max(depth, 1)

    def _grow(self) -> None:
        """Draws level after level, children in the order of the search."""
        level = [self.root]
        while level:
            for parent in level:
                self._draw_children(parent)
            level = [child for parent in level for child in parent.children]

    def _draw_children(self, parent: TreeNode) -> None:
        groups = self._alike(parent.node)
        for group in groups:
            chosen = next((node for node in group if node.index in self.best_line), group[0])
            is_best = chosen.index in self.best_line
            if not is_best and (parent.depth >= self.depth or self._left <= 0):
                continue
            self._left -= not is_best
            child = self._node(chosen, parent.depth + 1)
            folded = [node for node in group if node is not chosen]
            child.alike = len(folded)
            child.alike_nodes = sum(self._sizes[node.index] for node in folded)
            child.alike_cut = sum(self._cuts[node.index] for node in folded)
            parent.children.append(child)
            parent.more -= self._sizes[chosen.index] + child.alike_nodes
            parent.more_cut -= self._cuts[chosen.index] + child.alike_cut

    def _alike(self, parent: TraceNode) -> list[list[TraceNode]]:
        """The children, those that a symmetry of the board carries into each other together."""
        children = [self.trace.nodes[index] for index in parent.children]
        if not self.fold_symmetric:
            return [[child] for child in children]
        groups: dict[bytes, list[TraceNode]] = {}
        for child in children:
            groups.setdefault(child.position.canonical(child.position.game.symmetries), []).append(child)
        return list(groups.values())


def _best_line(trace: Trace, root: int) -> Iterator[int]:
    """From the root, always the first child that gave its parent the score: both sides' best play, as it was found."""
    node = trace.nodes[root]
    yield node.index
    while node.score is not None:
        children = [trace.nodes[index] for index in node.children]
        following = [child for child in children if child.score is not None and -child.score == node.score]
        if not following:
            return
        node = following[0]
        yield node.index


def _totals(trace: Trace) -> tuple[list[int], list[int]]:
    """For every node, how many nodes its subtree has, itself included, and how many moves were cut there."""
    sizes, cuts = [1] * len(trace), [node.cut for node in trace.nodes]
    for node in reversed(trace.nodes):  # children come after their parents
        if node.parent is not None:
            sizes[node.parent] += sizes[node.index]
            cuts[node.parent] += cuts[node.index]
    return sizes, cuts

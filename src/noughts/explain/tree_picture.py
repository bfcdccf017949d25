"""A search as a picture: boards at the nodes, values and windows below them, what was cut drawn as cut."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ..errors import MisuseError
from ..games import Ranking
from ..language import _, ngettext
from ..search import Trace
from . import layout, svg, value_labels, words
from .board_picture import BoardPicture
from .frame import CELL, Frame
from .tree_view import MANY, Tree, TreeNode

LABELS = 96  # room at the left for "X moves"
TOP = 18
MARGIN = 26  # room at the right for what is cut from the last node
_KEY = 78
_LEAST_WIDTH = 760


@dataclass
class Stub:
    """What hangs from a node and is not drawn: nodes folded away, moves cut, or both."""

    of: TreeNode
    slot: layout.Slot

    @property
    def more(self) -> str:
        return _("{count} more").format(count=f"{self.of.more:,}") if self.of.more else ""

    @property
    def cut(self) -> str:
        return _cut(self.of.node.cut) if self.of.node.cut else ""


class TreePicture:
    """The picture of a tree. Values are for the side to move at the top."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        game = tree.root_position.game
        self.box = 64 if len(game.shape) == 3 else 48 if game.has_numbers else 40 if max(game.shape) <= 4 else 56
        self.pitch = self.box + 20
        self.text_height = 33 if tree.has_windows else 19
        self.row = self.box + self.text_height + 30
        self._slots: dict[int, layout.Slot] = {}
        self._stubs: dict[int, Stub] = {}
        self._width = layout.place(self._slot(tree.root))

    def svg(self, *, background: bool = True) -> str:
        width, height = self.width, self.height
        body = "".join(
            (
                svg.group(*self._bands(), cls="bands"),
                svg.group(*self._edges(), cls="edges"),
                svg.group(*self._nodes(), cls="nodes"),
                svg.group(*self._plies(), cls="plies"),
                svg.group(*self._key(), cls="keys"),
            )
        )
        return svg.document(
            body,
            box=(0, 0, width, height),
            size=(width, height),
            title=self.title,
            description=self.description,
            cls="tree",
            background=background,
        )

    @property
    def title(self) -> str:
        position = self.tree.root_position
        return f"Search tree of {self.tree.algorithm or 'a search'}: {position.game.name}, {position.text}"

    @property
    def description(self) -> str:
        tree = self.tree
        worth = tree.worth(tree.root.node)
        answer = _("The value is not known yet.")
        if worth is not None:
            side = words.capital(words.side_name(tree.root_position.to_move))
            answer = _("{side} has {value}.").format(side=side, value=worth.words)
        folded = " " + _("{count} are folded.").format(count=f"{tree.folded:,}") if tree.folded else ""
        did = _("The search visited {nodes} and cut off {moves}.")
        return f"{answer} {did.format(nodes=_nodes(tree.total), moves=_moves(tree.total_cut))}{folded}"

    @cached_property
    def depth(self) -> int:
        """The lowest row in which anything stands."""
        return max(node.depth + (node.node.index in self._stubs) for node in self.tree.root.walk())

    @property
    def width(self) -> float:
        return max(LABELS + self._width + MARGIN, _LEAST_WIDTH)

    @property
    def tree_height(self) -> float:
        return TOP + (self.depth + 1) * self.row - 14

    @property
    def height(self) -> float:
        return self.tree_height + _KEY

    def at(self, node: TreeNode) -> tuple[float, float]:
        """The middle of the upper edge of a node's box."""
        return self._across(self._slots[node.node.index]), self._down(node.depth)

    def _across(self, slot: layout.Slot) -> float:
        free = (
            self.width - LABELS - MARGIN - self._width
        )  # where the key is wider than the tree, the tree is in the middle
        return LABELS + free / 2 + slot.x

    def _down(self, depth: int) -> float:
        return TOP + depth * self.row

    def _slot(self, node: TreeNode) -> layout.Slot:
        children = [self._slot(child) for child in node.children]
        # Beside a single child a cut finds room; otherwise it stands in the row below like a child.
        if node.more or (node.node.cut and len(children) > 1):
            stub = Stub(
                node,
                layout.Slot(
                    max(46.0, 7.0 * len(_("{count} more").format(count=f"{node.more:,}")) + 10) if node.more else 46.0
                ),
            )
            self._stubs[node.node.index] = stub
            children.append(stub.slot)
        slot = layout.Slot(self.pitch + (14 if node.alike else 0), children)
        self._slots[node.node.index] = slot
        return slot

    def _bands(self) -> Iterator[str]:
        for depth in range(0, self.depth + 1, 2):
            yield svg.rectangle("band", 0, self._down(depth) - 12, self.width, self.row - 18, 8)

    def _plies(self) -> Iterator[str]:
        """Whose move a row is, and whether it takes the largest value or the smallest."""
        position = self.tree.root_position
        sides = (position.to_move, position.game.opponent[position.to_move])
        rows: dict[int, list[TreeNode]] = {}
        for node in self.tree.root.walk():
            rows.setdefault(node.depth, []).append(node)
        for depth, nodes in rows.items():
            y = self._down(depth)
            if all(node.node.position.outcome is not None for node in nodes):
                yield svg.label("ply", 12, y + 24, 12, _("the end"), None, "start")
                continue
            yield svg.label(
                "ply-who",
                12,
                y + 18,
                12,
                _("{side} moves").format(side=words.side_name(sides[depth % 2])),
                600,
                "start",
            )
            yield svg.label("ply", 12, y + 33, 12, ("max", "min")[depth % 2], None, "start")

    def _edges(self) -> Iterator[str]:
        nodes = sorted(self.tree.root.walk(), key=lambda node: node.is_best)  # the best line on top
        for parent in nodes:
            x, y = self.at(parent)
            start = y + self.box + self.text_height
            for child in parent.children:
                cls, width = ("edge-best", 2.6) if parent.is_best and child.is_best else ("edge", 1.2)
                x2, y2 = self.at(child)
                yield svg.path(cls, curve(x, start, x2, y2 - 3), width, data_to=child.node.index)
            if parent.node.index in self._stubs:
                yield from self._stub(self._stubs[parent.node.index], x, start)
            elif parent.node.cut:
                yield svg.group(*_side_cut(x, start, _cut(parent.node.cut)))

    def _stub(self, stub: Stub, x: float, start: float) -> Iterator[str]:
        """In the row below: "12 more" as a button, "3 cut" after a double slash."""
        x2, y2 = self._across(stub.slot), self._down(stub.of.depth + 1)
        if stub.more:
            yield svg.path("edge", curve(x, start, x2, y2 - 1), 1.2)
            width = stub.slot.width - 8
            yield svg.rectangle("more", x2 - width / 2, y2, width, 20, 6, stroke_width=1)
            yield svg.centred("more-t", x2, y2 + 10, 11, stub.more)
            if stub.cut:
                yield svg.path("cutbar", f"M{_n(x2 - 20)} {_n(y2 + 26)}l4 11m0 -11l4 11", 1.8)
                yield svg.label("cut-t", x2 - 8, y2 + 35.5, 11, stub.cut, None, "start")
            return
        yield svg.path("edge-cut", curve(x, start, x2, y2 - 1), 1.2)
        yield svg.path("cutbar", f"M{_n(x2 - 4)} {_n(y2 - 5)}l4 11m0 -11l4 11", 2)
        yield svg.label("cut-t", x2, y2 + 19, 11, stub.cut)

    def _nodes(self) -> Iterator[str]:
        for node in self.tree.root.walk():
            x, y = self.at(node)
            place = f"translate({_n(x)} {_n(y)})"
            name = svg.element("title", svg.escape(self.says(node)))
            yield svg.group(name, *self._node(node), cls="node", data_node=node.node.index, transform=place)

    def says(self, node: TreeNode) -> str:
        """A node in a sentence."""
        trace_node, worth = node.node, self.tree.worth(node.node)
        window = f", window {self.tree.window_text(trace_node)}" if self.tree.has_windows else ""
        cut = f", {trace_node.cut} cut" if trace_node.cut else ""
        note = f", {trace_node.note}" if trace_node.note else ""
        return f"{trace_node.position.text}: {worth.words if worth else words.not_known()}{window}{note}{cut}"

    def _node(self, node: TreeNode) -> Iterator[str]:
        """Around the middle of the upper edge of its box."""
        box, trace_node = self.box, node.node
        cls, width = ("nodebox-best", 1.6) if node.is_best else ("nodebox", 1)
        yield svg.rectangle(cls, -box / 2, 0, box, box, 5, stroke_width=width)
        yield self._board(node)
        if node.alike:
            yield svg.label("note", box / 2 + 4, 10, 11, f"×{node.alike + 1}", 600, "start")
        yield svg.group(*self._value(node), cls="value")
        if self.tree.has_windows and trace_node.note != "finished":
            yield svg.label("window", 0, box + 27, 11, self.tree.window_text(trace_node))
        if trace_node.note not in ("", "finished"):
            yield svg.label("note", 0, box + (40 if self.tree.has_windows else 28), 11, trace_node.note)

    def _board(self, node: TreeNode) -> str:
        frame = Frame(node.node.position.game, labelled=False)
        scale = (self.box - 6) / (max(frame.size) + 8)
        x, y = (-size * scale / 2 for size in frame.size)
        board = BoardPicture(node.node.position, last=node.node.move).inner(scale * CELL)
        return svg.group(board, transform=f"translate({_n(x)} {_n(self.box / 2 + y)}) scale({scale:.4f})")

    def _value(self, node: TreeNode) -> Iterator[str]:
        worth, y = self.tree.worth(node.node), self.box + 14
        if worth is None:
            yield svg.circle("unknown", 0, y - 4.5, 7.5, 1, stroke_dasharray="2 2")
            yield svg.centred("unknown-t", 0, y - 4.5, 11, "?", 700)
            return
        cls = f"g-{value_labels.code(worth.result)}"
        if worth.is_exact:
            shift = 4.0 * len(worth.text)
            yield value_labels.glyph(worth.result, -shift - 2.5, y - 4.5, 4.6)
            yield svg.label(cls, 6, y, 12.5, worth.text, 700)
        else:
            yield svg.label(cls, 0, y, 12.5, worth.text, 700)

    def _key(self) -> Iterator[str]:
        """What the signs mean, in one line or two, and what the search did."""
        tree, y = self.tree, self.tree_height + 26
        yield svg.path("edge-best", f"M12 {_n(y - 4)}h28", 2.6)
        yield svg.label("key", 48, y, 12, _("best line"), None, "start")
        x = 122.0
        if tree.total_cut:
            yield svg.path("edge-cut", f"M{_n(x)} {_n(y - 4)}h14", 1.2)
            yield svg.path("cutbar", f"M{_n(x + 16)} {_n(y - 9)}l4 10m0 -10l4 10", 2)
            yield svg.label("key", x + 32, y, 12, _("cut: cannot change the answer"), None, "start")
            x += 222
        if tree.has_windows:
            yield svg.label("key", x, y, 12, _("[α, β]  the window on arrival"), None, "start")
            yield svg.label("key", x + 182, y, 12, _("≤ D  a bound (no shape), not a value"), None, "start")
        did = [_nodes(tree.total)]
        if tree.folded:
            did.append(_("{count} of them folded").format(count=f"{tree.folded:,}"))
        if tree.total_cut:
            did.append(_("{moves} cut").format(moves=_moves(tree.total_cut)))
        name = f"{tree.algorithm}: " if tree.algorithm else ""
        values = _("Values are for {side}, counted from the top board.")
        side = words.side_name(tree.root_position.to_move)
        summary = f"{name}{', '.join(did)}. {values.format(side=side)}"
        yield svg.label("key", 12, y + 24, 12, summary, None, "start")


def tree_svg(
    trace: Trace,
    *,
    depth: int | None = None,
    nodes: int = MANY,
    fold_symmetric: bool = False,
    ranking: Ranking = Ranking.QUICKEST,
) -> str:
    """The picture of a search that was recorded in the trace: at most `depth` plies and about `nodes` nodes of it."""
    if not isinstance(trace, Trace) or not len(trace):
        found = "an empty trace" if isinstance(trace, Trace) else f"{trace!r:.60}"
        right = "AlphaBeta(trace=trace).value(position), then tree_svg(trace)"
        raise MisuseError(f"expected the trace of a search, found {found}; write {right}")
    return TreePicture(Tree(trace, depth=depth, nodes=nodes, fold_symmetric=fold_symmetric, ranking=ranking)).svg()


def _nodes(count: int) -> str:
    return ngettext("{count} node", "{count} nodes", count).format(count=f"{count:,}")


def _moves(count: int) -> str:
    return ngettext("{count} move", "{count} moves", count).format(count=f"{count:,}")


def _cut(count: int) -> str:
    return _("{count} cut").format(count=count)


def curve(x1: float, y1: float, x2: float, y2: float) -> str:
    """From a parent down to a child."""
    middle = (y1 + y2) / 2
    return f"M{_n(x1)} {_n(y1)}C{_n(x1)} {_n(middle)} {_n(x2)} {_n(middle)} {_n(x2)} {_n(y2)}"


def _side_cut(x: float, y: float, text: str) -> Iterator[str]:
    """A dashed stub to the right, a double slash, and how many moves."""
    yield svg.path("edge-cut", f"M{_n(x)} {_n(y)}l13 9", 1.2)
    yield svg.path("cutbar", f"M{_n(x + 12)} {_n(y + 3)}l4 11m0 -11l4 11", 2)
    yield svg.label("cut-t", x + 22, y + 13, 11, text, None, "start")


def _n(value: float) -> str:
    return svg.number(float(value))

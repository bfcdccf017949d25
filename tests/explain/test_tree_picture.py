"""Trees drawn from a trace: nothing is lost, nothing overlaps, and every number is the trace's own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from tiers import quick_for

from noughts.cli import main
from noughts.explain import layout, tree_text
from noughts.explain.tree_picture import TreePicture
from noughts.explain.tree_view import Tree
from noughts.games import Ranking, Result, position
from noughts.search import INFINITY, LADDER, AlphaBeta, Minimax, Search, Symmetry, Threats, Trace, TraceNode

from .test_board_picture import SVG, parsed, texts

POSITIONS = [("tictactoe", "XOX/O__/___ X"), ("t3", "135/240/600 odd"), ("wild", "XOX/O__/_X_ first"),
             ("tictactoe+misere", "XOX/O__/___ X"), ("notakto", "XX_/__X/___ second")]  # fmt: skip
EVERY_RUNG = pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)


def traced(rung: type[Search], name: str, board: str, ranking: Ranking = Ranking.QUICKEST) -> Trace:
    trace = Trace()
    rung(ranking, trace=trace).value(position(name, board))
    return trace


def cut_of(tree: Tree) -> int:
    """Moves cut, whether drawn at their node or below one that is folded."""
    return sum(node.node.cut + node.more_cut + node.alike_cut for node in tree.root.walk())


class CountedList(list[TraceNode]):
    """Counts how often somebody goes through all of it."""

    passes = 0

    def __iter__(self) -> Iterator[TraceNode]:
        self.passes += 1
        return super().__iter__()


def test_a_picture_goes_through_the_trace_a_few_times_only() -> None:
    trace = traced(AlphaBeta, "tictactoe", "___/___/___ X")
    trace.nodes = counted = CountedList(trace.nodes)
    TreePicture(Tree(trace, nodes=400)).svg()
    assert counted.passes <= 4


@pytest.mark.parametrize("rung", quick_for(LADDER, AlphaBeta, Threats, id_of=lambda rung: rung.name))
@pytest.mark.parametrize(("name", "board"), POSITIONS, ids=[name for name, _ in POSITIONS])
@pytest.mark.parametrize("fold_symmetric", quick_for([False, True], True), ids=["all", "folded"])
def test_what_is_drawn_and_what_is_counted_is_what_was_searched(
    rung: type[Search], name: str, board: str, fold_symmetric: bool
) -> None:
    trace = traced(rung, name, board)
    for depth, nodes in ((None, 150), (None, 300), (1, 150), (2, 7), (3, 1), (9, 40)):
        tree = Tree(trace, depth=depth, nodes=nodes, fold_symmetric=fold_symmetric)
        assert tree.drawn + tree.folded == tree.total == len(trace)
        assert cut_of(tree) == tree.total_cut == sum(node.cut for node in trace.nodes)
        assert tree.drawn <= max(nodes, len(tree.best_line))
        root = parsed(TreePicture(tree).svg())
        groups = [g for g in root.iter(f"{SVG}g") if g.attrib.get("class") == "node"]
        assert len(groups) == tree.drawn
        more = sum(int(text.replace(",", "").split()[0]) for text in texts(root, "more-t"))
        alike = sum(node.alike_nodes for node in tree.root.walk())
        assert tree.drawn + more + alike == len(trace)
        written = sum(int(text.split()[0]) for text in texts(root, "cut-t"))
        assert written + sum(node.more_cut + node.alike_cut for node in tree.root.walk()) == tree.total_cut


def test_a_large_search_is_not_drawn_whole() -> None:
    trace = traced(AlphaBeta, "tictactoe", "X__/___/___ O")
    tree = Tree(trace)
    assert len(trace) > 1000 and tree.drawn <= 150 and tree.folded == len(trace) - tree.drawn


@EVERY_RUNG
def test_the_best_line_has_the_value_of_the_root_all_along(rung: type[Search]) -> None:
    trace = traced(rung, "tictactoe", "XOX/O__/___ X")
    tree = Tree(trace, depth=1, nodes=1)
    line = [node for node in tree.root.walk() if node.is_best]
    assert [node.depth for node in line] == list(range(len(line)))
    assert {tree.score(node.node) for node in line} == {tree.score(tree.root.node)}
    assert line[-1].node.note


def test_values_and_windows_are_for_the_side_at_the_top() -> None:
    trace = traced(AlphaBeta, "tictactoe", "XOX/O__/___ X")
    tree = Tree(trace)
    root, child = tree.root.node, next(node for node in trace.nodes if node.parent == 0 and node.alpha == -INFINITY)
    worth = tree.worth(root)
    assert worth is not None and (worth.result, worth.distance, worth.text) == (Result.WIN, 3, "W3")
    assert tree.window_text(root) == "[−∞, +∞]"
    later = [node for node in trace.nodes if node.parent == 0][1]
    assert tree.window_text(later) == "[W3, +∞]"
    refuted = tree.worth(later)
    assert refuted is not None and refuted.text.startswith("≤") and child.index == 1


def test_a_node_that_the_search_did_not_finish_is_not_known() -> None:
    trace = Trace()
    search = Minimax(trace=trace, node_limit=20)
    with pytest.raises(Exception, match="stopped"):
        search.value(position("tictactoe"))
    tree = Tree(trace)
    assert tree.worth(tree.root.node) is None
    assert "?" in texts(parsed(TreePicture(tree).svg()), "unknown-t")
    assert "not known yet" in TreePicture(tree).description


def test_symmetric_siblings_are_folded_into_one() -> None:
    tree = Tree(traced(Symmetry, "tictactoe", "___/___/___ X"), depth=1, fold_symmetric=True)
    assert [node.alike + 1 for node in tree.root.children] == [1, 4, 4]


def test_with_results_alone_there_are_no_distances() -> None:
    tree = Tree(traced(AlphaBeta, "tictactoe", "XOX/O__/___ X", Ranking.EARLIEST_END), ranking=Ranking.EARLIEST_END)
    worth = tree.worth(tree.root.node)
    assert worth is not None and worth.text == "W"


Shape = list[Any]
trees: st.SearchStrategy[Shape] = st.recursive(
    st.just([]), lambda children: st.lists(children, max_size=5), max_leaves=40
)


def slot_of(shape: Shape, widths: Iterator[float]) -> layout.Slot:
    return layout.Slot(next(widths), [slot_of(child, widths) for child in shape])


def endless(numbers: list[float]) -> Iterator[float]:
    while True:
        yield from numbers


@given(trees, st.lists(st.sampled_from([40.0, 60.0, 90.0]), min_size=1))
def test_the_layout_is_tidy(shape: Shape, widths: list[float]) -> None:
    root = slot_of(shape, endless(widths))
    width = layout.place(root)
    row = [root]
    while row:
        edges = [(slot.x - slot.width / 2, slot.x + slot.width / 2) for slot in row]
        assert edges[0][0] >= -1e-6 and edges[-1][1] <= width + 1e-6
        for (_, right), (left, _) in pairwise(edges):  # in order, and nothing overlaps
            assert left >= right - 1e-6
        for slot in row:
            if slot.children:
                assert slot.x == pytest.approx((slot.children[0].x + slot.children[-1].x) / 2)
        row = [child for slot in row for child in slot.children]


def test_small_subtrees_between_large_ones_are_spread_evenly() -> None:
    def wide() -> layout.Slot:
        return layout.Slot(10, [layout.Slot(10) for _ in range(9)])

    root = layout.Slot(10, [wide(), layout.Slot(10), layout.Slot(10), wide()])
    layout.place(root)
    first, second, third, fourth = (slot.x for slot in root.children)
    assert second - first == pytest.approx(third - second) == pytest.approx(fourth - third)


def test_text_shows_moves_values_windows_and_what_is_left_out() -> None:
    tree = Tree(traced(AlphaBeta, "tictactoe", "XOX/O__/___ X"), depth=1, algorithm="alpha-beta")
    text = tree_text.as_text(tree)
    assert text.splitlines()[0] == "* XOX/O__/___ X  W3  [−∞, +∞]"
    assert "X 3,1  XOX/O__/X__ O  ≤ L4  [W3, +∞]" in text
    assert "// 3 cut" in text
    more = sum(int(count.replace(",", "")) for count in re.findall(r"… ([\d,]+) more", text))
    assert more == tree.folded
    assert "* is the best line. Drawn: 1 ply below the top and the best line to its end." in text
    for legend in ("W3, D and L4: X wins in 3 plies", "… more: ", "[a, b]: the window", "// cut: "):
        assert sum(line.startswith(legend) for line in text.splitlines()) == 1


@pytest.mark.parametrize("suffix", ["svg", "png", "html", "dot", "json", "txt"])
def test_the_command_writes_every_format(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / f"tree.{suffix}"
    assert main(["tree", "tictactoe", "XOX/O__/___ X", "--out", str(out)]) == 0
    assert "66 of 66 nodes" in capsys.readouterr().out
    content = out.read_bytes()
    if suffix == "svg":
        parsed(content.decode())
    elif suffix == "json":
        data = json.loads(content)
        assert (data["nodes"], data["drawn"], data["folded"]) == (66, 66, 0)
        assert data["tree"]["result"] == "win" and data["tree"]["distance"] == 3
    elif suffix == "dot":
        assert content.decode().count("->") == 65 + content.decode().count(" cut")
    elif suffix == "png":
        assert content.startswith(b"\x89PNG")


def test_the_command_says_which_formats_there_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tree", "tictactoe", "--out", str(tmp_path / "tree.gif")]) == 2
    assert ".svg" in capsys.readouterr().err

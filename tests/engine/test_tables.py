"""Strong tables: their counts, every value from the values that follow, and the files they are written to."""

from __future__ import annotations

import csv
import json
import random
from array import array
from pathlib import Path

import pytest
from tiers import needs_core, quick_for

from noughts.engine.core import Core
from noughts.engine.tables import StrongTable
from noughts.errors import EngineError, FileError, GameError
from noughts.games import Position, Ranking, Result, game, position
from noughts.games.census import reachable
from noughts.search import Table

pytestmark = needs_core


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tictactoe", 5478),
        ("tictactoe+misere", 5478),
        ("wild", 18753),
        ("notakto", 450),
        ("4,3,3", 111_973),
        pytest.param("4,4,3", 6_036_001, marks=pytest.mark.slow),
        pytest.param("4,4,4", 9_722_011, marks=pytest.mark.slow),
        ("t3", 10_290_672),
    ],
)
def test_every_reachable_position_is_in_the_table(name: str, count: int) -> None:
    table = StrongTable(game(name).start())
    assert len(table) == count
    assert sum(sum(row.values()) for row in table.counts().values()) == count


def test_the_table_of_t3_by_result() -> None:
    counts = StrongTable(position("t3")).counts()
    assert sum(counts["playing"].values()) == 5_776_300
    assert counts["playing"] == {Result.LOSS: 335_801, Result.DRAW: 1_859_514, Result.WIN: 3_580_985}
    assert counts["ended"] == {Result.LOSS: 3_310_205, Result.DRAW: 1_204_167, Result.WIN: 0}


@pytest.mark.slow
@pytest.mark.parametrize("first", ["odd", "even"])
def test_every_score_of_t3_follows_from_those_after_it(first: str) -> None:
    """One pass over all positions, with nothing of the core but the array of scores."""
    np = pytest.importorskip("numpy")
    rules = game("t3")
    scores = np.frombuffer(StrongTable(rules.start(first)).scores, np.int8)
    numbers = np.flatnonzero(scores != -128)
    weights = [7 ** (8 - cell) for cell in range(9)]
    marks = [(numbers // weight % 7).astype(np.int8) for weight in weights]
    filled = sum((mark > 0).astype(np.int8) for mark in marks)
    complete = np.zeros(len(numbers), bool)
    for line in rules.lines:
        complete |= sum(marks[cell] for cell in line) == 13
    odd_moves = (filled % 2 == 0) == (first == "odd")
    best = np.full(len(numbers), -100, np.int8)
    for cell, weight in enumerate(weights):
        for number in range(1, 7):
            can = ~complete & (marks[cell] == 0) & (odd_moves == (number % 2 == 1))
            after = scores[numbers[can] + number * weight]
            assert (after != -128).all(), "a move leads out of the table"
            best[can] = np.maximum(best[can], -after)
    best[complete] = filled[complete] - 10
    best[~complete & (filled == 9)] = 0
    assert (scores[numbers] == best).all()


@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize(
    "name", quick_for(["tictactoe", "tictactoe+misere", "wild", "notakto", "2,3,2", "cube:2"], "notakto", "2,3,2")
)
def test_all_rows_of_a_small_game_agree_with_the_ladder(name: str, ranking: Ranking) -> None:
    table, ladder = StrongTable(game(name).start(), ranking), Table(ranking)
    positions = list(reachable(game(name).start()))
    assert len(positions) == len(table)
    for at in positions:
        moves = {move: ladder.value(at.play(move)).before() for move in at.legal_moves}
        entry = table[at]
        if at.outcome is None:
            best = max(moves.values(), key=ranking.key)
            assert entry.value == best
            expected = sorted((move for move in moves if moves[move] == best), key=at.game.preference)
            assert list(entry.best) == expected
        else:
            assert entry.value.distance == 0
            assert entry.best == ()


@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize("name", quick_for(["4,3,3", "t3", "t3+misere", "4,4,4", "numerical"], "4,3,3", "numerical"))
def test_random_rows_follow_from_the_rows_after_them_and_from_the_search(name: str, ranking: Ranking) -> None:
    rules = game(name)
    chance = random.Random(3)
    start = rules.start()
    while name == "numerical" and start.board.count(0) > 6:
        start = start.play(chance.choice(start.legal_moves))
    table, core = StrongTable(start, ranking), Core(rules)
    for _ in range(150):
        at = start
        while at.outcome is None:
            entry = table[at]
            values = {move: table[at.play(move)].value.before() for move in at.legal_moves}
            assert entry.value == max(values.values(), key=ranking.key)
            assert set(entry.best) == {move for move in values if values[move] == entry.value}
            if at.board.count(0) < 6:
                assert core.value(at, ranking) == entry.value
            at = at.play(chance.choice(at.legal_moves))


@pytest.mark.parametrize("board", ["OX_/___/___", "X__/O__/___", "XX_/_O_/___", "___/___/___"])
def test_a_table_holds_no_board_on_which_the_marks_of_its_start_are_not(board: str) -> None:
    table = StrongTable(position("tictactoe", "XO_/___/___ X"))
    assert position("tictactoe", f"{board} X") not in table
    assert position("tictactoe", "XO_/_X_/_O_ X") in table


@pytest.mark.slow
def test_a_table_from_the_middle_of_a_game() -> None:
    start = position("4,4,4", "XO__/_X__/__O_/____ X")
    table = StrongTable(start)
    assert len(table) == len(list(reachable(start)))
    assert start in table
    assert start.game.start() not in table
    assert position("tictactoe") not in table
    with pytest.raises(KeyError, match="does not follow"):
        table[start.game.start()]


@pytest.mark.parametrize("name", quick_for(["tictactoe", "wild", "t3:2,6,7"], "t3:2,6,7"))
def test_labels_say_the_same_as_the_entries(name: str) -> None:
    rules = game(name)
    table = StrongTable(rules.start(), labels=True)
    numbers, scores, distances, best = (array(kind, column) for kind, column in zip("QbbQ", table.labels))
    where = {number: row for row, number in enumerate(numbers)}
    base = len(rules.all_marks) + 1
    digit = {mark: number for number, mark in enumerate((0, *rules.all_marks))}
    assert len(where) == len(table)
    for at in reachable(rules.start()):
        row = where[sum(digit[mark] * base ** (rules.cells - 1 - cell) for cell, mark in enumerate(at.board))]
        entry, marks = table[at], rules.marks_of[at.to_move]
        assert (scores[row] > 0) - (scores[row] < 0) == entry.value.result
        assert distances[row] == entry.value.distance
        expected = sum(1 << (move.cell * len(marks) + marks.index(move.mark)) for move in entry.best)
        assert best[row] == expected


def test_a_written_table_holds_every_position_once(tmp_path: Path) -> None:
    table = StrongTable(position("tictactoe"))
    told: list[float] = []
    table.write(tmp_path / "t.csv", progress=told.append)
    table.write(tmp_path / "t.jsonl")
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    objects = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) == len(objects) == 5478
    assert {row["position"] for row in rows} == {at.text for at in reachable(position("tictactoe"))}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t.csv", "t.jsonl"]
    for row, data in zip(rows, objects):
        assert (row["position"], row["result"], int(row["distance"])) == tuple(list(data.values())[:3])
        assert [move for move in row["best"].split(";") if move] == data["best"]
        assert_row(position("tictactoe", row["position"]), data["result"], data["distance"], data["best"], table)


def assert_row(at: Position, result: str, distance: int, best: list[str], table: StrongTable) -> None:
    entry = table[at]
    assert (str(entry.value.result), entry.value.distance) == (result, distance)
    written = [" ".join(map(str, at.game.place(move.cell))) for move in entry.best]
    assert [move.partition("=")[0] for move in best] == written


@pytest.mark.parametrize("name", ["wild", "cube:2", "t3:2,12,13"])
def test_rows_read_back_as_positions_of_their_game(name: str, tmp_path: Path) -> None:
    rules = game(name)
    table = StrongTable(rules.start())
    table.write(tmp_path / "t.jsonl")
    for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()[::97]:
        data = json.loads(line)
        at = position(rules, data["position"])
        assert_row(at, data["result"], data["distance"], data["best"], table)
        if max(map(len, rules.marks)) > 1:
            assert [
                int(m.partition("=")[2]) if rules.has_numbers else "_XO".index(m[-1])
                for m in (move.replace("[", "").replace("]", "") for move in data["best"])
            ] == [m.mark for m in table[at].best]


def test_a_parquet_file_has_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = StrongTable(position("tictactoe"))
    table.write(tmp_path / "t.parquet")
    table.write(tmp_path / "t.jsonl")
    objects = [json.loads(line) for line in (tmp_path / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    assert parquet.read_table(tmp_path / "t.parquet").to_pylist() == objects


def test_what_cannot_be_done_is_said_and_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="the game is over"):
        StrongTable(position("tictactoe", "XXX/OO_/___ O"))
    with pytest.raises(EngineError, match="6,6,5 has too many positions for a table"):
        StrongTable(position("6,6,5"))
    table = StrongTable(position("tictactoe"))
    with pytest.raises(EngineError, match="ends in"):
        table.write(tmp_path / "t.xlsx")
    with pytest.raises(FileError, match="cannot be written"):
        table.write(tmp_path / "nowhere" / "t.csv")

    def fail(part: float) -> None:
        raise ZeroDivisionError

    large = StrongTable(position("4,4,3"))
    with pytest.raises(ZeroDivisionError):
        large.write(tmp_path / "t.csv", progress=fail)
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_no_table() -> None:
    """Half a table would answer wrongly."""

    def interrupt(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        StrongTable(position("t3"), progress=interrupt)

"""Strong tables: the value, the distance and the best moves of every position that can follow from one.

Columns of a written table, one row a position:

    position   the board and the side to move, as everywhere: `XX_/OO_/___ X`
    result     `win`, `draw` or `loss`, for the side to move
    distance   plies to the end of the game, 0 if it is over
    best       the best moves, preferred ones first, as row and column from 1 (`2 2`), on a 3-D board after the layer;
               with `=` and the mark where the side has several to choose from (`2 2=5`). In CSV they are joined by `;`
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import EngineError, FileError, GameError
from ..files import replacing
from ..games import Game, Move, MoveTuple, Position, Ranking, Result, Value
from ..games.misuse import expect_position
from .core import DEFAULT_MEMORY, core_module, rules_of, side_number

if TYPE_CHECKING:
    from . import _core

FORMATS = {".csv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
_HEADER = b"position,result,distance,best\n"
_MOST_MEMORY = 1 << 42  # bytes: more than any machine has that this may run on
ROWS_OF_A_CHUNK = 1 << 18

# Called with the fraction that is done, from 0 to 1.
TableProgress = Callable[[float], object]


class Entry(NamedTuple):
    """The value and the best moves of a position; there are no best moves if the game is over."""

    value: Value
    best: tuple[Move, ...]


class Labels(NamedTuple):
    """Every position in arrays of numbers, ready for NumPy's `frombuffer`, in descending order of `numbers`.

    `numbers` (uint64) says which position it is, as in `StrongTable.scores`; `scores` (int8) has its sign for the
    side to move; `distances` (int8) counts plies to the end; in `best` (uint64), bit `cell * n + i` stands for the
    `i`-th of the `n` marks of the side to move.
    """

    numbers: bytes
    scores: bytes
    distances: bytes
    best: bytes


class StrongTable:
    """Every position that can follow from `start`, labelled. It takes one byte for each way to fill the board."""

    def __init__(
        self,
        start: Position,
        ranking: Ranking | str = Ranking.QUICKEST,
        *,
        memory: int = 4 * DEFAULT_MEMORY,
        labels: bool = False,
        progress: TableProgress | None = None,
    ) -> None:
        expect_position(start, "StrongTable({})")
        if start.outcome is not None:
            raise GameError(f"the game is over: {start.outcome.summary}; a table needs a position that can be played")
        self.start, self.ranking = start, Ranking.named(ranking)
        game = start.game
        size = (len(game.all_marks) + 1) ** start.board.count(0)
        if labels and game.cells * max(map(len, game.marks)) > 64:
            raise EngineError(f"the labels of {game.name} do not fit: a position has more than 64 moves")
        if size > memory:
            raise EngineError(_too_large(game, size, memory))
        self._table: _core.StrongTable = core_module().StrongTable(
            rules_of(game),
            start.board,
            side_number(start),
            earliest_end=self.ranking is Ranking.EARLIEST_END,
            memory=max(memory, 1 << 16),
            labels=labels,
            progress=_reporter(progress),
        )

    def __len__(self) -> int:
        return len(self._table)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and self._find(position) is not None

    def __getitem__(self, position: Position) -> Entry:
        expect_position(position, "table[{}]")
        row = self._find(position)
        if row is None:
            raise KeyError(f"{position.text} does not follow from {self.start.text}")
        score, distance, best = row
        return Entry(
            Value(Result((score > 0) - (score < 0)), distance), MoveTuple(Move(*move, position.game) for move in best)
        )

    @property
    def memory(self) -> int:
        """How many bytes the table takes."""
        return self._table.memory

    def counts(self) -> dict[str, dict[Result, int]]:
        """How many positions are won, drawn and lost for the side to move: of those that go on, and of the ended."""
        playing, ended = (dict(zip(Result, row)) for row in self._table.counts)
        return {"playing": playing, "ended": ended}

    @property
    def scores(self) -> bytes:
        """One signed byte for each way to fill the board, read as a number; -128 where no game leads.

        The empty cells of the start are its digits, the first one the most significant; 0 is an empty cell, and the
        marks are numbered from 1. A score is as in `search.contract`.
        """
        return self._table.scores

    @property
    def labels(self) -> Labels:
        """All positions in arrays; empty ones unless the table was made with `labels=True`."""
        return Labels(*self._table.labels)

    def columns(self, sink: Callable[..., object], progress: TableProgress | None = None) -> None:
        """Hands all rows to `sink`, chunk by chunk, as columns in Arrow's layout: see `write`."""
        self._table.write_columns(_names(self.start.game), sink, ROWS_OF_A_CHUNK, progress=_reporter(progress))

    def write(self, path: str | Path, *, progress: TableProgress | None = None) -> None:
        """Writes all rows as CSV, JSON lines or Parquet, as the name of the file ends.

        The file is written atomically.
        """
        path = Path(path)
        kind = _kind(path)
        if kind == "parquet":
            self._write_parquet(path, progress)
            return
        with replacing(path) as file:
            if kind == "csv":
                file.write(_HEADER)
            self._table.write_text(_names(self.start.game), kind == "jsonl", file.write, progress=_reporter(progress))

    def size_of_file(self, path: str | Path) -> int:
        """How many bytes `write` would write: exact for CSV and JSON lines; Parquet is compressed, and takes less."""
        kind, total = _kind(Path(path)), 0

        def count(*parts: bytes) -> None:
            nonlocal total
            total += sum(map(len, parts))

        if kind == "parquet":
            self.columns(count)
            return total
        self._table.write_text(_names(self.start.game), kind == "jsonl", count)
        return total + (len(_HEADER) if kind == "csv" else 0)

    def _write_parquet(self, path: Path, progress: TableProgress | None) -> None:
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise EngineError("Parquet needs pyarrow: pip install 'noughts[table]'") from None
        schema = pa.schema(
            [
                ("position", pa.string()),
                ("result", pa.dictionary(pa.int8(), pa.string())),
                ("distance", pa.int8()),
                ("best", pa.list_(pa.string())),
            ],
            metadata={"game": self.start.game.name, "start": self.start.text, "ranking": str(self.ranking)},
        )
        results = pa.array([str(result) for result in Result])
        with replacing(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:

            def sink(*columns: bytes) -> None:
                offsets, text, codes, distances, lists, best_offsets, best = map(pa.py_buffer, columns)
                rows, moves = len(columns[2]), len(columns[5]) // 4 - 1
                texts = pa.StringArray.from_buffers(moves, best_offsets, best)
                starts = pa.Array.from_buffers(pa.int32(), rows + 1, [None, lists])
                arrays: list[Any] = [
                    pa.StringArray.from_buffers(rows, offsets, text),
                    pa.DictionaryArray.from_arrays(pa.Array.from_buffers(pa.int8(), rows, [None, codes]), results),
                    pa.Array.from_buffers(pa.int8(), rows, [None, distances]),
                    pa.ListArray.from_arrays(starts, texts),
                ]
                writer.write_batch(pa.RecordBatch.from_arrays(arrays, schema=schema))

            self.columns(sink, progress)

    def _find(self, position: Position) -> tuple[int, int, list[tuple[int, int]]] | None:
        if position.game != self.start.game:
            return None
        return self._table.find(position.board, side_number(position))


def check_name(path: Path) -> None:
    """Before any work is done: whether a table can be written there."""
    _kind(path)
    if not path.parent.is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {path.parent}")


def _kind(path: Path) -> str:
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise EngineError(f"{path}: a table is written to a file that ends in {', '.join(FORMATS)}")
    return kind


def _too_large(game: Game, size: int, memory: int) -> str:
    if size > _MOST_MEMORY:
        return (
            f"{game.name} has too many positions for a table: no machine has the memory; "
            "solve and prove answer single positions"
        )
    return f"the table of {game.name} takes {size:,} bytes of memory, and {memory:,} are allowed; --memory allows more"


def _names(game: Game) -> _core.Names:
    """How the game writes its cells, sides and moves; the same as `games.notation.compact`."""
    width, height = game.shape[-1], game.shape[-2]

    def after(cell: int) -> str:
        if cell + 1 == game.cells:
            return " "
        return "//" if (cell + 1) % (width * height) == 0 else "/" if (cell + 1) % width == 0 else ""

    names: _core.Names = core_module().Names(
        symbols=[f"[{mark}]" if mark > 9 else game.symbol(mark) for mark in (0, *game.all_marks)],
        separators=[after(cell) for cell in range(game.cells)],
        sides=game.sides,
        places=[" ".join(map(str, game.move_place(cell))) for cell in range(game.cells)],
        with_mark=max(map(len, game.marks)) > 1,
    )
    return names


def _reporter(progress: TableProgress | None) -> Callable[..., object] | None:
    if progress is None:
        return None
    return lambda nodes, seconds, done, total, depth: progress(done / total if total else 0.0)

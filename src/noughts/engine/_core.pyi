from collections.abc import Callable, Sequence

_Answer = tuple[list[tuple[int, int, int, int]], list[tuple[int, int]], int, int, str, int, int, int]

class Engine:
    def __init__(
        self,
        *,
        cells: int,
        lines: Sequence[Sequence[int]],
        marks: Sequence[Sequence[int]],
        target: int | None,
        full: bool,
        once: bool,
        misere: bool,
        symmetries: Sequence[Sequence[int]],
        cell_order: Sequence[int],
        memory: int,
        threads: int,
    ) -> None: ...
    def values(
        self,
        board: bytes,
        side: int,
        *,
        earliest_end: bool = ...,
        with_line: bool = ...,
        progress: Callable[..., object] | None = ...,
        node_limit: int | None = ...,
        time_limit: float | None = ...,
    ) -> _Answer: ...
    def value(
        self,
        board: bytes,
        side: int,
        *,
        progress: Callable[..., object] | None = ...,
        node_limit: int | None = ...,
        time_limit: float | None = ...,
    ) -> _Answer: ...
    def result(
        self,
        board: bytes,
        side: int,
        *,
        progress: Callable[..., object] | None = ...,
        node_limit: int | None = ...,
        time_limit: float | None = ...,
    ) -> _Answer: ...
    @property
    def table_bytes(self) -> int: ...
    @property
    def exact_keys(self) -> bool: ...

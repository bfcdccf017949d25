"""What the compiled module offers. `noughts.engine` speaks of positions and solutions; use that."""

from collections.abc import Callable, Sequence

_Moves = list[tuple[int, int]]
_Answer = tuple[list[tuple[int, int, int, int]], _Moves, _Moves, int, int, str, int, int, int]

class Rules:
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
        columns: int,
        symmetries: Sequence[Sequence[int]],
        cell_order: Sequence[int],
    ) -> None: ...

class Names:
    def __init__(
        self,
        *,
        symbols: Sequence[str],
        separators: Sequence[str],
        sides: Sequence[str],
        places: Sequence[str],
        with_mark: bool,
    ) -> None: ...

class Engine:
    def __init__(self, rules: Rules, *, memory: int, threads: int) -> None: ...
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
    def best(
        self,
        board: bytes,
        side: int,
        *,
        earliest_end: bool = ...,
        with_best: bool = ...,
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

class StrongTable:
    def __init__(
        self,
        rules: Rules,
        board: bytes,
        side: int,
        *,
        earliest_end: bool = ...,
        memory: int,
        labels: bool = ...,
        progress: Callable[..., object] | None = ...,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def counts(self) -> list[list[int]]: ...
    @property
    def scores(self) -> bytes: ...
    @property
    def labels(self) -> tuple[bytes, bytes, bytes, bytes]: ...
    def find(self, board: bytes, side: int) -> tuple[int, int, _Moves] | None: ...
    def write_text(
        self, names: Names, json: bool, sink: Callable[[bytes], object], progress: Callable[..., object] | None = ...
    ) -> None: ...
    def write_columns(
        self,
        names: Names,
        sink: Callable[..., object],
        rows: int,
        progress: Callable[..., object] | None = ...,
    ) -> None: ...

class Refused(Exception): ...
class NotACertificate(Exception): ...

class Prover:
    memory: int
    def frontier(
        self, about: int, against: int, prover_first: bool, *, budget: int, node_slice: int, most: int
    ) -> tuple[str, list[tuple[int, int, int, int, list[int], list[tuple[int, int]]]], int, int]: ...
    def search(
        self,
        about: int,
        against: int,
        *,
        budget: int,
        progress: Callable[..., object] | None = ...,
        time_limit: float | None = ...,
    ) -> tuple[bool, str, int, int]: ...
    def fail(self, key: int, budget: int, reply: int = ...) -> None: ...
    def drain_updates(self) -> bytes: ...
    def all_updates(self) -> bytes: ...
    def record(self, key: int) -> bytes: ...
    def merge(self, updates: bytes, *, pass_on: bool = ...) -> None: ...
    def resize(self, memory: int) -> None: ...
    def prove(
        self,
        about: int,
        against: int,
        prover_first: bool,
        *,
        budget: int,
        progress: Callable[..., object] | None = ...,
        time_limit: float | None = ...,
    ) -> tuple[bool, str, int]: ...
    def write(
        self,
        about: int,
        against: int,
        prover_first: bool,
        sink: Callable[[bytes], object],
        *,
        budget: int = ...,
        progress: Callable[..., object] | None = ...,
        time_limit: float | None = ...,
    ) -> str: ...

def find_pairing(
    *,
    cells: int,
    lines: Sequence[Sequence[int]],
    about: int,
    against: int,
    avoided: int = ...,
    effort: int = ...,
    steps: int = ...,
) -> list[tuple[int, int]] | None: ...
def hold_prover(
    *,
    cells: int,
    lines: Sequence[Sequence[int]],
    symmetries: Sequence[Sequence[int]],
    memory: int,
    pairings: bool = ...,
    look_ahead: bool = ...,
    zones: bool = ...,
    symmetry: bool = ...,
    root_moves: int = ...,
    replies: int = ...,
    effort: int = ...,
    key_bits: int = ...,
) -> Prover: ...
def win_prover(
    *,
    cells: int,
    lines: Sequence[Sequence[int]],
    symmetries: Sequence[Sequence[int]],
    memory: int,
    threats: bool = ...,
    pairings: bool = ...,
    refutations: bool = ...,
    symmetry: bool = ...,
    root_moves: int = ...,
    candidates: int = ...,
    effort: int = ...,
    key_bits: int = ...,
) -> Prover: ...
def guard_prover(
    *,
    cells: int,
    lines: Sequence[Sequence[int]],
    symmetries: Sequence[Sequence[int]],
    memory: int,
    key_bits: int = ...,
) -> Prover: ...

class CertificateChecker:
    def __init__(self, header: bytes, read: Callable[[], bytes]) -> None: ...
    def check(self, progress: Callable[[int], object] | None = ...) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def shape(self) -> list[int]: ...
    @property
    def length(self) -> int: ...
    @property
    def position(self) -> str: ...
    @property
    def result(self) -> str: ...

"""What an agent may use."""

from __future__ import annotations

from dataclasses import asdict, dataclass

MEGABYTE = 1 << 20
LEAST_MEMORY = "32M"  # Python takes about 12 MB before it has read an agent


@dataclass(frozen=True)
class Limits:
    """`seconds` are for an answer, `total` for all answers of an agent; the rest is in bytes or pieces.

    `files` and `scratch` are the number and the size of the files that an agent may have at a time. After `give_up`
    answers in a row that ran into a limit, the agent is not asked again.
    """

    seconds: float = 10.0
    total: float = 3600.0
    memory: int = 512 * MEGABYTE
    processes: int = 64
    file_size: int = 16 * MEGABYTE
    output: int = 64 << 10
    give_up: int = 20
    files: int = 4096
    scratch: int = 64 * MEGABYTE
    loading: float = 10.0  # seconds for importing an agent, counted once

    @property
    def loading_again(self) -> float:
        """An agent that was recognised has been loaded before; a busy machine must not cost it its grade."""
        return 3 * self.loading

    def as_json(self) -> dict[str, float | int]:
        return asdict(self)

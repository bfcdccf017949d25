"""What an agent may use, and what protects the machine and the marks from it."""

from __future__ import annotations

from dataclasses import asdict, dataclass

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Limits:
    """`seconds` are for an answer, `total` for all answers of an agent; the rest is in bytes or pieces.

    After `give_up` answers in a row that ran into a limit, the agent is not asked again.
    """

    seconds: float = 10.0
    total: float = 3600.0
    memory: int = 512 * MEGABYTE
    processes: int = 64
    file_size: int = 16 * MEGABYTE
    output: int = 64 << 10
    give_up: int = 20
    loading: float = 10.0  # seconds for importing an agent, counted once

    def as_json(self) -> dict[str, float | int]:
        return asdict(self)


@dataclass(frozen=True)
class Protection:
    """Something that stands between the agent and harm: whether it was active, and in words."""

    name: str
    active: bool
    words: str


def protections(sandbox: str | None, other_user: bool, limits: Limits) -> tuple[Protection, ...]:
    """What was active, `sandbox` being the name and version of what made it, if there was one."""
    inside = sandbox is not None
    return (
        Protection("separate-process", True, "Runs in processes of its own"),
        Protection("score-out-of-reach", inside, "The score is kept where the agent cannot reach it"),
        Protection("no-network", inside, "No network"),
        Protection("read-only-files", inside, "Files: read-only, its own and the system's only"),
        Protection("private-temporary-folder", True, "A temporary folder of its own"),
        Protection("other-user", other_user, "Runs as a user of its own, without rights"),
        Protection("time-limit", True, f"{limits.seconds:g} s an answer, {limits.total:g} s in all"),
        Protection("memory-limit", True, f"Memory: {limits.memory // MEGABYTE:,} MB"),
        Protection("process-limit", True, f"At most {limits.processes} processes"),
        Protection("output-limit", True, f"At most {limits.output >> 10:,} kB of output an answer"),
        Protection("file-size-limit", True, f"Files of at most {limits.file_size // MEGABYTE:,} MB"),
        Protection("no-survivors", True, "Whatever it leaves running is killed"),
        Protection("system-call-filter", False, "System-call filter"),
    )

"""Progress of work on a cluster, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import counted
from ..explain.words import duration

_NAMED = 4  # workers; of more, only the number is shown


@dataclass(frozen=True)
class ClusterProgress:
    """Units: finished, open (those that run included), and how many run on which worker."""

    finished: int
    open: int
    running: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Units a second."""
        return self.finished / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """If the rest is like what is finished; None while nothing is."""
        return self.open / self.rate if self.finished else None

    def __str__(self) -> str:
        """`units: 12 done, 30 open, 2 running (1 on a, 1 on b); 3.1 a second, about 10 s more`."""
        left = self.seconds_left
        return self.so_far if left is None else f"{self.so_far}, about {duration(left)} more"

    @property
    def so_far(self) -> str:
        """The same without an estimate, for work of which not all units are known."""
        running = f"{sum(self.running.values()):,} running{self._where()}"
        units = f"units: {self.finished:,} done, {self.open:,} open, {running}"
        return f"{units}; {_rate(self.rate)}" if self.finished else units

    def _where(self) -> str:
        if not self.running:
            return ""
        if len(self.running) > _NAMED:
            return f" on {counted(len(self.running), 'worker')}"
        named = {f"worker {name}" if name.isdigit() else name: count for name, count in sorted(self.running.items())}
        return f" ({', '.join(f'{count} on {name}' for name, count in named.items())})"


def _rate(rate: float) -> str:
    return f"{rate:.1f} a second" if rate >= 0.1 else f"{60 * rate:.1f} a minute"

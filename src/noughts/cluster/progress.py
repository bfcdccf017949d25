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

    def __str__(self) -> str:
        """`units: 12 done, 30 open, 2 running (1 on a, 1 on b); 3.1 a second, about 10 s more`."""
        if not self.finished:
            return self.so_far
        return f"{self.so_far}, about {duration(self.open * self.seconds / self.finished)} more"

    @property
    def so_far(self) -> str:
        """The same without an estimate, for work of which not all units are known."""
        running = f"{sum(self.running.values()):,} running{self._where()}"
        units = f"units: {self.finished:,} done, {self.open:,} open, {running}"
        if not self.finished:
            return units
        rate = self.finished / self.seconds
        return f"{units}; {rate:.1f} a second" if rate >= 0.1 else f"{units}; {60 * rate:.1f} a minute"

    def _where(self) -> str:
        if not self.running:
            return ""
        if len(self.running) > _NAMED:
            return f" on {counted(len(self.running), 'worker')}"
        named = {f"worker {name}" if name.isdigit() else name: count for name, count in sorted(self.running.items())}
        return f" ({', '.join(f'{count} on {name}' for name, count in named.items())})"

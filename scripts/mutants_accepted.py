"""Mutants that no test kills, and why no test can tell them from the package, or none should."""

from __future__ import annotations

# (file below src/noughts, line of code, change) → reason
ACCEPTED: dict[tuple[str, str, str], str] = {}

"""The one door to an answer: `solve` picks an engine, and the solution names it."""

from __future__ import annotations

from .core import Core, Progress, why_missing
from .door import best, solve

__all__ = ["Core", "Progress", "best", "solve", "why_missing"]

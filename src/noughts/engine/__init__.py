"""The one door to an answer: `solve` picks an engine, and the solution names it."""

from __future__ import annotations

from .core import Core, why_missing
from .door import best, solve

__all__ = ["Core", "best", "solve", "why_missing"]

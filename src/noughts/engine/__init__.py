"""The one door to an answer: `solve` picks an engine, and the solution names it."""

from __future__ import annotations

from .door import best, solve

__all__ = ["best", "solve"]

"""The one door to an answer: `solve` picks an engine, and the solution names it."""

from __future__ import annotations

from .door import solve

__all__ = ["solve"]

"""Exact values, fast: the Python side of the compiled core, and strong tables."""

from __future__ import annotations

from .core import Core, why_missing

__all__ = ["Core", "why_missing"]

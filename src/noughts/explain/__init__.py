"""Why a move is good, in words, and what a search did, step by step."""

from __future__ import annotations

from .facts import Fact, Kind, Sum
from .reasons import Reason, reason, reasons

__all__ = ["Fact", "Kind", "Reason", "Sum", "reason", "reasons"]

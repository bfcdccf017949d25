"""Why a move is good, in words; boards, trees and races as pictures, made once and used by every edge."""

from __future__ import annotations

from .facts import Fact, Kind, Sum
from .reasons import Reason, reason, reasons

__all__ = ["Fact", "Kind", "Reason", "Sum", "reason", "reasons"]

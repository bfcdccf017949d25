"""Exact, safe marks for anyone's agent."""

from __future__ import annotations

from .candidates import Candidate, find
from .grades import Grade
from .limits import Limits
from .rubric import Rubric
from .verdicts import Verdict

__all__ = ["Candidate", "Grade", "Limits", "Rubric", "Verdict", "find"]

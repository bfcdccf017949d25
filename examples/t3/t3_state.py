"""Tic-Tac-Total's states, from noughts."""

from noughts.classroom.t3 import T3Action, T3State

__all__ = ["T3Action", "T3State"]

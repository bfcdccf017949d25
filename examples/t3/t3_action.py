"""Tic-Tac-Total's actions, from noughts."""

from noughts.classroom.t3 import T3Action

__all__ = ["T3Action"]

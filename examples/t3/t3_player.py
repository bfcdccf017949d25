"""The perfect Tic-Tac-Total player, from noughts."""

from noughts.classroom.t3 import T3Action, T3Player, T3State, choose

__all__ = ["T3Action", "T3Player", "T3State", "choose"]

"""The interfaces of five course texts, as thin adapters: one module per text, rows and columns counted from 0.

`agent` is the course on agents for a judge, `console` on minimax in the console, `board` on early draw detection, `t3`
on Tic-Tac-Total and `functional` on functional minimax. None of them changes a board it is given, and all of them
accept boards that no game can reach.
"""

from __future__ import annotations

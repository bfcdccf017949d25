"""The interfaces of six course texts, as thin adapters: one module per text, rows and columns counted from 0.

`agent` is the course on agents for a judge, `console` on minimax in the console, `board` on early draw detection, `t3`
on Tic-Tac-Total, `functional` on functional minimax; `cs50` is CS50's Introduction to Artificial Intelligence. None of
them changes a board it is given, and all of them accept boards that no game can reach.
"""

from __future__ import annotations

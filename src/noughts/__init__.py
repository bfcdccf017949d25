"""Perfect play for the tic-tac-toe family: solve it, play it, see why, grade it.

>>> import noughts
>>> position = noughts.Position("tictactoe", "XX_/OO_/___ X")
>>> print(position.solve().value)
win in 1

Names are imported when they are first used, so that `import noughts` costs next to nothing. `__init__.pyi` lists them
for type checkers; a test compares the two lists.
"""

__version__ = "1.0.0rc1"

_HOMES = {
    "agents": "Agent Limited Perfect Random agent_named",
    "engine.tables": "StrongTable",
    "errors": "EngineError FileError GameError IllegalMove MisuseError NotationError NoughtsError PictureError "
    "SearchStopped UnreachablePosition",
    "explain.board_picture": "board_svg solution_svg",
    "explain.reasons": "Reason reasons",
    "explain.tree_picture": "tree_svg",
    "games": "Game Move Outcome Position Ranking Result SameMark SumTo Value game",
    "games.shorthand": "position",
    "grade.grades": "Grade",
    "grade.testing": "assert_optimal grade_agent",
    "grade.verdicts": "Verdict",
    "proofs.certificates": "NotACertificate ProofRefused Verified verify",
    "proofs.proving": "Proof prove",
    "proofs.strategies": "Strategy",
    "search": "LADDER AlphaBeta Cost DeadLines Minimax Ordered ProofMove Search SearchInterrupted Solution Source "
    "Status Symmetry Table Threats Trace",
    "solver": "NotInProof Solver solve",
    "web.widget": "widget",
}
_ROOMS = {"agents", "classroom", "engine", "errors", "explain", "games", "grade", "proofs", "protocols", "search"}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f".{name}", __name__)
    if name not in _HOME_OF:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF, *_ROOMS})

# What `import noughts` offers; __init__.py imports it when it is first used.
from . import (
    agents as agents,
    classroom as classroom,
    engine as engine,
    errors as errors,
    explain as explain,
    games as _games,
    grade as grade,
    proofs as proofs,
    protocols as protocols,
    search as search,
)
from .agents import Agent as Agent, Limited as Limited, Perfect as Perfect, Random as Random, agent_named as agent_named
from .engine.tables import StrongTable as StrongTable
from .errors import (
    EngineError as EngineError,
    FileError as FileError,
    GameError as GameError,
    IllegalMove as IllegalMove,
    MisuseError as MisuseError,
    NotationError as NotationError,
    NoughtsError as NoughtsError,
    PictureError as PictureError,
    SearchStopped as SearchStopped,
    UnreachablePosition as UnreachablePosition,
)
from .explain.board_picture import board_svg as board_svg, solution_svg as solution_svg
from .explain.reasons import Reason as Reason, reasons as reasons
from .explain.tree_picture import tree_svg as tree_svg
from .games import (
    Game as Game,
    Move as Move,
    Outcome as Outcome,
    Position as Position,
    Ranking as Ranking,
    Result as Result,
    SameMark as SameMark,
    SumTo as SumTo,
    Value as Value,
    game as game,
)
from .games.shorthand import position as position
from .grade.grades import Grade as Grade
from .grade.testing import assert_optimal as assert_optimal, grade_agent as grade_agent
from .grade.verdicts import Verdict as Verdict
from .proofs.certificates import (
    NotACertificate as NotACertificate,
    ProofRefused as ProofRefused,
    Verified as Verified,
    verify as verify,
)
from .proofs.proving import Proof as Proof, prove as prove
from .proofs.strategies import Strategy as Strategy
from .search import (
    LADDER as LADDER,
    AlphaBeta as AlphaBeta,
    Cost as Cost,
    DeadLines as DeadLines,
    Minimax as Minimax,
    Ordered as Ordered,
    ProofMove as ProofMove,
    Search as Search,
    SearchInterrupted as SearchInterrupted,
    Solution as Solution,
    Source as Source,
    Status as Status,
    Symmetry as Symmetry,
    Table as Table,
    Threats as Threats,
    Trace as Trace,
)
from .solver import NotInProof as NotInProof, Solver as Solver, solve as solve
from .web.widget import widget as widget

games: _games._Family
__version__: str
__all__: list[str]

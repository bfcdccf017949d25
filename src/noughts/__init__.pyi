# What `import noughts` offers; __init__.py imports it when it is first used.
from . import games as games
from .agents import (
    Agent as Agent,
)
from .agents import (
    Limited as Limited,
)
from .agents import (
    Perfect as Perfect,
)
from .agents import (
    Random as Random,
)
from .agents import (
    agent_named as agent_named,
)
from .engine.tables import (
    StrongTable as StrongTable,
)
from .errors import (
    EngineError as EngineError,
)
from .errors import (
    FileError as FileError,
)
from .errors import (
    GameError as GameError,
)
from .errors import (
    IllegalMove as IllegalMove,
)
from .errors import (
    NotationError as NotationError,
)
from .errors import (
    NoughtsError as NoughtsError,
)
from .errors import (
    PictureError as PictureError,
)
from .errors import (
    SearchStopped as SearchStopped,
)
from .errors import (
    UnreachablePosition as UnreachablePosition,
)
from .explain.board_picture import (
    board_svg as board_svg,
)
from .explain.board_picture import (
    solution_svg as solution_svg,
)
from .explain.reasons import (
    Reason as Reason,
)
from .explain.reasons import (
    reasons as reasons,
)
from .games import (
    Game as Game,
)
from .games import (
    Move as Move,
)
from .games import (
    Outcome as Outcome,
)
from .games import (
    Position as Position,
)
from .games import (
    Ranking as Ranking,
)
from .games import (
    Result as Result,
)
from .games import (
    SameMark as SameMark,
)
from .games import (
    SumTo as SumTo,
)
from .games import (
    Value as Value,
)
from .games import (
    game as game,
)
from .games import (
    position as position,
)
from .proofs.certificates import (
    NotACertificate as NotACertificate,
)
from .proofs.certificates import (
    ProofRefused as ProofRefused,
)
from .proofs.certificates import (
    Verified as Verified,
)
from .proofs.certificates import (
    verify as verify,
)
from .proofs.proving import (
    Proof as Proof,
)
from .proofs.proving import (
    prove as prove,
)
from .proofs.strategies import (
    Strategy as Strategy,
)
from .search import (
    LADDER as LADDER,
)
from .search import (
    AlphaBeta as AlphaBeta,
)
from .search import (
    Cost as Cost,
)
from .search import (
    DeadLines as DeadLines,
)
from .search import (
    Minimax as Minimax,
)
from .search import (
    Ordered as Ordered,
)
from .search import (
    ProofMove as ProofMove,
)
from .search import (
    Search as Search,
)
from .search import (
    SearchInterrupted as SearchInterrupted,
)
from .search import (
    Solution as Solution,
)
from .search import (
    Source as Source,
)
from .search import (
    Status as Status,
)
from .search import (
    Symmetry as Symmetry,
)
from .search import (
    Table as Table,
)
from .search import (
    Threats as Threats,
)
from .search import (
    Trace as Trace,
)
from .solver import (
    Solver as Solver,
)
from .solver import (
    solve as solve,
)

__version__: str
__all__: list[str]

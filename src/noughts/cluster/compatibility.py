"""What a worker must be before its results count: the same program as ours, with what the work needs."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TypedDict

from .. import __version__
from ..engine import why_missing as why_core_is_missing
from ..grade import sandbox as sandboxes

_PACKAGE = Path(__file__).parents[1]
_NODES = 5_000  # for each of the positions that tell one core from another


class Demands(TypedDict):
    """A plain value, which any version can read."""

    facts: dict[str, str]
    sandbox: bool
    paths: list[str]


def demands(*, sandbox: bool = False, paths: Iterable[str] = ()) -> Demands:
    """A worker must be what this process is; for grading it needs a sandbox, and files that agents may read."""
    return {"facts": facts(), "sandbox": sandbox, "paths": list(paths)}


@cache
def facts() -> dict[str, str]:
    """What this process is, most telling first."""
    return {
        "noughts": __version__,
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "Dask": version("distributed"),
        "the build of noughts": _build(),
        "the compiled core": _core(),
    }


def why_unfit(demanded: Demands) -> str | None:
    """Why this process cannot do what is demanded; None if it can."""
    here = facts()
    for name, wanted in demanded["facts"].items():
        found = here.get(name, "unknown")
        if found != wanted:
            return f"{name} is {found} there and {wanted} here"
    if demanded["sandbox"] and (reason := sandboxes.why_missing()) is not None:
        return f"there is no sandbox for agents there: {reason}; --trust runs them anyway"
    for path in demanded["paths"]:
        if not Path(path).exists():
            return f"{path}, which agents may read, does not exist there"
    return None


def _build() -> str:
    """A digest of the package's own text."""
    made = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        made.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
        made.update(path.read_bytes())
    return made.hexdigest()[:12]


def _core() -> str:
    """`missing`, or how many nodes it visits on some positions, which is the same wherever it was compiled."""
    if why_core_is_missing() is not None:
        return "missing"
    from ..engine.core import Core
    from ..engine.signature import POSITIONS
    from ..games import position

    asked = [position(name, board) for name, board, _ in POSITIONS]
    return f"{sum(Core(one.game).result(one, node_limit=_NODES).cost.nodes for one in asked):,} nodes"

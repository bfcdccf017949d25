"""Demands on workers: the same program as this one, and for grading a sandbox and the files that agents may read."""

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
    """Plain data, which any version can read."""

    facts: dict[str, str]
    sandbox: bool
    paths: list[str]


def demands(*, sandbox: bool = False, paths: Iterable[str] = ()) -> Demands:
    """A worker must be like this process; for grading it needs a sandbox, and the files that agents may read."""
    return {"facts": facts(), "sandbox": sandbox, "paths": list(paths)}


@cache
def facts() -> dict[str, str]:
    """What this process is, the most important first."""
    return {
        "noughts": __version__,
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "Dask": version("distributed"),
        "the build of noughts": _build(),
        "the compiled core": _core(),
    }


def why_incompatible(demands: Demands) -> str | None:
    """Why this process does not meet the demands; None if it does."""
    here = facts()
    for name, needed in demands["facts"].items():
        actual = here.get(name, "unknown")
        if actual != needed:
            return f"{name} is {actual} there and {needed} here"
    if demands["sandbox"] and (reason := sandboxes.why_missing()) is not None:
        return f"there is no sandbox for agents there: {reason}; --trust runs them anyway"
    for path in demands["paths"]:
        if not Path(path).exists():
            return f"{path}, which agents may read, does not exist there"
    return None


def _build() -> str:
    """A digest of the package's own text."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        digest.update(f"{path.relative_to(_PACKAGE).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _core() -> str:
    """`missing`, or how many nodes it visits on some positions, which is the same wherever it was compiled."""
    if why_core_is_missing() is not None:
        return "missing"
    from ..engine.core import Core
    from ..games import position
    from ..proofs.signature import POSITIONS

    positions = [position(name, board) for name, board, _ in POSITIONS]
    return f"{sum(Core(one.game).result(one, node_limit=_NODES).cost.nodes for one in positions):,} nodes"

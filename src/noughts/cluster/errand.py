"""What travels to a worker as text, so that it runs whatever is installed there, and can say so.

Nothing of ours is imported before the worker was asked what it has; the work itself is in a parcel that is opened only
if the worker is fit. So neither the scheduler nor an unfit worker ever needs our classes.
"""

from __future__ import annotations

import pickle
from typing import Any

Answer = tuple[str, "str | None", Any]  # the address of the worker, why it is unfit, or the result


def check(demands: Any) -> str | None:
    """Why this process is unfit for what is demanded; None if it is fit."""
    try:
        import noughts
    except ImportError:
        return "noughts is not installed there"
    try:
        from noughts.cluster import fitness
    except Exception as error:  # it is too old to have such a module, or too new for its Python
        return f"noughts {noughts.__version__} there cannot be used: {error}"
    return fitness.why_unfit(demands)


def stop(module: str, *arguments: Any) -> None:
    """Calls `stop` of a module of ours, if this process has had to do with it."""
    import sys

    if module in sys.modules:
        sys.modules[module].stop(*arguments)


def run(demands: Any, parcel: bytes) -> Answer:
    from distributed import get_worker

    address = str(get_worker().address)
    reason = check(demands)
    if reason is not None:
        return address, reason, None
    function, arguments = pickle.loads(parcel)
    return address, None, function(*arguments)

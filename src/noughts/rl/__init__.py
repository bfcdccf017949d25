"""An environment for agents that learn, with the exact value of every move. Needs the extra `noughts[rl]`."""

try:
    from .environment import Environment as Environment
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    raise ImportError(f"noughts.rl needs {error.name}: pip install 'noughts[rl]'") from None

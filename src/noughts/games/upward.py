"""What positions and solutions can do that is done in rooms above theirs: `solve`, `prove`, `explain`, pictures.

Those rooms import this one, and not the other way round. So what they do is looked up by name, at the first call.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def above(module: str, name: str) -> Any:
    return getattr(import_module(f"..{module}", __package__), name)

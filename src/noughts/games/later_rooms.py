"""Methods of positions and solutions whose work is done in later rooms: `solve`, `prove`, `explain`, pictures.

Imports point the other way: later rooms import this one. So such a method looks its function up by name, at each call.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def from_later_room(module: str, name: str) -> Any:
    return getattr(import_module(f"..{module}", __package__), name)

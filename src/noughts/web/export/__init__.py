"""The page as a folder for any static host: Python runs in the browser, and nothing is asked of a server."""

from __future__ import annotations

from .folder import export

__all__ = ["export"]

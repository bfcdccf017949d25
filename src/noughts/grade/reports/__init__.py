"""What is said about the grades, a module for each form. All of them are text, made from the same grades."""

from __future__ import annotations

from . import as_csv, as_gradescope, as_html, as_json, as_junit, feedback

__all__ = ["as_csv", "as_gradescope", "as_html", "as_json", "as_junit", "feedback"]

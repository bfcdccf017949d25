"""Help that fits the screen, without the types of Python: `GAME` for `GAME <str>`, `1 or more` for `x>=1`."""

from __future__ import annotations

import re
import shutil
from typing import Any

from typer.core import TyperCommand, TyperGroup

_TYPE = re.compile(r" <(?:str|path|list\[str\])>$")
_RANGES = (
    (re.compile(r"([\d.]+)<=x<=([\d.]+)\]"), r"\1 to \2]"),
    (re.compile(r"x>=([\d.]+)\]"), r"\1 or more]"),
)


_NARROW = 52  # columns: Typer writes no narrower help by itself


class PlainGroup(TyperGroup):
    def get_help(self, ctx: Any) -> str:
        _fit(ctx)
        return super().get_help(ctx)


class PlainCommand(TyperCommand):
    def get_help(self, ctx: Any) -> str:
        _fit(ctx)
        return super().get_help(ctx)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [
            re.sub(r"^\{(.*)\}", r"\1", piece).replace("......", "...") for piece in super().collect_usage_pieces(ctx)
        ]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                sections[parameter.param_type_name].append((_TYPE.sub("", record[0]), _plain(record[1])))
        for kind, records in sections.items():
            if records:
                with formatter.section(f"{kind.capitalize()}s"):
                    formatter.write_dl(records, col_max=min(30, formatter.width // 3))


def _fit(ctx: Any) -> None:
    columns = shutil.get_terminal_size().columns
    if columns < _NARROW:
        ctx.terminal_width = columns


def _plain(text: str) -> str:
    for pattern, instead in _RANGES:
        text = pattern.sub(instead, text)
    return text

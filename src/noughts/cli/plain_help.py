"""The help of a command without the types of Python: `GAME` for `GAME <str>`, `1 or more` for `x>=1`."""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

_TYPE = re.compile(r" <(?:str|path|list\[str\])>$")
_RANGES = (
    (re.compile(r"([\d.]+)<=x<=([\d.]+)\]"), r"\1 to \2]"),
    (re.compile(r"x>=([\d.]+)\]"), r"\1 or more]"),
)


class PlainCommand(TyperCommand):
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
                    formatter.write_dl(records)


def _plain(text: str) -> str:
    for pattern, instead in _RANGES:
        text = pattern.sub(instead, text)
    return text

"""`noughts web`: the page, on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import NoughtsError


def register(app: typer.Typer) -> None:
    app.command("web")(_web)


def _web(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; 127.0.0.1 accepts only this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="Port; 0 picks a free one.")] = 8000,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME", help="Host name of the page, for requests from other machines; may be repeated."
        ),
    ] = None,
    memory: Annotated[str, typer.Option(metavar="SIZE", help="Memory for the whole server, such as 2G.")] = "2G",
    export: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write the page as a folder for any static host, and start nothing. Needs npm once."
        ),
    ] = None,
) -> None:
    """Start the page: play and understand games in a browser.

    \b
    noughts web
    noughts web --port 0 --memory 1G        # any free port
    noughts web --export public             # a folder that needs no server
    """
    if export is not None:
        _export(export)
        return
    try:
        from ..web import server
        from ..web.budget import read_memory
    except ModuleNotFoundError as error:
        raise NoughtsError(f"the page needs {error.name}: pip install 'noughts[web]'") from None
    server.run(host, port, name or [], read_memory(memory))


def _export(folder: Path) -> None:
    try:
        from ..web.export import export
    except ModuleNotFoundError as error:
        raise NoughtsError(f"the page needs {error.name}: pip install 'noughts[web]'") from None
    written = export(folder)
    first, total = written.first / 1e6, written.total / 1e6
    typer.echo(f"noughts: {folder} holds the page, {total:.1f} MB; a first visit loads {first:.1f} MB")
    if not written.has_core:
        typer.echo(
            "noughts: this installation has no core for browsers: the page searches in Python, and knows less of large "
            "boards; in the repository, `make core-wasm` builds it",
            err=True,
        )

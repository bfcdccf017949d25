"""`noughts prove` and `noughts verify`: results of large boards, with proofs that can be checked."""

from __future__ import annotations

import sys
import time as clock
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from ..engine import certificates, proofs
from . import output
from .clusters import ClusterOption, connected
from .inputs import (
    GameArgument,
    JsonOption,
    LenientOption,
    MemoryOption,
    PositionArgument,
    read_memory,
    read_position,
)

if TYPE_CHECKING:
    from ..cluster.proving import Workers

SECONDS_BETWEEN_LINES = 60.0  # of progress, where there is no terminal: a log file wants few


def register(app: typer.Typer) -> None:
    app.command("prove")(_prove)
    app.command("verify")(_verify)


def _prove(
    game: GameArgument,
    position: PositionArgument = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", "-c", help="Write the proof to this file; `verify` checks it.")
    ] = None,
    memory: MemoryOption = "1G",
    threads: Annotated[int, typer.Option(min=1, max=256, help="How many threads search.")] = 1,
    cluster: ClusterOption = None,
    time: Annotated[float | None, typer.Option(min=0, help="Stop after so many seconds; unknown is an answer.")] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep what has been proved here; the same command goes on from there."),
    ] = None,
    lenient: LenientOption = False,
    json: JsonOption = False,
) -> None:
    """Prove that the side to move wins, draws or loses. Exit code 1: not known within the limits.

    noughts prove 7,7,5 --certificate 775.proof
    """
    asked = read_position(game, position, lenient)
    with _workers(cluster) as workers, _working(workers) as progress:
        proof = proofs.prove(
            asked,
            certificate=certificate,
            memory=read_memory(memory),
            threads=threads,
            time_limit=time,
            checkpoint=checkpoint,
            progress=progress,
            searchers=workers,
        )
    if json:
        output.print_json(
            {
                "game": asked.game.name,
                "position": str(asked),
                "result": None if proof.result is None else str(proof.result),
                "status": str(proof.status),
                "nodes": proof.nodes,
                "seconds": round(proof.seconds, 6),
                "certificate": None if proof.certificate is None else str(proof.certificate),
            }
        )
    else:
        _print(proof)
    if proof.interrupted:
        raise typer.Exit(130)
    raise typer.Exit(0 if proof.result is not None else 1)


def _print(proof: proofs.Proof) -> None:
    console, position = output.console(), proof.position
    if proof.result is None:
        console.print(f"{position.game.name}, {position.to_move} to move: {proof.message}. This is not a draw.")
    else:
        sentence = f"{position.to_move} {output.VERBS[proof.result]}"
        console.print(f"{position.game.name}: [bold]{sentence}[/bold], proven.")
        if proof.message:
            console.print(proof.message, style="dim")
    if proof.certificate is not None:
        console.print(
            f"The proof is in {proof.certificate} ({proof.certificate.stat().st_size:,} bytes).", markup=False
        )
    console.print(f"({proof.nodes:,} nodes, {proof.seconds:.3f} s)", style="dim")


@contextmanager
def _workers(cluster: str | None) -> Iterator[Workers | None]:
    """Who searches beside this process."""
    if cluster is None:
        yield None
        return
    with connected(cluster, together=True) as connection:
        from ..cluster.proving import Workers

        yield Workers(connection)


@contextmanager
def _working(workers: Workers | None) -> Iterator[proofs.ProofProgressFunction]:
    """Progress on standard error: always the newest at a terminal, and a line now and then in a file."""

    def told(now: proofs.ProofProgress) -> str:
        return sentence(now) if workers is None else f"{sentence(now)}\n{workers.progress().so_far}"

    console = output.errors()
    if console.is_terminal:
        with console.status("proving", spinner="dots") as status:
            yield lambda now: status.update(Text(told(now)))  # workers may have any names
        return
    last = clock.monotonic()

    def line(now: proofs.ProofProgress) -> None:
        nonlocal last
        if clock.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = clock.monotonic()
            sys.stderr.write("noughts: " + told(now).replace("\n", "; ") + "\n")
            sys.stderr.flush()

    yield line


def sentence(now: proofs.ProofProgress) -> str:
    """How far a proof is, in a line or two."""
    work = f"{now.nodes:,} nodes, {now.rate:,.0f} a second, {now.memory >> 20} MB, {now.seconds:.0f} s"
    parts = [f"{now.question}: {work}"]
    if now.classes:
        left = now.seconds_left
        estimate = "" if left is None else f"; about {_duration(left)} more if the rest is like them"
        parts.append(f"first moves answered: {now.classes_proved} of {now.classes}{estimate}")
    if now.line:
        parts.append(f"now at {now.line}")
    return "\n".join(parts)


def _duration(seconds: float) -> str:
    for size, name in ((3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} s"


def _verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A certificate that `noughts prove` wrote.")],
    python: Annotated[bool, typer.Option("--python", help="Use the checker in pure Python.")] = False,
    json: JsonOption = False,
) -> None:
    """Check a proof from beginning to end. Exit code 1: it does not stand; 2: the file is no certificate.

    noughts verify 775.proof
    """
    try:
        verified = certificates.verify(file, python=python)
    except certificates.ProofRefused as refusal:
        if json:
            output.print_json({"stands": False, "problem": str(refusal)})
        else:
            output.console().print(f"The proof does not stand. {refusal}", markup=False)
        raise typer.Exit(1) from None
    position = verified.position
    if json:
        output.print_json(
            {
                "stands": True,
                "game": position.game.name,
                "position": str(position),
                "result": str(verified.result),
                "nodes": verified.nodes,
                "seconds": round(verified.seconds, 6),
                "engine": verified.engine,
            }
        )
        return
    console = output.console()
    console.print(f"The proof stands: in {position.game.name}, {position.to_move} {output.VERBS[verified.result]} from")
    console.print(output.draw(position))
    console.print(f"({verified.nodes:,} nodes, {verified.seconds:.3f} s, checker: {verified.engine})", style="dim")

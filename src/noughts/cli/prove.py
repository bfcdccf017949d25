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

from ..explain import words
from ..explain.report import result_json
from ..proofs import certificates, proving as proofs
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
    from ..cluster.proving import ProofWorkers

SECONDS_BETWEEN_LINES = 60.0  # of progress, where there is no terminal: a log file wants few


def register(app: typer.Typer) -> None:
    app.command("prove")(_prove)
    app.command("verify")(_verify)


def _prove(
    game: GameArgument = "tictactoe",
    position: PositionArgument = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", "-c", metavar="FILE", help="Write the certificate to this file.")
    ] = None,
    memory: MemoryOption = "1G",
    threads: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Number of threads.")] = 1,
    cluster: ClusterOption = None,
    time: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", min=0, help="Time limit; the answer may then be unknown."),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Save progress in this folder; the same command continues from it."),
    ] = None,
    lenient: LenientOption = False,
    json: JsonOption = False,
) -> None:
    """Prove whether the side to move wins, draws or loses.

    Exit codes: 0 proven, 1 unknown within the limits, or without the certificate that was asked for, 2 bad input, 130
    interrupted.

    \b
    noughts prove 5,5,4
    noughts prove 6,6,5 --certificate 665.proof
    """
    start = read_position(game, position, lenient)
    with _workers(cluster) as workers, _working(workers) as progress:
        proof = proofs.prove(
            start,
            certificate=certificate,
            memory=read_memory(memory),
            threads=threads,
            time_limit=time,
            checkpoint=checkpoint,
            progress=progress,
            executor=workers,
        )
    if json:
        output.print_json(
            {
                "game": start.game.name,
                "position": start.text,
                "result": result_json(proof.result),
                "status": str(proof.status),
                "nodes": proof.nodes,
                "seconds": round(proof.seconds, 6),
                "certificate": None if proof.certificate is None else str(proof.certificate),
                "proved_by": proof.proved_by,
                "checked": proof.checked,
                "checker": proof.checker,
            }
        )
    else:
        _print(proof)
    for warning in proof.warnings:
        sys.stderr.write(f"noughts: {warning}\n")
    if proof.interrupted:
        raise typer.Exit(130)
    if certificate is not None and proof.certificate is None and proof.result is not None:
        sys.stderr.write(f"noughts: {certificate} was not written: there is no certificate of this result\n")
        raise typer.Exit(1)
    raise typer.Exit(0 if proof.result is not None else 1)


def _print(proof: proofs.Proof) -> None:
    console, position = output.console(), proof.position
    if proof.result is None:
        text = f"{position.game.name}, {position.to_move} to move: {proof.message}. This is not a draw."
        console.print(text, markup=False)
    else:
        sentence = words.result_sentence(proof.result, position.to_move)
        console.print(Text.assemble(f"{position.game.name}: ", (sentence, "bold"), f", proven{_by(proof)}."))
        if proof.message:
            console.print(proof.message, style="dim")
    if proof.certificate is not None:
        console.print(
            f"The proof is in {proof.certificate} ({proof.certificate.stat().st_size:,} bytes).", markup=False
        )
    console.print(f"({words.cost(proof.nodes, proof.seconds)})", style="dim")


def _by(proof: proofs.Proof) -> str:
    if proof.checked:
        return f" by a certificate that the {proof.checker} checker accepted"
    return " by exact search" if proof.proved_by == proofs.EXACT_SEARCH else ""


@contextmanager
def _workers(cluster: str | None) -> Iterator[ProofWorkers | None]:
    """Who searches beside this process."""
    if cluster is None:
        yield None
        return
    with connected(cluster, together=True) as connection:
        from ..cluster.proving import ProofWorkers

        yield ProofWorkers(connection)


@contextmanager
def _working(workers: ProofWorkers | None) -> Iterator[proofs.ProofProgressFunction]:
    """Progress on standard error: always the newest at a terminal, and a line now and then in a file."""

    def progress_text(now: proofs.ProofProgress) -> str:
        return sentence(now) if workers is None else f"{sentence(now)}\n{workers.progress().so_far}"

    console = output.errors()
    if console.is_terminal:
        with console.status("proving", spinner="dots") as status:
            yield lambda now: status.update(Text(progress_text(now)))  # workers may have any names
        return
    last = clock.monotonic()

    def line(now: proofs.ProofProgress) -> None:
        nonlocal last
        if clock.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = clock.monotonic()
            sys.stderr.write("noughts: " + progress_text(now).replace("\n", "; ") + "\n")
            sys.stderr.flush()

    yield line


def sentence(now: proofs.ProofProgress) -> str:
    """How far a proof is, in a line or two."""
    work = f"{words.speed(now.nodes, now.rate)}, {now.memory >> 20} MB, {words.duration(now.seconds)}"
    parts = [f"{now.question}: {work}"]
    if now.classes:
        left = now.seconds_left
        estimate = "" if left is None else f"; about {words.duration(left)} more if the rest is like them"
        parts.append(f"first moves answered: {now.classes_proved} of {now.classes}{estimate}")
    if now.line:
        parts.append(f"now at {now.line}")
    return "\n".join(parts)


def _verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Certificate from `noughts prove`.")],
    python: Annotated[bool, typer.Option("--python", help="Use the pure Python checker.")] = False,
    json: JsonOption = False,
) -> None:
    """Check every step of a certificate.

    Exit codes: 0 valid, 1 invalid, 2 not a certificate, 3 out of memory.

    \b
    noughts verify 665.proof
    noughts verify 665.proof --python      # with the pure Python checker
    """
    try:
        verified = certificates.verify(file, python=python)
    except certificates.ProofRefused as refusal:
        if json:
            output.print_json({"stands": False, "problem": str(refusal)})
        else:
            output.console().print(f"The proof is not valid. {refusal}", markup=False)
        raise typer.Exit(1) from None
    except certificates.OutOfMemory as error:
        sys.stderr.write(f"noughts: {error}\n")
        raise typer.Exit(3) from None
    position = verified.position
    if json:
        output.print_json(
            {
                "stands": True,
                "game": position.game.name,
                "position": position.text,
                "result": str(verified.result),
                "nodes": verified.nodes,
                "seconds": round(verified.seconds, 6),
                "checker": verified.checker,
            }
        )
        return
    console = output.console()
    result = words.result_sentence(verified.result, position.to_move)
    console.print(f"The proof is valid: in {position.game.name}, {result} from")
    console.print(output.draw(position))
    console.print(f"({words.cost(verified.nodes, verified.seconds)}, checker: {verified.checker})", style="dim")

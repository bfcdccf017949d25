"""`noughts match`: agents against each other and against perfect play."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track

from ..agents import agent_named
from ..agents.agent import LEVELS
from ..errors import NotationError, NoughtsError
from ..games import game as game_named
from ..grade import candidates, match, recognition
from ..grade.candidates import AgentError
from ..grade.limits import LEAST_MEMORY, Limits
from ..grade.match import CrossTable, Player
from . import output, tables
from .grade import (
    AllowOption,
    ExecOption,
    GameOption,
    InterfaceOption,
    MemoryLimit,
    NoughtsOption,
    TimeOption,
    TrustOption,
)
from .inputs import JsonOption, read_memory
from .tables import Column


def register(app: typer.Typer) -> None:
    app.command("match")(_match)


def _match(
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER...", help=f"Agents, as for grade, or {LEVELS}."),
    ],
    game: GameOption = "tictactoe",
    plies: Annotated[int, typer.Option(metavar="N", min=0, max=8, help="Start from every N-ply opening.")] = 1,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of random and depth:N.")] = 1,
    interface: InterfaceOption = None,
    command: ExecOption = None,
    time: TimeOption = Limits.seconds,
    memory: MemoryLimit = "512M",
    allow: AllowOption = None,
    with_noughts: NoughtsOption = False,
    trust: TrustOption = False,
    json: JsonOption = False,
) -> None:
    """Play agents against each other and against perfect play, from every opening, on both sides.

    \b
    noughts match easy hard
    noughts match examples/agents/perfect.py examples/agents/greedy.py
    noughts match random medium --game t3 --plies 0
    """
    rules = game_named(game)
    starts = match.openings(rules, plies)
    limits = Limits(time, memory=read_memory(memory, LEAST_MEMORY))
    with ExitStack() as held:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        seated: list[Player] = []
        for name in players:
            try:
                level = agent_named(name, seed) if not Path(name).exists() else None
            except NoughtsError:
                level = None
            if level is not None:
                seated.append(Player.ours(level, name.strip().lower()))  # as it was typed: easy, and not depth:1
                continue
            found = candidates.find(
                [name], interface=interface, command=command, shared=allow or (), with_noughts=with_noughts
            )
            for candidate in recognition.recognise_all(found, rules, limits, trust=trust):
                reason = candidate.problem or candidates.check_game(candidate, rules)
                if reason is not None:
                    raise AgentError(f"{candidate.name}: {reason}")
                seated.append(Player.candidate(candidate, limits, trust))
        for player in seated:
            held.callback(player.close)
        _check_names(seated)
        everyone = match.with_perfect(seated)
        if len(everyone) < 2:
            raise NotationError("a match needs at least two players")
        table = CrossTable([player.name for player in everyone])
        games = list(match.schedule(everyone, starts))
        console = output.errors()
        for first, second, opening in track(
            games, "playing", console=console, transient=True, disable=not console.is_terminal
        ):
            table.games.append(match.play(first, second, opening))
    if json:
        output.print_json(_as_json(table))
    else:
        _print(table, len(starts), plies)


def _check_names(players: Sequence[Player]) -> None:
    names = [player.name for player in players]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise NotationError("{names}: named twice; players need different names", names=", ".join(twice))


def _print(table: CrossTable, starts: int, plies: int) -> None:
    console = output.console()
    ranked = sorted(table.names, key=table.points, reverse=True)
    columns = [Column("player", is_name=True), Column("points", is_number=True)]
    columns += [Column(name, is_name=True, is_number=True, spare=at) for at, name in enumerate(ranked, start=1)]
    rows = []
    for name in ranked:
        cells = ("–".join(map(str, table.score(name, other))) if other != name else "·" for other in ranked)
        rows.append([name, f"{table.points(name):g}", *cells])
    console.print("won–drawn–lost against each other, most points first", style="dim")
    tables.show(console, columns, rows)
    after = "the empty board" if plies == 0 else f"every {plies}-ply opening ({starts:,})"
    console.print(f"\n{len(table.games):,} games: from {after}, with both sides.", markup=False)
    for name in table.names:
        forfeits = table.forfeits(name)
        if forfeits:
            console.print(f"{name} forfeited {len(forfeits):,} games, the first: {forfeits[0].forfeit}", markup=False)


def _as_json(table: CrossTable) -> dict[str, Any]:
    return {
        "players": [
            {
                "name": name,
                "points": table.points(name),
                "forfeits": len(table.forfeits(name)),
                "against": {
                    other: dict(zip(("won", "drawn", "lost"), table.score(name, other)))
                    for other in table.names
                    if other != name
                },
            }
            for name in table.names
        ],
        "games": [
            {
                "first": game.first,
                "second": game.second,
                "opening": game.opening.text,
                "winner": game.winner,
                "plies": game.plies,
                "forfeit": game.forfeit or None,
            }
            for game in table.games
        ],
    }

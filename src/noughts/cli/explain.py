"""`noughts explain`: why each move is good or bad, and minimax step by step."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..explain import alike, report, steps as step_by_step, words
from ..explain.best_play import BestPlay
from ..explain.board_picture import of_solution
from ..explain.facts import Fact, Kind
from ..explain.proof_picture import of_proof
from ..explain.reasons import Reason, notes, reason, reasons
from ..explain.scales import SCALES, Scale, scale
from ..explain.steps import Step
from ..games import Game, Move, Position, Ranking, Result, Value
from ..games.notation import moves as move_notation
from ..search import SearchInterrupted, Solution, Source
from . import output, pictures, proven
from .inputs import GameArgument, JsonOption, LenientOption, NodesOption, PositionArgument, RankingOption, read_position

_OTHER_LINES = 16  # besides a line for every reason
_SCALES = ", ".join(SCALES)


def register(app: typer.Typer) -> None:
    app.command("explain")(_explain)


def _explain(
    game: GameArgument = "tictactoe",
    position: PositionArgument = None,
    move: Annotated[
        str | None,
        typer.Option("--move", metavar="MOVE", help="Explain only this move: 1,3, or 3,3=5 with a number or mark."),
    ] = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Write out minimax: every option, its score, and who chooses.")
    ] = False,
    score: Annotated[
        str | None, typer.Option("--score", metavar="SCALE", help=f"Show scores on a course's scale: {_SCALES}.")
    ] = None,
    ranking: RankingOption = Ranking.QUICKEST,
    nodes: NodesOption = None,
    certificate: proven.CertificateOption = None,
    out: pictures.OutOption = None,
    lenient: LenientOption = False,
    json: JsonOption = False,
) -> None:
    """Explain why each move is good or bad, and show the line that proves it.

    \b
    noughts explain tictactoe 'XX_/OO_/___ X'
    noughts explain tictactoe 'XX_/OO_/___ X' --move 3,1
    noughts explain tictactoe 'XOO/XOX/___ X' --steps
    """
    pictures.check(out)
    start = read_position(game, position, lenient)
    only = None if move is None else start.move(move)
    on_scale = scale(score or "unit") if steps or score else None
    if on_scale is not None:
        on_scale.check(start)
    tree = _tree(start, on_scale, only) if steps and on_scale is not None else None
    play, stopped = BestPlay(ranking, node_limit=nodes), False
    with output.working("solving") as progress:
        try:
            solution = play.solve(start, progress, certificate)
        except SearchInterrupted as interruption:
            solution, stopped = interruption.solution, True
        reasons_by_move = reasons(solution, play) if only is None else {only: reason(solution, only, play)}
    is_proof = solution.source is Source.PROOF
    if json:
        output.print_json(_as_json(solution, reasons_by_move, on_scale, tree))
    elif is_proof and only is None and on_scale is None:
        proven.show(solution)
    else:
        _print(solution, reasons_by_move, on_scale, tree)
    if out is not None:
        picture = of_proof(solution) if is_proof else of_solution(solution)
        pictures.write(picture.svg(), out)
    if stopped:
        raise typer.Exit(130)


def _tree(start: Position, on_scale: Scale, only: Move | None) -> Step:
    """The tree below the position, or the branch of one move."""
    whole = step_by_step.steps(start, on_scale)
    return whole if only is None else next(option for option in whole.options if option.move == only)


def _print(solution: Solution, reasons_by_move: dict[Move, Reason], on_scale: Scale | None, tree: Step | None) -> None:
    console, position = output.console(), solution.position
    game = position.game
    console.print(output.draw(position))
    if position.outcome is not None:
        line = position.outcome.line
        how = "" if line is None else f" ({words.completed_name(line, position)})"
        console.print(f"The game is over: {position.outcome.summary}{how}.", markup=False)
        return
    console.print(f"{position.to_move} to move. {_value_in_words(solution)}", markup=False, style="bold")
    if solution.best:
        best = " · ".join(move_notation.typed(move, game) for move in solution.best)
        console.print(f"Best {'move' if len(solution.best) == 1 else 'moves'}: {best}", markup=False)
    if on_scale is not None:
        _print_scores(console, solution, reasons_by_move, on_scale)
    if tree is None:
        _print_reasons(console, reasons_by_move)
        if len(reasons_by_move) == len(position.legal_moves):
            whole = reasons_by_move[solution.best[0]].line if solution.best else None
            _print_line(console, position, whole or solution.line)  # a table knows how it begins
    else:
        console.print()
        _print_step(console, tree, None if tree.move is None else position)
    console.print(f"({solution.engine}, {words.cost(solution.cost.nodes, solution.seconds)})", style="dim")
    if console.is_terminal and len(reasons_by_move) + _OTHER_LINES > console.height:  # it has scrolled away
        console.print(f"{position.to_move} to move. {_value_in_words(solution)}", markup=False, style="bold")


def _value_in_words(solution: Solution) -> str:
    mover, value = solution.position.to_move, solution.value
    if value is None and solution.result is None:
        return words.not_known_sentence(solution)
    if solution.result is Result.DRAW:
        return "With best play the game is a draw."
    if value is not None:
        return f"With best play {words.sentence(value, mover)}."
    return f"With best play {words.result_sentence(solution.result or Result.DRAW, mover)}; how soon is not known."


def _group(value: Value | None) -> str:
    return words.capital(words.not_known() if value is None else words.verb_with_distance(value))


def _print_reasons(console: Console, reasons_by_move: dict[Move, Reason]) -> None:
    for group, members in groupby(reasons_by_move.values(), key=lambda reason: _group(reason.value)):
        listed = list(members)
        value, position = listed[0].value, listed[0].position
        game = position.game
        sign = "?" if value is None else words.SIGNS[value.result]
        style = "" if value is None else output.STYLES[value.result]
        console.print(Text(f"\n{sign} {group}", style=style))
        silent = [one for one in listed if value is None and not one.facts]
        width = max(len(move_notation.typed(one.move, game)) for one in listed)
        by_move = {one.move: one for one in listed if one not in silent}
        for moves in alike.groups(position, by_move):
            named = f"{move_notation.typed(moves[0], game):<{width}}"
            if len(moves) > 1:  # the sentence is about the first of them
                every = " · ".join(move_notation.typed(move, game) for move in sorted(moves))
                called = alike.name(position, moves)
                named = f"{every}{f' ({called})' if called else ''}: {move_notation.typed(moves[0], game)}"
            output.print_wrapped(f"  {named}  {by_move[moves[0]].sentence}", indent=4)
        if silent:
            unexplained = " · ".join(move_notation.typed(one.move, game) for one in silent)
            console.print(f"  {unexplained}", markup=False)


def _print_line(console: Console, position: Position, line: tuple[Move, ...]) -> None:
    """The principal line, a move a row, with what can be seen of each."""
    if not line:
        return
    console.print("\nBest play")
    for ply, (move, facts) in enumerate(zip(line, notes(position, line)), start=1):
        after = position.play(move)
        note = _note(facts, position, after)
        console.print(f"  {ply:>2}  {words.move_in_line(move, position)}{'  ' + note if note else ''}", markup=False)
        position = after
    ended = position.outcome
    console.print("      …" if ended is None else f"      {words.capital(ended.summary)}.", markup=False)


def _note(facts: tuple[Fact, ...], position: Position, after: Position) -> str:
    game, mover = position.game, position.to_move
    opponent = game.opponent[mover]
    parts = []
    for fact in facts:
        if fact.kind in (Kind.WINS_NOW, Kind.LOSES_NOW):
            parts.append(f"completes {words.completed(fact.lines, after)}")
        elif fact.kind is Kind.BLOCKS:
            parts.append(f"stops {words.targets(fact.moves, game, opponent)}")
        elif fact.kind is Kind.STOPS_FORK:
            parts.append(f"stops a fork, {words.targets(fact.moves, game, opponent)}")
        elif fact.kind in (Kind.FORK, Kind.THREATENS):
            parts.append(f"threatens {words.targets(fact.moves, game, mover)}")
        elif fact.kind is Kind.TRAP:
            parts.append(f"{opponent} can only complete a line")
        elif fact.kind is Kind.NO_SAFE_REPLY:
            parts.append("any reply lets a line be completed")
        elif fact.kind is Kind.DEAD and not position.is_dead():
            parts.append("no line can be completed any more")
    return "; ".join(parts)


def _print_scores(console: Console, solution: Solution, reasons_by_move: dict[Move, Reason], on_scale: Scale) -> None:
    """Every move with its score: what it is worth without the depth, and with it."""
    position = solution.position
    game = position.game
    with_depth = on_scale.name != "unit"
    headers = ["move", "result", "plies", *(["without depth"] if with_depth else []), on_scale.name]
    table = Table(*headers, box=None, header_style="dim", pad_edge=False)
    for column in table.columns[2:]:
        column.justify = "right"
    for move, one in reasons_by_move.items():
        value = one.value
        if value is None:
            table.add_row(move_notation.typed(move, game), "?", "", *([""] if with_depth else []), words.not_known())
            continue
        flat = on_scale.sign(position) * int(value.result) * on_scale.base
        table.add_row(
            move_notation.typed(move, game),
            words.result_sign(value.result),
            str(value.distance),
            *([str(flat)] if with_depth else []),
            on_scale.shown(value, position),
        )
    console.print()
    console.print(table)
    chooser = on_scale.maximiser(position)
    other = position.game.opponent[chooser]
    console.print(f"Scores are for {chooser}, who takes the largest; {other} takes the smallest.", markup=False)


def _print_step(console: Console, step: Step, before: Position | None) -> None:
    indent = "  " * (step.label.count(".") + 1 if step.label else 0)
    if before is not None:
        board = step.position.text.rsplit(" ", 1)[0]
        console.print(f"\n{indent}{step_by_step.heading(step, before)}   {board}", markup=False)
    for sentence in step_by_step.account(step):
        console.print(f"{indent}{'   ' if before is not None else ''}{sentence}", markup=False)
    for option in step.options:
        _print_step(console, option, step.position)


def _as_json(
    solution: Solution, reasons: dict[Move, Reason], on_scale: Scale | None, tree: Step | None
) -> dict[str, Any]:
    """The keys of `solve --json`, and the reasons."""
    data = report.solution_json(solution)
    data["reasons"] = [report.reason_json(one, with_facts=True) for one in reasons.values()]
    if on_scale is not None:
        data["scale"] = {"name": on_scale.name, "maximiser": on_scale.maximiser(solution.position)}
        for one, written in zip(reasons.values(), data["reasons"]):
            written["score"] = None if one.value is None else on_scale.of(one.value, one.position)
    if tree is not None:
        data["steps"] = _step_json(tree, solution.position.game)
    return data


def _step_json(step: Step, game: Game) -> dict[str, Any]:
    chosen = step.chosen
    return {
        "label": step.label,
        "move": None if step.move is None else report.move_json(step.move, game),
        "position": step.position.text,
        "score": step.score,
        "chooses": step.chooses,
        "chosen": None if chosen is None else chosen.label,
        "account": step_by_step.account(step),
        "options": [_step_json(option, game) for option in step.options],
    }

"""Golden playthroughs: one game of each kind, written down move by move, with what the rules and the solver say.

python scripts/playthroughs.py            writes tests/playthroughs/*.txt again; look at the difference
python scripts/playthroughs.py --check    says which of them are stale, and changes nothing
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from noughts import Position, Solver
from noughts.games import Game, game

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
GAMES = (
    "tictactoe",
    "tictactoe+misere",
    "4,3,3",
    "3,5,4",
    "1,6,3",
    "7,7,5",
    "wild",
    "wild+misere",
    "notakto",
    "cube:2",
    "cube:3",
    "qubic",
    "t3",
    "t3:4",
    "t3:3,4,7",
    "numerical",
)
SOLVED = 9  # empty cells at most, with one mark to choose from: then every move's value is written, too


def path_of(name: str) -> Path:
    return FOLDER / f"{name.replace(':', '-').replace('+', '-')}.txt"


def playthrough(name: str) -> str:
    """Moves are chosen by chance, the same each time."""
    chance, position, solver = random.Random(name), game(name).start(), Solver()
    lines = [*_rules(position.game)]
    while position.outcome is None:
        lines += ["", *_position(position, solver)]
        move = chance.choice(position.legal_moves)
        lines.append(f"{position.to_move} plays {move}")
        position = position.play(move)
    lines += ["", position.text, f"outcome: {position.outcome}"]
    return "\n".join(lines) + "\n"


def _rules(rules: Game) -> Iterator[str]:
    yield f"game: {rules.name}"
    yield f"shape: {' x '.join(map(str, rules.shape))}, {rules.length} in a line, misere: {rules.misere}"
    marks = [f"{side} places {' '.join(map(rules.symbol, rules.marks_of[side]))}" for side in rules.sides]
    yield f"sides: {'; '.join(marks)}; goal: {rules.goal}"
    counts = (len(rules.lines), len(rules.symmetries), len(rules.automorphisms))
    yield "lines: {}, symmetries: {}, automorphisms: {}".format(*counts)


def _position(position: Position, solver: Solver) -> Iterator[str]:
    moves = position.legal_moves
    yield position.text
    yield f"legal: {'  '.join(map(str, moves))}"
    completing = "  ".join(map(str, position.completing_moves()))
    yield f"completes a line: {completing or 'none'}; dead: {position.is_dead()}; plies left: {position.plies_left()}"
    if position.board.count(0) <= SOLVED and len(moves) <= 3 * SOLVED:
        solution = solver.solve(position)
        yield f"value: {solution.value}; best: {'  '.join(map(str, solution.best))}"
        yield f"values: {', '.join(f'{move} {value}' for move, value in solution.moves.items())}"


def stale() -> list[str]:
    return [
        name for name in GAMES if not path_of(name).exists() or path_of(name).read_text("utf-8") != playthrough(name)
    ]


def main() -> None:
    if sys.argv[1:] == ["--check"]:
        names = stale()
        sys.exit(f"stale: {', '.join(names)}" if names else 0)
    FOLDER.mkdir(exist_ok=True)
    for name in GAMES:
        path_of(name).write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()

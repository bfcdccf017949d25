"""What the five course texts state, beside what the program measures: the tables of docs/claims.md.

Every claim has a command that measures it. The tests run each of them and look for `shows` in what it prints.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import measured
from measured import nodes

from noughts import solver
from noughts.classroom import agent, functional
from noughts.classroom.t3 import T3State, choose
from noughts.explain import reason, words
from noughts.explain.scales import SCALES
from noughts.explain.steps import steps
from noughts.games import Ranking, Result, game, position
from noughts.games.notation.moves import describe
from noughts.search import AlphaBeta, Ordered, Solution
from noughts.search.textbook import textbook_choice

ROOT = Path(__file__).parent.parent
RACE = "noughts race tictactoe"
FIGURES = "python scripts/measured.py"


class Claim(NamedTuple):
    """What a text says, whether it holds (None where nothing follows either way), what is measured, and how."""

    says: str
    holds: bool | None
    found: str
    command: str
    shows: str


def solved(name: str, board: str | None = None, ranking: Ranking = Ranking.QUICKEST) -> Solution:
    return solver.solve(position(name, board), ranking)


def worth(name: str, board: str | None, move: str) -> str:
    """What a move is worth: `loses in 2 plies`."""
    solution = solved(name, board)
    value = solution.moves[solution.position.move(move)]
    soon = "" if value.result is Result.DRAW else f" in {words.plies(value.distance)}"
    return f"{words.verb(value.result)}{soon}"


def why(name: str, board: str, move: str) -> str:
    solution = solved(name, board)
    return reason(solution, solution.position.move(move)).sentence


def score(board: str, move: str, scale: str) -> int:
    solution = solved("tictactoe", board)
    return SCALES[scale].of(solution.moves[solution.position.move(move)], solution.position)


def is_about(number: float, stated: float) -> bool:
    """Whether a text that says "about" is right: within a tenth."""
    return abs(number - stated) <= stated / 10


def explain(name: str, board: str, *options: str) -> str:
    return " ".join(["noughts explain", name, f"'{board}'", *options])


def best_moves(solution: Solution) -> str:
    places = (words.place_name(move.cell, solution.position.game) for move in solution.best)
    return words.listed(places)


def python(code: str) -> str:
    return f'python -c "{code}"'


def agent_text() -> Iterator[Claim]:
    minimax, tie = measured.tree_nodes(game("tictactoe").start()), "XX_/OO_/___ X"
    yield Claim(
        "without alpha-beta about 362,880 states",
        is_about(minimax, 362_880),
        f"{minimax:,} nodes; 362,880 is 9!, the orders in which nine cells can be filled, and most games end sooner",
        RACE,
        f"{minimax:,}",
    )
    with_distance, plain = nodes(AlphaBeta, Ranking.QUICKEST), nodes(AlphaBeta, Ranking.EARLIEST_END)
    yield Claim(
        "with alpha-beta about 500 to 1,000 states",
        any(500 <= count <= 1_000 for count in (with_distance, plain, measured.smallest_proof())),
        f"{with_distance:,} nodes with depth in the score, {plain:,} without; "
        f"{measured.smallest_proof():,} if every move tried first were the luckiest",
        RACE,
        f"{with_distance:,}",
    )
    yield Claim(
        "4 to 5 moves a position on average",
        any(4 <= average <= 5 for average in (measured.average_moves(), measured.average_children())),
        f"{measured.average_moves():.1f} over all unfinished positions, {measured.average_children():.1f} over all "
        "inner nodes of the tree, most of which lie near its end",
        FIGURES,
        f"{measured.average_moves():.1f}",
    )
    lines = len(game("tictactoe").lines)
    yield Claim(
        "a board has 8 lines", lines == 8, f"{lines}", "noughts games tictactoe", f"3×3         3      {lines} "
    )
    lowest, highest = score("OO_/XX_/X__ O", "1 3", "10-depth"), score(tie, "1 3", "10-depth")
    yield Claim(
        "scores lie between -9 and 9",
        (lowest, highest) == (-9, 9),
        f"{lowest} where O wins at once, {highest} where X does",
        explain("tictactoe", tie, "--score 10-depth"),
        f"= {highest}",
    )
    yield Claim(
        f"depth table, `{tie}`: 1 3 wins at once, score 9",
        score(tie, "1 3", "10-depth") == 9,
        f"{worth('tictactoe', tie, '1 3')}, score {score(tie, '1 3', '10-depth')}",
        explain("tictactoe", tie, "--score 10-depth"),
        "10 - 1 = 9",
    )
    yield Claim(
        "depth table, the same board: 3 1 wins later, score 5",
        score(tie, "3 1", "10-depth") == 5,
        f"{worth('tictactoe', tie, '3 1')}, score {score(tie, '3 1', '10-depth')}: O answers 2 3",
        explain("tictactoe", tie, "--score 10-depth"),
        "-(10 - 2) = -8",
    )
    empty = solved("tictactoe")
    yield Claim(
        "example 1, the empty board: 2 2 is the best first move",
        empty.best[0] == empty.position.move("2 2"),
        f"one of {len(empty.best)} best moves: every first move draws",
        "noughts explain tictactoe",
        "Best moves: 2,2 · 1,1",
    )
    yield Claim(
        "example 2: 1 3 wins at once",
        worth("tictactoe", tie, "1 3") == "wins in 1 ply",
        why("tictactoe", tie, "1 3"),
        explain("tictactoe", tie),
        "Wins now",
    )
    block = "OO_/_X_/___ X"
    yield Claim(
        "example 3: 1 3 stops O",
        solved("tictactoe", block).best == (position("tictactoe", block).move("1 3"),),
        why("tictactoe", block, "1 3"),
        explain("tictactoe", block, "--move '1 3'"),
        "Stops O at 1,3",
    )
    counted = agent.player([list("OO_"), list("_X_"), list("___")])
    yield Claim(
        "whose turn it is follows from the number of marks",
        counted == "X",
        f"in example 3 counting says {counted}, and the header says X",
        python("from noughts.classroom import agent; print(agent.player([list('OO_'), list('_X_'), list('___')]))"),
        counted,
    )
    with (ROOT / "examples" / "judge-finished.txt").open() as question:
        finished = subprocess.check_output([sys.executable, ROOT / "tictactoe.py"], stdin=question, text=True).strip()
    yield Claim(
        "example 4, a finished board: -1",
        finished == "-1",
        finished,
        "noughts judge < examples/judge-finished.txt",
        "-1",
    )
    yield Claim(
        "`player` on `XO_/_X_/___`: O, with six moves left",
        agent.player([list("XO_"), list("_X_"), list("___")]) == "O",
        f"{agent.player([list('XO_'), list('_X_'), list('___')])}, "
        f"{len(agent.actions([list('XO_'), list('_X_'), list('___')]))} moves",
        python("from noughts.classroom import agent; print(agent.player([list('XO_'), list('_X_'), list('___')]))"),
        "O",
    )
    small = max(min(5, 3), min(2, 9), min(1, 7))
    yield Claim(
        "the tree with leaves 5 3, 2 9, 1 7 is worth 3", small == 3, str(small),
        python("print(max(min(5, 3), min(2, 9), min(1, 7)))"), "3",
    )  # fmt: skip


def console_text() -> Iterator[Claim]:
    minimax = measured.tree_nodes(game("tictactoe").start())
    yield Claim("the whole tree has 549,946 nodes", minimax == 549_946, f"{minimax:,}", RACE, f"{minimax:,}")
    yield Claim(
        "a pictured tree has 11 nodes",
        None,
        f"the picture's position is not in the text; {measured.trees_of(11)} positions have such a tree",
        FIGURES,
        f"nodes: {measured.trees_of(11)}",
    )
    value = solved("tictactoe").value
    assert value is not None
    yield Claim(
        "the best end both can reach is worth 0",
        value.result is Result.DRAW,
        f"{value}",
        "noughts solve tictactoe",
        "Draw with best play, 9 plies left",
    )


def t3_text() -> Iterator[Claim]:
    odd, even = solved("t3").value, solved("t3", "000/000/000 even").value
    yield Claim(
        "the game is not well balanced",
        odd is not None and even is not None and (odd.result, even.result) == (Result.LOSS, Result.WIN),
        f"evens win, whoever begins: odds first {odd}, evens first {even}",
        "noughts explain t3 '000/000/000 even'",
        f"even wins in {even.distance if even else 0} plies",
    )
    reply = choose(T3State(False, [[0, 0, 0], [0, 5, 0], [0, 0, 0]]))
    yield Claim(
        "sample game, after 5 in the centre the agent plays (0,0) = 2",
        str(reply) == "(0,0) = 2",
        f"{reply}, which {worth('t3', '000/050/000 even', '1 1 2')} at best resistance",
        "noughts explain t3 '000/050/000 even' --move '1 1 2'",
        "in 5 plies",
    )
    yield Claim(
        "sample game, odds' 1 at (1,0) then loses to (2,2) = 6",
        worth("t3", "210/050/000 even", "3 3 6") == "wins in 1 ply",
        why("t3", "210/050/000 even", "3 3 6"),
        "noughts explain t3 '210/050/000 even' --move '3 3 6'",
        "2 + 5 + 6 = 13",
    )
    state = T3State(True, [[2, 1, 2], [1, 1, 0], [2, 0, 6]])
    transitions = list(state.get_transitions())
    wins = [str(action) for action, after in transitions if after.is_win()]
    yield Claim(
        "`[2,1,2] [1,1,0] [2,0,6]`, odds to move: six transitions, the third of which wins",
        len(transitions) == 6 and transitions[2][1].is_win(),
        f"{len(transitions)}; {words.listed(wins)} win",
        "noughts explain t3 '212/110/206 odd' --move '3 2 5'",
        "Wins now: completes row 3 (2 + 5 + 6 = 13)",
    )
    last = T3State(False, [[6, 4, 1], [1, 1, 4], [4, 1, 0]])
    yield Claim(
        "`[6,4,1] [1,1,4] [4,1,0]`, evens to move: three transitions",
        len(list(last.get_transitions())) == 3,
        str(len(list(last.get_transitions()))),
        "noughts solve t3 '641/114/410 even' --json",
        '"mark": 6',
    )
    won = position("t3", "011/202/000 even")
    move = textbook_choice(won, lambda move: (move.cell % 3, move.cell // 3, move.mark))
    assert move is not None
    text = f"{' '.join(map(str, won.game.place(move.cell)))} {move.mark}"
    yield Claim(
        "depths need only be compared where nothing was pruned",
        move in solved("t3", won.text, Ranking.EARLIEST_END).best,
        f"on `{won.text}`, a {solved('t3', won.text).value}, that rule plays {describe(move, won.game)}, "
        f"which {worth('t3', won.text, text)}",
        f"noughts explain t3 '{won.text}' --move '{text}'",
        "Loses in 2 plies",
    )


def board_text() -> Iterator[Claim]:
    minimax, cut = measured.tree_nodes(game("tictactoe").start()), nodes(AlphaBeta, Ranking.QUICKEST)
    ordered = nodes(Ordered, Ranking.QUICKEST)
    yield Claim(
        "9! or about 362,880 states in the tree", is_about(minimax, 362_880), f"{minimax:,} nodes", RACE, f"{minimax:,}"
    )
    yield Claim(
        "alpha-beta in the best case: 59 states",
        is_about(measured.smallest_proof(), 59),
        f"{measured.smallest_proof():,}: with every choice the luckiest there is, and win, draw or loss alone",
        FIGURES,
        f"{measured.smallest_proof():,}",
    )
    yield Claim(
        "alpha-beta on average: 2,000 to 5,000 states",
        any(2_000 <= count <= 5_000 for count in (cut, ordered, measured.average_nodes())),
        f"{cut:,} on the empty board, {ordered:,} with the centre and corners first; "
        f"{measured.average_nodes():.0f} on average over all unfinished positions",
        FIGURES,
        f"on average: {measured.average_nodes():.0f}",
    )
    yield Claim(
        "alpha-beta saves about 90 %", is_about(1 - cut / minimax, 0.9), f"{1 - cut / minimax:.0%}", RACE, f"{cut:,}"
    )
    saved = [measured.saved_by_dead_lines(empty) for empty in (3, 4)]
    yield Claim(
        "early draw detection saves about 40 % near a draw",
        any(is_about(share, 0.4) for share in saved),
        f"{saved[0]:.0%} over the drawn positions with at most three empty cells, {saved[1]:.0%} with at most four",
        FIGURES,
        f"{saved[0]:.0%}",
    )
    dead = "XO_/OX_/___ X"
    yield Claim(
        f"`{dead[:-2]}` is an inevitable draw",
        position("tictactoe", dead).is_dead(),
        f"{why('tictactoe', dead, '3 3')} Every line holds both marks only when "
        f"{measured.fewest_marks_of_a_dead_board()} cells are filled",
        explain("tictactoe", dead, "--move '3 3'"),
        "Wins now",
    )
    walk = "X_O/_X_/O__ X"
    for move, said in (("1 2", 110), ("2 1", 108), ("2 3", -109)):
        got = score(walk, move, "100+depth")
        yield Claim(
            f"walk-through, `{walk}`: the move {move} scores {said}",
            got == said,
            f"{got}: it {worth('tictactoe', walk, move)}. {why('tictactoe', walk, move)}",
            explain("tictactoe", walk, "--score 100+depth", f"--move '{move}'"),
            f"= {got}",
        )
    yield Claim(
        "walk-through: 1 2 is chosen",
        position("tictactoe", walk).move("1 2") in solved("tictactoe", walk).best,
        f"the best move is {best_moves(solved('tictactoe', walk))}, score {score(walk, '3 3', '100+depth')}",
        explain("tictactoe", walk, "--score 100+depth"),
        "100 + 10 = 110",
    )
    sample = "_O_/_X_/___ X"
    yield Claim(
        "JUDGE sample: the answer is 2 2",
        any(words.place_name(move.cell, game("tictactoe")) == "2,2" for move in solved("tictactoe", sample).best),
        f"2 2 is taken; the best moves are {best_moves(solved('tictactoe', sample))}",
        explain("tictactoe", sample),
        "Best moves: 1,1 · 1,3",
    )
    won = position("tictactoe", "XOX/_XO/O_X O")
    assert won.outcome is not None and won.outcome.line is not None
    yield Claim(
        "sample board: X has won on a diagonal",
        won.outcome.winner == "X",
        f"{won.outcome.summary}, {words.line_name(won.outcome.line, won.game)}",
        explain("tictactoe", won.text),
        "X wins (the diagonal",
    )
    value = solved("tictactoe").value
    yield Claim(
        "neither side loses with best play",
        value is not None and value.result is Result.DRAW,
        "a draw",
        "noughts explain tictactoe",
        "With best play the game is a draw.",
    )
    yield Claim(
        "an answer takes less than 10 ms",
        None,
        "that depends on the machine, and most of it is starting Python; nothing is stated here",
        "python bench/judge_start.py",
        "",
    )


def functional_text() -> Iterator[Claim]:
    boards: list[tuple[str, str]] = [
        ("___/___/___", "#f"),
        ("XOX/OXO/XOX", "X"),
        ("OOO/XX_/__X", "O"),
        ("O_O/_O_/XXX", "X"),
        ("XOO/OXO/OXX", "X"),
        ("XOX/OXO/OXO", "D"),
        ("XOX/OOX/OX_", "#f"),
    ]
    shown = {"X": "X wins", "O": "O wins", "D": "The game is over: draw", "#f": "X to move"}
    for board, said in boards:
        found = functional.winner(_rows(board)) or "#f"
        command = explain("tictactoe", f"{board} X", "--lenient")
        yield Claim(f"`winner` of `{board}`: {said}", found == said, found, command, shown[said])
    for board, side, value in (("XOO/OXX/__X", "X", 1), ("XOO/OXX/__X", "O", -1), ("XOO/OXX/XXO", "X", 0)):
        winner = functional.winner(_rows(board)) or "#f"
        got = functional.grade(winner, side == "X")
        command = explain("tictactoe", f"{board} {side}", "--lenient")
        yield Claim(f"`{board}` is worth {value} to {side}", got == value, str(got), command, shown[winner])
    example = "XOO/XOX/___ X"
    whole = steps(position("tictactoe", example))
    command = explain("tictactoe", example, "--steps")
    told = {step.label: step for step in whole.walk()}
    for label, move, value in (
        ("a", "(2 . 0)", 1), ("b", "(2 . 1)", -1), ("b.α", "(2 . 0)", -1), ("b.β", "(2 . 2)", 1),
        ("c", "(2 . 2)", -1), ("c.α", "(2 . 0)", -1), ("c.β", "(2 . 1)", -1),
    ):  # fmt: skip
        step = told[label]
        assert step.move is not None
        place = "({} . {})".format(*divmod(step.move.cell, 3))
        parent = told[label.rpartition(".")[0]].position
        yield Claim(
            f"example 03, {label}) {move} is worth {value}",
            (place, step.score) == (move, value),
            f"{place} is worth {step.score}",
            command,
            f"{label}) {words.move_in_line(step.move, parent)} is worth {step.score}",
        )
    chosen = whole.chosen
    yield Claim(
        "example 03: a) is played",
        chosen is not None and chosen.label == "a",
        f"{chosen.label}) is played" if chosen else "",
        command,
        "which is a)",
    )
    empty = functional.empty_spots(_rows("_OX/XOO/O_X"))
    yield Claim(
        "`empty-spots` of `_OX/XOO/O_X`: (0 . 0) and (2 . 1)",
        empty == [(0, 0), (2, 1)],
        words.listed("({} . {})".format(*spot) for spot in empty),
        python(f"from noughts.classroom import functional as f; print(f.empty_spots({_shell_rows('_OX/XOO/O_X')}))"),
        "[(0, 0), (2, 1)]",
    )
    largest = functional.maximum_on(lambda pair: pair[1], [(1, 1337), (0, 20000), (10, 4)])
    yield Claim(
        "`maximum-on cdr` of (1 . 1337), (0 . 20000), (10 . 4): (0 . 20000)",
        largest == (0, 20000),
        "({} . {})".format(*largest),
        python(
            "from noughts.classroom import functional as f; "
            "print(f.maximum_on(lambda pair: pair[1], [(1, 1337), (0, 20000), (10, 4)]))"
        ),
        "(0, 20000)",
    )


def _rows(board: str) -> list[list[str | bool]]:
    return [[False if cell == "_" else cell for cell in row] for row in board.split("/")]


def _shell_rows(board: str) -> str:
    """The rows as Python that can stand between the shell's double quotes."""
    rows = ([repr(cell) if cell != "_" else "False" for cell in row] for row in board.split("/"))
    return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"


TEXTS: dict[str, Callable[[], Iterator[Claim]]] = {
    "agent": agent_text,
    "console": console_text,
    "t3": t3_text,
    "board": board_text,
    "functional": functional_text,
}


def table(text: str) -> str:
    rows = ["| the text says | holds | measured | command |", "| --- | --- | --- | --- |"]
    for claim in TEXTS[text]():
        holds = "—" if claim.holds is None else "yes" if claim.holds else "**no**"
        command = claim.command.replace("|", "\\|")
        rows.append(f"| {claim.says} | {holds} | {claim.found} | `{command}` |")
    return "\n".join(rows) + "\n"


MAKERS = {f"claims-{text}": partial(table, text) for text in TEXTS}

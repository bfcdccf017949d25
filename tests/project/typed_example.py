"""What a user of the interface writes, for type checkers: every name is used as docs/python.md says."""

from pathlib import Path

import noughts


def main() -> None:
    position: noughts.Position = noughts.Position("tictactoe", "XX_/OO_/___ X")
    play(position)
    rules()
    solving(position)
    explanations(position)
    proofs()
    ladder(position)
    tables(position)
    agents(position)
    errors(position)
    assert noughts.__all__ and noughts.__version__ and "t3" in noughts.games


def play(position: noughts.Position) -> None:
    moves: list[noughts.Move] = position.legal_moves
    after: noughts.Position = position.play("1 3").game.start().play(moves[0])
    outcome: noughts.Outcome | None = position.play((1, 3)).outcome
    assert noughts.position("tictactoe", position.text) == position
    assert after.game == position.game and outcome is not None and outcome.winner == "X"


def rules() -> None:
    t3: noughts.Game = noughts.game("t3")
    same: noughts.SameMark | noughts.SumTo = noughts.game("7,7,5").goal
    tens = noughts.Game("tens", (3, 3), 3, noughts.SumTo(10), ((1, 3, 5), (2, 4, 6)))
    Path("corridor.toml").write_text("shape = [3, 5]\nlength = 3\nmisere = true\n", encoding="utf-8")
    corridor: noughts.Game = noughts.game("corridor.toml")
    assert t3.has_numbers and isinstance(same, noughts.SameMark) and tens.has_numbers and corridor.misere


def solving(position: noughts.Position) -> None:
    solution: noughts.Solution = position.solve(node_limit=10_000)
    value: noughts.Value | None = solution.value
    best: noughts.Value = max(solution.moves.values())
    status: noughts.Status = solution.status
    source: noughts.Source = solution.source
    cost: noughts.Cost = solution.cost
    result: noughts.Result | None = noughts.solve(noughts.Position("7,7,5"), noughts.Ranking.QUICKEST).result
    reply: noughts.ProofMove | None = noughts.Position("7,7,5").play("4 4").solve().proof_move
    solver = noughts.Solver(threads=2, memory=64 << 20)
    try:
        again: noughts.Solution = solver.solve(position, "earliest-end", value_only=True)
    except noughts.SearchInterrupted as interruption:
        again = interruption.solution
    assert value == best and status is noughts.Status.PROVEN and source is noughts.Source.SEARCH
    assert cost == solution.cost and noughts.Position("tictactoe").solve().cost.nodes > 0
    assert result is noughts.Result.DRAW and reply is not None and reply.why and again.result is noughts.Result.WIN


def explanations(position: noughts.Position) -> None:
    solution = position.solve()
    reason: noughts.Reason = solution.explain("3 1")
    reasons: dict[noughts.Move, noughts.Reason] = noughts.reasons(solution)
    solution.save("board.svg")
    position.save("start.svg")
    board: str = noughts.board_svg(position)
    values: str = noughts.solution_svg(solution)
    assert reason.sentence and reason in reasons.values() and board != values


def proofs() -> None:
    start = noughts.Position("6,6,5")
    proof: noughts.Proof = start.prove("665.proof", threads=2)
    unsaved: noughts.Proof = noughts.prove(start, time_limit=60.0)
    verified: noughts.Verified = noughts.verify("665.proof")
    strategy = noughts.Strategy(Path("665.proof"))
    answer: noughts.ProofMove | None = strategy.answer([start.move("3 3")])
    assert proof.result is unsaved.result is verified.result is strategy.result is noughts.Result.DRAW
    assert proof.checked and answer is not None and answer.cell


def ladder(position: noughts.Position) -> None:
    rungs: list[type[noughts.Search]] = [
        noughts.Minimax,
        noughts.AlphaBeta,
        noughts.Ordered,
        noughts.DeadLines,
        noughts.Table,
        noughts.Symmetry,
        noughts.Threats,
    ]
    trace = noughts.Trace()
    search: noughts.Search = noughts.AlphaBeta(trace=trace, node_limit=100_000)
    value: noughts.Value = search.value(position)
    picture: str = noughts.tree_svg(trace, depth=2)
    board: object = noughts.widget("t3", opponent="person")
    assert rungs == list(noughts.LADDER) and str(value) == "win in 1" and picture.startswith("<svg") and board


def tables(position: noughts.Position) -> None:
    table = noughts.StrongTable(position)
    table.write("positions.csv")
    assert table[position].value == position.solve().value and len(table)


def agents(position: noughts.Position) -> None:
    players: list[noughts.Agent] = [
        noughts.Perfect(),
        noughts.Limited(1, seed=1),
        noughts.Random(seed=1),
        noughts.agent_named("depth:2", seed=1),
    ]
    chosen: list[noughts.Move] = [player.choose(position) for player in players]

    def minimax(board: list[list[str]], depth: int, alpha: int, beta: int, is_max: bool) -> tuple[int, None]:
        return 0, None

    grade: noughts.Grade = noughts.grade_agent(minimax, interface="agent", quick=True)
    try:
        noughts.assert_optimal(minimax, interface="agent", quick=True)
    except AssertionError as error:
        text: str = str(error)
    assert chosen[0] == position.move("1 3") and grade.verdicts[noughts.Verdict.OPTIMAL] < grade.expected and text


def errors(position: noughts.Position) -> None:
    kinds: list[type[noughts.NoughtsError]] = [
        noughts.EngineError,
        noughts.FileError,
        noughts.GameError,
        noughts.NotACertificate,
        noughts.NotInProof,
        noughts.NotationError,
        noughts.PictureError,
        noughts.ProofRefused,
        noughts.SearchStopped,
        noughts.UnreachablePosition,
    ]
    try:
        position.play("1 1")
    except (noughts.MisuseError, noughts.IllegalMove) as error:
        text: str = str(error)
    assert all(issubclass(kind, noughts.NoughtsError) for kind in kinds) and text


if __name__ == "__main__":
    main()

"""What a user of the interface writes, for type checkers: each name is used as docs/python.md says."""

import noughts


def main() -> None:
    position: noughts.Position = noughts.Position("tictactoe", "XX_/OO_/___ X")
    moves: list[noughts.Move] = position.legal_moves
    solution: noughts.Solution = position.solve(node_limit=10_000)
    value: noughts.Value | None = solution.value
    best: noughts.Value = max(solution.moves.values())
    reason: noughts.Reason = solution.explain("3 1")
    after: noughts.Position = position.play("1 3").game.start().play(moves[0])
    outcome: noughts.Outcome | None = position.play("1 3").outcome
    solution.save("board.svg")
    position.save("start.svg")
    proof: noughts.Proof = noughts.Position("6,6,5").prove("665.proof", threads=2)
    verified: noughts.Verified = noughts.verify("665.proof")
    result: noughts.Result | None = noughts.solve(noughts.Position("7,7,5")).result
    rules: noughts.Game = noughts.game("t3")
    trace = noughts.Trace()
    search = noughts.AlphaBeta(trace=trace)
    searched: noughts.Value = search.value(position)
    table = noughts.StrongTable(position)
    agent: noughts.Agent = noughts.Perfect()
    chosen: noughts.Move = agent.choose(position)
    try:
        position.play("1 1")
    except noughts.IllegalMove as error:
        text: str = str(error)
    names = noughts.__all__
    assert value == best == searched == table[position].value
    assert after.game == position.game and outcome is not None and outcome.winner == "X"
    assert proof.result is verified.result is result is noughts.Result.DRAW
    assert proof.checked and chosen == moves[0] and rules.has_numbers and text and names and reason.sentence


if __name__ == "__main__":
    main()

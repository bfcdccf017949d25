"""A review against the oracle: every verdict, the ribbon, the turning point, and nothing that is not known."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from oracle import oracle
from sampling import as_node
from tiers import quick_for

from noughts.explain import review_words
from noughts.explain.best_play import BestPlay
from noughts.explain.review import Review, review
from noughts.games import Move, Position, Result, game
from noughts.games.notation import moves as move_notation
from noughts.language import speaking
from noughts.search import Solution, Status

GAMES = {"tictactoe": 60, "tictactoe+misere": 20, "wild": 15, "notakto": 20, "4,3,3": 8, "t3:3,3,5": 10, "numerical": 8}
GAMES["4,4,3+drop"] = 8
NAMES = {(1, 0): "gave away the win", (1, -1): "lost a won game", (0, -1): "gave away the draw"}


def random_games(name: str, count: int) -> list[tuple[Position, list[Move]]]:
    """Games of random moves, some of them not to their end; those of large trees from a few random moves on."""
    chance, rules, found = random.Random(20), game(name), []
    for _ in range(count):
        now = rules.start(chance.choice(rules.sides))
        while now.board.count(0) > 9 or (rules.has_numbers and now.board.count(0) > 6):
            now = now.play(chance.choice([move for move in now.legal_moves if now.play(move).outcome is None]))
        start, moves = now, list[Move]()
        while now.outcome is None and (chance.random() > 0.03 or not moves):
            moves.append(chance.choice(now.legal_moves))
            now = now.play(moves[-1])
        found.append((start, moves))
    return found


def true_verdicts(name: str, start: Position, moves: list[Move]) -> list[str]:
    """By the definition: results first, then how soon."""
    judge, now, found = oracle(name), start, []
    for move in moves:
        values = judge.move_values(*as_node(now), "quickest")
        best, got = judge.value(*as_node(now), "quickest"), values[move.cell, move.mark]
        if best[0] != got[0]:
            found.append(NAMES[best[0], got[0]])
        elif best[0] == 0 or best == got:
            found.append("best")
        else:
            found.append("sooner" if got[1] < best[1] else "slower")
        now = now.play(move)
    return found


@pytest.mark.parametrize("name", quick_for(GAMES, "tictactoe", "notakto"))
def test_every_move_of_random_games_is_judged_as_the_oracle_does(name: str) -> None:
    play, judge = BestPlay(node_limit=10**9), oracle(name)
    for start, moves in random_games(name, GAMES[name]):
        one = review(start, moves, start.to_move, play=play)
        truth = true_verdicts(name, start, moves)
        assert [judged.verdict for judged in one.judged] == truth
        slips = [number for number, verdict in enumerate(truth, start=1) if verdict in NAMES.values()]
        assert [judged.number for judged in one.slips] == slips
        assert (one.turning_point.judged.number if one.turning_point else None) == (slips[-1] if slips else None)
        check_ribbon(one, name)
        for judged in one.judged:
            node = as_node(judged.before)
            keep = {move for move, value in judge.move_values(*node, "quickest").items() if value[0] == judged.stake[0]}
            assert {(move.cell, move.mark) for move in judged.kept} == keep
            best = [(move.cell, move.mark) for moves in judged.better for move in moves]
            assert set(best) <= judge.best(*node, "quickest") | keep and best


def check_ribbon(one: Review, name: str) -> None:
    """The stretches follow each other and give the result of every position for the side whose view it is."""
    positions = [one.start, *(judged.after for judged in one.judged)]
    at = 0
    for before, stretch in zip([None, *one.ribbon], one.ribbon):
        assert stretch.first == at and (before is None or before.result is not stretch.result)
        for position in positions[stretch.first : stretch.last + 1]:
            board, side = as_node(position)
            result = oracle(name).value(board, side, "quickest")[0]
            assert stretch.result == (result if position.to_move == one.view else -result)
        at = stretch.last + 1
    assert at == len(positions)


def test_the_turning_point_has_the_answer_that_punishes_and_where_it_wins() -> None:
    one = played("tictactoe", "1 1", "2 2", "3 3", "1 3", "3 1", "2 1", "3 2", you="O")
    point = one.turning_point
    assert point is not None and point.judged.number == 4
    assert [move_notation.describe(move, one.start.game) for move in (point.answer, *point.threats) if move] == [
        "X 3,1",
        "X 2,1",
        "X 3,2",
    ]
    assert [review_words.group_name(point.judged, moves) for moves in point.judged.better] == [
        "the four edges: 1,2 · 2,1 · 2,3 · 3,2"
    ]
    assert review_words.headline(one) == "You had a draw until move 4"
    said = "X won in 7 moves. One move of yours decided it; the others were as good as any."
    assert review_words.summary(one) == said
    assert point.reason.sentence.endswith("X 3,1 makes two threats at once, at 2,1 and 3,2.")
    assert [review_words.move_verdict(judged) for judged in one.judged] == [
        "best", "best", "best", "gave away the draw", "best", "nothing better", "wins",
    ]  # fmt: skip
    assert review_words.ribbon_sentence(one) == "For you: drawn at the start, lost from move 4."


def played(name: str, *moves: str, you: str | None = None) -> Review:
    now, found = game(name).start(), []
    for move in moves:
        found.append(now.move(move))
        now = now.play(found[-1])
    return review(game(name).start(), found, you)


def test_where_nobody_slipped_it_says_where_it_was_closest() -> None:
    one = played("tictactoe", "2 2", "1 1", "1 2", "3 2", "2 1", "2 3", "1 3", "3 1", "3 3")
    assert (one.turning_point, review_words.headline(one)) == (None, "Nobody slipped.")
    assert review_words.summary(one) == "Drawn after 9 moves. It was closest at move 4: 1 of 6 moves held the draw."
    closest = one.closest
    assert closest is not None
    for judged in one.judged:
        assert len(judged.kept) * len(closest.before.legal_moves) >= len(closest.kept) * len(judged.before.legal_moves)


def test_one_side_alone_is_told_of_the_other_by_name() -> None:
    one = played("tictactoe", "1 1", "1 2", "2 1", "3 3", "3 1", you="X")
    assert review_words.headline(one) == "O had a draw until move 2"
    assert played("tictactoe", "1 1", "1 2", "3 3", you="X").turning_point is not None


class Forgetful:
    """Knows nothing of positions with many empty cells, like an engine that was stopped."""

    def __init__(self, most_empty: int) -> None:
        self.play, self.most_empty = BestPlay(node_limit=10**9), most_empty

    def solve(self, position: Position) -> Solution:
        solution = self.play.solve(position)
        if position.board.count(0) <= self.most_empty or position.outcome is not None:
            return solution
        open_bounds = (Result.LOSS, Result.WIN)
        return replace(solution, status=Status.UNKNOWN, value=None, moves={}, best=(), line=(), bounds=open_bounds)


@pytest.mark.parametrize("most_empty", [0, 2, 4, 6])
def test_what_is_not_known_is_not_judged_and_what_is_judged_is_true(most_empty: int) -> None:
    judged, unknown = 0, 0
    for start, moves in random_games("tictactoe", 40):
        one = review(start, moves, solve=Forgetful(most_empty).solve)
        truth = true_verdicts("tictactoe", start, moves)
        for move, true in zip(one.judged, truth):
            judged, unknown = judged + (move.verdict is not None), unknown + (move.verdict is None)
            allowed = {true, None} | ({"kept"} if true in ("best", "slower", "sooner") else set())
            assert move.verdict in allowed or (move.verdict in NAMES.values() and true == "lost a won game")
        assert one.is_complete == all(move.verdict for move in one.judged)
        if not one.is_complete:
            assert "which does not mean drawn" in review_words.summary(one)
            assert review_words.headline(one) != "Nobody slipped."
    assert judged and unknown


def test_a_large_board_says_which_moves_it_could_not_judge() -> None:
    rules = game("7,7,5")
    now, moves = rules.start(), list[Move]()
    for text in ("4 4", "1 1", "4 5", "1 2", "4 3", "1 3", "4 2", "7 7", "4 6"):
        moves.append(now.move(text))
        now = now.play(moves[-1])
    one = review(rules.start(), moves, "O", play=BestPlay(node_limit=1000))
    assert one.judged[-1].verdict == "best" and one.judged[-1].after.outcome is not None
    assert not one.is_complete and one.ribbon[-1].result is Result.LOSS
    assert "are not judged" in review_words.summary(one)


@pytest.mark.parametrize("language", ["bg", "mn"])
def test_a_review_speaks_every_language(language: str) -> None:
    with speaking(language):
        one = played("tictactoe", "1 1", "2 2", "3 3", "1 3", "3 1", "2 1", "3 2", you="O")
        texts = [review_words.headline(one), review_words.summary(one), review_words.ribbon_sentence(one)]
        texts += [review_words.move_verdict(judged) for judged in one.judged]
        assert one.turning_point is not None
        texts.append(one.turning_point.reason.sentence)
    for text in texts:
        assert not set("abcdefghijklmnopqrstuvwxyz") & set(text), text

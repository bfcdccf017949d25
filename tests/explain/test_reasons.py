"""Every reason is true: each printed sentence is read back, and what it claims is checked on the oracle's boards."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest
from oracle import Board, Node, OracleMove, oracle
from sampling import all_positions, as_node, as_oracle_value, as_position, some_positions, thinned
from tiers import quick_for

from explain import reading
from explain.predicates import Predicates
from noughts import solver
from noughts.explain import Kind, Reason, reason, reasons
from noughts.explain.best_play import BestPlay
from noughts.explain.causes import Cause
from noughts.games import Game, Move, Position, Ranking, Result, Value, game, position
from noughts.search import Status

# A game, how many positions of it, and from how many games at most the oracle may have to choose.
SAMPLES = {
    "tictactoe+misere": (150, 50_000),
    "wild": (120, 20_000),
    "wild+misere": (80, 20_000),
    "notakto": (120, 50_000),
    "4,3,3": (100, 20_000),
    "2,5,3": (80, 20_000),
    "1,6,3": (60, 20_000),
    "4,4,4": (60, 5_000),
    "cube:2": (60, 50_000),
    "t3": (120, 20_000),
    "t3+misere": (60, 20_000),
    "t3:4": (60, 5_000),
    "t3:2,12,13": (60, 20_000),
    "numerical": (120, 20_000),
    "numerical+misere": (60, 20_000),
    "tictactoe+drop": (400, 20_000),
    "3,4,3+drop": (200, 20_000),
    "4,4,4+drop": (200, 20_000),
    "4,5,4+drop": (200, 20_000),
    "4,4,3+drop+misere": (400, 20_000),
    "5,4,4+drop+misere": (400, 5_000),
}
# Games that random play ends early: how many positions, with how many empty cells.
LATE_SAMPLES = {
    "7,7,5": (25, 6),
    "cube:3": (25, 8),
    "qubic": (12, 6),
    "5,5,4": (25, 7),
    "connect4": (40, 10),
    "connect4+misere": (40, 7),
    "5,4,3+drop": (80, 8),
}


@cache
def predicates(name: str) -> Predicates:
    return Predicates(name)


def play_for(rules: Game, ranking: Ranking = Ranking.QUICKEST) -> BestPlay:
    return BestPlay(ranking, node_limit=10**9)


def explained(asked: Position, play: BestPlay) -> dict[Move, Reason]:
    return reasons(play.solve(asked), play)


def plain(moves: tuple[Move, ...]) -> set[OracleMove]:
    return {(move.cell, move.mark) for move in moves}


class Check:
    """One reason against the oracle: what is printed, what is in the data, and that nothing was left out."""

    def __init__(self, name: str, one: Reason, ranking: Ranking) -> None:
        self.see = predicates(name)
        self.judge = self.see.judge
        self.one = one
        self.ranking = ranking
        self.game = one.position.game
        self.board, self.side = as_node(one.position)
        self.move = (one.move.cell, one.move.mark)
        self.after = self.judge.after(self.board, self.side, self.move)
        self.ending = self.judge.ending(*self.after)
        self.claims = reading.read(one.sentence, self.game)

    def run(self) -> None:
        self.value()
        self.endings()
        self.wins_left()
        self.ways_to_win()
        self.stops()
        self.dead()
        self.line()
        self.cause()
        self.sums()
        self.kind()

    def fact(self, kind: Kind) -> set[OracleMove]:
        found = self.one.fact(kind)
        return set() if found is None else plain(found.moves)

    def named(self, move: OracleMove) -> OracleMove:
        """What a sentence says of a move apart from the board: where marks drop, the column."""
        return (move[0] % self.game.shape[1], move[1]) if self.game.drop else move

    def only_mark(self, side: int) -> int | None:
        marks = self.judge.game.marks[side]
        return marks[0] if len(marks) == 1 else None

    def value(self) -> None:
        assert self.one.value is not None
        truth = self.judge.move_values(self.board, self.side, self.ranking.value)[self.move]
        assert as_oracle_value(self.one.value) == truth
        if self.claims["verb"]:
            said = {"wins": 1, "draws": 0, "loses": -1}[str(self.claims["verb"]).lower()]
            assert (said, self.claims["plies"]) == (truth[0], str(truth[1]) if said else None)

    def endings(self) -> None:
        said = {None: None, "Wins": -1, "Loses": 1}[self.claims["now"]]
        assert (0 if self.claims["drawn"] else said) == self.ending
        complete = reading.named_lines(self.see.complete_lines(self.after[0]), self.game)
        assert self.claims.lines("made") == (complete if self.ending else set())

    def wins_left(self) -> None:
        """Moves that let the opponent complete a line at once, each of them named with the lines it completes."""
        left = self.see.completions(*self.after) if self.goes_on and self.judge.game.completing_wins else set()
        assert self.fact(Kind.LEAVES_WIN) == left
        assert bool(self.claims["left"]) == bool(left)
        named = set()
        for part in (self.claims["left"] or "").split(", or "):
            if part:
                lines, _, target = part.rpartition(" with " if " with " in part else " at ")
                lines = lines or part  # a column, which is named once
                (win,) = reading.read_moves(target, self.game, self.only_mark(1 - self.side), self.after[0])
                named.add(win)
                placed, _ = self.judge.after(*self.after, win)
                complete = reading.named_lines(self.see.complete_lines(placed), self.game)
                assert reading.read_lines(lines, self.game) == complete
        assert named == left
        if left:
            assert self.claims["winner"] == self.game.sides[1 - self.side]
        above = {self.move[0] - self.game.shape[1]} if reading.is_columns(self.game) else set()
        assert bool(self.claims["given"]) == (bool(left) and {cell for cell, _ in left} == above)

    @property
    def goes_on(self) -> bool:
        return self.ending is None

    def ways_to_win(self) -> None:
        """Forks, traps, replies that are all bad, and single threats."""
        wins, trapped = self.judge.game.completing_wins, False
        no_way_out = wins and self.see.every_reply_loses(self.after)
        quiet = wins and self.goes_on and not self.see.completions(*self.after)
        threats = self.see.completions(self.after[0], self.side) if quiet else frozenset()
        cells = {cell for cell, _ in threats}
        fork = no_way_out and len(cells) >= 2
        assert self.fact(Kind.FORK) == (threats if fork else set())
        squeezed = bool(self.claims["squeeze"] or self.claims["above"])
        assert (self.one.fact(Kind.NO_SAFE_REPLY) is not None) == (no_way_out and not fork) == squeezed
        self.above("above", self.after, self.side)
        assert self.fact(Kind.THREATENS) == (set() if no_way_out else threats)
        if not wins and self.goes_on:
            following = self.judge.following(*self.after).values()
            trapped = all(self.judge.ending(*answer) == 1 for answer in following)
        assert (self.one.fact(Kind.TRAP) is not None) == trapped == bool(self.claims["trap"])
        own = self.only_mark(self.side)
        assert self.claims.moves("threats", own, self.after[0]) == (threats if fork else set())
        assert self.claims.moves("threatens", own, self.after[0]) == (set() if no_way_out else threats)
        if fork:
            assert reading.COUNTS[str(self.claims["count"]).lower()] == len(cells)
        self.added("threats", self.after[0])
        self.added("threatens", self.after[0])
        if self.claims["squeezed"]:
            self.any_sum("squeezed", self.after, self.side)

    def above(self, name: str, node: Node, side: int) -> None:
        """Where marks drop: the only threat, and the lines that are completed above it when it is stopped."""
        if not self.claims[name]:
            return
        ((cell, mark),) = self.claims.moves(name, self.only_mark(side), node[0])
        assert self.see.completions(node[0], side) == {(cell, mark)}
        stopped = self.judge.after(*node, (cell, self.judge.game.marks[1 - side][0]))
        won = self.judge.after(*stopped, (cell - self.game.shape[1], mark))
        complete = reading.named_lines(self.see.complete_lines(won[0]), self.game)
        assert complete and self.claims.lines(f"{name}_lines") == complete

    def added(self, name: str, board: Board) -> None:
        """The sums beside the moves of a list: all lines that each of them makes, and nothing else."""
        said = self.claims.sums(name)
        assert not said or self.game.has_numbers
        for (cell, mark), line, numbers, total in said:
            placed = [*board[:cell], mark, *board[cell + 1 :]]
            assert not board[cell] and sorted(numbers) == sorted(placed[at] for at in line if placed[at])
            assert total == sum(numbers) == self.target
            complete = self.see.complete_lines(tuple(placed))
            made = {frozenset(one) for one in complete if cell in one}
            assert {one for move, one, _, _ in said if move == (cell, mark)} == made

    @property
    def target(self) -> int:
        return {"numerical": 15}.get(self.game.name.removesuffix("+misere"), 13)

    def any_sum(self, name: str, node: Node, side: int) -> None:
        """Whatever the reply, one of the lines named is completed by one of its numbers; each number is needed."""
        said, needed = self.claims.any_sum(name), set[tuple[frozenset[int], int]]()
        assert int(str(self.claims[f"{name}_target"])) == self.target and node[1] != side
        for reply, then in self.judge.following(*node).items():
            found = set()
            for cell, mark in self.see.completions(then[0], side):
                complete = self.see.complete_lines(self.judge.after(*then, (cell, mark))[0])
                found |= {(frozenset(line), mark) for line in complete if cell in line}
            works = {(line, mark) for line, marks in said for mark in marks} & found
            assert works, reply
            needed |= works
        assert needed == {(line, mark) for line, marks in said for mark in marks}

    def stops(self) -> None:
        theirs = self.only_mark(1 - self.side)
        blocked = self.see.needed_block(self.board, self.side, self.move)
        assert self.fact(Kind.BLOCKS) == blocked == self.claims.moves("blocks", theirs, self.board)
        self.added("blocks", self.board)
        if blocked:
            assert (self.claims["blocked"] or self.claims["blocked_owner"]) == self.game.sides[1 - self.side]
        decided = self.one.fact(Kind.FORK) or self.one.fact(Kind.NO_SAFE_REPLY)
        stopped = set() if decided else self.see.stopped_forks(self.board, self.side, self.move)
        assert self.fact(Kind.STOPS_FORK) == stopped == self.claims.moves("plans", theirs, self.board)

    def dead(self) -> None:
        said = self.one.fact(Kind.DEAD) is not None
        assert said == bool(self.claims["dead"])
        if said:
            assert self.judge.every_game_is_drawn(*self.after)

    def line(self) -> None:
        """Legal to its end, as long as it says, and best play for both: the loser resists, the winner hurries."""
        line = self.one.line
        assert line is not None and self.one.value is not None and line[0] == self.one.move
        assert len(line) == self.one.value.distance
        node = self.board, self.side
        for ply, move in enumerate(line):
            assert self.judge.ending(*node) is None
            played = (move.cell, move.mark)
            assert played in self.judge.placings(*node)
            assert ply == 0 or played in self.judge.best(*node, self.ranking.value)
            node = self.judge.after(*node, played)
        ending = self.judge.ending(*node)
        assert ending is not None
        assert (ending if node[1] == self.side else -ending) == self.one.value.result
        if self.claims["line"]:
            said = reading.read_moves(str(self.claims["line"]), self.game, None)
            shown = [self.named((move.cell, move.mark)) for move in line[1:]]
            assert said == (shown[: len(said)] if self.claims["cut_short"] else shown)
            assert bool(self.claims["ends"]) == (ending != 0)
            complete = reading.named_lines(self.see.complete_lines(node[0]), self.game)
            assert self.claims.lines("completed") == complete
        if self.claims["far"]:
            self.far_end(line, node)

    def far_end(self, line: tuple[Move, ...], end: Node) -> None:
        """The last move of a long line, and the one before it if that is right below."""
        before, last = ((move.cell, move.mark) for move in line[-2:])
        assert self.claims.lines("far_lines") == reading.named_lines(self.see.complete_lines(end[0]), self.game)
        assert self.claims["far_by"] == self.game.sides[1 - end[1]]
        if not self.claims["below"]:
            at = str(self.claims["far_at"] or self.claims["far_lines"])
            assert reading.read_moves(at, self.game, last[1]) == [self.named(last)]
            return
        assert self.claims["below_by"] == self.game.sides[end[1]]
        assert self.claims.moves("below", before[1]) == {self.named(before)}
        assert before[0] - self.game.shape[1] == last[0]

    def cause(self) -> None:
        """What decides is true, is all that the data says, and decides it: the value follows."""
        cause, way = self.one.cause, self.claims.way
        assert (None if cause is None else cause.way.name) == way
        if cause is not None:
            CauseCheck(self, cause).run()

    def sums(self) -> None:
        if not self.game.has_numbers or not self.goes_on:
            assert self.claims["sums"] is None
            return
        board, through = self.after[0], [line for line in self.judge.game.lines if self.one.move.cell in line]
        assert {frozenset(made.line) for made in self.one.sums} == {frozenset(line) for line in through}
        said = re.findall(rf"(\d+) in ({reading.LINE}) \((?:(\d+) to go|out of reach)\)", str(self.claims["sums"]))
        assert len(said) == len(through)
        for total, name, _ in said:
            assert int(total) == sum(board[cell] for cell in reading.read_line(name, self.game))
        can_finish = {
            side: {(cell, mark) for cell, mark in self.see.completions(board, side)}
            for side in (self.side, 1 - self.side)
        }
        for made in self.one.sums:
            finishers = {
                move
                for side, moves in can_finish.items()
                for move in moves
                if self.judge.game.counts([*(self.judge.after(board, side, move)[0][cell] for cell in made.line)])
            }
            assert plain(made.finishers) == finishers
            assert made.in_reach or not finishers

    def kind(self) -> None:
        """A loss is called a loss; a reason that is better than its value is among the facts."""
        kind, value = self.one.kind, self.one.value
        assert value is not None
        if value.result is Result.LOSS:
            assert kind in (Kind.LOSES_NOW, Kind.LEAVES_WIN, Kind.LOSES)
        by_value = {Kind.WINS: Result.WIN, Kind.DRAWS: Result.DRAW, Kind.LOSES: Result.LOSS}
        assert by_value[kind] is value.result if kind in by_value else self.one.fact(kind) is not None


class CauseCheck:
    """What decides a move, as it is printed, against the oracle: whatever the opponent tries is tried."""

    def __init__(self, check: Check, cause: Cause) -> None:
        self.see, self.judge, self.claims, self.game = check.see, check.judge, check.claims, check.game
        self.side = check.game.sides.index(cause.side)
        self.cause_side, self.check, self.cause = cause.side, check, cause
        self.own, self.theirs = check.only_mark(self.side), check.only_mark(1 - self.side)
        self.node = check.after

    def run(self) -> None:
        self.led()
        assert self.node[1] == 1 - self.side and self.judge.ending(*self.node) is None
        wins = getattr(self, str(self.claims.way).lower())()
        truth = self.judge.value(*self.node, "quickest")[0]
        assert truth == -1 if wins else truth <= 0
        said = self.check.one.value
        assert said is not None
        for_mover = said.result if self.side == self.check.side else -said.result
        assert for_mover == (Result.WIN if wins else Result.DRAW)

    def led(self) -> None:
        """The moves that lead there: the opponent's are its only safe ones."""
        move_said = rf"{reading.COLUMN}|[XO] \d+" if self.game.drop else rf"(?:\w+ )?{reading.TARGET}"
        led = self.claims["led"] or ""
        if self.claims["forced"]:
            led = led.partition(str(self.claims["forced"]))[2]
        said = re.findall(rf"(\w+ has only )?({move_said})", led)
        run = self.cause.played[: len(self.cause.played) - len(said)]
        assert bool(run) == bool(self.claims["forced"])
        if run:  # a run of moves with one safe reply to each
            own = [move for at, move in enumerate(run) if (at + len(self.cause.played)) % 2]
            numbers = [int(column) - 1 for column in re.findall(r"\d+", str(self.claims["forced"]))]
            assert numbers == [move.cell % self.game.shape[1] for move in own]
            assert len(run) >= 3
        for move in run:
            is_reply = self.node[1] != self.side
            assert not is_reply or list(self.see.safe(self.node)) == [(move.cell, move.mark)]
            self.node = self.judge.after(*self.node, (move.cell, move.mark))
        for (forced, text), move in zip(said, self.cause.played[len(run) :]):
            to_move = self.node[1]
            mark = self.theirs if forced else None
            assert reading.read_moves(text, self.game, mark, self.node[0]) == [(move.cell, move.mark)]
            assert bool(forced) == (to_move != self.side)
            assert not forced or list(self.see.safe(self.node)) == [(move.cell, move.mark)]
            self.node = self.judge.after(*self.node, (move.cell, move.mark))

    def threats(self) -> bool:
        threats = self.see.completions(self.node[0], self.side)
        assert self.claims.moves("caused_threats", self.own, self.node[0]) == threats == plain(self.cause.moves)
        assert reading.COUNTS[str(self.claims["threat_count"]).lower()] == len({cell for cell, _ in threats})
        assert self.see.every_reply_loses(self.node)
        self.check.added("caused_threats", self.node[0])
        return True

    def any_reply(self) -> bool:
        assert self.see.every_reply_loses(self.node)
        self.check.above("caused_above", self.node, self.side)
        if self.claims["caused_sums"]:
            self.check.any_sum("caused_sums", self.node, self.side)
        return True

    def nothing_safe(self) -> bool:
        assert not self.see.safe(self.node)
        assert all(self.judge.ending(*after) == 1 for after in self.judge.following(*self.node).values())
        return True

    def plans(self) -> bool:
        planned = self.claims.moves("planned", self.own)
        assert planned == set(map(self.check.named, plain(self.cause.moves)))
        assert self.claims["planned_sum"] in (None, str(self.check.target))
        for reply, after in self.see.safe(self.node).items():
            possible = [move for move in self.judge.placings(*after) if self.check.named(move) in planned]
            assert any(self.leaves_nothing(after, move) for move in possible), reply
        return True

    def leaves_nothing(self, node: Node, move: OracleMove) -> bool:
        after = self.judge.after(*node, move)
        ending = self.judge.ending(*after)
        if ending is not None:
            return ending == -1
        if self.game.is_positional and not self.see.safe(after):
            assert len({cell for cell, _ in self.see.completions(after[0], self.side)}) >= 2
        return not self.see.safe(after)

    def parity(self) -> bool:
        games = self.see.safe_games(self.node)
        assert {who for _, who in games} == {self.side}
        counts = {count for count, _ in games}
        assert set(map(int, re.findall(r"\d+", str(self.claims["counts"])))) == counts == set(self.cause.left)
        assert len({count % 2 for count in counts}) == 1
        return True

    def drawn_anyhow(self) -> bool:
        assert {who for _, who in self.see.safe_games(self.node)} == {None}
        if self.claims["in_reach"]:
            assert int(str(self.claims["reach_target"])) == self.check.target
            said = {reading.read_line(one, self.game) for one in re.findall(reading.LINE, self.claims["in_reach"])}
            assert said == {
                frozenset(line) for line in self.judge.game.lines if self.see.can_be_made(self.node[0], line)
            }
        return False

    def pairs(self) -> bool:
        maker = self.claims["sumless"] or self.claims["maker"]
        if maker:
            said = str(self.claims["sumless_target"] or self.claims["paired_target"])
            assert (int(said), self.game.has_numbers) == (self.check.target, True)
            assert (maker == self.cause_side) == self.game.misere
        if self.claims["sumless"]:
            assert not self.see.ever_completes(self.node, self.game.sides.index(str(maker)))
        partner: dict[int, int] = {}
        for pair in filter(None, (self.claims["pairs"] or self.claims["number_pairs"] or "").split("; ")):
            one, other = (reading.read_cell(place, self.game) for place in pair.split("–"))
            assert not {one, other} & partner.keys()
            partner |= {one: other, other: one}
        assert partner.items() >= dict(self.cause.pairs).items() and len(partner) == 2 * len(self.cause.pairs)

        def answer(board: Board, cell: int) -> set[int]:
            empty = {at for at, mark in enumerate(board) if not mark}
            if partner.get(cell) in empty:
                return {partner[cell]}
            single = {at for at in empty if partner.get(at) not in empty}
            return single or empty

        assert self.see.survives(self.node, answer)
        return False

    def mirror(self) -> bool:
        assert self.see.survives(self.node, lambda board, cell: {len(board) - 1 - cell})
        return False

    def spare_numbers(self) -> bool:
        board, side = self.node
        assert side != self.side and self.see.has_spare_marks(board, self.side)
        return False

    def answers(self) -> bool:
        return self.every_answer("winning", -1)

    def holding_answers(self) -> bool:
        return self.every_answer("holding", 0)

    def every_answer(self, group: str, at_most: int) -> bool:
        following = self.see.safe(self.node)
        said = self.claims.answers(group, self.theirs, self.node[0], following, self.own)
        assert said == {tuple(reply): tuple(answer) for reply, answer in self.cause.answers}
        assert said.keys() == following.keys()
        for reply, answer in said.items():
            assert self.judge.value(*self.judge.after(*following[reply], answer), "quickest")[0] <= at_most
        return at_most < 0


def check_all(name: str, asked: list[Position], ranking: Ranking = Ranking.QUICKEST) -> int:
    """How many reasons were checked."""
    play, count = play_for(game(name), ranking), 0
    for one_position in asked:
        found = explained(one_position, play)
        assert list(found) and set(found) == set(one_position.legal_moves)
        for one in found.values():
            Check(name, one, ranking).run()
            count += 1
    return count


def unfinished(asked: list[Position]) -> list[Position]:
    return [one for one in asked if one.outcome is None]


@pytest.mark.parametrize("part", quick_for(range(4), 0))
def test_every_reason_on_every_position_of_tic_tac_toe(part: int) -> None:
    asked = unfinished(all_positions("tictactoe"))
    assert len(asked) == 4520
    mine = asked[part::4]
    assert check_all("tictactoe", mine) == sum(one.board.count(0) for one in mine)


@pytest.mark.parametrize("name", quick_for(SAMPLES, "wild", "notakto", "4,3,3", "3,4,3+drop"))
def test_every_reason_on_samples_of_every_game(name: str) -> None:
    asked = unfinished(some_positions(name, *SAMPLES[name]))
    assert len(asked) >= SAMPLES[name][0] // 5
    assert check_all(name, asked) > len(asked)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["numerical", "numerical+misere", "t3", "t3+misere"])
def test_every_reason_where_many_numbers_are_left(name: str) -> None:
    asked = [one for one in unfinished(some_positions(name, 8, 10_000_000)) if one.board.count(0) > 5]
    assert asked and check_all(name, asked[:2]) > 20


COLUMNS = "__X____/__O_O__/__O_O__/_XO_X_X/_OXXXOO/OXXXOXO X"


def late_positions(name: str, count: int, empty: int) -> list[Position]:
    """Positions with so few empty cells, from games in which nobody completes a line if it can be helped."""
    chance, see, judge = random.Random(6), predicates(name), oracle(name)
    found: dict[Node, None] = {}
    for _ in range(40 * count):
        board, side = judge.empty_board, chance.randrange(2)
        while board.count(0) > empty and judge.ending(board, side) is None:
            quiet = [move for move in judge.placings(board, side) if not see.completes(board, move)]
            if not quiet:
                break
            board, side = judge.after(board, side, chance.choice(quiet))
        if board.count(0) == empty and judge.ending(board, side) is None:
            found[board, side] = None
        if len(found) == count:
            break
    return [as_position(game(name), *node) for node in found]


@pytest.mark.parametrize("name", quick_for(LATE_SAMPLES, "7,7,5", "connect4"))
def test_every_reason_on_late_positions_of_large_games(name: str) -> None:
    asked = late_positions(name, *LATE_SAMPLES[name])
    assert len(asked) == LATE_SAMPLES[name][0]
    assert check_all(name, asked) == sum(len(oracle(name).following(*as_node(one))) for one in asked)


@pytest.mark.parametrize("name", quick_for(["tictactoe", "tictactoe+misere", "t3", "wild", "numerical"], "wild"))
def test_every_reason_under_the_other_ranking(name: str) -> None:
    asked = thinned(unfinished(some_positions(name, 60, 5_000)), 60)
    assert check_all(name, asked, Ranking.EARLIEST_END)


@pytest.mark.parametrize("name", ["tictactoe", "notakto", "t3", "numerical"])
def test_every_reason_without_the_compiled_core(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "why_missing", lambda: "not in this test")
    asked = thinned(unfinished(some_positions(name, 40, 5_000)), 25)
    assert check_all(name, asked)
    assert play_for(game(name)).solve(asked[0]).engine == "threats"


def one_reason(name: str, board: str, move: str) -> Reason:
    asked = position(name, board)
    play = play_for(asked.game)
    return reason(play.solve(asked), asked.move(move), play)


@pytest.mark.parametrize(
    ("name", "board", "move", "kind", "sentence"),
    [
        ("tictactoe", "XX_/OO_/___ X", "1 3", Kind.WINS_NOW, "Wins now: completes row 1."),
        ("tictactoe", "XX_/OO_/___ X", "3 1", Kind.LEAVES_WIN, "Loses in 2 plies: O completes row 2 at 2,3."),
        ("tictactoe", "XO_/OX_/___ X", "1 3", Kind.FORK, "Two threats at once, at 3,1 and 3,3: wins in 3 plies."),
        (
            "tictactoe",
            "X_O/O__/X__ X",
            "3 3",
            Kind.FORK,
            "Two threats at once, at 2,2 and 3,2: wins in 3 plies.",
        ),
        (
            "tictactoe",
            "OO_/_X_/___ X",
            "1 3",
            Kind.BLOCKS,
            "Stops O at 1,3, threatens 3,1, and draws: every line that O could complete has a pair (2,1–3,1; 3,2–3,3): "
            "X gets one of the two.",
        ),
        (
            "tictactoe",
            "X__/_O_/__X O",
            "1 2",
            Kind.STOPS_FORK,
            "Stops the forks at 1,3 and 3,1, threatens 3,2, and draws: no line can be forced: each can be stopped in "
            "time, however it goes on.",
        ),
        (
            "tictactoe",
            "X__/_O_/__X O",
            "1 3",
            Kind.LOSES,
            "Threatens 3,1 but loses in 4 plies: X 3,1 makes two threats at once, at 2,1 and 3,2.",
        ),
        ("tictactoe", "XOX/XOO/OX_ X", "3 3", Kind.ENDS_IN_DRAW, "Ends the game in a draw."),
        (
            "tictactoe+misere",
            "XO_/OX_/_X_ O",
            "1 3",
            Kind.WINS,
            "Wins in 4 plies: whatever X plays, 2,3 or 3,1 then leaves it nothing but to complete a line.",
        ),
        (
            "tictactoe+misere",
            "XOO/OX_/XX_ O",
            "2 3",
            Kind.TRAP,
            "Wins in 2 plies: whatever X plays completes a line, and loses.",
        ),
        (
            "4,4,3",
            "____/_X__/____/____ O",
            "2 3",
            Kind.LOSES,
            "Loses in 4 plies: X 3,2 makes two threats at once, at 1,2 and 4,2.",
        ),
        (
            "tictactoe",
            "___/___/___ X",
            "1 1",
            Kind.DRAWS,
            "Draws: X has an answer to everything that holds (1,3 to 2,2; 2,2 to anything else).",
        ),
        (
            "5,5,4",
            "_____/_XO__/__XO_/_O___/_____ X",
            "3 2",
            Kind.LOSES,
            "Loses in 6 plies: O 4,4, and then whatever X plays, 2,4 or 4,3 then makes two threats at once.",
        ),
        (
            "tictactoe+misere",
            "___/___/___ X",
            "2 2",
            Kind.DRAWS,
            "Draws: X can answer every move with its mirror image, and so never has to complete a line.",
        ),
        ("notakto", "XX_/___/___ first", "1 3", Kind.LOSES_NOW, "Loses now: completes row 1."),
        (
            "t3",
            "210/050/000 even",
            "3 3 6",
            Kind.WINS_NOW,
            "Wins now: completes the diagonal 1,1–3,3 (2 + 5 + 6 = 13).",
        ),
        (
            "t3",
            "052/415/000 even",
            "1 1 2",
            Kind.DRAWS,
            "Threatens 6 at 3,3 (column 3: 2 + 5 + 6 = 13) and draws: 1 at 3,3, and then every line in which even "
            "could still make 13 has a pair (3,1–3,2): when even fills one cell of it, odd fills the other. Makes 9 "
            "in row 1 (out of reach), 6 in column 1 (out of reach) and 3 in the diagonal 1,1–3,3 (out of reach).",
        ),
        (
            "t3",
            "136/020/030 even",
            "3 1 4",
            Kind.NO_SAFE_REPLY,
            "Stops odd's 5 at 3,1 (the diagonal 1,3–3,1: 6 + 2 + 5 = 13) and wins in 3 plies: whatever odd plays, even "
            "can make 13 then (2/4/6 in column 3 or 6 in row 3). Makes 7 in row 3 (6 to go), 5 in column 1 (out of "
            "reach) and 12 in the diagonal 1,3–3,1 (out of reach).",
        ),
        (
            "t3",
            "401/202/500 odd",
            "3 2 1",
            Kind.DRAWS,
            "Draws: 13 is out of reach but in column 2 and the diagonal 1,1–3,3, and can be stopped there in time, "
            "however it goes on. Makes 6 in row 3 (out of reach) and 1 in column 2 (12 to go).",
        ),
        (
            "t3",
            "200/050/000 odd",
            "1 3 5",
            Kind.LEAVES_WIN,
            "Loses in 2 plies: even completes row 1 (2 + 6 + 5 = 13) with 6 at 1,2, or the diagonal 1,1–3,3 "
            "(2 + 5 + 6 = 13) with 6 at 3,3. Makes 7 in row 1 (6 to go), 5 in column 3 (8 to go) and 10 in the "
            "diagonal 1,3–3,1 (3 to go).",
        ),
        (
            "connect4",
            COLUMNS,
            "6",
            Kind.FORK,
            "Three threats at once, at columns 4, 6 and 7: wins in 3 plies.",
        ),
        (
            "connect4",
            COLUMNS,
            "7",
            Kind.NO_SAFE_REPLY,
            "Wins in 3 plies: O has to stop column 6, and X completes the diagonal above it.",
        ),
        (
            "connect4",
            COLUMNS,
            "4",
            Kind.LEAVES_WIN,
            "Gives O the cell above and loses in 2 plies: O completes the diagonal at column 4.",
        ),
        (
            "connect4",
            "_______/_______/_______/X_XO___/O_OX_XO/X_OXXOO X",
            "5",
            Kind.LOSES,
            "Loses in 12 plies: O forces X with columns 7, 6, 5, 4 and 3, and then X has to stop column 6, and O "
            "completes the diagonal above it.",
        ),
        (
            "connect4",
            "___X___/___O___/___X___/___O___/_XXOO__/OXXOX_O X",
            "2",
            Kind.LOSES,
            "Threatens column 2 but loses in 20 plies: O 2, and then O has an answer to everything that wins "
            "(column 3).",
        ),
    ],
)
def test_how_reasons_read(name: str, board: str, move: str, kind: Kind, sentence: str) -> None:
    one = one_reason(name, board, move)
    assert (one.kind, one.sentence) == (kind, sentence)


def test_a_block_that_was_not_needed_is_not_called_one() -> None:
    """X can win at once, so stopping O at 2 3 is a mistake and not a block."""
    one = one_reason("tictactoe", "XX_/OO_/___ X", "2 3")
    assert one.fact(Kind.BLOCKS) is None
    assert one.verdict == "gave away the win"


def test_two_threats_that_one_reply_stops_are_no_fork() -> None:
    """On 4×4 either empty cell of a line may take the number that is missing; one reply changes the sum for both."""
    asked = position("t3:4", "3500/2000/0000/0000 even")
    one = reason(play_for(asked.game).solve(asked), asked.move("3 4 2"), play_for(asked.game))
    after = asked.play(asked.move("3 4 2"))
    threatened = {move.cell for move in after.completing_moves("odd")}
    assert len(threatened) >= 2 and one.fact(Kind.FORK) is None


def test_verdicts_compare_with_the_best_move() -> None:
    play = play_for(game("tictactoe"))
    found = explained(position("tictactoe", "XO_/OX_/___ X"), play)
    verdicts = {tuple(found[move].position.game.place(move.cell)): found[move].verdict for move in found}
    assert verdicts == {
        (3, 3): "best",
        (1, 3): "slower",
        (3, 1): "slower",
        (2, 3): "gave away the win",
        (3, 2): "gave away the win",
    }
    lost = explained(position("t3", "200/050/000 odd"), play_for(game("t3")))
    assert {one.verdict for one in lost.values()} == {"best", "sooner"}


def test_a_large_board_says_what_is_seen_and_that_the_rest_is_not_known() -> None:
    """Nothing is made up: without a search only what the board proves is said."""
    asked = position("7,7,5", "_______/__XXX__/__OO___/___O___/_______/_______/_______ X")
    play = BestPlay(node_limit=1)
    solution = play.solve(asked)
    assert solution.status is Status.UNKNOWN
    found = reasons(solution, play)
    open_four = found[asked.move("2 2")]
    assert (open_four.kind, open_four.value) == (Kind.FORK, Value(Result.WIN, 3))
    assert open_four.sentence == "Two threats at once, at 2,1 and 2,6: wins in 3 plies."
    quiet = found[asked.move("7 7")]
    assert (quiet.kind, quiet.value, quiet.line, quiet.verdict) == (Kind.UNKNOWN, None, None, None)
    assert quiet.sentence == "Not known yet."


def test_a_forced_reply_on_a_large_board_is_called_a_block_even_if_nothing_else_is_known() -> None:
    asked = position("7,7,5", "OOOO___/_______/__X____/__X____/__X____/_______/_______ X")
    play = BestPlay(node_limit=1)
    found = reasons(play.solve(asked), play)
    block = found[asked.move("1 5")]
    assert (block.kind, block.value) == (Kind.BLOCKS, None)
    assert block.sentence == "Stops O at 1,5; what follows is not known yet."
    others = [one for one in found.values() if one is not block]
    assert {one.kind for one in others} == {Kind.LEAVES_WIN}
    assert {str(one.value) for one in others} == {"loss in 2"}

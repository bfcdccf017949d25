"""What decides the result of a move: threats that cannot all be stopped, pairs of cells, or how many moves are left.

A cause is a small proof. It is looked for on the board, along the line of best play that is known already, and whatever
it says can be checked by trying every reply. Where none of these kinds is found, there is no cause to tell.

A move is *safe* if it does not lose at once: where completing a line wins, it completes one or leaves none to the
opponent; where that loses, it completes none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from ..games import Move, Position, Result
from ..games.geometry import Permutation
from .spare_numbers import has_to_spare, may_be_empty
from .sums_left import can_make

# How far a cause is looked for: more than this nobody would follow.
MOST_PLANS, MOST_PAIRS = 4, 8
MOST_REPLIES, MOST_ANSWERS = 45, 12  # the second without the answer that serves most replies, and by their cells
MOST_LOOKED_AT, MOST_LOOKED_AT_FOR_ANSWERS = 6000, 25_000
MOST_POSITIONS, MOST_POSITIONS_AFTER_ANSWER, MOST_PAIRINGS = 800, 150, 2000
# After an answer: so many further exchanges, with so many safe replies at most; the second where the first is too few.
FURTHER, FEW_REPLIES = 2, (6, 12)

Pairs = tuple[tuple[int, int], ...]
Answers = tuple[tuple[Move, Move], ...]
# The moves of a position after which the result is at least that good; None where it is not known.
Keeping = Callable[[Position, Result], "set[Move] | None"]


class Way(str, Enum):
    """The kinds of causes. The first six are why a side wins, the others why it cannot be beaten."""

    THREATS = "threats at once"
    ANY_REPLY = "a line after any reply"
    NOTHING_SAFE = "nothing safe is left"
    PLANS = "one of these moves works after any reply"
    PARITY = "the other side runs out of safe moves first"
    ANSWERS = "an answer to every reply"
    PAIRS = "a pair in every line"
    MIRROR = "mirror images"
    DRAWN_ANYHOW = "nobody has to let a line be completed"
    SPARE_NUMBERS = "more numbers than lines to avoid"
    HOLDING_ANSWERS = "an answer to every reply that holds"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Way.{self.name}"

    @property
    def wins(self) -> bool:
        return self in (Way.THREATS, Way.ANY_REPLY, Way.NOTHING_SAFE, Way.PLANS, Way.PARITY, Way.ANSWERS)


@dataclass(frozen=True)
class Cause:
    """Why `side` wins, or cannot be beaten, once it has made the last of the moves `played` (or the move itself).

    In `played` the replies of its opponent are the only safe ones. `moves` are the threats, or the plans of which one
    works after any reply; whenever its opponent takes one cell of `pairs` the side takes the other; `answers` holds for
    each safe reply the answer. `left` is how many safe moves can still follow.
    """

    way: Way
    side: str
    played: tuple[Move, ...] = ()
    moves: tuple[Move, ...] = ()
    pairs: Pairs = ()
    answers: Answers = ()
    left: tuple[int, ...] = ()

    def seen_through(self, symmetry: Permutation) -> Cause:
        """The same cause on the board as a symmetry of the position shows it."""

        def there(move: Move) -> Move:
            return Move(symmetry[move.cell], move.mark, move.game)

        return replace(
            self,
            played=tuple(map(there, self.played)),
            moves=tuple(sorted(map(there, self.moves))),
            pairs=tuple(sorted((min(pair), max(pair)) for pair in ((symmetry[a], symmetry[b]) for a, b in self.pairs))),
            answers=tuple(sorted((there(reply), there(answer)) for reply, answer in self.answers)),
        )


def safe_moves(position: Position) -> list[Move]:
    """The moves that do not lose at once, as the module says."""
    completing = position.completing_moves()
    if position.game.misere:
        avoided = set(completing)
        return [move for move in position.legal_moves if move not in avoided]
    if completing:
        return completing
    if position.game.is_positional:  # a mark of one's own stops what is in its cell, and nothing else
        threatened = {move.cell for move in position.completing_moves(position.game.opponent[position.to_move])}
        return [move for move in position.legal_moves if threatened <= {move.cell}]
    following = ((move, position.play(move)) for move in position.legal_moves)
    return [move for move, after in following if after.outcome is not None or not after.completing_moves()]


def why_won(after: Position, line: Sequence[Move], keeping: Keeping | None = None) -> Cause | None:
    """Why the side that has just moved wins; `line` is best play from here, and `keeping` an engine's word on moves."""
    return _Look(keeping).why_won(after, line)


def why_held(after: Position, side: str, line: Sequence[Move], keeping: Keeping | None = None) -> Cause | None:
    """Why the side cannot be beaten; `line` is best play from here, and `keeping` an engine's word on moves."""
    return _Look(keeping).why_held(after, side, line)


class _TooLong(Exception):
    """More positions than a cause is worth."""


class _Look:
    """Looks for one cause, and not at more than so many positions."""

    def __init__(self, keeping: Keeping | None) -> None:
        self._keeping = keeping
        self._left = MOST_LOOKED_AT
        self._few = FEW_REPLIES[0]
        self._safe: dict[Position, list[Move]] = {}

    def safe(self, position: Position) -> list[Move]:
        if not self._left:
            raise _TooLong
        self._left -= 1
        if position not in self._safe:
            self._safe[position] = safe_moves(position)
        return self._safe[position]

    def why_won(self, after: Position, line: Sequence[Move]) -> Cause | None:
        side, start, played = after.game.opponent[after.to_move], after, 0
        try:
            while True:
                replies = [] if after.outcome is not None else self.safe(after)
                if not replies:
                    return _nothing_safe(after, side, tuple(line[:played])) if after.outcome is None else None
                found = self._in_hand(after, side, replies, tuple(line[:played]))
                if found is not None:
                    return found
                if len(replies) > 1 or len(line) < played + 2 or line[played] != replies[0]:
                    break
                after, played = after.play(line[played]).play(line[played + 1]), played + 2
            answers = self._known_answers(start, Result.WIN) or self._any_answers(start, self._is_decided)
            if answers is None and played:
                answers, start = self._known_answers(after, Result.WIN), after
        except _TooLong:
            return None
        led = tuple(line[:played]) if start is after else ()
        return None if answers is None else Cause(Way.ANSWERS, side, led, answers=answers)

    def why_held(self, after: Position, side: str, line: Sequence[Move]) -> Cause | None:
        start = int(after.to_move == side)  # the side's own move comes first
        if len(line) < start:
            return None
        ahead = start
        for move in line[:start]:
            after = after.play(move)
        first = after
        try:
            for _ in range(2):  # one forced exchange is as much as one wants to hear
                if after.outcome is not None:
                    return None
                found = self._holds(after, side, tuple(line[:ahead]), MOST_POSITIONS)
                if found is not None:
                    return found
                if len(line) < ahead + 2 or self.safe(after) != [line[ahead]]:
                    break
                after, ahead = after.play(line[ahead]).play(line[ahead + 1]), ahead + 2
            answers = self._known_answers(first, Result.DRAW) or self._any_answers(
                first, lambda then: self._is_held(then, side)
            )
            if answers is None and ahead > start:
                answers, start = self._known_answers(after, Result.DRAW), ahead
        except _TooLong:
            return None
        return None if answers is None else Cause(Way.HOLDING_ANSWERS, side, tuple(line[:start]), answers=answers)

    def _in_hand(self, after: Position, side: str, replies: list[Move], played: tuple[Move, ...]) -> Cause | None:
        """Where several replies are safe for now, and still none of them helps."""
        plans = self._plans(after, replies) if len(replies) > 1 else None
        if plans is not None:
            return Cause(Way.PLANS, side, played, plans)
        foregone = self._foregone(after, MOST_POSITIONS) if len(replies) > 1 else None
        if foregone is not None and foregone[0] is Result.LOSS:
            return Cause(Way.PARITY, side, played, left=foregone[1])
        return None

    def _holds(self, after: Position, side: str, played: tuple[Move, ...], most: int) -> Cause | None:
        """Why the side, whose opponent is to move, holds without any further answers."""
        pairs = pairing(after, side)
        if pairs is not None:
            return Cause(Way.PAIRS, side, played, pairs=pairs)
        if is_mirrored(after, side):
            return Cause(Way.MIRROR, side, played)
        foregone = self._foregone(after, most)
        if foregone is not None and foregone[0] is Result.DRAW:
            return Cause(Way.DRAWN_ANYHOW, side, played)
        return Cause(Way.SPARE_NUMBERS, side, played) if has_to_spare(after, side) else None

    def _plans(self, after: Position, replies: list[Move]) -> tuple[Move, ...] | None:
        """A few moves of which, whatever the reply, one leaves the opponent nothing safe; None if there are none."""
        open_replies: list[set[Move]] = []
        for reply in replies:
            then = after.play(reply)
            if then.outcome is not None:
                return None
            works = {move for move in self.safe(then) if self._leaves_nothing(then.play(move), then.to_move)}
            if not works:
                return None
            open_replies.append(works)
        chosen: list[Move] = []
        while open_replies and len(chosen) < MOST_PLANS:
            every = sorted({move for works in open_replies for move in works}, key=after.game.preference)
            chosen.append(max(every, key=lambda move: sum(move in works for works in open_replies)))
            open_replies = [works for works in open_replies if chosen[-1] not in works]
        return None if open_replies else tuple(sorted(chosen))

    def _leaves_nothing(self, after: Position, mover: str) -> bool:
        return after.outcome.winner == mover if after.outcome is not None else not self.safe(after)

    def _is_decided(self, after: Position, further: int = FURTHER) -> bool:
        """Whether the side that has just moved wins by a cause that needs hardly any further answers."""
        if after.outcome is not None:
            return after.outcome.winner not in (None, after.to_move)
        replies = self.safe(after)
        if not replies or self._plans(after, replies) is not None:
            return True
        foregone = self._foregone(after, MOST_POSITIONS_AFTER_ANSWER)
        if foregone is not None:
            return foregone[0] is Result.LOSS
        return bool(further) and self._all_answered(after, lambda then: self._is_decided(then, further - 1))

    def _is_held(self, after: Position, side: str, further: int = FURTHER) -> bool:
        if after.outcome is not None:
            return after.outcome.winner in (None, side)
        if self._holds(after, side, (), MOST_POSITIONS_AFTER_ANSWER) is not None:
            return True
        return bool(further) and self._all_answered(after, lambda then: self._is_held(then, side, further - 1))

    def _all_answered(self, after: Position, is_good: Callable[[Position], bool]) -> bool:
        """Whether each of a few replies has an answer after which all is good."""
        replies = self.safe(after)
        return len(replies) <= self._few and all(
            then.outcome is None and any(is_good(then.play(move)) for move in self.safe(then))
            for then in map(after.play, replies)
        )

    def _known_answers(self, after: Position, result: Result) -> Answers | None:
        """For each safe reply an answer that keeps the result, as few different ones as are easily found."""
        self._left = MOST_LOOKED_AT_FOR_ANSWERS
        replies = self.safe(after)
        if self._keeping is None or not 1 < len(replies) <= MOST_REPLIES:
            return None
        keeping: dict[Move, set[Move]] = {}
        for reply in replies:
            then = after.play(reply)
            found = None if then.outcome is not None else self._keeping(then, result)
            if not found:
                return None
            keeping[reply] = found
        chosen: dict[Move, Move] = {}
        while len(chosen) < len(replies):
            serves = Counter(move for reply, moves in keeping.items() if reply not in chosen for move in moves)
            best = min(serves, key=lambda move: (-serves[move], after.game.preference(move)))
            chosen |= {reply: best for reply in replies if reply not in chosen and best in keeping[reply]}
        return _few(tuple((reply, chosen[reply]) for reply in replies))

    def _any_answers(self, after: Position, is_good: Callable[[Position], bool]) -> Answers | None:
        """The answers that take the least looking at; None if there are none within reach."""
        for self._few in FEW_REPLIES:
            self._left = MOST_LOOKED_AT_FOR_ANSWERS
            found = self._answers(after, is_good)
            if found is not None:
                return found
        return None

    def _answers(self, after: Position, is_good: Callable[[Position], bool]) -> Answers | None:
        """For each safe reply an answer after which all is good; None if one has none, or if there are too many."""
        replies = self.safe(after)
        if not 1 < len(replies) <= MOST_REPLIES:
            return None
        chosen: dict[Move, Move] = {}
        served: Counter[Move] = Counter()  # an answer that has served before is tried first: less to remember
        rank = after.game.preference
        for reply in replies:
            then = after.play(reply)
            moves = self.safe(then) if then.outcome is None else []
            in_order = sorted(moves, key=lambda move: (-served[move], rank(move)))
            answer = next((move for move in in_order if is_good(then.play(move))), None)
            if answer is None:
                return None
            chosen[reply] = answer
            served[answer] += 1
        return _few(tuple(chosen.items()))

    def _foregone(self, position: Position, most: int) -> tuple[Result, tuple[int, ...]] | None:
        """The result for the side to move if it is the same however both go on with safe moves, and how many of these
        can follow. None if it is not, or if it takes more than `most` positions to find out."""
        known: dict[Position, tuple[Result, frozenset[int]]] = {}

        def look(now: Position) -> tuple[Result, frozenset[int]] | None:
            if now in known:
                return known[now]
            if len(known) >= most:
                return None
            moves = [] if now.outcome is not None else self.safe(now)
            if not moves:
                winner = now.game.opponent[now.to_move] if now.outcome is None else now.outcome.winner
                result = Result.DRAW if winner is None else Result.WIN if winner == now.to_move else Result.LOSS
                known[now] = result, frozenset((0,))
                return known[now]
            results: set[Result] = set()
            counts: set[int] = set()
            for move in moves:
                found = look(now.play(move))
                results |= set() if found is None else {-found[0]}
                if found is None or len(results) > 1:
                    return None
                counts |= {count + 1 for count in found[1]}
            known[now] = results.pop(), frozenset(counts)
            return known[now]

        found = look(position)
        return None if found is None else (found[0], tuple(sorted(found[1])))


def _few(answers: Answers) -> Answers | None:
    """The answers, if they can be told: those to replies in one cell are told together, and the most frequent last."""
    served = Counter(answer for _reply, answer in answers)
    ((most, _count),) = served.most_common(1)
    told = {(answer, reply.cell) for reply, answer in answers if answer != most}
    return answers if len(told) <= MOST_ANSWERS else None


def _nothing_safe(after: Position, side: str, played: tuple[Move, ...]) -> Cause:
    if after.game.misere:
        return Cause(Way.NOTHING_SAFE, side, played)
    threats = tuple(sorted(after.completing_moves(side)))
    way = Way.THREATS if len({threat.cell for threat in threats}) > 1 else Way.ANY_REPLY
    return Cause(way, side, played, threats)


def pairing(position: Position, side: str) -> Pairs | None:
    """Pairs of empty cells, no cell in two of them, with which the side holds while its opponent is to move.

    Each line that the opponent could still fill has one of the pairs. Where completing loses, the lines that the side
    itself could still fill do. None where there are no such pairs, or where marks are not of one side.
    """
    lines = _to_be_paired(position, side)
    if lines is None:
        return None
    if any(len(line) < 2 for line in lines):
        return None
    looked = 0

    def place(left: list[frozenset[int]], pairs: Pairs, used: frozenset[int]) -> Pairs | None:
        nonlocal looked
        looked += 1
        if not left or looked > MOST_PAIRINGS or len(pairs) == MOST_PAIRS:
            return None if left else pairs
        free = sorted(min(left, key=lambda line: (len(line - used), sorted(line))) - used)
        for at, one in enumerate(free):
            for other in free[at + 1 :]:
                rest = [line for line in left if not {one, other} <= line]
                found = place(rest, (*pairs, (one, other)), used | {one, other})
                if found is not None:
                    return found
        return None

    found = place(sorted(lines, key=sorted), (), frozenset())
    return None if found is None else tuple(sorted(found))


def _to_be_paired(position: Position, side: str) -> set[frozenset[int]] | None:
    """The empty cells of each line that has to have a pair; None where pairs are no help."""
    game, board = position.game, position.board
    if (set(map(len, game.marks)) != {1} and not game.has_numbers) or len(game.owner) != len(game.all_marks):
        return None
    filler = side if game.misere else game.opponent[side]
    if game.has_numbers:
        lines = [line for line in game.lines if can_make(position, line, filler)]
        # A number does not keep the other side from a line. What does is to place the last one in it: so a pair is all
        # that is empty of the line, and no pair has to be begun, because as many cells are left for either side.
        if lines and (game.misere or may_be_empty(position) or board.count(0) % 2):
            return None
        if any(game.contents[line](board).count(0) != 2 for line in lines):
            return None
    else:
        (mark,) = game.marks_of[filler]
        lines = [line for line, contents in game.contents.items() if set(contents(board)) <= {0, mark}]
    return {frozenset(cell for cell in line if not board[cell]) for line in lines}


def is_mirrored(position: Position, side: str) -> bool:
    """Whether the side, which must not complete a line, can answer every move with its image through the centre: it
    has the centre, every other mark is opposite one of the other side, and lines through the centre are symmetric."""
    game, board = position.game, position.board
    if not game.misere or game.has_numbers or len(game.owner) != 2 or set(map(len, game.marks)) != {1}:
        return False
    if position.to_move == side or any(size % 2 == 0 for size in game.shape):
        return False
    centre, last = game.cells // 2, game.cells - 1
    (own,), (other,) = game.marks_of[side], game.marks_of[game.opponent[side]]
    opposite = {own: other, other: own, 0: 0}
    return (
        board[centre] == own
        and all(board[last - cell] == opposite[mark] for cell, mark in enumerate(board) if cell != centre)
        and all(set(line) == {last - cell for cell in line} for line in game.lines_through[centre])
    )

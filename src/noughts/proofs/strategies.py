"""Playing from a certificate: the proof as a strategy that answers every move.

The answer depends on the moves since the certificate's position, not only on the board: a strategy ignores moves
outside its zone. Certificates are checked before they are used. Those that are part of the package also serve for the
transposed board, and for games in which the other side begins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..engine.core import why_missing
from ..games import Game, Move, MoveTuple, O, Position, Ranking, Result, X
from ..language import _, current
from ..search import ProofMove, Solution, Source, Status
from . import certificates, checker, proof_tree
from .proof_tree import Answers, Attack, Defence, Pairing, Place, zone_of

SHIPPED = Path(__file__).parent / "shipped"
QUICKLY_CHECKED = 100_000  # bytes, by the checker in Python
MOST_TRIES = 2000  # positions visited in the search for moves that lead to a position
TRIES_OF_AN_IMAGE = 100  # the same, for each symmetric image


class _Frame(NamedTuple):
    """How the game that is played lies in the one that is proved: where its cells are there, and whether the sides have
    changed places."""

    played: Game
    cells: tuple[int, ...]
    changed: bool

    @classmethod
    def of(cls, begin: Position, proved: Position) -> _Frame:
        """The frame of a game that begins so. Where it is another game, the proof speaks of its own."""
        cells = _cells_in(begin.game, proved.game)
        if cells is None:
            return cls(proved.game, tuple(range(proved.game.cells)), False)
        return cls(begin.game, cells, not any(proved.board) and begin.to_move != proved.to_move)

    def inward(self, move: Move) -> Move:
        return Move(self.cells[move.cell], _OTHER[move.mark] if self.changed else move.mark)

    def outward(self, cell: int) -> int:
        return self.cells.index(cell)

    def back(self, move: Move) -> Move:
        """A move of the proof in the game that is played."""
        return Move(self.outward(move.cell), _OTHER[move.mark] if self.changed else move.mark)

    def side(self, side: str) -> str:
        return self.played.opponent[side] if self.changed else side

    def position(self, proved: Position) -> Position:
        """A position of the proof in the game that is played."""
        board = bytes(proved.board[cell] for cell in self.cells)
        return Position(self.played, board.translate(_SWAPPED) if self.changed else board, self.side(proved.to_move))

    def proved(self, position: Position, game: Game) -> Position:
        """A position of the game that is played in the one that is proved."""
        board = bytes(position.board[self.outward(cell)] for cell in range(game.cells))
        return Position(game, board.translate(_SWAPPED) if self.changed else board, self.side(position.to_move))


_OTHER = {X: O, O: X}
_SWAPPED = bytes.maketrans(bytes([X, O]), bytes([O, X]))


def _cells_in(played: Game, proved: Game) -> tuple[int, ...] | None:
    """Where each cell of one board lies on the other: the same, or the same on its side; None where they differ."""
    if not played.is_positional or played.length != proved.length:
        return None
    if played.shape == proved.shape:
        return tuple(range(played.cells))
    if len(played.shape) == 2 and played.shape[::-1] == proved.shape:
        rows, columns = played.shape
        return tuple(column * rows + row for row in range(rows) for column in range(columns))
    return None


class Strategy:
    """What a certificate tells one side to do: the side that wins, or that keeps the other from winning.

    `begin` is how the game begins that is played; without it, as in the certificate.
    """

    def __init__(self, path: Path, begin: Position | None = None) -> None:
        verified = certificates.verify(path)
        self.path = path
        self._proved, self.result = verified.position, verified.result
        self._frame = _Frame.of(begin or self._proved, self._proved)
        self.position = self._frame.position(self._proved)
        self._checker = checker.Checker(*checker.read(path))
        reader = proof_tree.Reader(self._checker)
        kind, about = self._checker.claimed_parts()[0]
        self._moves_first = about == self._proved.to_move if kind == "win" else about != self._proved.to_move
        self.is_win = kind == "win"
        self._side = about if self.is_win else self._proved.game.opponent[about]
        self.side = self._frame.side(self._side)
        self._first = self._checker.byte() if self._moves_first and not self.is_win else None
        # A page or a game asks about the same moves several times.
        self._replayed = lru_cache(maxsize=256)(self._replay)
        self._root = (reader.attack if self._moves_first else reader.defence)() if self.is_win else reader.hold()

    def answer(self, moves: Sequence[Move]) -> ProofMove | None:
        """What to play after these moves from the strategy's position; None if the strategy was not followed, or it is
        not its turn, or the game is over."""
        _is_followed, reply = self._replayed(tuple(moves), current())
        if reply is None:
            return None
        there = self._frame.outward
        pairs = tuple((there(one), there(other)) for one, other in reply.pairs)
        return ProofMove(there(reply.cell), reply.why, pairs, tuple(map(there, reply.sequence)))

    @property
    def basis(self) -> ProofMove | None:
        """What the strategy rests on before anybody moves: its pairs, or what it begins with. None where it only has
        answers. The cell is the strategy's first move, and -1 where the other side begins."""
        place = self._root
        if isinstance(place.node, Pairing):
            there = self._frame.outward
            pairs = [(place.there(one), place.there(other)) for one, other in place.node.pairs.items() if one < other]
            first = -1 if self._first is None else there(self._first)
            return ProofMove(first, "", tuple((there(one), there(other)) for one, other in pairs))
        return self.answer([]) if self._moves_first else None

    def is_followed(self, moves: Sequence[Move]) -> bool:
        """Whether the side has played by the strategy in these moves from its position."""
        return self._replayed(tuple(moves), current())[0]

    def _play(self) -> _Play:
        """A game that has not begun."""
        return _Play(self._root, self._checker, self._proved.game, self._side, self.is_win, self._name)

    def _name(self, cell: int) -> str:
        return ",".join(map(str, self._frame.played.place(self._frame.outward(cell))))

    def _replay(self, moves: Sequence[Move], _language: str) -> tuple[bool, ProofMove | None]:
        """Whether the strategy was followed, and what it says now, in the cells of the certificate."""
        now = self._proved
        play = self._play()
        expected = self._begin(play, now) if self._moves_first else None
        for move in map(self._frame.inward, moves):
            if now.outcome is not None:
                return True, None
            if now.to_move == self._side:
                if expected is None or move.cell != expected.cell:
                    return False, None
                now, expected = now.play(move), None
            else:
                now = now.play(move)
                expected = None if now.outcome is not None else play.reply(now, move.cell)
        return True, expected

    def moves_to(self, position: Position, tries: int = MOST_TRIES) -> list[Move] | None:
        """Moves that lead to the position while the strategy is followed; None if none were found in so many tries."""
        if position.game != self.position.game:
            return None
        target, tried = self._frame.proved(position, self._proved.game), 0
        placed = [cell for cell, mark in enumerate(target.board) if mark != self._proved.board[cell]]
        if any(self._proved.board[cell] for cell in placed):
            return None
        left: set[tuple[object, ...]] = set()  # where the position was not reached from, in whatever order one came

        def search(moves: list[Move], now: Position, play: _Play, expected: ProofMove | None) -> list[Move] | None:
            nonlocal tried
            tried += 1
            if now == target:
                return moves
            here = (now.board, *play.state)
            if tried > tries or now.outcome is not None or here in left:
                return None
            left.add(here)
            (mark,) = now.game.marks_of[now.to_move]
            is_own = now.to_move == self._side
            for cell in placed if expected is None else [expected.cell]:
                if now.board[cell] == 0 and target.board[cell] == mark:
                    after, on = now.play(Move(cell, mark)), play.copy()
                    replies = not is_own and after.outcome is None
                    route = search([*moves, Move(cell, mark)], after, on, on.reply(after, cell) if replies else None)
                    if route is not None:
                        return route
            return None

        play = self._play()
        route = search([], self._proved, play, self._begin(play, self._proved) if self._moves_first else None)
        return None if route is None else list(map(self._frame.back, route))

    def solution(self, position: Position, played: Sequence[Move] | None = None) -> Solution | None:
        """What the certificate says about a position that follows from its own, if it says anything.

        A position that a symmetry carries to such a one is as good. The moves that were `played` spare the search for
        some that lead to it.
        """
        started = time.perf_counter()
        if position.outcome is not None or position.game != self.position.game:
            return None
        route = self._route_to(position, played)
        if route is None:
            return None
        moves, symmetry = route
        move = self.answer(moves)
        if move is not None:
            move = _before_symmetry(symmetry, move) if symmetry else move
        if not moves:
            bounds = self.result, self.result
        elif self.is_win:
            bounds = (Result.WIN, Result.WIN) if position.to_move == self.side else (Result.LOSS, Result.LOSS)
        else:
            bounds = (Result.DRAW, Result.WIN) if position.to_move == self.side else (Result.LOSS, Result.DRAW)
        own = position.game.marks_of[position.to_move][0]
        best = MoveTuple() if move is None else MoveTuple([Move(move.cell, own, position.game)])
        return Solution(
            position=position,
            ranking=Ranking.QUICKEST,
            status=Status.PROVEN if bounds[0] is bounds[1] else Status.BOUNDED,
            value=None,
            best=best,
            line=best,
            engine="certificate",
            seconds=time.perf_counter() - started,
            bounds=bounds,
            source=Source.PROOF,
            because=self.because,
            proof_move=move,
            move_bounds=dict.fromkeys(best, (bounds[0], Result.WIN)),
        )

    @property
    def because(self) -> str:
        if self.path.parent == SHIPPED:
            return _("By the proof of {game} that is part of the package.").format(game=self._proved.game.name)
        return _("By the proof in {file}.").format(file=self.path.name)

    def _route_to(
        self, position: Position, played: Sequence[Move] | None
    ) -> tuple[Sequence[Move], tuple[int, ...] | None] | None:
        """Moves by which the strategy comes to the position, or to an image of it, and the symmetry to that image."""
        if played is not None and self._leads_to(played, position) and self.is_followed(played):
            return played, None
        moves = self.moves_to(position)
        if moves is not None:
            return moves, None
        for symmetry in position.game.automorphisms[1:]:
            moves = self.moves_to(position.transformed(symmetry), TRIES_OF_AN_IMAGE)
            if moves is not None:
                return moves, symmetry
        return None

    def _leads_to(self, moves: Sequence[Move], position: Position) -> bool:
        now = self.position
        for move in moves:
            if not now.is_legal(move):
                return False
            now = now.play(move)
        return now == position

    def _begin(self, play: _Play, now: Position) -> ProofMove:
        if self._first is not None:
            return ProofMove(self._first, _("The proof begins here."))
        return play.attack(now, self._root)


def _before_symmetry(symmetry: tuple[int, ...], move: ProofMove) -> ProofMove:
    """The move as it is on the board of which the symmetry made the image: there, cell `symmetry[i]` has gone to `i`.

    The words of a proof name cells, so they are left out.
    """
    there = symmetry.__getitem__
    pairs = tuple((there(one), there(other)) for one, other in move.pairs)
    return ProofMove(there(move.cell), _("By a symmetry of the proof."), pairs, tuple(map(there, move.sequence)))


class _Play:
    """One game, on the way through the proof."""

    def __init__(
        self,
        root: Place,
        rules: checker.Checker,
        game: Game,
        side: str,
        is_win: bool,
        name: Callable[[int], str],
    ) -> None:
        self.place, self.rules, self.game, self.side, self.is_win = root, rules, game, side, is_win
        self.name = name
        self.sequence: list[int] = []

    @property
    def state(self) -> tuple[object, ...]:
        """What decides, together with the board, everything that follows."""
        return id(self.place.node), self.place.image, tuple(self.sequence)

    def copy(self) -> _Play:
        return copy(self)  # what it holds is replaced, never changed

    def reply(self, now: Position, last: int) -> ProofMove:
        mine, theirs = self._stones(now, self.side), self._stones(now, self.game.opponent[self.side])
        if wins := checker.cells_in(self.rules.completing(mine, theirs)):
            return ProofMove(wins[0], _("This completes a line."))
        return self._attack_after(now, last, mine, theirs) if self.is_win else self._hold_after(now, last)

    @staticmethod
    def _stones(now: Position, side: str) -> int:
        (own,) = now.game.marks_of[side]
        return sum(1 << cell for cell, mark in enumerate(now.board) if mark == own)

    def _hold_after(self, now: Position, last: int) -> ProofMove:
        node, cell = self.place.node, self.place.back(last)
        if isinstance(node, Pairing):
            pairs = self._pairs(node)
            if cell in node.pairs and now.board[self.place.there(node.pairs[cell])] == 0:
                there = self.place.there(node.pairs[cell])
                why = _("{one} and {other} are a pair.").format(one=self.name(last), other=self.name(there))
                return ProofMove(there, why, pairs)
            return ProofMove(self._any(now), _("Every open line contains a pair, so any move will do."), pairs)
        assert isinstance(node, Answers)
        answer = self._answer_to(node, cell)
        if answer is not None:
            move, reply, after = answer
            there = self.place.there(reply)
            why = _("The proof answers {move} with {reply}.")
            if move != cell:
                why = _("The proof answers {move}, which does not matter here, with {reply}.")
            self.place = after.under(self.place)
            if now.board[there] == 0:
                why = why.format(move=self.name(last), reply=self.name(there))
                if not isinstance(self.place.node, Pairing):
                    return ProofMove(there, why)
                then = _("Then every open line contains a pair.")
                return ProofMove(there, f"{why} {then}", self._pairs(self.place.node))
        return ProofMove(self._any(now), _("Nothing more is needed, so any move will do."))

    @staticmethod
    def _answer_to(node: Answers, cell: int) -> tuple[int | None, int, Place] | None:
        """The one listed; or one that works whoever owns the cell."""
        for answer in node.answers:
            if answer[0] == cell:
                return answer
        for answer in node.answers if node.zone is not None else ():
            if not (zone_of(answer[2]) | 1 << answer[1]) >> cell & 1:
                return answer
        return None

    def _pairs(self, node: Pairing) -> tuple[tuple[int, int], ...]:
        return tuple((self.place.there(a), self.place.there(b)) for a, b in node.pairs.items() if a < b)

    def _any(self, now: Position) -> int:
        """Where most lines run that the side could still complete, the fullest counting most."""
        (mine,) = now.game.marks_of[self.side]
        worth = dict.fromkeys((cell for cell, mark in enumerate(now.board) if not mark), 0)
        for line in now.game.lines:
            marks = [now.board[cell] for cell in line]
            if all(mark in (0, mine) for mark in marks):
                for cell in line:
                    if cell in worth:
                        worth[cell] += 4 ** marks.count(mine)
        return max(worth, key=worth.__getitem__)

    def _attack_after(self, now: Position, last: int, mine: int, theirs: int) -> ProofMove:
        if self.sequence:
            return self._follow()
        node = self.place.node
        assert isinstance(node, Defence)
        cell = self.place.back(last)
        if cell in node.answers:
            return self.attack(now, node.answers[cell].under(self.place))
        for moves in node.sequences:
            there = [self.place.there(move) for move in moves]
            if self.rules.wins_by([1 << move for move in there], mine, theirs):
                self.sequence = there
                return self._follow()
        raise AssertionError("a proof that was verified has a gap")

    def attack(self, now: Position, place: Place) -> ProofMove:
        node = place.node
        if isinstance(node, proof_tree.ThreatSequence):
            self.sequence = [place.there(move) for move in node.moves]
            return self._follow()
        assert isinstance(node, Attack)
        self.place = node.defence.under(place)
        cell = place.there(node.cell)
        return ProofMove(cell, _("The proof plays {move}.").format(move=self.name(cell)))

    def _follow(self) -> ProofMove:
        moves, self.sequence = tuple(self.sequence), self.sequence[1:]
        names = "; ".join(map(self.name, moves))
        return ProofMove(moves[0], _("A sequence of threats wins: {moves}.").format(moves=names), sequence=moves)


@lru_cache(maxsize=256)
def _is_file(path: Path) -> bool:
    """Whether a part of the package is there; that does not change while a program runs."""
    return path.is_file()


def place_of(game: Game) -> Path | None:
    """Where the certificate of this game, or of its board on its side, is if it is part of the package."""
    if not game.is_positional:
        return None
    sizes = [*map(str, sorted(game.shape, reverse=True)), str(game.length)]
    cubes = {"3,3,3,3": "cube-3", "4,4,4,4": "qubic"}
    return SHIPPED / f"{cubes.get(','.join(sizes), ','.join(sizes))}.proof"


def keep_shipped(name: str, content: bytes) -> None:
    """Puts a certificate of the package where it belongs, for those who fetch one by one what they need."""
    SHIPPED.mkdir(exist_ok=True)
    (SHIPPED / name).write_bytes(content)
    _is_file.cache_clear()


def shipped(game: Game) -> Path | None:
    """The certificate of this game, or of its board on its side, that is part of the package, if there is one.

    Without the compiled checker it must be one that is checked in a few seconds.
    """
    path = place_of(game)
    if path is None or not _is_file(path) or (why_missing() is not None and path.stat().st_size > QUICKLY_CHECKED):
        return None
    return path


def shipped_side(begin: Position) -> str | None:
    """Whose strategy is shipped for a game that begins so, by the header of the certificate alone."""
    path = shipped(begin.game)
    return None if path is None or any(begin.board) else _side_of(path, begin)


def strategy_for(position: Position, certificate: Path | None = None, side: str | None = None) -> Strategy | None:
    """From the certificate given, or one that is shipped for the game; with a `side`, only if it is for that side."""
    begin = position.game.start(who_began(position))
    path = certificate or shipped(position.game)
    if path is None or (side is not None and _side_of(path, begin) != side):
        return None
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:  # to read it will say what is wrong
        stamp = 0
    return _read_once(path, stamp, begin)


@lru_cache(maxsize=8)
def _read_once(path: Path, stamp: int, begin: Position) -> Strategy:
    """Kept while the file is as it was: to read a proof takes a second or two."""
    return Strategy(path, begin)


def who_began(position: Position) -> str:
    """Where nobody has placed more, the side to move."""
    other = position.game.opponent[position.to_move]
    own, theirs = (sum(map(position.board.count, position.game.marks_of[side])) for side in (position.to_move, other))
    return position.to_move if own >= theirs else other


def _side_of(path: Path, begin: Position) -> str | None:
    """Whose strategy a certificate holds, by its header, in a game that begins so: it is not verified yet."""
    try:
        header = checker.read(path)[0]
        claim = checker.Checker({**header, "symmetries": []}, b"")  # to check those takes long
        kind, about = claim.claimed_parts()[0]
    except (checker.NotACertificate, checker.Refused, OSError, TypeError):
        return None
    side = about if kind == "win" else "O" if about == "X" else "X"
    is_empty = not any(claim.stones.values())
    return begin.game.opponent[side] if is_empty and claim.mover != begin.to_move else side

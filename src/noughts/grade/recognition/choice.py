"""Chooses among the interfaces that a file may have: by trial questions, the first with legal answers.

Among descriptions that differ in what they show the agent (its marks, its side), the one with the best answers counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from .. import questions
from ..answers import text as answer_text
from ..interfaces import NUMBERED, Interface
from . import proposals, roles, trials
from .proposals import Proposal
from .survey import Survey
from .trials import Raw, Score, Session, Trial

_FIRST, _FEW = 2, 6  # positions that an interface is tried on before the others
_FINALISTS = 10
_MOST = 160  # proposals of one rank
_MARGIN = 0.1  # by how much more often answers must be legal if the board is shown in another way
_CHUNK = 10  # positions after which a description that is behind another may be given up
_SURELY = 4  # positions in which the result must be kept only if the board is shown in another way
_PERHAPS = 3  # descriptions that are tried on many more positions, because a few did not decide
_HURRY = 15.0  # seconds after which no more are tried, if there is one with legal answers
_POOR = 0.2  # of the answers of an agent are legal at least
_NEARLY = 0.9
_NAMED = 2  # ranks of functions whose names say that they choose a move


@dataclass(frozen=True)
class Found:
    """An interface, what its trials gave, and a reading of the first answer."""

    interface: Interface
    score: Score
    seen: str
    trial: str = ""
    names_board: bool = True


def find(session: Session, survey: Survey, course: Interface | None) -> Found | None:
    """The interface with which the agent gives legal answers."""
    everything = session.positions
    is_certain = course is not None and proposals.is_certain(course, survey)
    if course is not None:
        raws = [session.ask(course, trial) for trial in everything[:_FEW]]
        result = trials.score(course, everything[:_FEW], raws)
        answered = any(raw is not None and raw.get("value") is not None for raw in raws)
        if result.legal > result.asked / 2 or (is_certain and (answered or session.deaths)):
            return _shown(Found(course, result, proposals.signature(course, survey)), everything, raws)
    best: Found | None = None
    for group in proposals.proposals(survey, session.game):
        found = _best_of(session, group[:_MOST])
        if found is not None and session.game.drop and group[0].rank and _may_be_values(found.score):
            continue
        if found is not None and _is_convincing(found, group[0].rank, session.ended(found.interface)):
            return _as_course(found, course)
        if found is not None and _may_be_poor(found, group[0].rank) and found.score.cells >= 0.9 * found.score.asked:
            best = best or (found if found.score.legal >= _POOR * found.score.asked else None)
    values = None if session.game.drop else _best_value(session, survey)
    if values is not None and (best is None or values.score.kept >= 0.7 * values.score.asked):
        return values
    if best is None and is_certain and course is not None:
        return Found(course, Score(0, 0, 0, 0, 0), proposals.signature(course, survey))
    return best


def given_up(session: Session, found: Found) -> str:
    """The functions whose names say that they choose a move, and which hung or ended the process instead."""
    others = {name: how for name, how in session.ends.items() if name not in found.interface.function}
    ranks = {name: roles.rank(name) for name in others}
    named = [name for name, rank in ranks.items() if rank is not None and rank <= _NAMED]
    return "; ".join(f"{name} was given up ({others[name]})" for name in named)


def _may_be_poor(found: Found, rank: int) -> bool:
    """Whether answers that are mostly illegal can be an agent's: the number that a search returns is rather a value.

    A function that does not even name a board is no agent if its answers look like moves by accident.
    """
    if _must_land(found):
        return False
    return found.names_board and (rank == 0 or (rank == 1 and found.interface.answer != "index"))


def _must_land(found: Found) -> bool:
    """Whether it names a cell where marks drop: an agent that knows the game names the one where the mark lands."""
    return found.interface.game == "drop" and found.interface.answer in trials.CELLS


def _is_convincing(found: Found, rank: int, ended: int) -> bool:
    """Whether most answers are legal; of a function whose name says nothing, they must be good too.

    One whose name says that it chooses a move is judged by the answers that came: where it hangs or ends its process,
    it is at fault, and another function beside it must not be graded in its place.
    """
    asked, legal, kept = found.score.asked, found.score.legal, found.score.kept
    if _must_land(found):  # the first empty cell of a board that is upside down is one by accident
        return legal >= _NEARLY * asked and not found.interface.bottom_first
    if rank > _NAMED:
        return legal >= _NEARLY * asked and kept >= 0.6 * asked
    share = 0.6 if _may_be_poor(found, rank) else _NEARLY
    return legal >= max(_SURELY, share * (asked - ended))


def _may_be_values(result: Score) -> bool:
    """Whether the columns that a search names are rather values, of which -1, 0 and 1 are the usual ones.

    Nor does one that knows the board name a column beside it: that is a cell of a smaller board.
    """
    return result.columns <= {0, 1} or len(result.columns) == 1 or result.cells < result.read


def _as_course(found: Found, course: Interface | None) -> Found:
    """An agent with a course's functions, but boards of its own, is asked about finished boards as the course does."""
    if course is not None and found.interface.function == course.function and course.companions:
        return replace(found, interface=found.interface.with_changes(name=course.name, over=course.over))
    return found


def _best_of(session: Session, group: Sequence[Proposal]) -> Found | None:
    everything = session.positions
    finalists: list[tuple[Score, Proposal]] = []
    upright: Interface | None = None  # a call whose answers are all legal with row 0 at the top
    began = time.monotonic()
    for proposal in group:
        if proposal.interface.bottom_first and proposal.interface.with_changes(bottom_first=False) == upright:
            continue
        if session.game.drop and not _has_rows(proposal) and any(_has_rows(other) for _, other in finalists):
            continue  # a column is an answer to any of them, and nearly all have rows
        if any(result.legal == result.asked for result, _ in finalists) and time.monotonic() - began > _HURRY:
            break  # a search that does not find its marks on the board takes its time; the rest is for the finals
        raws = [session.ask(proposal.interface, trial) for trial in everything[:_FIRST]]
        if not any(raw is not None for raw in raws) and not session.ended(proposal.interface):
            continue
        raws += [session.ask(proposal.interface, trial) for trial in everything[_FIRST:_FEW]]
        silent = any(raw is not None and isinstance(raw.get("value"), (str, bool, type(None))) for raw in raws)
        if silent and not session.game.drop:
            raws = [_with_board(session, proposal.interface, trial) for trial in everything[:_FEW]]
        interface, result = _read_best(proposal.interface, everything[:_FEW], raws)
        if result.cells:
            finalists.append((result, replace(proposal, interface=interface)))
            if session.ended(proposal.interface) and 2 <= result.legal == sum(raw is not None for raw in raws):
                break  # the others would only hang too, until it is given up
            if result.legal == result.asked:
                upright = proposal.interface
                if len(finalists) >= _FINALISTS:
                    break
    most = max((result.legal for result, _ in finalists), default=0)
    chosen = [proposal for result, proposal in finalists if 2 * result.legal >= most]
    chosen.sort(key=lambda one: -next(result.legal for result, other in finalists if other is one))
    chosen = [replace(one, interface=_with_own_marks(session, one.interface)) for one in chosen[:_FINALISTS]]
    found = _finals(session, chosen, lambda interface: _variations(interface, _own_mark(session, interface)))
    return None if found is None else _one_side(session, found)


def _has_rows(proposal: Proposal) -> bool:
    """Whether its board has; what ConnectX shows an agent has none."""
    return proposal.interface.board in ("rows", "array") and "board" in proposal.interface.arguments


def _with_own_marks(session: Session, interface: Interface) -> Interface:
    """With the marks that the agent writes when it looks for a move, if they are two others; its own comes first.

    One that is told 2 and writes 2 and -2 has made that of ours, and its own are rather 1 and -1.
    """
    raw = session.ask(interface, session.positions[0], spy=True)
    written = raw.get("written") if raw is not None else None
    if not isinstance(written, list) or interface.empty in NUMBERED:
        return interface
    marks = [one for one in written if isinstance(one, (str, int)) and one != interface.empty]
    ours = set(map(repr, marks)) & set(map(repr, interface.marks))
    if len(marks) != 2 or len(ours) == 2:
        return interface
    if ours and _is_told_its_mark(interface):
        return interface.with_changes(marks=(1, -1)) if _are_opposite(*marks) else interface
    return interface.with_changes(marks=tuple(marks), plays="X")


def _is_told_its_mark(interface: Interface) -> bool:
    told = {*interface.arguments, *interface.make} & {"mark", "opponent", "sign", "number", "side"}
    return bool(told or interface.turn_names or interface.opponent_names)


def _are_opposite(one: str | int, other: str | int) -> bool:
    return isinstance(one, int) and isinstance(other, int) and one == -other


def _own_mark(session: Session, interface: Interface) -> str:
    """The mark that the agent writes first when it looks for a move: X, O, the mover's (`both`), or not known.

    An agent that tries its moves on the board it is given shows in this way which side it plays.
    """
    if interface.answer == "written":
        return ""
    marks, matched = set(), []
    for trial in session.positions[:_FEW]:
        raw = session.ask(interface, trial, spy=True)
        if raw is None and session.ended(interface):
            continue
        writes = raw.get("writes") if raw is not None else None
        if not isinstance(writes, list) or not writes or writes[0] not in interface.marks:
            return ""
        mark = interface.marks.index(writes[0])
        marks.add(mark)
        matched.append(mark == trial.side)
    if matched and all(matched):
        # One that is told its mark plays that; if its file tells it always the same one, its answers decide.
        told = session.survey.told(interface.function[0], interface.class_name)
        sides = {interface.marks.index(mark) for mark in told if mark in interface.marks}
        is_told = "mark" in interface.arguments or "mark" in interface.make
        # What writes the mark of whoever is to move, as its game does, may still look for moves of one side only.
        return "" if (is_told and len(sides) == 1) or (interface.turn_names and not is_told) else "both"
    return "XO"[marks.pop()] if len(marks) == 1 else ""


def _one_side(session: Session, found: Found) -> Found:
    """An agent that answers only where the first or the second player moves is asked only there."""
    everything = session.positions
    if found.interface.plays != "both" or found.score.legal >= _NEARLY * found.score.asked:
        return found
    for side, plays in enumerate(("first", "second")):
        own = [trial for trial in everything if trial.side == side]
        others = [trial for trial in everything if trial.side != side]
        raws = [session.ask(found.interface, trial) for trial in own]
        result = trials.score(found.interface, own, raws)
        if result.legal == result.asked and all(
            not trials.score(found.interface, [trial], [session.ask(found.interface, trial)]).cells for trial in others
        ):
            return replace(found, interface=found.interface.with_changes(plays=plays), score=result)
    return found


def _with_board(session: Session, interface: Interface, trial: Trial) -> Raw | None:
    """Asks again for what stands on the board afterwards."""
    return session.ask(interface.with_changes(answer="written"), trial)


def _read_best(interface: Interface, asked: Sequence[Trial], raws: Sequence[Raw | None]) -> tuple[Interface, Score]:
    """The first way to read the answers that makes most of them legal."""
    options = [(one, trials.score(one, asked, raws)) for one in trials.readings(interface, raws)]
    if interface.game == "drop":
        options = _pairs_of(options) or options
    best = max(options, key=lambda option: (option[1].legal, option[1].cells))
    answered = sum(raw is not None for raw in raws)
    if best[1].legal < _NEARLY * answered and (best[0].base or best[0].answer == "column-row"):
        # Counting from 1 and columns first are not guessed from answers that are wrong in any case.
        usual = [option for option in options if not option[0].base and option[0].answer != "column-row"]
        return max(usual, key=lambda option: option[1].cells)
    return best


def _pairs_of(options: Sequence[tuple[Interface, Score]]) -> list[tuple[Interface, Score]]:
    """Where marks drop: the readings as row and column, if every answer is a cell in this way.

    One of the two alone would be a column that is not full, whatever cell of the board an agent names.
    """
    most = max(result.read for _, result in options)
    pairs = [option for option in options if option[0].answer in ("row-column", "column-row")]
    return [(one, result) for one, result in pairs if result.cells == result.read == most > 0]


def _best_value(session: Session, survey: Survey) -> Found | None:
    few = session.positions[:_FEW]
    numeric = []
    for proposal in proposals.evaluators(survey)[:_MOST]:
        raws = [session.ask(proposal.interface, trial) for trial in few[:_FIRST]]
        if not all(raws):
            continue
        raws += [session.ask(proposal.interface, trial) for trial in few[_FIRST:]]
        interface, result = _read_best(proposal.interface, few, raws)
        if result.cells == result.asked and any(map(_differ, raws)):
            numeric.append(replace(proposal, interface=interface))
        if len(numeric) >= _FINALISTS:
            break
    for rank in (0, 1):
        found = _finals(session, [one for one in numeric if one.rank == rank], _value_variations)
        if found is not None and (rank == 0 or found.score.kept >= 0.7 * found.score.asked):
            return found
    return None


def _differ(raw: Raw | None) -> bool:
    """Whether a function gives different values to different moves: one that does not look at its board never does."""
    values = raw.get("values") if raw is not None else None
    return isinstance(values, list) and len({repr(value) for _, value in values}) > 1


def _finals(
    session: Session, chosen: Sequence[Proposal], variations: Callable[[Interface], Iterable[Interface]]
) -> Found | None:
    """The best of several, on all positions; one that keeps every result is taken at once."""
    everything = session.positions
    best: Found | None = None
    perhaps: list[Found] = []  # with answers that are better, but not surely
    for proposal in chosen:
        for interface in variations(proposal.interface):
            raws = _while_hopeful(session, interface, best)
            if len(raws) < len(everything):
                continue
            read, result = _read_best_of_same_kind(interface, everything, raws)
            found = _shown(Found(read, result, proposal.seen, names_board=proposal.names_board), everything, raws)
            if best is None or _is_better(result, best.score):
                best, perhaps = found, []
            elif _looks_better(result, best.score):
                perhaps.append(found)
            if result.kept == result.asked:
                return found
    for found in perhaps[:_PERHAPS]:
        assert best is not None
        if _is_better(*(_on_more(session, one.interface) for one in (found, best))):
            best = found
    return best


def _while_hopeful(session: Session, interface: Interface, best: Found | None) -> list[Raw | None]:
    """The answers on all positions; fewer, if the rest cannot make them better than those of another description."""
    everything = session.positions
    raws: list[Raw | None] = []
    for trial in everything:
        raws.append(session.ask(interface, trial))
        left = len(everything) - len(raws)
        if best is not None and left and len(raws) % _CHUNK == 0:
            _, result = _read_best_of_same_kind(interface, everything[: len(raws)], raws)
            may_be_legal = result.legal + left > best.score.legal + _MARGIN * len(everything)
            if not may_be_legal and result.kept + left <= best.score.kept:
                break
    return raws


def _looks_better(one: Score, other: Score) -> bool:
    return one.legal >= other.legal and one.kept > other.kept


def _on_more(session: Session, interface: Interface) -> Score:
    """What the answers are worth on many more positions, where a few did not decide."""
    more = session.more_positions
    return trials.score(interface, more, [session.ask(interface, trial) for trial in more])


def _read_best_of_same_kind(
    interface: Interface, asked: Sequence[Trial], raws: Sequence[Raw | None]
) -> tuple[Interface, Score]:
    """With more answers, the reading may have to change; what the few gave comes first."""
    result = trials.score(interface, asked, raws)
    if result.legal == result.asked:
        return interface, result
    other, better = _read_best(interface, asked, raws)
    return (other, better) if better.legal > result.legal else (interface, result)


def _is_better(one: Score, other: Score) -> bool:
    """By more legal moves, or by more results kept: more than chance would give to an agent that plays at random."""
    if abs(one.legal - other.legal) > _MARGIN * one.asked:
        return one.legal > other.legal
    better = sum(mine and not its for mine, its in zip(one.keeps, other.keeps))
    worse = sum(its and not mine for mine, its in zip(one.keeps, other.keeps))
    return better - worse >= max(_SURELY, 2 * (better + worse) ** 0.5) or (better > worse and one.legal > other.legal)


def _variations(interface: Interface, own: str) -> Iterator[Interface]:
    """The same call, with the agent shown its board in other ways: those of its own mark, if that is known."""
    told = bool({"maximizing", "minimizing", "sign"} & set(interface.arguments))
    for deep in _depths(interface):
        for plays, maximizer in _SIDES if told else _PLAIN_SIDES:
            if own and plays != own and not told:
                continue
            yield deep.with_changes(plays=plays, maximizer=maximizer)


def _depths(interface: Interface) -> list[Interface]:
    """Depths are counted from 0, or down from the number of empty cells."""
    found = [interface]
    if "depth" in (*interface.arguments, *interface.make):
        arguments, make = (
            tuple("empty" if role == "depth" else role for role in roles)
            for roles in (interface.arguments, interface.make)
        )
        found.append(interface.with_changes(arguments=arguments, make=make))
    return found


_SIDES = (("both", "X"), ("both", "O"), ("O", "O"), ("X", "X"), ("X", "O"), ("O", "X"))
_PLAIN_SIDES = (("both", "X"), ("O", "O"), ("X", "X"))


def _value_variations(interface: Interface) -> Iterator[Interface]:
    for deep in _depths(interface):
        for plays, maximizer in (
            ("both", "X"),
            ("both", "O"),
            ("both", "next"),
            ("O", "O"),
            ("X", "X"),
            ("both", "mover"),
        ):
            yield deep.with_changes(plays=plays, maximizer=maximizer)


def _shown(found: Found, asked: Sequence[Trial], raws: Sequence[Raw | None]) -> Found:
    """With the answer to one of the questions in words."""
    for trial, raw in zip(asked, raws):
        if raw is not None:
            board, side = questions.shown_to(found.interface, trial.position)
            answer = answer_text(found.interface, raw, board, trial.columns, side)
            return replace(found, trial=f"{trial.position.text}: {answer}")
    return found

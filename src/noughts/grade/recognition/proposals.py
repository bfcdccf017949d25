"""The interfaces that a file may have, the likeliest first, from what is in it. Which it has, trials decide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from ...games import Game
from ..interfaces import COURSES, INTERFACES, Interface, Mark
from . import marks, roles
from .survey import Board, Class, Function, Survey

_NAMES = {"board": "best-move", "global": "global-board", "object": "object", "game": "game-object"}
_KEYS = tuple(range(1, 10))
_COLUMN = re.compile("col(umn)?(?![a-z])", re.I)  # where marks drop, it is the move
_LEFT = 2  # rank of an answer that is not returned: if the same function returns moves, these count


@dataclass(frozen=True)
class Proposal:
    """An interface to try: how likely its function is the agent, and what it was proposed by."""

    interface: Interface
    rank: int
    seen: str

    @property
    def names_board(self) -> bool:
        """Whether something in the file is called a board, so that the function can hardly be about anything else."""
        if self.interface.board_name or "x-cells" in self.interface.arguments:
            return True
        return any(map(roles.is_board, self.seen.partition("(")[2].rstrip(")").split(", ")))


def by_name(survey: Survey, game: Game) -> Interface | None:
    """The course whose functions these are, by their names and numbers of parameters; one for this game, if any."""
    found = [*_by_name(survey), *_connectx(survey)]
    return next((one for one in found if one.why_unsuitable(game) is None), found[0] if found else None)


def _connectx(survey: Survey) -> Iterator[Interface]:
    """The last function with the parameters of ConnectX, whatever it is called: the one that would be submitted."""
    for one in reversed(survey.functions):
        names = [parameter.name.lower() for parameter in one.parameters]
        if (
            names
            and re.match("obs", names[0])
            and re.match("co?n?fi?g", (*names, "cfg")[1])
            and one.accepts(len(names[:2]))
        ):
            interface = INTERFACES["connectx"]
            yield interface.with_changes(function=(one.name,), arguments=interface.arguments[: len(names)])
            return


def _by_name(survey: Survey) -> Iterator[Interface]:
    defined = {one.name: one for one in survey.functions}
    for name in COURSES:
        interface = INTERFACES[name]
        if interface.class_name:
            if _has_classes(survey, interface):
                yield interface
            continue
        for function in interface.function:
            one = defined.get(function)
            if interface.imported and function in survey.imported:
                yield interface
            if one is None or not one.accepts(len(interface.arguments)):
                continue
            beside = sum(companion in defined for companion in interface.companions)
            if beside >= (len(interface.companions) + 1) // 2:
                yield interface.with_changes(function=(function,))


def _has_classes(survey: Survey, interface: Interface) -> bool:
    """Whether the class with the method is there, and that of the board it is given."""
    classes = {one.name: one for one in survey.classes}
    agent = classes.get(interface.class_name)
    if agent is None or interface.game_class not in classes:
        return False
    fitting = (one for one in agent.methods if one.name in interface.function)
    return any(one.accepts(len(interface.arguments)) for one in fitting)


def proposals(survey: Survey, game: Game) -> list[list[Proposal]]:
    """In groups of the same rank: a group is tried only if those before it have no legal answers."""
    found = [*_functions(survey), *_methods(survey)]
    found = [*found, *_left(survey, found)]
    if game.drop:  # a small value would be a column
        found = [one for one in found if not roles.is_value(one.interface.function[0])]
        found = list(dict.fromkeys(_dropping(one, bottom) for one in found for bottom in (False, True)))
    ranks = sorted({one.rank for one in found})
    return [_in_turns([one for one in found if one.rank == rank]) for rank in ranks]


def _dropping(proposal: Proposal, bottom_first: bool) -> Proposal:
    """The same call about a game in which marks drop: a search is not told to look at everything."""
    interface = proposal.interface
    told = {"depth": "plies", "empty": "plies", "level": "plies"}
    changed = interface.with_changes(
        name="column" if interface.name == _NAMES["board"] else interface.name,
        arguments=tuple(told.get(role, role) for role in interface.arguments),
        make=tuple(told.get(role, role) for role in interface.make),
        answer="column",
        game="drop",
        bottom_first=bottom_first,
    )
    rank = roles.rank(_COLUMN.sub("move", interface.function[0]))
    return replace(proposal, interface=changed, rank=proposal.rank if rank is None else min(rank, proposal.rank))


def _in_turns(group: list[Proposal]) -> list[Proposal]:
    """The likeliest call of every function, then the next of each: none is cut off because another has many."""
    calls: dict[tuple[str, str, str], list[Proposal]] = {}
    for one in group:
        key = one.interface.class_name, one.interface.function[0], one.interface.left
        calls.setdefault(key, []).append(one)
    return [one for turn in zip_longest(*calls.values()) for one in turn if one is not None]


def _left(survey: Survey, found: list[Proposal]) -> Iterator[Proposal]:
    """The same calls, of functions that may leave their answer in a global or an attribute."""
    leaves = {("", one.name): one.leaves for one in survey.functions}
    leaves |= {(kind.name, one.name): one.leaves for kind in survey.classes for one in kind.methods}
    for one in found:
        for name in leaves.get((one.interface.class_name, one.interface.function[0]), ()):
            yield Proposal(one.interface.with_changes(left=name), max(one.rank, _LEFT), one.seen)


def evaluators(survey: Survey) -> list[Proposal]:
    """Functions that may give the value of a position: the caller loops over the moves."""
    found = []
    for base in (*_functions(survey, values=True), *_methods(survey, values=True)):
        interface = base.interface.with_changes(name="evaluator", answer="value")
        found.append(Proposal(interface, base.rank, base.seen))
    return sorted(found, key=lambda one: one.rank)


def _rank(name: str, values: bool) -> int | None:
    if values:
        return (0 if "max" in name.lower() or "alpha" in name.lower() else 1) if roles.is_search(name) else None
    return roles.rank(name)


def _functions(survey: Survey, values: bool = False) -> Iterator[Proposal]:
    boards = [one for one in survey.boards if one.where == "global"]
    for function in survey.functions:
        rank = _rank(function.name, values)
        if rank is None:
            continue
        for arguments in roles.assignments(function, with_board=True):
            base = Interface(_NAMES["board"], (function.name,), arguments, **_mark_names(survey.constants))
            if "game" in arguments:
                yield from _with_games(survey, base, rank, function)
            else:
                yield from _with_boards(survey, base, rank, function)
        for arguments in roles.assignments(function, with_board=False)[:6]:
            for board in _likely_boards(boards):
                base = Interface(_NAMES["global"], (function.name,), arguments, board_name=board.name)
                base = base.with_changes(**_mark_names(survey.constants), free_names=_free_names(boards, board))
                yield from _in_form(survey, base, board, rank, function.signature)


def _methods(survey: Survey, values: bool = False) -> Iterator[Proposal]:
    for kind in survey.classes:
        for method in kind.methods:
            rank = _rank(method.name, values)
            if rank is None and not values:
                rank = roles.rank_of_method(method.name, kind.name)
            if rank is None:
                continue
            if (not values and "random" in kind.name.lower()) or "human" in kind.name.lower():
                rank = 4
            for make in roles.assignments(kind.make, with_board=False)[:6]:
                yield from _with_object(survey, kind, method, make, rank)
            for make in roles.assignments(kind.make, with_board=True)[:2]:
                for arguments in roles.assignments(method, with_board=False)[:2]:
                    base = _method_base(kind, method, make, arguments)
                    given = _with_boards if "board" in make else _with_games
                    yield from given(survey, base, rank, method, kind)


def _method_base(kind: Class, method: Function, make: tuple[str, ...], arguments: tuple[str, ...]) -> Interface:
    names = _mark_names(kind.values)
    return Interface(_NAMES["object"], (method.name,), arguments, class_name=kind.name, make=make, **names)


def _with_object(survey: Survey, kind: Class, method: Function, make: tuple[str, ...], rank: int) -> Iterator[Proposal]:
    seen = f"{kind.name}.{method.signature}"
    for arguments in roles.assignments(method, with_board=False)[:4]:
        for board in _likely_boards(kind.boards):
            base = _method_base(kind, method, make, arguments)
            base = base.with_changes(board_name=board.name, free_names=_free_names(kind.boards, board))
            yield from _in_form(survey, base, board, rank, seen)
    for arguments in roles.assignments(method, with_board=True)[:6]:
        base = _method_base(kind, method, make, arguments)
        if "game" in arguments:
            yield from _with_games(survey, base, rank, method, kind)
        else:
            yield from _with_boards(survey, base, rank, method, kind)


def _with_games(
    survey: Survey, base: Interface, rank: int, function: Function, kind: Class | None = None
) -> Iterator[Proposal]:
    """The argument is an object of a class that has a board and can be made without arguments."""
    seen = f"{kind.name}.{function.signature}" if kind is not None else function.signature
    for game in survey.classes:
        if game.make.required or game is kind:
            continue
        for board in _likely_boards(game.boards):
            changed = base.with_changes(
                name=_NAMES["game"],
                game_class=game.name,
                board_name=board.name,
                **_mark_names({**(kind.values if kind is not None else {}), **game.values}),
            )
            yield from _in_form(survey, changed, board, rank, seen)


def _with_boards(
    survey: Survey, base: Interface, rank: int, function: Function, kind: Class | None = None
) -> Iterator[Proposal]:
    """The argument is the board, in one of the forms."""
    seen = f"{kind.name}.{function.signature}" if kind is not None else function.signature
    if "x-cells" in base.arguments:
        yield Proposal(base.with_changes(board="flat"), rank, seen)
        return
    boards = [
        *(kind.boards if kind is not None else ()),
        *survey.boards,
        *(b for one in survey.classes for b in one.boards),
    ]
    boards = _likely_boards(boards)
    tried = []
    for form in marks.forms_for(survey, boards):
        fitting = [board for board in boards if board.form == form] or boards
        keys: tuple[object, ...] = next((board.keys for board in fitting if board.form == "mapping"), _KEYS)
        for x, o, empty in marks.marks_for(survey, fitting):
            if form in ("text", "row-texts") and not all(isinstance(mark, str) for mark in (x, o, empty)):
                continue
            changed = base.with_changes(board=form, marks=(x, o), empty=empty, keys=keys if form == "mapping" else ())
            if kind is None and not base.make:
                changed = changed.with_changes(board_name=_global_of(form, boards))
            tried.append(Proposal(changed, rank, seen))
    if not boards:  # letters in all forms before numbers, which a search for letters never finds on the board
        tried.sort(key=lambda one: not isinstance(one.interface.marks[0], str))
    yield from tried


def _global_of(form: str, boards: list[Board]) -> str:
    """The board of the program itself, if it has this form: functions that are given it may look at it all the same."""
    return next((board.name for board in boards if board.where == "global" and board.form == form), "")


def _in_form(survey: Survey, base: Interface, board: Board, rank: int, seen: str) -> Iterator[Proposal]:
    """The board is one that was seen, and so is its form."""
    for x, o, empty in marks.marks_for(survey, [board]):
        yield Proposal(base.with_changes(board=board.form, marks=(x, o), empty=empty, keys=board.keys), rank, seen)


def _likely_boards(boards: list[Board] | tuple[Board, ...]) -> list[Board]:
    """Those that look like one: with a board's name, or with nothing but empty cells."""
    likely = [one for one in boards if marks.empty_of(one)]
    likely = [one for one in likely if not _is_list_of_cells(one)] or likely
    named = [
        one
        for one in likely
        if "board" in one.name.lower() or "grid" in one.name.lower() or "state" in one.name.lower()
    ]
    return list(dict.fromkeys([*named, *likely]))[:4]


def _free_names(boards: Iterable[Board], board: Board) -> tuple[str, ...]:
    """Lists of the numbers of all cells beside the board, such as `available = [1, 2, …, 9]`: `available from 1`."""
    return tuple(f"{one.name} from {one.cells[0]}" for one in boards if one != board and _is_list_of_cells(one))


def _is_list_of_cells(board: Board) -> bool:
    numbers = board.cells in (tuple(range(9)), tuple(range(1, 10)))
    return numbers and board.form == "flat" and roles.is_free(board.name)


def _mark_names(values: Mapping[str, Mark]) -> dict[str, Any]:
    """Globals or attributes for whose turn it is, for the marks of the two sides, and for the number of marks.

    A program that lets the player choose a letter begins with `bot = ""` or `self.enemy = None`.
    """
    turns = [name for name, value in values.items() if roles.is_turn(name) and not isinstance(value, bool)]
    unset = [name for name, value in values.items() if value in (None, "")]
    own = [name for name in unset if roles.is_own_mark(name)]
    others = [name for name in unset if roles.is_other_mark(name)] if own else []
    if "player" in others and len(others) > 1:  # beside `human` it is the one to move
        others.remove("player")
        own.append("player")
    counts = [name for name, value in values.items() if type(value) is int and not value and roles.is_count(name)]
    return {"turn_names": (*turns, *own), "opponent_names": tuple(others), "count_names": tuple(counts)}


def is_certain(course: Interface, survey: Survey) -> bool:
    """Whether it can hardly be anything else: the parameters have the course's names, or its functions are there."""
    if course.class_name:
        return False
    if "observation" in course.arguments:
        return True
    defined = {one.name: one for one in survey.functions}
    if course.function[0] not in defined:  # it is imported from a file of the course
        return True
    beside = sum(companion in defined for companion in course.companions)
    if course.companions:
        return beside > len(course.companions) // 2
    names = course.signature.partition("(")[2].rstrip(")").split(", ")
    return [one.name for one in defined[course.function[0]].parameters] == names


def signature(interface: Interface, survey: Survey) -> str:
    """The function as the file has it, with those beside it by which it was recognised."""
    defined = {one.name: one for one in survey.functions}
    beside = [name for name in interface.companions if name in defined]
    own = defined[interface.function[0]].signature if interface.function[0] in defined else interface.call
    return f"{own} beside {', '.join(beside)}" if beside else own


def nearest(survey: Survey, game: Game) -> tuple[str | None, str]:
    """The known interface that comes nearest, and the function that suggests it."""
    for group in proposals(survey, game):
        return group[0].interface.name, group[0].seen
    for one in evaluators(survey):
        return one.interface.name, one.seen
    return None, ""


def without_game(survey: Survey) -> str:
    """The likeliest function that is given a game, or whose object is, if no class here can be that game."""
    if any(not kind.make.required and _likely_boards(kind.boards) for kind in survey.classes):
        return ""
    found: list[tuple[int, str]] = []
    for kind in (None, *survey.classes):
        for one in kind.methods if kind is not None else survey.functions:
            rank = roles.rank(one.name)
            given = (*one.required, *(kind.make.required if kind is not None else ()))
            if rank is not None and any(roles.roles_of(each, first=False)[0] == "game" for each in given):
                found.append((rank, f"{kind.name}.{one.signature}" if kind is not None else one.signature))
    return min(found, key=lambda pair: pair[0])[1] if found else ""

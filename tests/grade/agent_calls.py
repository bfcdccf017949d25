"""How each agent in `agents/` is called, written down by hand, and the verdicts that it deserves, by brute force.

Nothing of the package is used. Run as a program it writes `agents/verdicts.json`: python tests/grade/agent_calls.py.
Counting takes half a minute, so that file has a key of all that the counts depend on: the agents, this file and
`brute_force.py`. Whoever changes one of them counts again.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import MagicMock

sys.path.insert(0, str(Path(__file__).parents[1]))

from grade import brute_force

FOLDER = Path(__file__).parent / "agents"
VERDICTS = FOLDER / "verdicts.json"
# Where the definitions end, of files that start a game when they are imported.
CUTS = {
    "pygame_window.py": "\nwhile True",
    "global_dict_writes.py": "\nwhile not",
    "console_like.py": "\nmain()",
    "writes_and_exits.py": "\nwhile True",
    "rules_on_a_copy.py": "\nmain()",
    "number_of_the_turn.py": "\nplay()",
    "asks_after_its_move.py": "\nhuman_turn(table)\n",
    "rules_of_the_global_game.py": "\nwhile match.free()",
    "asked_in_a_loop.py": "\nwhile True",
}
QT = ("PyQt5", "PyQt5.QtCore", "PyQt5.QtGui", "PyQt5.QtWidgets")
Place = tuple[int, int]
Agent = Any
Answer = Callable[[Agent, str, str], Place | None]  # the agent's names, nine letters, who moves; None for no move


class Call(NamedTuple):
    """How an agent is asked: `side` is the only mark it plays, `only` who it answers for; `finished` boards too?"""

    answer: Answer
    side: str = ""
    only: str = ""
    finished: bool = False


def rows(board: str, x: Any, o: Any, empty: Any) -> list[list[Any]]:
    cells = flat(board, x, o, empty)
    return [cells[0:3], cells[3:6], cells[6:9]]


def flat(board: str, x: Any, o: Any, empty: Any) -> list[Any]:
    return [{"X": x, "O": o, "_": empty}[mark] for mark in board]


def at(index: int) -> Place:
    return divmod(int(index), 3)


def changed(before: Sequence[Any], after: Sequence[Any]) -> Place:
    (cell,) = [cell for cell in range(9) if before[cell] != after[cell]]
    return at(cell)


def joined(board: list[list[Any]]) -> list[Any]:
    return [cell for row in board for cell in row]


def _cs50(m: Agent, board: str, who: str) -> Place | None:
    answer: Place | None = m.minimax(rows(board, "X", "O", None))
    return answer


def _cs50_numpy(m: Agent, board: str, who: str) -> Place | None:
    import numpy

    answer = m.minimax(numpy.array(rows(board, 1, -1, 0)))
    return None if answer is None else (int(answer[0]), int(answer[1]))


def _numbered(m: Agent, board: str, who: str) -> Place | None:
    cells = [number + 1 if mark == "_" else mark for number, mark in enumerate(board)]
    return at(m.get_best_move(cells) - 1)


def _columns_first(m: Agent, board: str, who: str) -> Place | None:
    column, row = m.get_computer_move(rows(board, "X", "O", " "))
    return row, column


def _rows_from_1(m: Agent, board: str, who: str) -> Place | None:
    row, column = m.choose_best_move(rows(board, "X", "O", "-"), who)
    return row - 1, column - 1


def _numbers(m: Agent, board: str, who: str) -> Place | None:
    me = 1 if who == "X" else 2
    return at(m.computer_move(flat(board, 1, 2, 0), me, 3 - me))


def _dictionary(m: Agent, board: str, who: str) -> Place | None:
    cells = flat(board, "X", "O", " ")
    m.board.update(zip(range(1, 10), cells))
    m.compMove()
    return changed(cells, list(m.board.values()))


def _global_returns(m: Agent, board: str, who: str) -> Place | None:
    m.board[:] = rows(board, "X", "O", "")
    answer: Place = m.best_move()
    return answer


def _global_writes(m: Agent, board: str, who: str) -> Place | None:
    m.spaces[:] = flat(board, "X", "O", " ")
    before = list(m.spaces)
    m.ai_turn()
    return changed(before, m.spaces)


def _numpy_global(m: Agent, board: str, who: str) -> Place | None:
    m.board[...] = rows(board, 1, 2, 0)
    row, column = m.best_move()
    return int(row), int(column)


def _object(m: Agent, board: str, who: str) -> Place | None:
    game = m.TicTacToe()
    game.board = flat(board, "X", "O", " ")
    return at(game.get_best_move())


_players: dict[tuple[int, str], Any] = {}


def _object_with_mark(m: Agent, board: str, who: str) -> Place | None:
    player = _players.setdefault((id(m), who), m.MinimaxAgent(who))
    answer = player.choose_move(rows(board, "X", "O", "."))
    return answer["row"], answer["col"]


def _two_files(m: Agent, board: str, who: str) -> Place | None:
    game = m.TicTacToe()
    game.board = flat(board, "X", "O", " ")
    return at(m.GeniusComputerPlayer(who).get_move(game))


def _looped(value: Callable[[str], float], board: str, who: str, wants_large: bool) -> Place:
    """The first move whose position has the best value."""
    values = {cell: value(brute_force.after(board, cell, who)) for cell in range(9) if board[cell] == "_"}
    best = (max if wants_large else min)(values.values())
    return at(next(cell for cell in values if values[cell] == best))


def _evaluator(m: Agent, board: str, who: str) -> Place | None:
    """O maximizes; after a move of X it is O's turn."""
    return _looped(lambda after: m.minimax(flat(after, "X", "O", " "), 0, who == "X"), board, who, who == "O")


def _alphabeta(m: Agent, board: str, who: str) -> Place | None:
    inf, following = float("inf"), -1 if who == "X" else 1
    return _looped(lambda after: m.alphabeta(rows(after, 1, -1, 0), -inf, inf, following), board, who, who == "X")


def _console(m: Agent, board: str, who: str) -> Place | None:
    row, column, _ = m.minimax(rows(board, 1, -1, 0), board.count("_"), 1 if who == "X" else -1)
    return None if (row, column) == (-1, -1) else (row, column)


def _indexed(m: Agent, board: str, who: str) -> Place | None:
    cells = [number if mark == "_" else mark for number, mark in enumerate(board)]
    return at(m.minimax(cells, who)["index"])


def _new_text(m: Agent, board: str, who: str) -> Place | None:
    text = "".join(flat(board, "x", "o", " "))
    return changed(text, m.computer_play(text))


def _two_boards(m: Agent, board: str, who: str) -> Place | None:
    return at(m.findBestMove([int(mark == "X") for mark in board], [int(mark == "O") for mark in board]))


def _numpy_flat(m: Agent, board: str, who: str) -> Place | None:
    import numpy

    return at(m.Agent().act(numpy.array(flat(board, 1, -1, 0))))


def _pygame(m: Agent, board: str, who: str) -> Place | None:
    grid = rows(board, "X", "O", None)
    before = joined(grid)
    m.computer_turn(grid)
    return changed(before, joined(grid))


def _number_pad(m: Agent, board: str, who: str) -> Place | None:
    keys = "789456123"
    return at(keys.index(m.get_best_key_move(dict(zip(keys, flat(board, "X", "O", " "))), who)))


def _board_class(m: Agent, board: str, who: str) -> Place | None:
    given = m.Board()
    given.grid = rows(board, "X", "O", ".")
    answer: Place = _players.setdefault((id(m), ""), m.AI()).best_move(given)
    return answer


def _writes_and_exits(m: Agent, board: str, who: str) -> Place | None:
    cells = flat(board, "X", "O", " ")
    m.cells.update(zip(m.cells, cells))
    with contextlib.suppress(SystemExit):
        m.computer_turn()
    return changed(cells, list(m.cells.values()))


def _made_with_everything(m: Agent, board: str, who: str) -> Place | None:
    answer: Place = m.Strategy(rows(board, "X", "O", ""), board.count("_"), 3, 3).best_move()
    return answer


def _rules_on_a_copy(m: Agent, board: str, who: str) -> Place | None:
    m.board[:] = [" ", *flat(board, "X", "O", " ")]
    return at(m.comp_move() - 1)


def _method_writes(m: Agent, board: str, who: str) -> Place | None:
    grid = rows(board, "x", "o", "-")
    before = joined(grid)
    m.GameWithComputer().computer_move(grid, who.lower())
    return changed(before, joined(grid))


def _qt(m: Agent, board: str, who: str) -> Place | None:
    window = m.space.get("made") or m.space.setdefault("made", m.Window())
    window.board = flat(board, "X", "O", " ")
    return at(window.best_move())


def _odd_empty(m: Agent, board: str, who: str) -> Place | None:
    cells = flat(board, "X", "O", "--")
    before = list(cells)
    return changed(before, m.bot_turn(cells, who, brute_force.other(who)))


def _window_restarts(m: Agent, board: str, who: str) -> Place | None:
    """What it puts on the board counts, not what is left there: it begins anew when the game is over."""
    m.board[:] = rows(board, "X", "O", "")
    put: list[Place] = []
    m.space["put"] = lambda row, column, mark: put.append((row, column))
    m.computer_move()
    return put[0]


def _numpy_filled_later(m: Agent, board: str, who: str) -> Place | None:
    import numpy

    m.space["board"] = numpy.array(rows(board, 1.0, -1.0, 0.0))
    row, column = m.computer_move()
    return int(row), int(column)


def _numpy_attribute_later(m: Agent, board: str, who: str) -> Place | None:
    import numpy

    game = m.Game()
    game.board = numpy.array(rows(board, "X", "O", " "))
    row, column = game.best_move()
    return int(row), int(column)


def _numpy_texts(m: Agent, board: str, who: str) -> Place | None:
    import numpy

    answer: Place = m.get_ai_move(numpy.array(rows(board, "X", "O", " ")), who)
    return answer


def _made_with_game(m: Agent, board: str, who: str) -> Place | None:
    game = m.Game()
    game.grid, game.current_player = rows(board, "X", "O", ""), who
    before = joined(game.grid)
    m.Computer(game).play_best_move()
    return changed(before, joined(game.grid))


def _left_in_global(m: Agent, board: str, who: str) -> Place | None:
    m.play_on([number if mark == "_" else mark for number, mark in enumerate(board)], who)
    return at(m.space["choice"])


def _told_its_letter(m: Agent, board: str, who: str) -> Place | None:
    game = m.Game()
    game.Board = flat(board, "X", "O", " ")
    return at(m.Player(who, game, 10).get_move())


def _turn_number(m: Agent, board: str, who: str) -> Place | None:
    return at(m.ai_move(flat(board, 1, -1, 0), 9 - board.count("_")))


def _seat(m: Agent, board: str, who: str) -> Place | None:
    return at(m.level_impossible(["#", *flat(board, "X", "O", " ")], "XO".index(who)) - 1)


def _letters_later(m: Agent, board: str, who: str) -> Place | None:
    robot = m.Robot()
    robot.choose_letters(who, brute_force.other(who))
    return at(robot.pick_move(flat(board, "X", "O", " ")))


def _asks_afterwards(m: Agent, board: str, who: str) -> Place | None:
    """Nobody answers its question, and its move stands."""
    m.table[:] = before = flat(board, "X", "O", " ")

    def no_input(*_: object) -> str:
        raise EOFError

    m.space["input"] = no_input
    with contextlib.suppress(EOFError):
        m.computer_turn(m.table)
    return changed(before, m.table)


def _blank_later(m: Agent, board: str, who: str) -> Place | None:
    m.clear()
    m.board[:] = rows(board, "X", "O", " ")
    before = m.board.reshape(-1).tolist()
    m.machine_move()
    return changed(before, m.board.reshape(-1).tolist())


def _rest(m: Agent, board: str, who: str) -> Place | None:
    return at(m.best_move(flat(board, "X", "0", None), [cell for cell in range(9) if board[cell] == "_"]))


def _made_with_human(m: Agent, board: str, who: str) -> Place | None:
    match = m.Match(brute_force.other(who))
    match.grid = rows(board, "X", "O", "+")
    before = joined(match.grid)
    match.play_move()
    return changed(before, joined(match.grid))


def _two_classes(m: Agent, board: str, who: str) -> Place | None:
    table = m.Table()
    table.cells, table._current_player = rows(board, "X", "O", "."), who
    before = joined(table.cells)
    m.Player().move(table)
    return changed(before, joined(table.cells))


def _counts(m: Agent, board: str, who: str) -> Place | None:
    given = m.Board()
    given.squares, given.marked_squares = rows(board, 1, 2, 0), 9 - board.count("_")
    answer: Place = m.Computer().find_move(given)
    return answer


def _global_game(m: Agent, board: str, who: str) -> Place | None:
    m.match.grid = rows(board, "X", "O", "?")
    return at(m.choose_move(m.match) - 1)


def _set_up(m: Agent, board: str, who: str) -> Place | None:
    m.board.clear()
    m.setup_board()
    m.board[:] = rows(board, "x", "o", "_")
    answer: Place = m.machine_turn()
    return answer


def _level(m: Agent, board: str, who: str) -> Place | None:
    game = m.TicTacToe("Ann", "computer")
    game.board = before = flat(board, "X", "O", "")
    game.board = list(before)
    m.space["open"] = lambda *_: io.StringIO()
    game.ai_move("hard")
    return changed(before, game.board)


def _main_block(m: Agent, board: str, who: str) -> Place | None:
    m.space.update(cells=flat(board, "X", "O", "."), depth=2)
    return at(m.best_move())


def _made_with_choice(m: Agent, board: str, who: str) -> Place | None:
    table = m.Table(brute_force.other(who))
    table.board = rows(board, "X", "O", " ")
    return at(table.comp_move()[1] - 1)


class _Label(dict[str, str]):
    """A button of a window that is not there."""

    cget = dict.__getitem__

    def config(self, **options: str) -> None:
        self.update(options)


def _buttons(m: Agent, board: str, who: str) -> Place | None:
    window, cells = object.__new__(m.Window), flat(board, "X", "O", "")
    buttons = [_Label(text=cell) for cell in cells]
    window.squares = [buttons[0:3], buttons[3:6], buttons[6:9]]
    window.clear = lambda: None  # the board is looked at as it was when the game ended
    window.machine_move()
    return changed(cells, [button["text"] for button in buttons])


def _board_and_buttons(m: Agent, board: str, who: str) -> Place | None:
    window = m.Noughts(MagicMock())
    window.board = rows(board, "X", "O", " ")
    before = joined(rows(board, "X", "O", " "))
    window.computer_turn()
    return changed(before, joined(window.board))


def _makes_move(m: Agent, board: str, who: str) -> Place | None:
    table = m.Board()
    table.places = rows(board, "X", "O", " ")
    player = m.ComputerPlayer(table)
    player.sign = who
    move = player.make_move()
    return move.row, move.col


def _asked_in_a_loop(m: Agent, board: str, who: str) -> Place | None:
    cells = flat(board, "X", "O", "-")
    m.space.update(board=cells, computer=who, human=brute_force.other(who), player=who)
    return at(m.ai_move(cells))


def _free_numbers(m: Agent, board: str, who: str) -> Place | None:
    before = flat(board, "X", "O", "")
    m.table[:] = before
    m.available[:] = [number for number in range(1, 10) if before[number - 1] == ""]
    m.bot_move(0 if who == "X" else 1)
    return changed(before, m.table)


def _enumeration(m: Agent, board: str, who: str) -> Place | None:
    marks = {"X": m.Mark.CROSS, "O": m.Mark.NOUGHT}
    answer: Place = m.best_move(rows(board, marks["X"], marks["O"], m.Mark.EMPTY), marks[who])
    return answer


def _looks_for_noughts(m: Agent, board: str, who: str) -> Place | None:
    game = m.Game()
    game.board, game.current_player = flat(board, "X", "O", " "), who
    return at(m.get_best_move(game))


def _digits(m: Agent, board: str, who: str) -> Place | None:
    cells = {number + 1: str(number + 1) if mark == "_" else mark for number, mark in enumerate(board)}
    return at(m.find_best_move(cells) - 1)


CALLS: dict[str, Call] = {
    **{
        f"cs50_{name}.py": Call(_cs50, finished=True)
        for name in (
            "right",
            "no_minimax",
            "swapped",
            "return_in_loop",
            "wrong_diagonal",
            "full_first",
            "only_minimax_crashes_late",
        )
    },
    "cs50_numpy.py": Call(_cs50_numpy, finished=True),
    "find_best_move_gfg.py": Call(lambda m, board, who: m.findBestMove(rows(board, "x", "o", "_")), "X"),
    "best_move_flat_o.py": Call(lambda m, board, who: at(m.best_move(flat(board, "X", "O", " "))), "O"),
    "get_best_move_from_1.py": Call(_numbered, "O"),
    "best_move_columns_first.py": Call(_columns_first, "O"),
    "best_move_rows_from_1.py": Call(_rows_from_1),
    "ai_human_arguments.py": Call(_numbers),
    "sweigart.py": Call(lambda m, board, who: at(m.getComputerMove([" ", *flat(board, "X", "O", " ")], who) - 1)),
    "global_dict_writes.py": Call(_dictionary, "X"),
    "global_list_returns.py": Call(_global_returns, "X"),
    "global_list_writes.py": Call(_global_writes, "O"),
    "numpy_global.py": Call(_numpy_global, "O"),
    "object_board_attribute.py": Call(_object, "O"),
    "object_with_mark.py": Call(_object_with_mark),
    "two_files": Call(_two_files),
    "evaluator_flat.py": Call(_evaluator),
    "evaluator_rows_two_arguments.py": Call(_alphabeta),
    "console_like.py": Call(_console, finished=True),
    "score_and_move.py": Call(lambda m, board, who: at(m.minimax(flat(board, "X", "O", "-"), who)[1])),
    "index_and_score_dict.py": Call(_indexed),
    "string_board.py": Call(lambda m, board, who: at(m.best_action(board))),
    "string_new_board.py": Call(_new_text, "O"),
    "two_boards.py": Call(_two_boards),
    "tuple_board.py": Call(lambda m, board, who: at(m.find_move(tuple(flat(board, 1, -1, 0))))),
    "numpy_flat.py": Call(_numpy_flat),
    "prompts_on_import.py": Call(lambda m, board, who: m.ai_move(rows(board, "X", "O", "_"), who)),
    "pygame_window.py": Call(_pygame, "O"),
    "empty_line_counts.py": Call(lambda m, board, who: m.best_move(rows(board, "X", "O", "_")), "O"),
    "depth_limit.py": Call(lambda m, board, who: at(m.get_ai_move(flat(board, "X", "O", " "), who))),
    "always_centre.py": Call(lambda m, board, who: m.best_move(rows(board, "X", "O", "-"), who)),
    "first_free.py": Call(lambda m, board, who: at(m.computer_move(flat(board, "X", "O", "-")))),
    "plays_second_only.py": Call(lambda m, board, who: at(m.choose_move(flat(board, "X", "O", "-"))), only="O"),
    "booleans.py": Call(lambda m, board, who: m.minimax(rows(board, "X", "O", ""), who == "X")[1]),
    "digits_key.py": Call(_number_pad),
    "class_board_argument.py": Call(_board_class, "O"),
    "lost_sign.py": Call(lambda m, board, who: at(m.find_best_move(flat(board, 1, 2, 0), 1 if who == "X" else 2))),
    "writes_and_exits.py": Call(_writes_and_exits, "X"),
    "other_letters.py": Call(lambda m, board, who: m.find_move(rows(board, "C", "H", "#")), "X"),
    "made_with_everything.py": Call(_made_with_everything, "O"),
    "rules_on_a_copy.py": Call(_rules_on_a_copy, "O"),
    "method_writes_and_returns_turn.py": Call(_method_writes),
    "qt_window.py": Call(_qt, "O"),
    "odd_empty_letters.py": Call(_odd_empty),
    "window_restarts.py": Call(_window_restarts, "O"),
    "numpy_filled_later.py": Call(_numpy_filled_later, "O"),
    "numpy_attribute_later.py": Call(_numpy_attribute_later, "O"),
    "numpy_texts_argument.py": Call(_numpy_texts),
    "object_made_with_game.py": Call(_made_with_game),
    "answer_left_in_global.py": Call(_left_in_global, "O"),
    "told_its_letter.py": Call(_told_its_letter),
    "board_comes_last.py": Call(
        lambda m, board, who: at(m.machine_move(brute_force.other(who), who, flat(board, "X", "O", " ")))
    ),
    "number_of_the_turn.py": Call(_turn_number, only="O"),
    "seat_index.py": Call(_seat),
    "letters_chosen_later.py": Call(_letters_later),
    "asks_after_its_move.py": Call(_asks_afterwards, "O"),
    "numpy_blank_later.py": Call(_blank_later, "O"),
    "list_of_the_rest.py": Call(_rest, "O"),
    "made_with_the_human.py": Call(_made_with_human),
    "two_classes_that_move.py": Call(_two_classes),
    "counts_its_marks.py": Call(_counts, "O"),
    "rules_of_the_global_game.py": Call(_global_game, "O"),
    "filled_by_setup.py": Call(_set_up),
    "asked_for_a_level.py": Call(_level, "O"),
    "buttons_are_the_board.py": Call(_buttons, "O"),
    "board_and_buttons.py": Call(_board_and_buttons, "O"),
    "computer_makes_move.py": Call(_makes_move),
    "asked_in_a_loop.py": Call(_asked_in_a_loop),
    "list_of_free_numbers.py": Call(_free_numbers),
    "marks_are_an_enum.py": Call(_enumeration),
    "looks_for_noughts.py": Call(_looks_for_noughts, "O"),
    "dictionary_of_digits.py": Call(_digits, "O"),
    "set_in_the_main_block.py": Call(_main_block, "X"),
    "made_with_the_choice.py": Call(_made_with_choice),
    "functional_right.py": Call(lambda m, board, who: m.play(rows(board, "X", "O", False), who)),
}


def load(name: str) -> Agent:
    """The names of an agent's file, with nobody at the keyboard and no screen."""
    path = FOLDER / name
    stubs = {one: MagicMock() for one in ("tkinter", "tkinter.messagebox", "pygame", *QT)}
    stubs["PyQt5.QtWidgets"].QWidget = type("QWidget", (), {"setLayout": lambda *_: None})
    before = {one: sys.modules.get(one) for one in stubs}
    sys.modules.update(stubs)
    sys.path.insert(0, str(path if path.is_dir() else FOLDER))
    try:
        text = (path / "game.py" if path.is_dir() else path).read_text(encoding="utf-8").split(CUTS.get(name, "\0"))[0]
        space: dict[str, Any] = {"__name__": "agent", "input": lambda *_: "1", "print": lambda *_: None}
        exec(compile(text, str(path), "exec"), space)
        return SimpleNamespace(**space, space=space)
    finally:
        del sys.path[0]
        for one, module in before.items():
            if module is None:
                del sys.modules[one]
            else:
                sys.modules[one] = module


def exchanged(board: str) -> str:
    return board.translate(str.maketrans("XO", "OX"))


def deserved(name: str) -> dict[str, int]:
    """The verdicts on every position that the agent is asked about."""
    call, agent, counts = CALLS[name], load(name), Counter[str]()
    for board, who in brute_force.positions("X"):
        over = brute_force.winner(board) is not None or "_" not in board
        if (over and not call.finished) or (call.only and who != call.only):
            continue
        shown, side = (exchanged(board), call.side) if call.side and who != call.side else (board, who)
        try:
            place = call.answer(agent, shown, side)
        except Exception:
            counts["no-answer"] += 1
            continue
        if over:
            counts["optimal" if place is None else "finished"] += 1
        else:
            counts["illegal" if place is None else brute_force.verdict(board, who, place)] += 1
    return dict(sorted(counts.items()))


def key() -> str:
    """Of everything that the counts depend on."""
    agents = (path for path in FOLDER.rglob("*.py") if "__pycache__" not in path.parts)
    files = (*sorted(agents), Path(__file__), Path(brute_force.__file__))
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    counted = {"key": key(), "verdicts": {name: deserved(name) for name in sorted(CALLS)}}
    VERDICTS.write_text(json.dumps(counted, indent=1) + "\n", encoding="utf-8")

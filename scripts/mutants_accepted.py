"""Mutants that no test kills, and why no test can tell them from the package, or none should."""

from __future__ import annotations

# (file below src/noughts, line of code, change) → reason
ACCEPTED: dict[tuple[str, str, str], str] = {
    ("games/notation/sequence.py", "tried.add(now.board)", "call left out"): (
        "Equivalent, but slower: boards are tried more than once."
    ),
    (
        "games/notation/symbols.py",
        "mark = int(name) if name.isascii() and name.isdigit() and len(name) <= 3 else 0",
        "`3` → `4`",
    ): "Equivalent: no mark has four digits.",
    (
        "games/notation/moves.py",
        "places, marks = words[: max(axes, 0)], words[max(axes, 0) :]",
        "`0` → `1`",
    ): "Equivalent: with fewer than one word for the place there is an error before they are used.",
    (
        "games/notation/moves.py",
        "places, marks = words[: max(axes, 0)], words[max(axes, 0) :]",
        "`0` → `1` (2)",
    ): "Equivalent: with fewer than one word for the place there is an error before they are used.",
    (
        "games/notation/moves.py",
        'raise IllegalMove("{column} is full", column=game.column_name(top))',
        "`raise` left out",
    ): "Equivalent: the position objects to the move with the same words.",
    ("games/notation/moves.py", "if lowest is None and position.outcome is None:", "`is` → `is not` (2)"): (
        "Equivalent: the position objects to the move with the same words."
    ),
    ("games/value.py", "if not isinstance(other, Value):", "`not` removed (3)"): (
        "Equivalent: Python asks the other value, which answers the same."
    ),
    ("games/value.py", "if not isinstance(other, Value):", "`not` removed (4)"): (
        "Equivalent: Python asks the other value, which answers the same."
    ),
    (
        "games/later_rooms.py",
        "close = get_close_matches(argument, accepted, n=1, cutoff=0.5)",
        "`1` → `2`",
    ): "Equivalent: only the first of them is named.",
    (
        "games/game.py",
        'return _("row {at}").format(at=places[0][0]) if len(line) == columns else f"{first}–{last}"',
        "`0` → `1`",
    ): "Equivalent: all cells of the line are in this row.",
    (
        "games/game.py",
        'return _("column {at}").format(at=places[0][1]) if len(line) == rows else f"{first}–{last}"',
        "`0` → `1`",
    ): "Equivalent: all cells of the line are in this column.",
    ("games/game.py", "is_row = places[0][0] == places[-1][0]", "`-` removed"): (
        "Equivalent: any two cells of a line show whether it is a row."
    ),
    ("games/game.py", 'return _("column {at}").format(at=ends[0])', "`0` → `1`"): "Equivalent: both ends are the same.",
    ("games/notation/boxed.py", 'word, *side = line.split(maxsplit=1) or [""]', "`''` → `'XX'`"): (
        "Equivalent: neither is TURN."
    ),
    (
        "games/notation/loose.py",
        'return has_bars or line.strip().strip("-") != "" or len(line.strip()) != columns',
        "`'-'` → `'XX-'`",
    ): "Equivalent: there is no X in a rule.",
    ("games/notation/nested.py", "kind, symbol = token.lastgroup, token[token.lastgroup or 0]", "`0` → `1`"): (
        "Equivalent: nobody looks at the symbol of a space or a comma."
    ),
    ("games/catalogue.py", '"qubic": lambda: _cube("qubic", [4]),', "`'qubic'` → `'XXqubic'` (2)"): (
        "Equivalent: the name is for an error about the size, and the size is right."
    ),
    ("games/catalogue.py", '"t3": lambda: _t3("t3", [3]),', "`'t3'` → `'XXt3'` (2)"): (
        "Equivalent: the name is for an error about the numbers, and the numbers are right."
    ),
    ("games/catalogue.py", 'return _mnk("", [*shape, length])', "`''` → `'XX'`"): (
        "Equivalent: the name is for an error about the count of numbers, and here there are always three."
    ),
    ("games/catalogue.py", 'return _cube("", [length])', "`''` → `'XX'`"): (
        "Equivalent: the name is for an error about the size, which has been checked."
    ),
    (
        "games/catalogue.py",
        'letters = "".join(letter for letter in name if letter.isalnum() or letter in ":+,")',
        "`':+,'` → `'XX:+,'`",
    ): "Equivalent: names are in small letters here.",
    (
        "games/geometry.py",
        "if any(labels[i] + labels[-1 - i] != length - 1 for i in range(length)):",
        "`any` → `all`",
    ): "Equivalent, but slower: whether the lines survive is checked afterwards.",
    (
        "games/goals.py",
        "return len(placed) <= 1 and any(mark in marks for mark in placed or marks)",
        "`any` → `all`",
    ): "Equivalent: there is one mark, or the marks are compared with themselves.",
    (
        "games/value.py",
        "towards_the_end = value.result if self is Ranking.QUICKEST else 1",
        "`1` → `2`",
    ): "Equivalent: keys are compared with each other only, and twice the distance has the same order.",
    (
        "grade/verdicts.py",
        '(side, " ".join(map(str, game.place(cell)))): Move(cell, marks[0])',
        "`' '` → `'XX '`",
    ): "Equivalent, but slower: an answer that is not in the table is read like any other.",
    ("solver.py", "if progress.seconds >= time_limit:", "`>=` → `>`"): (
        "Differs only if a report comes at exactly the time limit."
    ),
    ("search/contract.py", "INFINITY = 1000 # more than any score: a board has at most 64 cells", "`1000` → `1001`"): (
        "Equivalent: any number above the scores will do."
    ),
    ("search/contract.py", "return -self.visit(after, -score, -score + 1, move) >= score", "`1` → `2`"): (
        "Equivalent, but slower: a window that is wider than it need be."
    ),
    (
        "search/contract.py",
        "if -self.visit(after, -value.result, -value.result + 1, move) < value.result:",
        "`1` → `2`",
    ): "Equivalent, but slower: a window that is wider than it need be.",
    (
        "search/contract.py",
        "return plies_to_end(position, result, lambda after: self.visit(after, -1, 0) < 0)",
        "`1` → `2`",
    ): "Equivalent, but slower: a window that is wider than it need be.",
    (
        "search/contract.py",
        "return plies_to_end(position, result, lambda after: self.visit(after, -1, 0) < 0)",
        "`0` → `1`",
    ): "Equivalent, but slower: a window that is wider than it need be.",
    (
        "search/textbook.py",
        "return _search(position, -INFINITY, INFINITY, 0, position.to_move, order).move",
        "`0` → `1`",
    ): "Equivalent: depths are compared with each other only.",
    (
        "search/textbook.py",
        "return Choice(0 if winner is None else 1 if winner == root else -1, depth)",
        "`1` → `2`",
    ): "Equivalent: utilities are compared with each other only.",
    (
        "search/textbook.py",
        "return Choice(0 if winner is None else 1 if winner == root else -1, depth)",
        "`1` → `2` (2)",
    ): "Equivalent: utilities are compared with each other only.",
    ("search/textbook.py", "sign = 1 if maximising else -1", "`1` → `2`"): (
        "Equivalent: what it is multiplied with keeps its order."
    ),
    ("search/textbook.py", "sign = 1 if maximising else -1", "`1` → `2` (2)"): (
        "Equivalent: what it is multiplied with keeps its order."
    ),
    (
        "search/textbook.py",
        "reply = _search(position.play(move), alpha, beta, depth + 1, root, order)",
        "`1` → `2`",
    ): "Equivalent: depths are compared with each other only.",
    (
        "search/threats.py",
        "soonest_win, soonest_loss = max(0, self._win_in(3, position)), -max(0, self._win_in(2, position))",
        "`0` → `1` (2)",
    ): "Equivalent: with one empty cell a loss that is thought possible is only searched for.",
    ("search/threats.py", "if alpha >= soonest_win or beta <= soonest_loss:", "`<=` → `<`"): (
        "Equivalent: the same bound comes back from the search below."
    ),
    (
        "search/contract.py",
        "if -self.visit(after, -value.result, -value.result + 1, move) < value.result:",
        "`-` removed (3)",
    ): "Equivalent, but slower: a wider window; and every move keeps a loss.",
    ("search/contract.py", "while line and value is not None:", "`and` → `or`"): (
        "Equivalent: there is a best move exactly where there is a value."
    ),
    (
        "search/ladder.py",
        'return "".join(letter for letter in name.lower() if letter.isalnum())',
        "`''` → `'XX'`",
    ): "Equivalent: both names that are compared are written in this way.",
    (
        "solver.py",
        "return solution if solution.value is not None else solution.with_move_bounds({}, known.source, known.because)",
        "`is not` → `is`",
    ): "Differs only where the clock stops the search of a few cells, which a test cannot arrange by nodes.",
}

"""The pictures that a person has looked at and approved.

`make approve` draws them again, and then they must be looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from noughts.explain import raster
from noughts.explain.board_picture import BoardPicture, of_solution
from noughts.explain.proof_picture import of_proof
from noughts.explain.race_picture import Heat, RaceEntry, RacePicture
from noughts.explain.tree_picture import TreePicture
from noughts.explain.tree_view import Tree
from noughts.explain.value_labels import Bound
from noughts.games import Result, Value, position
from noughts.proofs.strategies import strategy_for
from noughts.search import AlphaBeta, Threats, Trace

from .browser import browser

APPROVED = Path(__file__).parent / "approved"


def _fork() -> BoardPicture:
    return BoardPicture(position("tictactoe", "XOX/OX_/___ O"), last=4, threats="X")


def _won() -> BoardPicture:
    return BoardPicture(position("tictactoe", "XXX/OO_/___ O"), last=2)


def _values() -> BoardPicture:
    return of_solution(Threats().solve(position("tictactoe", "XOX/O__/___ X")))


def _bounds() -> BoardPicture:
    board = position("tictactoe", "XOX/O__/___ X")
    known = (Value(Result.WIN, 3), Bound("at most", Result.DRAW), None, Bound("at least", Result.WIN, 3), None)
    return BoardPicture(board, values=dict(zip(board.legal_moves, known)))


def _qubic() -> BoardPicture:
    board = "X___/____/____/___O//____/_X__/_O__/X___//____/__O_/__X_/____//_O__/__X_/____/____ O"
    return BoardPicture(position("qubic", board), threats="X", last=42)


def _numbers() -> BoardPicture:
    return BoardPicture(position("t3", "000/203/450 odd"), last=6, threats="even")


def _proof(name: str, board: str) -> BoardPicture:
    asked = position(name, board)
    strategy = strategy_for(asked)
    found = None if strategy is None else strategy.solution(asked)
    assert found is not None
    return of_proof(found)


def _pairs() -> BoardPicture:
    return _proof("7,7,5", "_______/_______/__X__X_/___O___/_______/_______/_______ O")


def _sequence() -> BoardPicture:
    board = "X__X/____/___O/___X//____/_O__/____/__O_//____/____/____/____//X___/____/____/___O X"
    return _proof("qubic", board)


def _tree() -> str:
    trace = Trace()
    AlphaBeta(trace=trace).value(position("tictactoe", "XOX/OO_/_X_ X"))
    return TreePicture(Tree(trace, algorithm=AlphaBeta.name)).svg()


def _race() -> str:
    entries = [RaceEntry("minimax", 549_946, 5.0, False), RaceEntry("alpha-beta", 20_866, 0.25, True)]
    return RacePicture([Heat("tictactoe, empty board", "X draws in 9 plies", entries)]).svg()


PICTURES: dict[str, Callable[[], str]] = {
    "fork": lambda: _fork().svg(60),
    "won": lambda: _won().svg(60),
    "small": lambda: _won().svg(20),
    "values": lambda: _values().svg(70),
    "bounds": lambda: _bounds().svg(70),
    "qubic": lambda: _qubic().svg(40),
    "pairs": lambda: _pairs().svg(40),
    "sequence": lambda: _sequence().svg(40),
    "numbers": lambda: _numbers().svg(),
    "tree": _tree,
    "race": _race,
}


def rendered(opened: Browser, svg: str) -> Image.Image:
    """The picture as the browser draws it."""
    width, height = raster.size(svg)
    page = opened.new_page(viewport={"width": width, "height": height})
    page.set_content(f'<body style="margin:0">{svg}</body>')
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return picture


def main() -> None:
    with browser() as opened:
        for name, draw in PICTURES.items():
            rendered(opened, draw()).quantize(64).save(APPROVED / f"{name}.png", optimize=True)
            print(f"drew {name}")


if __name__ == "__main__":
    main()

"""What is in the folder before Python has come: the first page, the answers on 3×3, the icons."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping

from ...games import Move, Position, game
from ...language import LANGUAGES, _, speaking
from ..analyst import Analyst
from ..opponents import reply
from ..page_state import PageState
from ..rendering import Asked, render, templates
from ..static_files import VERSION

# What a page needs, and no more. `wasm-unsafe-eval` allows WebAssembly, not eval.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)
VIEWS = {"": "play", "play/": "play", "understand/": "understand", "games/": "games", "embed/": "embed"}
_INK, _PAPER = (0x8A, 0x3A, 0x68), (0xFA, 0xF8, 0xF3)


def document(folder: str, files: str, total: int, language: str = "en") -> str:
    """The page of a folder of the site, whatever else its address says; `files` is the folder with the version."""
    root = "../" * folder.count("/") or "./"
    text = render(Asked("/play", {}, language), Analyst()).text
    with speaking(language):
        more = {"policy": POLICY, "root": root, "files": files, "view": VIEWS[folder], "total": total}
        head = templates.get_template("export_head.html").render(more)
        end = templates.get_template("export_end.html").render(more)
    text = text.replace("<head>\n", f"<head>\n{head}", 1).replace("</body>", f"{end}</body>", 1)
    view, languages = VIEWS[folder], " ".join(LANGUAGES)
    text = text.replace("<html ", f'<html class="{view}" data-view="{view}" data-languages="{languages}" ', 1)
    text = re.sub(r'<a href="/api">[^<]*</a> ', "", text)  # there is no API without a server
    return re.sub(r' (href|src|action)="/([^"]*)"', lambda found: _placed(found, root, files), text)


def _placed(found: re.Match[str], root: str, files: str) -> str:
    name, address = found.groups()
    static = f"static/{VERSION}/"
    if address.startswith(static):
        return f' {name}="{root}{files}/{address.removeprefix(static)}"'
    path, mark, query = address.partition("?")
    return f' {name}="{root}{"" if path in ("", "play") else f"{path}/"}{mark}{query}"'


def manifest() -> dict[str, object]:
    """What a phone needs to install the page."""
    return {
        "name": "noughts",
        "short_name": "noughts",
        "description": _("Perfect play for the tic-tac-toe family: solve it, play it, see why."),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#FAF8F3",
        "theme_color": "#FAF8F3",
        "icons": [
            {"src": f"icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for size in (192, 512)
            for purpose in ("any", "maskable")
        ],
    }


def answers() -> Mapping[str, int]:
    """The reply of the perfect opponent to whatever X plays from the empty board: the cell, by the board."""
    analyst, rules = Analyst(), game("tictactoe")
    found: dict[str, int] = {}
    open_positions = [rules.start()]
    while open_positions:
        position = open_positions.pop()
        for move in position.legal_moves:
            after = position.play(move)
            if after.outcome is None and _board(after) not in found:
                answer = _reply(after, analyst)
                found[_board(after)] = answer.cell
                following = after.play(answer)
                if following.outcome is None:
                    open_positions.append(following)
    return dict(sorted(found.items()))


def _reply(position: Position, analyst: Analyst) -> Move:
    return reply(PageState(position, side="X"), analyst)


def _board(position: Position) -> str:
    return position.text.partition(" ")[0].replace("/", "")


def icon(size: int) -> bytes:
    """The nought as PNG, with room around it for phones that cut icons round."""
    radius, half = 0.28 * size, 0.066 * size
    rows = bytearray()
    for y in range(size):
        rows.append(0)  # this row is written as it is
        for x in range(size):
            away = abs(((x + 0.5 - size / 2) ** 2 + (y + 0.5 - size / 2) ** 2) ** 0.5 - radius) - half
            ink = min(max(0.5 - away, 0.0), 1.0)
            rows += bytes(round(ink * one + (1 - ink) * two) for one, two in zip(_INK, _PAPER))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )

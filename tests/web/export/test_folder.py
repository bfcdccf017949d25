"""What `noughts web --export` writes, without a browser's Python: the files, the first page, the answers on 3×3."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from explain.browser import browser
from playwright.sync_api import expect

from noughts.errors import NoughtsError
from noughts.games import game, position
from noughts.web.export import folder as writing, pyodide, python_files
from noughts.web.export.first_page import POLICY, answers, icon
from web.export.hosting import hosting

LARGEST_TABLE = 30_000  # bytes


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with something else in the place of Pyodide."""
    made = tmp_path_factory.mktemp("made")
    there = made / "pyodide"
    there.mkdir()
    for name in pyodide.FILES:
        (there / name).write_text("// not Pyodide", encoding="utf-8")
    (there / pyodide.LOCK).write_text('{"info": {}}', encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pyodide, "folder", lambda: there)
        patch.setattr(writing, "ICONS", dict.fromkeys(writing.ICONS, 12))
        writing.export(made / "page")
        writing.export(made / "page")  # over itself
    return made / "page"


def test_the_folder_can_be_anywhere(exported: Path) -> None:
    for path in exported.rglob("*.html"):
        addresses = re.findall(r' (?:href|src|action)="([^"#]*)', path.read_text(encoding="utf-8"))
        assert len(addresses) > 30
        for address in addresses:
            assert re.match(r"\.\.?/|$", address), (path, address)
            target = address.partition("?")[0]
            there = (exported / path.relative_to(exported).parent if "first." not in path.name else exported) / target
            assert there.is_dir() or there.is_file(), (path, address)


def test_every_file_is_listed_for_visits_without_a_connection(exported: Path) -> None:
    worker = (exported / "service-worker.js").read_text(encoding="utf-8")
    found = re.search(r'FILES = .*?\("([^"]*)"', worker)
    assert found is not None
    kept = {name.removeprefix("./") for name in found.group(1).split()}
    for name in kept:
        assert (exported / name).exists(), name
    there = {path.relative_to(exported).as_posix() for path in exported.rglob("*") if path.is_file()}
    missing = {name for name in there if name.removesuffix("index.html") not in kept}
    assert all("/proofs/" in name or "LICENSE" in name or "/" not in name for name in missing), missing
    assert len({path.name for path in exported.glob("v-*")}) == 1


def test_the_answers_are_the_best_ones() -> None:
    table = answers()
    assert len(json.dumps(table)) < LARGEST_TABLE
    assert table["____X____"] in (0, 2, 6, 8) and table["X________"] == 4
    open_boards = ["_________"]
    seen = set()
    while open_boards:  # whatever X plays from the start, there is an answer, and it loses nothing
        board = open_boards.pop()
        for cell in (cell for cell in range(9) if board[cell] == "_"):
            after = board[:cell] + "X" + board[cell + 1 :]
            if _is_over(after) or after in seen:
                continue
            seen.add(after)
            reply = table[after]
            values = {one: _value(after[:one] + "O" + after[one + 1 :]) for one in range(9) if after[one] == "_"}
            assert values[reply] == min(values.values()), after
            following = after[:reply] + "O" + after[reply + 1 :]
            if not _is_over(following):
                open_boards.append(following)
    assert seen == set(table)


_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
_VALUES: dict[str, int] = {}


def _won(board: str) -> bool:
    return any(board[a] != "_" and board[a] == board[b] == board[c] for a, b, c in _LINES)


def _is_over(board: str) -> bool:
    return _won(board) or "_" not in board


def _value(board: str) -> int:
    """For the side to move, by looking at everything: 1, 0 or -1."""
    if board not in _VALUES:
        mark = "X" if board.count("X") == board.count("O") else "O"
        if _won(board):
            _VALUES[board] = -1
        elif "_" not in board:
            _VALUES[board] = 0
        else:
            after = (board[:one] + mark + board[one + 1 :] for one in range(9) if board[one] == "_")
            _VALUES[board] = max(-_value(one) for one in after)
    return _VALUES[board]


@pytest.mark.parametrize("has_core", [False, True])
def test_the_archive_has_what_a_page_needs_and_no_server(
    has_core: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    core = tmp_path / "core.wasm"
    if has_core:
        core.write_bytes(b"")
    monkeypatch.setattr(python_files, "CORE", core)
    with ZipFile(BytesIO(python_files.archive())) as packed:
        names = set(packed.namelist())
        assert packed.testzip() is None
    assert {"noughts/web/in_browser.py", "noughts/web/templates/play.html", "jinja2/environment.py"} <= names
    assert not names & {f"noughts/web/{name}.py" for name in python_files.SERVED}
    assert not any(name.startswith(("noughts/grade/", "noughts/cli/")) or name.endswith(".proof") for name in names)
    assert ("noughts/engine/_core.py" in names) == has_core


def test_icons_are_pictures_of_their_size() -> None:
    made = icon(16)
    assert made.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", made[16:24]) == (16, 16)


def test_what_is_not_ours_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(NoughtsError, match="not empty, and not written by this command"):
        writing.export(tmp_path)
    with pytest.raises(NoughtsError, match=r"thesis\.txt: this is a file"):
        writing.export(tmp_path / "thesis.txt")


def test_without_npm_it_says_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts", "web", "--export", str(tmp_path / "page")]
    environment = {"PATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert done.returncode == 2
    assert done.stderr.startswith("noughts: the exported page needs Pyodide 3") and done.stderr.count("\n") == 1
    assert "apt install npm" in done.stderr
    assert not (tmp_path / "page").exists()


def test_before_python_has_come_one_can_play(exported: Path) -> None:
    with browser() as chromium, hosting(exported) as address:
        page = chromium.new_context(locale="bg-BG", reduced_motion="reduce").new_page()
        page.goto(f"{address}/")
        page.wait_for_selector("body.ready")
        expect(page.locator("html")).to_have_attribute("lang", "bg")
        for cell in (0, 8):
            page.click(f'.board .spot[data-cell="{cell}"]')
            page.wait_for_function(f"() => location.search.split('.').length >= {2 if cell == 0 else 4}")
        board = page.inner_text("#position")
        assert board.count("X") == 3 and board.count("O") == 2  # and the side to move
        position(game("tictactoe"), board)  # it can be read, and can be reached
        # What stands in for Pyodide cannot be loaded, and the page says so.
        expect(page.locator("html.failed #loading p")).to_contain_text("не можа да се зареди")
        page.context.close()


def test_the_document_states_the_policy() -> None:
    document = (Path(__file__).parents[3] / "docs" / "web.md").read_text(encoding="utf-8")
    assert POLICY in " ".join(document.split())


def test_pyodide_is_pinned_with_checksums() -> None:
    lock = json.loads(Path(pyodide.__file__).with_name("package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
    assert "resolved" not in json.dumps(lock)  # every registry gives the same
    assert packages["node_modules/pyodide"]["license"] == "MPL-2.0"
    wanted = json.loads(Path(pyodide.__file__).with_name("package.json").read_text(encoding="utf-8"))
    assert wanted["dependencies"] == {"pyodide": pyodide.version()}

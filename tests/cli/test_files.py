"""Files are written whole, and what is no plain file stays what it is."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from noughts import files
from noughts.cli import main
from noughts.errors import FileError
from noughts.proofs import certificates


def test_a_regular_file_is_replaced_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "report"
    path.write_text("before")
    with pytest.raises(RuntimeError), files.replacing(path) as file:
        file.write(b"half")
        raise RuntimeError
    assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]
    files.write(path, "after")
    assert path.read_text() == "after" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("target", ["precious", "none/such"])
def test_a_symbolic_link_is_replaced_and_not_followed(tmp_path: Path, target: str) -> None:
    precious, link = tmp_path / "precious", tmp_path / "link"
    precious.write_text("as it was")
    link.symlink_to(target)
    files.write(link, "text")
    assert not link.is_symlink() and link.read_text() == "text" and precious.read_text() == "as it was"
    assert {*tmp_path.iterdir()} == {precious, link}


def test_a_link_to_itself_is_one_clear_error(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("link")
    with pytest.raises(FileError, match="link: cannot be written: "):
        files.write(link, "text")
    assert link.is_symlink() and list(tmp_path.iterdir()) == [link]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path, read = tmp_path / "pipe", list[str]()
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(path.read_text()))
    reader.start()
    files.write(path, "text")
    reader.join(timeout=20)
    assert read == ["text"] and path.is_fifo() and list(tmp_path.iterdir()) == [path]


def test_a_device_stays_a_device(tmp_path: Path) -> None:
    path, link = tmp_path / "null", tmp_path / "link"
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        path.write_bytes(b"")
    except PermissionError:
        pytest.skip("devices cannot be made here")
    link.symlink_to(path)
    files.write(path, "text")
    files.write(link, "text")
    assert path.is_char_device() and link.is_symlink() and {*tmp_path.iterdir()} == {path, link}


def test_standard_output_has_what_is_written_to_it_and_what_is_printed(tmp_path: Path) -> None:
    out, link = tmp_path / "out", tmp_path / "stdout"
    link.symlink_to("/proc/self/fd/1")  # as the one in /dev
    script = "import sys, pathlib, noughts.files as f; f.write(pathlib.Path(sys.argv[1]), 'a\\n'); print('b')"
    command = [sys.executable, "-c", script, str(link)]
    with out.open("wb") as file:
        subprocess.run(command, stdout=file, check=True, timeout=60)
    assert out.read_text() == "a\nb\n"
    piped = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert piped.stdout == "a\nb\n" and link.is_symlink()


def test_a_certificate_goes_into_a_pipe(tmp_path: Path) -> None:
    path, read = tmp_path / "proof", list[bytes]()
    os.mkfifo(path)
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    assert main(["prove", "tictactoe", "-c", str(path)]) == 0
    reader.join(timeout=20)
    assert read[0].startswith(certificates.MAGIC) and path.is_fifo()

"""Checkpoints: a directory with the positions that a proof has proved, so that it can continue after any interruption.

Every file is written atomically. It contains the positions proved since the previous file, 17 bytes each, and the units
that have failed, with their budgets. Few positions are written twice, so together the files are smaller than the tables
in memory. When there are many files, they are merged into one per part.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import EngineError
from ..files import replacing
from ..games import Position

if TYPE_CHECKING:
    from .certificates import Part
    from .units import Question

MAGIC = b"NOUGHTC\x04"  # the last byte is the version: of the file, and of how positions are numbered in it
MOST_FILES = 40
_FILE_NAME = re.compile(r"[0-9]{8,}\.part")
SHORTEST, LONGEST = 1.0, 20.0  # seconds between two files: after a unit, and in any case


class Checkpoint:
    """The checkpoint of one position."""

    def __init__(self, directory: Path, position: Position) -> None:
        self.directory = directory
        rules = position.game
        self.about = {"shape": [*rules.shape], "length": rules.length, "position": position.text}
        self.saved_at = time.monotonic()
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise EngineError(f"{directory}: a checkpoint is a directory, and this is a file") from None
        except OSError as error:
            raise EngineError(f"{directory}: cannot be a checkpoint: {error.strerror}") from None

    def load(self, questions: dict[Part, Question]) -> int:
        """Adds the saved positions to the tables of the provers; returns their number."""
        positions = 0
        for path in self._files():
            header, updates = self._read(path)
            for part, question in questions.items():
                if header["part"] == [*part]:
                    try:
                        question.prover.merge(updates)
                        for key, budget, reply in header["failed"]:
                            question.fail(key, budget, reply)
                    except (ValueError, TypeError):
                        raise _senseless(path) from None
                    positions += len(updates) // 17
                    if updates:
                        question.sources.add(f"the checkpoint {self.directory}")
        for question in questions.values():
            question.prover.drain_updates()  # from now on updates are kept
        return positions

    def save(self, questions: dict[Part, Question], *, after: float = 0.0) -> None:
        """Writes the updates, unless it is less than `after` seconds since the last time."""
        if time.monotonic() - self.saved_at < after:
            return
        for part, question in questions.items():
            updates = question.prover.drain_updates()
            if updates:
                self._write(part, updates, question.failures)
        if len(self._files()) > MOST_FILES:
            self._make_one(questions)
        self.saved_at = time.monotonic()

    def replace(self, part: Part, question: Question) -> None:
        """Writes a part again after the prover has removed false entries."""
        old = [path for path in self._files() if self._read(path)[0]["part"] == [*part]]
        question.prover.drain_updates()
        self._write(part, question.prover.all_updates(), question.failures)
        for path in old:
            path.unlink()

    def _files(self) -> list[Path]:
        return sorted(path for path in self.directory.iterdir() if _FILE_NAME.fullmatch(path.name))

    def _write(self, part: Part, updates: bytes, failures: dict[int, tuple[int, int]]) -> Path:
        files = self._files()
        path = self.directory / f"{int(files[-1].stem) + 1 if files else 1:08}.part"
        failed = [[key, budget, reply] for key, (budget, reply) in failures.items()]
        header = json.dumps({**self.about, "part": [*part], "failed": failed}).encode()
        data = MAGIC + len(header).to_bytes(4, "little") + header + updates
        with replacing(path) as file:
            file.write(data + hashlib.sha256(data).digest())
            file.flush()
            os.fsync(file.fileno())
        return path

    def _make_one(self, questions: dict[Part, Question]) -> None:
        """Merges the files into one per part. The old ones are removed last: duplicates do no harm."""
        old = [(path, *self._read(path)) for path in self._files()]
        for part, question in questions.items():
            updates = b"".join(updates for _, header, updates in old if header["part"] == [*part])
            if updates:
                self._write(part, updates, question.failures)
        for path, _, _ in old:
            path.unlink()

    def _read(self, path: Path) -> tuple[dict[str, Any], bytes]:
        try:
            data = path.read_bytes()
        except OSError as error:
            raise EngineError(f"{path}: cannot be read: {error.strerror}") from None
        if data[:8] != MAGIC:
            raise EngineError(f"{path}: not part of a checkpoint of this version; use another directory, or remove it")
        if hashlib.sha256(data[:-32]).digest() != data[-32:]:
            raise EngineError(f"{path}: the checksum is wrong; remove the file and continue without it")
        end = 12 + int.from_bytes(data[8:12], "little")
        try:
            header = _checked(json.loads(data[12:end]))
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError):  # a number or a list may be anything
            raise _senseless(path) from None
        for key, value in self.about.items():
            if header[key] != value:
                difference = f"its {key} is {header[key]!s:.200}, not {value}"
                raise EngineError(f"{self.directory}: a checkpoint of another game or position: {difference}")
        return header, data[end:-32]


def _senseless(path: Path) -> EngineError:
    return EngineError(f"{path}: its contents are not valid; remove the file and continue without it")


def _checked(header: dict[str, Any]) -> dict[str, Any]:
    """The header, with every field of the right type."""
    kind, side = header["part"]
    return {
        "shape": [int(size) for size in header["shape"]],
        "length": int(header["length"]),
        "position": str(header["position"]),
        "part": [str(kind), str(side)],
        "failed": [[int(key), int(budget), int(reply)] for key, budget, reply in header["failed"]],
    }

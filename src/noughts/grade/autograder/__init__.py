"""An autograder in a box: a zip file for Gradescope that holds everything a submission is graded with.

It contains `setup.sh`, `run_autograder`, the requirements, this package in pure Python, and the rubric and interface
that were asked for. Compiled code is left out, because the machine that runs it is another one.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ...errors import NoughtsError
from ...files import write as write_file

_PACKAGE = Path(__file__).parents[2]
_LEFT_OUT = frozenset({"__pycache__"})
_COMPILED = frozenset({".so", ".pyd", ".dylib", ".pyc"})
_DATE = (2026, 1, 1, 0, 0, 0)  # the same files make the same zip


class AutograderError(NoughtsError):
    """A file that the autograder needs cannot be read."""


def write(path: Path, options: Sequence[str], interface: str | None = None, rubric: Path | None = None) -> None:
    """Writes the zip file. `options` are further ones of `noughts grade`; an interface is a name or a TOML file."""
    options, files = list(options), {}
    if interface is not None and interface.endswith(".toml"):
        files["interface.toml"], interface = _read(Path(interface)), "interface.toml"
    if interface is not None:
        options += ["--interface", interface]
    if rubric is not None:
        files["rubric.toml"] = _read(rubric)
        options += ["--rubric", "rubric.toml"]
    _write_zip(path, options, files)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise AutograderError(f"{path}: {error.strerror}") from None


def _write_zip(path: Path, options: list[str], files: Mapping[str, bytes]) -> None:
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name in ("setup.sh", "run_autograder"):
            _add(archive, name, _script(name), executable=True)
        _add(archive, "requirements.txt", _script("requirements.txt"))
        _add(archive, "options.json", json.dumps(options, indent=2).encode() + b"\n")
        for name, data in files.items():
            _add(archive, name, data)
        for source in _package_files():
            inside = PurePosixPath("package", "noughts", *source.relative_to(_PACKAGE).parts)
            _add(archive, str(inside), source.read_bytes())
    write_file(path, made.getvalue())


def _script(name: str) -> bytes:
    return resources.files(__package__).joinpath(name).read_bytes()


def _package_files() -> Iterator[Path]:
    for path in sorted(_PACKAGE.rglob("*")):
        parts = path.relative_to(_PACKAGE).parts
        if path.is_file() and path.suffix not in _COMPILED and not _LEFT_OUT & set(parts):
            yield path


def _add(archive: ZipFile, name: str, data: bytes, *, executable: bool = False) -> None:
    info = ZipInfo(name, _DATE)
    info.external_attr = (0o100755 if executable else 0o100644) << 16
    info.compress_type = ZIP_DEFLATED
    archive.writestr(info, data)

"""Drafts: certificates that no checker has accepted yet."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import EngineError
from ..files import is_special, replacing
from ..games import Position, Result
from . import certificates
from .certificates import NotACertificate, ProofRefused, Verified


class Draft:
    """A certificate in a temporary directory; `keep` moves it to its place, if it has one."""

    def __init__(self, path: Path, certificate: Path | None) -> None:
        self.path, self.certificate = path, certificate

    def verify(self, position: Position, result: Result) -> Verified:
        """Checks the draft. `ProofRefused` and `NotACertificate` do not name the file: it is a temporary one."""
        try:
            verified = certificates.verify(self.path)
        except (ProofRefused, NotACertificate) as refusal:
            raise type(refusal)(str(refusal).removeprefix(f"{self.path}: ")) from None
        if (_without_name(verified.position), verified.result) != (_without_name(position), result):
            raise EngineError(f"{position.text}: the certificate is of something else: {verified.position.text}")
        return verified

    def keep(self) -> None:
        if self.certificate is None:
            return
        if is_special(self.certificate):
            with replacing(self.certificate) as file, self.path.open("rb") as draft:
                shutil.copyfileobj(draft, file)
            return
        try:
            self.path.replace(self.certificate)
        except OSError as error:
            raise EngineError(f"{self.certificate}: cannot be written: {error.strerror}") from None


@contextmanager
def draft_of(certificate: Path | None) -> Iterator[Draft]:
    """A draft beside the place of the certificate, or in the system's temporary directory."""
    beside = None
    if certificate is not None and not is_special(certificate):
        beside = certificate.parent
    if certificate is not None and certificate.is_dir():
        raise EngineError(f"{certificate}: cannot be written: it is a directory")
    try:
        directory = TemporaryDirectory(prefix=".noughts-", dir=beside)
    except OSError as error:
        raise EngineError(f"{certificate or 'a temporary file'}: cannot be written: {error.strerror}") from None
    with directory as name:
        yield Draft(Path(name) / "draft.proof", certificate)


def _without_name(position: Position) -> tuple[object, ...]:
    """Everything that a certificate says about a position; the name of a variant is not part of it."""
    return position.game.shape, position.game.length, position.board, position.to_move

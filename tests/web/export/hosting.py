"""A plain static file server, as anybody has one: it knows nothing of the page, and may send its policy along."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from noughts.web.export.first_page import POLICY


class _PlainFiles(SimpleHTTPRequestHandler):
    def log_message(self, *_words: object) -> None:
        pass


class _Files(_PlainFiles):
    def end_headers(self) -> None:
        # A header applies to workers as well; the policy in a document does not.
        self.send_header("content-security-policy", POLICY)
        super().end_headers()


@contextmanager
def hosting(folder: Path, port: int = 0, *, policy: bool = True) -> Iterator[str]:
    """The address of a server of these files."""
    files = partial(_Files if policy else _PlainFiles, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", port), files)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()

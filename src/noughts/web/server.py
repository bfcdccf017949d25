"""Listening: a socket of our own, so that the address can be said before the first question comes."""

from __future__ import annotations

import socket
import sys

import uvicorn

from ..errors import NoughtsError
from .app import LOCAL, create_app
from .budget import USUAL, Budget
from .limits import Guard

_SWITCH = 0.001  # seconds after which a thread makes way: short pages are not to wait behind long ones
_TRIED = 20  # ports, where the usual one is taken


def run(host: str, port: int, names: list[str], memory: int = USUAL) -> None:
    """Serves until Ctrl-C. Where the port is taken, the next free one is used."""
    sys.setswitchinterval(_SWITCH)
    listening = _listen(host, port)
    host, port = listening.getsockname()[:2]
    hosts = frozenset({*LOCAL, *(name.lower() for name in names)})
    if host not in LOCAL and not names:
        hosts = frozenset()  # open to others by whatever name they use
    shown = f"[{host}]" if ":" in host else host
    sys.stdout.write(f"noughts: http://{shown}:{port}/ (Ctrl-C stops it)\n")
    sys.stdout.flush()
    app = create_app(hosts, budget=Budget(memory))
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        limit_concurrency=1000,
        lifespan="on",
    )
    _Server(config, app).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends what is being searched before it ends itself: otherwise whoever watches a search would keep it waiting, and
    be cut off with an error in the log."""

    def __init__(self, config: uvicorn.Config, app: Guard) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.close()
        await super().shutdown(sockets)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problem: OSError | None = None
    for attempt in range(port, min(port + _TRIED, 65536) if port else 1):
        # With the protocol named, asyncio sends what it has at once (TCP_NODELAY).
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, attempt))
        except OSError as error:
            listening.close()
            problem = error
            continue
        listening.listen(2048)
        return listening
    reason = problem.strerror if problem is not None and problem.strerror else "the address cannot be used"
    raise NoughtsError(f"cannot listen on {host}, port {port}: {reason}; --port and --host choose others")

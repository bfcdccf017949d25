"""What every answer carries, and how much anyone may ask for. Nothing about anyone is kept longer than a minute."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 64 << 10
LONGEST_ADDRESS = 16 << 10
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; "
        "frame-src 'self'; frame-ancestors 'self'; form-action 'self'; base-uri 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), interest-cohort=()",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Rate:
    """So many a second for each address, and so many at once: a bucket that fills again."""

    def __init__(self, a_second: float, at_once: int) -> None:
        self.a_second = a_second
        self.at_once = at_once
        self._left: dict[str, tuple[float, float]] = {}
        self._swept = 0.0

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        if now - self._swept > 60:  # whoever has been away so long has a full bucket again
            self._left = {one: kept for one, kept in self._left.items() if now - kept[1] < 60}
            self._swept = now
        left, since = self._left.get(who, (float(self.at_once), now))
        left = min(self.at_once, left + (now - since) * self.a_second)
        self._left[who] = (max(left - 1, 0.0) if left >= 1 else left, now)
        return left >= 1


class Guard:
    """Around the whole application: headers on every answer, limits on every question."""

    def __init__(self, app: App, hosts: frozenset[str], rate: Rate, close: Callable[[], Awaitable[None]]) -> None:
        self.app = app
        self.close = close  # ends all long work, and so the answers that wait for it
        self.hosts = hosts
        self.rate = rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        is_head = scope["method"] == "HEAD"
        if is_head:  # answered as GET is, without the body
            scope = {**scope, "method": "GET"}

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                had = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(item for item in _HEADERS if item[0] not in had)]
                if b"cache-control" not in had:
                    message["headers"].append((b"cache-control", b"no-store"))
            elif is_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        objection = self._objection(scope)
        if objection is not None:
            return await _refuse(send_guarded, *objection)
        taken = 0

        async def receive_limited() -> MutableMapping[str, Any]:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_BODY:
                return {"type": "http.request", "body": b"", "more_body": False}
            return message

        return await self.app(scope, receive_limited, send_guarded)

    def _objection(self, scope: Scope) -> tuple[int, str, str] | None:
        """The status, a name and a sentence, if the question is refused before it is read."""
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").rsplit(":", 1)[0].strip("[]").lower()
        if self.hosts and host not in self.hosts:  # another site's name that leads here must not get an answer
            return 421, "wrong_host", f"this server answers for {' and '.join(sorted(self.hosts))} only"
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > LONGEST_ADDRESS:
            return 414, "too_long", f"the address is longer than {LONGEST_ADDRESS:,} characters"
        length = headers.get(b"content-length", b"0")
        if length.isdigit() and int(length) > LARGEST_BODY:
            return 413, "too_large", f"the body is larger than {LARGEST_BODY:,} bytes"
        client = scope.get("client")
        if not self.rate.allows(client[0] if client else ""):
            return 429, "too_many", f"more than {self.rate.a_second:g} requests a second; wait a moment"
        return None


async def _refuse(send: Send, status: int, name: str, message: str) -> None:
    body = json.dumps({"error": name, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

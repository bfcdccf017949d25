"""The pipes to a process that is not trusted: neither reading nor writing ever waits for it."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess

_CHUNK = 1 << 16
_ERRORS_KEPT = 4096


class Pipes:
    """What is to be sent waits here until the process reads it; what came waits here until somebody asks for it.

    At most `limit` bytes are kept of a line that does not end, and the end of what was written to standard error.
    """

    def __init__(self, process: subprocess.Popen[bytes], limit: int) -> None:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self._streams = (process.stdin, process.stdout, process.stderr)
        self._input, self._output, self._errors = (stream.fileno() for stream in self._streams)
        for descriptor in (self._input, self._output, self._errors):
            os.set_blocking(descriptor, False)
        self._limit = limit
        self._to_send, self._came, self._said = bytearray(), bytearray(), bytearray()
        self._open = {self._output, self._errors}

    @property
    def has_ended(self) -> bool:
        """Whether no more output can come."""
        return self._output not in self._open

    @property
    def is_too_long(self) -> bool:
        """Whether there is more output than a line may have."""
        return len(self._came) > self._limit

    @property
    def errors(self) -> bytes:
        """The end of what was written to standard error so far."""
        return bytes(self._said)

    def send(self, data: bytes) -> None:
        self._to_send += data
        self._write()

    def line(self) -> bytes | None:
        """The next line that came, without its end; None if there is none yet."""
        line, end, rest = self._came.partition(b"\n")
        if not end:
            return None
        self._came = rest
        return bytes(line)

    def wait(self, seconds: float) -> None:
        """Until something can be read or written, at most so long; then does it."""
        waiting = select.poll()  # not select.select, which knows 1,024 descriptors only
        for descriptor in self._open:
            if descriptor != self._output or not self.is_too_long:
                waiting.register(descriptor, select.POLLIN)
        if self._to_send:
            waiting.register(self._input, select.POLLOUT)
        for descriptor, _ in waiting.poll(max(seconds, 0) * 1000):
            if descriptor == self._input:
                self._write()
            else:
                self._read(descriptor)

    def close(self) -> None:
        for stream in self._streams:
            with contextlib.suppress(OSError):
                stream.close()

    def _write(self) -> None:
        with contextlib.suppress(BlockingIOError):
            try:
                del self._to_send[: os.write(self._input, self._to_send[:_CHUNK])]
            except BrokenPipeError:  # it reads no more; whether it still answers will be seen
                self._to_send.clear()

    def _read(self, descriptor: int) -> None:
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._open.discard(descriptor)
        elif descriptor == self._output:
            self._came += data
        else:
            self._said += data
            del self._said[:-_ERRORS_KEPT]

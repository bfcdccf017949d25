"""The confinement that needs no namespaces: Landlock for files, connections and signals, and the filter of calls.

It holds for the process that asks for it and for all that it starts, and cannot be undone.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_GET_VERSION = 1
_BELOW_PATH = 1
_SET_SECCOMP, _FILTER, _SET_NO_NEW_PRIVILEGES, _DROP_FROM_BOUNDING_SET = 22, 2, 38, 24
_SET_CAPABILITIES = {"x86_64": 126, "aarch64": 91}
_CAPABILITIES_VERSION = 0x2008_0522

_EXECUTE, _WRITE, _READ, _LIST = 1, 2, 4, 8
_TRUNCATE, _DEVICES = 1 << 14, 1 << 15
_FOR_FILES = _EXECUTE | _WRITE | _READ | _TRUNCATE | _DEVICES
_ALL = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}  # rights by version; later: 16
_CONNECTIONS, _SCOPES = 4, 6  # the versions that know them
_NO_CONNECTIONS = 3
_NO_SOCKETS, _NO_SIGNALS = 1, 2


def version() -> int:
    """What the kernel offers; 0 if it has no Landlock, or does not use it."""
    return max(0, int(_libc().syscall(_CREATE_RULESET, None, 0, _GET_VERSION)))


def restrict(paths: dict[str, Any], program: bytes) -> None:
    """Leaves the caller with these paths (to `read`, `list` or `write`), without capabilities, behind the filter."""
    libc = _libc()
    _must(libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "no_new_privs")
    _give_up_capabilities(libc)
    known = version()
    rights = _ALL.get(known, (1 << 16) - 1)
    fields = [rights]
    if known >= _CONNECTIONS:
        fields.append(_NO_CONNECTIONS)
    if known >= _SCOPES:
        fields.append(_NO_SOCKETS | _NO_SIGNALS)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = _must(libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0), "Landlock")
    devices = _READ | _WRITE | (_DEVICES & rights)
    for access, names in (
        (_EXECUTE | _READ | _LIST, paths["read"]),
        (_LIST, paths["list"]),
        (rights, paths["write"]),
        (devices, paths["devices"]),
    ):
        for name in names:
            _allow(libc, ruleset, name, access & rights)
    _must(libc.syscall(_RESTRICT_SELF, ruleset, 0), "Landlock")
    os.close(ruleset)
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    _must(libc.prctl(_SET_SECCOMP, _FILTER, header, 0, 0), "the filter of system calls")


def keep_signals_inside() -> bool:
    """From now on, signals of the caller reach only itself and what it starts; False if Landlock cannot do that."""
    libc = _libc()
    if version() < _SCOPES or libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) < 0:
        return False
    attributes = struct.pack("=3Q", 0, 0, _NO_SIGNALS)
    ruleset = libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        return False
    inside = bool(libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    os.close(ruleset)
    return inside


def _allow(libc: Any, ruleset: int, name: str, access: int) -> None:
    with contextlib.suppress(FileNotFoundError, PermissionError):
        descriptor = os.open(name, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
                access &= _FOR_FILES
            if access:
                _must(libc.syscall(_ADD_RULE, ruleset, _BELOW_PATH, struct.pack("=Qi", access, descriptor), 0), name)
        finally:
            os.close(descriptor)


def _give_up_capabilities(libc: Any) -> None:
    for capability in range(64):
        libc.prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0)
    header = struct.pack("=Ii", _CAPABILITIES_VERSION, 0)
    _must(libc.syscall(_SET_CAPABILITIES[os.uname().machine], header, bytes(24)), "capabilities")


def _must(result: int, what: str) -> int:
    if result < 0:
        raise OSError(ctypes.get_errno(), f"the agent cannot be confined ({what})")
    return result


def _libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)

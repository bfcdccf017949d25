"""The filter of system calls, run by an interpreter of its own: what passes, what is refused, and how."""

from __future__ import annotations

import struct
import sys
from errno import ENOSYS, EPERM
from pathlib import Path

import pytest
import scripts_path

from noughts.grade import system_calls

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOWED, IGNORED = "allowed", "ignored"


def outcome(program: bytes, architecture: int, number: int, *arguments: int) -> str | int:
    """What the kernel would do: a machine of one register, as the manual describes it."""
    padded = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number, architecture, 0, *(value % (1 << 64) for value in padded))
    code = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    register = at = 0
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        if operation == 0x20:
            (register,) = struct.unpack_from("=I", data, value)
        elif operation == 0x54:
            register &= value
        elif operation == 0x06:
            if value == 0x7FFF_0000:
                return ALLOWED
            if value == 0x8000_0000:
                return "killed"
            return (value & 0xFFFF) or IGNORED
        else:
            test = {0x15: register == value, 0x25: register > value, 0x35: register >= value}[operation]
            at += if_true if test else if_false


@pytest.fixture(params=ARCHITECTURES)
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def numbers(machine: str) -> dict[str, int]:
    script = scripts_path.system_calls
    header = script.X86_64 if machine == "x86_64" else script.GENERIC
    if not header.exists():
        pytest.skip("the kernel's headers are not installed")
    found: dict[str, int] = script.numbers(header)
    return found


def test_what_an_interpreter_needs_passes_and_nothing_else(machine: str) -> None:
    names = numbers(machine)
    program, architecture = system_calls.program(machine), ARCHITECTURES[machine]
    for name in ("read", "write", "openat", "execve", "futex", "exit_group", "wait4", "pipe2", "getrandom", "chdir"):
        assert outcome(program, architecture, names[name]) == ALLOWED, name
    for name in (
        "ptrace", "process_vm_readv", "add_key", "request_key", "keyctl", "shmget", "semget", "msgget", "mq_open",
        "socket", "connect", "bind", "unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "bpf",
        "perf_event_open", "userfaultfd", "init_module", "reboot", "settimeofday", "swapon", "inotify_init1",
        "open_by_handle_at", "personality", "syslog", "sethostname", "mbind", "kcmp", "acct", "quotactl",
    ):  # fmt: skip
        assert outcome(program, architecture, names[name]) == EPERM, name
    for name in ("clone3", "io_uring_setup", "pidfd_getfd", "memfd_create"):
        assert outcome(program, architecture, names[name]) == ENOSYS, name
    assert outcome(program, architecture, 100_000) == ENOSYS
    allowed = {number for number in range(1000) if outcome(program, architecture, number, 0, 0) == ALLOWED}
    listed = {item.partition(":")[0] for item in (system_calls._ALLOWED + system_calls._ATTRIBUTES).split()}
    conditional = {"clone", "mmap", "ioctl", "fcntl", "socketpair", "prlimit64", "keyctl"}
    assert allowed <= {names[name] for name in listed | conditional if name in names}


def test_arguments_decide_where_they_must(machine: str) -> None:
    names = numbers(machine)
    program, architecture = system_calls.program(machine), ARCHITECTURES[machine]

    def of(name: str, *arguments: int) -> str | int:
        return outcome(program, architecture, names[name], *arguments)

    assert of("clone", 0x3D0F00) == ALLOWED  # a thread
    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert of("clone", flag | 17) == EPERM
    assert of("mmap", 0, 4096, 3, 0x22) == ALLOWED and of("mmap", 0, 4096, 3, 0x01) == ALLOWED
    assert of("mmap", 0, 4096, 3, 0x21) == EPERM and of("mmap", 0, 4096, 3, 0x23) == EPERM
    assert of("ioctl", 0, 0x5401) == ALLOWED and of("ioctl", 0, 0x5412) == EPERM
    assert of("fcntl", 3, 3) == ALLOWED and of("fcntl", 3, 6) == IGNORED and of("fcntl", 3, 1024) == EPERM
    assert of("flock", 3, 2) == IGNORED
    assert of("socketpair", 1) == ALLOWED and of("socketpair", 2) == EPERM
    assert of("prlimit64", 0) == ALLOWED and of("prlimit64", 1) == EPERM
    assert of("keyctl", 1, 0) == ALLOWED
    assert of("keyctl", 1, 0x7F00_0000_0000) == EPERM and of("keyctl", 1, 5) == EPERM and of("keyctl", 11, 0) == EPERM


def test_other_architectures_are_no_way_round(machine: str) -> None:
    program = system_calls.program(machine)
    assert outcome(program, 0x40000003, 1) == "killed"  # 32 bits
    if machine == "x86_64":
        assert outcome(program, ARCHITECTURES[machine], 0x4000_0001) == ENOSYS


def test_attributes_of_files_cannot_be_changed_where_others_can_be_seen(machine: str) -> None:
    names = numbers(machine)
    for own_files, expected in ((True, ALLOWED), (False, EPERM)):
        program = system_calls.program(machine, own_files=own_files)
        for name in ("fchmod", "fchmodat", "utimensat"):
            assert outcome(program, ARCHITECTURES[machine], names[name]) == expected


def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    names = numbers(machine)
    column = list(ARCHITECTURES).index(machine)
    texts = (system_calls._ALLOWED, system_calls._ATTRIBUTES, system_calls._ABSENT, system_calls._FLOCK)
    for item in " ".join(texts).split():
        name, _, pair = item.partition(":")
        assert pair.split("/")[column] == str(names.get(name, "-")), name


@pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
def test_jumps_stay_inside(machine: str) -> None:
    program = system_calls.program(machine)
    code = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    assert len(code) < 4096
    for at, (operation, if_true, if_false, _) in enumerate(code):
        if operation in (0x15, 0x25, 0x35):
            assert at + 1 + max(if_true, if_false) < len(code)
    assert code[-1][0] == 0x06 and Path(system_calls.__file__).exists()

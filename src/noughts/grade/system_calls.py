"""The filter of system calls: an agent can make those that an interpreter needs, and no others.

A filter is a program for the kernel (seccomp), written here instruction by instruction, for x86_64 and aarch64. What is
not named is refused: with EPERM, or, if the call is new or has an older substitute, with ENOSYS, so that libraries use
the substitute. A few calls depend on an argument. `scripts/system_calls.py` prints the numbers.
"""

from __future__ import annotations

import platform
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from errno import ENOSYS, EPERM

# name:number on x86_64/number on aarch64
_ALLOWED = """
read:0/63 write:1/64 open:2/- close:3/57 stat:4/- fstat:5/80 lstat:6/- poll:7/- lseek:8/62 mprotect:10/226
munmap:11/215 brk:12/214 rt_sigaction:13/134 rt_sigprocmask:14/135 rt_sigreturn:15/139 pread64:17/67 pwrite64:18/68
readv:19/65 writev:20/66 access:21/- pipe:22/- select:23/- sched_yield:24/124 mremap:25/216 msync:26/227
mincore:27/232 madvise:28/233 dup:32/23 dup2:33/- pause:34/- nanosleep:35/101 getitimer:36/102 alarm:37/-
setitimer:38/103 getpid:39/172 sendfile:40/71 sendto:44/206 recvfrom:45/207 sendmsg:46/211 recvmsg:47/212
shutdown:48/210 getsockname:51/204 getpeername:52/205 setsockopt:54/208 getsockopt:55/209 fork:57/- vfork:58/-
execve:59/221 exit:60/93 wait4:61/260 kill:62/129 uname:63/160 fsync:74/82 fdatasync:75/83 truncate:76/45
ftruncate:77/46 getdents:78/- getcwd:79/17 chdir:80/49 fchdir:81/50 rename:82/- mkdir:83/- rmdir:84/- creat:85/-
link:86/- unlink:87/- symlink:88/- readlink:89/- umask:95/166 gettimeofday:96/169 getrlimit:97/163 getrusage:98/165
sysinfo:99/179 times:100/153 getuid:102/174 getgid:104/176 setuid:105/146 setgid:106/144 geteuid:107/175
getegid:108/177 setpgid:109/154 getppid:110/173 getpgrp:111/- setsid:112/157 setreuid:113/145 setregid:114/143
getgroups:115/158 setgroups:116/159 setresuid:117/147 getresuid:118/148 setresgid:119/149 getresgid:120/150
getpgid:121/155 getsid:124/156 capget:125/90 capset:126/91 rt_sigpending:127/136 rt_sigtimedwait:128/137
rt_sigqueueinfo:129/138 rt_sigsuspend:130/133 sigaltstack:131/132 mknod:133/- statfs:137/43 fstatfs:138/44
getpriority:140/141 setpriority:141/140 sched_setparam:142/118 sched_getparam:143/121 sched_setscheduler:144/119
sched_getscheduler:145/120 sched_get_priority_max:146/125 sched_get_priority_min:147/126 sched_rr_get_interval:148/127
prctl:157/167 arch_prctl:158/- setrlimit:160/164 gettid:186/178 readahead:187/213 getxattr:191/8 lgetxattr:192/9
fgetxattr:193/10 listxattr:194/11 llistxattr:195/12 flistxattr:196/13 tkill:200/130 time:201/- futex:202/98
sched_setaffinity:203/122 sched_getaffinity:204/123 epoll_create:213/- epoll_wait:232/- epoll_ctl:233/21
getdents64:217/61 set_tid_address:218/96 restart_syscall:219/128 fadvise64:221/223 timer_create:222/107
timer_settime:223/110 timer_gettime:224/108 timer_getoverrun:225/109 timer_delete:226/111 clock_gettime:228/113
clock_getres:229/114 clock_nanosleep:230/115 exit_group:231/94 tgkill:234/131 get_mempolicy:239/236 waitid:247/95
openat:257/56 mkdirat:258/34 mknodat:259/33 newfstatat:262/79 unlinkat:263/35 renameat:264/38 linkat:265/37
symlinkat:266/36 readlinkat:267/78 faccessat:269/48 pselect6:270/72 ppoll:271/73 set_robust_list:273/99
get_robust_list:274/100 splice:275/76 tee:276/77 sync_file_range:277/84 epoll_pwait:281/22 signalfd:282/-
timerfd_create:283/85 eventfd:284/- fallocate:285/47 timerfd_settime:286/86 timerfd_gettime:287/87 signalfd4:289/74
eventfd2:290/19 epoll_create1:291/20 dup3:292/24 pipe2:293/59 preadv:295/69 pwritev:296/70 rt_tgsigqueueinfo:297/240
recvmmsg:299/243 sendmmsg:307/269 getcpu:309/168 sched_setattr:314/274 sched_getattr:315/275 renameat2:316/276
getrandom:318/278 membarrier:324/283 copy_file_range:326/285 preadv2:327/286 pwritev2:328/287 statx:332/291
rseq:334/293 pidfd_send_signal:424/424 pidfd_open:434/434 close_range:436/436 openat2:437/437 faccessat2:439/439
epoll_pwait2:441/441 futex_waitv:449/449
"""
# Harmless where only the temporary folder can be written; otherwise they reach files that are not the agent's.
_ATTRIBUTES = "chmod:90/- fchmod:91/52 fchmodat:268/53 utime:132/- utimes:235/- utimensat:280/88"
_ABSENT = "memfd_create:319/279 pkey_alloc:330/289"  # their callers manage without
_FIRST_NEW = 424  # calls from here on have the same number everywhere; a caller expects that they may be missing

_ARCHITECTURES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1), "arm64": (0xC00000B7, 1)}
_X32 = 0x4000_0000  # a second set of calls on x86_64

_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_EQUAL, _GREATER, _AT_LEAST = 0x15, 0x25, 0x35
_ALLOW, _KILL, _REFUSE = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
_NUMBER, _ARCHITECTURE = 0, 4

_NEW_NAMESPACES = 0x7E02_0000  # the flags of clone
_SHARED_ANONYMOUS = 0x21  # of mmap: memory that no process has to hold, and that nothing counts
_TERMINAL_INPUT = (0x5412, 0x541C)  # of ioctl: TIOCSTI, TIOCLINUX
# Agents could signal to each other through locks on files that all of them read. A lock is granted and does nothing.
_FLOCK = "flock:73/32"
_LOCKS = (6, 7, 37, 38)  # of fcntl: set a lock
_OBSERVE = (5, 36, 1024, 1025, 1026, 1031)  # of fcntl: ask for locks, leases, notifications; sizes of pipes
_UNIX_SOCKETS = 1
_JOIN_OWN_KEYRING = 1  # of keyctl, without a name: a new, empty one

Instruction = tuple[int, int, int, int]


@dataclass(frozen=True)
class _Call:
    """A call that depends on the low half of one argument."""

    numbers: tuple[int, int]
    argument: int
    tests: tuple[Instruction, ...]


def _low(argument: int) -> int:
    return 16 + 8 * argument


def _return(value: int) -> Instruction:
    return (_RETURN, 0, 0, value)


_NO = _return(_REFUSE | EPERM)
_YES = _return(_ALLOW)
_IGNORE = _return(_REFUSE)


def _refuse_any(values: Sequence[int], ignored: Sequence[int] = ()) -> tuple[Instruction, ...]:
    """Refuses if the argument is one of the values; does nothing, without an error, if it is one to be ignored."""
    last = len(values) + len(ignored)
    tests = [(_EQUAL, last - at + (value in ignored), 0, value) for at, value in enumerate((*values, *ignored))]
    return (*tests, _YES, _NO, _IGNORE)


def _refuse_bits(mask: int, all_of_them: bool) -> tuple[Instruction, ...]:
    equal = mask if all_of_them else 0
    yes, no = (_NO, _YES) if all_of_them else (_YES, _NO)
    return ((_AND, 0, 0, mask), (_EQUAL, 0, 1, equal), yes, no)


def _only(value: int) -> tuple[Instruction, ...]:
    return ((_EQUAL, 0, 1, value), _YES, _NO)


_CONDITIONAL = (
    _Call((56, 220), 0, _refuse_bits(_NEW_NAMESPACES, all_of_them=False)),  # clone
    _Call((9, 222), 3, _refuse_bits(_SHARED_ANONYMOUS, all_of_them=True)),  # mmap
    _Call((16, 29), 1, _refuse_any(_TERMINAL_INPUT)),  # ioctl
    _Call((72, 25), 1, _refuse_any(_OBSERVE, ignored=_LOCKS)),  # fcntl
    _Call((53, 199), 0, _only(_UNIX_SOCKETS)),  # socketpair
    _Call((302, 261), 0, _only(0)),  # prlimit64: of the caller itself
    _Call(
        (250, 219),  # keyctl
        0,
        (
            (_EQUAL, 0, 5, _JOIN_OWN_KEYRING),
            (_LOAD, 0, 0, _low(1)),
            (_EQUAL, 0, 3, 0),
            (_LOAD, 0, 0, _low(1) + 4),
            (_EQUAL, 0, 1, 0),
            _YES,
            _NO,
        ),
    ),
)


def is_supported() -> bool:
    return platform.machine() in _ARCHITECTURES


def program(machine: str | None = None, *, own_files: bool = True) -> bytes:
    """The filter as the kernel reads it. `own_files` says that an agent sees no files that it could change."""
    architecture, column = _ARCHITECTURES[machine or platform.machine()]
    allowed = _numbers(_ALLOWED + (_ATTRIBUTES if own_files else ""), column)
    return b"".join(struct.pack("=HBBI", *one) for one in _instructions(architecture, column, allowed))


def _instructions(architecture: int, column: int, allowed: set[int]) -> Iterator[Instruction]:
    yield (_LOAD, 0, 0, _ARCHITECTURE)
    yield (_EQUAL, 1, 0, architecture)
    yield _return(_KILL)
    yield (_LOAD, 0, 0, _NUMBER)
    if column == 0:
        yield (_AT_LEAST, 0, 1, _X32)
        yield _return(_REFUSE | ENOSYS)
    for first, last in _ranges(allowed):
        yield (_AT_LEAST, 0, 2, first)
        yield (_GREATER, 1, 0, last)
        yield _YES
    for call in _CONDITIONAL:
        yield (_EQUAL, 0, 1 + len(call.tests), call.numbers[column])
        yield (_LOAD, 0, 0, _low(call.argument))
        yield from call.tests
    for names, answer in ((_FLOCK, _IGNORE), (_ABSENT, _return(_REFUSE | ENOSYS))):
        for number in sorted(_numbers(names, column)):
            yield (_EQUAL, 0, 1, number)
            yield answer
    yield (_AT_LEAST, 0, 1, _FIRST_NEW)
    yield _return(_REFUSE | ENOSYS)
    yield _NO


def _numbers(names: str, column: int) -> set[int]:
    columns = (item.partition(":")[2].split("/")[column] for item in names.split())
    return {int(number) for number in columns if number != "-"}


def _ranges(numbers: set[int]) -> list[tuple[int, int]]:
    """Numbers in a row, together."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges

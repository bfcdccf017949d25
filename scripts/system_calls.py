"""Prints the numbers of system calls for `src/noughts/grade/system_calls.py`, from the kernel's headers.

    python scripts/system_calls.py NAME...

A line a call: its name, its number on x86_64 and on aarch64 (`None`: it has none there).
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

X86_64 = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
GENERIC = Path("/usr/include/asm-generic/unistd.h")  # aarch64 uses these
_DEFINED = re.compile(r"#define __NR(?:3264)?_(\w+)\s+(\d+)")
# The generic names of calls whose numbers depend on the word size.
_GENERIC_NAMES = {"fstatat": "newfstatat", "pread": "pread64", "pwrite": "pwrite64"}


def numbers(header: Path) -> dict[str, int]:
    found = {name: int(number) for name, number in _DEFINED.findall(header.read_text(encoding="utf-8"))}
    return found | {ours: found[theirs] for theirs, ours in _GENERIC_NAMES.items() if theirs in found}


def main() -> None:
    x86, arm = numbers(X86_64), numbers(GENERIC)
    for name in sys.argv[1:]:
        sys.stdout.write(f'    "{name}": ({x86.get(name)}, {arm.get(name)}),\n')


if __name__ == "__main__":
    main()

"""Builds the core for browsers: src/noughts/web/export/core.wasm, by zig, which brings a compiler and libraries.

zig's own C++ library for WebAssembly has no exceptions, and the core ends searches by them. So the few files of that
library that throw are compiled here as well, from the sources that zig has.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import ziglang

ROOT = Path(__file__).parents[1]
MADE = ROOT / "src" / "noughts" / "web" / "export" / "core.wasm"
LIBRARY = Path(ziglang.__file__).parent / "lib"
TARGET = ["-target", "wasm32-wasi", "-mcpu=generic+exception_handling+bulk_memory+multivalue+reference_types"]
FLAGS = [*TARGET, "-O2", "-DNDEBUG", "-fwasm-exceptions", "-w"]
ABI = ["_LIBCPP_BUILDING_LIBRARY", "_LIBCXXABI_BUILDING_LIBRARY", "LIBCXX_BUILDING_LIBCXXABI"]
ABI += ["_LIBCXXABI_HAS_NO_THREADS", "_LIBCPP_ENABLE_CXX17_REMOVED_UNEXPECTED_FUNCTIONS"]
# The tag by which WebAssembly knows C++ exceptions.
TAG = ".globl __cpp_exception\n.tagtype __cpp_exception i32\n__cpp_exception:\n"


def main() -> None:
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "tag.S").write_text(TAG, encoding="utf-8")
        headers = [f"-I{LIBRARY / name}" for name in ("libcxxabi/include", "libcxxabi/src", "libcxx/src")]
        unwinding = [f"-I{LIBRARY / 'libunwind' / name}" for name in ("include", "src")]
        abi = [*headers, *unwinding, *(f"-D{name}" for name in ABI), "-std=c++23"]
        sources = [
            (ROOT / "core" / "browser.cpp", ["c++", "-std=c++20", "-Wall", "-Wextra"]),
            (LIBRARY / "libcxxabi/src/cxa_exception.cpp", ["c++", *abi]),
            (LIBRARY / "libcxxabi/src/cxa_personality.cpp", ["c++", *abi]),
            (LIBRARY / "libunwind/src/Unwind-wasm.c", ["cc", *unwinding, "-D_LIBUNWIND_HIDE_SYMBOLS"]),
            (folder / "tag.S", ["cc"]),
        ]
        objects = []
        for source, (compiler, *options) in sources:
            objects.append(str(folder / f"{source.stem}.o"))
            zig(compiler, *FLAGS, *options, "-c", str(source), "-o", objects[-1])
        limits = ["-Wl,--strip-all", "-Wl,--max-memory=2147483648", "-Wl,-z,stack-size=8388608"]
        zig("c++", *FLAGS, "-mexec-model=reactor", *limits, *objects, "-o", str(folder / "core.wasm"))
        MADE.write_bytes((folder / "core.wasm").read_bytes())
    print(f"noughts: {MADE.relative_to(ROOT)}, {MADE.stat().st_size:,} bytes")


def zig(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", "ziglang", *arguments], check=False)
    if done.returncode:
        sys.exit("noughts: the core could not be built for browsers; the lines above say why")


if __name__ == "__main__":
    main()

"""Shows that the wheels in a folder are all that `uvx noughts`, `pipx run noughts` and `pip install noughts` need.

python scripts/try_index.py dist        with a Python that has the tools of requirements/release.in

The folder stands for an index: it is searched beside the usual one, which has what the package depends on. Each way
runs where the sources cannot be seen, must answer a JUDGE question, solve a position and name the version, and may not
build anything. Every extra must resolve, and bring what its name promises.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
QUESTION = (ROOT / "examples" / "judge-empty.txt").read_text(encoding="utf-8")
POSITION = ("tictactoe", "XX_/OO_/___ X")
# What each extra is asked for.
BROUGHT = {
    "web": "fastapi",
    "grade": "numpy",
    "cluster": "distributed",
    "rl": "pettingzoo",
    "png": "resvg-py",
    "table": "pyarrow",
    "notebook": "anywidget",
}


class Broken(Exception):
    """What did not work, with what the command printed."""


class Index:
    """A folder of wheels, and a place to try them in."""

    def __init__(self, folder: Path, workplace: Path, tools: Path) -> None:
        self.folder, self.workplace, self.tools = folder.resolve(), workplace, tools

    def run(self, *command: str | Path, question: str = "") -> str:
        hidden = ("PYTHON", "VIRTUAL_ENV", "MAKE", "PIPX", "UV_")
        environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
        environment["PATH"] = f"{self.tools}{os.pathsep}{environment['PATH']}"
        environment["PIPX_HOME"] = str(self.workplace / "pipx")
        environment["UV_TOOL_DIR"] = str(self.workplace / "uv")
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.workplace,
            env=environment,
            input=question,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise Broken(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
        return done.stdout

    def ways(self) -> dict[str, tuple[str | Path, ...]]:
        """How each tool runs the program; pip has installed it before."""
        links = ("--find-links", str(self.folder))
        python = self.workplace / "env" / "bin" / "python"
        self.run(sys.executable, "-m", "venv", self.workplace / "env")
        quickly = "--no-compile"  # most of what comes along is never run
        self.run(python, "-m", "pip", "--quiet", "install", quickly, *links, "--only-binary", "noughts", "noughts")
        return {
            "pip install noughts": (python.with_name("noughts"),),
            "uvx noughts": ("uvx", "--python", sys.executable, *links, "--no-build-package", "noughts", "noughts"),
            "pipx run noughts": (
                *("pipx", "run", "--python", sys.executable),
                *("--pip-args", f"--find-links {self.folder} --only-binary noughts", "noughts"),
            ),
        }

    def check_program(self, program: tuple[str | Path, ...], version: str) -> str:
        """What the program says of itself, after it has answered."""
        answer = self.run(*program, question=QUESTION)
        if answer.split() != ["2", "2"]:
            raise Broken(f"JUDGE was answered {answer!r}")
        solution = json.loads(self.run(*program, "solve", *POSITION, "--json"))
        if [(move["row"], move["col"]) for move in solution["best"]] != [(1, 3)]:
            raise Broken(f"solve --json says that {solution['best']} are best")
        said = self.run(*program, "--version").strip()
        if not said.startswith(f"noughts {version} "):
            raise Broken(f"--version says {said}, and the wheel is {version}")
        return said

    def resolved(self, requirement: str) -> set[str]:
        """The packages that an installation would bring."""
        wanted = self.workplace / "wanted.in"
        wanted.write_text(requirement, encoding="utf-8")
        command = ("uv", "pip", "compile", "--python", sys.executable, "--no-header", "--no-annotate")
        listed = self.run(*command, "--quiet", "--find-links", self.folder, "--only-binary", "noughts", wanted)
        return set(re.findall(r"^([a-z0-9-]+)(?:\[[a-z,]*\])?==", listed, re.MULTILINE))


def metadata(folder: Path) -> Message:
    """Of the wheels, which must agree."""
    read = set()
    for wheel in folder.glob("*.whl"):
        with ZipFile(wheel) as archive:
            (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
            read.add(archive.read(name))
    if len(read) != 1:
        raise Broken(f"the wheels in {folder} have {len(read)} different descriptions")
    return message_from_bytes(read.pop())


def check_extras(index: Index, extras: set[str]) -> str:
    if missing := {*BROUGHT, "all"} - extras:
        raise Broken(f"the wheel has no extra {', '.join(sorted(missing))}")
    if untried := extras - {*BROUGHT, "all", "bench"}:  # bench: other programs, for our measurements
        raise Broken(f"nobody tries the extra {', '.join(sorted(untried))}")
    for extra, package in BROUGHT.items():
        if package not in index.resolved(f"noughts[{extra}]"):
            raise Broken(f"noughts[{extra}] does not bring {package}")
    every = index.resolved("noughts[all]")
    if missing := set(BROUGHT.values()) - every:
        raise Broken(f"noughts[all] does not bring {', '.join(sorted(missing))}")
    if set(BROUGHT.values()) & index.resolved("noughts"):
        raise Broken("an extra comes without being asked for")
    return f"extras {', '.join(sorted(BROUGHT))} resolve; all brings {len(every)} packages"


def check(folder: Path, tools: Path = Path(sys.executable).parent) -> list[str]:
    """A line for each thing that was seen to work."""
    described = metadata(folder)
    with tempfile.TemporaryDirectory() as workplace:
        index = Index(folder, Path(workplace), tools)
        version = str(described["Version"])
        lines = [f"{way}: {index.check_program(program, version)}" for way, program in index.ways().items()]
        return [*lines, check_extras(index, set(described.get_all("Provides-Extra", [])))]


def main() -> None:
    try:
        print("\n".join(check(Path(sys.argv[1]))))
    except Broken as broken:
        sys.exit(f"noughts: {broken}")


if __name__ == "__main__":
    main()

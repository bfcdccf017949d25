"""`noughts doctor`: what is installed here, and what to do about what is missing."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version as installed_version

import typer
from rich.table import Table
from rich.text import Text

from ..engine import why_missing
from ..explain.raster import BROWSERS
from . import output
from .inputs import JsonOption
from .version import version_line

# Extra → the packages it brings, what they are for.
EXTRAS = {
    "web": (("fastapi", "jinja2", "uvicorn"), "the page"),
    "png": (("resvg_py",), "pictures as PNG"),
    "table": (("pyarrow",), "tables as Parquet"),
    "cluster": (("distributed", "msgpack"), "grading and proving on a cluster"),
    "grade": (("numpy", "pytest"), "agents that use NumPy; the pytest fixture"),
    "notebook": (("anywidget", "jinja2"), "boards to play on in notebooks"),
    "rl": (("pettingzoo",), "agents that learn"),
}


@dataclass(frozen=True)
class Finding:
    """One thing that may be here: what was found, and, if it is missing, what to do."""

    what: str
    found: str | None
    advice: str = ""


def register(app: typer.Typer) -> None:
    app.command("doctor")(_doctor)


def _doctor(json: JsonOption = False) -> None:
    """Check the installation, and say how to add what is missing.

    \b
    noughts doctor
    noughts doctor --json
    """
    findings = examine()
    if json:
        output.print_json([asdict(finding) for finding in findings])
        return
    table = Table(box=None, show_header=False, pad_edge=False)
    for finding in findings:
        mark = Text("✓", "blue") if finding.found is not None else Text("–", "dim")
        table.add_row(mark, Text(finding.what), Text(finding.found or finding.advice))
    output.console().print(table)


def examine() -> list[Finding]:
    return [
        Finding("noughts", version_line().removeprefix("noughts ")),
        Finding("Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        _engine(),
        _sandbox(),
        _browser(),
        *(_extra(name) for name in EXTRAS),
        _shell(),
    ]


def _engine() -> Finding:
    reason = why_missing()
    if reason is None:
        return Finding("engine", "the compiled core")
    advice = (
        "the compiled core is not installed, so pure Python answers more slowly. Install a C++20 compiler "
        "(on Debian: apt-get install g++), then noughts again"
    )
    return Finding("engine", None, f"{advice} [{reason}]")


def _sandbox() -> Finding:
    if sys.platform != "linux":
        return Finding("sandbox", None, "agents are graded on Linux only, or in the container (see the Dockerfile)")
    from ..grade import sandbox

    reason = sandbox.why_missing()
    if reason is not None:
        return Finding("sandbox", None, f"no agent runs without one: {reason}")
    gaps = "; ".join(sandbox.gaps())
    found = sandbox.confinement() + (f" (does not protect against: {gaps})" if gaps else "")
    return Finding("sandbox", found)


def _browser() -> Finding:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    return Finding("browser", found, "needed for PNG pictures without noughts[png], and for tests: install Chromium")


def _extra(name: str) -> Finding:
    packages, purpose = EXTRAS[name]
    versions = {package: _version(package) for package in packages}
    if all(versions.values()):
        return Finding(f"noughts[{name}]", ", ".join(f"{package} {found}" for package, found in versions.items()))
    return Finding(f"noughts[{name}]", None, f"for {purpose}: pip install 'noughts[{name}]'")


def _version(package: str) -> str | None:
    try:
        return installed_version(package)
    except PackageNotFoundError:
        return None


def _shell() -> Finding:
    shell = os.environ.get("SHELL", "").rpartition("/")[2]
    if shell not in ("bash", "zsh", "fish"):
        return Finding("completion", None, "for bash, zsh and fish: noughts completion --help")
    return Finding("completion", f"for {shell}: noughts completion {shell} prints it")

"""What the project says about itself is the same everywhere."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

import noughts
from noughts.cli import version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
# Imported only where an extra is asked for: module → extra.
OPTIONAL = {
    "fastapi": "web",
    "jinja2": "web",
    "uvicorn": "web",
    "pyarrow": "table",
    "resvg_py": "png",
    "distributed": "cluster",
    "msgpack": "cluster",
    "numpy": "grade",
    "pytest": "grade",
    "pettingzoo": "rl",
    "anywidget": "notebook",
}
BROUGHT_ALONG = {"anyio", "dask", "gymnasium", "markupsafe", "pydantic", "starlette", "traitlets"}  # by those
IN_A_BROWSER = {"noughts_browser_core", "pyodide"}  # of the exported page


def test_there_is_one_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert PROJECT["version"] == noughts.__version__ == citation["version"]
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None and newest[1] in (noughts.__version__, "Unreleased")


@cache
def imported() -> set[str]:
    """The packages that our code imports, from others and not from Python."""
    names = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names.add(node.module.partition(".")[0])
    # Agents' own files, and the modules beside the one that runs in the sandbox.
    beside = {path.stem for path in (ROOT / "src/noughts/grade/child").glob("*.py")}
    beside |= {path.stem for path in (ROOT / "examples/t3").glob("*.py")}
    return names - set(sys.stdlib_module_names) - beside - {"noughts"}


def test_every_package_that_we_import_is_required() -> None:
    required = {re.split(r"[><=;\[ ]", one)[0] for one in PROJECT["dependencies"]}
    assert imported() - BROUGHT_ALONG - IN_A_BROWSER <= required | set(OPTIONAL)
    for module, extra in OPTIONAL.items():
        assert module in imported()
        assert any(requirement.startswith(module) for requirement in EXTRAS[extra])


def test_all_means_every_extra_that_users_need() -> None:
    assert EXTRAS["all"] == [f"noughts[{','.join(sorted(set(EXTRAS) - {'all', 'bench'}))}]"]


def test_urls_name_the_repository_alone() -> None:
    for url in PROJECT["urls"].values():
        assert re.fullmatch(r"https://(github\.com/noughts|noughts\.github\.io)/noughts(/.*)?", url)


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md", "CITATION.cff", ".editorconfig", "LICENSE"])
def test_files_that_strangers_look_for_are_there(name: str) -> None:
    assert (ROOT / name).stat().st_size > 200


def test_links_of_the_documents_at_the_top_lead_somewhere() -> None:
    for document in ROOT.glob("*.md"):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8")):
            assert (ROOT / target).exists(), f"{document.name}: {target}"


def test_the_version_names_the_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    if version.__file__ == str(ROOT / "src/noughts/cli/version.py") and git.returncode == 0:
        assert version.commit() == git.stdout.strip()
    monkeypatch.setattr(version, "__file__", str(tmp_path / "lib" / "noughts" / "cli" / "version.py"))
    monkeypatch.setitem(sys.modules, "noughts.cli._commit", type("Note", (), {"COMMIT": "c0ffee" * 3}))
    assert version.version_line().endswith("commit c0ffeec0ffee)")
    monkeypatch.setitem(sys.modules, "noughts.cli._commit", None)
    assert version.version_line().endswith("commit unknown)")

"""What workflows, hooks and containers call is there: every `make` target, script, module and command."""

from __future__ import annotations

import importlib.util
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tool_environments import environment, tools
from typer.main import get_command

from noughts.cli import app

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
# The module that `python -m NAME` runs, where a step before it installs it.
INSTALLED = re.compile(r"python -m pip install (.*)")
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def jobs(workflow: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(workflow.read_text("utf-8"))["jobs"])


def commands(job: dict[str, Any]) -> Iterator[str]:
    """Every command line of a job, once for each value of its matrix."""
    matrix = job.get("strategy", {}).get("matrix", {})
    for step in job["steps"]:
        for line in step.get("run", "").splitlines():
            lines = [line]
            for name, values in matrix.items():
                place = "${{ matrix." + name + " }}"
                lines = [
                    one.replace(place, str(value)) for one in lines for value in (values if place in one else [""])
                ]
            yield from lines


def objection(command: str, installed: set[str]) -> str | None:
    """What is not there; None if all is."""
    words = shlex.split(command)
    match words:
        case ["make", *targets]:
            missing = [target for target in targets if target not in TARGETS]
            return f"no target {missing}" if missing or not targets else None
        case ["python", "-m", "pip", "install", *_]:
            return None
        case ["python", "-m", module, *arguments]:
            if module not in installed and importlib.util.find_spec(module) is None:
                return f"nothing installs {module}"
            missing = [path for path in arguments if path.startswith("tests/") and not (ROOT / path).exists()]
            return f"no file {missing}" if missing else None
        case ["noughts", name, *_]:
            return None if name in get_command(app).commands else f"no command {name}"  # type: ignore[attr-defined]
        case [path, *_]:
            return None if (ROOT / path).is_file() else f"no file {path}"
    return "an empty command"


def test_there_are_workflows_for_tests_wheels_site_and_night() -> None:
    assert [path.stem for path in WORKFLOWS] == ["nightly", "site", "tests", "wheels"]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_every_command_of_a_workflow_exists(workflow: Path) -> None:
    for name, job in jobs(workflow).items():
        installed: set[str] = set()
        for command in commands(job):
            if found := INSTALLED.match(command):
                installed.update(found[1].split())
            assert objection(command, installed) is None, f"{name}: {command}: {objection(command, installed)}"


@pytest.mark.parametrize(
    "command", ["make nothing", "make", "scripts/nothing.sh", "python -m nothing_here", "noughts nothing", ""]
)
def test_what_does_not_exist_is_noticed(command: str) -> None:
    assert objection(command, set())


def test_every_python_that_we_support_is_tested() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    supported = re.findall(r'"Programming Language :: Python :: (3\.\d+)"', project)
    for job in ("debian", "elsewhere"):
        assert jobs(ROOT / ".github/workflows/tests.yml")[job]["strategy"]["matrix"]["python"] == supported


def test_only_the_job_that_publishes_may_sign() -> None:
    for workflow in WORKFLOWS:
        content = yaml.safe_load(workflow.read_text("utf-8"))
        assert content["permissions"] == {"contents": "read"}
        writing = {name for name, job in content["jobs"].items() if "write" in job.get("permissions", {}).values()}
        assert writing <= {"publish", "deploy"}


def test_hooks_run_what_the_makefile_runs() -> None:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))
    called = {Path(shlex.split(hook["entry"])[0]).name for repo in config["repos"] for hook in repo["hooks"]}
    assert called == {"ruff", "clang-format", "mypy"}
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for tool in called:
        assert f"$(BIN)/{tool}" in makefile


@pytest.mark.slow
def test_workflows_dockerfile_and_citation_pass_the_tools_made_for_them() -> None:
    tools("release")
    done = subprocess.run(
        ["make", "check-files"], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if "NOT run" in done.stderr:  # the rest was checked
        pytest.skip(done.stderr.strip())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("Dockerfile", "--no-install-recommends g++", "g++"),
        ("CITATION.cff", "cff-version:", "version-of-cff:"),
        (".github/workflows/tests.yml", "persist-credentials: false", "persist-credentials: true"),
    ],
)
def test_a_mistake_in_one_of_them_is_found(name: str, right: str, wrong: str, tmp_path: Path) -> None:
    installed = tools("release")
    for part in ("Dockerfile", "CITATION.cff", ".github", "scripts"):
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, tmp_path / part)
    text = (tmp_path / name).read_text("utf-8")
    assert right in text
    (tmp_path / name).write_text(text.replace(right, wrong), "utf-8")
    done = subprocess.run(
        [tmp_path / "scripts/check_files.sh"],
        env={**environment(), "TOOLS": str(installed)},
        capture_output=True,
        check=False,
    )
    assert done.returncode != 0

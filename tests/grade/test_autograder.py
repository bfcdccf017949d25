"""The autograder: a zip file that grades a submission by itself, and says why where it does not."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import types
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from noughts.cli import main
from noughts.grade import autograder

from . import cs50

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders as Gradescope has them, with the zip file unpacked."""
    root = tmp_path_factory.mktemp("autograder")
    (root / "rubric.toml").write_text("pass = 80\n[parts]\nresult = 20\nminimax = 80\n")
    command = ["grade", "--autograder", str(root / "out.zip"), "--interface", "cs50", "--quick"]
    assert main([*command, "--rubric", str(root / "rubric.toml")]) == 0
    with ZipFile(root / "out.zip") as archive:
        archive.extractall(root / "source")
    return root


def run(box: Path, **submission: str) -> dict[str, Any]:
    folder = box / "submission"
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, text in submission.items():
        (folder / f"{name}.py").write_text(text)
    command = [sys.executable, str(box / "source" / "run_autograder")]
    subprocess.run(command, env={**os.environ, "AUTOGRADER": str(box)}, check=True, capture_output=True, timeout=300)
    return dict(json.loads((box / "results" / "results.json").read_text()))


def test_the_zip_file_has_what_gradescope_runs(box: Path) -> None:
    with ZipFile(box / "out.zip") as archive:
        names = archive.namelist()
        modes = {name: archive.getinfo(name).external_attr >> 16 for name in names}
    assert {"setup.sh", "run_autograder", "requirements.txt", "rubric.toml", "options.json"} <= set(names)
    assert modes["setup.sh"] & modes["run_autograder"] & 0o111 == 0o111
    assert "package/noughts/grade/child/functions.py" in names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    subprocess.run(["bash", "-n", str(box / "source" / "setup.sh")], check=True)
    needed = (box / "source" / "requirements.txt").read_text()
    listed = re.search(r"^dependencies = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text(), re.S | re.M)
    assert listed is not None
    for line in re.findall(r'"(\w+)', listed.group(1)):
        assert line in needed


@pytest.mark.slow
def test_it_grades_a_submission_with_what_is_in_it(box: Path) -> None:
    results = run(box, tictactoe=cs50.source(result=cs50.FAULTS["changes-its-argument"][1]))
    tests = {test["name"]: test for test in results["tests"]}
    assert (tests["result"]["score"], tests["result"]["max_score"]) == (0, 20)
    assert 70 < results["score"] < 80


@pytest.mark.slow
def test_a_submission_that_is_not_graded_has_a_reason_and_no_score(box: Path) -> None:
    assert run(box) | {"output": ""} == {"output": ""}
    assert "several agents" in run(box, one=cs50.source(), two=cs50.source())["output"]


@pytest.mark.nightly
def test_setup_makes_what_the_autograder_runs_with(box: Path, tmp_path: Path) -> None:
    """As Gradescope does it: `setup.sh` once, then `run_autograder` with its Python. Needs a package index."""
    (tmp_path / "source").symlink_to(box / "source")
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "tictactoe.py").write_text(cs50.source())
    environment = {**os.environ, "AUTOGRADER": str(tmp_path)}
    subprocess.run(["bash", "source/setup.sh"], cwd=tmp_path, env=environment, check=True, timeout=600)
    command = [str(tmp_path / "venv" / "bin" / "python"), "source/run_autograder"]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, timeout=300)
    results = json.loads((tmp_path / "results" / "results.json").read_text())
    assert results["score"] > 90 and "actions" in {test["name"] for test in results["tests"]}


def test_the_same_options_make_the_same_zip(tmp_path: Path) -> None:
    for name in ("a.zip", "b.zip"):
        autograder.write(tmp_path / name, ["--quick"], "cs50")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_an_interface_in_a_file_goes_into_the_box(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('function = "move"\n')
    autograder.write(tmp_path / "a.zip", [], str(tmp_path / "mine.toml"))
    with ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("interface.toml") == b'function = "move"\n'
        assert json.loads(archive.read("options.json")) == ["--interface", "interface.toml"]
    with pytest.raises(autograder.AutograderError, match=r"none\.toml"):
        autograder.write(tmp_path / "b.zip", [], "none.toml")
    assert not (tmp_path / "b.zip").exists()


def test_without_agents_and_without_an_autograder_there_is_nothing_to_do(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["grade"]) == 2
    assert "which agents?" in capfd.readouterr().err


def test_the_container_copies_files_that_exist_and_runs_the_command() -> None:
    text = (ROOT / "Dockerfile").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+) /\S+$", text, re.M):
        for name in line.split():
            assert (ROOT / name).exists(), name
    assert "bubblewrap" in text and 'ENTRYPOINT ["noughts"]' in text


def blocks(language: str) -> list[str]:
    """The files in the section about autograders."""
    section = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8").partition("## Autograders\n")[2]
    return re.findall(rf"```{language}\n(.*?)```", section.partition("\n## ")[0], re.S)


def test_the_files_for_check50_ask_for_what_the_report_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (text,) = blocks("python")
    parts = [{"part": "result", "share": 0.5, "sentence": "Changes."}, {"part": "winner", "share": 1}]
    mistakes = [{"position": "XX_/OO_/___ X", "reason": "Loses."}]
    graded: dict[str, Any] = {"graded": True, "score": 96.07, "parts": parts, "mistakes": mistakes}
    (tmp_path / "report.json").write_text(json.dumps([graded]))
    monkeypatch.chdir(tmp_path)

    class Failure(Exception):
        def __init__(self, rationale: str, help: str | None = None) -> None:
            super().__init__(rationale)

    check50 = types.ModuleType("check50")
    vars(check50).update(check=lambda *_, **__: lambda check: check, Failure=Failure, exists=lambda _: None)
    vars(check50).update(run=lambda _: types.SimpleNamespace(exit=lambda **__: None))
    monkeypatch.setitem(sys.modules, "check50", check50)
    checks: dict[str, Any] = {}
    exec(compile(text, "docs/grading.md", "exec"), checks)
    checks["winner"]()
    for name, message in {"result": "Changes.", "minimax": "XX_/OO_/___ X"}.items():
        with pytest.raises(Failure, match=re.escape(message)):
            checks[name]()
    checks["graded"]()
    (tmp_path / "report.json").write_text(
        json.dumps([{"graded": False, "score": None, "reason": "It has no minimax."}])
    )
    with pytest.raises(Failure, match="not graded"):  # and the checks after it, which need it, are not run
        checks["graded"]()


def test_the_workflow_reads_keys_that_the_report_has() -> None:
    workflow, configuration = blocks("yaml")
    assert {"parts", "score", "graded", "reason"} <= set(re.findall(r"\.\[0\]\.(\w+)", workflow))
    for name in re.findall(r"- id: (\w+)", workflow):
        assert f"{name.upper()}_RESULTS: ${{{{ steps.{name}.outputs.result }}}}" in workflow
    assert "- noughts" in configuration

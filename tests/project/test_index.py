"""`uvx noughts`, `pipx run noughts` and `pip install noughts` work from a wheel alone, and every extra resolves."""

from __future__ import annotations

import shutil
import subprocess
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest
import scripts_path
from tool_environments import ROOT, tools

try_index = scripts_path.try_index


@pytest.mark.slow
def test_a_wheel_is_all_that_users_need(tmp_path: Path) -> None:
    installed = tools("release")
    wheel = scripts_path.wheel_cache.find() or scripts_path.wheel_cache.build()
    shutil.copy(wheel, tmp_path)
    done = subprocess.run(
        [installed / "python", ROOT / "scripts" / "try_index.py", tmp_path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    seen = [line.partition(":")[0] for line in done.stdout.splitlines()]
    assert seen[:3] == ["pip install noughts", "uvx noughts", "pipx run noughts"]
    assert seen[3].startswith("extras cluster, grade, notebook, png, rl, table, web resolve")


def wheel_with(folder: Path, name: str, description: str) -> None:
    with ZipFile(folder / f"noughts-1-{name}.whl", "w") as archive:
        archive.writestr("noughts-1.dist-info/METADATA", description)


def test_wheels_that_describe_different_things_are_noticed(tmp_path: Path) -> None:
    wheel_with(tmp_path, "py3-none-any", "Name: noughts\nVersion: 1\nProvides-Extra: web\n")
    described: Message = try_index.metadata(tmp_path)
    assert described["Version"] == "1" and described.get_all("Provides-Extra") == ["web"]
    wheel_with(tmp_path, "cp311-cp311-linux_x86_64", "Name: noughts\nVersion: 2\n")
    with pytest.raises(try_index.Broken, match="2 different descriptions"):
        try_index.metadata(tmp_path)


def test_a_missing_extra_and_one_that_nobody_tries_are_noticed(tmp_path: Path) -> None:
    index, known = try_index.Index(tmp_path, tmp_path, tmp_path), {*try_index.BROUGHT, "all"}
    for extras, complaint in ((known - {"png"}, "no extra png"), (known | {"sound"}, "nobody tries the extra sound")):
        with pytest.raises(try_index.Broken, match=complaint):
            try_index.check_extras(index, extras)


def test_a_program_that_answers_wrongly_is_noticed(tmp_path: Path) -> None:
    index = try_index.Index(tmp_path, tmp_path, tmp_path)
    for program, complaint in (("echo 1 1", "JUDGE"), ("exit 3", "exit 3")):
        with pytest.raises(try_index.Broken, match=complaint):
            index.check_program(("sh", "-c", program), "1")

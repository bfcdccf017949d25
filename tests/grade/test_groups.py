"""Control groups: found where one hands memory on, tried with a process, and emptied afterwards; otherwise none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from noughts.grade import children, groups, self_test
from noughts.grade.limits import Limits
from noughts.grade.settings import Start

MOUNTS = "30 24 0:26 / {} rw,nosuid shared:4 - cgroup2 cgroup2 rw\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What looks like control groups: ours in a slice that hands memory on."""
    for folder, handed_on in (("", "cpu memory"), ("user", "memory pids"), ("user/ours", "")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "cgroup.subtree_control").write_text(f"{handed_on}\n")
    return tmp_path


def found(tree: Path) -> Path | None:
    return groups.find(MOUNTS.format(tree), "9:name=systemd:/\n0::/user/ours\n")


def test_the_nearest_group_that_works_is_used(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "_works", lambda folder: True)
    assert found(tree) == tree / "user"
    monkeypatch.setattr(groups, "_works", lambda folder: folder == tree)
    assert found(tree) == tree


def folders(tree: Path) -> list[str]:
    return sorted(path.name for path in tree.rglob("*") if path.is_dir())


def test_a_group_is_believed_only_if_a_process_is_seen_in_it(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In these folders a process is nowhere: the kernel does not know them."""
    monkeypatch.setattr(groups, "_SECONDS", 0.05)
    before = folders(tree)
    assert found(tree) is None
    # A folder of ours is a group with nobody in it: only here, where its files are real, it stays.
    assert [name for name in folders(tree) if not name.startswith("noughts-")] == before


@pytest.mark.parametrize("mounts", ["", "30 24 0:26 / /sys/fs/cgroup rw - cgroup cgroup rw,memory\n"])
def test_where_there_is_none_memory_is_measured_and_said_so(mounts: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert groups.find(mounts, "4:memory:/\n0::/\n") is None
    monkeypatch.setattr(groups, "place", lambda: None)
    assert self_test.described(Limits())["memory-limit"].endswith("together, measured")
    monkeypatch.setattr(groups, "place", lambda: Path("/sys/fs/cgroup/user"))
    assert self_test.described(Limits())["memory-limit"].endswith("together, by a control group")


def test_what_runs_in_a_group_enters_it_first_and_memory_is_the_reason_of_its_end(tree: Path) -> None:
    """The command is a member before it starts; what the kernel counted says why it ended."""
    group = groups.Group(tree / "user")
    start = Start(["/bin/sh", "-c", "echo $$; cat"], (), b"")
    process = children._started(start, group)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    number = process.stdout.readline().strip()
    assert number == str(process.pid).encode() == (tree / "user" / "cgroup.procs").read_bytes().strip()
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert not group.ran_out
    (tree / "user" / "memory.events").write_text("low 0\nhigh 0\nmax 12\noom 1\noom_kill 0\n")
    assert not group.ran_out
    (tree / "user" / "memory.events").write_text("low 0\nhigh 0\nmax 12\noom 1\noom_kill 3\n")
    assert group.ran_out


@pytest.mark.skipif(groups.place() is None, reason="no control group can be had here")
def test_a_group_limits_all_processes_together(tmp_path: Path) -> None:
    with groups.made(Limits(memory=64 << 20)) as group:
        assert group is not None and group.folder.is_dir()
        hog = "import os\nfor _ in range(3): os.fork()\nheld = bytearray(b'x') * (40 << 20)\ninput()"
        start = Start([sys.executable, "-c", hog], (), b"")
        process = children._started(start, group)
        assert process.wait(timeout=60) != 0 and group.ran_out
    assert not group.folder.exists()

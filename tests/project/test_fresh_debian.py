"""A stranger's machine: a fresh Debian without any of our tools goes through the README, word by word.

The steps of the Dockerfile and of the development container are carried out in the same kind of tree. Their base
images cannot be had without a registry: Debian's own Python stands in for the one of `python:3.12-slim-bookworm`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import dockerfile
import pytest
import scripts_path
from console_blocks import blocks, shows

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
DEVCONTAINER = (ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8")
debian_tree = scripts_path.debian_tree
needs_a_tree = pytest.mark.skipif(debian_tree.why_not() is not None, reason=str(debian_tree.why_not()))
# The page answers while a server runs: what is in the tree is enough to ask it.
ASK_THE_PAGE = """
{server} >/tmp/server.log 2>&1 &
for i in $(seq 600); do
    sleep 0.5
    python3 -c 'import sys, urllib.request
sys.stdout.buffer.write(urllib.request.urlopen("http://127.0.0.1:8000/").read())' 2>/dev/null && exit 0
done
cat /tmp/server.log
exit 1
"""


def new_tree(folder: Path) -> Any:
    """A tree whose lists of packages are as fresh as those of a new machine, and where apt is answered with yes."""
    tree = debian_tree.fresh(folder)
    (folder / "etc/apt/apt.conf.d/90yes").write_text('APT::Get::Assume-Yes "true";\n')
    assert tree.run("apt-get update").returncode == 0
    return tree


def clone(tree: Any, place: str) -> Path:
    """The repository, as `git clone` gives it: what git does not know is not there."""
    target = Path(tree.folder, place.lstrip("/"))
    target.mkdir(parents=True)
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    for name in filter(None, known.decode().split("\0")):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    return target


def must(tree: Any, script: str, **more: Any) -> str:
    done = tree.run(script, **more)
    assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"
    return str(done.stdout)


def at_a_terminal(command: str) -> str:
    return f"script --quiet --return --command '{command}' /dev/null"


@needs_a_tree
@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_the_readme_works_word_by_word_in_a_fresh_debian(tmp_path: Path) -> None:
    tree = new_tree(tmp_path / "tree")
    clone(tree, "/home/noughts")
    for tool in ("make", "c++", "python3", "pip", "git", "cmake"):
        assert tree.run(f"command -v {tool}").returncode, f"{tool} should not be here yet"
    done = []
    for block in blocks(README):
        inside = {"folder": "/home/noughts", "COLUMNS": "80", "LANG": "C.UTF-8"}
        if block.kind == "sh":
            for command in block.commands:
                step(tree, command, **inside)
                done.append(command)
        elif block.kind == "console":
            shell = tree.run(f". .venv/bin/activate; {block.command}", **inside)
            assert shows(block.expected, shell.stdout or shell.stderr), f"{block}\n{shell.stdout}{shell.stderr}"
            done.append(block.command)
        elif block.kind == "python":
            must(tree, ".venv/bin/python -", question=block.text, **inside)
            done.append("python")
    assert {"make run", "make web", "make build", "python"} <= set(done)
    assert "compiled core" in must(tree, ".venv/bin/noughts --version", folder="/home/noughts")


def step(tree: Any, command: str, **inside: str) -> None:
    """One command of the README, used as it is meant."""
    if command.startswith("sudo "):
        must(tree, command.removeprefix("sudo "), **inside)  # we are root already, and a small Debian has no sudo
    elif command == "make run":
        shown = must(tree, at_a_terminal("make run"), question="X\nX\nquit\n", TERM="xterm", **inside)
        assert "X to move" in shown and "Goodbye" in shown
    elif command == "make web":
        must(tree, "make .venv/web", **inside)
        shown = must(tree, ASK_THE_PAGE.format(server="make web"), network=False, **inside)
        assert "<html" in shown and "noughts" in shown
    else:
        must(tree, command, **inside)


@needs_a_tree
@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_the_steps_of_the_dockerfile_give_the_page_and_the_grader(tmp_path: Path) -> None:
    numbers = iter(range(10))

    def base_image(image: str) -> Any:
        assert re.fullmatch(r"python:3\.\d+-slim-bookworm", image)
        tree = new_tree(tmp_path / f"stage-{next(numbers)}")
        must(tree, "apt-get install -y --no-install-recommends python3-dev python3-venv")
        must(tree, "ln -s /usr/bin/python3 /usr/local/bin/python")
        return tree

    context = tmp_path / "context"
    clone(type("Here", (), {"folder": context}), "/source")
    image = dockerfile.carry_out(DOCKERFILE, context / "source", base_image)
    assert image.user != 0
    (program,) = image.entry_point
    said = image.run(f"{program} --version; id -u").stdout
    assert "compiled core" in said and said.split()[-1] == str(image.user)
    shown = image.run(ASK_THE_PAGE.format(server=" ".join([program, *image.arguments])), network=False)
    assert "<html" in shown.stdout, shown.stdout + shown.stderr
    (Path(image.tree.folder) / "work" / "agent.py").write_text((ROOT / "examples/agents/perfect.py").read_text("utf-8"))
    graded = image.run(f"{program} grade agent.py --quick")
    assert "100.00" in graded.stdout, graded.stdout + graded.stderr
    # Small: no compiler, and nothing that builds.
    for gone in ("c++", "cmake", "ninja", "pip"):
        assert image.run(f"command -v {gone}").returncode
    assert image.run("du -sm /opt/noughts").stdout.split()[0].isdigit()


@needs_a_tree
@pytest.mark.nightly
@pytest.mark.timeout(3600)
def test_the_development_container_builds_and_finds_its_tools(tmp_path: Path) -> None:
    settings = json.loads(re.sub(r"^\s*//.*$", "", DEVCONTAINER, flags=re.MULTILINE))
    assert "bookworm" in settings["image"]
    tree = new_tree(tmp_path / "tree")
    # What the image is described to bring.
    must(tree, "apt-get install -y --no-install-recommends make g++ python3-dev python3-venv")
    clone(tree, "/workspaces/noughts")
    must(tree, settings["postCreateCommand"], folder="/workspaces/noughts")
    found = must(tree, ".venv/bin/noughts doctor; command -v chromium bwrap", folder="/workspaces/noughts")
    assert "compiled core" in found and "/chromium" in found and "/bwrap" in found


def test_every_block_of_the_readme_is_gone_through() -> None:
    kinds = {block.kind for block in blocks(README)}
    assert kinds == {"sh", "console", "python"}
    commands = [command for block in blocks(README) if block.kind == "sh" for command in block.commands]
    assert commands[0].startswith("sudo apt install ") and "make run" in commands


def test_the_dockerfile_is_understood() -> None:
    read = dockerfile.instructions(DOCKERFILE)
    assert [one.name for one in read].count("FROM") == 2
    assert all(one.name.isupper() and "\n" not in one.rest for one in read)
    for wrong in ("RUN before from", "FROM x\nONBUILD RUN y"):
        with pytest.raises(AssertionError):
            dockerfile.carry_out(wrong, ROOT, lambda image: type("Tree", (), {"folder": ROOT, "PATH": ""}))


def test_what_a_command_prints_is_compared() -> None:
    assert shows("a (...)\n", "a (0.1 s)\n") and not shows("a\n", "b\n") and not shows("a\n", "a\na\n")

"""A Dockerfile's instructions, carried out in Debian trees: one tree a stage. What it does not know it refuses."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Instruction(NamedTuple):
    name: str
    rest: str


def instructions(text: str) -> list[Instruction]:
    """Without comments, and with continued lines joined."""
    lines = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    joined = re.sub(r"\\\n\s*", "", lines)
    return [Instruction(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


class Stage:
    """What one image of the Dockerfile would be."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        self.environment: dict[str, str] = {}
        self.user = 0
        self.folder = "/"
        self.entry_point: list[str] = []
        self.arguments: list[str] = []

    def run(self, script: str, question: str = "", **more: Any) -> Any:
        return self.tree.run(script, folder=self.folder, user=self.user, question=question, **more, **self.environment)

    def path(self, inside: str) -> Path:
        return Path(self.tree.folder, inside.lstrip("/"))


def carry_out(text: str, context: Path, new_tree: Callable[[str], Any]) -> Stage:
    """Every instruction, in order; returns the last stage. `new_tree` makes the tree of a base image."""
    stages: dict[str, Stage] = {}
    stage = None
    for name, rest in instructions(text):
        if name == "FROM":
            image, _, alias = rest.partition(" AS ")
            stage = stages[alias] = Stage(new_tree(image))
            continue
        assert stage is not None, "an instruction before FROM"
        if name == "RUN":
            done = stage.run(rest)
            assert done.returncode == 0, f"{rest}\n{done.stdout}{done.stderr}"
        elif name == "COPY":
            copy(shlex.split(rest), context, stage, stages)
        elif name == "ENV":
            for word in shlex.split(rest):
                key, _, value = word.partition("=")
                stage.environment[key] = value.replace("$PATH", stage.environment.get("PATH", stage.tree.PATH))
        elif name == "USER":
            stage.user = int(rest)
        elif name == "WORKDIR":
            stage.folder = rest
            stage.path(rest).mkdir(parents=True, exist_ok=True)
        elif name == "ENTRYPOINT":
            stage.entry_point = json.loads(rest)
        elif name == "CMD":
            stage.arguments = json.loads(rest)
        else:
            assert name == "EXPOSE", f"{name} is not carried out here"
    assert stage is not None
    return stage


def copy(words: list[str], context: Path, stage: Stage, stages: dict[str, Stage]) -> None:
    if words[0].startswith("--from="):
        origin = Path(stages[words.pop(0).removeprefix("--from=")].tree.folder)
        words = [words[0].lstrip("/"), *words[1:]]
    else:
        origin = context
    *sources, target = words
    for source in sources:
        place = stage.path(target)
        if (origin / source).is_dir():
            shutil.copytree(origin / source, place, symlinks=True, dirs_exist_ok=True)
        else:
            if target.endswith("/"):
                place /= Path(source).name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(origin / source, place)

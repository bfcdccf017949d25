"""A fresh Debian in a folder, and commands that run in it and see nothing else of this machine but the network.

debootstrap makes it, from the mirror it prefers; bubblewrap runs commands. Both need root. A tree is made once for
each suite and kept in the user's cache; `fresh` unpacks a copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "noughts" / "debian"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
# What a network may need, here as there.
SHARED = ("/etc/resolv.conf", "/etc/hosts", CERTIFICATES)
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def why_not() -> str | None:
    """Why there can be no tree here; None if there can."""
    for tool in ("debootstrap", "bwrap", "tar"):
        if shutil.which(tool, path=f"{os.environ.get('PATH', '')}:{PATH}") is None:
            return f"{tool} is not installed"
    return None if os.geteuid() == 0 else "only root can make a Debian tree"


def fresh(folder: Path, suite: str = "bookworm", packages: Iterable[str] = ()) -> Tree:
    """A new tree: the smallest Debian of that suite, and these packages."""
    names = ["ca-certificates", *packages]
    kept = CACHE / f"{'+'.join([suite, *names])}.tar"
    if not kept.exists():
        made = folder.with_name(f"{folder.name}-made")
        command = ["debootstrap", "--variant=minbase", f"--include={','.join(names)}", suite, str(made)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise RuntimeError(done.stdout)
        CACHE.mkdir(parents=True, exist_ok=True)
        partial = kept.with_suffix(f".{os.getpid()}")
        subprocess.run(["tar", "-C", made, "--exclude=./var/cache/apt/archives/*.deb", "-cf", partial, "."], check=True)
        partial.replace(kept)
        shutil.rmtree(made)
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-C", folder, "-xf", kept], check=True)
    for path in SHARED:  # places for what is shared
        with suppress(FileExistsError):
            (folder / path[1:]).parent.mkdir(parents=True, exist_ok=True)
            (folder / path[1:]).touch(exist_ok=False)
    return Tree(folder)


class Tree:
    """A Debian in a folder."""

    PATH = PATH

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def command(
        self, *words: str, folder: str = "/", user: int = 0, network: bool = True, **environment: str
    ) -> list[str]:
        """The command that runs these words in the tree; without the network it has ports of its own."""
        shared = [part for path in SHARED if Path(path).exists() for part in ("--ro-bind", path, path)]
        given = {"PATH": PATH, "HOME": "/root", "PIP_CERT": CERTIFICATES, "DEBIAN_FRONTEND": "noninteractive"}
        given.update(environment)
        settings = [part for name, value in given.items() for part in ("--setenv", name, value)]
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user else []
        return [
            *("bwrap", "--bind", str(self.folder), "/", "--dev", "/dev", "--proc", "/proc"),
            *("--perms", "1777", "--tmpfs", "/tmp", *shared, "--unshare-pid", "--unshare-ipc", "--unshare-uts"),
            *(() if network else ("--unshare-net",)),
            *("--cap-add", "ALL", "--die-with-parent", "--clearenv", *settings, "--chdir", folder, *become, *words),
        ]

    def run(
        self,
        script: str,
        folder: str = "/",
        user: int = 0,
        network: bool = True,
        question: str = "",
        seconds: float = 1800,
        **environment: str,
    ) -> subprocess.CompletedProcess[str]:
        """Runs a line of shell in the tree."""
        return subprocess.run(
            self.command("bash", "-c", script, folder=folder, user=user, network=network, **environment),
            input=question,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

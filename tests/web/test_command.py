"""`noughts web` as a person starts it, right and wrong."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys

import httpx
import pytest

from web.serving import serving


def noughts(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "noughts", "web", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.slow
def test_where_a_port_is_taken_the_next_is_used() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving("--port", str(port)) as address:
            assert address != f"http://127.0.0.1:{port}"
            assert httpx.get(f"{address}/", timeout=30).status_code == 200


@pytest.mark.slow
def test_what_cannot_be_listened_on_is_said_in_a_line() -> None:
    done = noughts("--host", "203.0.113.7", "--port", "0")
    assert done.returncode == 2
    assert done.stderr.startswith("noughts: cannot listen on 203.0.113.7") and done.stderr.count("\n") == 1
    assert noughts("--host", "no such name", "--port", "0").returncode == 2
    assert noughts("--port", "70000").returncode == 2


@pytest.mark.slow
def test_it_ends_quietly_while_a_search_is_watched() -> None:
    command = [sys.executable, "-m", "noughts", "web", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    found = re.match(r"noughts: (http://\S+)/ ", process.stdout.readline())
    assert found is not None
    with httpx.Client(base_url=found.group(1), timeout=60) as client:
        job = client.post("/api/jobs", json={"game": "8,8,5", "seconds": 30}).json()["id"]
        with client.stream("GET", f"/api/jobs/{job}/events") as events:
            lines = events.iter_lines()
            assert next(lines) == "event: progress"
            process.send_signal(signal.SIGINT)
            # No end of the search is told: a page that lost the server looks for it again.
            assert {line for line in lines if line.startswith("event:")} <= {"event: progress"}
    _, complaint = process.communicate(timeout=60)
    assert complaint == ""


def test_without_the_extra_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['fastapi'] = None; from noughts.__main__ import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, "web"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr == "noughts: the page needs fastapi: pip install 'noughts[web]'\n"

"""Inputs that are almost certificates, 20,000 of them and a million at night: the two checkers always agree.

Each takes little time, and all of them little memory. `make test-native` runs them under the sanitizers.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proofs import fuzzing
from proofs.making import FILES

SEEDS = range(2)
MEGABYTES = 256


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("what", fuzzing.KINDS)
@pytest.mark.parametrize("inputs", [1_600, pytest.param(FILES, marks=pytest.mark.slow)])
def test_both_checkers_agree(inputs: int, what: str, seed: int) -> None:
    count = inputs // len(fuzzing.KINDS) // len(SEEDS)
    command = [sys.executable, "-m", "proofs.fuzzing", what, str(seed), str(count)]
    tests = Path(__file__).parent.parent
    done = subprocess.run(command, cwd=tests, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    found = json.loads(done.stdout)
    assert sum(found["seen"].values()) == count
    expected = {"stands", "refused"} if what in ("bodies", "made") else {"stands", "refused", "no certificate"}
    assert all(found["seen"].get(verdict, 0) > count // 50 for verdict in expected), found
    assert found["slowest"] < fuzzing.SECONDS
    assert found["megabytes"] < MEGABYTES

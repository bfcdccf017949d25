"""How far work is, in words."""

from __future__ import annotations

import pytest

from noughts.cluster.progress import ClusterProgress
from noughts.explain.words import duration


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (ClusterProgress(0, 12), "units: 0 done, 12 open, 0 running"),
        (
            ClusterProgress(10, 40, {"node7": 2, "0": 1}, 5.0),
            "units: 10 done, 40 open, 3 running (1 on worker 0, 2 on node7); 2.0 a second, about 20 s more",
        ),
        (
            ClusterProgress(3, 2000, {str(number): 1 for number in range(1024)}, 120.0),
            "units: 3 done, 2,000 open, 1,024 running on 1,024 workers; 1.5 a minute, about 22 h more",
        ),
    ],
)
def test_the_words(progress: ClusterProgress, words: str) -> None:
    assert str(progress) == words


def test_durations() -> None:
    assert [duration(seconds) for seconds in (0.2, 119, 120, 7199, 7200)] == ["0 s", "119 s", "2 min", "120 min", "2 h"]

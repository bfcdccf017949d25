"""The scripts of the repository, importable by tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))

import claims as claims
import debian_tree as debian_tree
import drop_sizes as drop_sizes
import generate as generate
import judge_answers as judge_answers
import measured as measured
import messages as messages
import playthroughs as playthroughs
import scaling as scaling
import solved as solved
import system_calls as system_calls
import t3_map as t3_map
import t3_textbook as t3_textbook
import try_index as try_index
import wheel_cache as wheel_cache

"""Starts one of the scripts beside it. This file is compiled at every start, those are not; so it is short."""

import gc
import os
import sys

gc.disable()  # what is imported before the agent stays, and need not be looked through
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
sys.exit(__import__(sys.argv.pop()).main())

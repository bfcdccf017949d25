"""The page and its API: `noughts web`. Needs the extra `noughts[web]`."""

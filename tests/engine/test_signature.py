"""The work the core does on a fixed set of positions does not change unless somebody means it to."""

from __future__ import annotations

import pytest

from noughts.engine import signature, why_missing

SIGNATURE = 2_626_621


@pytest.mark.skipif(why_missing() is not None, reason="the compiled core is not installed")
def test_the_signature_of_the_search() -> None:
    """If a change was meant to alter what is searched, put the new number here and say so in the commit."""
    assert signature.signature() == SIGNATURE

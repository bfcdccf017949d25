"""Who can play: anything that answers a position with a move."""

from __future__ import annotations

from .agent import Agent, agent_named
from .limited import Limited
from .perfect import Perfect
from .random_agent import Random

__all__ = ["Agent", "Limited", "Perfect", "Random", "agent_named"]

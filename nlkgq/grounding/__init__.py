"""Grounding: literals and placeholders -> the exact terms stored in the graph."""

from nlkgq.grounding.ground import ground

__all__ = ["ground"]

"""Chooses, for literals and placeholders, the terms stored in the graph."""

"""The value index: exact and fuzzy look-up of what the graph stores."""

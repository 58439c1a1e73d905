"""Gold that cannot be scored fairly: found, explained, and given a deterministic form."""

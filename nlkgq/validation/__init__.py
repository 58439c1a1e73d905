"""From a SPARQL tree to findings, and the read-only gate; never raises for a bad query."""

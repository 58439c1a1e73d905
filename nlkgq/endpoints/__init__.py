"""Where a query runs: the embedded store or a SPARQL endpoint, behind the gate."""

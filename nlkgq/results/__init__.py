"""What comes back: models, formats, table, comparison.

`models` holds the values; `reading` reads the JSON of endpoints; `formats` writes JSON, CSV, TSV, N-Triples and
Turtle; `table` and `html` show a result to a person; `terms` leads to rdflib, pyoxigraph, Python and pandas;
`comparison` tells whether two answers are the same.
"""

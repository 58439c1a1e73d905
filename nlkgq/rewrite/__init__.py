"""Rules that turn a query into the query that runs: pure functions from tree to tree, one a file, named as the file.

Each returns the new tree and what a person should know about it. They run in this order:

1. `prefixes.prefixes`: prefixes first, since every later rule needs to know which IRI a name means;
2. `unmask.unmask`: placeholders become terms of the graph; right of it nothing goes back to a model;
3. rules over terms, which see the IRIs and literals that will run;
4. `limit.limit`: last, on the outermost query, whatever the rules before it have built.

No rule decides what is allowed: the gate (`nlkgq.validation.gate`) checks the final text once more.
"""

"""Roles: what a group of users may see of a graph, as a part of its ontology and as conditions on its things.

`nlkgq.roles.model` says what a role means, `roles.toml` (`nlkgq.roles.file`) or annotations (`nlkgq.roles.annotations`)
state one, `nlkgq.rewrite.role` writes it into each query, and `nlkgq.role_endpoint` stands before the endpoint.

A role holds for what passes through this package. It does not hold who reads the files, the cache of another role or
this program's memory, who has the endpoint's password, or who may choose another role. That a refused IRI is a term of
the graph can be guessed by whoever knows it; no value, label or comment of it is told.
"""

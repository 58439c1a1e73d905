"""Roles: what a group of users may see of a graph, as a part of its ontology and as conditions on its things.

`nlkgq.roles.model` says what a role means; `nlkgq.rewrite.role` writes it into each query.
"""

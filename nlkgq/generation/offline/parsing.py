"""Queries that candidates are, parsed once: to see that they are valid, and again to tell them in words."""

from __future__ import annotations

from functools import lru_cache

from nlkgq.errors import SparqlSyntaxError
from nlkgq.sparql import Query, parse_query


@lru_cache(maxsize=64)
def parsed(text: str) -> Query:
    """A query as a tree.

    Raises:
        SparqlSyntaxError: It is none.
    """
    return parse_query(text)


def is_query(text: str) -> bool:
    """Whether a text is a query.

    >>> is_query("ASK { ?s ?p ?o }"), is_query("What is the longest ship?")
    (True, False)
    """
    try:
        parsed(text)
    except SparqlSyntaxError:
        return False
    return True

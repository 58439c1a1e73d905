"""Rule: casts to datatypes derived from xsd:integer become casts to xsd:integer, which every endpoint has."""

from __future__ import annotations

from typing import Final

from nlkgq.iri import XSD
from nlkgq.sparql import Query, Splice, Token

_DERIVED: Final = frozenset(
    XSD + name
    for name in (
        *("int", "long", "short", "byte", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"),
        *("nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger"),
    )
)


def portable_casts(tree: Query) -> Query:
    """The query with casts that SPARQL 1.1 Query, section 17.1, requires of no endpoint written as xsd:integer.

    >>> from nlkgq.sparql import parse_query
    >>> tree = parse_query(f"PREFIX xsd: <{XSD}> SELECT * {{ ?s ?p ?y FILTER(xsd:int(?y) > 7) }}")
    >>> str(portable_casts(tree)).partition("FILTER")[2]
    '(<http://www.w3.org/2001/XMLSchema#integer>(?y) > 7) }'
    """
    names = (call.children[0] for call in tree.find("iriOrFunction", "FunctionCall") if len(call.children) > 1)
    splices = [
        Splice(name.start, name.end, f"<{XSD}integer>")
        for name in names
        if isinstance(name, Token) and tree.iri_or_none(name) in _DERIVED
    ]
    return tree.edit(*splices) if splices else tree

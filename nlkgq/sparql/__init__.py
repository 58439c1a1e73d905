r"""SPARQL 1.1 queries as lossless trees (https://www.w3.org/TR/sparql11-query/); knows no ontology.

`parse_query` gives a `Query`: immutable, its ``str()`` is the text it was made from, character for character. Nodes
carry the names of the W3C productions. Editing methods return a new query in which only the edited bytes differ.

>>> query = parse_query("PREFIX ex: <http://example.org/>\nSELECT ?f { ?f ex:title 'Solaris' }  # one film")
>>> query.form, query.variables, query.prefixes.get("ex")
('SELECT', ('f',), 'http://example.org/')
>>> pattern = triple_patterns(query)[0]
>>> query.iri(pattern.predicate), query.literal(pattern.object).value
('http://example.org/title', 'Solaris')
>>> print(query.replace({pattern.object: '"Stalker"'}))
PREFIX ex: <http://example.org/>
SELECT ?f { ?f ex:title "Stalker" }  # one film
"""

from nlkgq.errors import SparqlSyntaxError, UnsupportedSparqlError
from nlkgq.sparql.edit import Splice
from nlkgq.sparql.parser import parse_query
from nlkgq.sparql.query import Query
from nlkgq.sparql.scope import visible_variables
from nlkgq.sparql.terms import LiteralValue, quote, variable_name
from nlkgq.sparql.tree import Element, Node, Token
from nlkgq.sparql.triples import ImpliedIri, ListCell, PatternTerm, TriplePattern, triple_patterns

__all__ = [
    "Element",
    "ImpliedIri",
    "ListCell",
    "LiteralValue",
    "Node",
    "PatternTerm",
    "Query",
    "SparqlSyntaxError",
    "Splice",
    "Token",
    "TriplePattern",
    "UnsupportedSparqlError",
    "parse_query",
    "quote",
    "triple_patterns",
    "variable_name",
    "visible_variables",
]

"""A row condition: a graph pattern about ``?this``, checked when it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlkgq.errors import ConfigError, SparqlSyntaxError
from nlkgq.iri import PrefixMap, is_valid_iri
from nlkgq.ontology.model import Ontology
from nlkgq.roles.model import NAMING, NEUTRAL, THIS, TYPE
from nlkgq.sparql import Node, Query, Splice, Token, parse_query, triple_patterns, variable_name
from nlkgq.sparql.scope import values_variables
from nlkgq.sparql.tree import IRI_TERMINALS

_FORBIDDEN: Final = {
    "SubSelect": "a sub-select",
    "ServiceGraphPattern": "SERVICE",
    "GraphGraphPattern": "GRAPH",
    "Aggregate": "an aggregate",
}
"""What would not be looked up for one ``?this`` at a time, or not here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A pattern without braces, IRIs written out, and its variables beside ``this``."""

    pattern: str
    variables: tuple[str, ...]


def read_condition(text: str, *, place: str, ontology: Ontology, prefixes: PrefixMap) -> Condition:
    """The condition that a text states.

    Args:
        text: A graph pattern without braces; comments are dropped.
        place: For messages: file and key.
        ontology: The whole one: a condition may rest on what the role does not see.
        prefixes: Those that the text may use.

    Raises:
        ConfigError: No graph pattern, no ``?this``, an unknown term, or a construct that has no place in a condition.

    >>> from nlkgq.ontology.model import Property
    >>> onto = Ontology(properties={"urn:x:ward": Property(iri="urn:x:ward")})
    >>> read_condition("?this x:ward 'A'", place="f", ontology=onto, prefixes=PrefixMap({"x": "urn:x:"})).pattern
    "?this <urn:x:ward> 'A'"
    """
    try:
        query = parse_query(f"{prefixes.declarations()}SELECT ?{THIS} WHERE {{\n{text}\n}}", undeclared_prefixes=True)
    except SparqlSyntaxError as error:
        raise ConfigError(
            f"{place} is not a graph pattern: {error.message.partition(': ')[2]}",
            place=place,
            hint="Write what could stand between the braces of WHERE.",
        ) from None
    where = query.body.node("WhereClause")
    group = where.node("GroupGraphPattern") if where is not None else None
    if group is None or query.body.end != group.end or query.root.node("ValuesClause") is not None:
        raise ConfigError(f"{place} is more than a graph pattern", place=place, hint="Close every brace it opens.")
    _check_constructs(query, group, place)
    _check_terms(query, group, place, ontology)
    names = dict.fromkeys(variable_name(t) for t in group.find_tokens("VAR"))
    if THIS not in names:
        raise ConfigError(
            f"{place} does not speak of ?{THIS}", place=place, hint=f"?{THIS} stands for the member of the class."
        )
    return Condition(pattern=_written_out(query, group), variables=tuple(n for n in names if n != THIS))


def _check_constructs(query: Query, group: Node, place: str) -> None:
    for node in group.find(*_FORBIDDEN):
        raise ConfigError(
            f"{place}: {_FORBIDDEN[node.kind]} cannot stand in a row condition",
            place=place,
            hint="Use triples, FILTER, OPTIONAL, UNION, MINUS, EXISTS, BIND and VALUES.",
        )
    bound = [t for node in group.find("InlineData") for t in values_variables(node)]
    bound += [node.tokens("VAR")[-1] for node in group.find("Bind")]
    if any(variable_name(token) == THIS for token in bound):
        raise ConfigError(
            f"{place}: ?{THIS} is given a value", place=place, hint=f"Compare it: FILTER(?{THIS} IN (ex:a, ex:b))."
        )


def _check_terms(query: Query, group: Node, place: str, ontology: Ontology) -> None:
    for token in group.find_tokens("PNAME_LN", "PNAME_NS"):
        if token.text.partition(":")[0] not in query.prefixes:
            raise ConfigError(
                f"{place}: the prefix of {token.text} is not known", place=place, hint="Declare it under [prefixes]."
            )
    for token in group.find_tokens("IRIREF"):
        if not is_valid_iri(query.iri(token)):
            raise ConfigError(f"{place}: {token.text} is no absolute IRI", place=place, hint="Write all of it.")
    for token in group.find_tokens("BLANK_NODE_LABEL"):
        raise ConfigError(f"{place}: {token.text} cannot be repeated", place=place, hint="Use a variable or [ ].")
    for pattern in triple_patterns(query):
        predicate = pattern.predicate
        if isinstance(predicate, Token) and predicate.terminal == "VAR":
            continue
        tokens = predicate.walk() if isinstance(predicate, Node) else (predicate,)
        for item in tokens:
            iri = query.iri_or_none(item)
            if iri is not None and iri != TYPE and iri not in ontology.properties and iri not in NAMING:
                raise unknown_term(iri, "property", place, ontology)
        if query.iri_or_none(predicate) == TYPE:
            iri = query.iri_or_none(pattern.object)
            if iri is not None and iri not in ontology.classes and iri not in NEUTRAL:
                raise unknown_term(iri, "class", place, ontology)


def unknown_term(iri: str, kind: str, place: str, ontology: Ontology) -> ConfigError:
    """The error for a term that the ontology does not have; for who writes the roles, who sees all of it."""
    import difflib

    shorten = ontology.prefixes.shorten
    known = {shorten(term): term for term in (ontology.classes if kind == "class" else ontology.properties)}
    near = difflib.get_close_matches(shorten(iri), known, n=1, cutoff=0.5)
    return ConfigError(
        f"{place}: the ontology has no {kind} {shorten(iri)}",
        place=place,
        hint=f"Did you mean {near[0]}?" if near else "`nlkgq ontology show` lists the terms.",
    )


def _written_out(query: Query, group: Node) -> str:
    """The text between the braces with absolute IRIs, on one line, without comments."""
    splices = [
        Splice(t.start, t.end, f"<{query.iri(t)}>")
        for t in group.find_tokens(*IRI_TERMINALS)
        if t.terminal != "IRIREF" or query.base
    ]
    edited = query.edit(*splices) if splices else query
    where = edited.body.node("WhereClause")
    assert where is not None
    inner = where.nodes("GroupGraphPattern")[0]
    return " ".join(token.text for token in edited.tokens_of(inner)[1:-1])

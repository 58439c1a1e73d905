"""Right queries with one mistake each."""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Sequence
from typing import Final

from nlkgq.analysis.edges import TYPE
from nlkgq.iri import RDF, local_name
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import (
    Element,
    Node,
    Query,
    SparqlSyntaxError,
    Splice,
    Token,
    TriplePattern,
    parse_query,
    triple_patterns,
    variable_name,
)
from nlkgq.sparql.edit import apply_splices

Mutator = Callable[[Query, Ontology, random.Random], Query | None]


def changed(tree: Query, splices: Sequence[Splice]) -> Query | None:
    """The query with a change; None where that is no query, or the same one."""
    try:
        text = apply_splices(tree, splices)
        return parse_query(text, undeclared_prefixes=True) if text != tree.text else None
    except (SparqlSyntaxError, ValueError):
        return None


def _put(tree: Query, item: Element, text: str) -> Query | None:
    return changed(tree, [Splice(item.start, item.end, text)])


def _pick(rng: random.Random, items: Sequence[Element]) -> Element | None:
    return rng.choice(items) if items else None


def _properties(tree: Query, ontology: Ontology) -> list[Token]:
    """Properties of the ontology where they are used, paths included."""
    used = [
        t for p in triple_patterns(tree) if isinstance(p.predicate, Token | Node) for t in tree.tokens_of(p.predicate)
    ]
    return [t for t in dict.fromkeys(used) if t.terminal != "A" and tree.iri_or_none(t) in ontology.properties]


def _classes(tree: Query, ontology: Ontology) -> list[Token]:
    return [
        p.object
        for p in triple_patterns(tree)
        if isinstance(p.object, Token)
        and tree.iri_or_none(p.predicate) == TYPE
        and tree.iri_or_none(p.object) in ontology.classes
    ]


def swapped_property(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """Another property of the same kind, any of the ontology."""
    token = _pick(rng, _properties(tree, ontology))
    if not isinstance(token, Token):
        return None
    iri = tree.iri(token)
    kind = ontology.properties[iri].kind
    others = [p.iri for p in ontology.properties.values() if p.kind == kind and p.iri != iri]
    return _put(tree, token, f"<{rng.choice(sorted(others))}>") if others else None


def reversed_edge(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """Subject and object of a property that leads to things exchanged."""
    tokens = [t for t in _properties(tree, ontology) if ontology.properties[tree.iri(t)].kind == "object"]
    token = _pick(rng, tokens)
    if token is None:
        return None
    parent = tree.parent(token)
    if parent is not None and parent.kind == "PathEltOrInverse":
        return changed(tree, [Splice(parent.start, token.end, tree.source(token))])
    return _put(tree, token, f"^{tree.source(token)}")


def wrong_class(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """Another class of the ontology."""
    token = _pick(rng, _classes(tree, ontology))
    if token is None:
        return None
    others = sorted(set(ontology.classes) - {tree.iri_or_none(token) or ""})
    return _put(tree, token, f"<{rng.choice(others)}>") if others else None


def misspelt_term(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A property or class with one letter left out, doubled, exchanged with the next, or in another case."""
    token = _pick(rng, [*_properties(tree, ontology), *_classes(tree, ontology)])
    iri = tree.iri_or_none(token)
    if token is None or iri is None:
        return None
    name = local_name(iri)
    new = _misspelt(name, rng)
    wrong = iri[: len(iri) - len(name)] + new
    return None if new == name or ontology.term(wrong) is not None else _put(tree, token, f"<{wrong}>")


def _misspelt(name: str, rng: random.Random) -> str:
    at = rng.randrange(len(name))
    kind = rng.choice(["left out", "doubled", "exchanged", "case", "replaced"])
    letter = name[at]
    if kind == "left out":
        return name[:at] + name[at + 1 :]
    if kind == "doubled":
        return name[:at] + letter + name[at:]
    if kind == "exchanged" and at + 1 < len(name):
        return name[:at] + name[at + 1] + letter + name[at + 2 :]
    if kind == "case":
        return name[:at] + letter.swapcase() + name[at + 1 :]
    return name[:at] + rng.choice(string.ascii_lowercase) + name[at + 1 :]


def wrong_datatype(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A literal of another type: a number as text, text as tagged text, text that is a number as a number, a date as
    text or with a time."""
    literals = [
        (item, literal)
        for item in tree.body.walk()
        if (literal := tree.literal(item)) is not None and not _is_setting(tree, item)
    ]
    if not literals:
        return None
    item, literal = rng.choice(literals)
    value = literal.value
    if literal.language or literal.datatype == f"{RDF}langString":
        return _put(tree, item, f'"{value}"')
    if isinstance(item, Token):
        return _put(tree, item, f'"{value}"')
    if literal.datatype.endswith("#string"):
        return _put(tree, item, value if value.isdecimal() else f"{tree.source(item)}@en")
    if literal.datatype.endswith("#date"):
        zoned = f'"{value}T00:00:00"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
        return _put(tree, item, rng.choice([f'"{value}"', zoned]))
    return _put(tree, item, f'"{value}"')


def _is_setting(tree: Query, item: Element) -> bool:
    """Whether a literal only steers a function (a flag, a pattern, a separator), or counts rows."""
    above = tree.enclosing(item, "RegexExpression", "StrReplaceExpression", "SubstringExpression", "BuiltInCall")
    parent = tree.parent(item)
    return above is not None or parent is None or parent.kind in {"LimitClause", "OffsetClause", "Aggregate"}


def dropped_join(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A pattern that joins two variables taken out, or a variable that joins two patterns renamed in one of them."""
    return rng.choice([_without_pattern, _with_other_variable])(tree, rng)


def _joins(tree: Query) -> list[TriplePattern]:
    uses = [variable_name(t) for t in tree.tokens if t.terminal == "VAR"]
    return [
        p
        for p in triple_patterns(tree)
        if all(
            isinstance(end, Token) and end.terminal == "VAR" and uses.count(variable_name(end)) > 1
            for end in (p.subject, p.object)
        )
    ]


def _without_pattern(tree: Query, rng: random.Random) -> Query | None:
    patterns = [p for p in _joins(tree) if isinstance(p.predicate, Token | Node) and isinstance(p.object, Token)]
    if not patterns:
        return None
    pattern = rng.choice(patterns)
    predicate, target = pattern.predicate, pattern.object
    assert isinstance(predicate, Token | Node)
    assert isinstance(target, Token)
    after = [t for t in tree.tokens if t.start >= target.end]
    before = [t for t in tree.tokens if t.start < predicate.start]
    if before and before[-1].terminal == "SEMICOLON":
        return changed(tree, [Splice(before[-1].start, target.end, "")])
    if after and after[0].terminal == "SEMICOLON":
        return changed(tree, [Splice(predicate.start, after[0].end, "")])
    if after and after[0].terminal == "DOT":
        return changed(tree, [Splice(pattern.triples.start, after[0].end, "")])
    return changed(tree, [Splice(pattern.triples.start, pattern.triples.end, "")])


def _with_other_variable(tree: Query, rng: random.Random) -> Query | None:
    ends = [end for p in triple_patterns(tree) for end in (p.subject, p.object)]
    tokens = [t for t in ends if isinstance(t, Token) and t.terminal == "VAR"]
    names = [variable_name(t) for t in tokens]
    joined = [t for t in tokens if names.count(variable_name(t)) > 1]
    token = _pick(rng, joined)
    return _put(tree, token, f"{tree.source(token)}_b") if token is not None else None


MUTATORS: Final[dict[str, Mutator]] = {
    "swapped property": swapped_property,
    "reversed edge": reversed_edge,
    "wrong class": wrong_class,
    "misspelt term": misspelt_term,
    "wrong datatype": wrong_datatype,
    "dropped join": dropped_join,
}

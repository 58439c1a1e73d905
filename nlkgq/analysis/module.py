"""The module of a large ontology that one question needs: its terms, their neighbourhood, and what may join them.

An activation starts at the terms that the question names and spreads over the schema: from a property to its domain
and range, its inverses and its hierarchy; from a class to its superclasses and to the properties that its members may
have. What joins the terms named is kept whole. The most active terms that fit a size make the module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.iri import RDF, RDFS, XSD
from nlkgq.ontology.lexicon import Lexicon, words_of
from nlkgq.ontology.model import Ontology, OwlClass, Property

_LONGEST = 4
"""Most words of one term in a question."""
_MATCHES = 12
_ROUNDS = 3
_JOINED = 8
"""How many of the terms named are joined with one another."""
_BUILT_IN = (RDF, RDFS, XSD)


@dataclass(frozen=True, slots=True)
class _Neighbour:
    iri: str
    share: float


def named_terms(text: str, lexicon: Lexicon) -> dict[str, float]:
    """The terms that a question may name, with weights in (0, 1]; question words and adjectives name properties too.

    Args:
        text: The question, masked or not.
        lexicon: Phrase look-up over the ontology.
    """
    words = words_of(text)
    found: dict[str, float] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            phrase = words[start:end]
            if all(w in lexicon.function_words for w in phrase):
                continue
            _add(found, lexicon, phrase, 1.0 + 0.1 * (len(phrase) - 1))
        for language in lexicon.words:
            names = [n for _, senses in language.adjectives.get(words[start], ()) for n in senses]
            names += language.question_words.get(words[start], ())
            names += language.question_words.get("_".join(words[start : start + 2]), ())
            for name in names:
                _add(found, lexicon, name.split("_"), 0.7)
    highest = max(found.values(), default=1.0)
    return {iri: weight / highest for iri, weight in found.items()}


def _add(found: dict[str, float], lexicon: Lexicon, phrase: Sequence[str], weight: float) -> None:
    for match in lexicon.lookup(phrase, limit=_MATCHES):
        if match.kind != "individual":
            found[match.iri] = max(found.get(match.iri, 0.0), match.score * weight)


def rank_terms(schema: SchemaGraph, seeds: Mapping[str, float]) -> list[str]:
    """Classes and properties in the order in which a module takes them, terms that nothing leads to left out."""
    neighbours = _neighbours(schema.ontology)
    activation = dict(seeds)
    for iri, weight in _joints(schema, seeds).items():
        activation[iri] = max(activation.get(iri, 0.0), weight)
    spread = dict(activation)
    for _ in range(_ROUNDS):
        following: dict[str, float] = {}
        for iri, weight in spread.items():
            for near in neighbours.get(iri, ()):
                gain = weight * near.share
                if gain > following.get(near.iri, 0.0):
                    following[near.iri] = gain
        spread = {iri: w for iri, w in following.items() if w > activation.get(iri, 0.0)}
        activation.update(spread)
    known = (iri for iri in activation if iri in schema.ontology.classes or iri in schema.ontology.properties)
    return sorted(known, key=lambda iri: (-activation[iri], iri))


def _neighbours(ontology: Ontology) -> Mapping[str, Sequence[_Neighbour]]:
    found: dict[str, dict[str, float]] = {}

    def lead(source: str, target: str, share: float) -> None:
        if not target.startswith(_BUILT_IN):
            own = found.setdefault(source, {})
            own[target] = max(own.get(target, 0.0), share)

    members: dict[str, list[str]] = {}
    for iri, p in ontology.properties.items():
        for c in p.domain_classes:
            lead(iri, c, 0.9)
            members.setdefault(c, []).append(iri)
        for c in p.range_classes if p.kind != "datatype" else ():
            lead(iri, c, 0.85)
            members.setdefault(c, []).append(iri)
        for other in (*p.parents, *p.equivalents, *ontology.inverses(iri)):
            lead(iri, other, 0.8)
            lead(other, iri, 0.6)
    for iri, own in members.items():
        # A class with thousands of properties says little about each of them.
        share = 0.6 / (1.0 + math.log10(max(len(own), 10) / 10.0))
        for p_iri in own:
            lead(iri, p_iri, share)
    for iri, term in ontology.classes.items():
        for other in (*term.parents, *term.equivalents, *term.union_of):
            lead(iri, other, 0.75)
            lead(other, iri, 0.35)
        for restriction in term.restrictions:
            lead(iri, restriction.property, 0.5)
            for filler in restriction.filler:
                lead(iri, filler, 0.4)
    return {iri: tuple(_Neighbour(t, s) for t, s in own.items()) for iri, own in found.items()}


def _joints(schema: SchemaGraph, seeds: Mapping[str, float]) -> dict[str, float]:
    """What connects the terms named, two and two."""
    best = sorted(seeds, key=lambda iri: (-seeds[iri], iri))[:_JOINED]
    masks = {iri: _mask(schema, iri) for iri in best}
    found: dict[str, float] = {}
    for place, left in enumerate(best):
        for right in best[place + 1 :]:
            if not masks[left] or not masks[right] or ANYTHING in (masks[left], masks[right]):
                continue
            for way in schema.connections(masks[left], masks[right])[:2]:
                weight = 0.8 * min(seeds[left], seeds[right])
                for step in way.steps:
                    for iri in (step.property, step.target):
                        found[iri] = max(found.get(iri, 0.0), weight)
    return found


def _mask(schema: SchemaGraph, iri: str) -> int:
    if iri in schema.ontology.classes:
        return schema.mask(iri)
    return schema.subjects(iri)


def cut_module(ontology: Ontology, ranked: Iterable[str], *, fits: Callable[[Ontology], bool]) -> Ontology:
    """The largest module of the best ranked terms that fits.

    Args:
        ontology: The whole ontology.
        ranked: Terms, best first (`rank_terms`).
        fits: Whether a module is small enough; asked about twice the logarithm of the number of terms.

    Returns:
        An ontology of those terms alone: what they say of others (domains, parents, restrictions) is kept where the
        others are in it too.
    """
    terms = list(ranked)
    low, high = 0, len(terms)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(_only(ontology, terms[:middle])):
            low = middle
        else:
            high = middle - 1
    return _only(ontology, terms[:low])


def _only(ontology: Ontology, terms: Sequence[str]) -> Ontology:
    kept = frozenset(terms)
    return replace(
        ontology,
        classes={iri: _class(c, kept) for iri, c in ontology.classes.items() if iri in kept},
        properties={iri: _property(p, kept) for iri, p in ontology.properties.items() if iri in kept},
        individuals={iri: i for iri, i in ontology.individuals.items() if kept.intersection(i.types)},
        undeclared=(),
    )


def _class(term: OwlClass, kept: frozenset[str]) -> OwlClass:
    return replace(
        term,
        parents=tuple(iri for iri in term.parents if iri in kept),
        equivalents=tuple(iri for iri in term.equivalents if iri in kept),
        disjoint=tuple(iri for iri in term.disjoint if iri in kept),
        union_of=tuple(iri for iri in term.union_of if iri in kept),
        restrictions=tuple(r for r in term.restrictions if r.property in kept),
    )


def _property(term: Property, kept: frozenset[str]) -> Property:
    return replace(
        term,
        parents=tuple(iri for iri in term.parents if iri in kept),
        equivalents=tuple(iri for iri in term.equivalents if iri in kept),
        inverses=tuple(iri for iri in term.inverses if iri in kept),
        domain=_unions(term.domain, kept),
        range=_unions(term.range, kept),
    )


def _unions(unions: tuple[tuple[str, ...], ...], kept: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Unions without the classes that are left out; a union of none of those kept says nothing any more."""
    found = (tuple(iri for iri in union if iri in kept or iri.startswith(_BUILT_IN)) for union in unions)
    return tuple(union for union in found if union)

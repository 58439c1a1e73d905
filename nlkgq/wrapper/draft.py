"""A first wrapper from a native ontology: clean names, and what could not be named."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, Literal

from nlkgq.iri import WELL_KNOWN, PrefixMap, local_name
from nlkgq.ontology.model import Ontology, OwlClass, Property, Term, Text, split_identifier
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote
from nlkgq.wrapper.model import Wrapper, term_names
from nlkgq.wrapper.names import name as clean_name
from nlkgq.wrapper.names import opaque, parted, words_of
from nlkgq.wrapper.native_terms import native_terms
from nlkgq.wrapper.value_forms import words_from_values

MAX_WORDS: Final = 6
"""Most words of a name that is made from a definition."""
_LEADING: Final = re.compile(r"^(?:an?|the|this|that|is|are|has|have|was|of|to|any|some|one)\s+", re.IGNORECASE)
_OF_A_KEY: Final = ("ref", "fk", "fkey")
"""Words of an identifier that only say that it refers: tables turned into graphs have them."""
Namer = Callable[[Sequence["Unnamed"]], Mapping[str, str]]
"""Proposes names for native IRIs; it never sees a value of the data."""
Samples = Callable[[Sequence[str]], Mapping[str, Sequence[RdfTerm]]]
"""Some values of each of several native properties, for names that their form tells."""
Guess = Literal["neighbours", "values"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unnamed:
    """A native term that nothing gives a name to.

    Args:
        iri: The native IRI.
        kind: What it is.
        definition: Its comment; None without one.
    """

    iri: str
    kind: Literal["class", "property"]
    definition: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A proposed wrapper.

    Args:
        text: Turtle: the terms that are new, to be put behind what is there; "" where none is.
        names: Native IRI -> clean IRI, for all terms, old ones included.
        unnamed: Terms left out for want of a name.
        guessed: Native IRI -> what it was named after, where that is neither label, identifier nor definition.
    """

    text: str
    names: Mapping[str, str]
    unnamed: tuple[Unnamed, ...] = ()
    guessed: Mapping[str, Guess] = field(default_factory=dict)


def draft_wrapper(
    native: Ontology,
    *,
    namespace: str,
    prefix: str = "",
    existing: Wrapper | None = None,
    namer: Namer | None = None,
    samples: Samples | None = None,
    vocabulary: AbstractSet[str] = frozenset(),
) -> Draft:
    """Propose a clean term for each native class and property.

    A name comes from the English or untagged label, else from a telling identifier, another label, a short definition;
    then from ``namer``; then from the terms around it, or from the form of its values (`value_forms`). The same
    ontology gives the same draft. Names that ``existing`` has are kept, whatever they are now derived from.

    Args:
        native: The native ontology, or one drafted from a profile.
        namespace: Of the clean terms.
        prefix: For it, without colon.
        existing: The wrapper as it is, with edits by hand.
        namer: Asked once for all terms that have no name of their own; None to ask nobody.
        samples: Asked for properties that are still without a name; None to look at no value.
        vocabulary: Words in lower case that identifiers without gaps, such as ``headofstate``, may be made of.

    >>> from nlkgq.ontology.model import Ontology, OwlClass
    >>> ontology = Ontology(classes={"urn:x:C7": OwlClass(iri="urn:x:C7", labels=(Text(value="short film"),))})
    >>> dict(draft_wrapper(ontology, namespace="https://c.example/#").names)
    {'urn:x:C7': 'https://c.example/#ShortFilm'}
    """
    beyond = tuple(WELL_KNOWN[prefix] for prefix in ("rdf", "rdfs", "owl", "xsd"))
    found: list[OwlClass | Property] = [*sorted(native.classes.values(), key=_order)]
    found += sorted(native.properties.values(), key=_order)
    terms = [term for term in found if not term.iri.startswith(beyond) and not term.deprecated]
    kept = dict(term_names(existing)) if existing is not None else {}
    names = {term.iri: kept[term.iri] for term in terms if term.iri in kept}
    used = {*names.values(), *(existing.classes if existing else ()), *(existing.properties if existing else ())}
    covered = _covered(existing) if existing is not None else frozenset()
    waiting = [term for term in terms if term.iri not in names and term.iri not in covered]
    words = _own_words(native, terms, vocabulary)
    nameless = [term for term in waiting if not words[term.iri]]
    if namer is not None and nameless:
        proposed = namer([_unnamed(term) for term in nameless])
        words.update({iri: words_of(name) for iri, name in proposed.items() if iri in words})
    guessed = _guessed(native, [term for term in nameless if not words[term.iri]], words, samples)
    wanted: dict[str, list[OwlClass | Property]] = {}
    for term in waiting:
        if words[term.iri]:
            wanted.setdefault(_name(term, words[term.iri]), []).append(term)
    for name, group in wanted.items():
        for term in group:
            iri: str | None = namespace + name
            if len(group) > 1 or iri in used:
                # a guess that several terms share is none
                iri = _qualified(term, words, namespace, used, numbered=term.iri not in guessed)
            if iri is not None:
                used.add(iri)
                names[term.iri] = iri
    new = [term for term in waiting if term.iri in names]
    unnamed = tuple(_unnamed(term) for term in waiting if term.iri not in names)
    text = _turtle(new, names, namespace, prefix, native) if new else ""
    return Draft(
        text=text, names=names, unnamed=unnamed, guessed={iri: how for iri, how in guessed.items() if iri in names}
    )


def _covered(existing: Wrapper) -> frozenset[str]:
    """Native terms that a form rests on: a path or a pattern offers them already."""
    return frozenset(iri for _, form in existing.forms() for kind in native_terms(form) for iri in kind)


def _order(term: Term) -> str:
    return term.iri


def _own_words(
    native: Ontology, terms: Sequence[OwlClass | Property], vocabulary: AbstractSet[str]
) -> dict[str, list[str]]:
    """Native IRI -> the words that the term itself tells; [] where it tells none."""
    identifiers = {term.iri: words_of(local_name(term.iri)) for term in terms}
    # a word that stands alone in one identifier is a part in another: gnp, gnpold
    alone = {word for words in identifiers.values() if len(words) == 1 for word in words if len(word) > 2}
    known = vocabulary | alone
    found = {}
    for term in terms:
        identifier = identifiers[term.iri]
        if local_name(term.iri).islower():  # who writes capitals shows where words begin
            identifier = [part for word in identifier for part in parted(word, known - {word} | vocabulary)]
        found[term.iri] = _words(term, identifier)
    for term in terms:
        if isinstance(term, Property):
            found[term.iri] = _without_key(term, found)
    return found


def _words(term: Term, identifier: list[str]) -> list[str]:
    """Words of the English or untagged label, else of a telling identifier, another label, a short definition."""
    for language in ("en", ""):
        for text in (*term.labels, *term.alt_labels):
            # a drafted ontology has the identifier for a label
            own = text.value.lower() == split_identifier(local_name(term.iri)).lower()
            if text.language.split("-")[0] == language and not own and (found := words_of(text.value)):
                return found
    if identifier and not opaque(local_name(term.iri)):
        return identifier
    for text in term.labels:
        if text.value.lower() != split_identifier(local_name(term.iri)).lower() and (found := words_of(text.value)):
            return found
    for text in term.comments:
        first = re.split(r"[.;:,(]", text.value, maxsplit=1)[0]
        while _LEADING.match(first):
            first = _LEADING.sub("", first)
        found = words_of(first)
        if found and len(found) <= MAX_WORDS:
            return found
    return []


def _without_key(term: Property, words: Mapping[str, list[str]]) -> list[str]:
    """A foreign key as what it refers to: ``ref-countrycode`` from city to country is ``country``."""
    own = words[term.iri]
    targets = [words.get(iri, []) for iri in term.range_classes]
    if term.kind == "object" and len(targets) == 1 and targets[0] and own and own[0].lower() in _OF_A_KEY:
        return targets[0]
    return own


def _guessed(
    native: Ontology, nameless: Sequence[OwlClass | Property], words: dict[str, list[str]], samples: Samples | None
) -> dict[str, Guess]:
    """Puts into ``words`` what the terms around a nameless one, or the form of its values, tell."""
    guessed: dict[str, Guess] = {}
    for term in nameless:
        near = _from_neighbours(native, term, words)
        if near:
            words[term.iri] = near
            guessed[term.iri] = "neighbours"
    asked = [term.iri for term in nameless if isinstance(term, Property) and not words[term.iri]]
    for iri, values in (samples(asked) if samples is not None and asked else {}).items():
        told = words_from_values(values)
        if told is not None and iri in words:
            words[iri] = words_of(told)
            guessed[iri] = "values"
    return guessed


def _from_neighbours(native: Ontology, term: OwlClass | Property, words: Mapping[str, list[str]]) -> list[str]:
    """A class as what the one property that leads to it says; a property as the one class that it leads to."""
    if isinstance(term, Property):
        targets = [words.get(iri, []) for iri in term.range_classes] if term.kind == "object" else []
        return targets[0] if len(targets) == 1 else []
    leading = [p for p in native.properties.values() if tuple(p.range_classes) == (term.iri,) and words.get(p.iri)]
    told = {tuple(w for w in words[p.iri] if w.lower() not in ("has", "is", "of", "by")) for p in leading}
    return list(told.pop()) if len(told) == 1 else []


def _name(term: Term, words: list[str]) -> str:
    return clean_name(words, of_class=isinstance(term, OwlClass))


def _qualified(
    term: OwlClass | Property, words: Mapping[str, list[str]], namespace: str, used: set[str], *, numbered: bool
) -> str | None:
    """The name with what tells it from its namesakes: its domain, else a number; None without either."""
    own = words[term.iri]
    if isinstance(term, Property):
        for class_ in term.domain_classes:
            domain = words.get(class_)
            iri = namespace + _name(term, [*domain, *own]) if domain else ""
            if iri and iri not in used:
                return iri
    if not numbered:
        return None
    plain = namespace + _name(term, own)
    number = 1
    while (plain if number == 1 else f"{plain}{number}") in used:
        number += 1
    return plain if number == 1 else f"{plain}{number}"


def _unnamed(term: OwlClass | Property) -> Unnamed:
    kind: Literal["class", "property"] = "class" if isinstance(term, OwlClass) else "property"
    return Unnamed(iri=term.iri, kind=kind, definition=term.comments[0].value if term.comments else None)


def _turtle(
    terms: Sequence[OwlClass | Property], names: Mapping[str, str], namespace: str, prefix: str, native: Ontology
) -> str:
    own = PrefixMap({prefix: namespace, "owl": WELL_KNOWN["owl"], "rdfs": WELL_KNOWN["rdfs"], "xsd": WELL_KNOWN["xsd"]})
    known = own.merged({p: n for p, n in native.prefixes if p and p != prefix})
    lines = [f"@prefix {p}: <{n}> .\n" for p, n in known]
    for term in terms:
        facts = [f"owl:equivalentClass {known.shorten(term.iri)}"]
        if isinstance(term, OwlClass):
            kind = "owl:Class"
            parents = [known.shorten(names[p]) for p in term.parents if p in names]
            facts += [f"rdfs:subClassOf {', '.join(parents)}"] if parents else []
        else:
            kind = "owl:DatatypeProperty" if term.kind == "datatype" else "owl:ObjectProperty"
            facts = [f"owl:equivalentProperty {known.shorten(term.iri)}"]
            facts += _ends(term, names, known)
        facts += [f"rdfs:label {_literal(text)}" for text in _labels(term, names[term.iri])]
        facts += [f"rdfs:comment {_literal(text)}" for text in term.comments]
        lines.append(f"\n{known.shorten(names[term.iri])} a {kind} ;\n    " + " ;\n    ".join(facts) + " .\n")
    return "".join(lines)


def _ends(term: Property, names: Mapping[str, str], known: PrefixMap) -> list[str]:
    facts: list[str] = []
    for axiom, unions in (("domain", term.domain), ("range", term.range)):
        for union in unions:
            stated = [iri for iri in union if iri in names or iri.startswith(WELL_KNOWN["xsd"])]
            members = [known.shorten(names.get(iri, iri)) for iri in stated]
            if len(members) == 1:
                facts.append(f"rdfs:{axiom} {members[0]}")
            elif members:
                facts.append(f"rdfs:{axiom} [ a owl:Class ; owl:unionOf ( {' '.join(members)} ) ]")
    return facts


def _labels(term: Term, iri: str) -> tuple[Text, ...]:
    own = split_identifier(local_name(term.iri)).lower()
    told = tuple(text for text in term.labels if text.value.lower() != own or text.language)
    return told or (Text(value=split_identifier(local_name(iri)), language="en"),)


def _literal(text: Text) -> str:
    return quote(text.value) + (f"@{text.language}" if text.language else "")

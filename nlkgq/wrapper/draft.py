"""A first wrapper from a native ontology: clean names, and what could not be named."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nlkgq.iri import WELL_KNOWN, PrefixMap, local_name
from nlkgq.ontology.model import Ontology, OwlClass, Property, Term, Text, split_identifier
from nlkgq.sparql import quote
from nlkgq.wrapper.model import Wrapper, term_names

MAX_WORDS: Final = 6
"""Most words of a name that is made from a definition."""
_LEADING: Final = re.compile(r"^(?:an?|the|this|that|is|are|has|have|was|of|to|any|some|one)\s+", re.IGNORECASE)
Namer = Callable[[Sequence["Unnamed"]], Mapping[str, str]]
"""Proposes names for native IRIs; it never sees a value of the data."""


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
        text: Turtle: the terms that are new, to be put behind what is there.
        names: Native IRI -> clean IRI, for all terms, old ones included.
        unnamed: Terms left out for want of a name.
    """

    text: str
    names: Mapping[str, str]
    unnamed: tuple[Unnamed, ...] = ()


def draft_wrapper(
    native: Ontology, *, namespace: str, prefix: str = "", existing: Wrapper | None = None, namer: Namer | None = None
) -> Draft:
    """Propose a clean term for each native class and property.

    The same ontology gives the same draft. Names that ``existing`` has are kept, whatever they are now derived from.

    Args:
        native: The native ontology, or one drafted from a profile.
        namespace: Of the clean terms.
        prefix: For it, without colon.
        existing: The wrapper as it is, with edits by hand.
        namer: Asked once for all terms that have no name of their own; None to ask nobody.

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
    waiting = [term for term in terms if term.iri not in names]
    words = {term.iri: _words(term) for term in waiting}
    nameless = [term for term in waiting if not words[term.iri]]
    if namer is not None and nameless:
        proposed = namer([_unnamed(term) for term in nameless])
        words.update({iri: _split(name) for iri, name in proposed.items() if iri in words})
    wanted: dict[str, list[OwlClass | Property]] = {}
    for term in waiting:
        if words[term.iri]:
            wanted.setdefault(_name(term, words[term.iri]), []).append(term)
    for name, group in wanted.items():
        for term in group:
            iri = namespace + name
            if len(group) > 1 or iri in used:
                iri = _qualified(native, term, words[term.iri], namespace, used)
            used.add(iri)
            names[term.iri] = iri
    new = [term for term in waiting if term.iri in names]
    unnamed = tuple(_unnamed(term) for term in waiting if term.iri not in names)
    return Draft(text=_turtle(new, names, namespace, prefix, native), names=names, unnamed=unnamed)


def _order(term: Term) -> str:
    return term.iri


def _words(term: Term) -> list[str]:
    """Words of the English or untagged label, else of a telling identifier, else of a short definition."""
    for language in ("en", ""):
        for text in (*term.labels, *term.alt_labels):
            if text.language.split("-")[0] == language:
                found = _split(text.value)
                if found:
                    return found
    words = _split(split_identifier(local_name(term.iri)))
    if words and not _opaque(local_name(term.iri)):
        return words
    for text in term.labels:
        found = _split(text.value)
        if found:
            return found
    for text in term.comments:
        first = re.split(r"[.;:,(]", text.value, maxsplit=1)[0]
        while _LEADING.match(first):
            first = _LEADING.sub("", first)
        found = _split(first)
        if found and len(found) <= MAX_WORDS:
            return found
    return []


def _opaque(identifier: str) -> bool:
    """Whether an identifier is a number with a mark before it: ``NIDM_0000062``, ``P31``, ``t101``, a hash."""
    letters = re.sub(r"[^A-Za-z]", "", identifier)
    digits = re.sub(r"\D", "", identifier)
    numbered = re.fullmatch(r"[A-Za-z]+_?\d{3,}", identifier) is not None
    return not letters or (bool(digits) and (len(digits) >= len(letters) or numbered))


def _split(text: str) -> list[str]:
    """Words with letters and digits that a local name may hold; accents of Latin letters are dropped."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    words = re.findall(r"[^\W_]+", split_identifier(plain.replace("'", "").replace("’", "")))
    return words if any(c.isalpha() for word in words for c in word) else []


def _name(term: Term, words: list[str]) -> str:
    """UpperCamelCase for classes, lowerCamelCase for properties; never a digit first."""
    capital = [word if word.isupper() and len(word) > 1 else word[:1].upper() + word[1:].lower() for word in words]
    if capital[0][0].isdigit():
        capital.insert(0, "Number")
    if not isinstance(term, OwlClass):
        capital[0] = capital[0].lower()
    return "".join(capital)


def _qualified(native: Ontology, term: OwlClass | Property, words: list[str], namespace: str, used: set[str]) -> str:
    """The name with what tells it from its namesakes: its domain, else a number."""
    if isinstance(term, Property):
        for class_ in term.domain_classes:
            domain = native.classes.get(class_)
            iri = namespace + _name(term, [*_words(domain), *words]) if domain is not None and _words(domain) else ""
            if iri and iri not in used:
                return iri
    plain = namespace + _name(term, words)
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
    return term.labels or (Text(value=split_identifier(local_name(iri)), language="en"),)


def _literal(text: Text) -> str:
    return quote(text.value) + (f"@{text.language}" if text.language else "")

"""An ontology for people: one line a term, or all about a few terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nlkgq.iri import PrefixMap
from nlkgq.ontology.model import Ontology, OwlClass, Property, Term
from nlkgq.ontology.profile_model import Profile


def find_terms(ontology: Ontology, wanted: Sequence[str], prefixes: PrefixMap) -> list[Term]:
    """The terms that ``wanted`` names by IRI, prefixed name, label or alternative label (case ignored), in order."""
    found: dict[str, Term] = {}
    for name in wanted:
        folded = name.casefold()
        for term in ontology:
            names = {term.iri, f"<{term.iri}>", prefixes.shorten(term.iri)}
            spoken = {t.value.casefold() for t in (*term.labels, *term.alt_labels)} | {term.label().casefold()}
            if name in names or folded in spoken:
                found.setdefault(term.iri, term)
    return list(found.values())


def nearest_terms(ontology: Ontology, name: str, prefixes: PrefixMap, *, limit: int = 3) -> list[str]:
    """Prefixed names of the terms closest in spelling to ``name``, best first."""
    from rapidfuzz import process

    spoken = {term.iri: f"{term.label()} {prefixes.shorten(term.iri)}" for term in ontology}
    hits = process.extract(name, spoken, limit=limit, score_cutoff=50)
    return [prefixes.shorten(iri) for _, _, iri in hits]


def summary(ontology: Ontology, prefixes: PrefixMap, *, language: str = "en") -> Iterator[str]:
    """One line a class, each followed by the properties whose domain it is; then what is left."""
    shown: set[str] = set()
    for owl_class in ontology.classes.values():
        parents = ", ".join(prefixes.shorten(p) for p in owl_class.parents)
        name = prefixes.shorten(owl_class.iri)
        yield f"{name}  {owl_class.label(language)}" + (f"  (kind of {parents})" if parents else "")
        for found in ontology.properties.values():
            if owl_class.iri in found.domain_classes:
                shown.add(found.iri)
                yield f"    {_property(found, prefixes, language)}"
    for found in ontology.properties.values():
        if found.iri not in shown:
            yield _property(found, prefixes, language)


def details(term: Term, ontology: Ontology, prefixes: PrefixMap) -> Iterator[str]:
    """All that is known of a term, a line a fact."""
    shorten = prefixes.shorten
    yield shorten(term.iri)
    yield f"    IRI: {term.iri}"
    for title, texts in (("label", term.labels), ("also", term.alt_labels), ("comment", term.comments)):
        for text in texts:
            yield f"    {title}: {text.value}" + (f" ({text.language})" if text.language else "")
    facts: list[tuple[str, Iterable[str]]] = []
    if isinstance(term, OwlClass):
        below = sorted(ontology.subclasses(term.iri) - {term.iri})
        uses = [p.iri for p in ontology.properties.values() if set(p.domain_classes) & ontology.superclasses(term.iri)]
        facts = [("kind of", term.parents), ("kinds", below), ("disjoint from", term.disjoint), ("properties", uses)]
    elif isinstance(term, Property):
        facts = [
            ("domain", term.domain_classes),
            ("range", term.range_classes),
            ("kind of", term.parents),
            ("inverse of", sorted(ontology.inverses(term.iri))),
        ]
        marks = [m for m in ("functional", "inverse_functional", "symmetric", "transitive") if getattr(term, m)]
        yield f"    {term.kind} property" + "".join(f", {m.replace('_', ' ')}" for m in marks)
    for title, iris in facts:
        names = ", ".join(shorten(i) for i in iris)
        if names:
            yield f"    {title}: {names}"
    if term.deprecated:
        yield "    deprecated"


def _property(found: Property, prefixes: PrefixMap, language: str) -> str:
    ends = " or ".join(prefixes.shorten(r) for r in found.range_classes)
    return f"{prefixes.shorten(found.iri)}  {found.label(language)}" + (f"  -> {ends}" if ends else "")


def profile_lines(profile: Profile, prefixes: PrefixMap) -> Iterator[str]:
    """A profile for people: how much, then classes and properties, the most frequent first."""

    def end(iri: str) -> str:
        return prefixes.shorten(iri) if iri else "untyped"

    noun = "triple" if profile.triples == 1 else "triples"
    yield f"{profile.triples} {noun}" + ("" if profile.complete else " (cut short by the time limit)")
    for iri, count in sorted(profile.classes.items(), key=lambda item: (-item[1], item[0])):
        yield f"class     {count:>10}  {prefixes.shorten(iri)}"
    for use in sorted(profile.properties.values(), key=lambda p: (-p.count, p.iri)):
        ends = sorted(use.links, key=lambda link: -use.links[link])[:3]
        shown = ", ".join(f"{end(source)} -> {end(target)}" for source, target in ends)
        yield f"property  {use.count:>10}  {prefixes.shorten(use.iri)}  {shown}".rstrip()

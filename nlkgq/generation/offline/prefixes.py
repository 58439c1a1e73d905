"""Prefixes for the text of a query: those of the ontology, and readable ones for namespaces without any."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from nlkgq.iri import WELL_KNOWN, PrefixMap
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile

_REMEMBERED = 5_000


@dataclass(frozen=True, slots=True)
class RememberedNames(PrefixMap):
    """Prefixes that remember the short names they have given: queries name the same terms again and again."""

    given: dict[str, str] = field(default_factory=dict, compare=False)

    def shorten(self, iri: str) -> str:
        """The shortest prefixed name of an IRI; ``<iri>`` when none fits."""
        found = self.given.get(iri)
        if found is None:
            if len(self.given) >= _REMEMBERED:
                self.given.clear()
            found = self.given[iri] = PrefixMap.shorten(self, iri)
        return found


def readable_prefixes(ontology: Ontology, profile: Profile | None) -> RememberedNames:
    """The ontology's own prefixes, completed for every namespace in use."""
    found = {prefix: namespace for prefix, namespace in ontology.prefixes if re.fullmatch(r"[A-Za-z][\w-]*", prefix)}
    known = set(found.values()) | set(WELL_KNOWN.values())
    terms = [t.iri for t in ontology]
    if profile is not None:
        terms += [*profile.classes, *profile.properties]
    counts = Counter(iri[: len(iri) - len(re.split(r"[#/]", iri)[-1])] for iri in terms)
    for namespace, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:20]:
        if namespace in known or not namespace or "://" not in namespace:
            continue
        words = [w for w in re.findall(r"[A-Za-z][A-Za-z0-9]+", namespace.split("://")[1]) if w not in _DULL]
        stem = words[-1].lower() if words else "ns"
        name, number = stem, 2
        while name in found or name in WELL_KNOWN:
            name, number = f"{stem}{number}", number + 1
        found[name] = namespace
        known.add(namespace)
    for prefix, namespace in WELL_KNOWN.items():
        if namespace not in found.values():
            found.setdefault(prefix, namespace)
    return RememberedNames({**{prefix: WELL_KNOWN[prefix] for prefix in ("rdfs", "xsd")}, **found})


_DULL = frozenset(("www", "org", "com", "net", "http", "https", "example", "schema", "ontology", "vocab"))

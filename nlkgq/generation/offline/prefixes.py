"""Prefixes for the text of a query: those of the ontology, and readable ones for namespaces without any."""

from __future__ import annotations

import re
from collections import Counter

from nlkgq.iri import WELL_KNOWN
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile


def readable_prefixes(ontology: Ontology, profile: Profile | None) -> dict[str, str]:
    """Prefix -> namespace: the ontology's own, completed for every namespace in use."""
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
    return found


_DULL = frozenset(("www", "org", "com", "net", "http", "https", "example", "schema", "ontology", "vocab"))

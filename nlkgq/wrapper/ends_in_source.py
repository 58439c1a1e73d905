"""Which conversion the things of a class, and each end of a property, have in a wrapper file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from nlkgq.iri import OWL, RDFS
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import Conversion
from nlkgq.wrapper.conversions_in_source import read_conversion
from nlkgq.wrapper.finding import Findings
from nlkgq.wrapper.model import SUBJECT
from nlkgq.wrapper.namespace import term
from nlkgq.wrapper.source import Source

_NONE: Final = term("none")


class Conversions:
    """Which conversion each end of a property has: said there, or by its domain and range."""

    def __init__(self, source: Source, instances: Mapping[str, Conversion], findings: Findings) -> None:
        self.source = source
        self.instances = instances
        self.findings = findings
        self._read: dict[RdfTerm, Conversion | None] = {}

    def of_class(self, iri: str, node: RdfTerm) -> Conversion | None:
        """Of the things of a class."""
        said = self.source.value(node, term("instances"))
        if said is not None:
            return self._from(said)
        return self.instances.get(iri)

    def of_end(self, iri: str, node: RdfTerm, end: str) -> Conversion | None:
        """Of one end, ``subject`` or ``object``, of a property's form."""
        name = term(f"{end}Conversion")
        said = self.source.value(node, name) or self.source.value(RdfTerm("uri", iri), name)
        if said is not None:
            return self._from(said)
        axiom = f"{RDFS}domain" if end == SUBJECT else f"{RDFS}range"
        classes = [c for v in self.source.values(RdfTerm("uri", iri), axiom) for c in self._members(v)]
        found = {self.instances.get(c) for c in classes}
        if len(found) > 1:
            self.findings.error(
                "conversion",
                self.source.place(RdfTerm("uri", iri)),
                f"the classes of its {end} are converted in different ways",
                f"Give w:{end}Conversion, or split the property.",
            )
        return next(iter(found)) if len(found) == 1 else None

    def _from(self, node: RdfTerm) -> Conversion | None:
        if node.value == _NONE:
            return None
        if node.kind == "uri" and node.value in self.instances:
            return self.instances[node.value]
        if node not in self._read:
            self._read[node] = read_conversion(self.source, node, self.findings)
        return self._read[node]

    def _members(self, node: RdfTerm) -> Iterator[str]:
        pending, seen = [node], set[RdfTerm]()
        while pending:
            one = pending.pop()
            if one in seen:
                continue
            seen.add(one)
            if one.kind == "uri":
                yield one.value
            for members in self.source.values(one, f"{OWL}unionOf"):
                pending += self.source.items(members)

"""Readings of quoted text: a stored value, one that holds the text, or a text that is compared as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import ADDRESS, Token
from nlkgq.generation.offline.value_spans import Span
from nlkgq.results.models import RdfTerm
from nlkgq.values.containing import values_containing
from nlkgq.values.model import StoredValue, ValueIndex

_MOST = 8
_HOLDING = 0.92
_UNHELD, _ONLY_UNHELD = 0.25, 0.6


@dataclass(frozen=True, slots=True)
class QuotedValues:
    """Finds what quoted text is.

    Args:
        index: The values.
        schema: What holds them.
        grouped: Readings of stored values that are so sure.
    """

    index: ValueIndex
    schema: SchemaGraph
    grouped: Callable[[Sequence[StoredValue], float], list[Reading]]

    def find(self, tokens: Sequence[Token]) -> list[Span]:
        """The spans of quoted text; what is quoted beside one another is looked for in the same properties."""
        quotes = [(n, t) for n, t in enumerate(tokens) if t.kind == "quote"]
        read = [self._stored(t) for _, t in quotes]
        held = [frozenset(r.iri for r in readings if r.iri) for readings in read]
        for place, (_, token) in enumerate(quotes):
            others = [h for n, h in enumerate(held) if n != place and h and held[place] and not h & held[place]]
            if others:
                # One is a title, of another only a label tells it.
                read[place] += self._holding(token.text, frozenset[str]().union(*others))
        return [(n, n + 1, self._with_text(t, readings)) for (n, t), readings in zip(quotes, read, strict=True)]

    def _stored(self, token: Token) -> list[Reading]:
        readings = self.grouped(self.index.lookup(token.text), 1.0)
        if not readings and not token.text.endswith("."):
            readings = self.grouped(self.index.lookup(token.text + "."), 1.0)
        if not readings and ADDRESS.match(token.text):
            return [self._address(token.text)]
        return readings or self._holding(token.text)

    def _holding(self, text: str, properties: frozenset[str] | None = None) -> list[Reading]:
        found = self.grouped(values_containing(self.index, text, properties), _HOLDING)
        return [r for r in found if properties is None or r.iri in properties]

    def _with_text(self, token: Token, readings: list[Reading]) -> list[Reading]:
        if readings and readings[0].kind == "entity" and readings[0].how == token.text and ADDRESS.match(token.text):
            return readings
        score = _UNHELD if readings else _ONLY_UNHELD
        return [*readings[:_MOST], Reading(kind="text", terms=(RdfTerm("literal", token.text),), score=score)]

    def _address(self, text: str) -> Reading:
        """An address that is no text: the IRI that something without a class is, else that of a thing."""
        schema = self.schema
        pointing = frozenset(
            p for p in schema.ontology.properties if schema.is_used(p) and schema.objects(p) == schema.unclassed
        )
        subject = schema.unclassed if pointing else ANYTHING
        return Reading(
            kind="entity", score=1.0, how=text, subject=subject, terms=(RdfTerm("uri", text),), held_by=pointing
        )

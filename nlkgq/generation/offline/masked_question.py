"""A masked question as the translator reads it: placeholders as values whose holders are known, or as numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.units import conversions, times
from nlkgq.generation.offline.value_spans import Span
from nlkgq.iri import XSD
from nlkgq.masking.model import MaskedText, Placeholder
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.unmask import quote_bare_placeholders

_MOST: Final = 8
_WHOLE: Final = re.compile(r'(?<=")[\d-]+(?=")')
_NUMBER: Final = re.compile(r"(?<=[\s(])\d[\d.e-]*(?=[\s),]|$)")
_PRIMES: Final = tuple(str(n) for n in range(101, 1000) if all(n % m for m in range(2, 32)))
"""No number of the question is, in another unit, one of these in another one."""
_TIMELY: Final = frozenset(
    (
        *("in", "after", "before", "since", "until", "till", "from", "between", "during", "than", "of"),
        *("nach", "vor", "seit", "bis", "von", "zwischen", "ab", "im", "jahr", "year"),
    )
)
"""Words before a number that may well be a year, where nothing else tells what it counts."""
_COUNTED: Final = frozenset(("than", "of", "between", "from", "zwischen", "von"))
"""Those of them that stand before any other number as well: a unit or thing after it makes it one."""
_DAYS: Final = frozenset(XSD + name for name in ("date", "dateTime", "dateTimeStamp", "gYearMonth"))


class MaskedQuestion:
    """The tokens of a masked question, and what its placeholders may be.

    What is compared or counted must be a number to the translator. So a placeholder of one is read as a number that no
    question holds, and stands again in the query that is written.

    Args:
        question: Text with placeholders.
        tokens: Of the text, before anything is made of them.
        schema: Tells which properties hold dates.
        mask: Classes -> their mask.

    ``tokens`` are those with the numbers.
    """

    def __init__(
        self,
        question: MaskedText,
        tokens: Sequence[Token],
        schema: SchemaGraph,
        mask: Callable[[Sequence[str]], int],
    ) -> None:
        self._question = question
        self._schema = schema
        self._mask = mask
        self._names: dict[str, str] = {}
        self._told: dict[str, str] = {}  # the same, and what they are in other units
        self._taken = {token.folded for token in tokens}
        self.tokens = self.numbered(tokens)

    def numbered(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """The tokens with the placeholders of numbers read as numbers, each as the same one every time."""
        read = []
        for n, token in enumerate(tokens):
            hidden = self._question.placeholder(token.text)
            read.append(token if hidden is None else self._read(hidden, token, tokens[:n][-1:], tokens[n + 1 : n + 2]))
        return tuple(read)

    def values(self, tokens: Sequence[Token], found: Sequence[Span]) -> list[Span]:
        """(token, its end, readings best first) for every placeholder, and of ``found`` what holds none of them.

        Args:
            tokens: What has been made of the question.
            found: What the index finds in its words.
        """
        placeholders = [(n, p) for n, t in enumerate(tokens) if (p := self._question.placeholder(t.text)) is not None]
        read = [(n, [replace(r, plural=p.plural) for r in self._readings(p, tokens[n])]) for n, p in placeholders]
        shown = [s for s in found if not any(s[0] <= n < s[1] for n, _ in placeholders)]
        return [*((n, n + 1, readings) for n, readings in read if readings), *shown]

    def restored(self, query: str) -> str:
        """A query over stand-ins with the placeholders in their places.

        Args:
            query: As the translator writes it: numbers stand by themselves or as the whole text of a literal.
        """
        query = _WHOLE.sub(lambda m: self._names.get(m.group(), m.group()), query)
        query = _NUMBER.sub(lambda m: self._told.get(m.group(), m.group()), query)
        return quote_bare_placeholders(query, self._names.values())

    def _read(self, placeholder: Placeholder, token: Token, before: Sequence[Token], after: Sequence[Token]) -> Token:
        if placeholder.kind.value not in ("number", "date") and not placeholder.readings:
            return token
        number = next((number for number, name in self._names.items() if name == placeholder.name), None)
        if number is None:
            number = self._stand_in(placeholder, before, after)
            self._names[number] = self._told[number] = placeholder.name
            if number in _PRIMES:
                converted = ((str(times(Decimal(number), factor)), factor) for factor in conversions())
                self._told.update((text, f"({placeholder.name} * {factor:f})") for text, factor in converted)
        return replace(token, folded=number, kind="number")

    def _stand_in(self, placeholder: Placeholder, before: Sequence[Token], after: Sequence[Token]) -> str:
        """A day where a day is told, a year where one may be, else a number that may count things or be an age."""
        kind = placeholder.kind
        if kind.datatype in _DAYS:
            found = (f"1601-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29))
        elif kind.value == "date" or self._is_year(placeholder, before, after):
            found = (str(year) for year in range(1601, 1801))
        else:
            found = (n for n in _PRIMES)
        return next(number for number in found if number not in self._taken and number not in self._names)

    def _is_year(self, placeholder: Placeholder, before: Sequence[Token], after: Sequence[Token]) -> bool:
        kind = placeholder.kind
        if (kind.datatype or "").endswith("decimal"):
            return False
        if any(self._schema.is_temporal(h.property) for h in kind.holders):
            return True
        words = {token.folded for token in before}
        if words & _COUNTED:
            # "more than VALUE minutes", but "later than VALUE?"
            return all(token.kind == "mark" or token.folded in ("and", "und") for token in after)
        return bool(words & _TIMELY)

    def _readings(self, placeholder: Placeholder, token: Token) -> list[Reading]:
        kind = placeholder.kind
        term = RdfTerm("literal", token.folded if token.kind == "number" else placeholder.name)
        if kind.value == "individual":
            held_by = frozenset(h.property for h in kind.holders)
            return [Reading(kind="entity", subject=self._mask(kind.classes), terms=(term,), held_by=held_by)]
        # a thing is called by its name rather than by another text that holds the word
        holders = sorted(kind.holders, key=lambda h: not is_naming(h.property))[:_MOST]
        places: dict[tuple[str, tuple[str, ...]], None] = {}
        for holder in holders:
            # one value held by several classes is that of one thing: "Article" and "Publication"
            together = tuple(h.subject_class for h in holders if h.property == holder.property)
            places[holder.property, (holder.subject_class,) if kind.several else together] = None
        rank = {iri: n for n, iri in enumerate(dict.fromkeys(iri for iri, _ in places))}
        found = [
            Reading(kind="value", iri=iri, score=1.0 - 0.01 * rank[iri], subject=self._mask(held_by), terms=(term,))
            for iri, held_by in places
        ]
        if found or token.kind == "number":
            return found
        return [Reading(kind="text", terms=(term,), score=0.5)]

"""A masked question as the translator reads it: placeholders as values whose holders are known, or as numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.tokens import Token
from nlkgq.iri import XSD
from nlkgq.masking.model import MaskedText, Placeholder
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.unmask import quote_bare_placeholders

_MOST: Final = 8
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
        tokens: Of the text.
        schema: Tells which properties hold dates.
        mask: Classes -> their mask.
    """

    def __init__(
        self,
        question: MaskedText,
        tokens: Sequence[Token],
        schema: SchemaGraph,
        mask: Callable[[Sequence[str]], int],
    ) -> None:
        self._schema = schema
        self._mask = mask
        self._names: dict[str, str] = {}
        self._taken = {token.folded for token in tokens}
        placeholders = [question.placeholder(token.text) for token in tokens]
        self.tokens = tuple(
            token if p is None else self._read(p, token, tokens[:n][-1:], tokens[n + 1 : n + 2])
            for n, (token, p) in enumerate(zip(tokens, placeholders, strict=True))
        )
        read = [(n, self._readings(p, self.tokens[n])) for n, p in enumerate(placeholders) if p is not None]
        self.values = [(n, n + 1, readings) for n, readings in read if readings]

    def restored(self, query: str) -> str:
        """A query over stand-ins with the placeholders in their places.

        Args:
            query: As the translator writes it: numbers stand by themselves or as the whole text of a literal.
        """
        for number, name in self._names.items():
            query = re.sub(rf'(?<="){number}(?=")', name, query)
            query = re.sub(rf"(?<=[\s(]){number}(?=[\s),]|$)", name, query)
        return quote_bare_placeholders(query, self._names.values())

    def _read(self, placeholder: Placeholder, token: Token, before: Sequence[Token], after: Sequence[Token]) -> Token:
        if placeholder.kind.value not in ("number", "date") and not placeholder.readings:
            return token
        known = next((number for number, name in self._names.items() if name == placeholder.name), None)
        number = known or self._stand_in(placeholder, before, after)
        self._names[number] = placeholder.name
        return replace(token, folded=number, kind="number")

    def _stand_in(self, placeholder: Placeholder, before: Sequence[Token], after: Sequence[Token]) -> str:
        """A day where a day is told, a year where one may be, else a number that may count things or be an age."""
        kind = placeholder.kind
        if kind.datatype in _DAYS:
            found = (f"1601-{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 29))
        elif kind.value == "date" or self._is_year(placeholder, before, after):
            found = (str(year) for year in range(1601, 1801))
        else:
            found = (str(number) for number in range(101, 1000))
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
            return [Reading(kind="entity", subject=self._mask(kind.classes), terms=(term,))]
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

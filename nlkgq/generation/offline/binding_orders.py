"""Binds what groups and orders: ``by``, ``per``, ``for each``, ``sorted by``, ``longest first``."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.binding_mentions import MentionBinder
from nlkgq.generation.offline.function_words import BE, PARTICIPLES
from nlkgq.generation.offline.mentions import AGGREGATES, is_class
from nlkgq.generation.offline.phrases import looks_like_verb
from nlkgq.generation.offline.readings import Chunk


class OrderBinder(MentionBinder):
    """The part of the walk that meets groups and orders."""

    def _grouping(self, place: int, chunk: Chunk) -> None:
        if chunk.operator == "each" or (chunk.start == 0 and self._counts_later()):
            # "By flag, how many ships are there?"
            self.pending.group = True
            return
        if self.sorting:
            self.sorting, self.ordering = False, True
            return
        following = self.chunks[place + 1] if place + 1 < len(self.chunks) else None
        last = self.last
        if self.topped is not None and last is not None:
            # "the top 3 films by budget"
            self.topped.superlative, self.topped = "", None
            self.ordering, self.plan.direction = True, "DESC"
            return
        verb = last is not None and any(r.kind == "property" and not r.noun for r in last.readings[:1])
        kind = following.readings[0].kind if following is not None and following.readings else ""
        told = following.readings[0] if following is not None and following.readings else None
        before = self.tokens[chunk.start - 1] if chunk.start else None
        if before is not None and before.folded in _PARTICLES and chunk.start > 1:
            # "carried out by"
            before = self.tokens[chunk.start - 2]
        if (
            last is not None
            and before is not None
            and last.end < chunk.start
            and (before.folded in PARTICIPLES | BE or looks_like_verb(before.text))
        ):
            # "made by the director X", whatever is made; "how many are by X"
            return
        given = self.chunks[place + 2] if place + 2 < len(self.chunks) else None
        named = given is not None and any(r.kind in ("value", "entity") for r in given.readings[:1])
        if last is not None and last.end == chunk.start and looks_like_verb(last.text) and named:
            # "pupils taught by tutor 7"
            return
        if last is None or (verb and not (told is not None and told.kind == "property" and not told.object)):
            # "sold by the agent"; a literal does nothing
            return
        if self._measures_by(following):
            return
        totals = any(m.aggregates or (m.superlative and m.projected) for m in self.plan.mentions)
        if kind in ("class", "property") and totals:
            self.pending.group = True
            self.grouping = True
        elif kind == "property" and chunk.end == following.start if following else False:
            # "all claims by claim number and open date": these columns instead of the claims.
            self.expect, self.opened = True, False
            for m in self.plan.mentions:
                if any(r.kind == "class" for r in m.readings[:1]):
                    m.projected = False

    def _counts_later(self) -> bool:
        """Whether a comma and a question for a total follow."""
        comma = next((n for n, t in enumerate(self.tokens) if t.text == ","), len(self.tokens))
        following = [c for c in self.chunks if c.start > comma][:3]
        return any(c.operator in AGGREGATES for c in following)

    def _measures_by(self, following: Chunk | None) -> bool:
        """``the smallest country by area``: what is measured is told."""
        measured = next((m for m in self.plan.mentions if m.measured and m.superlative), None)
        if measured is None or following is None or any(m.group for m in self.plan.mentions):
            return False
        schema = self.vocabulary.schema
        told = [
            replace(r, how=measured.superlative)
            for r in following.readings
            if r.kind == "property" and not r.object and (schema.is_numeric(r.iri) or schema.tells_when(r.iri))
        ]
        if not told:
            return False
        measured.readings, following.operator = told, "consumed"
        return True

    def _ordering(self, name: str, chunk: Chunk) -> None:
        self.plan.ordered = True
        if chunk.start == 0 and chunk.text.lower() in _SORT:
            # "Rank the ships by length"
            self.sorting, self.expect, self.asked_anything = True, True, True
            return
        if name == "order":
            self.ordering = True
            return
        alphabetical = name == "alphabetical"
        # "alphabetically, descending"
        self.plan.alphabetical = self.plan.alphabetical or alphabetical
        direction = "DESC" if name == "descending" or (alphabetical and self.plan.direction == "DESC") else "ASC"
        keys = [m for m in self.plan.mentions if m.order]
        if keys and self.ordering:
            for key in keys:
                key.order = direction
        elif self.ordering and self.last is not None and self.last.order:
            self.last.order = direction
        self.plan.direction = direction
        self.ordering = True

    def _orders(self, place: int, chunk: Chunk) -> bool:
        """``ordered by length, longest first``: the adjective tells the direction."""
        following = self.chunks[place + 1] if place + 1 < len(self.chunks) else None
        if not self.ordering or chunk.degree != "superlative" or following is None or following.operator != "first":
            return False
        following.operator = "consumed"
        senses = [r.how for r in chunk.readings if r.iri in {o.iri for m in self.plan.mentions for o in m.readings}]
        direction = senses[0] if senses and senses[0] in ("max", "min") else chunk.direction
        self.plan.direction = "DESC" if direction == "max" else "ASC"
        for mention in self.plan.mentions:
            if mention.order:
                mention.order = self.plan.direction
        return True

    def _comes_first(self, place: int, chunk: Chunk) -> bool:
        """``, most expensive first``, ``, largest fee first`` at the end: an order that no other word tells."""
        *nouns, last = [c for c in self.chunks[place + 1 :] if c.operator != "filler"] or [chunk]
        values = [r for r in (nouns[0].readings if nouns else chunk.readings) if r.kind == "property"]
        begins = chunk.start - (self.tokens[chunk.start - 1].folded == "the" if chunk.start else 0)
        apart = begins > 0 and self.tokens[begins - 1].text == ","
        ordered = chunk.degree == "superlative" and last.operator == "first"
        if not (ordered and apart and values) or len(nouns) > 1 or any(c.operator for c in nouns):
            return False
        for used in (*nouns, last):
            used.operator = "consumed"
        # What is told is what orders it, where the words may mean several things.
        told = {m.readings[0].iri for m in self.plan.mentions if m.readings}
        kinds = (r for m in self.plan.mentions if is_class(m) for r in m.readings[:1] if r.subject != ANYTHING)
        things = reduce(or_, (r.subject for r in kinds), 0)
        own = [r for r in values if r.subject & things] or values
        key = self._add(chunk, [r for r in own if r.iri in told] or own)
        direction = chunk.direction if nouns or values[0].how not in _DIRECTIONS else values[0].how
        key.order = "DESC" if direction == "max" else "ASC"
        self.plan.ordered = True
        return True


_DIRECTIONS = ("max", "min")
_PARTICLES = frozenset(("out", "up", "off", "down", "over"))
_SORT = frozenset(("rank", "sort", "order"))

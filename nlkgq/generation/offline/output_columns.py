"""The columns that a question's last sentence asks for, found in or added to the query graph of the question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from nlkgq.analysis.connections import Step
from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.column_nodes import (
    NAMES,
    Phrase,
    is_compound,
    near_readings,
    plain_words,
    split_owner,
    turned,
)
from nlkgq.generation.offline.listed_once import says_again
from nlkgq.generation.offline.operators import is_unit
from nlkgq.generation.offline.optional_columns import make_optional, wishes
from nlkgq.generation.offline.ordered_columns import OrderedColumns
from nlkgq.generation.offline.output_request import COMPUTED, OutputRequest
from nlkgq.generation.offline.query_graph import Column
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.remark_effects import RemarkEffects
from nlkgq.generation.offline.spelling import variable_name
from nlkgq.generation.offline.tokens import Token
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import words_of

_HOW_MANY = (("how", "many"), ("wie", "viele"))
_BOTH = frozenset(("both", "beide", "beiden", "beider"))
_VALUES = frozenset(("value", "values", "wert", "werte"))
_ALIKE = 0.03
"""Readings this near each other are told apart by whose value each one is."""


def _same(column: Column) -> Column:
    return column


class OutputColumns(OrderedColumns):
    """Fits what is to be returned to the graph of a question.

    Args:
        wanted: The question's own columns, applied already.
        vocabulary: Readings of words.
    """

    def apply(self, request: OutputRequest) -> bool:
        """Sets columns, groups, order and rounding; False when some of them is nothing of this question."""
        graph = self.graph
        if graph.ask:
            return False
        computed = [c for c in graph.columns if c.aggregate]
        if request.every and self.extreme is not None and self.extreme.counted:
            if not any(o.kind in ("first", "computed") for o in request.orders):
                return False
            graph.extreme = None
        if request.phrases and not self._calls_again(request):
            wanted = wishes(request.phrases, self.vocabulary.languages)
            found = [self._found(w.tokens) for w in wanted]
            if any(c is not None and c in found[:n] for n, c in enumerate(found)):
                # "its number and the number of peaks", "name and flag": the first is a value of its own
                found = [self._found(w.tokens, asked=len(w.tokens) > 1) for w in wanted]
            columns = [c for c in found if c is not None]
            # "their ids instead of names": what is computed stays
            also = request.instead or request.computed
            kept = [c for c in computed if c not in columns] if also else []
            told = {(c.node, c.aggregate) for c in columns}
            if len(told) < len(found) or any(c not in columns and c not in kept for c in computed):
                return False
            before = [c for c in graph.columns if request.beside and c not in columns and c not in kept]
            self._set([*before, *columns, *kept])
            if not all(make_optional(graph, c.node) for c, w in zip(columns, wanted, strict=True) if w.optional):
                return False
        graph.distinct = graph.distinct or request.distinct
        if request.distinct and all(c.aggregate == "COUNT" for c in graph.columns):
            # "how many flags are there, each counted once"
            graph.columns = [replace(c, distinct=True) for c in graph.columns]
        orders = request.orders
        if orders and graph.order:
            if [o.kind for o in orders] != ["computed"] or len(graph.order) > 1:
                return False
            # "sorted by length, most first": the same order
            graph.order, orders = [(graph.order[0][0], "DESC" if orders[0].falling else "ASC")], ()
        effects = RemarkEffects(self.wanted, self.vocabulary, self._is)
        if not (effects.apply(request.remarks) and self._rounded(request.digits)):
            return False
        # The keys of the first order come before those of the next.
        done = all(self._order(order) for order in orders) and self._by_name(orders)
        # "by year, latest first": the second tells the direction of the first
        graph.order = list({(c.node, c.aggregate): (c, way) for c, way in graph.order}.values())
        if not request.distinct:
            self.wanted.keep_order()
        return done

    def _calls_again(self, request: OutputRequest) -> bool:
        """``each weight vector once``, of ``the weights``: the question's columns in other words."""
        words = request.phrases[0]
        if not request.again or len(request.phrases) > 1 or self._found(words) is not None:
            return False
        return says_again(words, self.wanted.plan.tokens)

    def _set(self, columns: list[Column]) -> None:
        graph = self.graph
        keys = [c.node for c in columns if not c.aggregate]
        before = [c.node for c in graph.columns if not c.aggregate]
        graph.apart = [n for n in dict.fromkeys((*before, *graph.groups)) if n not in keys]
        graph.columns = columns
        told = {self.wanted.builder.denoted(m.number) for m in self.wanted.builder.mentions if m.projected}
        graph.forget({*graph.apart} - told - {*graph.groups})
        if any(c.aggregate for c in columns) or graph.having:
            # What was grouped by stays told apart, though only its name is shown.
            graph.groups = list(dict.fromkeys((*graph.groups, *keys)))
        if graph.extreme is not None and graph.extreme.aggregate and not (graph.counted_by or graph.extreme.per):
            graph.counted_by = self.wanted.told_apart(before, keys)

    def _rounded(self, digits: int | None) -> bool:
        if digits is None:
            return True
        found = [n for n, c in enumerate(self.graph.columns) if c.aggregate and c.aggregate != "COUNT"]
        for n in found:
            self.graph.columns[n] = replace(self.graph.columns[n], digits=digits)
        return bool(found)

    def _is_text(self, node: int) -> bool:
        """Whether a node is a text that something has: asked for, this is its name."""
        schema = self.schema
        held = [e.property for e in self.graph.edges if e.object == node]
        return bool(held) and all(
            schema.is_literal(p) and not (schema.is_numeric(p) or schema.tells_when(p) or schema.is_boolean(p))
            for p in held
        )

    def _found(self, tokens: Sequence[Token], *, asked: bool = True) -> Column | None:
        """The column that some words ask for, by these words, turned round, without a unit, or without ``name``.

        Args:
            tokens: The words.
            asked: Whether ``number`` alone may be the one number that the question computes, and ``names`` the texts
                that it asks for.
        """
        tokens = plain_words(tokens)
        texts = [c for c in self.graph.columns if not c.aggregate]
        if asked and len(texts) == 1 and self._is_text(texts[0].node) and NAMES.issuperset(t.folded for t in tokens):
            return texts[0]
        alone = self._numbers() if asked else []
        words = tuple(t.folded for t in tokens)
        if len(alone) == 1 and (words in _HOW_MANY or (len(words) == 1 and words[0] in COMPUTED)):
            return alone[0]
        if any(t.folded in _BOTH for t in tokens[1:]):
            # "the names of both people" are two columns
            return None
        owner, value = split_owner(tokens)
        if owner and owner[-1].possessive:
            return self._of_owner(owner, value)
        counted = any(t.folded in COMPUTED for t in value)
        found = self._of_owner(owner, value) if owner and not counted else None
        found = found or self._asked_already(tokens) or self._column(tokens) or self._column(turned(tokens))
        if found is None and len(tokens) > 2 and tokens[-2].folded == "in":
            found = self._column(tokens[:-2]) if is_unit(tokens[-1].folded, self.vocabulary.languages) else None
        if found is None and len(tokens) > 1:
            rest = next((r for r in (tokens, turned(tokens)) if r and r[-1].folded in NAMES), ())
            named = self._column(rest[:-1]) if rest else None
            found = named if named is not None and self._literal(named.node) else None
        if found is None and owner and _VALUES.issuperset(t.folded for t in value):
            # "the values of the colour"
            of = self._found(owner)
            found = of if of is not None and self._literal(of.node) else None
        return found or self._said(tokens)

    def _asked_already(self, tokens: Sequence[Token]) -> Column | None:
        """``the year``, where the question asks for a release year, and nothing that it speaks of has another year."""
        graph, stems = self.graph, self.vocabulary.lexicon.stems
        words = [t.folded for t in tokens]
        wanted = {stems(w)[-1] for w in words}
        shown = {c.node: c for c in graph.columns if not c.aggregate and graph.nodes[c.node].is_literal}
        named = [(shown[e.object], words_of(local_name(e.property))) for e in graph.edges if e.object in shown]
        told = [c for c, name in named if wanted < {stems(w)[-1] for w in name}]
        masks = [self._mask(n) for n in self._owners(None)]
        for reading in self.vocabulary.readings(words) if told else ():
            called = reading.kind == "property" and self.vocabulary.is_called(reading.iri, words)
            if called and any(m != ANYTHING and m & reading.subject for m in masks):
                return None
        return told[0] if len(told) == 1 else None

    def _said(self, tokens: Sequence[Token]) -> Column | None:
        """What the question has asked for by a name that these words are a part of."""
        builder, stems = self.wanted.builder, self.vocabulary.lexicon.stems
        wanted = {stems(t.folded)[-1] for t in tokens}
        told = [
            m.number
            for m in builder.mentions
            if m.projected and len(wanted) > 1 and wanted <= {stems(w)[-1] for w in words_of(m.text)}
        ]
        nodes = [builder.denoted(n) for n in told if builder.readings[n].kind == "property"]
        return self._shown(nodes[0]) if len(set(nodes)) == 1 else None

    def _numbers(self) -> list[Column]:
        """The numbers that the question computes: to be told, else to sort by or to be compared."""
        graph, extreme = self.graph, self.extreme
        told = [c for c in graph.columns if c.aggregate] or [c for c, _ in graph.order if c.aggregate]
        told = told or [c for c, *_ in graph.having]
        if told or extreme is None or not extreme.counted:
            return told
        return [Column(node=extreme.node, aggregate=extreme.aggregate, distinct=self.wanted.form.form != "row")]

    def _column(self, tokens: Sequence[Token]) -> Column | None:
        words = [t.folded for t in tokens]
        whole = self.vocabulary.readings(words) if len(words) > 1 else ()
        for reading in whole:
            if reading.kind == "property" and not reading.object and self.vocabulary.is_called(reading.iri, words):
                # "number of seats", where that is what a value is called
                told = self._told(reading, None)
                if told is not None:
                    return told[1]()
        phrase = self._read(tokens) if tokens else None
        if phrase is None:
            return None
        if phrase.aggregate:
            return self._computed(phrase)
        first, owners = phrase.terms[0], phrase.terms[1:]
        if len(owners) == 1 and is_compound(tokens, *phrase.terms):
            # "crack depth": a value of a crack
            first, owners = owners[0], (first,)
        if len(owners) > 1:
            return None
        best: tuple[int, Callable[[], Column]] | None = None
        near = near_readings(first)
        for reading in near:
            if best is not None and reading.score < near[0].score - _ALIKE:
                break
            if phrase.named and (reading.kind == "class" or reading.object):
                column = self._named(reading)
                told = None if column is None else (0, partial(_same, column))
            else:
                told = self._told(reading, owners[0] if owners else None)
            if told is not None and (best is None or told[0] < best[0]):
                best = told
        if best is None and owners:
            best = next((told for r in near if (told := self._of_neighbour(r, owners[0])) is not None), None)
        return best[1]() if best is not None else None

    def _computed(self, phrase: Phrase) -> Column | None:
        graph = self.graph
        told = [*graph.columns, *(c for c, *_ in graph.having), *(c for c, _ in graph.order)]
        told = [c for c in told if c.aggregate == phrase.aggregate]
        readings = near_readings(phrase.terms[0]) if phrase.terms else []
        for column in told:
            if not readings or any(self._is(column.node, r) for r in readings):
                return column
        if phrase.aggregate != "COUNT" or not readings:
            return None
        for reading in readings:
            for node in self._plain():
                if self._is(node, reading):
                    return Column(node=node, aggregate="COUNT", distinct=self.wanted.form.form != "row")
        return None

    def _told(self, reading: Reading, owner: Chunk | None) -> tuple[int, Callable[[], Column]] | None:
        """What makes the column of a term: what the question shows already, the pattern holds, or a value of it.

        The number before it tells how far it is from what the question asks for.
        """
        graph = self.graph
        for column in graph.columns:
            if not column.aggregate and self._is(column.node, reading):
                return 0, partial(_same, column)
        alone = [c for c in graph.columns if c.aggregate not in ("", "COUNT") and self._is(c.node, reading)]
        if len(alone) == 1:
            # "the highest age ... Return title and age."
            return 0, partial(_same, alone[0])
        for node in [*graph.groups, *self._plain(literals=True)]:
            if self._is(node, reading):
                return 1, partial(self._shown, node)
        if reading.kind != "property" or (reading.object and (reading.inverse or not reading.noun)):
            return None
        for place, node in enumerate(self._owners(owner), start=2):
            mask = self._mask(node)
            if mask != ANYTHING and mask & reading.subject:
                make = self._thing_of if reading.object else self._literal_of
                return place, partial(make, node, reading)
        return None

    def _of_neighbour(self, reading: Reading, owner: Chunk) -> tuple[int, Callable[[], Column]] | None:
        """``Which chapters ...? Return the title of the book.``: a value of the one thing that each shown thing has."""
        if reading.kind != "property" or reading.object:
            return None
        for node in (c.node for c in self.graph.columns if not c.aggregate and not self._literal(c.node)):
            for thing in (r for r in near_readings(owner) if r.kind == "class" and r.subject & reading.subject):
                found = self.schema.connections(self._mask(node), thing.subject)
                ways = [c.steps for c in found if len(c.steps) == len(found[0].steps)]
                one = all(self.schema.leads_to_one(s.property, forward=s.forward) for steps in ways for s in steps)
                if len(ways) == 1 and one:
                    return len(self.graph.nodes), partial(self._beside, node, ways[0], reading)
        return None

    def _beside(self, node: int, way: Sequence[Step], reading: Reading) -> Column:
        for step in way:
            added = self.graph.node(variable_name(step.target), classes=(step.target,)).number
            ends = (node, added) if step.forward else (added, node)
            self.graph.edge(ends[0], step.property, ends[1])
            node = added
        return self._literal_of(node, reading)

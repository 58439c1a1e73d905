"""What the words of a column stand for in the query graph of a question: its things, their values and names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.answer_form import LABEL
from nlkgq.generation.offline.chunking import cut
from nlkgq.generation.offline.mentions import AGGREGATES
from nlkgq.generation.offline.query_graph import Column
from nlkgq.generation.offline.readings import Chunk, Chunking, Reading
from nlkgq.generation.offline.spelling import variable_name
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wanted import Wanted

NAMES = frozenset(("name", "names", "title", "titles", "label", "labels"))
CLOSE = 0.6
"""Readings of a column's words this near the best one may be meant: the question has said already what is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase:
    """What the words of a column say: an aggregate or "", the terms, and whether a name is asked for."""

    aggregate: str
    terms: tuple[Chunk, ...]
    named: bool


class ColumnNodes:
    """The nodes of a question's graph by what words call them.

    Args:
        wanted: The question's own columns, applied already.
        vocabulary: Readings of words.
    """

    def __init__(self, wanted: Wanted, vocabulary: Vocabulary) -> None:
        self.wanted = wanted
        self.vocabulary = vocabulary
        self.graph = wanted.graph
        self.extreme = wanted.graph.extreme
        self.schema = wanted.schema

    def _of_owner(self, owner: Sequence[Token], value: Sequence[Token]) -> Column | None:
        """``the author's name``: a value of a thing that the pattern holds, or that one of its things has."""
        chunk = next(iter(self._terms(owner)), None)
        if chunk is None or not value:
            return None
        near = near_readings(chunk)
        for reading in near:
            for node in self._owners(None):
                iri = self._value_of(self._mask(node), value) if self._is(node, reading) else None
                if iri is not None:
                    return Column(node=self.wanted.builder.literal(node, iri))
        for node in self._owners(None):
            mask = self._mask(node)
            for reading in near if mask != ANYTHING else ():
                step = self._step_to(mask, reading)
                iri = self._value_of(step.object, value) if step is not None else None
                if step is not None and iri is not None:
                    return Column(node=self.wanted.builder.literal(self._added(node, step), iri))
        return None

    def _step_to(self, mask: int, reading: Reading) -> Reading | None:
        """The property from things of some classes that a reading is, or the only one that leads to its class."""
        if reading.kind == "property":
            return reading if reading.noun and not reading.inverse and mask & reading.subject else None
        schema = self.schema
        found = [
            p
            for p in sorted(schema.ontology.properties)
            if schema.is_used(p) and schema.subjects(p) != ANYTHING and mask & schema.subjects(p)
            if schema.objects(p) not in (0, ANYTHING) and schema.objects(p) & ~reading.subject == 0
        ]
        if reading.kind != "class" or len(found) != 1:
            return None
        return Reading(kind="property", iri=found[0], subject=mask, object=schema.objects(found[0]))

    def _value_of(self, mask: int, value: Sequence[Token]) -> str | None:
        """The literal property of things of some classes that words name."""
        if not mask or mask == ANYTHING:
            return None
        words = [t.folded for t in value]
        told = [r for r in self.vocabulary.readings(words) if r.kind == "property" and not r.object]
        told = [r for r in told if r.score >= CLOSE and r.subject & mask]
        told.sort(key=lambda r: (not self.vocabulary.is_called(r.iri, words), -r.score))
        if told and (told[0].subject != ANYTHING or not NAMES.issuperset(words)):
            return told[0].iri
        named = self.wanted.form.name_property(mask) if NAMES.issuperset(words) else None
        return named or (told[0].iri if told else None)

    def _terms(self, tokens: Sequence[Token]) -> tuple[Chunk, ...]:
        phrase = self._read(tokens) if tokens else None
        return phrase.terms if phrase is not None and not phrase.aggregate else ()

    def _read(self, tokens: Sequence[Token]) -> Phrase | None:
        """The words of one column; None when some of them mean nothing."""
        place = next((n for n, t in enumerate(tokens) if n and t.folded == "of"), 0)
        if place > 1 and self._is_value([t.folded for t in tokens[:place]]):
            # "pot number of the pot": no number of pots
            parts = (self._read(tokens[:place]), self._read(tokens[place + 1 :]))
            terms = tuple(t for p in parts if p is not None and not p.aggregate for t in p.terms)
            return Phrase(aggregate="", terms=terms, named=False) if len(terms) == len(parts) else None
        tokens = self._without_given(tokens)
        cuts = self._cut(tuple(tokens))
        # "number of red ships": that they are red is said in the question
        said = {t.folded for t in self.wanted.plan.tokens}
        if not cuts or not said.issuperset(tokens[n].folded for n in cuts[0].places):
            return None
        chunks = cuts[0].chunks
        aggregates = [AGGREGATES[c.operator] for c in chunks if c.operator in AGGREGATES]
        terms = tuple(c for c in chunks if c.readings and not c.operator)
        if len(aggregates) > 1 or not (aggregates or terms):
            return None
        named = any(c.operator == "filler" and c.text.lower().startswith("name") for c in chunks)
        return Phrase(aggregate=aggregates[0] if aggregates else "", terms=terms, named=named)

    def _cut(self, phrase: tuple[Token, ...]) -> Sequence[Chunking]:
        """The best ways to cut a phrase, which every candidate asks for."""
        known = self.wanted.plan.cuts
        if phrase not in known:
            known[phrase] = cut(phrase, self.vocabulary, ())
        return known[phrase]

    def _without_given(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """The words without the values that the question restricts things by, ``two-masted`` ships."""
        for mention in self.wanted.plan.mentions:
            words = mention.text.lower().split()
            if not any(r.kind in ("value", "entity") for r in mention.readings[:1]):
                continue
            for n in range(len(tokens) - len(words)):
                if [t.text.lower() for t in tokens[n : n + len(words)]] == words:
                    return (*tokens[:n], *tokens[n + len(words) :])
        return tokens

    def _is_value(self, words: Sequence[str]) -> bool:
        """Whether that is, word for word, what a value is called."""
        found = self.vocabulary.readings(words)
        return any(r.kind == "property" and not r.object and self.vocabulary.is_called(r.iri, words) for r in found)

    def _shown(self, node: int) -> Column:
        return Column(node=self.wanted.shown(node))

    def _literal_of(self, node: int, reading: Reading) -> Column:
        return Column(node=self.wanted.builder.literal(node, reading.iri))

    def _thing_of(self, node: int, reading: Reading) -> Column:
        return Column(node=self.wanted.shown(self._added(node, reading)))

    def _added(self, node: int, reading: Reading) -> int:
        """A thing that a property of a node leads to, not there before."""
        classes = tuple(self.schema.names(reading.object))
        thing = self.graph.node(variable_name(reading.iri), classes=classes)
        self.graph.edge(node, reading.iri, thing.number)
        return thing.number

    def _named(self, reading: Reading) -> Column | None:
        """``the name of the film``: the value that names it, where things are shown as themselves."""
        for node in self._owners(None):
            if self._is(node, reading):
                profile = self.schema.profile
                naming = self.wanted.form.name_property(self._mask(node))
                if naming is None and profile is not None and LABEL in profile.properties:
                    naming = LABEL
                return Column(node=self.wanted.builder.literal(node, naming)) if naming else None
        return None

    def _owners(self, owner: Chunk | None) -> Iterable[int]:
        """Things that may have a value, those that the question shows or groups by first."""
        graph = self.graph
        shown = [c.node for c in graph.columns if not c.aggregate]
        counted = [c.node for c in graph.columns if c.aggregate]
        order = [*shown, *graph.groups, *self._plain(), *counted]
        for node in dict.fromkeys(order):
            if not graph.nodes[node].is_literal and (
                owner is None or any(self._is(node, r) for r in near_readings(owner))
            ):
                yield node

    def _plain(self, *, literals: bool = False) -> list[int]:
        """Nodes that the pattern binds."""
        bound = {n for e in self.graph.edges if not e.group for n in (e.subject, e.object)}
        bound |= {n.number for n in self.graph.nodes if n.typed and not n.group}
        return [n for n in sorted(bound) if not self.graph.nodes[n].terms and (literals or not self._literal(n))]

    def _literal(self, node: int) -> bool:
        return self.graph.nodes[node].is_literal

    def _mask(self, node: int) -> int:
        return self.wanted.mask(node)

    def _is(self, node: int, reading: Reading) -> bool:
        """Whether a node is what a term stands for."""
        if reading.kind == "property":
            if reading.inverse and reading.object:
                return any(e.subject == node and e.property == reading.iri for e in self.graph.edges)
            return any(e.object == node and e.property == reading.iri for e in self.graph.edges)
        if reading.kind != "class" or self._literal(node):
            return False
        mask = self._mask(node)
        return mask != ANYTHING and mask & ~reading.subject == 0


def near_readings(chunk: Chunk) -> list[Reading]:
    """The readings that are nearly as good as the best one."""
    best = max(r.score for r in chunk.readings)
    return [r for r in chunk.readings if r.score >= CLOSE * best]


def is_compound(tokens: Sequence[Token], owner: Chunk, value: Chunk) -> bool:
    """``crack depth``: whether nothing stands between the words for a kind of things and those for a value."""
    best = value.readings[0]
    joined = not any(t.folded in _OF for t in tokens)
    return joined and owner.readings[0].kind == "class" and best.kind == "property" and not best.object


def turned(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """``name of the concept`` as ``concept name``; () when it is not of this form."""
    place = next((n for n, t in enumerate(tokens) if t.folded in _OF and n), None)
    if place is None:
        return ()
    rest = [t for t in tokens[place + 1 :] if t.folded not in _ARTICLES]
    return (*rest, *tokens[:place])


def split_owner(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """The owner and what of it is told, in ``author's full name`` and ``name of the author``; nothing for others."""
    end = next((n + 1 for n, t in enumerate(tokens) if t.possessive), 0)
    if end:
        owner, value = tokens[:end], tokens[end:]
    else:
        place = next((n for n, t in enumerate(tokens) if t.folded in _OF and n), len(tokens))
        owner, value = tokens[place + 1 :], tokens[:place]
        owner = [t for t in owner if t.folded not in _ARTICLES]
    while len(value) > 1 and value[0].folded in _WHOLE:
        value = value[1:]
    return (owner, value) if owner and value else ((), ())


_OF = frozenset(("of", "von", "des", "der"))
_ARTICLES = frozenset(("the", "a", "an", "each", "der", "des"))
_WHOLE = frozenset(("full", "whole", "complete", "own", "exact"))


def plain_words(tokens: Sequence[Token]) -> Sequence[Token]:
    """``number of named ships that use it``: what is said of the thing that the row tells of goes without saying."""
    if len(tokens) > 1:
        tokens = [t for t in tokens if t.folded not in _NAMED] or tokens
    place = next((n for n, t in enumerate(tokens) if n and t.folded in _WHO), None)
    clause = place is not None and len(tokens) - place <= _CLAUSE and tokens[-1].folded in _IT
    return tokens[:place] if clause else tokens


_NAMED = frozenset(("named", "called", "these", "those", "such"))
_WHO = frozenset(("that", "which", "who", "die", "das", "der"))
_IT = frozenset(("it", "them", "each", "one", "so", "sie", "ihn", "es"))
_CLAUSE = 4

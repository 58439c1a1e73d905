"""Readings of words by the data: literals and individuals that the value index finds in a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.categories import Categories
from nlkgq.generation.offline.coded_values import coded
from nlkgq.generation.offline.function_words import EMPTY, HAVE
from nlkgq.generation.offline.named_individuals import NamedIndividuals
from nlkgq.generation.offline.passages import passages
from nlkgq.generation.offline.quoted_values import QuotedValues
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.stored_forms import singulars
from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.unheld_names import unheld_beside
from nlkgq.generation.offline.value_spans import (
    Span,
    does_something,
    has_initials,
    overlapping,
    plain,
    with_initials,
    with_marks,
    with_suffix,
)
from nlkgq.ontology.words import fold
from nlkgq.results.models import RdfTerm
from nlkgq.values.acronyms import long_names, stored_acronym
from nlkgq.values.model import Holder, StoredValue, ValueIndex, ValueMatch
from nlkgq.values.short_names import short_names

_MOST = 8
_WHOLE = 0.95
_SURE = 0.6
_BY_INITIALS = 0.75
_CUT_SHORT = 0.9
"""How sure a name is whose every word is stored, cut short."""
_BY_HEAD = 0.8
_INFLECTED = 0.72
_BY_PASSAGE = 0.92
_ORIGIN = 0.85
_TONGUE = 0.7
_CASES = "ernms"
_LONGEST_PLURAL = 3
_SMALL = (
    EMPTY | HAVE | {"in", "on", "at", "by", "for", "from", "to", "with", "or", "all", "how", "many", "what", "each"}
)
_PARTS = 5
_HEAD = re.compile(r"[,;(]")
_TOLD_APART = re.compile(r" (?:\d+|[ivx]+|\([^()]*\))")


def _is_handed(place: int, tokens: Sequence[Token]) -> bool:
    """``left-handed``: one word."""
    after = [t.folded for t in tokens[place + 1 : place + 3]]
    return after[:1] == ["-"] and after[1:] in (["handed"], ["handers"], ["hander"])


class StoredValues:
    """Finds the stored values that a question names; ``keyed``: IRIs are only keys of rows, and name nothing.

    Args:
        index: The values.
        schema: What holds them.
        is_common: Whether a word is one of language or of the vocabulary.
        is_part: Whether a word is one of the vocabulary only within longer names.
        categories: Tells values that sort things.
    """

    def __init__(
        self,
        index: ValueIndex,
        schema: SchemaGraph,
        is_common: Callable[[str], bool],
        is_part: Callable[[str], bool],
        categories: Categories,
    ) -> None:
        self.index = index
        self.schema = schema
        self._is_common = is_common
        self._named = NamedIndividuals(schema.ontology, index, is_common)
        self._is_part = is_part
        self._categories = categories
        self._quoted = QuotedValues(index, schema, self._grouped)
        self.keyed = False
        self._scanned: tuple[str, Sequence[ValueMatch]] = ("", ())

    def _scan(self, text: str) -> Sequence[ValueMatch]:
        """What the index finds in a text; a question in German is looked at twice."""
        scanned = self._scanned
        if scanned[0] != text:
            scanned = self._scanned = (text, tuple(self.index.scan(text)))
        return scanned[1]

    def find(self, text: str, tokens: Sequence[Token]) -> list[Span]:
        """(first token, end token, readings best first) for every span of the question that may be a value."""
        starts = {t.start: n for n, t in enumerate(tokens)}
        ends = {t.end: n + 1 for n, t in enumerate(tokens)}
        found: list[Span] = []
        for match in self._scan(text):
            start = starts.get(match.start)
            end = ends.get(match.end)
            if end is None:
                end = next((n + 1 for n, t in enumerate(tokens) if t.start < match.end <= t.end), None)
            if start is None:
                start = next((n for n, t in enumerate(tokens) if t.start <= match.start < t.end), None)
            if start is None or end is None or start >= end or any(t.kind == "quote" for t in tokens[start:end]):
                continue
            start, end, match = with_marks(start, end, match, text, tokens)
            first = start == 0 and not does_something(tokens[0], tokens[end:])
            readings = self._readings(match, tokens[start:end], first=first)
            if readings:
                named = with_initials(start, end, readings, tokens)
                if named is not None:
                    found.append(with_suffix(*named, tokens))
        found += self._quoted.find(tokens)
        found += [(s, e, self._grouped(v, score)) for s, e, v, score in self._named.find(tokens, found)]
        found += overlapping(found)
        covered = frozenset(
            n for s, e, readings in found if e > s + 1 and readings[0].score > _SURE for n in range(s, e)
        )
        found += [(s, e, self._grouped(v, _BY_PASSAGE)) for s, e, v in passages(tokens, covered, self._holding)]
        found += [*self._abbreviated(tokens, found), *self.plurals(tokens, found)]
        return [*found, *unheld_beside(tokens, found, self._is_common)]

    def _holding(self, text: str) -> list[StoredValue]:
        """Stored values that hold some words one after another."""
        return [v for m in self.index.search(text, limit=20) for v in m.values if plain(text) in plain(v.text)]

    def _abbreviated(self, tokens: Sequence[Token], found: Sequence[Span]) -> list[Span]:
        """Names that the graph holds by their initials, where it does not hold them as they stand."""
        abbreviated: list[Span] = []
        words = [t.text if t.kind in ("word", "mark") else "" for t in tokens]
        if words and self._is_common(tokens[0].folded):
            words[0] = ""
        for start, end, acronyms in long_names(words):
            if any(s <= start and end <= e and readings[0].score > _SURE for s, e, readings in found):
                continue
            stored = stored_acronym(acronyms, self.index)
            if stored:
                abbreviated.append((start, end, self._grouped(stored, _BY_INITIALS)))
        for start, end, stored in short_names(words, self.index):
            if not any(s <= start and end <= e and readings[0].score > _CUT_SHORT for s, e, readings in found):
                abbreviated.append((start, end, self._grouped(stored, _CUT_SHORT)))
        return abbreviated

    def plurals(self, tokens: Sequence[Token], found: Sequence[Span]) -> list[Span]:
        """Words that are no value as they stand, but the plural of one."""
        covered = {n for start, end, _ in found for n in range(start, end)}
        meant = [
            (n, coded(token, lambda text: self._grouped(self.index.lookup(text), 0.9)))
            for n, token in enumerate(tokens)
        ]
        covered |= {n for n, readings in meant if readings}
        free = [(n, t) for n, t in enumerate(tokens) if n not in covered]
        words = [(n, t) for n, t in free if t.kind == "word"]
        read = [*meant, *((n, self._from_there(t)) for n, t in free if t.names)]
        read += [(n, self._happened(t)) for n, t in words]
        read += [(n, self._singular(t)) for n, t in words if not self._is_common(t.folded)]
        single = [(n, n + (3 if _is_handed(n, tokens) else 1), readings) for n, readings in read if readings]
        # a word that is hardly a value by itself may begin one: "PhD" of "PhD student"
        return [*single, *self._plural_names(tokens, {n for s, e, r in found if r[0].score > 0.5 for n in range(s, e)})]

    def _plural_names(self, tokens: Sequence[Token], covered: set[int]) -> list[Span]:
        """``brake pads``, where there is a "brake pad"."""
        found: list[Span] = []
        for start, first in enumerate(tokens):
            if first.kind != "word" or start in covered or first.folded in _SMALL:
                continue
            for end in range(start + 2, min(start + _LONGEST_PLURAL, len(tokens)) + 1):
                last = tokens[end - 1]
                if last.kind != "word" or end - 1 in covered:
                    break
                before = " ".join(t.text for t in tokens[start : end - 1])
                readings = self._singular(last, f"{before} ") if last.folded.endswith("s") else []
                if readings:
                    found.append((start, end, readings))
        return found

    def lookup(self, text: str) -> list[Reading]:
        """Readings of a text as a whole; [] when the graph does not hold it."""
        return self._grouped(self.index.lookup(text), 1.0)

    def _from_there(self, token: Token) -> list[Reading]:
        """The country that an adjective of origin tells of, or its language."""
        land = next((found for name in token.names if (found := self._grouped(self.index.lookup(name), _ORIGIN))), [])
        return [*land, *self._grouped(self.index.lookup(token.folded.rstrip(_CASES)), _TONGUE)]

    def _singular(self, token: Token, before: str = "") -> list[Reading]:
        """The value whose plural a word is: ``satires``, ``cats``."""
        word = token.text
        if word[:1].isdigit():
            # "the 1990s" are ten years.
            return []
        forms = (self.index.lookup(before + form) for form in singulars(word))
        return next((read for values in forms if (read := self._grouped(values, _INFLECTED))), [])

    def _happened(self, token: Token) -> list[Reading]:
        """The state that a word tells of which means nothing else: ``failed``, where "fail" is stored."""
        values = self._categories.happened(token.folded, self.index.lookup) if token.text.islower() else []
        return self._grouped(values, _INFLECTED)

    def _readings(self, match: ValueMatch, span: Sequence[Token], *, first: bool) -> list[Reading]:
        headed = self._headed(match, span)
        if headed:
            return self._grouped(headed, _BY_HEAD)
        score = self._trust(match, span, first=first)
        if score <= 0.15:
            return []
        if match.kind in ("part", "fuzzy"):
            return self._grouped(self._spelling(match, span), score)
        # As it was typed: "Hof Fjäll, North" is not "Hof Fjall, North".
        typed = "".join(t.text if t.glued or not n else f" {t.text}" for n, t in enumerate(span))
        exact = [v for v in match.values if v.text == typed]
        rest = [v for v in match.values if v.text != typed]
        found = self._grouped(exact, score)
        same = {r.iri: r.subject for r in found if r.iri}
        others = self._grouped(rest, score * (0.9 if exact else 1.0))
        # A name spelt otherwise is meant only where it names other things.
        return [*found, *(r for r in others if r.iri not in same or not r.subject & same[r.iri])]

    def _headed(self, match: ValueMatch, span: Sequence[Token]) -> list[StoredValue]:
        """The values that begin with these words and go on after a comma or the like: ``Lund University, Sweden``."""
        typed = " ".join(t.text for t in span)
        capitals = [t for t in span if t.text[:1].isupper() and not self._is_common(t.folded)]
        if match.kind != "part" or len(capitals) < 1 or sum(t.kind == "word" for t in span) < 2:
            return []
        found = [v for v in match.values if plain(_HEAD.split(v.text)[0]) == plain(typed)]
        if found and len(match.values) >= _PARTS:
            # There may be more.
            near = [v for m in self.index.search(typed, limit=50) for v in m.values]
            found += [v for v in near if v not in found and plain(_HEAD.split(v.text)[0]) == plain(typed)]
        return found

    def _spelling(self, match: ValueMatch, span: Sequence[Token]) -> list[StoredValue]:
        """Of values found by a part of them, those that have every word typed, or begin a word with its initial."""
        typed = [w for t in span if t.kind != "mark" for w in plain(t.folded).split()]
        found = []
        for value in match.values:
            words = plain(value.text).split()
            if match.kind == "fuzzy" or all(
                any(w == t or (len(t) == 1 and w.startswith(t)) for w in words) for t in typed
            ):
                found.append(value)
        if match.kind != "part":
            return found if len(found) == 1 else []
        # "Hughes" in "James H. Hughes", not in the label of what he wrote.
        shortest = min((len(plain(v.text).split()) for v in found), default=0)
        return [v for v in found if len(plain(v.text).split()) <= 2 * shortest + 1]

    def _trust(self, match: ValueMatch, span: Sequence[Token], *, first: bool) -> float:
        """How likely the words are meant as this value, by their spelling."""
        words = [t for t in span if t.kind == "word"]
        typed = [t.text for t in span]
        # What the question calls by words that every question uses is rarely a value.
        common = [] if has_initials(span) else [w for w in words if self._is_common(w.folded)]
        if len(words) == 1 and match.kind in ("exact", "folded") and all(_is_acronym(v.text) for v in match.values):
            # "fsl", for FSL, is a name though a property has it in its own
            common = [w for w in common if not self._is_part(w.folded)]
        if len(common) == len(words) == 1 and self._categories.sorts(common[0].folded, match):
            # "closed" is no word for an operation here, but a state that some have
            common = []
        if match.kind == "exact":
            score = 1.0
        elif match.kind == "folded" and span[0].folded in _ARTICLES and _begins_otherwise(span[0].folded, match):
            # "a GE" is no age
            return 0.0
        elif match.kind == "folded":
            score = 0.86 if any(c.isupper() for t in typed for c in t) else 0.74
        elif match.kind == "part" and all(_is_numbered(v.text, typed) for v in match.values):
            score = 0.85
        elif match.kind == "part":
            # All words of a value in another order, as in "Winterborn, Ada", are nearly the value.
            score = (0.85 if match.score >= _WHOLE else 0.62) * match.score
        else:
            score = 0.6 * match.score
        capitals = [t for t in words if t.text[:1].isupper()]
        if first and len(words) == 1:
            capitals = []
        if words and len(common) == len(words):
            # "well known" is a value where it is stored so, "known" is a word.
            score *= 0.85 if match.kind == "exact" and (capitals or len(words) > 1) else 0.15
        elif words and not capitals and match.kind != "exact":
            score *= 0.85
        if match.kind in ("part", "fuzzy") and (not capitals or (common and not _is_inverted(match, capitals))):
            score *= 0.2
        return score

    def _grouped(self, values: Sequence[StoredValue], score: float) -> list[Reading]:
        """Values with one holder become one reading; holders are ordered by use."""
        literals: dict[str, tuple[list[RdfTerm], int, int]] = {}
        entities: list[Reading] = []
        for value in values:
            if value.term.kind != "literal":
                own = self.schema.ontology.individuals.get(value.term.value)
                mask = self.mask(value.classes or (own.types if own is not None else ()))
                # What only spells a name, such as the address of a page, is rarely meant by it.
                fit = 0.97 if value.classes or own is not None else 0.8
                entities.append(
                    Reading(
                        kind="entity",
                        score=score * fit,
                        subject=mask,
                        terms=(value.term,),
                        how=value.text,
                        held_by=frozenset(h.property for h in value.holders),
                    )
                )
                continue
            for holder in value.holders:
                terms, mask, uses = literals.get(holder.property, ([], 0, 0))
                if value.term not in terms:
                    terms.append(value.term)
                one = self._holder(holder)
                mask = ANYTHING if ANYTHING in (one, mask) else mask | one
                literals[holder.property] = (terms, mask, uses + holder.uses)
        found = [
            Reading(
                kind="value",
                iri=iri,
                score=score * (1.0 - 0.01 * rank),
                subject=mask or ANYTHING,
                terms=tuple(terms),
                how=terms[0].value,
            )
            for rank, (iri, (terms, mask, _)) in enumerate(sorted(literals.items(), key=lambda item: -item[1][2]))
        ]
        return [*found[:_MOST], *(() if self.keyed else entities[:3])]

    def _holder(self, holder: Holder) -> int:
        """The mask of what holds a value; what has no class is what the property is declared for."""
        known = self.schema.ontology.properties.get(holder.property)
        if not holder.subject_class and known is not None and known.domain_classes:
            return self.schema.subjects(holder.property)
        return self.mask((holder.subject_class,))

    def mask(self, classes: Sequence[str]) -> int:
        """The mask of any of some classes; anything where one is unknown."""
        found = 0
        for iri in classes:
            if not iri:
                return ANYTHING
            own = self.schema.mask(iri)
            if own == ANYTHING:
                continue
            found |= own
        return found or ANYTHING


def _is_acronym(text: str) -> bool:
    return len(text) > 1 and text.isalpha() and text.isupper()


def _is_numbered(text: str, typed: Sequence[str]) -> bool:
    """``Ada Winterborn 0002``, ``Ebb Tide (film)``: the words typed, and what tells equal names apart."""
    name = plain(" ".join(typed))
    rest = fold(text)[len(name) :] if fold(text).startswith(name + " ") else ""
    return bool(_TOLD_APART.fullmatch(rest))


def _is_inverted(match: ValueMatch, capitals: Sequence[Token]) -> bool:
    """``Tessin, Clara von``: every word of a name, its particles too."""
    return match.kind == "part" and match.score >= _WHOLE and len(capitals) > 1


_ARTICLES = frozenset(("a", "an", "the"))


def _begins_otherwise(article: str, match: ValueMatch) -> bool:
    return not any(plain(v.text).split()[:1] == [article] for v in match.values)

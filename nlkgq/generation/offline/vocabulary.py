"""Readings of words by the ontology: classes and properties that a phrase may mean."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.absences import absences
from nlkgq.generation.offline.agent_nouns import drop_derived, is_act, is_deed, is_doer, weight_beside_doer
from nlkgq.generation.offline.associations import Associations
from nlkgq.generation.offline.flag_names import without_flags
from nlkgq.generation.offline.function_words import MEASURING, PARTICIPLES, VERBS, ends_as_verb
from nlkgq.generation.offline.german_words import is_verb_form
from nlkgq.generation.offline.name_forms import (
    NAMED,
    head,
    is_inflected_verb,
    is_of,
    is_told_both_ways,
    is_verb_phrase,
    lacks_preposition,
    singular,
)
from nlkgq.generation.offline.operators import Adjective, operator_words
from nlkgq.generation.offline.persons import rows_of_persons
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.whole_names import whole_names
from nlkgq.iri import local_name
from nlkgq.ontology.lexicon import Lexicon, TermMatch, words_of
from nlkgq.ontology.model import split_identifier
from nlkgq.ontology.words import Direction

_MOST = 8
_ITSELF = 0.97
_PREPOSITIONS = frozenset(("in", "at", "on", "for", "to", "with", "by", "from", "an", "bei", "mit", "von"))
ASSOCIATED = 0.42
"""The score of a reading by meaning alone; that of a word of a comment is 0.45 at most."""
_NOUNS_IN_ING = frozenset(("rating", "building", "ending", "opening", "spelling", "meaning", "ranking", "casting"))
_VERB_FORMS = PARTICIPLES | {"wrote", "sang", "took", "gave", "ran", "spoke", "drew", "wears", "belong", "belongs"}
_ARTICLES = frozenset(("a", "an", "the"))
KEY_WORDS = frozenset(("id", "ids", "identifier", "identifiers", "number", "numbers", "code", "codes", "key", "keys"))
_WHOLE = ("label", "alternative", "identifier")


def _acts_on_some(words: tuple[str, ...]) -> bool:
    """``directed a film``: a verb with what it acts on; "used tool" and "opening year of the mill" are nouns."""
    return bool(_ARTICLES.intersection(head(words)[1:])) and (ends_as_verb(words[0]) or words[0] in _VERB_FORMS)


def is_called_key(iri: str) -> bool:
    """Whether a property has the name of a key: ``clientNumber``, ``customer_id``."""
    return bool(KEY_WORDS.intersection(split_identifier(local_name(iri)).lower().split()[-1:]))


def _is_key(reading: Reading) -> bool:
    return reading.kind == "property" and not reading.object and is_called_key(reading.iri)


class Vocabulary:
    """Turns lexicon matches into readings that the schema and the data allow."""

    def __init__(self, lexicon: Lexicon, schema: SchemaGraph, associations: Associations | None = None) -> None:
        self.lexicon = lexicon
        self.associations = associations
        self.schema = schema
        self.long_names = whole_names(schema.ontology, lexicon)
        self.absences = absences(schema.ontology.properties.values(), lexicon.function_words)
        self.languages = tuple(w.language for w in lexicon.words)
        self._cache: dict[tuple[str, ...], tuple[Reading, ...]] = {}
        self.names: tuple[str, ...] = ()
        self.tabular = False

    def is_operator(self, word: str) -> bool:
        """Whether a folded word is one of those that stand for operations."""
        return any(word in operator_words(language) for language in self.languages)

    def readings(self, words: Sequence[str]) -> tuple[Reading, ...]:
        """What the phrase may mean, best first; () when the data holds nothing of it."""
        key = tuple(words)
        if key not in self._cache:
            if len(self._cache) > 20_000:
                self._cache.clear()
            self._cache[key] = self._read(key) if key else ()
        return self._cache[key]

    def _read(self, words: tuple[str, ...]) -> tuple[Reading, ...]:
        found: dict[tuple[str, str], Reading] = {}
        # "published in" is a verb as "published" is.
        last = words[-1] if words[-1].endswith("by") else self.lexicon.content(head(words))[-1]
        verb = ends_as_verb(last) or last in _VERB_FORMS or is_verb_form(last) or _acts_on_some(words)
        matches = self.lexicon.lookup(words, limit=24)
        if len(words) == 1 and not last.endswith(("ed", "ing")) and is_told_both_ways(matches):
            # "cite" is what "cites" says, and not "cited by"
            matches, verb = tuple(m for m in matches if not m.form.lower().endswith(" by")), True
        noun = last in _NOUNS_IN_ING or not verb
        for match in without_flags(matches, words, self.lexicon, self.schema):
            reading = self._reading(match, noun=self._is_noun(match, words, noun=noun))
            if reading is not None:
                if not noun and reading.kind == "class" and match.how != "label":
                    # "prescribed" says that there is a row of prescriptions
                    reading = _rescored(reading, reading.score * (0.9 if self._is_event(reading.iri) else 0.6))
                if reading.kind == "class" and match.how == "inflected":
                    content = self.lexicon.content(words)
                    reading = _rescored(reading, reading.score * weight_beside_doer(words, content, match.form))
                if (not noun and self._is_number_within(reading)) or (
                    _is_key(reading) and is_deed(words[-1], match.form)
                ):
                    # "played" and "plays" tell of no `player_id`
                    continue
                if reading.object and reading.noun and match.how == "inflected" and is_doer(words[-1], match.form):
                    # the "employer" is who employs
                    reading = replace(reading, inverse=not reading.inverse)
                if not reading.object and lacks_preposition(match, words):
                    # "members" are no dates, though "member since" is one
                    reading = _rescored(reading, reading.score * 0.6)
                reading = self._of_relation(reading, words)
                if reading is None:
                    continue
                target = self.schema.reference_of(reading.iri)
                if target is not None and KEY_WORDS.intersection(words) and self._has_key(target, reading.iri):
                    reading = _rescored(reading, reading.score * (0.6 if _IDS.issuperset(words) else 0.85))
                elif _IDS.issuperset(words) and _is_key(reading) and self.schema.is_key(reading.iri):
                    # "the ids of the visits": what tells these apart
                    reading = _rescored(reading, max(reading.score, _OWN_KEY))
                if target is not None and not KEY_WORDS.intersection(words):
                    # A column that repeats the key of another row: words mean the row unless they name the key.
                    reading = _rescored(reading, reading.score * 0.6)
                kept = found.get((reading.kind, reading.iri))
                if kept is None or kept.score < reading.score:
                    found[reading.kind, reading.iri] = reading
        if not KEY_WORDS.intersection(words):
            self._rows(found)
            self._aliases(found)
        if words in (("name",), ("names",)):
            # What names things whose property is not called so, such as `orchestra` of an orchestra.
            for iri in self.names:
                own = self._reading(TermMatch(iri=iri, kind="property", how="synonym", score=0.9, form=iri), noun=True)
                if own is not None:
                    found.setdefault((own.kind, own.iri), own)
        if not found and len(words) == 1:
            found = self._associated(words[0], noun=noun)
        if not verb:
            drop_derived(found, lambda iri: self.is_called(iri, words, plural=True))
        best = sorted(self._by_its_name(words, list(found.values())), key=lambda r: (-r.score, r.kind, r.iri))
        floor = best[0].score * (0.62 if best[0].score > 0.93 and words[-1] not in MEASURING else 0.5) if best else 0.0
        if best and not noun and best[0].score >= _ITSELF and self.schema.is_boolean(best[0].iri):
            # "won" is what is true of who won, whatever else it may be a word for.
            floor = _ITSELF * best[0].score
        literal = bool(best) and best[0].kind == "property" and not best[0].object
        if literal and best[0].score > _WHOLE_PHRASE and len(self.lexicon.content(words)) > 1:
            # The whole name of a value means this value.
            floor = 0.9 * best[0].score
        return tuple(r for r in best[:_MOST] if r.score >= floor)

    def _by_its_name(self, words: tuple[str, ...], readings: list[Reading]) -> list[Reading]:
        """Where a word is the name of a class, neither another class nor a role of its members is meant as much."""
        named = [r for r in readings if r.kind == "class" and r.how in NAMED and r.score > _EXACTLY]
        if not named:
            return readings
        called = [r for r in named if self.is_called(r.iri, words)]
        # "mentors" are those called "mentor", not "mentoring"
        called = [r for r in called if self.is_called(r.iri, words, plural=True)] or called
        found = []
        for r in readings:
            if r.kind == "class" and (r not in named or (called and r not in called)):
                continue
            doer = any(r.subject == c.subject != r.object for c in named)
            bare = words[-1] not in _PREPOSITIONS and words[-1] != "of"
            if doer and bare and r.kind == "property" and r.object and self._tells_where(r.iri):
                # "participants" are those who participate in something, "members" who is a member of something.
                continue
            ends = [c for c in named if r.score <= c.score and self._leads_to(r, c)]
            role = r.kind == "property" and r.noun and bool(ends)
            less = _ROLE + (_PLACE if self._leads_there(r.iri) else 0.0)
            found.append(_rescored(r, r.score - less) if role and not self.is_called(r.iri, words) else r)
        return found

    def _leads_to(self, reading: Reading, named: Reading) -> bool:
        """Whether a property leads to the things of a class, or to them among others by what it lies in."""
        wider = reading.object not in (0, ANYTHING) and named.subject & ~reading.object == 0
        return reading.object == named.subject or (wider and self._leads_there(reading.iri))

    def _leads_there(self, iri: str) -> bool:
        """Whether a property's label is a preposition and a noun, such as ``in fleet``: the noun is no role."""
        term = self.schema.ontology.term(iri)
        words = words_of(term.label()) if term else []
        return len(words) > 1 and words[0] in _PREPOSITIONS | {"of", "from"}

    def _tells_where(self, iri: str) -> bool:
        """Whether a property's label is a verb with a preposition, such as ``participates in``."""
        term = self.schema.ontology.term(iri)
        words = words_of(term.label()) if term else []
        return len(words) > 1 and (words[-1] in _PREPOSITIONS or words[-1] == "of")

    def is_called(self, iri: str, words: Sequence[str], *, plural: bool = False) -> bool:
        """Whether a label of a term is just these words, inflections aside: `of ship` is not called "ships".

        Args:
            iri: The term.
            words: Folded.
            plural: Whether no other inflection counts than that of a plural.
        """
        term = self.schema.ontology.term(iri)
        names = [t.value for t in (*term.labels, *term.alt_labels)] if term is not None else []
        names = names or [split_identifier(local_name(iri))]
        same = singular if plural else self._stem
        return any([same(w) for w in words_of(name)] == [same(w) for w in words] for name in names)

    def _stem(self, word: str) -> str:
        return self.lexicon.stems(word)[-1]

    def _of_relation(self, reading: Reading, words: tuple[str, ...]) -> Reading | None:
        """The key of the thing that a row of a relation refers to, in place of the column that repeats it."""
        owners = self.schema.names(reading.subject) if KEY_WORDS.intersection(words) else []
        if reading.kind != "property" or len(owners) != 1 or owners[0] not in self.schema.relations:
            return reading
        reference = self.schema.reference_of(reading.iri)
        things = self.schema.objects(reference) if reference is not None else 0
        keys = [p for p in sorted(self.schema.ontology.properties) if self.schema.is_key(p) and _is_named_key(p)]
        return next(
            (replace(reading, iri=p, subject=things) for p in keys if self.schema.subjects(p) == things != ANYTHING),
            reading if reference is not None else None,
        )

    def _has_key(self, reference: str, column: str) -> bool:
        """Whether the row that a column refers to has a column of the same name."""
        key = column.partition("#")[2]
        return any(
            f"{table}#{key}" in self.schema.ontology.properties
            for table in self.schema.names(self.schema.objects(reference))
        )

    def _is_noun(self, match: TermMatch, words: tuple[str, ...], *, noun: bool) -> bool:
        """Whether the words name a value rather than tell of it: "tickets sold" does where it is a whole name."""
        content = self.lexicon.content(words)
        if is_act(words[-1], match.form):
            return False
        if not noun and match.how in _WHOLE and len(content) > 1 and self.schema.is_literal(match.iri):
            return not (ends_as_verb(content[0]) or content[0] in _VERB_FORMS)
        # "hang in", of "hangs in"; "take part in", for "participant"
        several = len(words) > 1
        told = several and match.how == "inflected" and words[-1] in _PREPOSITIONS
        told = told or (several and match.how == "synonym" and words[0] in VERBS)
        return noun and not (told or is_verb_phrase(match) or is_inflected_verb(match))

    def _is_event(self, iri: str) -> bool:
        """Whether the rows of a table refer to rows of others, as what happened to these does."""
        schema = self.schema
        if not self.tabular or schema.profile is None or iri in schema.relations:
            return False
        return any(
            schema.is_reference(p) and iri in held.subject_classes for p, held in schema.profile.properties.items()
        )

    def _rows(self, found: dict[tuple[str, str], Reading]) -> None:
        """The word in the name of a key, such as `order_no`, is a word for what it is the key of."""
        for reading in list(found.values()):
            column = reading.kind == "property" and not reading.object and "#" in reading.iri
            if not column or not is_code(reading.iri) or not self.schema.is_key(reading.iri):
                continue
            owners = self.schema.names(reading.subject)
            if len(owners) == 1 and ("class", owners[0]) in found and self._is_row_of(reading.iri, owners[0]):
                del found["property", reading.iri]
                own = found["class", owners[0]]
                found["class", owners[0]] = _rescored(own, max(own.score, round(0.95 * reading.score, 4)))

    def _is_number_within(self, reading: Reading) -> bool:
        """Whether a property numbers rows among those of one thing: ``tested`` tells no `test_no`."""
        literal = reading.kind == "property" and not reading.object
        return literal and is_code(reading.iri) and not self.schema.is_key(reading.iri)

    def _is_row_of(self, key: str, owner: str) -> bool:
        """Whether a key is called after its class: `order_no` of `customer_order`."""
        own = {self.lexicon.stems(w)[-1] for w in split_identifier(local_name(owner)).lower().split()}
        words = {self.lexicon.stems(w)[-1] for w in split_identifier(local_name(key)).lower().split()[:-1]}
        return bool(words) and words <= own

    def _aliases(self, found: dict[tuple[str, str], Reading]) -> None:
        """Tables that refer to the rows of another by one word call these rows so: `student_id`, for a `pupil`."""
        by_column: dict[tuple[str, int], list[Reading]] = {}
        for reading in found.values():
            if reading.kind == "property" and reading.object and self.schema.is_reference(reading.iri):
                column = reading.iri.partition("#")[2]
                by_column.setdefault((column, reading.object), []).append(reading)
        for (_, mask), readings in sorted(by_column.items()):
            classes = self.schema.names(mask)
            if len(readings) > 1 and len(classes) == 1 and ("class", classes[0]) not in found:
                score = round(0.85 + 0.1 * max(r.score for r in readings), 4)
                found["class", classes[0]] = Reading(kind="class", iri=classes[0], score=score, subject=mask)

    def _associated(self, word: str, *, noun: bool) -> dict[tuple[str, str], Reading]:
        """What a word that no name has is near in meaning to; less than every reading by names."""
        near = self.associations.nearest(word) if self.associations is not None and len(word) > 3 else None
        if near is None:
            return {}
        match = TermMatch(iri=near.iri, kind=near.kind, how="comment", score=ASSOCIATED, form=near.name)
        reading = self._reading(match, noun=noun)
        return {} if reading is None else {(near.kind, near.iri): replace(reading, how=f"like “{near.name}”")}

    def _reading(self, match: TermMatch, *, noun: bool) -> Reading | None:
        schema = self.schema
        if match.kind == "class":
            mask = schema.mask(match.iri)
            held = schema.profile.classes if schema.profile else None
            if held is not None and not any(name in held for name in schema.ontology.subclasses(match.iri)):
                return None
            score = match.score
            if held is not None and match.how in ("synonym", "partial"):
                # Of words that stand for several classes, the larger class is meant.
                largest = max(held.values(), default=1)
                share = math.log1p(held.get(match.iri, 0)) / math.log1p(largest)
                score *= 0.94 + 0.06 * share
            return Reading(kind="class", iri=match.iri, score=round(score, 4), how=match.how, subject=mask)
        iri, same = schema.stored(match.iri)
        if match.kind != "property" or not schema.is_used(iri):
            return None
        return Reading(
            kind="property",
            iri=iri,
            score=match.score,
            how=match.how,
            subject=schema.subjects(iri),
            object=schema.objects(iri),
            inverse=(not same) != (noun and is_of(match) and schema.objects(iri) != 0),
            noun=noun,
        )

    def measured(self, adjective: Adjective, of: int = ANYTHING) -> list[tuple[Direction, Reading]]:
        """(direction, property reading) pairs that an adjective may measure things ``of`` some classes by, in order."""
        found: list[tuple[Direction, Reading]] = []
        for rank, (direction, names) in enumerate(adjective.senses):
            for place, name in enumerate(names):
                for reading in self.readings(name.split("_")):
                    if reading.kind == "property" and reading.subject & of and self._measurable(reading.iri):
                        weight = reading.score * (0.97 - 0.05 * rank - 0.02 * place)
                        found.append((direction, _rescored(reading, weight)))
        found.sort(key=lambda pair: -pair[1].score)
        unique: dict[str, tuple[Direction, Reading]] = {}
        for direction, reading in found:
            unique.setdefault(reading.iri, (direction, reading))
        return list(unique.values())[:_MOST]

    def asked_for(self, phrase: str) -> list[Reading]:
        """Readings of what a question word (``when``, ``how_long``) asks for, best first."""
        found: dict[str, Reading] = {}
        for words in self.lexicon.words:
            for place, name in enumerate(words.question_words.get(phrase, ())):
                for reading in self.readings(name.split("_")):
                    weight = reading.score * (0.9 - 0.02 * place)
                    if reading.iri not in found or found[reading.iri].score < weight:
                        found[reading.iri] = _rescored(reading, weight)
        best = sorted(found.values(), key=lambda r: -r.score)[:_MOST]
        if phrase != "who":
            told = [r for r in best if r.kind == "property"]
            # a release is no answer to when it was, where dates are stored
            dates = [r for r in told if not r.object] if phrase == "when" else []
            return dates or told
        people = 0
        for reading in best:
            if reading.kind == "class" and reading.subject != ANYTHING:
                people |= reading.subject
        anyone = Reading(kind="asked", score=0.7 if people else 1.0)
        if not people and (persons := rows_of_persons(self.schema) if self.tabular else 0):
            return [Reading(kind="asked", subject=persons, score=0.9), replace(anyone, score=0.5)]
        return [Reading(kind="asked", subject=people), anyone] if people else [anyone]

    def _measurable(self, iri: str) -> bool:
        schema = self.schema
        if is_called_key(iri):
            # "the largest order" is not the one with the largest number
            return False
        # Numbers are often stored as plain text in exports of relational tables.
        return schema.is_literal(iri) or schema.amounts.worth(schema.objects(iri)) is not None


_EXACTLY = 0.92
_OWN_KEY = 0.7
_IDS = frozenset(("id", "ids", "identifier", "identifiers"))
_WHOLE_PHRASE = 0.96
_ROLE = 0.12
_PLACE = 0.15


def _is_named_key(iri: str) -> bool:
    return split_identifier(local_name(iri)).lower().split()[-1:][0] in KEY_WORDS


def is_code(iri: str) -> bool:
    """Whether a property holds numbers that only tell things apart: codes are many or few, not high or low."""
    return bool(_CODES.intersection(split_identifier(local_name(iri)).lower().split()[-1:]))


_CODES = frozenset(("id", "identifier", "number", "no", "nr", "code", "key", "zip", "phone", "isbn", "ssn"))


def _rescored(reading: Reading, score: float) -> Reading:
    return replace(reading, score=round(score, 4))

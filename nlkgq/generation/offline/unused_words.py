"""Signs that something was said that the query does nothing with: ``both a song and its cover``, ``each other``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.function_words import BE, DO, HAVE, PARTICIPLES, ends_as_verb
from nlkgq.generation.offline.linking import OBJECT, SUBJECT, ports
from nlkgq.generation.offline.makers import MADE
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.said_again import THEIR
from nlkgq.ontology.lexicon import words_of


def is_state(c: Candidate) -> bool:
    """``which claims are still open``, read as those of which it is known when they were opened."""
    for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        word = m.text.lower()
        dated = r.kind == "property" and not r.object and c.writer.schema.tells_when(r.iri) and r.how == "partial"
        used = m.projected or m.comparison or m.superlative or m.order or m.group or m.measured or m.shared or m.part
        filled = any(m.number in (k.left, k.right) for k in c.assembly.links if k.kind in ("fill", "compare", "edge"))
        if dated and BE & set(m.gap) and not (used or filled or ends_as_verb(word) or word in PARTICIPLES):
            return True
    return False


def guesses_amount(c: Candidate) -> bool:
    """``how much was paid for each ship``: whether any of several amounts may be meant, and no word says which."""
    for m in c.assembly.mentions if c.verbs else ():
        alike = {r.iri for r in m.readings if r.score > _ALIKE * m.readings[0].score}
        if m.asked == "how_much" and len(alike) > 1:
            return True
    return False


def leaves_out_time(c: Candidate) -> bool:
    """``who died the youngest``, read as who is the youngest: whether the date that a verb tells is not looked at."""
    used = {e.property for e in c.graph.edges}
    return any(m.measured for m in c.assembly.mentions) and any(
        r.kind == "property" and not r.object and c.writer.schema.tells_when(r.iri) and r.iri not in used
        for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True)
        if m.number not in c.light
    )


def are_no_two(c: Candidate) -> bool:
    """``has ships of different flags``, ``sold to each other``, ``both a song and its cover``: two, read as one."""
    words = [t.folded for t in c.plan.tokens if t.kind == "word"]
    told = any(k.other is not None for k in c.graph.conditions) or c.graph.having
    if told:
        return False
    mutual = any(words[n : n + 2] == ["each", "other"] for n in range(len(words)))
    for m in c.assembly.mentions:
        if m.distinct and m.gap[-1:] == ("different",) and m.gap[:-1] in _OF and not (m.projected or m.aggregates):
            return True
        if "and" in m.gap and THEIR & set(m.gap) and any("both" in o.gap for o in c.assembly.mentions):
            return True
    return mutual


def is_bare_number(c: Candidate) -> bool:
    """``got a 10``: whether nothing tells what the number is one of."""
    return any(
        m.gap[-1:] in (("a",), ("an",)) and m.value is not None and m is c.assembly.mentions[-1] and not m.comparison
        for m in c.assembly.mentions
    )


def tells_nothing(c: Candidate) -> bool:
    """``who is X``: whether somebody is told who has something to do with X, which no word says."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    who = len(mentions) == 2 and mentions[0].asked == "who" and readings[1].kind in ("value", "entity")
    return who and set(mentions[1].gap) <= BE and any(k.kind == "path" for k in c.assembly.links)


def acts_by_nobody(c: Candidate) -> bool:
    """``when did X make a song``: whether no word tells what X did to make it."""
    joined = [{k.left, k.right} for k in c.assembly.links]
    return any(
        bool(DO.intersection(doer.gap))
        and not verb.gap
        and c.assembly.readings[verb.number].kind == "property"
        and verb.text.lower() in MADE
        and {doer.number, verb.number} not in joined
        for doer, verb in pairwise(c.assembly.mentions)
    )


def asks_what_is_less_like(c: Candidate) -> bool:
    """``which singers never sang``: whether they are read as any people, where the word is much more like a role."""
    return any(
        m.projected and r.kind == "class" and m.readings[0].object and r.score < _LESS_LIKE * m.readings[0].score
        for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True)
        if m.readings
    )


def bounds_the_last(c: Candidate) -> bool:
    """``who wrote their last song before 1970``: not whose last of those before was the latest."""
    bounded = any(m.comparison for m in c.assembly.mentions)
    own = any(
        m.superlative and THEIR & set(m.gap) and {m.text.lower(), *m.gap} & {"first", "last"}
        for m in c.assembly.mentions
    )
    return bounded and own


def takes_original(c: Candidate) -> bool:
    """``each cover with its original``: what something was made after is neither its origin nor in its language."""
    return any(
        m.text.lower() in _ORIGINALS
        and r.kind == "property"
        and r.how in ("partial", "inflected", "comment", "synonym")
        for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True)
    )


def means_of_the_best(c: Candidate) -> bool:
    """``which genre scores best on average``, read as the mean of the one best score."""
    best = c.graph.extreme
    alone = best is not None and best.aggregate != "AVG"
    return best is not None and alone and any(k.aggregate == "AVG" and k.node == best.node for k in c.graph.columns)


def denies_unread_verb(c: Candidate) -> bool:
    """``who never worked in X``: whether a verb is denied that nothing is called by, or hardly anything.

    Halls that ``hosted no fair`` did not host one: the noun is denied. Tables that refer to one another have no
    words for that: ``pupils who never took a test`` have none. What joins two nouns that are named is no guess.
    """
    denied = [c.assembly.readings[m.number] for m in c.assembly.mentions if m.negated and not _joins_nouns(c, m)]
    words = [t.folded for t in c.plan.tokens]
    nouns = any(v.lower() in words and words[words.index(v.lower()) + 1 :][:1] in _NO for v in c.verbs)
    return bool(denied) and (
        bool(c.verbs and not nouns and not c.writer.schema.has_references)
        or any(r.kind == "property" and not r.noun and r.score < _HARDLY for r in denied)
    )


def _joins_nouns(c: Candidate, verb: Mention) -> bool:
    """``customers who never sent a parcel``, of the `sender_id` of a parcel."""
    assembly, reading = c.assembly, c.assembly.readings[verb.number]
    if not c.writer.schema.is_reference(reading.iri) or not reading.object:
        return False
    nouns = [m for m, r in enumerate(assembly.readings) if m != verb.number and r.kind in ("class", "property")]
    ends = [assembly.find((verb.number, port)) for port in (SUBJECT, OBJECT)]
    return all(any(assembly.find((m, SUBJECT)) == end for m in nouns) for end in ends)


def denied_of_which(c: Candidate) -> bool:
    """``pupils in schools that never took a test``: whether a verb that is not read may be denied of two things."""
    mentions, readings, schema = c.assembly.mentions, c.assembly.readings, c.writer.schema
    for k in c.assembly.links:
        told = mentions[k.right]
        if k.kind != "path" or not told.negated or told.gap[:1] not in _THAT or HAVE.intersection(told.gap):
            continue
        near, goal = (dict(ports(readings[n]))[port] for n, port in ((k.left, k.left_port), (k.right, k.right_port)))
        for head in readings[: k.left]:
            ways = () if ANYTHING in (head.subject, goal) else schema.connections(head.subject, goal)
            over = [{schema.mask(s.target) for s in way.steps[:-1]} for way in ways if len(way.steps) <= _NEAR]
            if head.kind in ("class", "property") and not head.subject & near and any(near not in o for o in over):
                return True
    return False


def names_others(c: Candidate) -> bool:
    """``the names of the samples``, of which only what they have to do with has names: several others, or none."""
    mentions, readings, schema = c.assembly.mentions, c.assembly.readings, c.writer.schema
    for k in c.assembly.links:
        left, right = sorted((k.left, k.right))
        steps = k.connection.steps if k.connection is not None else ()
        named = mentions[left].projected and mentions[left].text.lower() in _NAMES and not mentions[left].aggregates
        of = readings[right].kind == "class" and right == left + 1 and mentions[right].gap[:1] in (("of",), ("von",))
        own = readings[left].kind == "property" and not readings[left].object
        # "the names of the members", whose rows are each of one person
        one = len(steps) == 1 and schema.leads_to_one(steps[0].property, forward=steps[0].forward == (k.left == right))
        if k.kind == "path" and named and of and own and not one:
            return True
    return False


def numbers_another(c: Candidate) -> bool:
    """``sample 12``, where 12 is the key of something else that has to do with samples."""
    mentions, readings, schema = c.assembly.mentions, c.assembly.readings, c.writer.schema
    for k in c.assembly.links:
        left, right = sorted((k.left, k.right))
        value = readings[right]
        beside = right == left + 1 and mentions[right].start == mentions[left].end and not mentions[right].gap
        number = value.kind == "value" and len(value.terms) == 1 and value.terms[0].value.isdigit()
        key = number and (schema.is_key(value.iri) or schema.reference_of(value.iri) is not None)
        if k.kind == "path" and beside and key and readings[left].kind in ("class", "property"):
            return True
    return False


def takes_age_for_year(c: Candidate) -> bool:
    """``older than 50 years``, of what only the year is told: whether 50 is compared with the year."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for k in c.assembly.links:
        for told, number in ((k.left, k.right), (k.right, k.left)):
            value = mentions[number].value
            dated = mentions[told].measured and c.writer.schema.tells_when(readings[told].iri)
            if k.kind == "fill" and dated and value is not None and abs(value) < _FIRST_YEAR:
                return True
    return False


def asks_attribute(c: Candidate) -> bool:
    """``which living writers``, read as something that writers live in: whether the noun is what is asked for."""
    read = zip(c.assembly.mentions, c.assembly.readings, strict=True)
    for (m, r), (noun, thing) in pairwise(read):
        like = m.projected and r.kind == "property" and r.how in ("synonym", "partial", "comment")
        head = thing.kind == "class" or (thing.kind == "property" and thing.noun and bool(thing.object))
        if like and head and noun.start == m.end and not noun.projected and m.gap[-1:] in (("which",), ("what",)):
            return True
    return False


def asks_modifier(c: Candidate) -> bool:
    """``which vet``, read as vet checks: whether a word that only says of what things are asks for these."""
    for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        if not m.projected or r.kind != "class" or r.how != "partial" or m.gap[-1:] not in _WHICH:
            continue
        term = c.writer.schema.ontology.term(r.iri)
        name = words_of(term.label()) if term is not None else []
        said = words_of(m.text)
        if len(name) > 1 and said and name[0][:_STEM] == said[-1][:_STEM] != name[-1][:_STEM]:
            return True
    return False


_WHICH = (("which",), ("what",), ("who",))
_STEM = 4


def joins_by_any(c: Candidate) -> bool:
    """``those who are on the tour``, who may lead it or take part: whether people have to do with it in other ways."""
    words = [t.folded for t in c.plan.tokens]
    if not any(words[n : n + 2] in _WHO_ARE and words[n + 2 : n + 3] in _IN for n in range(len(words))):
        return False
    schema, told = c.writer.schema, {r.iri for r in c.assembly.readings}
    for e in c.graph.edges:
        if e.property in told or schema.is_literal(e.property):
            continue
        ends = schema.subjects(e.property), schema.objects(e.property)
        for p in schema.ontology.properties:
            if p != e.property and schema.is_used(p) and not schema.is_literal(p):
                others = schema.subjects(p), schema.objects(p)
                if all(_of_one_kind(schema, mine, other) for mine, other in zip(ends, others, strict=True)):
                    return True
    return False


def _of_one_kind(schema: SchemaGraph, first: int, second: int) -> bool:
    """Whether one class comprises what either mask stands for."""
    masks = (schema.mask(iri) for iri in schema.ontology.classes)
    return any((first | second) & ~mask == 0 for mask in masks if mask != ANYTHING)


_WHO_ARE = (["who", "are"], ["who", "is"])
_IN = (["in"], ["on"], ["at"])
_ALIKE = 0.95
_FIRST_YEAR = 1000
_NAMES = frozenset(("name", "names", "namen"))
_THAT = (("that",), ("which",))
_NEAR = 2
"""Most steps between things that a verb may join."""
_NO = (["no"], ["neither"])
_HARDLY = 0.6
_ORIGINALS = frozenset(("original", "originals"))
_LESS_LIKE = 0.78
_OF = (("by",), ("from",), ("in",), ("with",), ("of",), ("for",), ("at",))
UNUSED: Sequence[Callable[[Candidate], bool]] = (
    is_state,
    guesses_amount,
    leaves_out_time,
    are_no_two,
    is_bare_number,
    asks_attribute,
    tells_nothing,
    asks_what_is_less_like,
    bounds_the_last,
    takes_original,
    means_of_the_best,
    denies_unread_verb,
    denied_of_which,
    names_others,
    numbers_another,
    takes_age_for_year,
    acts_by_nobody,
    joins_by_any,
    asks_modifier,
)
"""Each tells of a candidate whether it shows one of these signs."""

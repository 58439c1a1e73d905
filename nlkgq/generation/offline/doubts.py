"""Signs that the words of a question were misread: joined or compared in ways that nobody means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.function_words import HAVE, THEY
from nlkgq.generation.offline.linking import OBJECT, SUBJECT
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.operators import is_unit
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.said_again import THEIR
from nlkgq.generation.offline.sameness import same_as_nothing
from nlkgq.generation.offline.unused_words import UNUSED


def is_bare(c: Candidate) -> bool:
    """A yes or no that tests only that one named value is stored, without a word that asks for it."""
    told = [r for r in c.assembly.readings if r.kind not in ("number", "text")]
    if all(r.kind == "asked" for r in told):
        # "who am I"
        return True
    asked = any(k.operator == "exists" for k in c.chunking.chunks)
    return c.graph.ask and not asked and len(told) <= 1 and all(r.kind in ("value", "entity") for r in told)


def general(c: Candidate) -> bool:
    """``is a film a product``: what kinds are, not whether the graph holds one; ``films that are not films``."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    kinds = {r.kind for r in readings}
    asked = any(k.operator == "exists" for k in c.chunking.chunks)
    copula = c.chunking.chunks[:1] and c.chunking.chunks[0].text.lower() in ("is", "are")
    if c.graph.ask and copula and not asked and kinds <= {"class", "property"}:
        return all("a" in m.gap or "an" in m.gap or not m.gap[1:] for m in mentions)
    denied = {m.text.lower() for m in mentions if m.negated}
    return any(m.projected and m.text.lower() in denied for m in mentions)


def misjoined(c: Candidate) -> bool:
    """Names compared like numbers, and a yes or no on several things at once, which asks for each of them."""
    filled = {n for k in c.assembly.links if k.kind == "fill" for n in (k.left, k.right)}
    for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        if same_as_nothing(c.assembly, m, r):
            return True
        if m.measured and m.comparison and not m.versus_average and m.number not in filled:
            # "longer than its original"
            return True
        if r.kind != "value":
            continue
        if m.comparison in (">", ">=", "<", "<=") and not r.terms[0].value[:1].isdigit():
            return True
        if c.graph.ask and len(r.terms) > 1 and " and " in m.text and not r.every:
            return True
    return False


def denies_another(c: Candidate) -> bool:
    """``sold in X but not in Y``, of which the one is read as a place of sale and the other as something else."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for first, second in pairwise(range(len(readings))):
        one, other = readings[first], readings[second]
        apart = one.kind == other.kind == "value" and one.iri != other.iri
        if apart and mentions[second].negated and mentions[second].gap[:1] in _BUT:
            values = ({r.iri for r in mentions[n].readings if r.kind == "value"} for n in (first, second))
            if set.intersection(*values):
                return True
        denied = one.kind == other.kind == "value" and mentions[second].negated and mentions[second].gap[:1] in _BUT
        if denied and _owners(c, one).isdisjoint(_owners(c, other)):
            # the one the name of a sort, the other that of a thing
            return True
    return False


def _owners(c: Candidate, value: Reading) -> set[str]:
    """The kinds of things that have a value, as variables call them."""
    nodes = c.graph.nodes
    held = [
        e.subject for e in c.graph.edges if e.property == value.iri and set(value.terms) & set(nodes[e.object].terms)
    ]
    return {nodes[n].name.rstrip("0123456789") for n in held}


_BUT = (("but",), ("aber",), ("sondern",), ("and",))


def told_of_another(c: Candidate) -> bool:
    """``albums released in 2003``: a verb that is only like a property tells of what stands before it."""
    for k in c.assembly.links:
        left, right = sorted((k.left, k.right))
        thing, verb = c.assembly.readings[left], c.assembly.readings[right]
        like = verb.kind == "property" and not (verb.object or verb.noun) and verb.how in ("synonym", "partial")
        like = like and c.writer.schema.tells_when(verb.iri)
        beside = right == left + 1 and not c.assembly.mentions[right].gap and thing.kind == "class"
        if k.kind == "path" and like and beside and right not in c.light:
            return True
    return False


def shows_truth(c: Candidate) -> bool:
    """``which awards``, read as whether something won: what is asked for by a noun is not true or false."""
    read = zip(c.assembly.mentions, c.assembly.readings, strict=True)
    like = [r for m, r in read if m.projected and r.noun and r.how in ("synonym", "partial", "comment")]
    if any(r.kind == "property" and c.writer.schema.is_boolean(r.iri) for r in like):
        return True
    # "what won the prize"
    mentions, only = c.assembly.mentions, len(c.graph.columns) == 1
    what = bool(mentions) and mentions[0].gap[:1] in (("what",), ("which",)) and mentions[0].projected
    verb = c.assembly.readings[0] if what else None
    return only and verb is not None and verb.kind == "property" and c.writer.schema.is_boolean(verb.iri)


def asks_less(c: Candidate) -> bool:
    """``who built X, and who sold it``: whether two things are asked for and one is told, or one for each other."""
    words = [t.folded for t in c.plan.tokens if t.kind == "word"]
    if not {"which", *_ASKING}.intersection(words[:2]) or c.graph.ask:
        return False
    again = [n for n, word in enumerate(words) if n > 1 and word in _ASKING and words[n - 1] == "and"]
    # "who are the people who write and who act"
    if again and words[:2] == ["how", "many"] and c.graph.groups:
        # "how many prizes are there and what are they called": one of each
        return True
    parallel = any(word == words[n] and 1 < k < n for n in again for k, word in enumerate(words))
    return bool(again) and not parallel and len(c.graph.columns) <= len(again) and not _asks_their_names(c)


def _asks_their_names(c: Candidate) -> bool:
    """``which pilots fly to X, and what are their names``: of things that are told by their names anyway."""
    read = zip(c.assembly.mentions, c.assembly.readings, strict=True)
    told = [r for m, r in read if m.projected and not THEIR.isdisjoint(m.gap)]
    return bool(told) and all(r.kind == "property" and is_naming(r.iri) for r in told)


_ASKING = frozenset(("who", "when", "where", "what", "how", "whom"))


def is_nobody(c: Candidate) -> bool:
    """``who directed``, read as what somebody directed: at the other end of the verb are those who did."""
    for m, verb in pairwise(c.assembly.mentions):
        people = next((r.subject for r in m.readings if r.kind == "asked" and r.subject != ANYTHING), 0)
        told = c.assembly.readings[verb.number]
        if m.asked != "who" or not people or told.kind != "property" or not told.object & people & ~told.subject:
            continue
        ends = (m.number, SUBJECT), (verb.number, SUBJECT)
        if not told.subject & people and c.assembly.find(ends[0]) == c.assembly.find(ends[1]):
            return True
    return False


def asks_of_any(c: Candidate) -> bool:
    """``is the oldest singer from Peru``: whether it is told of any of them, and not of the oldest."""
    return c.graph.ask and c.graph.extreme is None and any(m.superlative for m in c.assembly.mentions)


def reaches_past(c: Candidate) -> bool:
    """``who has kin in port 12``: whether what is said of those that somebody has is taken for said of him."""
    mentions, readings, assembly = c.assembly.mentions, c.assembly.readings, c.assembly
    for had, told in pairwise(mentions):
        owned = readings[had.number].kind == "class" and HAVE.intersection(had.gap) and not had.negated
        if not owned or told.gap not in _PLACED or readings[told.number].kind not in ("value", "property"):
            continue
        owner = assembly.find((told.number, SUBJECT))
        before = any(assembly.find((n, SUBJECT)) == owner for n in range(had.number))
        if before and readings[told.number].noun and assembly.find((had.number, SUBJECT)) != owner:
            return True
    return False


_PLACED = (("in",), ("from",), ("of",), ("at",), ("in", "the"), ("from", "the"), ("of", "the"), ("at", "the"))


def other_than_nothing(c: Candidate) -> bool:
    """``owned by a firm in another country``: whether another one is said, and nothing is told apart."""
    apart = c.graph.negations or any(n.denied for n in c.graph.nodes) or c.graph.ask
    apart = apart or any(k.operator in ("!=", "NOT IN") for k in c.graph.conditions)
    return not apart and any("another" in m.gap[-2:] and m.another for m in c.assembly.mentions)


def picks_of_one(c: Candidate) -> bool:
    """``the oldest Heron``: whether the largest is wanted of what has one name."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for extreme, named in pairwise(mentions):
        told = readings[named.number]
        one = told.kind == "value" and is_naming(told.iri) and len(told.terms) == 1 and not told.plural
        if not (extreme.measured and extreme.superlative and one) or named.start != extreme.end:
            continue
        if not any(m.start == named.end for m in mentions):
            # "the oldest Heron ship"
            return True
    return False


def joins_a_list(c: Candidate) -> bool:
    """``who built the Heron and Quint Bay``: whether of two things in a row the one is told of the other."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for k in c.assembly.links:
        left, right = sorted((k.left, k.right))
        named = all(readings[n].kind == "value" and is_naming(readings[n].iri) for n in (left, right))
        if k.kind == "path" and named and right == left + 1 and mentions[right].gap in (("and",), ("und",)):
            return True
    return False


def compares_one_of_several(c: Candidate) -> bool:
    """``was X shown before Y``, of which each was shown several times: whether it is not told which are compared."""
    graph, shown = c.graph, {column.node for column in c.graph.columns}
    for condition in graph.compared():
        ends = {n for n in (condition.node, condition.other) if n is not None}
        for owner in (e.subject for e in graph.edges if e.object in ends):
            named = any(e.subject == owner and graph.nodes[e.object].terms for e in graph.edges)
            reached = [(e.property, e.object == owner) for e in graph.edges if owner in (e.subject, e.object)]
            reached = [(p, forward) for p, forward in reached if not c.writer.schema.is_literal(p)]
            one = all(c.writer.schema.leads_to_one(p, forward=forward) for p, forward in reached)
            if not (owner in shown or graph.nodes[owner].typed or named or one):
                return True
    return False


def refers_to_nothing(c: Candidate) -> bool:
    """``starring somebody who also wrote them``, where what was written may be anything."""
    loose = set(c.graph.dangling())
    words = [t.folded for t in c.plan.tokens]
    for m, reading in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        verb = reading.kind == "property" and reading.object and words[m.end : m.end + 1] in (["them"], ["it"])
        if verb and any({e.subject, e.object} & loose and e.property == reading.iri for e in c.graph.edges):
            return True
    return False


def counts_what_is_like(c: Candidate) -> bool:
    """``how many works``: whether a value is counted that the word is much less like than a kind of thing."""
    compared = {n for k in c.assembly.links if k.kind == "fill" for n in (k.left, k.right)}
    for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        if "COUNT" not in m.aggregates or r.kind != "property" or r.object or m.number in compared:
            continue
        if m.readings[0].kind == "class" and r.score < _LESS_LIKE * m.readings[0].score:
            return True
    return False


def counts_the_given(c: Candidate) -> bool:
    """``the most publications in X``: whether the one value that is given is counted."""
    given = {n for k in c.assembly.links if k.kind == "fill" for n in (k.left, k.right)}
    for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        literal = r.kind == "property" and not r.object and m.superlative in ("most", "least")
        if literal and m.number in given and m.readings[0].kind == "class":
            return True
    return False


def miscounts(c: Candidate) -> bool:
    """Whether something else is counted than what is said to be."""
    return counts_what_is_like(c) or counts_the_given(c)


def occurs(c: Candidate) -> bool:
    """``films that take place in Norway``: where a thing happens is not whatever it has to do with; the place or time
    of its own is."""
    mentions = c.assembly.mentions
    for chunk in c.chunking.chunks:
        before = [m.number for m in mentions if chunk.operator == "occur" and m.end <= chunk.start][-1:]
        after = [m.number for m in mentions if m.start >= chunk.end and not {",", "and"} & set(m.gap)][:1]
        if before and any(k.kind == "path" and {k.left, k.right} == {*before, *after} for k in c.assembly.links):
            return True
    return False


def measures_owner(c: Candidate) -> bool:
    """``the largest tree``, read as what the largest of the gardens have, where only gardens are known to be large."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for k in c.assembly.links:
        adjective, noun, reading = mentions[k.left], mentions[k.right], readings[k.right]
        beside = adjective.measured and noun.start == adjective.end and not noun.gap
        denotes_object = reading.kind == "property" and reading.object and reading.noun and not reading.inverse
        if k.kind == "node" and beside and denotes_object and k.right_port == SUBJECT:
            return True
    return False


def counts_other(c: Candidate) -> bool:
    """``holds more than 100 seeds``: whether a number before a noun is compared with something else."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for k in c.assembly.links:
        number = k.right if readings[k.right].kind == "number" else k.left
        if k.kind != "fill" or not mentions[number].comparison or number + 1 >= len(mentions):
            continue
        noun, reading = mentions[number + 1], readings[number + 1]
        verb = readings[k.left if number == k.right else k.right]
        named = verb.noun and verb.how not in ("synonym", "partial", "comment")
        if named or verb.iri == reading.iri or is_unit(noun.text.lower(), ("en", "de")):
            continue
        told = reading.kind == "class" or (reading.kind == "property" and reading.noun)
        if told and not noun.gap and number + 1 not in (k.left, k.right) and noun.counted is None:
            return True
    return False


def leaves_them_out(c: Candidate) -> bool:
    """``a boat that they do not own``: whether nobody is who does what "they" do."""
    return any(
        r.kind == "property"
        and r.object
        and not r.noun
        and not m.projected
        and bool(THEY.intersection(m.gap))
        and any(c.assembly.is_free((m.number, port)) for port in (SUBJECT, OBJECT))
        for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True)
    )


def compares_nothing(c: Candidate) -> bool:
    """``more berths than the Gull``: whether a comparison is said that no part of the query is."""
    mentions = c.assembly.mentions
    said = any("than" in m.gap and not _NO_COMPARISON.intersection(m.gap) for m in mentions)
    does = (m.comparison or m.counted or m.versus_average or m.versus or m.superlative or m.either for m in mentions)
    return said and not any(does) and not c.graph.conditions and not c.graph.having


_LESS_LIKE = 0.85
_NO_COMPARISON = frozenset(("other", "rather", "else", "different"))


def turns_round(c: Candidate) -> bool:
    """``the manager of X``, read as those who have X for a manager: by another property that is called so as well."""
    mentions, readings = c.assembly.mentions, c.assembly.readings
    for k in c.assembly.links:
        noun, reading = mentions[k.left], readings[k.left]
        if k.connection is None or len(k.connection.steps) != 1 or not (reading.noun and reading.object):
            continue
        step, called = k.connection.steps[0], {r.iri for r in noun.readings if r.kind == "property"}
        other = step.property != reading.iri and step.property in called
        if other and step.forward and k.left_port == OBJECT and "of" in mentions[k.right].gap:
            return True
    return False


def of_nothing(c: Candidate) -> bool:
    """``shown in the country of their captain``: whether the country is joined to something else, and not his."""
    mentions = c.assembly.mentions
    joined = [{k.left, k.right} for k in c.assembly.links]
    return any(
        second.gap[:1] == ("of",) and bool(THEIR & set(second.gap[1:2])) and {first.number, second.number} not in joined
        for first, second in pairwise(mentions)
    )


DOUBTS: Sequence[Callable[[Candidate], bool]] = (
    occurs,
    general,
    is_bare,
    misjoined,
    compares_nothing,
    leaves_them_out,
    told_of_another,
    shows_truth,
    asks_less,
    reaches_past,
    asks_of_any,
    is_nobody,
    refers_to_nothing,
    compares_one_of_several,
    other_than_nothing,
    turns_round,
    picks_of_one,
    of_nothing,
    joins_a_list,
    *UNUSED,
    denies_another,
    counts_other,
    miscounts,
    measures_owner,
)
"""Each tells of a candidate whether it shows one of these signs."""

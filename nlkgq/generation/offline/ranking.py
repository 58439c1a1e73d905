"""Orders candidate queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.analysis.connections import Step
from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.assembly import LEXICAL
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.certainty import CLOSE, FAINT, confidence, features
from nlkgq.generation.offline.doubts import denies_another, miscounts
from nlkgq.generation.offline.function_words import BE
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.namesakes import are_namesakes
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.two_of_a_kind import (
    are_merged,
    mixed,
    told_apart,
)
from nlkgq.generation.offline.wider import widest_first
from nlkgq.generation.offline.writing import Writer


def rank(candidates: Sequence[Candidate], probe: Callable[[str], bool | int] | None) -> list[Candidate]:
    """Candidates with distinct queries, best first, their confidence set.

    With a ``probe``, at most three candidates are tried; one without rows steps back behind the next that has some.
    """
    unique: dict[str, Candidate] = {}
    for c in candidates:
        c.score = _fit(c)
        if c.query not in unique or unique[c.query].score < c.score:
            unique[c.query] = c
    ranked = sorted(unique.values(), key=lambda c: (-c.score, c.query))
    ranked = _best_named_first(ranked)
    if probe is not None:
        ranked = _probed(ranked, probe)
    if ranked:
        ranked, narrow = widest_first(ranked, probe)
        best, others = ranked[0], [c for n, c in enumerate(ranked) if n and n not in narrow]
        best.features = features(best, _margin(best, others))
        near = [c.assembly for c in others if c.score > best.score - CLOSE and (c.rows is None or c.rows)]
        if any(are_namesakes(best.assembly, other, best.writer.schema) for other in near):
            best.features["unsupported"] += 1.0
        if (
            (best.graph.ask and _is_guessed(best, others, _GUESSED))
            or (_is_bare_owner(best) and _is_guessed(best, others, _TOSSED))
            or (_asks_who_does(best) and (_is_guessed(best, others, _ALIKE) or _is_far(best)))
        ):
            # "is X in Y": no by one connection may be yes by another; "films by X": directed or written?
            # "who touched order 5": the customer or the clerk?
            best.features["unsupported"] += 1.0
        best.confidence = confidence(best.features)
    return ranked


def _margin(best: Candidate, others: Sequence[Candidate]) -> float:
    """By how much the best candidate leads those that say something else; 3.0 where there are none."""
    shape, core = shape_of(best), _core(best)
    for c in sorted(others, key=lambda c: -c.score):
        # A rival that was tried and returns nothing is none.
        possible = c.rows is None or bool(c.rows) or c.graph.ask
        if possible and shape_of(c) != shape and _core(c) != core:
            return best.score - c.score
    return _ALONE


def _core(c: Candidate) -> list[str]:
    """The lines of a query, sorted, without types that its properties imply: what it says."""
    bare = Writer(c.graph, c.writer.schema, c.writer.prefixes, implied=False).text()
    return sorted(bare.split("\n"))


def _best_named_first(ranked: list[Candidate]) -> list[Candidate]:
    """Of candidates that are as good, the one first whose terms are called by the words that are read as them."""
    if not ranked:
        return ranked
    # what is hardly named by its words is not given anyway
    lead = _NEAR if any(r.score < FAINT for r in told_apart(ranked[0].assembly)) else CLOSE
    near = [c for c in ranked if c.score >= ranked[0].score - lead and c.idle <= ranked[0].idle]
    named = max(near, key=_named, default=None)
    if named is None or _named(named) < _named(ranked[0]) + CLOSE:
        return ranked
    named.score = ranked[0].score + _named(named) - _named(ranked[0])
    return [named, *(c for c in ranked if c is not named)]


def _named(c: Candidate) -> float:
    readings = c.assembly.readings
    return sum(r.score for r in readings) / max(len(readings), 1)


def _is_guessed(best: Candidate, others: Sequence[Candidate], lead: float) -> bool:
    """Whether the same words, read alike, are joined otherwise nearly as well: worse by less than ``lead``."""
    read, joined, _ = shape_of(best)
    return any(k.kind == "path" for k in best.assembly.links) and any(
        c.score > best.score - lead and shape_of(c)[0] == read and shape_of(c)[1] != joined for c in others
    )


def _asks_who_does(c: Candidate) -> bool:
    """Whether persons are asked for by a verb that says nothing of which of them it are, in tables."""
    return bool(c.chunking.places or c.light or c.verbs) and any(
        c.writer.schema.is_reference(steps[0].property) for steps in _ways_to_who(c)
    )


def _ways_to_who(c: Candidate) -> list[Sequence[Step]]:
    asked = {m.number for m in c.assembly.mentions if m.asked == "who"}
    return [k.connection.steps for k in c.assembly.links if asked & {k.left, k.right} and k.connection is not None]


def _is_far(c: Candidate) -> bool:
    """Whether those asked for hang on the rest over things of which nobody spoke: ``who won an award``.

    A row that joins them to it is none.
    """
    return any(
        len(steps) > _FAR or (len(steps) == _FAR and steps[0].forward == steps[1].forward) for steps in _ways_to_who(c)
    )


def _is_bare_owner(c: Candidate) -> bool:
    """``films of X``, ``X's films``, ``who was in X``: nothing tells what X has to do with them."""
    for link in c.assembly.links:
        left, right = sorted((link.left, link.right))
        if link.kind != "path" or right != left + 1:
            continue
        first, second = c.assembly.mentions[left], c.assembly.mentions[right]
        kinds = {c.assembly.readings[n].kind for n in (left, right)}
        owned = first.possessive or not {"by", "of", "von"}.isdisjoint(second.gap)
        owned = owned or ("asked" in kinds and second.gap[-1:] == ("in",) and bool(BE & set(second.gap)))
        if owned and kinds & {"class", "asked"} and bool(kinds & {"value", "entity"}):
            return True
    return False


def shape_of(c: Candidate) -> tuple[object, ...]:
    """What a candidate says; by which of its names a thing is found makes no difference."""
    named = [
        (m.start, "rows", str(r.subject))
        if _counts_rows(m, r, c.writer.schema)
        else (m.start, r.kind, "name" if _is_name(m, r) else r.iri)
        for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True)
    ]
    joined = [
        (k.kind, k.left, k.left_port, k.right, k.right_port, _ways(c, k.connection.steps) if k.connection else ())
        for k in c.assembly.links
    ]
    return tuple(named), frozenset(joined), tuple((k.start, k.operator) for k in c.chunking.chunks if k.operator)


def _counts_rows(mention: Mention, reading: Reading, schema: SchemaGraph) -> bool:
    """Whether the rows of a table are counted: by themselves, or by a column that each has one value of."""
    counted = mention.aggregates == ["COUNT"] or mention.superlative in ("most", "least") or mention.counted is not None
    if not counted or mention.distinct or mention.projected != bool(mention.aggregates) or not schema.has_references:
        return False
    if reading.kind != "property" or reading.object:
        return reading.kind == "class"
    held, sizes = schema.own(reading.iri), schema.profile.classes if schema.profile is not None else {}
    rows = sum(sizes.get(iri, 0) for iri in schema.names(reading.subject))
    return held is not None and held.count == held.subjects == rows


def _ways(c: Candidate, steps: Sequence[Step]) -> tuple[tuple[str, bool, str], ...]:
    """Steps of which those by a property and those back by its inverse are the same."""
    found = []
    for step in steps:
        back = [(iri, not step.forward) for iri in c.writer.schema.ontology.inverses(step.property)]
        found.append((*min([(step.property, step.forward), *back]), step.target))
    return tuple(found)


def _is_name(mention: Mention, reading: Reading) -> bool:
    """Whether a value is the name of a thing, by the property's name or because it is the thing's label as well."""
    return reading.kind == "value" and any(
        is_naming(other.iri)
        and other.subject & reading.subject
        and {t.value for t in other.terms} == {t.value for t in reading.terms}
        for other in (reading, *(o for o in mention.readings if o.kind == "value"))
    )


def _fit(c: Candidate) -> float:
    """Coverage of the words, less what each reading and link falls short of a perfect one."""
    mentions = len(c.assembly.readings)
    perfect = LEXICAL * mentions + max(mentions - 1, 0)
    fit = 1.2 * c.chunking.score + c.assembly.score - perfect
    return (
        fit
        - 1.5 * (len(c.plan.unsupported) + denies_another(c) + miscounts(c))
        - 1.5 * are_merged(c.assembly)
        - 0.9 * c.idle
        - _MIXED * mixed(c.assembly)
        - 0.08 * len(c.graph.dangling())
        - 0.3 * c.dangling
        - _IMPLIED * c.owners
        - _TWICE * c.graph.echoes()
    )


_MIXED = 0.3
"""What it costs to read one noun, said twice, as two different things."""
_TWICE = 0.3
"""What it costs to take for two things, of which nothing says that they differ, what one thing has by one property."""
_IMPLIED = 0.6
"""What it costs to read a noun as what some unknown thing has, where a class is called so."""


def _probed(ranked: list[Candidate], probe: Callable[[str], bool | int]) -> list[Candidate]:
    for c in ranked[:3]:
        if (c.graph.ask and not c.graph.compared()) or confidence(features(c, 1.0)) < _WORTH_PROBING:
            # Yes and no are both answers; what will not be given anyway may be joined badly and run for long.
            break
        if _asked_for(c) != _asked_for(ranked[0]) or any(other(c, ranked[0]) for other in _OTHERS):
            # "who" is not whatever else would have rows, nor are words what they hardly mean
            continue
        test = c.writer.test()
        c.rows = True if test is None else probe(test)
        if c.rows:
            if c.score >= ranked[0].score - _NEAR:
                return [c, *(o for o in ranked if o is not c)]
            break
        if c.graph.negations > len(c.graph.exists) + len(c.graph.optional):
            # That nothing lacks something may well be so.
            break
    return ranked


def _asked_for(c: Candidate) -> list[int]:
    """The classes of those that are asked for by ``who``."""
    return [r.subject for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True) if m.asked == "who"]


def _is_read_worse(c: Candidate, best: Candidate) -> bool:
    """Whether a noun, or a verb that leads to nothing, is taken for what it is much less like than in the best."""
    loose = set(c.graph.dangling())
    idle = {e.property for e in c.graph.edges if e.object in loose}
    before = {m.start: r for m, r in zip(best.assembly.mentions, best.assembly.readings, strict=True)}
    for m, r in zip(c.assembly.mentions, c.assembly.readings, strict=True):
        other = before.get(m.start)
        terms = (
            other is not None
            and r.kind == other.kind == "property"
            and r.iri != other.iri
            and (r.noun or r.iri in idle)
        )
        if terms and other is not None and r.score < other.score - _LESS_LIKE:
            return True
    return False


def _is_farther(c: Candidate, best: Candidate) -> bool:
    """``French people``: whether a name is that of something else, which only hangs on them over another thing."""
    read = zip(c.assembly.readings, best.assembly.readings, strict=False)
    others = any(a.kind == b.kind == "value" and a.terms != b.terms for a, b in read)
    steps = [[len(k.connection.steps) for k in a.links if k.connection] for a in (c.assembly, best.assembly)]
    return others and max(steps[0], default=0) > max(steps[1], default=0) > 0


def _is_turned(c: Candidate, best: Candidate) -> bool:
    """``what did X direct``: whether X, who directed nothing, is taken for what is called so and was directed."""
    ends = [
        {(k.left, k.right): (k.left_port, k.right_port) for k in a.links if k.kind == "node"}
        for a in (c.assembly, best.assembly)
    ]
    same = [r.iri == o.iri for r, o in zip(c.assembly.readings, best.assembly.readings, strict=False)]
    given = {n for n, r in enumerate(best.assembly.readings) if r.kind in ("value", "entity")}
    return any(
        ends[0].get(pair, ports) != ports and given & set(pair) and all(same[n] for n in set(pair) - given)
        for pair, ports in ends[1].items()
        if max(pair) < len(same)
    )


_OTHERS = (_is_read_worse, _is_farther, _is_turned)


_WORTH_PROBING = 0.5
_ALONE = 3.0
_LESS_LIKE = 0.2
"""How much less a word may be like a term that is taken instead of another one which finds nothing."""
_GUESSED = 0.1
_TOSSED = 0.02
"""A connection that leads its rivals by less was guessed; by still less, a coin was tossed."""
_FAR = 2
_ALIKE = 0.2
"""How far below the best a reading may be that finds others who did something."""
_NEAR = 0.6
"""How far below the best a reading with rows may be to be preferred to one without."""

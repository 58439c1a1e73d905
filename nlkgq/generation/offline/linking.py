"""How two mentions may hang together: shared nodes, filled properties, connections over the schema graph."""

from __future__ import annotations

from dataclasses import dataclass

from nlkgq.analysis.connections import Connection
from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.distances import acts_on, are_listed, is_of, is_same_again, nearness
from nlkgq.generation.offline.doing import does_more, person_at
from nlkgq.generation.offline.filling import filling, is_compared, is_no_date
from nlkgq.generation.offline.function_words import BE, DO
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import is_asked_by_name
from nlkgq.generation.offline.own_properties import (
    again,
    are_denied,
    is_led,
    of_deed,
    of_event,
    of_happening,
    owns,
    qualifies,
    reflexive,
    told_of_role,
)
from nlkgq.generation.offline.owned_nouns import of_those_owned
from nlkgq.generation.offline.person_names import make_one_name, tell_one_thing
from nlkgq.generation.offline.prepositions import named_by
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.relation_ends import (
    AT_ITS_END,
    COPULA,
    above_or_below,
    agent_end,
    ends_at,
    is_active,
    is_said_to_be,
    of_one,
    undergoes,
)
from nlkgq.generation.offline.said_again import THEIR, is_asked_twice
from nlkgq.generation.offline.vocabulary import Vocabulary

SUBJECT, OBJECT = 0, 1


@dataclass(frozen=True, slots=True)
class Link:
    """One way to join mention ``left`` with mention ``right``.

    Args:
        kind: ``node`` (the ports are one node), ``fill`` (a value or number is the object of the property),
            ``edge`` (both name the same edge), ``path`` (a connection of the schema), ``compare`` (values
            of two things).
        left_port, right_port: SUBJECT (also the node of a class or individual) or OBJECT.
        score: Higher is better; below zero it is not worth having.
        connection: The steps of a ``path``, from left to right.
    """

    kind: str
    left: int
    left_port: int
    right: int
    right_port: int
    score: float
    connection: Connection | None = None


def ports(reading: Reading) -> tuple[tuple[int, int], ...]:
    """The nodes that a reading offers to others, with the classes they may have."""
    if reading.kind == "property" and reading.object:
        return ((SUBJECT, reading.subject), (OBJECT, reading.object))
    if reading.kind in ("number", "text"):
        return ()
    return ((SUBJECT, reading.subject),)


class Linker:
    """Scores the links between readings of two mentions."""

    def __init__(self, schema: SchemaGraph, vocabulary: Vocabulary) -> None:
        self.schema = schema
        self.vocabulary = vocabulary

    def links(self, left: Mention, a: Reading, right: Mention, b: Reading, *, distance: int) -> list[Link]:
        """Links between two readings, best first; ``left`` stands before ``right``, ``distance`` mentions apart."""
        found: list[Link] = []
        if right.versus is not None and right.versus[0] == left.start and right.start == right.end:
            return [Link("compare", left.number, OBJECT, right.number, OBJECT, 1.0)]
        if right.start in left.apart:
            return found
        if right.start in dict(left.ends) or left.start in dict(right.ends):
            distance = 0
        adjacent = distance == 0
        if right.kind_of and b.kind != "class":
            return self._kinds(left, a, right, b) if adjacent else []
        far = 0.16 * distance + (0.12 if left.clause != right.clause and distance > 1 else 0.0)
        near = nearness(far, left, a, right, b)
        filled = self._fill(left, a, right, b, adjacent=adjacent)
        if filled is not None:
            found.append(Link("fill", left.number, OBJECT, right.number, OBJECT, round(filled - far, 4)))
        same = self._same_edge(left, a, right, b, adjacent=adjacent)
        if same is not None:
            found.append(Link("edge", left.number, SUBJECT, right.number, SUBJECT, round(same - far, 4)))
        for pa, mask_a in ports(a):
            for pb, mask_b in ports(b):
                node = self._node(left, a, pa, mask_a, right, b, pb, mask_b, adjacent=adjacent)
                if node is not None:
                    found.append(Link("node", left.number, pa, right.number, pb, round(node - near, 4)))
                found += self._paths(left, a, pa, mask_a, right, b, pb, mask_b, far=far, adjacent=adjacent)
        found.sort(key=lambda k: -k.score)
        return found[:6]

    def _kinds(self, left: Mention, a: Reading, right: Mention, b: Reading) -> list[Link]:
        """``is X a kind of Y``: a step from X up to Y."""
        if not {a.kind, b.kind} <= {"value", "entity"} or ANYTHING in (a.subject, b.subject):
            return []
        return [
            Link("path", left.number, SUBJECT, right.number, SUBJECT, 1.0, way)
            for way in self.schema.connections(a.subject, b.subject)
            if len(way.steps) == 1 and way.steps[0].forward and self.schema.is_hierarchy(way.steps[0].property)
        ]

    def _fill(self, left: Mention, a: Reading, right: Mention, b: Reading, *, adjacent: bool) -> float | None:
        """A value, number or text as the object of a property that the other mention names."""
        for prop, value, value_first in ((a, b, False), (b, a, True)):
            if prop.kind != "property" or value.kind not in ("value", "number", "text"):
                continue
            mention = left if value_first else right
            score = filling(prop, value, self.schema, compared=bool(mention.comparison))
            if score is None:
                continue
            if value_first and adjacent:
                score -= 0.15
            if adjacent:
                score += 0.2
            owner = right if value_first else left
            if owner.operand is None and is_no_date(prop, value, mention, self.schema):
                continue
            if value_first and "and" in owner.gap:
                # "the play about tides and the name": what is listed next is another thing.
                score -= 0.8
            if owner.operand is not None and not owner.operand.leads:
                # The first operand stands for the result.
                continue
            if value.kind == "value" and owner.projected and not mention.comparison:
                # What is given is not what is asked for.
                score -= 0.6
            if prop.object and not mention.comparison:
                continue
            if (
                value.kind == "number"
                and mention.comparison
                and prop.iri
                and not prop.object
                and not is_compared(prop.iri, owner, self.schema)
            ):
                continue
            return score
        return None

    def _same_edge(self, left: Mention, a: Reading, right: Mention, b: Reading, *, adjacent: bool) -> float | None:
        """Two mentions of one property: ``founded after the year``, ``whose age is older than``."""
        if a.kind != "property" or b.kind != "property" or a.iri != b.iri or left.shared or right.shared:
            return None
        if is_asked_twice(left, a, right, b):
            return None
        if a.object and not (left.asked or right.asked or right.order):
            score = 0.35 if adjacent and not right.gap else -0.1
            if adjacent and right.gap and (_ARTICLES | THEIR).issuperset(right.gap):
                # "composed the music", "composed its music"
                score = 1.05
        else:
            score = 1.1 if adjacent else 0.9
            if left.projected and a.noun and a.how == "partial" and not b.noun:
                # "which policy cover expired" is no date
                score -= 0.3
        if left.projected and right.projected and not (left.asked or right.asked):
            score -= 0.4
        return score

    def _node(
        self,
        left: Mention,
        a: Reading,
        pa: int,
        mask_a: int,
        right: Mention,
        b: Reading,
        pb: int,
        mask_b: int,
        *,
        adjacent: bool,
    ) -> float | None:
        if not mask_a & mask_b or (left.asked == "who" and self.schema.is_happening(mask_b)):
            return None
        if a.kind == b.kind == "entity" or owns(left, a, pa, right, b) or is_asked_twice(left, a, right, b):
            return None
        ends = ends_at(left, right, pa), ends_at(right, left, pb)
        if False in ends or are_denied(left, a, right, b):
            return None
        score = 1.0 if ANYTHING not in (mask_a, mask_b) else 0.75
        if a.kind == "class" and b.kind == "class":
            repeated = right.aggregates or right.group or _THESE.intersection(right.gap)
            score = (0.9 if repeated else 0.45) if a.iri == b.iri else 0.3
            if a.iri == b.iri and right.aggregates and "and" in right.gap and left.text == right.text:
                # "which ships sank, and how many ships were it"
                score = 1.0
            within = a.iri != b.iri and mask_a & mask_b in (mask_a, mask_b)
            said = within and is_said_to_be(left, right, adjacent=adjacent)
            if right.negated or said or is_same_again(a, right, b):
                score = 1.0
            elif right.gap and ("and" in right.gap or "or" in right.gap) and a.iri != b.iri:
                score -= 0.6
        elif a.kind in ("value", "entity") and b.kind in ("value", "entity"):
            score = 0.45 if a.kind != b.kind or a.iri != b.iri else -0.2
            if adjacent and {","}.issuperset(right.gap) and (make_one_name(a.iri, b.iri) or tell_one_thing(a, b)):
                # "Ada Quent" and "May 2021", in two columns
                score = 1.2
        elif a.kind == b.kind == "property" and pa == pb == SUBJECT:
            # Both tell of one subject: right for two literals, and for nouns with a hidden owner in common.
            score = 0.85 if not (a.object and b.object) else 0.6
            if a.subject == b.subject and not (a.object and b.object):
                score = 0.97
            if left.operand and right.operand:
                score = 1.0
        elif a.kind == b.kind == "property":
            # "a director and a composer" of one film need not be one person
            theirs = pb == SUBJECT and not THEIR.isdisjoint(right.gap)
            score = 0.3 if are_listed(left, right) and not theirs else 0.95
            also = (COPULA | {"also"}).issuperset(right.gap) and not (BE | {"also"}).isdisjoint(right.gap)
            if a.noun and b.noun and also and not right.itself:
                # "which directors are also actors", "which writers also compose"
                score = 1.25
        elif "property" not in (a.kind, b.kind):
            score = 1.0 if adjacent and not right.gap else 0.85
        if a.kind == b.kind == "property":
            score += of_those_owned(a, pa, b, pb)
        if is_asked_by_name(left, a, b):
            score -= 0.6
        for prop, port, thing in ((a, pa, b), (b, pb, a)):
            if adjacent and prop.kind == "property" and port == OBJECT and prop.iri in thing.held_by:
                # "of type Novel": an individual that the property points to, not some member of a class
                score += 0.6
        counted = b.kind == "class" and "COUNT" in right.aggregates and "and" in right.gap
        if counted and a.kind == "property" and not a.object and left.projected:
            # "the name and the number of ships": not the name of what is counted
            score -= 0.25
        if does_more(left, a, right, b) and pa == SUBJECT:
            # "have the makers of X published in Y": what they published is not X
            score -= 0.5
        score += self._cues(left, a, pa, right, b, pb, adjacent=adjacent)
        score += AT_ITS_END if True in ends else 0.0
        return score

    def _cues(
        self, left: Mention, a: Reading, pa: int, right: Mention, b: Reading, pb: int, *, adjacent: bool
    ) -> float:
        """What prepositions and word order say about which end of a property is meant."""
        if not adjacent:
            return 0.0
        gap = right.gap
        found = 0.0
        if a.kind == "property":
            front = SUBJECT if a.inverse else OBJECT
            # "a sequel to X" is a sequel of X
            if is_of(gap) or (a.noun and a.object and "to" in gap):
                found += 0.25 if pa != front or not a.noun else -0.25
                if "of" in gap and not a.object and b.kind == "property" and b.object and b.noun:
                    # "the name of the manager": not of whom they manage
                    found += 0.0 if pb == (SUBJECT if b.inverse else OBJECT) else -0.2
            elif right.by or right.order:
                # "average age by flag", "keys sorted by age"
                pass
            elif "by" in gap or "von" in gap or left.text.lower().endswith((" by", " von")):
                found += 0.25 if pa == agent_end(a, front, b) else -0.25
            elif not gap and b.kind in ("value", "entity") and a.noun:
                found += 0.2 if pa == front else -0.05
            elif "to" in gap or left.text.lower().endswith((" to", " zu")):
                found += 0.2 if pa == front else 0.0
            elif a.noun and a.object and _HAVE.intersection(gap):
                # "the author has the name X"
                found += 0.2 if pa == front else -0.2
            elif is_active(a, left.text) and not gap:
                # "answers X", where that is what the relation is called
                found += 0.15 if pa == front else -0.1
            elif not a.noun and a.object:
                # "directed X" told of a person: X is what the active verb acts on.
                found += 0.1 if pa != front else 0.0
        if b.kind == "property":
            front = SUBJECT if b.inverse else OBJECT
            if a.kind == "asked":
                # "who is married to X": X is at the front
                found += 0.25 if (pb == front) != right.text.lower().endswith(_TOWARDS) else 0.0
            elif (
                left.possessive
                or "whose" in gap
                or "deren" in gap
                or (a.kind == "class" and THEIR & set(gap) and "of" in gap)
            ):
                found += 0.35 if pb != front else -0.3
            elif not _HAS.isdisjoint(gap) and "been" not in gap:
                found += 0.15 if pb != front else -0.1
            elif b.noun and b.object and right.of and BE.intersection(gap):
                # "which foxes are friends of X"
                found += 0.1 if pb == front else -0.1
            elif not b.noun and ("by" in self._after(right)):
                found += 0.2 if pb != front else -0.2
            elif not b.noun and _PASSIVE.intersection(gap):
                # "films were nominated": what it is done to
                found += undergoes(b, pb, front)
            elif not (b.noun or gap) and DO & set(left.gap) and (person := person_at(b, self.vocabulary)) is not None:
                # "what did X star in", where a film is called X as well
                found += 0.15 if pb == person else 0.0
            elif is_active(b, right.text) and not gap:
                found += 0.1 if pb != front else 0.0
        return found

    def _after(self, mention: Mention) -> tuple[str, ...]:
        return ("by",) if mention.text.lower().endswith((" by", " von")) else ()

    def _paths(
        self,
        left: Mention,
        a: Reading,
        pa: int,
        mask_a: int,
        right: Mention,
        b: Reading,
        pb: int,
        mask_b: int,
        *,
        far: float,
        adjacent: bool,
    ) -> list[Link]:
        if ANYTHING in (mask_a, mask_b) or are_denied(left, a, right, b):
            return []
        found = []
        carries, listed = left.carried != right.carried, are_listed(left, right)
        verbs = a.kind == b.kind == "property"
        for connection in self.schema.connections(mask_a, mask_b):
            length = len(connection.steps)
            cost = connection.cost
            if carries:
                # What is computed belongs to the thing that has the operands: one step less.
                cost *= (length - 1) / length
            score = 0.66 - 0.3 * (cost - 1.0)
            used = {s.property for s in connection.steps}
            if left.operand and right.operand:
                if not of_one(connection, self.schema):
                    continue
                score = _OF_ONE
            elif listed:
                # members of one enumeration belong to its owner, not to each other
                score -= 0.3
            elif length == 1 and not carries:
                company = adjacent and bool(COMPANY.intersection(right.gap)) and not a.noun
                score += 0.3 if company and a.iri in used else again(a, pa, b, pb, used, adjacent=adjacent)
                score += qualifies(a, right, b, pb, adjacent=adjacent)
                if adjacent and a.iri not in used and (told_by := named_by(right.gap, self.vocabulary) & used):
                    score += _MEANT if b.kind == "entity" and told_by & b.held_by else 0.25
                if adjacent:
                    score += is_led(right.gap, used, self.schema) + told_of_role(a, pa, b, used)
                score += of_happening((a, pa), (b, pb), connection.steps[0], self.schema)
                score += of_deed((left, a, pa), (right, b, pb), connection.steps[0], self.schema, adjacent=adjacent)
                score -= reflexive(a, b, connection.steps[0], self.schema)
                score += above_or_below(right.gap, connection.steps[0], self.schema)
                if adjacent or a.kind not in ("value", "entity"):
                    # in "films from Italy earned" Italy is told of the films
                    score += of_event((a, pa), (b, pb), connection, self.schema)
            over = adjacent and length == 2 and not self.schema.mask(connection.steps[0].target) & (mask_a | mask_b)
            if over and acts_on(right.gap) and all(map(self.schema.is_reference, used)):
                # "students who took a course", over rows that are neither
                score += 0.3
            if verbs and length > (2 if left.carried or right.carried else 1):
                rolls_up = right.group and all(s.forward for s in connection.steps)
                score -= 0.0 if rolls_up or (left.operand is not None and right.by) else 0.2
            if verbs and pa == OBJECT and pb == OBJECT:
                score -= 0.25
            doer = a.kind in ("value", "entity") and bool(DO.intersection(left.gap))
            if doer and b.kind == "property" and not b.noun and pb == OBJECT:
                # "did X release in Norway": X has to do with what it released, not with Norway
                score -= 0.1
            lost = min(far, _STEP) if length == 1 and carries else far
            found.append(Link("path", left.number, pa, right.number, pb, round(score - lost, 4), connection))
        return found


_STEP = 0.2
"""Most that one step to what has the operands of a computed value loses by its distance."""
_OF_ONE = 0.9
_TOWARDS = (" to", " with", " at", " from")
_MEANT = 0.6
_ARTICLES = frozenset(("the", "a", "an", "der", "die", "das"))
_PASSIVE = frozenset(("was", "were", "been"))
_HAS = frozenset(("with", "have", "has", "had", "mit"))
_HAVE = frozenset(("have", "has", "had", "having", "without", "hat", "haben", "hatte", "hatten", "ohne"))
COMPANY = frozenset(("with", "alongside", "opposite", "mit"))
_THESE = frozenset(("this", "these", "those", "such", "dies", "diese"))

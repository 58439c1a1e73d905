"""What belongs to a negation, and what only restricts: parts of the pattern that go into groups of their own."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.assembly import Assembly
from nlkgq.generation.offline.attributes import passed_on
from nlkgq.generation.offline.function_words import BE, PARTICIPLES, ends_as_verb
from nlkgq.generation.offline.linking import OBJECT, SUBJECT, Link
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.naming import is_naming, name_words
from nlkgq.generation.offline.query_graph import QueryGraph


class Scoping:
    """The state of a builder, and which mentions hang on a negation or only restrict."""

    def __init__(self, schema: SchemaGraph, assembly: Assembly, *, restricting: bool = True) -> None:
        self.restricting = restricting
        self.schema = schema
        self.assembly = assembly
        self.mentions: Sequence[Mention] = passed_on(assembly)
        self.readings = assembly.readings
        self.graph = QueryGraph()
        self.nodes: dict[tuple[int, int], int] = {}
        self.group_of: dict[int, int] = {}
        self.fills: dict[int, list[int]] = {}
        self.doubled: list[tuple[int, int]] = []
        self.every: list[int] = []
        self.ways: set[int] = set()
        self.light: dict[int, bool] = {}
        self.excepted: set[int] = set()
        self.results: dict[int, int] = {}
        self.carriers: list[int] = []
        self.fits = True

    def _negate(self) -> None:
        """Puts what hangs on a negated mention, seen from what is asked for, into a group of its own."""
        negated = [m.number for m in self.mentions if m.negated]
        root = next((m.number for m in self.mentions if m.projected), 0)
        neighbours: dict[int, list[int]] = {}
        for link in self.assembly.links:
            neighbours.setdefault(link.left, []).append(link.right)
            neighbours.setdefault(link.right, []).append(link.left)
        of_mean = [m.number for m in self.mentions if m.of_mean]
        if of_mean:
            self.graph.negations += 1
            self.graph.of_mean = self.graph.negations
            self.group_of.update(dict.fromkeys(of_mean, self.graph.of_mean))
        for start in negated:
            if start == root or start in self.group_of or self._is_unequal(start):
                continue
            start = self._event(self._acted_on(start, root, neighbours), root, neighbours)
            start = self._with_attribute(start, root, neighbours)
            self.graph.negations += 1
            if self._is_excepted(start):
                self.group_of[start] = self.graph.negations
                self.excepted.add(start)
                continue
            for m in _beyond(start, root, neighbours):
                self.group_of[m] = self.graph.negations
        if self.restricting:
            self._only_restrict(neighbours, root)

    def _is_excepted(self, m: int) -> bool:
        """``apart from X, where ...``: the value alone is denied, whatever else is said of the thing that has it."""
        reading = self.readings[m]
        value = reading.kind == "value" and not is_naming(reading.iri)
        gap = set(self.mentions[m].gap)
        return value and (bool(_APART & gap) or (m == 0 and bool(_EXCEPT & gap)))

    def group_between(self, left: int, right: int) -> int:
        """The group of what joins two mentions."""
        return max(self.group_of.get(n, 0) if n not in self.excepted else 0 for n in (left, right))

    def _acted_on(self, verb: int, root: int, neighbours: dict[int, list[int]]) -> int:
        """``have not published a paper in X``: the thing that a denied verb acts on is denied, not only the verb."""
        thing = verb + 1
        if thing >= len(self.mentions) or thing == root or self.readings[thing].kind != "class":
            return verb
        some = _SOME.issuperset(self.mentions[thing].gap)
        told = self.readings[verb].kind == "property" and not self.readings[verb].noun
        return thing if some and told and verb in _beyond(thing, root, neighbours) else verb

    def _event(self, thing: int, root: int, neighbours: dict[int, list[int]]) -> int:
        """``courses that no student is enrolled in``: the event that the verb after a thing names is denied."""
        verb = thing + 1
        if verb >= len(self.mentions) or verb == root or {self.readings[n].kind for n in (thing, verb)} != {"class"}:
            return thing
        told = bool(BE.intersection(self.mentions[verb].gap)) and self.readings[verb].how == "inflected"
        return verb if told and thing in _beyond(verb, root, neighbours) else thing

    def _with_attribute(self, noun: int, root: int, neighbours: dict[int, list[int]]) -> int:
        """``no white ships``: the name before a noun by which the noun hangs on what has none of them."""
        name = noun - 1
        if name < 0 or name == root or self.mentions[noun].gap or self.readings[name].kind not in ("value", "entity"):
            return noun
        return name if noun in _beyond(name, root, neighbours) else noun

    def _only_restrict(self, neighbours: dict[int, list[int]], root: int) -> None:
        """What is only there (``students who have a pet``) must not multiply the rows: it goes into an EXISTS."""
        counts = self._counts_things(root) and self.schema.has_references
        summed = counts or any({"SUM", "AVG"} & set(m.aggregates) for m in self.mentions)
        for m in self.mentions:
            owned = _HAVE.intersection(m.gap) and not self._is_auxiliary(m.number)
            verb = self.readings[m.number]
            related = not verb.noun and (verb.iri in self.schema.relations or (m.ends and verb.kind == "property"))
            related = related or (counts and not verb.noun and self._is_one_of_several_at(m.number, root))
            if m.number == root or m.number in self.group_of:
                continue
            enough = self._need_only_be(m) and not owned
            if not (summed or owned or related or enough):
                continue
            beyond = _beyond(m.number, root, neighbours)
            if enough:
                branches = (b for n in self.mentions if m.number in (b := _beyond(n.number, root, neighbours)))
                told = [b for b in branches if root not in b and self._is_joined_to_several(b)]
                beyond = max(told, key=len, default=beyond)
            if any(self.contributes(self.mentions[n]) or n in self.group_of for n in beyond) or root in beyond:
                continue
            several = (enough or counts) and self._is_joined_to_several(beyond)
            if not (related or several or self._multiplies(m.number, beyond)):
                continue
            self.graph.negations += 1
            self.graph.exists.add(self.graph.negations)
            for n in beyond:
                self.group_of[n] = self.graph.negations

    def _counts_things(self, root: int) -> bool:
        """``how many judges led a trial``: each judge counts once, however many trials they led."""
        asked = [m for m in self.mentions if m.projected or m.group or m.order or m.superlative or m.counted]
        counted = self.mentions[root].aggregates == ["COUNT"] and not self.mentions[root].counted
        return counted and self.readings[root].kind == "class" and asked == [self.mentions[root]]

    def _states(self, m: int) -> bool:
        """Whether a mention says that something is so."""
        reading = self.readings[m]
        boolean = reading.kind == "property" and self.schema.is_boolean(reading.iri)
        return boolean and not self.mentions[m].projected

    def _says_again(self, m: int) -> bool:
        """``the seal was not seen``, of `seal_seen`: whether another mention says the same, and says it better."""
        owner = self.assembly.find((m, SUBJECT))
        return any(
            self._states(n) and self.assembly.find((n, SUBJECT)) == owner
            for n, r in enumerate(self.readings)
            if r.iri == self.readings[m].iri and (self.mentions[n].negated, m) > (self.mentions[m].negated, n)
        )

    def _is_one_of_several_at(self, verb: int, root: int) -> bool:
        """Whether the thing at an end of a verb may be so in several ways: a judge of several trials."""
        iri = self.readings[verb].iri
        for link in self.assembly.links:
            port = link.left_port if link.left == verb else link.right_port
            if link.kind == "node" and {link.left, link.right} == {verb, root} and self.schema.objects(iri):
                return not self.schema.leads_to_one(iri, forward=port == SUBJECT)
        return False

    def _need_only_be(self, m: Mention) -> bool:
        """``won a medal at some fair``, ``towns whose ships sank``: one is enough, and several are no more."""
        if self.readings[m.number].kind != "class":
            return False
        several = m.text.lower().endswith("s")
        return m.gap[-1:] == ("some",) or (several and m.gap[-1:] == ("whose",))

    def _is_joined_to_several(self, beyond: set[int]) -> bool:
        """Whether a branch hangs on a connection over which one thing may have several others."""
        for link in self.assembly.links:
            if link.kind == "path" and link.connection is not None and (link.left in beyond) != (link.right in beyond):
                away = link.right in beyond
                steps = link.connection.steps
                return any(not self.schema.leads_to_one(s.property, forward=s.forward == away) for s in steps)
        return False

    def _is_auxiliary(self, m: int) -> bool:
        """``has`` of ``papers that X has published``: what follows is a verb."""
        # "who own a shop opened in X" have one.
        article = bool(self.mentions[m].gap) and self.mentions[m].gap[-1] in _SOME
        if m + 1 >= len(self.readings) or self.mentions[m + 1].gap or article:
            return False
        following = self.readings[m + 1]
        return (following.kind == "property" and not following.noun) or following.kind == "asked"

    def contributes(self, m: Mention) -> bool:
        """Whether what a mention stands for makes a difference to the rows, beyond that it is there."""
        wanted = m.projected or m.aggregates or m.group or m.order or m.superlative or m.counted or m.versus_average
        denied = m.negated and not (self._states(m.number) and self._is_of_rows(m.number))
        return bool(wanted) or m.operand is not None or denied or self.readings[m.number].every

    def _multiplies(self, m: int, beyond: set[int]) -> bool:
        """Whether the branch is reached over a connection of the schema, where one thing may have several others."""
        if self.readings[m].kind not in ("class", "value"):
            return False
        return any(
            k.kind == "path" and (k.left in beyond) != (k.right in beyond) and m in (k.left, k.right)
            for k in self.assembly.links
        )

    def _is_said_otherwise(self, m: int) -> bool:
        """``published in X but not in Y``: two values of one property, of which one is denied."""
        reading = self.readings[m]
        return reading.kind == "value" and any(
            r.kind == "value" and r.iri == reading.iri and n != m and not self.mentions[n].negated
            for n, r in enumerate(self.readings)
        )

    def _is_unequal(self, m: int) -> bool:
        """A negated value of a single-valued property is ``!=``, not an absence."""
        reading = self.readings[m]
        values = self.fills.get(m, [])
        if reading.kind == "property" and self.schema.is_boolean(reading.iri):
            return self._is_of_rows(m) or not self._is_one_of_several(m)
        if reading.kind == "property" and values:
            single = not reading.object and self.schema.is_functional(reading.iri)
            return single and not self._is_one_of_several(m)
        if reading.kind in ("value", "number", "text"):
            if self._is_another(m):
                return True
            filled = any(m in v for v in self.fills.values())
            if self._is_one_of_several(m) or self._is_said_otherwise(m):
                return False
            return filled and (reading.kind != "value" or self.schema.is_functional(reading.iri))
        return False

    def _is_of_rows(self, m: int) -> bool:
        """``pupils who have not paid the fee``, of rows that join pupils to trips: these rows say that it is unpaid."""
        reading, owners = self.readings[m], self.schema.names(self.readings[m].subject)
        named = [n for n, r in enumerate(self.readings) if r.kind == "class" and r.iri in owners]
        if named:
            # "trips where some sign-up was not paid"
            return named == [m - 1] and self.mentions[m - 1].gap[-1:] == ("some",)
        first = self.mentions[m].text.lower().split()[0]
        done = not reading.noun or ends_as_verb(first) or first in PARTICIPLES
        # "paid the fee", "paid their fee"
        whole = " " in self.mentions[m].text or any(r.iri == reading.iri for r in self.readings[m + 1 : m + 2])
        return done and whole and len(name_words(reading.iri)) > 1

    def _is_another(self, m: int) -> bool:
        """``built on a slip other than X``: on one that is not X, whether or not on X as well."""
        if m and self.mentions[m].gap[-2:] in _OUTSIDE:
            # what was shown outside Norway may have been shown there, too
            return self.readings[m].kind in ("value", "entity")
        if m == 0 or self.mentions[m].gap[-2:] != ("other", "than"):
            return False
        owner = self.readings[m - 1]
        told = owner.kind == "property" and not owner.object and owner.iri == self.readings[m].iri
        return told and self.mentions[m - 1].gap[-1:] in (("a",), ("an",), ("any",), ("some",))

    def _is_one_of_several(self, m: int) -> bool:
        """Whether what is asked for may have several of the things that a value belongs to."""
        root = next((n.number for n in self.mentions if n.projected), 0)
        neighbours: dict[int, list[tuple[int, Link]]] = {}
        for link in self.assembly.links:
            neighbours.setdefault(link.left, []).append((link.right, link))
            neighbours.setdefault(link.right, []).append((link.left, link))
        queue, several = [(root, self._denoted_port(root), False)], {root: False}
        while queue:
            here, port, branched = queue.pop()
            for there, link in neighbours.get(here, ()):
                if there not in several:
                    steps = link.connection.steps if link.connection is not None else ()
                    away = here == link.left
                    left, right = (link.left_port, link.right_port) if away else (link.right_port, link.left_port)
                    more = any(not self.schema.leads_to_one(s.property, forward=s.forward == away) for s in steps)
                    several[there] = branched or more or self._has_several(here, port, left)
                    queue.append((there, right, several[there]))
        return several.get(m, False)

    def _denoted_port(self, m: int) -> int:
        reading = self.readings[m]
        return OBJECT if reading.kind == "property" and reading.object and not reading.inverse else SUBJECT

    def _has_several(self, m: int, entered: int, left: int) -> bool:
        """Whether a property leads from one end to several things at the other: a writer to the plays written."""
        reading = self.readings[m]
        if reading.kind != "property" or not reading.object or entered == left:
            return False
        return not self.schema.leads_to_one(reading.iri, forward=entered == SUBJECT)


def _beyond(start: int, root: int, neighbours: dict[int, list[int]]) -> set[int]:
    """Mentions that hang on ``start`` when the tree is held at ``root``."""
    parent = {root: root}
    queue = [root]
    while queue:
        here = queue.pop()
        for there in neighbours.get(here, ()):
            if there not in parent:
                parent[there] = here
                queue.append(there)
    found = {start}
    changed = True
    while changed:
        grown = {m for m, above in parent.items() if above in found and m != root}
        changed = not grown <= found
        found |= grown
    return found


_OUTSIDE = (("outside",), ("outside", "of"))
_APART = frozenset(("apart", "except", "excluding", "than", "besides", "aside"))
_EXCEPT = frozenset(("apart", "except", "excluding", "than", "besides", "without", "ausser"))
_SOME = frozenset(("a", "an", "any", "single", "ein", "eine", "einen"))
_HAVE = frozenset(
    (
        *("have", "has", "had", "having", "own", "owns", "owned", "owning", "keep", "keeps", "kept", "keeping"),
        *("possess", "possesses", "possessing", "hat", "haben"),
    )
)

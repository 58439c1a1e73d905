"""Chooses a reading for every mention and joins all of them into one tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from operator import itemgetter

from nlkgq.analysis.schema_graph import ANYTHING, SchemaGraph
from nlkgq.generation.offline.antecedents import tell_of_antecedents
from nlkgq.generation.offline.distances import distance
from nlkgq.generation.offline.function_words import THEY
from nlkgq.generation.offline.homes import at_home
from nlkgq.generation.offline.linking import OBJECT, SUBJECT, Link, Linker, ports
from nlkgq.generation.offline.mentions import Mention
from nlkgq.generation.offline.named_things import confuses, is_company_of
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.sameness import pair_off
from nlkgq.generation.offline.vocabulary import Vocabulary

_BEAM = 10
_PER_MENTION = 6
LEXICAL = 1.7
_WORTH_HAVING = 0.0
_FAINTEST = -0.6
"""A link that is worth no more is none."""
_NO_LINK = -9.0


@dataclass(slots=True, kw_only=True)
class Assembly:
    """Mentions with one reading each and the links that join them.

    ``port_groups`` maps (mention, port) to a representative port; ports with one representative are one node.
    ``loose`` are mentions that hang on nothing.
    """

    mentions: Sequence[Mention]
    readings: tuple[Reading, ...]
    links: list[Link]
    score: float
    loose: list[int] = field(default_factory=list)
    port_groups: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    masks: dict[tuple[int, int], int] = field(default_factory=dict)

    def find(self, port: tuple[int, int]) -> tuple[int, int]:
        """The representative of a port."""
        groups = self.port_groups
        while (above := groups.get(port)) is not None:
            port = above
        return port

    def is_free(self, end: tuple[int, int]) -> bool:
        """Whether nothing else of the question is at an end (mention, port) of a property."""
        joined = any(p != end and self.find(p) == self.find(end) for p in self.masks)
        return not joined and not any(
            k.kind == "path" and end in ((k.left, k.left_port), (k.right, k.right_port)) for k in self.links
        )


@dataclass(slots=True)
class _State:
    score: float
    readings: tuple[Reading, ...]
    components: tuple[int, ...]


class _Pairs:
    """The links between readings of some mentions, each found once."""

    def __init__(self, linker: Linker, mentions: Sequence[Mention]) -> None:
        self.mentions = mentions
        self._linker = linker
        self._links: dict[tuple[int, int, int, int], list[Link]] = {}
        self._placed: dict[tuple[int, int, int, int], list[tuple[tuple[float, int], Link]]] = {}
        self._distances: dict[tuple[int, int], int] = {}

    def links(self, i: int, a: Reading, j: int, b: Reading) -> list[Link]:
        """The links between a reading of a mention and one of a later mention, best first."""
        key = (i, id(a), j, id(b))
        found = self._links.get(key)
        if found is None:
            far = self._distances.get((i, j))
            if far is None:
                far = self._distances[i, j] = distance(self.mentions, i, j)
            found = self._links[key] = self._linker.links(self.mentions[i], a, self.mentions[j], b, distance=far)
        return found

    def beside(self, readings: Sequence[Reading], i: int, j: int) -> list[Link]:
        """The links between two mentions, read so, as if they stood side by side, best first."""
        return self._linker.links(self.mentions[i], readings[i], self.mentions[j], readings[j], distance=0)

    def worth_joining(self, i: int, a: Reading, j: int, b: Reading) -> list[tuple[tuple[float, int], Link]]:
        """Those of these links that are worth something, each behind its place: better ones first, then nearer ones."""
        key = (i, id(a), j, id(b))
        found = self._placed.get(key)
        if found is None:
            links = self.links(i, a, j, b)
            found = self._placed[key] = [((-k.score, j - i), k) for k in links if k.score > _FAINTEST]
        return found

    def best(self, i: int, a: Reading, j: int, b: Reading) -> float:
        """What the best of these links is worth."""
        links = self.links(i, a, j, b)
        return max(links[0].score, _NO_LINK) if links else _NO_LINK


class Assembler:
    """Beam search over readings, then the best spanning tree of links for the best combinations."""

    def __init__(self, schema: SchemaGraph, vocabulary: Vocabulary) -> None:
        self.schema = schema
        self.linker = Linker(schema, vocabulary)

    def assemble(self, mentions: Sequence[Mention], *, most: int = 6) -> list[Assembly]:
        """The best assemblies, best first."""
        pairs = _Pairs(self.linker, mentions)
        options = [self._options(m) for m in mentions]
        states = [_State(0.0, (), ())]
        for number in range(len(mentions)):
            states = self._grown(states, number, options[number], pairs)
        found = [self._tree(state.readings, pairs) for state in states]
        if found:
            best = max(found, key=lambda a: a.score)
            found += self._otherwise(best, pairs)
        found.sort(key=lambda a: -a.score)
        return found[:most]

    def _otherwise(self, best: Assembly, pairs: _Pairs) -> list[Assembly]:
        """The best assembly with one connection replaced by another that is as good."""
        found = []
        for place, link in enumerate(best.links):
            if link.kind != "path":
                continue
            for other in pairs.links(link.left, best.readings[link.left], link.right, best.readings[link.right]):
                same = (other.left_port, other.right_port) == (link.left_port, link.right_port)
                if other.kind == "path" and same and other is not link and other.score > link.score - 0.3:
                    links = [*best.links[:place], other, *best.links[place + 1 :]]
                    found.append(replace(best, links=links, score=best.score + other.score - link.score))
        return found

    def _options(self, mention: Mention) -> list[Reading]:
        return mention.readings[:_PER_MENTION] if mention.readings else [Reading(kind="asked", score=0.6)]

    def _grown(self, states: Sequence[_State], number: int, options: Sequence[Reading], pairs: _Pairs) -> list[_State]:
        """The best states with a reading of one more mention, best first."""
        # Many states share readings: what the best link from a reading to a new one is worth, is looked up once.
        best = {
            (m, id(earlier), id(new)): pairs.best(m, earlier, number, new)
            for m in range(number)
            for earlier in {id(s.readings[m]): s.readings[m] for s in states}.values()
            for new in options
        }
        grown = [self._grow(state, number, reading, best) for state in states for reading in options]
        grown.sort(key=lambda s: -s.score)
        return grown[:_BEAM]

    def _grow(self, state: _State, number: int, reading: Reading, best: Mapping[tuple[int, int, int], float]) -> _State:
        score = state.score + LEXICAL * reading.score
        worth = [best[m, id(earlier), id(reading)] for m, earlier in enumerate(state.readings)]
        tops = [(max(worth[m] for m in range(number) if part >> m & 1), part) for part in state.components]
        joined, rest = 1 << number, []
        for top, part in sorted(tops, reverse=True):
            if top > _WORTH_HAVING:
                score += top
                joined |= part
            else:
                rest.append(part)
        return _State(score - 0.3 * len(rest), (*state.readings, reading), (*rest, joined))

    def _tree(self, readings: tuple[Reading, ...], pairs: _Pairs) -> Assembly:
        mentions = pairs.mentions
        every: list[tuple[tuple[float, int], Link]] = []
        for j in range(len(mentions)):
            for i in range(j):
                every += pairs.worth_joining(i, readings[i], j, readings[j])
        every.sort(key=itemgetter(0))
        lexical = sum(LEXICAL * r.score for r in readings)
        assembly = Assembly(mentions=mentions, readings=readings, links=[], score=lexical)
        for m, reading in enumerate(readings):
            for port, mask in ports(reading):
                assembly.masks[m, port] = mask
        parent = list(range(len(mentions)))

        def root(n: int) -> int:
            while parent[n] != n:
                n = parent[n]
            return n

        for link in at_home(mentions, readings, pairs.links):
            if self._commit(assembly, link):
                parent[root(link.left)] = root(link.right)
                assembly.links.append(link)
                assembly.score += link.score
        for _, link in every:
            left, right = root(link.left), root(link.right)
            if left == right or not self._commit(assembly, link):
                continue
            parent[left] = right
            assembly.links.append(link)
            assembly.score += link.score
        beside = partial(pairs.beside, readings)
        tell_of_antecedents(assembly, self.schema, self._people, beside, self._commit)
        self._turn_back(assembly)
        self._go_on(assembly)
        pair_off(assembly)
        roots = {root(n) for n in range(len(mentions))}
        if len(roots) > 1:
            sizes = {r: sum(1 for n in range(len(mentions)) if root(n) == r) for r in roots}
            main = max(roots, key=lambda r: (sizes[r], -r))
            assembly.loose += [n for n in range(len(mentions)) if root(n) != main]
            assembly.score -= 1.0 * len(assembly.loose)
        return assembly

    def _people(self) -> int:
        who = self.linker.vocabulary.asked_for("who")
        return next((r.subject for r in who if r.subject != ANYTHING), 0)

    def _commit(self, assembly: Assembly, link: Link) -> bool:
        """Makes the two ports one node where the link says so; False when the classes exclude it."""
        if link.kind == "fill":
            return self._fill_once(assembly, link)
        if link.kind in ("path", "compare"):
            return True
        if link.kind == "edge":
            done = self._unify(assembly, (link.left, SUBJECT), (link.right, SUBJECT))
            if done and (link.left, OBJECT) in assembly.masks:
                done = self._unify(assembly, (link.left, OBJECT), (link.right, OBJECT))
            return done
        left = self._free(assembly, link.left, link.left_port, link.right)
        right = self._free(assembly, link.right, link.right_port, link.left)
        return self._unify(assembly, left, right)

    def _fill_once(self, assembly: Assembly, link: Link) -> bool:
        """A value fills one property; two words for one property share its subject."""
        prop = link.left if assembly.readings[link.left].kind == "property" else link.right
        value = link.right if prop == link.left else link.left
        if assembly.readings[value].kind == "value":
            return self._unify(assembly, (prop, SUBJECT), (value, SUBJECT))
        for other in assembly.links:
            if other.kind == "fill" and value in (other.left, other.right):
                first = other.left if value == other.right else other.right
                same = assembly.readings[first].iri == assembly.readings[prop].iri
                return same and self._unify(assembly, (prop, SUBJECT), (first, SUBJECT))
        return True

    def _free(self, assembly: Assembly, mention: int, port: int, other: int) -> tuple[int, int]:
        """The second copy of a port for ``same`` and ``co-`` mentions whose first is taken, or for whose they are."""
        shared = assembly.mentions[mention].shared
        doubled = {"same": SUBJECT, "co": OBJECT}.get(shared)
        if doubled == port and assembly.readings[mention].kind == "property":
            taken = any(assembly.find(p) == assembly.find((mention, port)) for p in assembly.masks if p[0] != mention)
            mine = assembly.mentions[mention].projected and assembly.readings[mention].noun
            mine = mine and assembly.readings[other].kind != "property"
            whose = is_company_of(assembly.mentions, assembly.readings, mention, other)
            if taken or (shared == "co" and (mine or whose)):
                copy = (mention, port + 2)
                assembly.masks.setdefault(copy, assembly.masks.get((mention, port), ANYTHING))
                return copy
        return mention, port

    def _unify(self, assembly: Assembly, left: tuple[int, int], right: tuple[int, int]) -> bool:
        a, b = assembly.find(left), assembly.find(right)
        if a == b:
            return True
        mask = assembly.masks.get(a, ANYTHING) & assembly.masks.get(b, ANYTHING)
        if not mask or self._is_repeated(assembly, left) or self._is_repeated(assembly, right):
            return False
        members = [p for p in assembly.masks if assembly.find(p) in (a, b)]
        subjects = [m for m, port in members if assembly.readings[m].kind == "property" and port == SUBJECT]
        objects = [m for m, port in members if assembly.readings[m].kind == "property" and port == OBJECT]
        if set(subjects) & set(objects) or confuses(assembly.mentions, assembly.readings, members):
            return False
        assembly.port_groups[a] = b
        assembly.masks[b] = mask
        return True

    def _turn_back(self, assembly: Assembly) -> None:
        """Makes the free end of a reflexive verb the one who is asked for; a verb without one stays loose."""
        for mention in assembly.mentions:
            m, reading = mention.number, assembly.readings[mention.number]
            if not mention.itself or reading.kind != "property":
                continue
            ends = [p for p in ((m, OBJECT), (m, SUBJECT)) if p in assembly.masks]
            free = [e for e in ends if assembly.is_free(e)]
            asked = [n for n in assembly.mentions if (n.projected or n.group) and n.number != m]
            targets = [(n.number, _denoted(assembly.readings[n.number])) for n in asked]
            targets = [t for t in targets if t in assembly.masks]
            done = not free and any(assembly.find(e) == assembly.find(t) for e in ends for t in targets)
            if not done and not any(self._unify(assembly, e, t) for e in free for t in targets):
                assembly.score -= 1.0
                assembly.loose.append(m)
            elif THEY.intersection(mention.gap) and m:
                self._act_on_last(assembly, m, ends)

    def _act_on_last(self, assembly: Assembly, m: int, ends: Sequence[tuple[int, int]]) -> None:
        """``the number of plays they wrote``: the other end of the verb is what stands before the pronoun."""
        thing = (m - 1, _denoted(assembly.readings[m - 1]))
        if thing not in assembly.masks or any(assembly.find(e) == assembly.find(thing) for e in ends):
            return
        for end in ends:
            if assembly.masks[assembly.find(end)] & assembly.masks[assembly.find(thing)]:
                self._unify(assembly, end, thing)
                return

    def _go_on(self, assembly: Assembly) -> None:
        """``films that X directed but did not star in``: a second verb without an end of its own shares the first's."""
        for before, mention in pairwise(assembly.mentions):
            first, second = assembly.readings[before.number], assembly.readings[mention.number]
            told = all(r.kind == "property" and r.object and not r.noun for r in (first, second))
            if not told or first.iri == second.iri or not _GOES_ON.intersection(mention.gap) or mention.itself:
                continue
            for mine, others in ((OBJECT, SUBJECT), (SUBJECT, OBJECT)):
                joined = assembly.find((mention.number, mine)) == assembly.find((before.number, mine))
                if joined and assembly.is_free((mention.number, others)):
                    if not assembly.is_free((before.number, others)):
                        self._unify(assembly, (mention.number, others), (before.number, others))
                    break

    def _is_repeated(self, assembly: Assembly, end: tuple[int, int]) -> bool:
        """``papers published by the author X``: these papers are what the author is one of, not some others."""
        m, port = end
        reading = assembly.readings[m]
        if reading.kind != "property" or not (reading.object and reading.noun) or port != SUBJECT:
            return False
        if not assembly.is_free(end):
            return False
        value = assembly.find((m, OBJECT))
        return any(
            k.connection is not None
            and (m, OBJECT) in ((k.left, k.left_port), (k.right, k.right_port))
            and {step.property for step in k.connection.steps} == {reading.iri}
            for k in assembly.links
        ) or any(
            n != m and (n, OBJECT) in assembly.masks and r.iri == reading.iri and assembly.find((n, OBJECT)) == value
            for n, r in enumerate(assembly.readings)
        )


def _denoted(reading: Reading) -> int:
    """The port of what the words stand for."""
    return OBJECT if reading.kind == "property" and reading.object and not reading.inverse else SUBJECT


_GOES_ON = frozenset(("and", "but", "also", "or", "und", "aber"))

"""The module of a large ontology that one question needs: its terms, their neighbourhood, and what may join them.

An activation starts at the terms that the question names and spreads over the schema: from a property to its domain
and range, its inverses and its hierarchy; from a class to its superclasses and to the properties that its members may
have. What joins the terms named is kept whole. The most active terms that fit a size make the module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from nlkgq.iri import RDF, RDFS, XSD, local_name
from nlkgq.ontology.lexicon import Lexicon, words_of
from nlkgq.ontology.model import Ontology, OwlClass, Property, split_identifier

_LONGEST = 4
"""Most words of one term in a question."""
_MATCHES = 12
_ROUNDS = 3
_SHARES = {"partial": 0.5, "comment": 0.3}
"""What a weak match counts beside one with the whole label."""
_WHEN = frozenset(("before", "after", "since", "until", "between", "vor", "nach", "seit", "bis"))
_NAMES = (["name"], ["label"], ["title"])
_JOINED = 8
"""How many of the terms named are joined with one another."""
_WAY = 4
"""Most properties on a way that joins two terms."""
_BUILT_IN = (RDF, RDFS, XSD)


def named_terms(text: str, lexicon: Lexicon) -> dict[str, float]:
    """The terms that a question may name, with weights in (0, 1]; question words and adjectives name properties too.

    Args:
        text: The question, masked or not.
        lexicon: Phrase look-up over the ontology.
    """
    words = words_of(text)
    found: dict[str, float] = {}
    for start in range(len(words)):
        for end in range(start + 1, min(start + _LONGEST, len(words)) + 1):
            phrase = words[start:end]
            if all(w in lexicon.function_words for w in phrase):
                continue
            _add(found, lexicon, phrase, 1.0 + 0.1 * (len(phrase) - 1))
        for language in lexicon.words:
            names = [n for _, senses in language.adjectives.get(words[start], ()) for n in senses]
            names += language.question_words.get(words[start], ())
            names += language.question_words.get("_".join(words[start : start + 2]), ())
            if words[start] in _WHEN:
                names += language.question_words.get("when", ())
            for name in names:
                _add(found, lexicon, name.split("_"), 0.7)
    highest = max(found.values(), default=1.0)
    return {iri: weight / highest for iri, weight in found.items()}


def _add(found: dict[str, float], lexicon: Lexicon, phrase: Sequence[str], weight: float) -> None:
    for match in lexicon.lookup(phrase, limit=_MATCHES):
        if match.kind != "individual":
            share = _SHARES.get(match.how, 1.0) * match.score * weight
            found[match.iri] = max(found.get(match.iri, 0.0), share)


class ModuleCutter:
    """Cuts modules of one ontology; made once, used for every question.

    >>> from nlkgq.ontology.model import Ontology, OwlClass
    >>> film, rain = OwlClass(iri="http://e.org/Film"), OwlClass(iri="http://e.org/Rain")
    >>> ontology = Ontology(classes={c.iri: c for c in (film, rain)})
    >>> cutter = ModuleCutter(ontology, Lexicon(ontology))
    >>> [t.iri for t in cutter.cut("Which films are there?", fits=lambda module: True)]
    ['http://e.org/Film']

    Args:
        ontology: The whole ontology.
        lexicon: Phrase look-up over the same ontology.
    """

    def __init__(self, ontology: Ontology, lexicon: Lexicon) -> None:
        self.ontology = ontology
        self.lexicon = lexicon
        self._near = _neighbours(ontology)
        self._ways = _ways(ontology)

    def ranked(self, text: str, held: Iterable[str] = ()) -> list[str]:
        """Classes and properties in the order in which a module takes them, terms that nothing leads to left out.

        Args:
            text: The question, masked or not.
            held: Properties and classes that hold the values that it names.
        """
        seeds = {**named_terms(text, self.lexicon), **dict.fromkeys(held, 1.0)}
        activation = dict(seeds)
        for iri, weight in self._joints(seeds).items():
            activation[iri] = max(activation.get(iri, 0.0), weight)
        spread = dict(activation)
        for _ in range(_ROUNDS):
            following: dict[str, float] = {}
            for iri, weight in spread.items():
                for near, share in self._near.get(iri, ()):
                    if weight * share > following.get(near, 0.0):
                        following[near] = weight * share
            spread = {iri: w for iri, w in following.items() if w > activation.get(iri, 0.0)}
            activation.update(spread)
        known = (iri for iri in activation if iri in self.ontology.classes or iri in self.ontology.properties)
        return sorted(known, key=lambda iri: (-activation[iri], iri))

    def cut(self, text: str, held: Iterable[str] = (), *, fits: Callable[[Ontology], bool]) -> Ontology:
        """The largest module of the best ranked terms that fits.

        Args:
            text: The question, masked or not.
            held: Properties and classes that hold the values that it names.
            fits: Whether a module is small enough; asked about as often as the number of terms has binary digits.

        Returns:
            An ontology of those terms alone: what they say of others (domains, parents, restrictions) is kept where
            the others are in it too.
        """
        terms = self.ranked(text, held)
        low, high = 0, len(terms)
        while low < high:
            middle = (low + high + 1) // 2
            if fits(_only(self.ontology, terms[:middle])):
                low = middle
            else:
                high = middle - 1
        return _only(self.ontology, terms[:low])

    def _joints(self, seeds: Mapping[str, float]) -> dict[str, float]:
        """What joins the terms named, two and two: the properties and classes of a shortest way between them."""
        best = sorted(seeds, key=lambda iri: (-seeds[iri], iri))[:_JOINED]
        found: dict[str, float] = {}
        for place, left in enumerate(best):
            reached = self._reach(self._ends(left))
            for right in best[place + 1 :]:
                ends = [c for c in self._ends(right) if c in reached]
                if not ends:
                    continue
                here = min(ends, key=lambda c: reached[c][0])
                weight = 0.8 * min(seeds[left], seeds[right])
                while True:
                    found[here] = max(found.get(here, 0.0), weight)
                    _, step, before = reached[here]
                    if before is None:
                        break
                    found[step] = max(found.get(step, 0.0), weight)
                    here = before
        return found

    def _ends(self, iri: str) -> tuple[str, ...]:
        """The classes at which a way from a term begins."""
        p = self.ontology.properties.get(iri)
        if p is None:
            return tuple(sorted(self.ontology.subclasses(iri) | self.ontology.superclasses(iri)))
        return p.domain_classes or tuple(p.range_classes if p.kind != "datatype" else ())

    def _reach(self, starts: Sequence[str]) -> dict[str, tuple[int, str, str | None]]:
        """Class -> (steps, property, class before) of a shortest way from the starts, at most ``_WAY`` steps."""
        reached: dict[str, tuple[int, str, str | None]] = dict.fromkeys(starts, (0, "", None))
        front = list(starts)
        for length in range(1, _WAY + 1):
            following = []
            for here in front:
                for step, there in self._ways.get(here, ()):
                    if there not in reached:
                        reached[there] = (length, step, here)
                        following.append(there)
            front = following
        return reached


def _ways(ontology: Ontology) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Class -> (property, class at its other end), both directions; members of a class have what it has."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for iri, p in sorted(ontology.properties.items()):
        if p.kind == "datatype":
            continue
        for domain in p.domain_classes:
            for range_ in p.range_classes:
                for here, there in ((domain, range_), (range_, domain)):
                    for member in ontology.subclasses(here):
                        found.setdefault(member, {})[iri, there] = None
    return {iri: tuple(ways) for iri, ways in found.items()}


def _neighbours(ontology: Ontology) -> Mapping[str, Sequence[tuple[str, float]]]:
    """Term -> (term that it leads to, share of its activation that goes there)."""
    found: dict[str, dict[str, float]] = {}

    def lead(source: str, target: str, share: float) -> None:
        if not target.startswith(_BUILT_IN):
            own = found.setdefault(source, {})
            own[target] = max(own.get(target, 0.0), share)

    members: dict[str, list[str]] = {}
    for iri, p in ontology.properties.items():
        for c in p.domain_classes:
            lead(iri, c, 0.9)
            members.setdefault(c, []).append(iri)
        for c in p.range_classes if p.kind != "datatype" else ():
            lead(iri, c, 0.85)
            members.setdefault(c, []).append(iri)
        for other in (*p.parents, *p.equivalents, *ontology.inverses(iri)):
            lead(iri, other, 0.8)
            lead(other, iri, 0.6)
    naming = {iri for iri in ontology.properties if split_identifier(local_name(iri)).lower().split()[-1:] in _NAMES}
    for iri, own in members.items():
        # A class with thousands of properties says little about each of them.
        share = 0.6 / (1.0 + math.log10(max(len(own), 10) / 10.0))
        for p_iri in own:
            lead(iri, p_iri, 0.8 if p_iri in naming else share)
    for iri, term in ontology.classes.items():
        for other in (*term.parents, *term.equivalents, *term.union_of):
            lead(iri, other, 0.75)
            lead(other, iri, 0.35)
        for restriction in term.restrictions:
            lead(iri, restriction.property, 0.5)
            for filler in restriction.filler:
                lead(iri, filler, 0.4)
    return {iri: tuple(own.items()) for iri, own in found.items()}


def _only(ontology: Ontology, terms: Sequence[str]) -> Ontology:
    kept = frozenset(terms)
    return replace(
        ontology,
        classes={iri: _class(c, kept) for iri, c in ontology.classes.items() if iri in kept},
        properties={iri: _property(p, kept) for iri, p in ontology.properties.items() if iri in kept},
        individuals={iri: i for iri, i in ontology.individuals.items() if kept.intersection(i.types)},
        undeclared=(),
    )


def _class(term: OwlClass, kept: frozenset[str]) -> OwlClass:
    return replace(
        term,
        parents=tuple(iri for iri in term.parents if iri in kept),
        equivalents=tuple(iri for iri in term.equivalents if iri in kept),
        disjoint=tuple(iri for iri in term.disjoint if iri in kept),
        union_of=tuple(iri for iri in term.union_of if iri in kept),
        restrictions=tuple(r for r in term.restrictions if r.property in kept),
    )


def _property(term: Property, kept: frozenset[str]) -> Property:
    return replace(
        term,
        parents=tuple(iri for iri in term.parents if iri in kept),
        equivalents=tuple(iri for iri in term.equivalents if iri in kept),
        inverses=tuple(iri for iri in term.inverses if iri in kept),
        domain=_unions(term.domain, kept),
        range=_unions(term.range, kept),
    )


def _unions(unions: tuple[tuple[str, ...], ...], kept: frozenset[str]) -> tuple[tuple[str, ...], ...]:
    """Unions without the classes that are left out; a union of none of those kept says nothing any more."""
    found = (tuple(iri for iri in union if iri in kept or iri.startswith(_BUILT_IN)) for union in unions)
    return tuple(union for union in found if union)

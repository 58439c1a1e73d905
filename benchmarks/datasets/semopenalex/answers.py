"""The answers to questions.toml, out of the world itself: no SPARQL took part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from library import AUTHORS, CONCEPTS, JOURNALS, PLACES, PUBLISHERS, WORKS, concept, institution, journal, publisher

Row = tuple[object, ...]


def of(values: Iterable[object]) -> list[Row]:
    """Rows of one column, each once."""
    return [(v,) for v in dict.fromkeys(values)]


def by(name: str) -> int:
    """Number of an author."""
    return next(n for n, a in enumerate(AUTHORS) if a.name == name)


def place(name: str) -> int:
    """Number of an institution."""
    return next(n for n, (p, _) in enumerate(PLACES) if p == name)


def topic(label: str) -> int:
    """Number of a concept."""
    return next(n for n, (c, _, _) in enumerate(CONCEPTS) if c == label)


def host(work_journal: int) -> str:
    """Name of the publisher of a journal."""
    return PUBLISHERS[JOURNALS[work_journal][1]]


LOTTE = by("Lotte Maribor")
OSTHOLM, SEEHEIM = place("Ostholm Academy"), place("Technical University of Seeheim")
TOP = max(w.count for w in WORKS)
BEST = max(a.h_index for a in AUTHORS)
WRITERS = Counter(n for w in WORKS for n in w.authors)
TOGETHER = [a for w in WORKS if LOTTE in w.authors for a in w.authors if a != LOTTE]
BELOW = {n for n, (_, _, up) in enumerate(CONCEPTS) if up == topic("Biology")}
BELOW |= {n for n, (_, _, up) in enumerate(CONCEPTS) if up in BELOW}
HOSTED = Counter(p for _, p in JOURNALS)

ANSWERS: dict[str, list[Row] | bool] = {
    "works": of(w.iri for w in WORKS),
    "institutions": [(len(PLACES),)],
    "authors-of": of(AUTHORS[n].iri for n in WORKS[4].authors),
    "works-of": of(w.iri for w in WORKS if LOTTE in w.authors),
    "apostrophe": [(AUTHORS[by("Nadja O'Farran")].h_index,)],
    "year-of": [(WORKS[4].year,)],
    "after": of(w.iri for w in WORKS if w.year > 2020),
    "between": [(sum(2012 <= w.year <= 2015 for w in WORKS),)],
    "open": [(sum(w.open for w in WORKS),)],
    "retracted": of(w.iri for w in WORKS if w.retracted),
    "any-retracted": any(w.retracted and w.open for w in WORKS),
    "first-author": of(w.iri for w in WORKS if w.authors[0] == by("Ivo Jandrik")),
    "at": of(a.iri for a in AUTHORS if a.place == SEEHEIM),
    "in-country": of(institution(n) for n, (_, c) in enumerate(PLACES) if c == "DE"),
    "works-at": of(w.iri for w in WORKS if any(AUTHORS[n].place == OSTHOLM for n in w.authors)),
    "no-orcid": of(a.iri for a in AUTHORS if a.orcid is None),
    "names-orcid": [(a.name, a.orcid) for a in AUTHORS],
    "cites": of(WORKS[n].iri for n in WORKS[9].cites),
    "cited-by": of(WORKS[n].iri for n in WORKS[12].cites),
    "most-cited": of(w.iri for w in WORKS if w.count == TOP),
    "best-author": of(a.iri for a in AUTHORS if a.h_index == BEST),
    "never-cited": of(w.iri for w in WORKS if not w.cites),
    "per-journal": [(journal(n), c) for n, c in Counter(w.journal for w in WORKS).items()],
    "publisher": of(w.iri for w in WORKS if host(w.journal) == "Open Lantern"),
    "journals-of": of(publisher(n) for n, c in HOSTED.items() if c >= 2),
    "about": of(w.iri for w in WORKS if topic("Semantic web") in w.concepts),
    "narrower": of(concept(n) for n, (_, _, up) in enumerate(CONCEPTS) if up == topic("Computer science")),
    "below": [(len(BELOW),)],
    "coauthors": of(AUTHORS[n].iri for n in TOGETHER),
    "busy": of(AUTHORS[n].iri for n, c in WRITERS.items() if c > 8),
}

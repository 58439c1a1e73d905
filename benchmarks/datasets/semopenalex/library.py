"""The invented library: seeded, small, without SPARQL."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

NAMES = (
    "Aldo Brenning", "Bettina Corvall", "Cyrus Dahlvik", "Delia Estmar", "Edvin Farrow-Lindt", "Frida Gossamer",
    "Gustav Hallowby", "Hanne Ibsgard", "Ivo Jandrik", "Jelka Korvin", "Kasimir Lund-Oakes", "Lotte Maribor",
    "Milan Nystedt", "Nadja O'Farran", "Otis Pellworm", "Petra Quillfeld", "Ruben Sandvoss", "Silke Tarnow",
    "Tomas Ullgren", "Ursula Vantoff", "Viktor Wesselby", "Wilma Xanten", "Yara Zelenko", "Zoltan Abenroth",
)  # fmt: skip
PLACES = (
    ("Northmoor University", "GB"),
    ("Hallbruck Institute of Technology", "DE"),
    ("Lac Vert College", "CH"),
    ("Porto Alto University", "PT"),
    ("Technical University of Seeheim", "DE"),
    ("Ostholm Academy", "SE"),
)
PUBLISHERS = ("Greyfield Press", "Open Lantern", "Meridian House")
JOURNALS = (
    ("Annals of Quiet Systems", 0),
    ("Lantern Letters", 1),
    ("Journal of Graph Weather", 0),
    ("Proceedings of the Harbour Workshop", 2),
    ("Notes on Slow Data", 1),
)
CONCEPTS = (
    ("Computer science", 0, None),
    ("Biology", 0, None),
    ("Semantic web", 1, 0),
    ("Databases", 1, 0),
    ("Ecology", 1, 1),
    ("Ontology matching", 2, 2),
    ("Query languages", 2, 3),
    ("Bird migration", 2, 4),
)
WORDS = (
    ("Quiet", "Layered", "Northern", "Hidden", "Patient", "Recursive"),
    ("Graphs", "Herons", "Queries", "Tides"),
    ("in Motion", "at Scale", "Revisited", "for Beginners", "without Schema"),
)


@dataclass(kw_only=True)
class Author:
    """Who writes."""

    iri: str
    name: str
    place: int
    h_index: int
    orcid: str | None


@dataclass(kw_only=True)
class Work:
    """What is written; ``authors`` in order."""

    iri: str
    title: str
    year: int
    authors: list[int]
    journal: int
    concepts: list[int]
    open: bool
    retracted: bool
    cites: list[int] = field(default_factory=list)
    count: int = 0


BASE = "https://semopenalex.org/"
RNG = random.Random(2047)
AUTHORS = [
    Author(
        iri=f"{BASE}author/A{900 + n}", name=name, place=n % len(PLACES), h_index=RNG.randint(2, 40),
        orcid=f"0000-0000-0000-{n:04d}" if n % 3 else None,
    )
    for n, name in enumerate(NAMES)
]  # fmt: skip
TITLES = [f"{a} {b} {c}" for a in WORDS[0] for b in WORDS[1] for c in WORDS[2]]
RNG.shuffle(TITLES)
WORKS = [
    Work(
        iri=f"{BASE}work/W{5000 + n}", title=TITLES[n], year=RNG.randint(2009, 2023),
        authors=RNG.sample(range(len(NAMES)), RNG.randint(1, 4)), journal=RNG.randrange(len(JOURNALS)),
        concepts=sorted(RNG.sample(range(len(CONCEPTS)), RNG.randint(1, 3))), open=RNG.random() < 0.5,
        retracted=n in (7, 31),
    )
    for n in range(60)
]  # fmt: skip
for number, work in enumerate(WORKS):
    older = [i for i, w in enumerate(WORKS) if w.year < work.year and i != number]
    work.cites = sorted(RNG.sample(older, min(len(older), RNG.randint(0, 5))))
for number, work in enumerate(WORKS):
    work.count = sum(number in w.cites for w in WORKS) + 3 * (number % 11)


def institution(n: int) -> str:
    """IRI of a place."""
    return f"{BASE}institution/I{n + 1}"


def journal(n: int) -> str:
    """IRI of a journal."""
    return f"{BASE}source/S{n + 1}"


def publisher(n: int) -> str:
    """IRI of a publisher."""
    return f"{BASE}publisher/P{n + 1}"


def concept(n: int) -> str:
    """IRI of a concept."""
    return f"{BASE}concept/C{n + 1}"

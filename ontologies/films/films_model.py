"""What the films graph is made of: plain Python values, compared by identity."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal


@dataclass(eq=False)
class Named:
    """Something with an identifier (the end of its IRI) and a name; ``german`` is a second label."""

    id: str
    name: str
    german: str | None = None


@dataclass(eq=False)
class Country(Named):
    """A country; ``code`` has two letters."""

    code: str = ""


@dataclass(eq=False)
class Genre(Named):
    """A genre and the one above it."""

    parent: Genre | None = None

    def within(self, name: str) -> bool:
        """Whether this is the genre called ``name`` or lies below it."""
        return self.name == name or (self.parent is not None and self.parent.within(name))


@dataclass(eq=False)
class Person(Named):
    """Someone who makes films."""

    birth: date = date.min
    death: date | None = None
    birth_place: str = ""
    nationality: Country | None = None
    spouse: Person | None = None


@dataclass(eq=False)
class Studio(Named):
    """A company that makes films."""

    country: Country | None = None
    founded: int = 0
    owner: Studio | None = None


@dataclass(eq=False)
class Role:
    """One person playing one character in one film."""

    id: str
    actor: Person
    character: str


@dataclass(eq=False)
class Release:
    """The start of a film in a country; ``box_office`` in euros, None if unknown."""

    id: str
    country: Country
    date: date
    certificate: str | None
    box_office: int | None


@dataclass(eq=False)
class Rating:
    """What one source thinks of a film, 0 to 10."""

    id: str
    source: str
    score: Decimal
    votes: int


@dataclass(eq=False)
class Film(Named):
    """A film; ``runtime`` in minutes, ``budget`` in euros, ``kind`` its most specific class."""

    kind: str = "Film"
    year: int = 0
    runtime: int = 0
    budget: int | None = None
    genres: list[Genre] = field(default_factory=list)
    countries: list[Country] = field(default_factory=list)
    languages: list[Named] = field(default_factory=list)
    directors: list[Person] = field(default_factory=list)
    writers: list[Person] = field(default_factory=list)
    producers: list[Person] = field(default_factory=list)
    composers: list[Person] = field(default_factory=list)
    cast: list[Role] = field(default_factory=list)
    studios: list[Studio] = field(default_factory=list)
    releases: list[Release] = field(default_factory=list)
    ratings: list[Rating] = field(default_factory=list)
    series: Named | None = None
    remake_of: Film | None = None
    sequel_of: Film | None = None


@dataclass(eq=False)
class Nomination:
    """A film, perhaps a person, proposed for an award."""

    id: str
    award: Named
    category: str
    year: int
    film: Film
    nominee: Person | None
    won: bool


@dataclass(eq=False)
class World:
    """Everything the graph holds."""

    countries: list[Country]
    languages: list[Named]
    genres: list[Genre]
    people: list[Person]
    studios: list[Studio]
    series: list[Named]
    awards: list[Named]
    films: list[Film] = field(default_factory=list)
    nominations: list[Nomination] = field(default_factory=list)

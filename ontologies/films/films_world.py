"""The world behind the films graph: plain Python values, built from one seed.

`generate.py` writes it as Turtle; `films_gold.py` answers the sample questions from it, without SPARQL.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final, TypeVar

import films_names as names
from films_model import Country, Film, Genre, Named, Nomination, Person, Rating, Release, Role, Studio, World

SEED: Final = 20250611
T = TypeVar("T")


class Dice:
    """A seeded source that uses only `randrange`, whose sequence is the same in every Python since 3.2."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - invented data, nothing secret

    def between(self, low: int, high: int) -> int:
        """A whole number from ``low`` to ``high``, both included."""
        return low + self._random.randrange(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True in ``percent`` of 100 cases."""
        return self._random.randrange(100) < percent

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self._random.randrange(len(items))]

    def several(self, items: Sequence[T], count: int) -> list[T]:
        """``count`` different items in random order."""
        rest = list(items)
        return [rest.pop(self._random.randrange(len(rest))) for _ in range(min(count, len(rest)))]


def build_world(seed: int = SEED) -> World:
    """The same world for the same seed."""
    dice = Dice(seed)
    world = _stage(dice)
    for number, title in enumerate(names.TITLES, 1):
        world.films.append(_film(world, dice, number, title))
    _arrange(world)
    for film in world.films:
        _release_and_rate(world, dice, film)
    _nominate(world, dice)
    return world


def _stage(dice: Dice) -> World:
    """Everything that exists before the films."""
    countries = [Country(f"country-{n:02}", en, de, code) for n, (code, en, de) in enumerate(names.COUNTRIES, 1)]
    by_code = {country.code: country for country in countries}
    genres: list[Genre] = []
    for n, (en, de, above) in enumerate(names.GENRES, 1):
        parent = next((g for g in genres if g.name == above), None)
        genres.append(Genre(f"genre-{n:02}", en, de, parent))
    studios: list[Studio] = []
    for n, (name, code, year, owner) in enumerate(names.STUDIOS, 1):
        owned_by = studios[owner] if owner is not None else None
        studios.append(Studio(f"studio-{n:02}", name, None, by_code[code], year, owned_by))
    people = [_person(dice, n, name, countries) for n, name in enumerate(names.PEOPLE, 1)]
    for left, right in ((8, 20), (12, 13), (30, 31), (44, 61), (2, 36)):
        people[left].spouse, people[right].spouse = people[right], people[left]
    return World(
        countries=countries,
        languages=[Named(f"language-{n:02}", en, de) for n, (en, de, _) in enumerate(names.LANGUAGES, 1)],
        genres=genres,
        people=people,
        studios=studios,
        series=[Named(f"series-{n}", name) for n, name in enumerate(names.SERIES, 1)],
        awards=[Named(f"award-{n}", name) for n, name in enumerate(names.AWARDS, 1)],
    )


def _person(dice: Dice, number: int, name: str, countries: list[Country]) -> Person:
    country = dice.pick(countries)
    born = date(dice.between(1921, 1994), 1, 1) + timedelta(days=dice.between(0, 364))
    death = born + timedelta(days=dice.between(62 * 365, 91 * 365)) if born.year < 1948 and dice.chance(70) else None
    return Person(f"person-{number:03}", name, None, born, death, dice.pick(names.CITIES[country.code]), country)


def _film(world: World, dice: Dice, number: int, title: str) -> Film:
    kind = "Documentary" if 56 <= number <= 60 else "AnimatedFilm" if number in _ANIMATED else "Film"
    year = _YEARS.get(number, dice.between(1958, 2023))
    adults = [p for p in world.people if p.birth.year + 22 <= year and (p.death is None or p.death.year > year)]
    makers, players = adults[::2], adults[1::2]
    countries = dice.several(world.countries, 2 if dice.chance(25) else 1)
    home = next((c for c in world.countries if c.code == _ORIGINS.get(number)), countries[0])
    countries = [home] + [c for c in countries[1:] if c is not home]
    spoken = [lg for lg, row in zip(world.languages, names.LANGUAGES, strict=True) if home.code in row[2]]
    at_hand = [s for s in world.studios if s.founded < year]
    local = [s for s in at_hand if s.country in countries] or at_hand
    film = Film(
        id=f"film-{number:03}",
        name=title,
        kind=kind,
        year=year,
        runtime=dice.between(58, 96) if kind != "Film" else dice.between(78, 172),
        budget=dice.between(4, 1200) * 100_000 if dice.chance(84) else None,
        genres=_genres(world, dice, kind),
        countries=countries,
        languages=spoken[:1],
        directors=dice.several(makers[:14], 2 if dice.chance(12) else 1),
        producers=dice.several(makers[6:], 1),
        composers=dice.several(players[-9:], 1),
        studios=dice.several(local, 1) if len(countries) == 1 else dice.several(at_hand, 2),
    )
    film.writers = film.directors[:1] if dice.chance(30) else dice.several(makers[4:18], 2 if dice.chance(25) else 1)
    actors = dice.several(players, dice.between(2, 4) if kind == "Film" else dice.between(1, 2))
    if dice.chance(18) and film.directors[0] not in actors:
        actors[-1] = film.directors[0]
    for n, actor in enumerate(actors, 1):
        character = "The Narrator" if kind == "Documentary" else dice.pick(names.CHARACTERS)
        film.cast.append(Role(f"role-{number:03}-{n}", actor, character))
    return film


# By number of the film: animated; the year, where a series, sequel or remake fixes it; the country its title is from.
_ANIMATED: Final = (25, 26, 36, 42, 43, 66, 67, 68)
_YEARS: Final = {11: 1966, 12: 2014, 39: 1971, 44: 2009, 70: 2013} | {
    **dict(zip((16, 17, 18, 23, 24, 25, 26), (2002, 2005, 2008, 2011, 2014, 2018, 2021), strict=True)),
    **dict(zip((50, 51, 67, 68), (1958, 1961, 1964, 1967), strict=True)),
}
_ORIGINS: Final = dict(
    zip(
        (5, 14, 20, 30, 34, 42, 48, 54, 63, 65, 70, 71, 76),
        ("DE", "FR", "PL", "BR", "IT", "JP", "DE", "MX", "FR", "IN", "MX", "KR", "DE"),
        strict=True,
    )
)
_SERIES: Final = ((16, 17, 18), (25, 26), (23, 24), (50, 51), (67, 68))


def _genres(world: World, dice: Dice, kind: str) -> list[Genre]:
    if kind == "Documentary":
        subject = dice.pick(("Nature", "Biography"))
        return [g for g in world.genres if g.name == subject]
    fiction = [g for g in world.genres if g.name not in ("Nature", "Biography")]
    picked = dice.several(fiction, 2 if dice.chance(45) else 1)
    return [g for g in picked if not any(o is not g and o.within(g.name) for o in picked)]


def _arrange(world: World) -> None:
    """What chance would not give: series, remakes, sequels, ties, gaps."""
    films = world.films
    for series, members in zip(world.series, _SERIES, strict=True):
        for step, number in enumerate(members):
            films[number - 1].series = series
            if step:
                films[number - 1].sequel_of = films[members[step - 1] - 1]
    films[11].remake_of, films[43].remake_of, films[69].remake_of = films[10], films[38], films[15]
    namesake, ilse = world.people[1], world.people[2]
    films[46].directors = [namesake]
    films[69].cast.append(Role("role-070-9", ilse, "Renata"))
    films[20].runtime = films[56].runtime = films[33].runtime = 181  # the longest film is three films
    films[66].runtime = films[41].runtime = 58  # and the shortest two
    films[30].budget = films[52].budget = 120_000_000  # two films share the highest budget


def _release_and_rate(world: World, dice: Dice, film: Film) -> None:
    first = date(film.year, 1, 1) + timedelta(days=dice.between(0, 330))
    abroad = [c for c in world.countries if c not in film.countries]
    places = film.countries[:1] + dice.several(abroad, dice.between(0, 3))
    for n, country in enumerate(places, 1):
        day = first + timedelta(days=0 if n == 1 else dice.between(0, 420))
        ages = names.CERTIFICATES.get(country.code)
        earned = dice.between(1, 900) * 50_000 if dice.chance(70) else None
        certificate = dice.pick(ages) if ages else None
        film.releases.append(Release(f"release-{film.id[5:]}-{n}", country, day, certificate, earned))
    for n, source in enumerate(dice.several(names.RATING_SOURCES, dice.between(0, 2)), 1):
        score = Decimal(dice.between(24, 96)) / 10
        film.ratings.append(Rating(f"rating-{film.id[5:]}-{n}", source, score, dice.between(40, 9000)))


def _nominate(world: World, dice: Dice) -> None:
    for number in range(1, 67):
        film = dice.pick(world.films)
        category = dice.pick(names.CATEGORIES)
        people = {
            "Best Director": film.directors,
            "Best Performance": [role.actor for role in film.cast],
            "Best Score": film.composers,
            "Best Screenplay": film.writers,
        }.get(category, [])
        nominee = dice.pick(people) if people else None
        award = dice.pick(world.awards)
        rivals = [n for n in world.nominations if n.award is award and n.category == category]
        if any(rival.film is film for rival in rivals):
            continue
        taken = any(rival.won and rival.year == film.year + 1 for rival in rivals)
        won = not taken and dice.chance(45)
        world.nominations.append(
            Nomination(f"nomination-{number:02}", award, category, film.year + 1, film, nominee, won)
        )

"""Writes `catalogue.ttl` and `registry.ttl`: the films graph as a stranger would find it. ``python generate.py``

Same world, another shape: things and terms have numbers, everybody who works on a film stands in a dated credit, years
and dates are text, countries, languages and genres are codes of look-up tables, money is in thousands, scores are in
tenths.
The same files come out each time; a test compares them with those committed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "films"))  # the world of the films graph

from films_model import Country, Film, Genre, Person, Studio, World  # noqa: E402 - needs the line above
from films_world import build_world  # noqa: E402 - needs the line above

PREFIXES: Final = """\
@prefix t: <https://archive.example/t/> .
@prefix o: <https://archive.example/o/> .
"""
# First digit of a thing's number, by what its identifier starts with in the world.
DIGITS: Final = {
    "film": "1", "person": "2", "studio": "3", "role": "4", "release": "6", "rating": "7", "award": "8",
    "series": "9", "nomination": "0",
}  # fmt: skip
LANGUAGE_CODES: Final = ("de", "fr", "it", "ja", "pt", "en", "no", "pl", "hi", "es", "ko")
KINDS: Final = {"Film": "F", "AnimatedFilm": "A", "Documentary": "D"}
Facts = list[tuple[str, str]]


def thing(identifier: str) -> str:
    """The numbered name of a thing: ``film-014`` is ``o:1014``."""
    kind, _, number = identifier.partition("-")
    return f"o:{DIGITS[kind]}{number}"


def text(value: object) -> str:
    """Everything is a string here, or nearly."""
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def genre_code(genre: Genre) -> str:
    """Two digits."""
    return text(genre.id.removeprefix("genre-"))


def film_facts(film: Film, world: World) -> Facts:
    """What stands at the film itself."""
    facts = [("a", "t:100"), ("t:103", text(KINDS[film.kind])), ("t:101", text(film.name))]
    facts += [("t:104", text(film.year)), ("t:105", str(film.runtime))]
    if film.budget is not None:
        facts.append(("t:106", str(film.budget // 1000)))
    facts += [("t:112", genre_code(genre)) for genre in film.genres]
    facts += [("t:113", text(country.code)) for country in film.countries]
    facts += [("t:114", text(LANGUAGE_CODES[world.languages.index(language)])) for language in film.languages]
    facts += [("t:115", thing(studio.id)) for studio in film.studios]
    if film.series:
        facts.append(("t:116", thing(film.series.id)))
    return facts


def credits(film: Film, numbers: Iterator[int]) -> Iterator[tuple[str, Facts]]:
    """One node for each person's work on a film, with its date; a part in it is such a node too."""
    jobs = (("DIR", film.directors), ("WRI", film.writers), ("PRO", film.producers), ("MUS", film.composers))
    for job, people in jobs:
        for person in people:
            yield f"o:5{next(numbers)}", credit(film, person, job)
    for role in film.cast:
        yield thing(role.id), [*credit(film, role.actor, "ACT"), ("t:124", text(role.character))]


def credit(film: Film, person: Person, job: str) -> Facts:
    """The facts of one such node."""
    signed = film.releases[0].date - timedelta(days=200 + int(person.id[-3:]))
    facts = [("t:120", thing(film.id)), ("t:121", thing(person.id)), ("t:122", text(job))]
    return [*facts, ("t:123", text(signed))]


def film_parts(film: Film) -> Iterator[tuple[str, Facts]]:
    """Versions (remakes and sequels), releases and ratings, which point at the film."""
    for older, kind in ((film.remake_of, "R"), (film.sequel_of, "S")):
        if older is not None:
            facts = [("t:130", thing(film.id)), ("t:131", thing(older.id)), ("t:132", text(kind))]
            yield f"o:v{kind.lower()}{film.id[5:]}", facts
    for release in film.releases:
        facts = [("t:140", thing(film.id)), ("t:141", text(release.country.code)), ("t:142", text(release.date))]
        if release.certificate is not None:
            facts.append(("t:143", text(release.certificate)))
        if release.box_office is not None:
            facts.append(("t:144", str(release.box_office // 1000)))
        yield thing(release.id), facts
    for rating in film.ratings:
        facts = [("t:150", thing(film.id)), ("t:151", text(rating.source)), ("t:152", str(int(rating.score * 10)))]
        yield thing(rating.id), [*facts, ("t:153", str(rating.votes))]


def catalogue(world: World) -> Iterator[tuple[str, Facts]]:
    """Films and what belongs to them, with the tables of genres and languages."""
    for genre in world.genres:
        facts = [("t:160", genre_code(genre)), ("t:161", text(genre.name)), ("t:162", text(genre.german))]
        if genre.parent is not None:
            facts.append(("t:163", genre_code(genre.parent)))
        yield f"o:g{genre.id[-2:]}", facts
    for language, code in zip(world.languages, LANGUAGE_CODES, strict=True):
        yield f"o:l{code}", [("t:170", text(code)), ("t:171", text(language.name)), ("t:172", text(language.german))]
    for series in world.series:
        yield thing(series.id), [("a", "t:900"), ("t:901", text(series.name))]
    numbers = iter(range(1001, 10_000))
    for film in world.films:
        yield thing(film.id), film_facts(film, world)
        yield from credits(film, numbers)
        yield from film_parts(film)


def registry(world: World) -> Iterator[tuple[str, Facts]]:
    """People, studios, countries and prizes."""
    for country in world.countries:
        yield f"o:c{country.code}", country_facts(country)
    for person in world.people:
        yield thing(person.id), person_facts(person)
    for couple in couples(world):
        yield f"o:m{couple[0].id[-3:]}", [("t:220", thing(person.id)) for person in couple]
    for studio in world.studios:
        yield thing(studio.id), studio_facts(studio)
    for award in world.awards:
        yield thing(award.id), [("a", "t:800"), ("t:801", text(award.name))]
    for n in world.nominations:
        facts = [("a", "t:810"), ("t:811", thing(n.award.id)), ("t:812", thing(n.film.id))]
        if n.nominee is not None:
            facts.append(("t:813", thing(n.nominee.id)))
        facts += [("t:814", text(n.category)), ("t:815", text(n.year)), ("t:816", text("J" if n.won else "N"))]
        yield thing(n.id), facts


def country_facts(country: Country) -> Facts:
    """A row of the table of countries."""
    return [("t:180", text(country.code)), ("t:181", text(country.name)), ("t:182", text(country.german))]


def person_facts(person: Person) -> Facts:
    """A person."""
    facts = [("a", "t:200"), ("t:201", text(person.name)), ("t:202", text(person.birth))]
    if person.death is not None:
        facts.append(("t:203", text(person.death)))
    facts.append(("t:204", text(person.birth_place)))
    if person.nationality is not None:
        facts.append(("t:205", text(person.nationality.code)))
    return facts


def studio_facts(studio: Studio) -> Facts:
    """A studio; what it owns points up."""
    facts = [("a", "t:300"), ("t:301", text(studio.name)), ("t:302", text(studio.founded))]
    if studio.country is not None:
        facts.append(("t:303", text(studio.country.code)))
    if studio.owner is not None:
        facts.append(("t:304", thing(studio.owner.id)))
    return facts


def couples(world: World) -> Iterator[tuple[Person, Person]]:
    """Each married couple once."""
    for person in world.people:
        if person.spouse is not None and person.id < person.spouse.id:
            yield person, person.spouse


def turtle(subjects: Iterator[tuple[str, Facts]]) -> str:
    """Turtle text."""
    blocks = [PREFIXES]
    for name, facts in subjects:
        blocks.append(f"{name}\n" + " ;\n".join(f"    {p} {o}" for p, o in facts) + " .\n")
    return "\n".join(blocks)


def main() -> None:
    """Write both files beside this script."""
    world = build_world()
    (FOLDER / "catalogue.ttl").write_text(turtle(catalogue(world)), encoding="utf-8")
    (FOLDER / "registry.ttl").write_text(turtle(registry(world)), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Writes `graph.ttl` and the answers in `questions.jsonl`. Run it in any folder: ``python generate.py``.

The same files come out each time; a test compares them with those committed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))  # the modules beside this script, wherever it is run from

from films_model import Film, Named, World  # noqa: E402 - needs the line above
from films_world import build_world  # noqa: E402 - needs the line above

TERMS: Final = "https://nlkgq.example/films#"
INDIVIDUALS: Final = "https://nlkgq.example/films/id/"
PREFIXES: Final = f"""\
@prefix films: <{TERMS}> .
@prefix id: <{INDIVIDUALS}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
Facts = list[tuple[str, str]]


def string(text: str, tag: str = "") -> str:
    """A Turtle string literal."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"' + (f"@{tag}" if tag else "")


def typed(value: object, datatype: str) -> str:
    """A Turtle literal with an XSD datatype."""
    return f'"{value}"^^xsd:{datatype}'


def node(thing: Named) -> str:
    """The prefixed name of an individual."""
    return f"id:{thing.id}"


def named(thing: Named, *classes: str, property_name: str = "name") -> Facts:
    """Types, name and labels of an individual."""
    facts = [("a", f"films:{c}") for c in classes] + [(f"films:{property_name}", string(thing.name))]
    if thing.german is None:
        return [*facts, ("rdfs:label", string(thing.name))]
    return [*facts, ("rdfs:label", string(thing.name, "en")), ("rdfs:label", string(thing.german, "de"))]


def film_facts(film: Film) -> Facts:
    """What hangs on the film itself; roles, releases and ratings are nodes of their own."""
    classes = ("Film",) if film.kind == "Film" else (film.kind, "Film")
    facts = named(film, *classes, property_name="title")
    facts += [("films:productionYear", typed(film.year, "integer")), ("films:runtime", typed(film.runtime, "integer"))]
    if film.budget is not None:
        facts.append(("films:budget", typed(film.budget, "decimal")))
    links: tuple[tuple[str, list[Named]], ...] = (
        ("hasGenre", [*film.genres]),
        ("countryOfOrigin", [*film.countries]),
        ("originalLanguage", [*film.languages]),
        ("directedBy", [*film.directors]),
        ("writtenBy", [*film.writers]),
        ("producedBy", [*film.producers]),
        ("composedBy", [*film.composers]),
        ("hasCastMember", [role.actor for role in film.cast]),
        ("madeByStudio", [*film.studios]),
        ("partOfSeries", [film.series] if film.series else []),
        ("remakeOf", [film.remake_of] if film.remake_of else []),
        ("sequelOf", [film.sequel_of] if film.sequel_of else []),
    )
    facts += [(f"films:{name}", node(thing)) for name, things in links for thing in things]
    facts += [("films:hasRole", f"id:{role.id}") for role in film.cast]
    facts += [("films:hasRelease", f"id:{release.id}") for release in film.releases]
    facts += [("films:hasRating", f"id:{rating.id}") for rating in film.ratings]
    return facts


def film_parts(film: Film) -> Iterator[tuple[str, Facts]]:
    """The roles, releases and ratings of a film."""
    for role in film.cast:
        facts = [("a", "films:Role"), ("films:playedBy", node(role.actor))]
        yield role.id, [*facts, ("films:characterName", string(role.character))]
    for release in film.releases:
        facts = [("a", "films:Release"), ("films:releaseCountry", node(release.country))]
        facts.append(("films:releaseDate", typed(release.date, "date")))
        if release.certificate is not None:
            facts.append(("films:certificate", string(release.certificate)))
        if release.box_office is not None:
            facts.append(("films:boxOffice", typed(release.box_office, "decimal")))
        yield release.id, facts
    for rating in film.ratings:
        facts = [("a", "films:Rating"), ("films:ratingSource", string(rating.source))]
        facts += [("films:score", typed(rating.score, "decimal")), ("films:votes", typed(rating.votes, "integer"))]
        yield rating.id, facts


def people_and_studios(world: World) -> Iterator[tuple[str, Facts]]:
    """People and studios with their own facts."""
    for person in world.people:
        facts = [*named(person, "Person"), ("films:birthDate", typed(person.birth, "date"))]
        if person.death is not None:
            facts.append(("films:deathDate", typed(person.death, "date")))
        facts.append(("films:birthPlace", string(person.birth_place)))
        if person.nationality is not None:
            facts.append(("films:nationality", node(person.nationality)))
        if person.spouse is not None:
            facts.append(("films:marriedTo", node(person.spouse)))
        yield person.id, facts
    for studio in world.studios:
        facts = [*named(studio, "Studio"), ("films:foundedYear", typed(studio.founded, "integer"))]
        if studio.country is not None:
            facts.append(("films:basedIn", node(studio.country)))
        if studio.owner is not None:
            facts.append(("films:ownedBy", node(studio.owner)))
        yield studio.id, facts


def nominations(world: World) -> Iterator[tuple[str, Facts]]:
    """Nominations, won or not."""
    for n in world.nominations:
        facts = [("a", "films:Nomination"), ("films:forAward", node(n.award)), ("films:nominatedFilm", node(n.film))]
        if n.nominee is not None:
            facts.append(("films:nominee", node(n.nominee)))
        facts += [("films:category", string(n.category)), ("films:awardYear", typed(n.year, "integer"))]
        yield n.id, [*facts, ("films:won", typed(str(n.won).lower(), "boolean"))]


def subjects(world: World) -> Iterator[tuple[str, Facts]]:
    """Every individual with its facts, in the order of the file."""
    for country in world.countries:
        yield country.id, named(country, "Country")
    for language in world.languages:
        yield language.id, named(language, "Language")
    for genre in world.genres:
        above = [("films:subGenreOf", node(genre.parent))] if genre.parent else []
        yield genre.id, named(genre, "Genre") + above
    for series in world.series:
        yield series.id, named(series, "Series")
    for award in world.awards:
        yield award.id, named(award, "Award")
    yield from people_and_studios(world)
    for film in world.films:
        yield film.id, film_facts(film)
        yield from film_parts(film)
    yield from nominations(world)


def turtle(world: World) -> str:
    """The whole graph as Turtle text."""
    blocks = [PREFIXES]
    for name, facts in subjects(world):
        blocks.append(f"id:{name}\n" + " ;\n".join(f"    {p} {o}" for p, o in facts) + " .\n")
    return "\n".join(blocks)


def answered(world: World, lines: str) -> str:
    """The question file with each answer computed anew from the world; all else stays as written."""
    from films_gold import answer

    out = []
    for line in lines.splitlines():
        question = json.loads(line)
        out.append(json.dumps({**question, **answer(world, question["id"])}, ensure_ascii=False))
    return "".join(f"{line}\n" for line in out)


def main() -> None:
    """Write both files beside this script."""
    world = build_world()
    (FOLDER / "graph.ttl").write_text(turtle(world), encoding="utf-8")
    questions = FOLDER / "questions.jsonl"
    questions.write_text(answered(world, questions.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

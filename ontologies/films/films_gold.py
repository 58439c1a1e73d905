"""The gold answers of the sample questions, computed from the world's Python values, never by a query.

Each function is named as its question and returns either a boolean (ASK) or rows of terms in the shape of SPARQL
JSON results, in the order of the question's ``variables``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from typing import Final

from films_model import Film, Named, Person, World

XSD: Final = "http://www.w3.org/2001/XMLSchema#"
Term = dict[str, str]
Rows = list[list[Term]]
GOLD: Final[dict[str, Callable[[World], Rows | bool]]] = {}


def gold(question: str) -> Callable[[Callable[[World], Rows | bool]], Callable[[World], Rows | bool]]:
    """Enters a function as the answer to the question with this id."""

    def enter(function: Callable[[World], Rows | bool]) -> Callable[[World], Rows | bool]:
        GOLD[question] = function
        return function

    return enter


def answer(world: World, question: str) -> dict[str, object]:
    """``rows`` of a SELECT, or no rows and ``boolean`` of an ASK."""
    found = GOLD[question](world)
    return {"rows": [], "boolean": found} if isinstance(found, bool) else {"rows": found}


def iri(thing: Named) -> Term:
    """An individual."""
    return {"type": "uri", "value": f"https://nlkgq.example/films/id/{thing.id}"}


def text(value: str) -> Term:
    """A plain string."""
    return {"type": "literal", "value": value}


def typed(value: object, datatype: str) -> Term:
    """A literal with an XSD datatype."""
    return {"type": "literal", "value": str(value), "datatype": XSD + datatype}


def entities(things: Iterable[Named]) -> Rows:
    """One row for each different thing."""
    return [[iri(thing)] for thing in dict.fromkeys(things)]


def integer(value: int) -> Rows:
    """One row with one count."""
    return [[typed(value, "integer")]]


def film(world: World, title: str) -> Film:
    """The only film with this title."""
    (found,) = (f for f in world.films if f.name == title)
    return found


def by(world: World, director: str) -> list[Film]:
    """The films of the director with this name."""
    return [f for f in world.films if any(p.name == director for p in f.directors)]


def of_genre(world: World, name: str) -> list[Film]:
    """The films of a genre, those of the genres below it included."""
    return [f for f in world.films if any(g.within(name) for g in f.genres)]


def made_in(world: World, country: str) -> list[Film]:
    """The films with this country of origin."""
    return [f for f in world.films if any(c.name == country for c in f.countries)]


def actors(a_film: Film) -> list[Person]:
    """The cast."""
    return [role.actor for role in a_film.cast]


@gold("documentaries")
def _(w: World) -> Rows:
    return entities(f for f in w.films if f.kind == "Documentary")


@gold("director-of")
def _(w: World) -> Rows:
    return entities(film(w, "Kite Season").directors)


@gold("films-by")
def _(w: World) -> Rows:
    return entities(by(w, "Mara O'Tierne"))


@gold("runtime-of")
def _(w: World) -> Rows:
    return integer(film(w, "Rain, Steam, Nothing").runtime)


@gold("namesakes-born")
def _(w: World) -> Rows:
    return [[typed(p.birth, "date")] for p in w.people if p.name == "Jorun Askeby"]


@gold("writer-of-namesake-film")
def _(w: World) -> Rows:
    return entities(film(w, "Ilse Morvan").writers)


@gold("count-films")
def _(w: World) -> Rows:
    return integer(len(w.films))


@gold("count-animated-poland")
def _(w: World) -> Rows:
    return integer(sum(f.kind == "AnimatedFilm" for f in made_in(w, "Poland")))


@gold("longer-than")
def _(w: World) -> Rows:
    return entities(f for f in w.films if f.runtime > 155)


@gold("budget-over")
def _(w: World) -> Rows:
    return entities(f for f in w.films if f.budget is not None and f.budget > 110_000_000)


@gold("released-in-after")
def _(w: World) -> Rows:
    late = date(2010, 12, 31)
    return entities(f for f in w.films if any(r.country.name == "Germany" and r.date > late for r in f.releases))


@gold("studio-released-in-after")
def _(w: World) -> Rows:
    mine = [f for f in w.films if any(s.name == "Żuraw Studio" for s in f.studios)]
    return entities(f for f in mine if any(r.country.name == "Poland" and r.date.year > 1980 for r in f.releases))


@gold("title-contains")
def _(w: World) -> Rows:
    return [[text(f.name)] for f in w.films if "Lighthouse" in f.name]


@gold("longest")
def _(w: World) -> Rows:
    most = max(f.runtime for f in w.films)
    return entities(f for f in w.films if f.runtime == most)


@gold("top-directors")
def _(w: World) -> Rows:
    counts = Counter(p for f in w.films for p in f.directors).most_common()
    assert counts[2][1] > counts[3][1], "the third place must be clear"
    return entities(p for p, _count in counts[:3])


@gold("films-per-country")
def _(w: World) -> Rows:
    counts = Counter(c for f in w.films for c in f.countries)
    return [[iri(c), typed(n, "integer")] for c, n in counts.items()]


@gold("studios-at-least")
def _(w: World) -> Rows:
    counts = Counter(s for f in w.films for s in f.studios)
    return entities(s for s, n in counts.items() if n >= 8)


@gold("unrated")
def _(w: World) -> Rows:
    return entities(f for f in w.films if not f.ratings)


@gold("directors-who-never-act")
def _(w: World) -> Rows:
    acting = {p for f in w.films for p in actors(f)}
    return entities(p for f in w.films for p in f.directors if p not in acting)


@gold("ask-directed")
def _(w: World) -> bool:
    return film(w, "The Salt Clock") in by(w, "Tavish Corriemoor")


@gold("ask-sub-genre")
def _(w: World) -> bool:
    (noir,) = (g for g in w.genres if g.name == "Noir")
    return noir.within("Crime")


@gold("titles-and-years-norway")
def _(w: World) -> Rows:
    return [[text(f.name), typed(f.year, "integer")] for f in made_in(w, "Norway")]


@gold("which-is-longer")
def _(w: World) -> Rows:
    return entities([max(film(w, "Fog Signal"), film(w, "Café Nordpol"), key=lambda f: f.runtime)])


@gold("cartoons-after-2000")
def _(w: World) -> Rows:
    return entities(f for f in w.films if f.kind == "AnimatedFilm" and f.year > 2000)


@gold("crime-and-below")
def _(w: World) -> Rows:
    return entities(of_genre(w, "Crime"))


@gold("count-science-fiction-and-below")
def _(w: World) -> Rows:
    return integer(len(of_genre(w, "Science Fiction")))


@gold("average-runtime-documentaries")
def _(w: World) -> Rows:
    times = [f.runtime for f in w.films if f.kind == "Documentary"]
    return [[typed(Decimal(sum(times)) / len(times), "decimal")]]


@gold("total-box-office")
def _(w: World) -> Rows:
    releases = film(w, "Kein Wort zu Hannes").releases
    return [[typed(sum(r.box_office for r in releases if r.box_office is not None), "decimal")]]


@gold("lowest-score-by-source")
def _(w: World) -> Rows:
    return [[typed(min(r.score for f in w.films for r in f.ratings if r.source == "Reel Almanac"), "decimal")]]


@gold("satires-before-1990")
def _(w: World) -> Rows:
    return entities(f for f in w.films if f.year < 1990 and any(g.name == "Satire" for g in f.genres))


@gold("japanese-actors-of-studio")
def _(w: World) -> Rows:
    mine = [f for f in w.films if any(s.name == "Żuraw Studio" for s in f.studios)]
    return entities(p for f in mine for p in actors(f) if p.nationality and p.nationality.name == "Japan")


@gold("countries-of-studios-of-director")
def _(w: World) -> Rows:
    return entities(s.country for f in by(w, "Tavish Corriemoor") for s in f.studios if s.country)


@gold("acted-in-own-film")
def _(w: World) -> Rows:
    return entities(p for f in w.films for p in f.directors if p in actors(f))


@gold("character-in-film")
def _(w: World) -> Rows:
    roles = film(w, "The Tenth Lighthouse").cast
    return [[text(role.character)] for role in roles if role.actor.name == "Rowan Pettibrook"]


@gold("won-award")
def _(w: World) -> Rows:
    return entities(n.film for n in w.nominations if n.won and n.award.name == "Golden Heron")


@gold("nominated-in-category")
def _(w: World) -> Rows:
    mine = [n for n in w.nominations if n.award.name == "Crystal Reel" and n.category == "Best Director"]
    return entities(n.nominee for n in mine if n.nominee)


@gold("sequel")
def _(w: World) -> Rows:
    first = film(w, "Night Train to Orlavik")
    return entities(f for f in w.films if f.sequel_of is first)


@gold("oldest-five")
def _(w: World) -> Rows:
    oldest = sorted(w.people, key=lambda p: p.birth)
    assert len({p.birth for p in oldest[:6]}) == 6, "the order of the first five must be clear"
    return entities(oldest[:5])


@gold("italian-or-portuguese")
def _(w: World) -> Rows:
    return entities(f for f in w.films if any(lg.name in ("Italian", "Portuguese") for lg in f.languages))


@gold("highest-budget-of-studio")
def _(w: World) -> Rows:
    mine = [f for f in w.films if any(s.name == "Morgenrot Film" for s in f.studios)]
    return [[typed(max(f.budget for f in mine if f.budget is not None), "decimal")]]

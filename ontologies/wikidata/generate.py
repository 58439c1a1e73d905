"""Writes sample.ttl: invented people, works, places and organisations in the shape of Wikidata; always the same file.

Classes, occupations and genders have their real numbers; every other item is invented and numbered beyond them.

python ontologies/wikidata/generate.py [FOLDER]
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

PREFIXES = {
    "wd": "http://www.wikidata.org/entity/",
    "wds": "http://www.wikidata.org/entity/statement/",
    "wdt": "http://www.wikidata.org/prop/direct/",
    "wdv": "http://www.wikidata.org/value/",
    "p": "http://www.wikidata.org/prop/",
    "ps": "http://www.wikidata.org/prop/statement/",
    "psn": "http://www.wikidata.org/prop/statement/value-normalized/",
    "pq": "http://www.wikidata.org/prop/qualifier/",
    "wikibase": "http://wikiba.se/ontology#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "http://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
# subclass, class above it
SUBCLASSES = (
    ("Q515", "Q486972"), ("Q1549591", "Q515"), ("Q3957", "Q486972"), ("Q3918", "Q43229"), ("Q875538", "Q3918"),
    ("Q4830453", "Q43229"), ("Q33506", "Q43229"), ("Q11424", "Q17537576"), ("Q93204", "Q11424"),
    ("Q7725634", "Q17537576"), ("Q8261", "Q7725634"), ("Q3305213", "Q17537576"), ("Q378427", "Q618779"),
    ("Q49757", "Q36180"), ("Q6625963", "Q36180"), ("Q169470", "Q901"), ("Q593644", "Q901"),
)  # fmt: skip
OCCUPATIONS = {"Q49757": "poet", "Q6625963": "novelist", "Q169470": "physicist", "Q82955": "politician",
               "Q2526255": "film director", "Q593644": "chemist"}  # fmt: skip
FEMALE, MALE = "Q6581072", "Q6581097"
BASE = 900_000_000
# name, class, language of its only label
PLACES = (
    ("Varnland", "Q6256", "en"), ("Osterby", "Q6256", "en"), ("Grenholm", "Q1549591", "en"),
    ("Tidewick", "Q515", "mul"), ("Kleinmoor", "Q3957", "de"), ("Port Ansel", "Q515", "en"),
)  # fmt: skip
ORGANIZATIONS = (
    ("University of Grenholm", "Q875538", "en"), ("Tidewick Polytechnic", "Q3918", "en"),
    ("Lanternworks", "Q4830453", "mul"), ("Lantern Optics", "Q4830453", "en"), ("Museum of Low Water", "Q33506", "en"),
    ("Academy of Varnland", "Q43229", "en"),
)  # fmt: skip
AWARDS = (("Varnland Book Prize", "Q378427"), ("Grey Heron Medal", "Q618779"))
OFFICES = ("Mayor of Grenholm", "Chancellor of Varnland")
PEOPLE = (
    ("Alba Cordwain", FEMALE, "Q6625963"), ("Bram Eskild", MALE, "Q82955"), ("Clea Fonteyn", FEMALE, "Q169470"),
    ("Dario Gant", MALE, "Q49757"), ("Elin Hawke", FEMALE, "Q2526255"), ("Falk Idris", MALE, "Q593644"),
    ("Greta Jonsvik", FEMALE, "Q82955"), ("Hugo Karst", MALE, "Q6625963"), ("Iris Lomax", FEMALE, "Q49757"),
    ("Jonas Merrow", MALE, "Q2526255"), ("Karla Nyquist", FEMALE, "Q169470"), ("Leon Orme", MALE, "Q82955"),
)  # fmt: skip
# title, class, index of the maker, year
WORKS = (
    ("The Salt Ledger", "Q8261", 0, 1988), ("Low Lanterns", "Q7725634", 3, 1994),
    ("Harbour of Reeds", "Q8261", 7, 2001), ("Nine Tides", "Q7725634", 8, 2009), ("Salt", "Q11424", 4, 1996),
    ("The Keeper's Year", "Q93204", 9, 2012), ("Reeds at Noon", "Q11424", 9, 2005),
    ("The Second Ledger", "Q8261", 0, 1999),
)  # fmt: skip
GROUPS: Mapping[str, int] = {"place": 100, "org": 200, "award": 300, "office": 400, "person": 500, "work": 600}
STATEMENTS = count(1)


def item(group: str, number: int) -> str:
    """The term of an invented item."""
    return f"wd:Q{BASE + GROUPS[group] + number}"


def day(year: int, month: int = 1, date: int = 1) -> str:
    """A point in time as Wikidata writes it."""
    return f'"{year}-{month:02d}-{date:02d}T00:00:00Z"^^xsd:dateTime'


def statement(subject: str, prop: str, value: str, *qualifiers: str, rank: str = "Normal") -> str:
    """A statement with its qualifiers, and the direct triple unless it is deprecated."""
    node = f"wds:{subject.removeprefix('wd:')}-{next(STATEMENTS)}"
    direct = "" if rank == "Deprecated" else f" ; wdt:{prop} {value}"
    more = "".join(f" ; {q}" for q in qualifiers)
    return (
        f"{subject} p:{prop} {node}{direct} .\n"
        f"{node} a wikibase:Statement ; ps:{prop} {value} ; wikibase:rank wikibase:{rank}Rank{more} ."
    )


def labelled(term: str, name: str, kind: str, language: str = "en") -> str:
    """An item with its class and its label."""
    return f'{term} wdt:P31 wd:{kind} ; rdfs:label "{name}"@{language} .'


def _places() -> Iterator[str]:
    for number, (name, kind, language) in enumerate(PLACES):
        yield labelled(item("place", number), name, kind, language)
    yield f'{item("place", 2)} rdfs:label "Grünholm"@de ; skos:altLabel "Grenholm on the Varn"@en .'
    for town, country in ((2, 0), (3, 0), (4, 0), (5, 1)):
        yield f"{item('place', town)} wdt:P17 {item('place', country)} ."
    for town, above in ((2, 0), (3, 2), (4, 3), (5, 1)):
        yield f"{item('place', town)} wdt:P131 {item('place', above)} ."
    yield f"{item('place', 0)} wdt:P36 {item('place', 2)} . {item('place', 1)} wdt:P36 {item('place', 5)} ."
    for town, people in ((2, 612_000), (3, 148_500), (4, 7_300), (5, 290_100)):
        place = item("place", town)
        yield f'{place} wdt:P1082 "{people}"^^xsd:decimal .'
        for year, share in ((1990, 80), (2020, 100)):
            node = f"wds:{place.removeprefix('wd:')}-{next(STATEMENTS)}"
            yield (
                f'{place} p:P1082 {node} . {node} ps:P1082 "{people * share // 100}"^^xsd:decimal ; '
                f"wikibase:rank wikibase:NormalRank ; pq:P585 {day(year)} ."
            )
        node = f"wds:{place.removeprefix('wd:')}-{next(STATEMENTS)}"
        yield (
            f"{place} p:P2046 {node} . {node} psn:P2046 wdv:a{town} . "
            f'wdv:a{town} wikibase:quantityAmount "{town * 41_500_000}"^^xsd:decimal .'
        )


def _organizations() -> Iterator[str]:
    for number, (name, kind, language) in enumerate(ORGANIZATIONS):
        org = item("org", number)
        yield labelled(org, name, kind, language)
        seat, founded = item("place", (2, 3, 5, 5, 3, 2)[number]), (1880, 1921, 1984, 1990, 1931, 1897)[number]
        yield f"{org} wdt:P159 {seat} ; wdt:P571 {day(founded)} ."
    works, optics = item("org", 2), item("org", 3)
    yield f"{optics} wdt:P749 {works} . {works} wdt:P355 {optics} ; wdt:P112 {item('person', 5)} ."
    yield f"{works} wdt:P169 {item('person', 10)} ; wdt:P856 <https://lanternworks.example/> ."
    for number, (name, kind) in enumerate(AWARDS):
        yield labelled(item("award", number), name, kind)
    for number, name in enumerate(OFFICES):
        yield f'{item("office", number)} rdfs:label "{name}"@en .'


def _people() -> Iterator[str]:
    rng = random.Random(1207)  # noqa: S311 - invented data, nothing secret
    for number, (name, gender, occupation) in enumerate(PEOPLE):
        person, born = item("person", number), 1920 + 7 * number
        yield labelled(person, name, "Q5")
        yield (
            f"{person} wdt:P21 wd:{gender} ; wdt:P106 wd:{occupation} ; "
            f"wdt:P569 {day(born, number % 12 + 1, 2 * number + 1)} ; wdt:P19 {item('place', 2 + number % 4)} ; "
            f"wdt:P27 {item('place', 1 if number % 4 == 3 else 0)} ."
        )
        if number % 3 == 0:
            yield f"{person} wdt:P570 {day(born + 64, 5, 4)} ; wdt:P20 {item('place', 2)} ."
        if number % 2:
            yield f'{person} wdt:P214 "31000{number}" ; wdt:P227 "1200{number}X" .'
        start = born + 19
        degree = "wd:Q900000700" if number % 2 else "wd:Q900000701"
        yield statement(person, "P69", item("org", number % 2), f"pq:P580 {day(start)}", f"pq:P582 {day(start + 4)}",
                        f"pq:P512 {degree}")  # fmt: skip
        if occupation in ("Q169470", "Q593644"):
            yield f'{person} wdt:P496 "0000-0000-0000-00{number:02d}" ; wdt:P463 {item("org", 5)} .'
            employer = item("org", rng.choice((0, 1)))
            yield statement(person, "P108", employer, f"pq:P580 {day(start + 6)}", f"pq:P582 {day(start + 20)}")
            yield statement(person, "P108", item("org", 3), f"pq:P580 {day(start + 20)}")
    yield 'wd:Q900000700 rdfs:label "Master of Tides"@en . wd:Q900000701 rdfs:label "Doctor of Tides"@en .'
    yield f"{item('person', 8)} wdt:P25 {item('person', 2)} ; wdt:P22 {item('person', 1)} ."
    yield f"{item('person', 1)} wdt:P40 {item('person', 8)} , {item('person', 5)} ."
    yield f"{item('person', 11)} wdt:P25 {item('person', 8)} ."
    for one, other, start, end in ((0, 1, 1951, 1970), (4, 9, 1999, None)):
        dates = [f"pq:P580 {day(start, 6, 12)}"] + ([f"pq:P582 {day(end, 2, 1)}"] if end else [])
        yield statement(item("person", one), "P26", item("person", other), *dates)
        yield statement(item("person", other), "P26", item("person", one), *dates)


def _honours() -> Iterator[str]:
    terms = ((1, 0, 1962, 1971), (6, 0, 1999, 2006), (7, 0, 2006, 2014), (6, 1, 2007, 2015), (1, 1, 1975, 1979))
    before: dict[int, int] = {}
    for who, office, start, end in terms:
        qualifiers = [f"pq:P580 {day(start, 3, 1)}", f"pq:P582 {day(end, 3, 1)}"]
        if office in before:
            qualifiers.append(f"pq:P1365 {item('person', before[office])}")
        before[office] = who
        yield statement(item("person", who), "P39", item("office", office), *qualifiers)
    yield statement(item("person", 3), "P39", item("office", 0), f"pq:P580 {day(1950)}", rank="Deprecated")
    given = ((0, 0, 1989, 0), (7, 0, 2002, 2), (8, 1, 2010, 3), (2, 1, 1998, None), (0, 0, 2000, 7))
    for who, award, year, work in given:
        qualifiers = [f"pq:P585 {day(year)}"] + ([f"pq:P1686 {item('work', work)}"] if work is not None else [])
        yield statement(item("person", who), "P166", item("award", award), *qualifiers)


def _works() -> Iterator[str]:
    for number, (title, kind, maker, year) in enumerate(WORKS):
        work = item("work", number)
        prop = "P57" if kind in ("Q11424", "Q93204") else "P50"
        yield labelled(work, title, kind)
        yield f"{work} wdt:{prop} {item('person', maker)} ; wdt:P577 {day(year, 9, 1)} , {day(year, 11, 20)} ."
    yield f"{item('work', 4)} wdt:P144 {item('work', 0)} ; wdt:P161 {item('person', 8)} , {item('person', 9)} ."
    yield f"{item('work', 6)} wdt:P144 {item('work', 2)} ; wdt:P57 {item('person', 4)} ; wdt:P86 {item('person', 9)} ."
    yield f"{item('work', 2)} wdt:P136 wd:Q900000710 ; wdt:P407 wd:Q900000711 ; wdt:P123 {item('org', 2)} ."
    yield 'wd:Q900000710 rdfs:label "harbour novel"@en . wd:Q900000711 rdfs:label "Varnish"@en .'
    yield labelled("wd:Q900000650", "Heron at Dusk", "Q3305213") + f" wd:Q900000650 wdt:P170 {item('person', 3)} ."
    yield f"wd:Q900000650 wdt:P195 {item('org', 4)} ; wdt:P577 {day(1979)} ."
    yield (
        f"<https://en.wikipedia.org/wiki/The_Salt_Ledger> schema:about {item('work', 0)} ; "
        "schema:isPartOf <https://en.wikipedia.org/> ."
    )


def triples() -> Iterator[str]:
    """The statements, in Turtle."""
    for below, above in SUBCLASSES:
        yield f"wd:{below} wdt:P279 wd:{above} ."
    for number, name in OCCUPATIONS.items():
        yield f'wd:{number} rdfs:label "{name}"@en .'
    for part in (_places, _organizations, _people, _honours, _works):
        yield from part()


def main() -> None:
    """Writes the file."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    head = "".join(f"@prefix {p}: <{n}> .\n" for p, n in PREFIXES.items())
    text = "# Made by generate.py; every person, work, place and organisation is invented.\n" + head + "\n"
    (folder / "sample.ttl").write_text(text + "\n".join(triples()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

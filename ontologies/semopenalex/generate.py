"""Writes sample.ttl: topics, affiliations, funders, yearly counts and more for the invented library of the benchmarks.

The library itself (works, authors, journals, concepts) is benchmarks/datasets/semopenalex/graph.ttl; the two files
together have the shape of SemOpenAlex. Always the same file.

python ontologies/semopenalex/generate.py [FOLDER]
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks" / "datasets" / "semopenalex"))

from library import AUTHORS, BASE, JOURNALS, PLACES, WORKS, institution, journal, publisher

PREFIXES = {
    "soa": "https://semopenalex.org/ontology/",
    "dbo": "https://dbpedia.org/ontology/",
    "dbp": "https://dbpedia.org/property/",
    "dcterms": "http://purl.org/dc/terms/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "prism": "http://prismstandard.org/namespaces/basic/2.0/",
    "sdg": "http://metadata.un.org/sdg/ontology#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
# class, label, index of the area above
AREAS = (
    ("Domain", "Invented Sciences", None),
    ("Field", "Quiet Computing", 0),
    ("Field", "Tidal Biology", 0),
    ("Subfield", "Graph Keeping", 1),
    ("Subfield", "Heron Studies", 2),
    ("Topic", "Slow Query Planning", 3),
    ("Topic", "Hidden Schema Discovery", 3),
    ("Topic", "Wading Bird Counts", 4),
    ("Topic", "Estuary Light", 4),
)
FUNDERS = ("Fund for Patient Research", "Northern Tides Foundation")
CITIES = ("Northmoor", "Hallbruck", "Lac Vert", "Porto Alto", "Seeheim", "Ostholm")
STATUSES = ("gold", "green", "hybrid", "diamond")
TYPES = ("article", "article", "article", "book-chapter", "dataset")
LICENCES = ("cc-by", "cc-by", "cc0")
KEYWORDS = ("patience", "lanterns", "low water")
DESCRIBED = 30  # works with all of this; the others have only what graph.ttl says


def area(number: int) -> str:
    """A subject area's term."""
    return f"<{BASE}{AREAS[number][0].lower()}/{number + 10}>"


def triples() -> Iterator[str]:
    """The statements, in Turtle."""
    rng = random.Random(733)  # noqa: S311 - invented data, nothing secret
    for number, (kind, label, above) in enumerate(AREAS):
        broader = "" if above is None else f" ; skos:broader {area(above)}"
        yield f'{area(number)} a soa:{kind} ; skos:prefLabel "{label}" ; soa:worksCount {40 - 3 * number}{broader} .'
    for number, name in enumerate(FUNDERS):
        yield f'<{BASE}funder/F{number}> a soa:Funder ; foaf:name "{name}" .'
    for number, word in enumerate(KEYWORDS):
        yield f'<{BASE}keyword/{number}> a soa:Keyword ; skos:prefLabel "{word}" .'
    yield f'<{BASE}sdg/14> a sdg:Goal ; skos:prefLabel "Life below water" .'
    for number, city in enumerate(CITIES):
        yield (
            f'<{institution(number)}> soa:rorType "education" ; soa:worksCount {len(PLACES) * 20 - number} ; '
            f'soa:ror "https://ror.org/0zz{number}"^^xsd:anyURI ; dbo:location <{BASE}geo/I{number + 1}> ; '
            f'foaf:homepage "https://www.place-{number}.example/"^^xsd:anyURI .'
        )
        yield f'<{BASE}geo/I{number + 1}> a soa:Geo ; dbp:city "{city}" .'
    yield (
        f'<{BASE}institution/I50> a soa:Institution ; foaf:name "Seeheim Tide Lab" ; dbp:countryCode "DE" ; '
        f'soa:rorType "facility" ; soa:hasParentInstitution <{institution(4)}> .'
    )
    yield (
        f'<{BASE}institution/I51> a soa:Institution ; foaf:name "Low Water Group" ; dbp:countryCode "DE" ; '
        f'soa:rorType "facility" ; soa:hasParentInstitution <{BASE}institution/I50> .'
    )
    yield f'<{BASE}institution/I52> a soa:Institution ; foaf:name "Greyfield Analytics" ; soa:rorType "company" .'
    yield f"<{publisher(1)}> soa:hasParentPublisher <{publisher(2)}> ."
    for number in range(len(JOURNALS)):
        doaj = str(number % 2 == 0).lower()
        yield (f'<{journal(number)}> soa:sourceType "journal" ; prism:issn "0000-{number:04d}" ; soa:isInDoaj {doaj} .')
    yield f'<{BASE}source/S90> a soa:Source ; foaf:name "Harbour Archive" ; soa:sourceType "repository" .'
    for number, author in enumerate(AUTHORS):
        if number % 2:
            yield f"<{author.iri}> soa:magId {70000 + number} ; soa:worksCount {3 + number} ."
    for number in range(DESCRIBED):
        yield from _work(number, rng)


def _work(number: int, rng: random.Random) -> Iterator[str]:
    work = WORKS[number]
    topics = sorted(rng.sample(range(5, len(AREAS)), rng.randint(1, 2)))
    parts = [
        f'soa:workType "{rng.choice(TYPES)}"',
        f'prism:publicationDate "{work.year}-{number % 12 + 1:02d}-{number % 28 + 1:02d}"^^xsd:date',
        f"soa:hasTopic {' , '.join(map(area, topics))}",
        f"soa:hasRelatedWork <{WORKS[number + 1].iri}>",
        f"soa:hasPrimaryTopic {area(rng.choice(topics))}",
        f'soa:metadataLanguage "{"de" if number % 10 == 0 else "en"}"',
    ]
    if number % 4:
        parts.append(f'prism:doi "https://doi.org/10.9998/W{number:03d}"^^xsd:anyURI')
    if number % 3 == 0:
        parts.append(f"soa:hasFunder <{BASE}funder/F{number % 2}>")
    if number % 5 == 0:
        parts.append(f"soa:hasKeyword <{BASE}keyword/{number % 3}> , <{BASE}keyword/{(number + 1) % 3}>")
    if 7 in topics:
        parts.append(f"soa:hasSustainableDevelopmentGoal <{BASE}sdg/14>")
    counts = [year for year in (2021, 2022) if year > work.year and number % 2]
    parts += [f"soa:countsByYear <{BASE}countsbyyear/W{5000 + number}{year}>" for year in counts]
    body = " ;\n    ".join(parts)
    yield f"<{work.iri}> {body} ."
    for year in counts:
        cited = rng.randint(0, 9)
        count = f"{BASE}countsbyyear/W{5000 + number}{year}"
        yield f"<{count}> a soa:CountsByYear ; soa:year {year} ; soa:citedByCount {cited} ."
    status = rng.choice(STATUSES) if work.open else "closed"
    yield f'<{work.iri}/access> soa:oaStatus "{status}" .'
    if work.open:
        yield f'<{work.iri}/location> dcterms:license "{rng.choice(LICENCES)}" .'
    for place, who in enumerate(work.authors):
        # one author in four has moved since
        then = (AUTHORS[who].place + (1 if (number + place) % 4 == 0 else 0)) % len(PLACES)
        yield (
            f"<{work.iri}/authorship/{place}> soa:hasOrganization <{institution(then)}> ; "
            f"soa:isCorresponding {str(place == number % len(work.authors)).lower()} ."
        )


def main() -> None:
    """Writes the file."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    head = "".join(f"@prefix {p}: <{n}> .\n" for p, n in PREFIXES.items())
    text = "# Made by generate.py; everything is invented.\n" + head + "\n" + "\n".join(triples()) + "\n"
    (folder / "sample.ttl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

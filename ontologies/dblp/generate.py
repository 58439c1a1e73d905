"""Writes sample.ttl: invented people and publications in the shape of the dblp knowledge graph; always the same file.

python ontologies/dblp/generate.py [FOLDER]
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PREFIXES = {
    "dblp": "https://dblp.org/rdf/schema#",
    "bibtex": "http://purl.org/net/nknouf/ns/bibtex#",
    "cito": "http://purl.org/spar/cito/",
    "rec": "https://dblp.org/rec/",
    "pid": "https://dblp.org/pid/",
    "stream": "https://dblp.org/streams/",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
NAMES = (
    "Aurel Banning", "Bente Corvin", "Casimir Dolk", "Dagny Estrel", "Emrik Falkan", "Femke Gorlitz",
    "Gideon Hask", "Hilde Imring", "Ingmar Jostveld", "Jorun Kessler-Vane", "Korbin Lathe", "Liv Marrow",
    "Maarten Nolde", "Nanna Ostrich", "Oleg Pamrin", "Pia Quandt", "Rasmus Sorrel", "Svea Tindall",
)  # fmt: skip
PLACES = ("University of Halmberg", "Institute of Slow Computing, Vennheim", "Norrstad Technical University")
# key, class, short name, full title, publisher
VENUES = (
    ("conf/slow", "Conference", "SLOW", "Conference on Slow Computing (SLOW)", "Brackenpress"),
    ("conf/tide", "Conference", "TIDE", "Workshop on Tidal Data Engineering (TIDE)", "Brackenpress"),
    ("journals/jhg", "Journal", "J. Hollow Graphs", "Journal of Hollow Graphs", "Meadow House"),
    ("journals/ttq", "Journal", "Trans. Twilight Queries", "Transactions on Twilight Queries", "Meadow House"),
    ("journals/greyarchive", "Repository", "GreyArchive", "The Grey Archive", None),
)
WORDS = (
    ("Patient", "Folded", "Sparse", "Mossy"),
    ("Joins", "Indexes", "Schemas", "Proofs"),
    ("over Tides", "without Clocks", "in the Margin"),
)
CLASSES = {"Conference": "Inproceedings", "Journal": "Article", "Repository": "Informal"}


@dataclass(kw_only=True)
class Record:
    """A publication; ``people`` are indexes into `NAMES`, in the order of the signatures."""

    key: str
    title: str
    year: int
    kind: str
    bibtex: str
    people: list[int]
    venue: int | None
    edited: bool = False
    part_of: str | None = None
    cites: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)


def records() -> list[Record]:
    """The invented bibliography."""
    rng = random.Random(1911)  # noqa: S311 - invented data, nothing secret
    titles = [f"{a} {b} {c}" for a in WORDS[0] for b in WORDS[1] for c in WORDS[2]]
    rng.shuffle(titles)
    made: list[Record] = []
    for venue in (0, 1):
        for year in (2018, 2021):
            key, _, short, title, publisher = VENUES[venue]
            made.append(
                Record(
                    key=f"{key}/{year}", title=f"{title}, {year}", year=year, kind="Editorship", bibtex="Proceedings",
                    people=[venue, venue + 2], venue=venue, edited=True,
                    extra=[f'dblp:publishedBy "{publisher}"', f'dblp:yearOfEvent "{year}"^^xsd:gYear'],
                )
            )  # fmt: skip
    for number in range(30):
        venue = rng.choice((0, 0, 1, 2, 2, 3, 4))
        key, venue_class, short, _, _ = VENUES[venue]
        year = rng.choice((2018, 2021)) if venue < 2 else rng.randint(2012, 2023)
        extra = [f'dblp:pagination "{10 * number + 1}-{10 * number + 8}"', f'dblp:publishedIn "{short}"']
        if venue < 2:
            extra.append(f'dblp:yearOfEvent "{year}"^^xsd:gYear')
        if venue in (2, 3):
            extra.append(f'dblp:publishedInJournalVolume "{year - 2000}"')
            extra.append(f'dblp:publishedInJournalVolumeIssue "{number % 4 + 1}"')
            extra.append(f'dblp:monthOfPublication "--{number % 12 + 1:02d}"^^xsd:gMonth')
        made.append(
            Record(
                key=f"{key}/r{number:02d}", title=titles[number], year=year, kind=CLASSES[venue_class],
                bibtex="Inproceedings" if venue < 2 else "Article",
                people=rng.sample(range(len(NAMES)), rng.randint(1, 3)), venue=venue,
                part_of=f"{key}/{year}" if venue < 2 else None, extra=extra,
            )
        )  # fmt: skip
    for number, place in enumerate((PLACES[0], PLACES[2])):
        made.append(
            Record(
                key=f"phd/t{number}", title=titles[40 + number], year=2015 + number, kind="Book", bibtex="Phdthesis",
                people=[4 + number], venue=None, extra=[f'dblp:thesisAcceptedBySchool "{place}"'],
            )
        )  # fmt: skip
    made.append(
        Record(key="books/b0", title=titles[44], year=2019, kind="Book", bibtex="Book", people=[7, 8], venue=None)
    )
    for record in made:
        older = [other.key for other in made if other.year < record.year and not other.edited]
        if not record.edited:
            record.cites = sorted(rng.sample(older, min(len(older), rng.randint(0, 3))))
    return made


def person(number: int) -> str:
    """A person's term."""
    return f"<{PREFIXES['pid']}{number:02d}/{1000 + 7 * number}>"


def triples() -> Iterator[str]:
    """The statements, in Turtle."""
    made = records()
    together = {
        (a, b) for r in made if not r.edited for a in r.people for b in r.people if a != b
    }  # dblp states it in both directions
    for number, name in enumerate(NAMES):
        parts = ["a dblp:Creator , dblp:Person", f'dblp:primaryCreatorName "{name}"', f'dblp:creatorName "{name}"']
        if number % 3:
            place = PLACES[number % 2]
            parts += [f'dblp:primaryAffiliation "{place}"', f'dblp:affiliation "{place}" , "{PLACES[2]}"']
        if number % 4 == 0:
            parts.append(f"dblp:orcid <https://orcid.org/0000-0000-0000-{number:04d}>")
        if number == 5:
            parts.append('dblp:creatorName "F. Gorlitz"')
            parts.append("dblp:wikidata <http://www.wikidata.org/entity/Q999000005>")
        others = sorted(b for a, b in together if a == number)
        if others:
            parts.append(f"dblp:coAuthorWith {' , '.join(map(person, others))}")
        yield f"{person(number)} {' ; '.join(parts)} ."
    for key, kind, _, title, _ in VENUES:
        yield f'<{PREFIXES["stream"]}{key}> a dblp:Stream , dblp:{kind} ; dblp:primaryStreamTitle "{title}" .'
    yield f"<{PREFIXES['stream']}conf/tide> dblp:relatedStream <{PREFIXES['stream']}conf/slow> ."
    journal = f"<{PREFIXES['stream']}journals/jhg>"
    yield f'{journal} dblp:iso4 "J. Hollow Graphs" ; dblp:formerStreamTitle "Hollow Graph Letters" .'
    yield from _rare()
    for number, record in enumerate(made):
        yield from _publication(number, record)
    omids = {record.key: _omid(number) for number, record in enumerate(made)}
    for record in made:
        for cited in record.cites:
            citing = omids[record.key]
            yield f"[] a cito:Citation ; cito:hasCitingEntity {citing} ; cito:hasCitedEntity {omids[cited]} ."


def _rare() -> Iterator[str]:
    """One of each kind that the other rules do not make."""
    series = f"<{PREFIXES['stream']}series/lnsc>"
    yield f'{series} a dblp:Stream , dblp:Series ; dblp:primaryStreamTitle "Lecture Notes in Slow Computing" .'
    yield f'<{PREFIXES["pid"]}90/1> a dblp:Creator , dblp:Group ; dblp:primaryCreatorName "The Tide Consortium" .'
    yield f'<{PREFIXES["pid"]}90/2> a dblp:Creator , dblp:AmbiguousCreator ; dblp:primaryCreatorName "A. Banning" .'
    yield f"{person(0)} dblp:primaryHomepage <https://banning.example/> ."
    for key, kind, title in (
        ("c0", "Incollection", "Reeds"),
        ("d0", "Data", "Tide Tables"),
        ("e0", "Reference", "Tide"),
    ):
        yield (
            f"<{PREFIXES['rec']}rare/{key}> a dblp:Publication , dblp:{kind} ; "
            f'dblp:title "{title}." ; dblp:yearOfPublication "2017"^^xsd:gYear .'
        )
    yield f"<{PREFIXES['rec']}rare/d1> dblp:isVersionOf <{PREFIXES['rec']}rare/d0> ."


def _omid(number: int) -> str:
    return f"<https://w3id.org/oc/meta/br/06{number:04d}>"


def _publication(number: int, record: Record) -> Iterator[str]:
    relation = "editedBy" if record.edited else "authoredBy"
    people = " , ".join(map(person, record.people))
    parts = [
        f"a dblp:Publication , dblp:{record.kind}",
        f'dblp:title "{record.title}."',
        f"dblp:bibtexType bibtex:{record.bibtex}",
        f'dblp:yearOfPublication "{record.year}"^^xsd:gYear',
        f"dblp:numberOfCreators {len(record.people)}",
        f"dblp:{relation} {people}",
        f"dblp:createdBy {people}",
        f"dblp:omid {_omid(number)}",
        *record.extra,
    ]
    if record.venue is not None:
        parts.append(f"dblp:publishedInStream <{PREFIXES['stream']}{VENUES[record.venue][0]}>")
    if record.part_of is not None:
        parts.append(f"dblp:publishedAsPartOf <{PREFIXES['rec']}{record.part_of}>")
    if number % 5:
        link = f"<https://doi.org/10.9999/S{number:03d}>"
        parts.append(f"dblp:doi {link} ; dblp:primaryDocumentPage {link}")
    kind = "EditorSignature" if record.edited else "AuthorSignature"
    for ordinal, who in enumerate(record.people, start=1):
        parts.append(
            f"dblp:hasSignature [ a dblp:Signature , dblp:{kind} ; dblp:signatureOrdinal {ordinal} ; "
            f'dblp:signatureCreator {person(who)} ; dblp:signatureDblpName "{NAMES[who]}" ]'
        )
    body = " ;\n    ".join(parts)
    yield f"<{PREFIXES['rec']}{record.key}> {body} ."


def main() -> None:
    """Writes the file."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    head = "".join(f"@prefix {p}: <{n}> .\n" for p, n in PREFIXES.items())
    text = "# Made by generate.py: every person and publication is invented.\n" + head + "\n" + "\n".join(triples())
    (folder / "sample.ttl").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

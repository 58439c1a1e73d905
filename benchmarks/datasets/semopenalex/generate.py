"""Writes graph.ttl and questions.jsonl of this folder; always the same files.

python benchmarks/datasets/semopenalex/generate.py [FOLDER]
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from answers import ANSWERS, Row
from library import AUTHORS, CONCEPTS, JOURNALS, PLACES, PUBLISHERS, WORKS, concept, institution, journal, publisher

XSD = "http://www.w3.org/2001/XMLSchema#"
CLEAN = "PREFIX s: <https://nlkgq.example/scholar#>\n"
PREFIXES = {
    "soa": "https://semopenalex.org/ontology/",
    "bido": "http://purl.org/spar/bido/",
    "cito": "http://purl.org/spar/cito/",
    "dbo": "https://dbpedia.org/ontology/",
    "dbp": "https://dbpedia.org/property/",
    "dcterms": "http://purl.org/dc/terms/",
    "fabio": "http://purl.org/spar/fabio/",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "org": "http://www.w3.org/ns/org#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": XSD,
}
NATIVE = {
    "Work": "soa:Work", "Author": "soa:Author", "Institution": "soa:Institution", "Journal": "soa:Source",
    "Publisher": "soa:Publisher", "Concept": "soa:Concept", "title": "dcterms:title",
    "publicationYear": "fabio:hasPublicationYear", "retracted": "soa:isRetracted",
    "openAccess": "soa:hasOpenAccess/soa:isOa", "writtenBy": "dcterms:creator", "cites": "cito:cites",
    "citedBy": "^cito:cites", "citationCount": "soa:citedByCount", "about": "soa:hasConcept",
    "publishedIn": "soa:hasPrimaryLocation/soa:hasSource", "name": "foaf:name", "worksAt": "org:memberOf",
    "hIndex": "bido:h-index", "orcid": "dbo:orcidId", "countryCode": "dbp:countryCode",
    "hostedBy": "soa:hasHostOrganization", "label": "skos:prefLabel", "level": "soa:level", "broader": "skos:broader",
}  # fmt: skip


def triples() -> Iterator[str]:
    """The statements of the library, in Turtle."""
    for n, (name, country) in enumerate(PLACES):
        yield f'<{institution(n)}> a soa:Institution ; foaf:name "{name}" ; dbp:countryCode "{country}" .'
    for n, name in enumerate(PUBLISHERS):
        yield f'<{publisher(n)}> a soa:Publisher ; foaf:name "{name}" .'
    for n, (name, host) in enumerate(JOURNALS):
        yield f'<{journal(n)}> a soa:Source ; foaf:name "{name}" ; soa:hasHostOrganization <{publisher(host)}> .'
    for n, (label, level, above) in enumerate(CONCEPTS):
        broader = "" if above is None else f" ; skos:broader <{concept(above)}>"
        yield f'<{concept(n)}> a soa:Concept ; skos:prefLabel "{label}" ; soa:level {level}{broader} .'
    for a in AUTHORS:
        orcid = "" if a.orcid is None else f' ; dbo:orcidId "{a.orcid}"'
        yield (
            f'<{a.iri}> a soa:Author ; foaf:name "{a.name}" ; bido:h-index {a.h_index} ; '
            f"org:memberOf <{institution(a.place)}>{orcid} ."
        )
    for w in WORKS:
        yield (
            f'<{w.iri}> a soa:Work ; dcterms:title "{w.title}" ; fabio:hasPublicationYear {w.year} ; '
            f"soa:citedByCount {w.count} ; soa:isRetracted {str(w.retracted).lower()} ;\n"
            f"    soa:hasOpenAccess <{w.iri}/access> ; soa:hasPrimaryLocation <{w.iri}/location> ."
        )
        yield f"<{w.iri}/access> a soa:OpenAccess ; soa:isOa {str(w.open).lower()} ."
        yield f"<{w.iri}/location> a soa:Location ; soa:hasSource <{journal(w.journal)}> ."
        for n in w.concepts:
            yield f"<{w.iri}> soa:hasConcept <{concept(n)}> ."
        for n in w.cites:
            yield f"<{w.iri}> cito:cites <{WORKS[n].iri}> ."
        for place, n in enumerate(w.authors):
            position = "first" if place == 0 else "last" if place == len(w.authors) - 1 else "middle"
            yield f"<{w.iri}> dcterms:creator <{AUTHORS[n].iri}> ; soa:hasAuthorship <{w.iri}/authorship/{place}> ."
            yield (
                f'<{w.iri}/authorship/{place}> a soa:Authorship ; soa:position "{position}" ; '
                f"soa:hasAuthor <{AUTHORS[n].iri}> ."
            )


def native(gold: str) -> str:
    """A gold query in native terms."""
    first = '?w soa:hasAuthorship [ soa:position "first" ; soa:hasAuthor ?a ]'
    text = gold.replace("?w s:firstAuthor ?a", first)
    text = re.sub(r"\bs:(\w+)(?=\+)", lambda m: f"({NATIVE[m[1]]})", text)
    text = re.sub(r"\bs:(\w+)", lambda m: NATIVE[m[1]], text)
    return "".join(f"PREFIX {p}: <{n}>\n" for p, n in PREFIXES.items() if f"{p}:" in text) + text


def term(value: object) -> dict[str, str] | None:
    """A value as in SPARQL JSON results."""
    if value is None:
        return None
    if isinstance(value, int):
        return {"type": "literal", "value": str(value), "datatype": XSD + "integer"}
    text = str(value)
    return {"type": "uri" if text.startswith("https://") else "literal", "value": text}


def question(identifier: str, text: str, gold: str, rows: list[Row] | bool) -> str:
    """A line of questions.jsonl."""
    entry: dict[str, object] = {"id": identifier, "question": text, "sparql": CLEAN + gold, "native": native(gold)}
    if isinstance(rows, bool):
        return json.dumps({**entry, "ordered": False, "boolean": rows}, ensure_ascii=False)
    entry |= {"ordered": False, "rows": [[term(v) for v in row] for row in rows]}
    return json.dumps(entry, ensure_ascii=False)


def main() -> None:
    """Writes the files."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    asked = tomllib.loads((Path(__file__).parent / "questions.toml").read_text(encoding="utf-8"))["question"]
    lines = [question(q["id"], q["text"], q["sparql"], ANSWERS[q["id"]]) for q in asked]
    head = "".join(f"@prefix {p}: <{n}> .\n" for p, n in PREFIXES.items())
    (folder / "graph.ttl").write_text(
        f"# Made by generate.py.\n{head}\n" + "\n".join(triples()) + "\n", encoding="utf-8"
    )
    (folder / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

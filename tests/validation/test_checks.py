"""Each check finds what it is for, and nothing in a right query."""

from __future__ import annotations

import pytest

from nlkgq.iri import XSD, PrefixMap
from nlkgq.ontology.model import Individual, Ontology, OwlClass, Property, Text
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.sparql import parse_query
from nlkgq.validation.finding import Finding
from nlkgq.validation.validate import validate

EX = "http://example.org/"


def class_(name: str, *parents: str, disjoint: tuple[str, ...] = ()) -> OwlClass:
    return OwlClass(
        iri=EX + name,
        labels=(Text(value=name.lower()),),
        parents=tuple(EX + p for p in parents),
        disjoint=tuple(EX + d for d in disjoint),
    )


def object_(name: str, domain: str = "", range_: str = "", inverse: str = "") -> Property:
    return Property(
        iri=EX + name,
        kind="object",
        domain=tuple((EX + d,) for d in domain.split()),
        range=tuple((EX + r,) for r in range_.split()),
        inverses=tuple(EX + i for i in inverse.split()),
    )


def datatype(name: str, domain: str = "", range_: str = "string") -> Property:
    return Property(
        iri=EX + name, kind="datatype", domain=tuple((EX + d,) for d in domain.split()), range=((XSD + range_,),)
    )


SPORT = Ontology(
    prefixes=PrefixMap({"ex": EX}),
    classes={
        c.iri: c
        for c in (
            class_("Agent"),
            class_("Person", "Agent", disjoint=("Venue",)),
            class_("Player", "Person"),
            class_("Coach", "Person"),
            class_("PlayerCoach", "Player", "Coach"),
            class_("Team", "Agent"),
            class_("Venue"),
        )
    },
    properties={
        p.iri: p
        for p in (
            object_("playsFor", "Player", "Team"),
            object_("hasPlayer", inverse="playsFor"),
            object_("coaches", "Coach", "Team"),
            object_("birthplace", "Person", "Venue"),
            object_("homeGround", "Team", "Venue"),
            object_("position", "Player"),
            datatype("name", "Agent"),
            datatype("birthDate", "Person", "date"),
            datatype("founded", "Team", "gYear"),
            Property(iri=EX + "note"),
        )
    },
    individuals={EX + "Goalkeeper": Individual(iri=EX + "Goalkeeper", types=(EX + "Venue",))},
)


def found(body: str, *, ontology: Ontology = SPORT, profile: Profile | None = None) -> list[Finding]:
    text = body if body.startswith(("SELECT", "ASK", "DESCRIBE")) else f"SELECT * {{ {body} }}"
    return list(validate(parse_query(f"PREFIX ex: <{EX}>\n{text}", undeclared_prefixes=True), ontology, profile))


@pytest.mark.parametrize(
    ("body", "code", "severity", "words"),
    [
        ("?x a ex:Playr", "unknown-class", "error", "Did you mean ex:Player"),
        ("?x a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* ex:Temm", "unknown-class", "error", "ex:Team"),
        ("?x a ex:playsFor", "unknown-class", "error", "is a property, not a class"),
        ("?x a <http://other.org/Thing>", "unknown-class", "warning", "no class"),
        ("?x ex:playFor ?y", "unknown-property", "error", "Did you mean ex:playsFor"),
        ("?x ex:name|ex:nam ?y", "unknown-property", "error", "ex:name"),
        ("?x !(ex:nam) ?y", "unknown-property", "error", "ex:name"),
        ("?x ex:Team ?y", "unknown-property", "error", "is a class, not a property"),
        ("?x <http://www.w3.org/2000/01/rdf-schema#lable> ?y", "unknown-property", "warning", "no property"),
        ("?x exx:name ?y", "unknown-prefix", "error", "Declare PREFIX ex: <http://example.org/>"),
        ("?x ex:position ex:Goalkeper", "unknown-individual", "warning", "ex:Goalkeeper"),
        ("SELECT ?nam { ?x ex:name ?name }", "unbound-projection", "error", "Did you mean ?name"),
        ("SELECT ?a { { SELECT ?b { ?b ex:name ?c } } }", "unbound-projection", "error", "?a"),
        ("DESCRIBE ?a { ?b ex:name ?c }", "unbound-projection", "error", "?a"),
        ("?x ex:playsFor 'Reds'", "literal-for-iri", "error", "ex:playsFor leads to things"),
        ("?x a 'Team'", "literal-for-iri", "error", "leads to things"),
        ("?x ex:name ex:Goalkeeper", "iri-for-literal", "error", "ex:name leads to literals"),
        ("?x ex:name [ ex:name 'a' ]", "iri-for-literal", "error", "ex:name leads to literals"),
        ("?x ex:name ?n . ?n ex:founded ?y", "literal-as-thing", "error", "makes ?n a literal"),
        ("?x ex:name/ex:founded ?y", "literal-as-thing", "error", "what stands between them"),
        ("?v1 ex:playsFor ?v2 . ?v2 ex:birthplace ?b", "excluded-class", "warning", "?v2 is ex:Team"),
        ("?v1 ex:playsFor/ex:birthplace ?b", "excluded-class", "warning", "ex:Team"),
        ("?v2 ex:hasPlayer ?v1 . ?v2 ex:birthDate ?b", "excluded-class", "warning", "?v2 is ex:Team"),
        ("?v2 ^ex:playsFor ?v1 . ?v2 ex:birthDate ?b", "excluded-class", "warning", "?v2 is ex:Team"),
        ("?v1 ex:playsFor ?v2 OPTIONAL { ?v2 ex:birthDate ?b }", "excluded-class", "warning", "?v2 is ex:Team"),
        ("?x a ex:Venue ; ex:birthDate ?d", "excluded-class", "error", "?x is ex:Venue"),
        ("?t ex:playsFor ?p . ?p ex:birthDate ?d . ?t ex:founded ?y", "excluded-class", "warning", "reversed"),
    ],
)
def test_failing(body: str, code: str, severity: str, words: str) -> None:
    findings = found(body)
    assert (code, severity) in {(f.code, f.severity) for f in findings}, findings
    told = [f"{f.message} {f.suggestion}" for f in findings if f.code == code]
    assert any(words in text for text in told), told


@pytest.mark.parametrize(
    "body",
    [
        "?x a ex:Player ; ex:name ?n ; ex:playsFor ?t . ?t ex:founded ?y",
        "?x a ex:Player ; ex:coaches ?t",
        "?x a ?class ; ?p ?o",
        "?x ex:note 'a' , ex:Goalkeeper",
        "?x <http://www.w3.org/2000/01/rdf-schema#label> ?l ; <http://www.w3.org/2004/02/skos/core#prefLabel> ?m",
        "?x a <http://www.w3.org/2004/02/skos/core#Concept>",
        "{ ?x a ex:Team ; ex:founded ?y } UNION { ?x a ex:Person ; ex:birthDate ?y }",
        "?x a ex:Agent OPTIONAL { ?x ex:founded ?f } OPTIONAL { ?x ex:birthDate ?b }",
        "{ SELECT ?p { ?p ex:playsFor ?x } } { SELECT ?p { ?p ex:name ?x } }",
        "SERVICE <http://other.org/sparql> { ?x a ex:Playr ; ex:nam ex:Goalkeeper }",
        "SELECT (COUNT(?x) AS ?n) ?m { ?x ex:name ?m } GROUP BY ?m",
        "SELECT ?k { ?x ex:name ?n } GROUP BY (LCASE(?n) AS ?k)",
        "SELECT ?a { VALUES ?a { 1 } } ",
        "ASK { ?x ex:position ex:Striker }",
        "?x ex:playsFor 'VALUE_K3QX' ; ex:name <urn:placeholder:VALUE_M2TP>",
    ],
)
def test_passing(body: str) -> None:
    assert found(body) == []


def test_data_decide_what_the_ontology_leaves_open() -> None:
    body = "?v1 ex:playsFor ?v2 . ?v2 ex:birthplace ?b"

    def use(name: str, subjects: dict[str, int], objects: dict[str, int]) -> PropertyProfile:
        return PropertyProfile(
            iri=EX + name, count=9, subjects=9, objects=9, subject_classes=subjects, object_classes=objects
        )

    def profile(birthplace_of: str, *, complete: bool = True) -> Profile:
        uses = (
            use("playsFor", {EX + "Player": 9}, {EX + "Team": 9}),
            use("birthplace", {EX + birthplace_of: 9}, {EX + "Venue": 9}),
        )
        classes = {EX + name: 9 for name in ("Team", "Player", "Venue")}
        return Profile(triples=99, classes=classes, properties={u.iri: u for u in uses}, complete=complete)

    assert [f.severity for f in found(body, profile=profile("Player"))] == ["error"]
    assert [f.severity for f in found(body, profile=profile("Player", complete=False))] == ["warning"]
    assert found(body, profile=profile("Team")) == []


def test_findings_have_places_and_no_values() -> None:
    text = f"PREFIX ex: <{EX}>\nSELECT ?x {{ ?x ex:playsFor 'a very secret name' ; ex:nam 'another secret' }}"
    findings = validate(parse_query(text), SPORT)
    assert [text[f.start : f.end] for f in findings] == ["ex:playsFor", "ex:nam"]
    assert all("secret" not in f"{f.message}{f.suggestion}{f.terms}" for f in findings)


def test_an_empty_ontology_knows_nothing_wrong() -> None:
    assert found("?x a ex:Anything ; ex:whatever 'x' , ex:y", ontology=Ontology()) == []


def test_data_decide_what_is_unknown() -> None:
    used = PropertyProfile(iri="http://other.org/p", count=1, subjects=1, objects=1)
    profile = Profile(triples=2, classes={"http://other.org/C": 1}, properties={used.iri: used})
    body = "?x a <http://other.org/C> ; <http://other.org/p> ?y ; <http://other.org/q> ?z"
    assert [f.severity for f in found(body)] == ["warning", "warning", "warning"]
    assert [(f.severity, f.terms[0]) for f in found(body, profile=profile)] == [("error", "http://other.org/q")]

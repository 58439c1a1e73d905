"""What the checks on values, scopes, grouping and data find, and what they leave alone; edits that repair."""

from __future__ import annotations

import pytest

from nlkgq.iri import RDF, XSD, PrefixMap
from nlkgq.ontology.model import Ontology, OwlClass, Property, Restriction
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.sparql import parse_query
from nlkgq.validation.finding import Finding
from nlkgq.validation.fix import fixed
from nlkgq.validation.validate import validate

EX = "http://example.org/"
HEAD = f"PREFIX ex: <{EX}>\nPREFIX xsd: <{XSD}>\n"


def value(name: str, domain: str, range_: str) -> Property:
    return Property(iri=EX + name, kind="datatype", domain=((EX + domain,),), range=((XSD + range_,),))


def link(name: str, domain: str = "", range_: str = "") -> Property:
    return Property(
        iri=EX + name,
        kind="object",
        domain=((EX + domain,),) if domain else (),
        range=((EX + range_,),) if range_ else (),
    )


PORT = Ontology(
    prefixes=PrefixMap({"ex": EX, "xsd": XSD}),
    classes={
        c.iri: c
        for c in (
            OwlClass(iri=EX + "Ship"),
            OwlClass(
                iri=EX + "Ferry",
                parents=(EX + "Ship",),
                restrictions=(Restriction(property=EX + "carries", kind="only", filler=(EX + "Car",)),),
            ),
            OwlClass(iri=EX + "Harbour", disjoint=(EX + "Ship", EX + "Car")),
            OwlClass(iri=EX + "Car"),
        )
    },
    properties={
        p.iri: p
        for p in (
            link("calledAt", "Ship", "Harbour"),
            link("carries", "Ship"),
            link("sisterOf", "Ship", "Ship"),
            value("name", "Ship", "string"),
            value("built", "Ship", "gYear"),
            value("length", "Ship", "decimal"),
            value("launched", "Ship", "date"),
            value("seen", "Ship", "dateTime"),
            value("depth", "Harbour", "integer"),
            value("plate", "Car", "string"),
        )
    },
)


def use(
    name: str,
    subjects: dict[str, int],
    objects: dict[str, int] | None = None,
    datatypes: dict[str, int] | None = None,
    languages: dict[str, int] | None = None,
) -> PropertyProfile:
    classes = {EX + k: v for k, v in (objects or {}).items()}
    links = {(EX + s, o): 1 for s in subjects for o in (*classes, *(datatypes or {}))}
    return PropertyProfile(
        iri=EX + name,
        count=9,
        subjects=max(subjects.values()),
        objects=9,
        subject_classes={EX + k: v for k, v in subjects.items()},
        object_classes=classes,
        datatypes=datatypes or {},
        languages=languages or {},
        links=links,
    )


COUNTED = Profile(
    triples=999,
    classes={EX + "Ship": 90, EX + "Ferry": 30, EX + "Harbour": 9, EX + "Car": 50},
    properties={
        u.iri: u
        for u in (
            use("calledAt", {"Ship": 90, "Ferry": 30}, {"Harbour": 9}),
            use("carries", {"Ship": 40, "Ferry": 30}, {"Car": 50}),
            use("name", {"Ship": 90, "Harbour": 9}, datatypes={RDF + "langString": 99}, languages={"en": 99}),
            use("built", {"Ship": 90}, datatypes={XSD + "gYear": 90}),
            use("depth", {"Harbour": 9}, datatypes={XSD + "integer": 9}),
            use("plate", {"Car": 50}, datatypes={XSD + "string": 50}),
            use("length", {"Ship": 90}, datatypes={XSD + "decimal": 90}),
        )
    },
    overlaps={(EX + "Ferry", EX + "Ship"): 30},
)


def found(body: str, profile: Profile | None = None) -> list[Finding]:
    text = body if body.startswith(("SELECT", "ASK")) else f"SELECT * {{ {body} }}"
    tree = parse_query(HEAD + text, undeclared_prefixes=True, static_rules=False)
    return [f for f in validate(tree, PORT, profile) if f.severity != "info"]


@pytest.mark.parametrize(
    ("body", "code", "severity"),
    [
        ("?f a ex:Ferry ; ex:carries ?c . ?c ex:depth ?d", "excluded-class", "error"),
        ("?s ex:calledAt ?h . ?h a ex:Ship", "reversed-direction", "error"),
        ("?h a ex:Harbour ; ex:length|ex:built ?v", "excluded-class", "error"),
        ("?h a ex:Harbour . ?s (ex:sisterOf|^ex:sisterOf) ?h", "excluded-class", "error"),
        ("?s ex:built ?y FILTER(?y > 1990)", "incomparable", "error"),
        ("?s ex:length ?l FILTER(?l IN ('5'))", "incomparable", "error"),
        ("?s ex:launched ?d ; ex:seen ?t FILTER(?d = ?t)", "incomparable", "error"),
        ("?s ex:calledAt ?h FILTER(?h != 'Oslo')", "incomparable", "warning"),
        ("?s ex:calledAt ?h FILTER(?h < ?s)", "incomparable", "error"),
        ("?s ex:length ?l BIND(?l * 2 AS ?m) FILTER(?m = 'long')", "incomparable", "error"),
        ("{ SELECT (MAX(?l) AS ?m) { ?s ex:length ?l } } FILTER(?m > '5')", "incomparable", "error"),
        ("OPTIONAL { ?s ex:launched ?d } FILTER(?d > 5)", "incomparable", "error"),
        ("?s ex:name ?n FILTER(?n + 1 > 2)", "wrong-argument", "error"),
        ("?s ex:calledAt ?h FILTER(REGEX(?h, 'os'))", "wrong-argument", "error"),
        ("SELECT (AVG(?n) AS ?a) { ?s ex:name ?n }", "wrong-argument", "error"),
        ("?s ex:length 'long'", "wrong-datatype", "error"),
        ("?s ex:name 'Oslo'@de", "untagged-text", "warning"),
        ("?s ex:name ?n FILTER(?n IN ('Oslo'@de, 'Bergen'))", "untagged-text", "warning"),
        ("?s ex:launched '1990-01-01T00:00:00'^^xsd:dateTime", "wrong-datatype", "warning"),
        ("?s ex:length ?l FILTER(?l > 5) FILTER(?l <= 5)", "impossible-filter", "error"),
        ("?s ex:length ?l FILTER(5 > ?l && 9 < ?l)", "impossible-filter", "error"),
        ("?s ex:name ?n FILTER(?n = 'a' && ?n = 'b')", "impossible-filter", "error"),
        ("?s ex:length ?l ; ex:length ?m FILTER(?l < ?m && ?m <= ?l)", "impossible-filter", "error"),
        ("?s ex:name ?n FILTER(UCASE(?n) = 'Oslo')", "impossible-filter", "error"),
        ("?s ex:name ?n FILTER(isIRI(?n))", "impossible-filter", "error"),
        ("?s ex:name ?n FILTER(!BOUND(?n))", "impossible-filter", "error"),
        ("?s ex:name ?n FILTER(?n != ?n)", "impossible-filter", "error"),
        (
            "SELECT ?s { ?s ex:length ?l } GROUP BY ?s HAVING(COUNT(*) > 5 && COUNT(*) < 2)",
            "impossible-filter",
            "error",
        ),
        ("?s ex:length ?l { BIND(?l + 1 AS ?m) }", "unbound-variable", "error"),
        ("?s ex:length ?l { ?s ex:name ?n } UNION { FILTER(?l > 1) }", "unbound-variable", "error"),
        ("?s ex:length ?l FILTER(BOUND(?nowhere))", "unbound-variable", "warning"),
        ("SELECT ?s { ?s ex:length ?l } ORDER BY ?lenght", "unbound-variable", "error"),
        ("?s ex:length ?c { SELECT (COUNT(?l) AS ?c) { ?s ex:length ?l } GROUP BY ?s }", "shadowed", "warning"),
        ("?s ex:name ?n . [] ex:depth ?d", "disconnected", "warning"),
        ("VALUES ?v { 1 2 } ?s ex:name ?n", "disconnected", "warning"),
        ("?s ex:length ?l . ?t ex:length ?m FILTER(?s != ?t && ?l > 5 && ?m > 5)", "disconnected", "warning"),
        ("?s ex:name ?n OPTIONAL { ?h ex:depth ?d }", "disconnected", "warning"),
        ("SELECT ?s { ?s ex:length ?l } GROUP BY ?s HAVING(?l > 2)", "ungrouped-column", "error"),
        ("SELECT ?s (MIN(?s) AS ?m) { ?s ex:length ?l } GROUP BY ?s", "aggregate-of-key", "warning"),
        ("?s ex:name ?n { SELECT ?s { ?s ex:length ?l } ORDER BY ?l }", "order-before-aggregation", "warning"),
    ],
)
def test_failing(body: str, code: str, severity: str) -> None:
    findings = found(body)
    assert [(f.code, f.severity) for f in findings] == [(code, severity)], findings


@pytest.mark.parametrize(
    "body",
    [
        "?f a ex:Ship ; ex:carries ?c . ?c ex:depth ?d",
        "?s ex:sisterOf ?t . ?t ex:sisterOf ?s",
        "?h a ex:Harbour ; ex:length|ex:depth ?v",
        "?h a ex:Harbour ; ex:depth|ex:length* ?v",
        "?s ex:built ?y FILTER(?y > '1990'^^xsd:gYear)",
        "?s ex:built ?y FILTER(YEAR(?y) > 1990 && xsd:integer(STR(?y)) > 1990)",
        "?s ex:launched ?d FILTER(?d > '1990-01-01'^^xsd:date || YEAR(?d) = 5)",
        "?s ex:length ?l FILTER(?l = 'VALUE_K3QX' || ?l IN ('VALUE_K3QX'))",
        "?s ?p ?o FILTER(?o > 5 && CONTAINS(?o, 'x') && isIRI(?o))",
        "{ ?s ex:length ?v } UNION { ?s ex:name ?v } FILTER(?v = 'a' || ?v > 5)",
        "?s ex:length ?l FILTER(?l > 5 || ?l < 2)",
        "?s ex:length ?l ; ex:length ?m FILTER(?l < ?m)",
        "?s ex:name ?n FILTER(LCASE(?n) = 'oslo' && REGEX(LCASE(?n), 'OS', 'i'))",
        "?s ex:name ?n OPTIONAL { ?s ex:length ?l FILTER(?n = 'a' && ?l > 1) }",
        "?s ex:name ?n FILTER EXISTS { ?s ex:length ?l FILTER(?n = 'a' && ?l > 1) }",
        "?s ex:name ?n OPTIONAL { ?s ex:length ?l } FILTER(!BOUND(?l))",
        "?s ex:length ?l . ?t ex:length ?m FILTER(?l > ?m)",
        "SELECT (?l - ?m AS ?d) { ex:a ex:length ?l . ex:b ex:length ?m }",
        "?s ex:length ?l { SELECT (AVG(?x) AS ?mean) { ?y ex:length ?x } }",
        "?s ex:name ?n { SELECT (MAX(?c) AS ?m) { { SELECT (COUNT(?l) AS ?c) { ?s ex:length ?l } GROUP BY ?s } } }",
        "VALUES ?v { 1 } ?s ex:name ?n",
        "?s ex:name ?n MINUS { ?s ex:length ?l }",
        "SELECT ?s (COUNT(?s) AS ?c) { ?s ex:length ?l } GROUP BY ?s ORDER BY DESC(?c) ?s MAX(?l)",
        "SELECT (YEAR(?d) AS ?y) (COUNT(*) AS ?n) { ?s ex:launched ?d } GROUP BY ?d HAVING(COUNT(*) > 1)",
        "SELECT ?s { ?s ex:name ?n1 . ?s ex:name ?n2 FILTER(?n1 != ?n2) }",
        "?s ex:name ?n { SELECT ?s { ?s ex:length ?l } ORDER BY ?l LIMIT 3 }",
    ],
)
def test_passing(body: str) -> None:
    assert found(body) == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("?s ex:calledAt ?x . ?x ex:plate ?p", "excluded-class"),
        ("?s ex:calledAt/ex:plate ?p", "excluded-class"),
        ("?c ex:carries ?s . ?c ex:plate ?p", "excluded-class"),
        ("?s ex:carries ?c . ?c ex:depth ?d", "never-together"),
        ("?s ex:name 'Oslo'", "untagged-text"),
        ("?s ex:name 'Oslo'@de", "untagged-text"),
        ("?s ex:name ?n FILTER(?n = 'Oslo')", "untagged-text"),
        ("?s ex:name ?n FILTER(LANG(?n) = 'de')", "impossible-filter"),
        ("?s ex:name ?n FILTER(LANGMATCHES(LANG(?n), 'de'))", "impossible-filter"),
        ("?s ex:sisterOf ?t", "unused-term"),
        ("?s ex:built 1990", "wrong-datatype"),
    ],
)
def test_failing_by_counts(body: str, code: str) -> None:
    assert [f.code for f in found(body, COUNTED)] == [code]


@pytest.mark.parametrize(
    "body",
    [
        "?s ex:name 'Oslo'@en ; ex:built ?y",
        "?s ex:name ?n FILTER(LANGMATCHES(LANG(?n), 'en') && STR(?n) = 'Oslo')",
        "?h a ex:Harbour ; ex:name ?n",
        "?s a ex:Ship ; ex:calledAt/ex:depth ?d",
        "?s ex:calledAt ?h OPTIONAL { ?s ex:carries/ex:plate ?p }",
    ],
)
def test_passing_by_counts(body: str) -> None:
    assert found(body, COUNTED) == []


@pytest.mark.parametrize(
    ("body", "repaired"),
    [
        ("?s ex:built ?y FILTER(?y > 1990)", '?s ex:built ?y FILTER(?y > "1990"^^xsd:gYear)'),
        ("?s ex:launched ?d FILTER(?d > 1990)", "?s ex:launched ?d FILTER(YEAR(?d) > 1990)"),
        ("?s ex:length ?l FILTER(?l > '5.5')", "?s ex:length ?l FILTER(?l > 5.5)"),
        ("?s ex:name ?n FILTER(?n = 5)", '?s ex:name ?n FILTER(?n = "5")'),
        ("?s ex:built 1990", '?s ex:built "1990"^^xsd:gYear'),
        ("?s ex:length ?l FILTER(CONTAINS(?l, '5'))", "?s ex:length ?l FILTER(CONTAINS(STR(?l), '5'))"),
        ("?s ex:length ?l FILTER(YEAR(?l) > 5)", "?s ex:length ?l FILTER(?l > 5)"),
        ("?s ex:name ?n FILTER(LCASE(?n) = 'Oslo')", '?s ex:name ?n FILTER(LCASE(?n) = "oslo")'),
        ("?h a ex:Harbour ; ex:calledAt ?s . ?s ex:built ?y", "?h a ex:Harbour ; ^ex:calledAt ?s . ?s ex:built ?y"),
        (
            "?h a ex:Harbour . ?s ^ex:calledAt ?h . ?s ex:built ?y",
            "?h a ex:Harbour . ?s ex:calledAt ?h . ?s ex:built ?y",
        ),
        ("?s a ex:Shipp", "?s a ex:Ship"),
        ("?s ex:LENGTH ?l", "?s ex:length ?l"),
    ],
)
def test_edits(body: str, repaired: str) -> None:
    tree = parse_query(f"{HEAD}SELECT * {{ {body} }}")
    done = fixed(tree, validate(tree, PORT))
    assert str(done.tree) == f"{HEAD}SELECT * {{ {repaired} }}"


def test_edits_by_counts() -> None:
    for body, repaired in (
        ("?s ex:name 'Oslo'", '?s ex:name "Oslo"@en'),
        ("?s ex:name ?n FILTER(?n = 'Oslo')", "?s ex:name ?n FILTER(STR(?n) = 'Oslo')"),
    ):
        tree = parse_query(f"{HEAD}SELECT * {{ {body} }}")
        done = fixed(tree, validate(tree, PORT, COUNTED))
        assert str(done.tree) == f"{HEAD}SELECT * {{ {repaired} }}"
        assert validate(done.tree, PORT, COUNTED) == ()


def test_a_fault_of_either_of_two_is_not_turned_by_itself() -> None:
    (finding,) = found("?s ex:calledAt ?x . ?x ex:built ?y")
    assert (finding.code, finding.edit) == ("excluded-class", ())
    assert "reversed" in (finding.suggestion or "")


def test_an_incomplete_profile_proves_nothing() -> None:
    from dataclasses import replace

    partial = replace(COUNTED, complete=False)
    assert [f.severity for f in found("?s ex:calledAt ?x . ?x ex:plate ?p", partial)] == ["error"], "disjoint"
    assert found("?h ex:name ?n . ?h ex:plate ?p", partial)[0].severity == "warning"
    assert found("?s ex:name 'Oslo'", partial) == []


@pytest.mark.parametrize(
    "body",
    [
        "?s ex:length ?l FILTER(?l > 'secret')",
        "?s ex:built ?y FILTER(?y > 4711)",
        "?s ex:launched ?d FILTER(?d = 'secret' || YEAR(?d) = '4711')",
        "?s ex:length ?l FILTER(CONTAINS(?l + 4711, 'secret'))",
        "?s ex:name ?n FILTER(CONCAT(?n, 'secret') = 'a' && CONCAT(?n, 'secret') = 'b')",
        "?s ex:name 'secret'",
        "?s ex:length 'secret' ; ex:built 4711 ; ex:calledAt 'secret'",
        "?s ex:name ?n FILTER(LCASE(?n) = 'Secret')",
        "?s ex:name ?n FILTER(?n = 'secret'@de)",
        "SELECT (MIN(DISTINCT ?n) AS ?m) { ?s ex:name ?n FILTER(?n != 'secret') } GROUP BY ?n",
    ],
)
def test_findings_tell_no_values(body: str) -> None:
    for profile in (None, COUNTED):
        for finding in found(body, profile):
            told = f"{finding.message} {finding.suggestion} {finding.terms}".casefold()
            assert "secret" not in told
            assert "4711" not in told


@pytest.mark.parametrize(("ships", "codes"), [(1, ["warning"]), (50, [])])
def test_what_few_nodes_have_is_unlikely(ships: int, codes: list[str]) -> None:
    from dataclasses import replace

    depth = use("depth", {"Harbour": 200, "Ship": ships}, datatypes={XSD + "integer": 201})
    profile = replace(COUNTED, properties={**COUNTED.properties, depth.iri: depth})
    assert [f.severity for f in found("?s a ex:Ship ; ex:depth ?d", profile)] == codes

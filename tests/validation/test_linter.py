"""The linter: any text in, findings out; what is fixed is what was found."""

from __future__ import annotations

import json
import random

import pytest

from nlkgq import KnowledgeGraph
from nlkgq.iri import XSD, PrefixMap
from nlkgq.ontology.model import Ontology, OwlClass, Property, Text
from nlkgq.sparql.parser import parse_query
from nlkgq.validation.fix import as_repaired, fixed, fixed_until_stable, parse_mended
from nlkgq.validation.linter import Linter, chosen_checks
from nlkgq.validation.report import LintedFile, json_report, text_report
from nlkgq.validation.sarif import sarif_report

EX = "http://example.org/"
HEAD = f"PREFIX ex: <{EX}>\n"


def cls(name: str, *labels: str) -> OwlClass:
    return OwlClass(iri=EX + name, labels=tuple(Text(value=label) for label in labels))


LEAGUE = Ontology(
    prefixes=PrefixMap({"ex": EX}),
    classes={c.iri: c for c in (cls("Player", "player"), cls("Team", "team", "club"), cls("City", "city"))},
    properties={
        p.iri: p
        for p in (
            Property(iri=EX + "plays_for", kind="object", domain=((EX + "Player",),), range=((EX + "Team",),)),
            Property(iri=EX + "birthplace", kind="object", domain=((EX + "Player",),), range=((EX + "City",),)),
            Property(iri=EX + "salary", kind="datatype", domain=((EX + "Player",),), range=((XSD + "decimal",),)),
        )
    },
)
LINTER = Linter(ontology=LEAGUE)


def test_a_team_has_no_birthplace() -> None:
    """v2 is known to be a team from the other end of plays_for."""
    findings = LINTER.lint(HEAD + "SELECT ?place { ?v1 ex:plays_for ?v2 . ?v2 ex:birthplace ?place }")
    assert [f.code for f in findings] == ["excluded-class"]
    assert findings[0].message == (
        "ex:birthplace belongs to ex:Player, but ?v2 is ex:Team as the object of ex:plays_for."
    )


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("SELECT", 1, 6),
        ("SELECT ?x {\n  ?x ex:plays_for\n}", 3, 1),
        ("SELECT ?x { ?x ?y 'open }", 1, 19),
        ("DROP ALL", 1, 1),
        ("SELECT * { <<?a ?b ?c>> ?d ?e }", 1, 12),
        ("\x00", 1, 1),
        ("SELECT ?x { ?x ?y ?z } GROUP BY ?y", 1, 8),
        ("SELECT (SUM(COUNT(?x)) AS ?n) { ?x ?y ?z }", 1, 13),
        ("{" * 20_000, 1, 513),
    ],
)
def test_what_is_no_query_is_a_finding_with_its_place(text: str, line: int, column: int) -> None:
    report = json.loads(json_report([LintedFile(name="-", text=text, findings=LINTER.lint(text))]))
    found = [f for f in report[0]["findings"] if f["code"] in {"syntax", "ungrouped-column"}]
    assert [(f["severity"], f["line"], f["column"]) for f in found] == [("error", line, column)]


def test_deep_queries_are_refused_without_being_walked() -> None:
    deep = "SELECT * { FILTER(" + "(" * 450 + "1" + ")" * 450 + ") }"
    assert [f.code for f in LINTER.lint(deep)] == ["unsafe"]
    assert LINTER.fixed(deep) == deep
    path = "SELECT * { ?x " + "(" * 300 + "<e:p>" + ")" * 300 + " ?y }"
    assert "unsafe" in {f.code for f in LINTER.lint(path)}


def test_fixing_repairs_what_is_safe_and_leaves_the_rest() -> None:
    text = HEAD.replace("ex:", "dct:", 1) + (
        '# a comment\nSELECT ?p (COUNT(?t) AS ?n) { ?p a ex:Playre ; ex:plays_for ?t ; ex:salary ?s FILTER(?s > "5") }'
    )
    fixed_text = LINTER.fixed(text)
    assert "# a comment" in fixed_text
    assert "a ex:Player" in fixed_text
    assert "?s > 5)" in fixed_text
    assert fixed_text.rstrip().endswith("GROUP BY ?p")
    assert {f.code for f in LINTER.lint(text)} == {"unknown-prefix", "unknown-class", "ungrouped-column"}
    assert LINTER.lint(fixed_text) == ()


def test_names_are_proposed_by_meaning() -> None:
    (found,) = LINTER.lint(HEAD + "SELECT ?t { ?t a ex:FootballClub }")
    assert found.terms[1] == EX + "Team"
    assert found.edit == ()


def test_one_message_for_each_mistake() -> None:
    codes = [f.code for f in LINTER.lint(HEAD + "SELECT ?t { ?p ex:plays_fro ?t }")]
    assert codes == ["unknown-property"]


def test_text_report_marks_the_place_under_tabs() -> None:
    text = HEAD + "SELECT ?t {\n\t?t a ex:Teamm }"
    lines = list(text_report([LintedFile(name="a b.rq", text=text, findings=LINTER.lint(text))]))
    assert lines == [
        "a b.rq:3:7: error: The ontology has no class ex:Teamm. [unknown-class]",
        "    \t?t a ex:Teamm }",
        "    \t     ^^^^^^^^",
        "  Did you mean ex:Team?",
    ]


def test_sarif_has_the_structure_that_the_standard_requires() -> None:
    text = HEAD + "SELECT ?t { ?t a ex:Teamm ;\n ex:plays_for 'é😀' }"
    files = [
        LintedFile(name="qu ery.rq", text=text, findings=LINTER.lint(text)),
        LintedFile(name="-", text="", findings=()),
    ]
    log = json.loads(sarif_report(files, "1.0"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"]
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(rules) == len(set(rules))
    assert all(rule["shortDescription"]["text"] and rule["fullDescription"]["text"] for rule in driver["rules"])
    assert len(run["results"]) == len(files[0].findings) == 2
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "qu%20ery.rq"
        region = place["region"]
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
        assert region["startLine"] >= 1
        assert region["startColumn"] >= 1
    (fix,) = [r["fixes"][0] for r in run["results"] if "fixes" in r]
    (change,) = fix["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 2, "startColumn": 18, "endLine": 2, "endColumn": 26},
            "insertedContent": {"text": "ex:Team"},
        }
    ]


def test_edits_that_overlap_are_not_applied_together() -> None:
    text = HEAD + "SELECT ?t { ?t a ex:Teamm }"
    tree = parse_query(text)
    (found,) = LINTER.lint(text)
    done = fixed(tree, [found, found])
    assert str(done.tree) == text.replace("Teamm", "Team")
    assert fixed(tree, []).tree is tree
    assert fixed_until_stable(tree, lambda t: LINTER.lint(str(t))).applied == (found,)
    assert as_repaired(found).severity == "info"


def test_a_missing_group_is_mended_and_nothing_else() -> None:
    tree, applied = parse_mended("SELECT ?a (COUNT(?b) AS ?n) { ?a ?p ?b }")
    assert str(tree).endswith("GROUP BY ?a")
    assert [f.code for f in applied] == ["ungrouped-column"]
    with pytest.raises(ValueError, match="AS cannot set"):
        parse_mended("SELECT ?a (1 AS ?a) { ?a ?p ?b }")


def test_checks_are_chosen_by_code() -> None:
    assert Linter(ontology=LEAGUE, checks=chosen_checks(["unknown-property"])).lint(HEAD + "ASK { ?x a ex:No }") == ()
    assert Linter(ontology=LEAGUE, checks=chosen_checks([], ["unknown-class"])).lint(HEAD + "ASK { ?x a ex:No }") == ()


def test_a_graph_validates_by_all_that_it_knows() -> None:
    films = "PREFIX films: <https://nlkgq.example/films#>\n"
    with KnowledgeGraph.open("films") as kg:
        assert "untagged-text" in {f.code for f in kg.validate(films + "SELECT ?f { ?f films:title 'Solaris'@en }")}
        found = kg.validate(films + "SELECT ?f ?b { ?f films:title ?t ; films:budget ?b }", question="Which films?")
        assert "unasked-column" in {f.code for f in found}
        assert kg.validate("SELECT ?f { ?f a }")[0].code == "syntax"


def test_damaged_queries_never_raise() -> None:
    rng = random.Random(7)
    signs = [
        "{",
        "}",
        "(",
        ")",
        "?x",
        '"',
        "FILTER(",
        "^",
        "|",
        "*",
        ".",
        "MINUS {",
        "COUNT(",
        " GROUP BY ?x",
        "[",
        "]",
    ]
    whole = [
        HEAD + "SELECT ?p (COUNT(?t) AS ?n) { ?p a ex:Player ; ex:plays_for/^ex:plays_for ?t } GROUP BY ?p ORDER BY ?n",
        HEAD
        + "SELECT * { ?p ex:salary ?s OPTIONAL { ?p ex:birthplace [] } FILTER(?s > 5 && ?s IN (1)) MINUS { ?p a ?c } }",
        HEAD
        + "ASK { { SELECT ?p { VALUES ?p { ex:a } BIND(STR(?p) AS ?t) } LIMIT 2 } UNION { ?p (ex:a|!ex:b)* 'x'@en } }",
    ]
    for _ in range(300):
        text = rng.choice(whole)
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text = text[:at] + (
                rng.choice(signs) + text[at:] if rng.random() < 0.5 else text[at + rng.randrange(1, 6) :]
            )
        assert all(0 <= (f.start or 0) <= (f.end or 0) <= len(text) for f in LINTER.lint(text))
        LINTER.fixed(text)

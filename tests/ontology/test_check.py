"""Findings about ontologies, with and without a reasoner."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nlkgq.errors import ConfigError
from nlkgq.ontology.check import OntologyFinding, check, check_ontology
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.reason import Reasoning, reason

EX = "http://example.org/o#"
PREFIXES = """@prefix : <http://example.org/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
CLEAN = """:A a owl:Class ; rdfs:label "a" . :B a owl:Class ; rdfs:label "b" .
:p a owl:ObjectProperty ; rdfs:label "p" ; rdfs:domain :A ; rdfs:range :B .
:d a owl:DatatypeProperty ; rdfs:label "d" ; rdfs:domain :A ; rdfs:range xsd:date .
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "onto.ttl"
    path.write_text(PREFIXES + text)
    return path


def findings(tmp_path: Path, text: str) -> dict[str, OntologyFinding]:
    return {f.code: f for f in check_ontology(written(tmp_path, text))}


def test_a_clean_ontology_has_no_finding(tmp_path: Path) -> None:
    assert findings(tmp_path, CLEAN) == {}


@pytest.mark.parametrize(
    ("text", "code", "severity", "terms"),
    [
        (CLEAN + ':C a owl:Class ; rdfs:label "A" .', "duplicate-label", "warning", "A C"),
        (CLEAN + ":A rdfs:subClassOf :B . :B rdfs:subClassOf :A .", "cyclic-hierarchy", "warning", "A B"),
        (CLEAN + ":p rdfs:subPropertyOf :d . :d rdfs:subPropertyOf :p .", "cyclic-hierarchy", "warning", "d p"),
        (CLEAN + ":p rdfs:range :Slip .", "undeclared-term", "warning", "Slip"),
        (CLEAN + ":p rdfs:range <http://other.org/C> .", "foreign-term", "info", "http://other.org/C"),
        (
            CLEAN + ":p rdfs:range xsd:string .",
            "kind-mismatch",
            "warning",
            "p http://www.w3.org/2001/XMLSchema#string",
        ),
        (CLEAN + ":d rdfs:range :B .", "kind-mismatch", "warning", "d B"),
        (CLEAN + ":q a rdf:Property .", "unknown-kind", "info", "q"),
        (CLEAN + ":C a owl:Class .", "no-label", "info", "C"),
        (CLEAN + ':q a owl:ObjectProperty ; rdfs:label "q" ; rdfs:range :A .', "no-domain", "info", "q"),
        (CLEAN + ':q a owl:ObjectProperty ; rdfs:label "q" ; rdfs:domain :A .', "no-range", "info", "q"),
        ("<http://example.org/x> <http://example.org/y> 1 .", "no-class", "error", ""),
        (':p a owl:DatatypeProperty ; rdfs:label "p" .', "no-class", "warning", ""),
        (':A a owl:Class ; rdfs:label "a" .', "no-property", "warning", ""),
        ("<http://example.org/o> a owl:Ontology ; owl:imports <http://x.org/i> . " + CLEAN, "import", "info", ""),
        (CLEAN + "<http://example.org/a b> a owl:Class .", "load", "warning", ""),
    ],
)
def test_findings(tmp_path: Path, text: str, code: str, severity: str, terms: str) -> None:
    found = findings(tmp_path, text)[code]
    assert found.severity == severity
    assert [iri.removeprefix(EX) for iri in found.terms] == terms.split()
    assert found.message
    assert found.place


def test_invalid_iris_have_their_line(tmp_path: Path) -> None:
    path = written(tmp_path, CLEAN + "<http://example.org/a b> a owl:Class .")
    assert f"{path}:9" in [f.place for f in check_ontology(path)]


def test_every_cycle_is_told_once(tmp_path: Path) -> None:
    text = CLEAN + " ".join(f":C{n} rdfs:subClassOf :C{(n + 1) % 5} ." for n in range(5))
    text += " :X rdfs:subClassOf :Y . :Y rdfs:subClassOf :X . :Z rdfs:subClassOf :X ."
    found = [f for f in check(load_ontology(written(tmp_path, text))) if f.code == "cyclic-hierarchy"]
    assert [len(f.terms) for f in found] == [5, 2]


def test_errors_come_first_and_long_lists_are_cut(tmp_path: Path) -> None:
    text = (
        " ".join(f":C{n} a owl:Class ." for n in range(30)) + ' :A a owl:Class ; rdfs:label "x" . :B rdfs:label "x" .'
    )
    found = check_ontology(written(tmp_path, text))
    order = ["error", "warning", "info"]
    assert [f.severity for f in found] == sorted((f.severity for f in found), key=order.index)
    assert "and 22 more" in next(f for f in found if f.code == "no-label").message


INCONSISTENT = CLEAN + ":A owl:disjointWith :B . :x a :A, :B ."
UNSATISFIABLE = CLEAN + ":A owl:disjointWith :B . :C a owl:Class ; rdfs:subClassOf :A, :B ."
INFERRED = (
    CLEAN
    + """:D a owl:Class ; owl:equivalentClass [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .
:E a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:someValuesFrom :B ] .
<http://example.org/o> a owl:Ontology ; owl:imports <http://unreachable.invalid/x>, <file:///nowhere> .
"""
)


@pytest.fixture
def java(require: Callable[[str, bool, str], None]) -> None:
    require("java", shutil.which("java") is not None, "no java on the PATH")


@pytest.mark.usefixtures("java")
def test_reasoner(tmp_path: Path) -> None:
    assert reason(written(tmp_path, INCONSISTENT)) == Reasoning(consistent=False)
    assert reason(written(tmp_path, UNSATISFIABLE)).unsatisfiable == (EX + "C",)
    found = reason(written(tmp_path, INFERRED))
    assert found.consistent
    assert (EX + "E", EX + "D") in found.inferred
    assert (EX + "D", EX + "A") in found.inferred  # by the domain of p


@pytest.mark.parametrize(
    ("result", "code", "severity"),
    [
        (Reasoning(consistent=False), "inconsistent", "error"),
        (Reasoning(consistent=True, unsatisfiable=(EX + "A",)), "unsatisfiable-class", "error"),
        (Reasoning(consistent=True, inferred=((EX + "A", EX + "B"),)), "inferred-subclass", "info"),
    ],
)
def test_reasoner_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, result: Reasoning, code: str, severity: str
) -> None:
    monkeypatch.setattr("nlkgq.ontology.reason.reason", lambda paths: result)
    found = check_ontology(written(tmp_path, CLEAN), reason=True)
    assert [(f.code, f.severity) for f in found] == [(code, severity)]


def test_without_java_the_message_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError) as caught:
        reason(written(tmp_path, CLEAN))
    assert "Java" in caught.value.message
    assert "Install" in (caught.value.hint or "")


def test_a_slow_reasoner_is_ended_with_its_children(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    marker = tmp_path / "alive"
    java = tmp_path / "java"
    java.write_text(f"#!/bin/sh\nwhile :; do date > {marker}; /bin/sleep 0.1; done\n")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(ConfigError, match="ended after"):
        reason(written(tmp_path, CLEAN), seconds=3)
    marker.unlink()
    time.sleep(0.4)
    assert not marker.exists()


def test_a_failing_java_is_one_clear_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho 'Exception: out of luck' >&2\nexit 3\n")
    java.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(ConfigError, match="out of luck"):
        reason(written(tmp_path, CLEAN))


def test_shared_ontologies_have_findings_with_places(data: Path) -> None:
    for name in ("ck25/ontology.ttl", "nidm_results/ontology.ttl", "semopenalex/ontology.ttl"):
        found = check_ontology(data / name)
        assert found
        assert all(f.place and f.message for f in found)
        assert not [f for f in found if f.severity == "error"]

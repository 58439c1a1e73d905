"""Public and sensitive rules and exempt words: what they show, what they hide, what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nlkgq.config import load_settings
from nlkgq.config_privacy import PrivacySettings, RuleSettings
from nlkgq.errors import ConfigError, UnknownKeyError
from nlkgq.masking.mask import Masker
from nlkgq.masking.rules import read_rules
from nlkgq.ontology.lexicon import Lexicon
from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.values.build import build_index
from nlkgq.values.store import SqliteValueIndex

V = "http://example.org/v#"
PLACEHOLDER = re.compile(r"VALUE_[A-Z0-9]{4}")
GRAPH = """
@prefix : <http://example.org/v#> .
@prefix i: <http://example.org/i/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
i:1 a :Country ; :name "Orland" , "Norland" .
i:2 a :Person ; :name "Norland" , "Quent Orlandsson" ; :code "AB-12" ; :job "manager" ; :born "1980"^^xsd:gYear .
i:3 a :Island ; :name "Little Rock" ; :code "ZZ-99" .
i:Westmark a :Country .
i:4 a :Person ; :country i:Westmark ; :name "Creator" , "Fall" .
"""
Show = Callable[..., str]


@pytest.fixture(scope="module")
def known() -> Ontology:
    classes = {V + n: OwlClass(iri=V + n) for n in ("Country", "Person")}
    classes[V + "Island"] = OwlClass(iri=V + "Island", parents=(V + "Country",))
    names = ("name", "code", "job", "born", "country")
    return Ontology(classes=classes, properties={V + n: Property(iri=V + n) for n in names})


@pytest.fixture(scope="module")
def show(known: Ontology, tmp_path_factory: pytest.TempPathFactory) -> Show:
    folder = tmp_path_factory.mktemp("rules")
    (folder / "graph.ttl").write_text(GRAPH, encoding="utf-8")
    build_index([folder / "graph.ttl"], folder / "values.sqlite", ontology=known)
    opened = SqliteValueIndex(folder / "values.sqlite")

    def shown(question: str, **settings: Any) -> str:
        rules = read_rules(PrivacySettings(**settings), known)
        masker = Masker(ontology=known, lexicon=Lexicon(known), index=opened, mode="strict", secret=b"k", rules=rules)
        return PLACEHOLDER.sub("#", masker.mask(question).text)

    return shown


COUNTRY = RuleSettings(classes=("Country",))


@pytest.mark.parametrize(
    ("question", "rules", "expected"),
    [
        ("who lives in Orland", {}, "who lives in #"),
        ("who lives in Orland", {"public": COUNTRY}, "who lives in Orland"),
        ("who lives in orland?", {"public": COUNTRY}, "who lives in orland?"),
        ("who lives in Norland", {"public": COUNTRY}, "who lives in #"),  # a person is called so, too
        ("who lives in Westmark", {"public": COUNTRY}, "who lives in Westmark"),
        ("who lives in Little Rock", {"public": COUNTRY}, "who lives in Little Rock"),  # of a subclass
        ("who lives in Orlond", {"public": COUNTRY}, "who lives in #"),  # misspelt: perhaps another one
        ("who knows Orland Nusquam", {"public": COUNTRY}, "who knows # #"),  # part of a name
        ("who knows [Orland]", {"public": COUNTRY}, "who knows #"),
        ("the name of Quent Orlandsson", {"public": COUNTRY}, "the name of #"),
        ("who has AB-12", {"public": RuleSettings(properties=("code",))}, "who has AB-12"),
        ("who has AB-12", {"public": RuleSettings(properties=("<http://example.org/v#code>",))}, "who has AB-12"),
        ("who was born in 1980", {"public": RuleSettings(datatypes=("xsd:gYear",))}, "who was born in 1980"),
        ("who was born in 1981", {"public": RuleSettings(datatypes=("xsd:gYear",))}, "who was born in #"),
        ("who was born in 1981", {"public": RuleSettings(patterns=("(19|20)[0-9]{2}",))}, "who was born in 1981"),
        ("who has 11981", {"public": RuleSettings(patterns=("(19|20)[0-9]{2}",))}, "who has #"),
        (
            "who has AB-12 or ZZ-99",
            {"public": RuleSettings(patterns=("[A-Z]{2}-[0-9]+",)), "sensitive": RuleSettings(patterns=("Z.*9",))},
            "who has AB-12 or #",
        ),
        (
            "who lives in Orland or Little Rock",
            {"public": COUNTRY, "sensitive": RuleSettings(classes=("Island",))},
            "who lives in Orland or #",
        ),
        ("who is a manager", {}, "who is a manager"),
        ("who is a manager", {"sensitive": RuleSettings(properties=("job",))}, "who is a #"),
        ("who is a person", {"sensitive": RuleSettings(properties=("job",))}, "who is a person"),
        ("the name of MRN77 here", {"sensitive": RuleSettings(patterns=("MRN[0-9]+",))}, "the name of # here"),
        ("the name of the team", {"sensitive": RuleSettings(patterns=("team",))}, "the name of the #"),
        ("who has a creator", {}, "who has a #"),
        ("who has a creator", {"exempt": ("Creator",)}, "who has a creator"),
        ("who is Creator in Fall", {"exempt": ("Creator", "fall")}, "who is Creator in #"),
    ],
)
def test_rules_refine_what_is_masked(show: Show, question: str, rules: dict[str, Any], expected: str) -> None:
    assert show(question, **rules) == expected


def test_rules_stand_in_the_file(tmp_path: Path) -> None:
    text = (
        '[privacy]\nexempt = ["Fall"]\n[privacy.public]\nclasses = ["v:Country"]\ndatatypes = ["xsd:gYear"]\n'
        '[privacy.sensitive]\npatterns = ["MRN.+"]\n'
    )
    (tmp_path / "kg.toml").write_text(text, encoding="utf-8")
    privacy = load_settings(tmp_path, environment={}).privacy
    assert privacy.public == RuleSettings(classes=("v:Country",), datatypes=("xsd:gYear",))
    assert (privacy.sensitive.patterns, privacy.exempt) == (("MRN.+",), ("Fall",))


@pytest.mark.parametrize("text", ['[privacy.public]\nclass = ["C"]', '[privacy.publik]\nclasses = ["C"]'])
def test_an_unknown_rule_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "kg.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UnknownKeyError) as caught:
        load_settings(tmp_path, environment={})
    assert "privacy.public.classes" in f"{caught.value.message} {caught.value.hint}"


@pytest.mark.parametrize(
    ("settings", "message", "hint"),
    [
        ({"public": RuleSettings(classes=("Contry",))}, "'Contry' is no class of the ontology", "Country"),
        ({"public": RuleSettings(classes=("name",))}, "'name' is no class", ""),
        ({"sensitive": RuleSettings(properties=("ex:nam",))}, "privacy.sensitive.properties: 'ex:nam'", "name"),
        ({"public": RuleSettings(datatypes=("gYear",))}, "'gYear' is no datatype", "xsd:gYear"),
        ({"public": RuleSettings(patterns=("[a-",))}, "is no regular expression", ""),
        ({"sensitive": RuleSettings(patterns=("x*",))}, "fits the empty text", ""),
        ({"exempt": ("in the fall",)}, "not a single word", "rule"),
    ],
)
def test_a_rule_that_means_nothing_is_refused(
    known: Ontology, settings: dict[str, Any], message: str, hint: str
) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)) as caught:
        read_rules(PrivacySettings(**settings), known)
    assert hint in str(caught.value.hint)


def test_a_name_that_two_terms_have_is_refused() -> None:
    classes = {iri: OwlClass(iri=iri) for iri in ("http://a/Country", "http://b/Country")}
    with pytest.raises(ConfigError, match="may be http://a/Country or http://b/Country"):
        read_rules(PrivacySettings(public=COUNTRY), Ontology(classes=classes))

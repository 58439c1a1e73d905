"""Every mistake in a `roles.toml` is one error that names its place and the remedy."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from hospital import SETTINGS, opened, write_hospital

from nlkgq import KnowledgeGraph
from nlkgq.errors import ConfigError

WRONG = {
    "not TOML": ("[roles.a\n", "not readable as TOML", None),
    "no role": ("", "no role", "[roles.NAME]"),
    "unknown key of the file": ("role = 1", "unknown key 'role'", "'roles'"),
    "unknown key of a role": ("[roles.a]\nhide_class = []", "unknown key 'roles.a.hide_class'", "'hide_classes'"),
    "a list of numbers": ("[roles.a]\nclasses = [1]", "roles.a.classes must be a list of texts", None),
    "rows that are a list": ("[roles.a]\nrows = []", "roles.a.rows must be a table", None),
    "no rule": ("[roles.a]\ndescription = 'x'", "no rule", "all = true"),
    "all and a rule": ("[roles.a]\nall = true\nhide_classes = ['ex:Ward']", "all = true, and rules beside it", None),
    "an unknown class": ("[roles.a]\nclasses = ['ex:Wart']", "no class ex:Wart", "ex:Ward"),
    "an unknown property": ("[roles.a]\nhide_properties = ['ex:diagnoses']", "no property", "ex:diagnosis"),
    "a class as property": ("[roles.a]\nproperties = ['ex:Ward']", "no property ex:Ward", None),
    "an unknown prefix": ("[roles.a]\nclasses = ['hx:Ward']", "'hx:Ward' is neither an IRI", "[prefixes]"),
    "a pattern of nothing": ("[roles.a]\nclasses = ['ex:Z*']", "no class begins with", None),
    "shown and hidden": (
        "[roles.a]\nproperties = ['ex:title', 'ex:hivStatus']\nhide_properties = ['ex:diagnosis']",
        "ex:hivStatus is listed under properties, and hidden",
        "Take it out",
    ),
    "shown, and its inverse hidden": (
        "[roles.a]\nproperties = ['ex:title', 'ex:fileOf']\nhide_properties = ['ex:file']",
        "ex:fileOf is listed under properties, and hidden",
        None,
    ),
    "sees nothing": (
        "[roles.a]\nclasses = ['ex:Ward']\nproperties = ['ex:title']\nextends = ['b']\n"
        "[roles.b]\nclasses = ['ex:Nurse']\nproperties = ['ex:name']",
        "sees nothing",
        None,
    ),
    "extends a stranger": ("[roles.a]\nextends = ['clark']\n[roles.clerk]\nall = true", "no role 'clark'", "'clerk'"),
    "extends itself": ("[roles.a]\nextends = ['b']\n[roles.b]\nextends = ['a']", "extends itself", "Break"),
    "a condition without ?this": ("[roles.a.rows]\n'ex:Ward' = '?w ex:title ?t'", "does not speak of ?this", None),
    "a condition that is none": ("[roles.a.rows]\n'ex:Ward' = '?this ex:title'", "is not a graph pattern", None),
    "a condition that closes its braces": (
        "[roles.a.rows]\n'ex:Ward' = '?this ex:title ?t } VALUES ?x { 1'",
        "is more than a graph pattern",
        None,
    ),
    "a condition and a LIMIT": ("[roles.a.rows]\n'ex:Ward' = '?this ex:title ?t } LIMIT 1 #'", "pattern", None),
    "a condition with a sub-select": (
        "[roles.a.rows]\n'ex:Ward' = '{ SELECT ?this { ?this ex:title ?t } }'",
        "a sub-select cannot stand",
        None,
    ),
    "a condition elsewhere": ("[roles.a.rows]\n'ex:Ward' = 'SERVICE <http://x/> { ?this ?a ?b }'", "SERVICE", None),
    "a condition that binds ?this": ("[roles.a.rows]\n'ex:Ward' = 'VALUES ?this { ex:w1 }'", "given a value", "FILTER"),
    "a condition with an unknown property": ("[roles.a.rows]\n'ex:Ward' = '?this ex:titel ?t'", "ex:titel", "ex:title"),
    "a condition with an unknown class": ("[roles.a.rows]\n'ex:Ward' = '?this a ex:Word'", "no class ex:Word", None),
    "a condition with a label": ("[roles.a.rows]\n'ex:Ward' = '?this ex:nextTo _:x'", "cannot be repeated", None),
    "a condition on an unknown class": ("[roles.a.rows]\n'ex:Wart' = '?this ex:title ?t'", "no class ex:Wart", None),
    "a condition on a hidden class": (
        "[roles.a]\nhide_classes = ['ex:Ward']\n[roles.a.rows]\n'ex:Ward' = '?this ex:title ?t'",
        "the class is hidden",
        "Show the class",
    ),
    "an unknown endpoint": ("[roles.a]\nendpoints = ['stores']", "no endpoint 'stores'; there are store", None),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake(name: str, tmp_path: Path) -> None:
    text, message, hint = WRONG[name]
    folder = write_hospital(tmp_path, roles=text or "\n")
    with pytest.raises(ConfigError) as caught:
        opened(folder, "a")
    assert message in caught.value.message
    assert "roles.toml" in caught.value.message
    assert caught.value.hint or name in {"not TOML"}
    if hint is not None:
        assert hint in (caught.value.hint or "")


def test_a_mistake_in_another_role_is_one_too(tmp_path: Path) -> None:
    folder = write_hospital(tmp_path, roles="[roles.a]\nclasses = ['ex:Ward']\n[roles.b]\nclasses = ['ex:Wart']")
    with pytest.raises(ConfigError, match="ex:Wart"):
        opened(folder, "a")


def test_nobody_has_chosen(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        opened(write_hospital(tmp_path), None)
    assert "none is chosen" in caught.value.message
    assert "chief, clerk, porter" in (caught.value.hint or "")


def test_a_misspelt_role(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        opened(write_hospital(tmp_path), "clark")
    assert caught.value.hint == "Did you mean 'clerk'?"


def test_a_role_where_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="the graph has no roles"):
        opened(write_hospital(tmp_path, roles=""), "clerk")


def test_how_a_role_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(folder: Path, role: str | None = None) -> str:
        with opened(folder, role) as kg:
            access = kg.knowledge.access
            return access.view.name if access is not None else "all"

    by_default = write_hospital(tmp_path / "a", settings=f"{SETTINGS}\n[access]\ndefault_role = 'porter'")
    fixed = write_hospital(tmp_path / "b", settings=f"{SETTINGS}\n[access]\nrole = 'clerk'\ndefault_role = 'porter'")
    assert [chosen(by_default), chosen(by_default, "clerk"), chosen(by_default, "chief")] == ["porter", "clerk", "all"]
    assert chosen(fixed) == "clerk"
    monkeypatch.setenv("NLKGQ_ROLE", "porter")
    assert [chosen(fixed), chosen(fixed, "clerk")] == ["porter", "clerk"]


def test_a_file_elsewhere_and_prefixes_of_its_own(tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "graph", roles="")
    (tmp_path / "who.toml").write_text(
        "[prefixes]\nh = 'http://hospital.example/'\n[roles.a]\nhide_properties = ['h:diagnosis']\n"
        "classes = ['h:*']\n[roles.b]\nclasses = ['<http://hospital.example/Ward>', 'http://hospital.example/Nurse']"
    )
    with KnowledgeGraph.open(folder, role="a", settings={"access.roles": str(tmp_path / "who.toml")}) as kg:
        assert "http://hospital.example/hivStatus" not in kg.ontology.properties
        assert "http://hospital.example/VipPatient" in kg.ontology.classes
    with KnowledgeGraph.open(folder, role="b", settings={"access.roles": str(tmp_path / "who.toml")}) as kg:
        assert len(kg.ontology.classes) == 2


ANNOTATED = """
@prefix r: <https://nlkgq.example/role#> . @prefix ex: <http://hospital.example/> .
ex:MedicalFile r:hiddenFrom "clerk" . ex:VipPatient r:hiddenFrom "clerk" .
ex:diagnosis r:hiddenFrom "clerk" . ex:file r:hiddenFrom "clerk" .
ex:Ward r:visibleTo "porter" . ex:title r:visibleTo "porter" . ex:nextTo r:visibleTo "porter" .
<http://hospital.example/> r:seesAll "chief" .
ex:Patient r:rows [ r:role "clerk" ; r:pattern "?this ex:ward ?w . ?w ex:title 'North'" ] .
"""


def annotated(folder: Path, text: str) -> Path:
    settings = SETTINGS.replace('["ontology.ttl"]', '["ontology.ttl", "who.ttl"]')
    write_hospital(folder, roles="", settings=f"{settings}\n[access]\nroles = 'ontology'")
    (folder / "who.ttl").write_text(text)
    return folder


@pytest.mark.parametrize("role", ["clerk", "porter", "chief"])
def test_annotations_say_the_same(role: str, tmp_path: Path) -> None:
    digests = []
    for folder in (write_hospital(tmp_path / "file"), annotated(tmp_path / "annotated", ANNOTATED)):
        with opened(folder, role) as kg:
            access = kg.knowledge.access
            digests.append(access.view.digest if access is not None else None)
    assert digests[0] == digests[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no role"),
        ("ex:Ward r:hidden 'a' .", "hidden is no word of"),
        ("ex:Word r:hiddenFrom 'a' .", "neither a class nor a property"),
        ("ex:Ward r:rows [ r:role 'a' ] .", "rows without a role or a pattern"),
        ("ex:Ward r:rows [ r:role 'a' ; r:pattern '?x ex:title ?t' ] .", "does not speak of ?this"),
    ],
)
def test_wrong_annotations(text: str, message: str, tmp_path: Path) -> None:
    head = "\n".join(ANNOTATED.splitlines()[:2])
    with pytest.raises(ConfigError, match=message.replace("?", r"\?")):
        opened(annotated(tmp_path, f"{head}\n{text}"), "a")


def test_roles_in_two_places(tmp_path: Path) -> None:
    folder = annotated(tmp_path, ANNOTATED)
    (folder / "roles.toml").write_text("[roles.a]\nall = true")
    with pytest.raises(ConfigError, match="here are others"):
        opened(folder, "a")

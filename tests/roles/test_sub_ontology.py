"""What a role sees of an ontology speaks of nothing else."""

from __future__ import annotations

from nlkgq.iri import PrefixMap
from nlkgq.ontology.model import Individual, Ontology, OwlClass, Property, Restriction, Text
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.roles.file import RoleFile
from nlkgq.roles.model import RoleRules, RoleView
from nlkgq.roles.resolve import resolve

E = "http://e.example/"
S = "http://secret.example/"


def text(value: str) -> tuple[Text, ...]:
    return (Text(value=value),)


ONTOLOGY = Ontology(
    iri=E,
    labels=text("all of it"),
    comments=text("with secrets"),
    prefixes=PrefixMap({"e": E, "s": S}),
    imports=(S,),
    classes={
        E + "Thing": OwlClass(iri=E + "Thing", labels=text("thing")),
        E + "Middle": OwlClass(iri=E + "Middle", labels=text("middle one"), parents=(E + "Thing",)),
        E + "Low": OwlClass(
            iri=E + "Low",
            labels=text("low one"),
            comments=(Text(value="Stands below a middle one."), Text(value="Harmless.")),
            alt_labels=(Text(value="below secretCode"), Text(value="lowest")),
            parents=(E + "Middle",),
            equivalents=(S + "Code",),
            disjoint=(E + "Middle", E + "Other"),
            restrictions=(
                Restriction(property=E + "seen", kind="some", filler=(E + "Other",)),
                Restriction(property=E + "seen", kind="some", filler=(E + "Middle",)),
                Restriction(property=S + "secretCode", kind="max", cardinality=1),
                Restriction(property=E + "seen", kind="hasValue", value=f"<{E}hiddenOne>"),
            ),
        ),
        E + "Other": OwlClass(iri=E + "Other", union_of=(E + "Middle", E + "Low")),
        S + "Code": OwlClass(iri=S + "Code", labels=text("code")),
    },
    properties={
        E + "seen": Property(
            iri=E + "seen",
            kind="object",
            parents=(S + "secretCode",),
            inverses=(E + "back",),
            domain=((E + "Middle", E + "Low"), (E + "Middle",)),
            range=((E + "Other",),),
        ),
        E + "back": Property(iri=E + "back", kind="object"),
        S + "secretCode": Property(iri=S + "secretCode", kind="datatype", parents=(E + "top",)),
        E + "top": Property(iri=E + "top", kind="datatype"),
    },
    individuals={
        E + "one": Individual(iri=E + "one", types=(E + "Low", E + "Middle")),
        E + "hiddenOne": Individual(iri=E + "hiddenOne", types=(E + "Middle",)),
        E + "free": Individual(iri=E + "free"),
    },
)


def view(**rules: object) -> RoleView:
    role = RoleRules(name="a", place="roles.toml: roles.a", **rules)  # type: ignore[arg-type]  # as each test says
    found = resolve(RoleFile(roles={"a": role}), "a", ONTOLOGY)
    assert found is not None
    return found


def test_hidden_terms_stand_nowhere() -> None:
    seen = view(classes=("e:Thing", "e:Low", "e:Other"), properties=("e:seen", "e:top")).ontology
    assert sorted(seen.classes) == [E + "Low", E + "Other", E + "Thing"]
    low = seen.classes[E + "Low"]
    assert low.parents == (E + "Thing",)
    assert low.equivalents == ()
    assert low.disjoint == (E + "Other",)
    assert [r.filler for r in low.restrictions] == [(E + "Other",)]
    assert [c.value for c in low.comments] == ["Harmless."]
    assert [c.value for c in low.alt_labels] == ["lowest"]
    assert seen.classes[E + "Other"].union_of == (E + "Low",)
    prop = seen.properties[E + "seen"]
    assert prop.parents == (E + "top",)
    assert prop.inverses == ()
    assert prop.domain == ((E + "Low",),)
    assert prop.range == ((E + "Other",),)
    assert sorted(seen.individuals) == [E + "free", E + "one"]
    assert seen.individuals[E + "one"].types == (E + "Low",)
    assert (seen.labels, seen.comments, seen.imports) == ((), (), ())
    assert "s" not in seen.prefixes
    assert "secret" not in repr(seen)
    assert "iddle" not in repr(seen)


def test_what_is_below_is_hidden_too() -> None:
    assert view(hide_classes=("e:Middle",)).classes == {E + "Thing", E + "Other"}
    assert view(hide_properties=("s:secretCode",)).properties.isdisjoint({S + "secretCode", E + "seen", E + "back"})
    assert E + "seen" not in view(hide_properties=("e:back",)).properties


def test_what_says_the_same_from_below_shadows() -> None:
    found = view(hide_properties=("s:secretCode",))
    assert found.shadows == {E + "top": ((E + "back", True), (E + "seen", False), (S + "secretCode", False))}


def test_individuals_with_a_condition_are_for_the_data_to_tell() -> None:
    seen = view(rows=(("e:Middle", "?this e:seen ?x"),)).ontology
    assert sorted(seen.individuals) == [E + "free"]


def test_everything_below_a_condition_has_it() -> None:
    (rule,) = view(rows=(("e:Middle", "?this e:seen ?x"),)).rows
    assert rule.members == (S + "Code", E + "Low", E + "Middle") or set(rule.members) == {
        E + "Middle",
        E + "Low",
        S + "Code",
    }
    assert rule.subjects == (E + "seen",)
    assert rule.objects == (E + "back",)


def test_counts_spare_what_they_can() -> None:
    use = PropertyProfile(iri=E + "seen", count=2, subjects=2, objects=1, subject_classes={E + "Low": 2})
    evidence = Profile(triples=3, classes={E + "Low": 2}, properties={use.iri: use})
    role = RoleRules(name="a", place="a", rows=(("e:Middle", "?this e:seen ?x"),))
    known = resolve(RoleFile(roles={"a": role}), "a", ONTOLOGY, evidence=evidence)
    assert known is not None
    assert known.rows[0].subjects == ()
    assert known.rows[0].objects == ()


def test_extending_only_takes_away() -> None:
    roles = {
        "wide": RoleRules(
            name="wide", place="w", hide_classes=("s:Code",), endpoints=("x", "y"), graphs=("e:g", "e:h")
        ),
        "narrow": RoleRules(
            name="narrow", place="n", extends=("wide",), hide_properties=("e:top",), endpoints=("y",), graphs=("e:h",)
        ),
    }
    found = resolve(RoleFile(roles=roles), "narrow", ONTOLOGY)
    assert found is not None
    assert found.classes is not None
    assert S + "Code" not in found.classes
    assert E + "top" not in found.properties
    assert found.endpoints == ("y",)
    assert found.graphs == (E + "h",)


def test_the_same_role_has_the_same_digest() -> None:
    one, other = view(hide_classes=("e:Low",)), view(hide_classes=("e:Low", "s:Code"))
    assert one.digest == view(hide_classes=("e:Low",)).digest
    assert one.digest == other.digest  # equivalent to what is hidden already
    assert one.digest != view(hide_classes=("e:Other",)).digest

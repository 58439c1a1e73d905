"""Any ontology that is written as Turtle loads to an equal one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nlkgq.iri import XSD, PrefixMap
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Individual, Ontology, OwlClass, Property, Restriction, Text
from nlkgq.ontology.render_turtle import to_turtle
from nlkgq.ontology.texts import text_order

EX = "http://example.org/t#"
CLASSES = [EX + name for name in ("A", "B", "C", "D")]
OBJECT_PROPERTIES = [EX + name for name in ("p", "q")]
DATATYPE_PROPERTIES = [EX + name for name in ("d", "e")]
DATATYPES = [XSD + name for name in ("string", "date", "integer")]
INDIVIDUALS = [EX + name for name in ("i", "j")]


def some(iris: list[str], *, least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    return st.sets(st.sampled_from(iris), min_size=least, max_size=3).map(lambda found: tuple(sorted(found)))


def expressions(iris: list[str]) -> st.SearchStrategy[tuple[tuple[str, ...], ...]]:
    return st.sets(some(iris, least=1), max_size=2).map(lambda found: tuple(sorted(found)))


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=12).map(
    lambda text: " ".join(text.split())
)
TEXTS = st.sets(
    st.builds(Text, value=WORDS.filter(bool), language=st.sampled_from(["", "en", "de", "pt-br"])), max_size=3
).map(lambda found: tuple(sorted(found, key=text_order)))


@st.composite
def labels(draw: st.DrawFn) -> tuple[Text, ...]:
    """Labels of two properties, the better first, no text twice."""
    first, second = draw(TEXTS), draw(TEXTS)
    return tuple(dict.fromkeys((*first, *second)))


@st.composite
def restrictions(draw: st.DrawFn) -> Restriction:
    of_data = draw(st.booleans())
    prop = draw(st.sampled_from(DATATYPE_PROPERTIES if of_data else OBJECT_PROPERTIES))
    kind = draw(st.sampled_from(["some", "only", "hasValue", "min", "max", "exactly"]))
    filler = draw(some(DATATYPES if of_data else CLASSES, least=int(kind == "only")))
    if kind == "hasValue":
        return Restriction(property=prop, kind="hasValue", value='"x \\"y"@en' if of_data else f"<{INDIVIDUALS[0]}>")
    count = draw(st.integers(0, 3)) if kind in {"min", "max", "exactly"} else None
    return Restriction(property=prop, kind=kind, filler=filler, cardinality=count)  # type: ignore[arg-type]  # drawn from its words


def in_order(found: list[Restriction]) -> tuple[Restriction, ...]:
    return tuple(sorted(set(found), key=lambda r: (r.property, r.kind, r.filler, r.cardinality or 0, r.value or "")))


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    classes, properties, individuals = {}, {}, {}
    for iri in CLASSES:
        others = [c for c in CLASSES if c != iri]
        classes[iri] = OwlClass(
            iri=iri,
            **draw(annotations()),
            parents=draw(some(others)),
            equivalents=draw(some(others)),
            union_of=draw(some(others)),
            restrictions=in_order(draw(st.lists(restrictions(), max_size=3))),
        )
    for a, b in draw(st.sets(st.tuples(st.sampled_from(CLASSES), st.sampled_from(CLASSES)), max_size=2)):
        if a != b:  # disjointness is told on both sides
            classes[a] = replace(classes[a], disjoint=tuple(sorted({*classes[a].disjoint, b})))
            classes[b] = replace(classes[b], disjoint=tuple(sorted({*classes[b].disjoint, a})))
    for iris, targets in ((OBJECT_PROPERTIES, CLASSES), (DATATYPE_PROPERTIES, DATATYPES)):
        of_data = targets is DATATYPES
        for iri in iris:
            others = [p for p in iris if p != iri]
            properties[iri] = Property(
                iri=iri,
                **draw(annotations()),
                kind="datatype" if of_data else "object",
                parents=draw(some(others)),
                equivalents=draw(some(others)),
                inverses=() if of_data else draw(some(OBJECT_PROPERTIES)),
                domain=draw(expressions(CLASSES)),
                range=draw(expressions(targets)),
                functional=draw(st.booleans()),
                inverse_functional=not of_data and draw(st.booleans()),
                symmetric=not of_data and draw(st.booleans()),
                transitive=not of_data and draw(st.booleans()),
            )
    for iri in INDIVIDUALS:
        individuals[iri] = Individual(iri=iri, **draw(annotations()), types=draw(some(CLASSES)))
    return Ontology(
        iri="http://example.org/t",
        prefixes=PrefixMap({"": EX}),
        labels=draw(labels()),
        comments=draw(TEXTS),
        imports=draw(some(["http://example.org/u", "http://example.org/v"])),
        classes=classes,
        properties=dict(sorted(properties.items())),
        individuals=individuals,
    )


@st.composite
def annotations(draw: st.DrawFn) -> dict[str, object]:
    named = draw(labels())
    return {
        "labels": named,
        "alt_labels": tuple(text for text in draw(TEXTS) if text not in named),
        "comments": draw(TEXTS),
        "deprecated": draw(st.booleans()),
    }


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(ontology=ontologies())
def test_what_is_written_loads_to_the_same(tmp_path: Path, ontology: Ontology) -> None:
    path = tmp_path / "t.ttl"
    path.write_text(to_turtle(ontology), encoding="utf-8")
    again = load_ontology(path)
    assert again.warnings == ()
    assert replace(again, prefixes=ontology.prefixes, undeclared=()) == ontology

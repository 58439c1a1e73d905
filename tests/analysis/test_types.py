"""What a query's own patterns tell about its variables."""

from __future__ import annotations

from nlkgq.analysis.edges import query_graph
from nlkgq.analysis.types import TypedQuery
from nlkgq.iri import XSD
from nlkgq.ontology.model import Ontology, OwlClass, Property
from nlkgq.sparql import parse_query

EX = "http://example.org/"
ONTOLOGY = Ontology(
    classes={EX + n: OwlClass(iri=EX + n) for n in ("A", "B", "C")},
    properties={
        EX + "ab": Property(iri=EX + "ab", kind="object", domain=((EX + "A",),), range=((EX + "B",),)),
        EX + "ba": Property(iri=EX + "ba", kind="object", inverses=(EX + "ab",)),
        EX + "sub": Property(iri=EX + "sub", kind="object", parents=(EX + "ab",)),
        EX + "two": Property(iri=EX + "two", kind="object", domain=((EX + "A",), (EX + "C",))),
        EX + "n": Property(iri=EX + "n", kind="datatype", domain=((EX + "B",),), range=((XSD + "integer",),)),
    },
)


def typed(body: str) -> TypedQuery:
    return TypedQuery(tree=parse_query(f"PREFIX e: <{EX}> SELECT * {{ {body} }}"), ontology=ONTOLOGY)


def classes(body: str, variable: str) -> list[str]:
    return [" ".join(iri.removeprefix(EX) for iri in union) for union in typed(body).classes_of(variable)]


def test_classes_come_from_both_ends() -> None:
    assert classes("?x e:ab ?y", "x") == ["A"]
    assert classes("?x e:ab ?y", "y") == ["B"]
    assert classes("?x e:ba ?y", "x") == ["B"]
    assert classes("?x e:sub ?y", "y") == ["B"]
    assert classes("?x e:two ?y", "x") == ["A C"]
    assert classes("?x a e:C ; e:ab ?y", "x") == ["C", "A"]


def test_paths_are_taken_apart() -> None:
    assert classes("?x e:ab/e:n ?y", "x") == ["A"]
    assert classes("?x ^e:ab ?y", "x") == ["B"]
    assert classes("?x e:ab+ ?y", "y") == ["B"]
    assert classes("?x e:ab* ?y", "y") == []
    assert classes("?x e:ab|e:n ?y", "x") == []
    assert classes("?x a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* e:C", "x") == ["C"]


def test_datatypes() -> None:
    assert typed("?x e:n ?y").datatypes_of("y") == (XSD + "integer",)


def test_blocks_keep_alternatives_apart() -> None:
    query = typed("{ ?x e:ab ?y } UNION { ?x e:n ?y } ?x e:two ?z")
    first, second, outer = (edge.block for edge in query.graph.edges)
    assert [" ".join(union) for union in query.classes_of("x", first)] == [f"{EX}A", f"{EX}A {EX}C"]
    assert query.classes_of("x", outer) == ((EX + "A", EX + "C"),)
    assert second not in query.graph.blocks.around(first)


def test_sub_selects_hide_what_they_do_not_select() -> None:
    graph = query_graph(typed("?x e:ab ?y { SELECT ?x { ?x e:ab ?y } }").tree)
    outer, inner = graph.edges
    assert outer.subject == inner.subject
    assert outer.object != inner.object

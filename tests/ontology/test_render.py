"""Ontologies as text: golden files for each representation, and what must not be in them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pyoxigraph
import pytest

from nlkgq.errors import TokenBudgetError, UsageError
from nlkgq.ontology.loader import load_ontology
from nlkgq.ontology.model import Ontology, Restriction
from nlkgq.ontology.prompt_view import prompt_view
from nlkgq.ontology.render import REPRESENTATIONS, estimate_tokens, render
from nlkgq.ontology.render_turtle import to_ntriples, to_turtle

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
EX = "http://example.org/library#"
SHARED = [
    "acme/ontology.ttl",
    "ck25/ontology.ttl",
    "metaqa/ontology.ttl",
    "nidm_results/ontology.ttl",
    "nidm_results/terms.ttl",
    "semopenalex/ontology.ttl",
]


@pytest.fixture(scope="module")
def library() -> Ontology:
    return load_ontology(HERE / "library.ttl")


def shared_ontologies(data: Path) -> list[Path]:
    return [*(data / name for name in SHARED), *sorted(data.glob("spider4sparql/*/ontology.owl"))]


def said(ontology: Ontology) -> Ontology:
    """An ontology without what a rendering does not carry: prefixes, warnings, what was declared where."""
    return replace(ontology, prefixes=replace(ontology.prefixes, namespaces={}), warnings=(), undeclared=())


def reloaded(tmp_path: Path, text: str) -> Ontology:
    path = tmp_path / "again.ttl"
    path.write_text(text, encoding="utf-8")
    again = load_ontology(path)
    assert again.warnings == ()
    return again


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_golden(library: Ontology, name: str) -> None:
    """To renew after a change of representation: write `render(library, name)` to the file and read the diff."""
    assert render(library, name) == (GOLDEN / f"library.{name}.txt").read_text(encoding="utf-8")


def test_every_golden_file_is_used() -> None:
    assert {p.name for p in GOLDEN.iterdir()} == {f"library.{name}.txt" for name in REPRESENTATIONS}


def test_full_turtle_loads_to_what_it_shows(library: Ontology, tmp_path: Path) -> None:
    assert said(reloaded(tmp_path, render(library))) == said(prompt_view(library))


def test_to_turtle_keeps_everything(library: Ontology, tmp_path: Path) -> None:
    assert said(reloaded(tmp_path, to_turtle(library))) == said(library)


def test_turtle_and_triples_are_one_graph(library: Ontology) -> None:
    graphs = []
    for text, rdf_format in (
        (to_turtle(library), pyoxigraph.RdfFormat.TURTLE),
        (to_ntriples(library), pyoxigraph.RdfFormat.N_TRIPLES),
    ):
        dataset = pyoxigraph.Dataset(pyoxigraph.parse(text.encode(), rdf_format))
        dataset.canonicalize(pyoxigraph.CanonicalizationAlgorithm.UNSTABLE)
        graphs.append(dataset)
    assert graphs[0] == graphs[1]


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_no_value_enters_a_representation(library: Ontology, name: str) -> None:
    text = render(library, name)
    for value in ("hardcover", "paperback", "hasValue", "small", "Ada Maker", "book.png", "creativecommons"):
        assert value not in text


def test_code_lists_are_shown_by_setting(library: Ontology) -> None:
    text = render(library, individuals=True)
    assert ':hardcover a :Format, owl:NamedIndividual ;\n  rdfs:label "hardcover"@en .' in text
    assert "owl:hasValue :hardcover" in text.replace(f"<{EX}hardcover>", ":hardcover")


def test_language(library: Ontology) -> None:
    german = render(library, language="de")
    assert '"Buch"@de' in german
    assert '"book"@en' not in german
    assert '"novel"@en' in german  # it has no other label
    assert '"Buch"' not in render(library)


def test_unsaid_things_do_not_cost_tokens(library: Ontology) -> None:
    text = render(library)
    assert "disjointWith" not in text
    assert ":nickname" not in text  # an annotation property
    assert "foaf" not in text  # an unused prefix


@pytest.mark.parametrize("name", REPRESENTATIONS)
def test_equal_ontologies_have_equal_texts(library: Ontology, name: str, tmp_path: Path) -> None:
    quads = list(pyoxigraph.parse((HERE / "library.ttl").read_bytes(), pyoxigraph.RdfFormat.TURTLE))
    path = tmp_path / "reversed.nt"
    path.write_bytes(pyoxigraph.serialize(quads[::-1], format=pyoxigraph.RdfFormat.N_TRIPLES))
    again = replace(load_ontology(path), prefixes=library.prefixes)
    assert render(again, name) == render(library, name)


@pytest.mark.parametrize(
    "value",
    ['quote " and \\ backslash', "line\nbreak\ttab", "control \x00\x1f\x7f", "emoji 🎬", "'''\"\"\"", "\\u0041", "a\r"],
)
def test_hostile_labels_survive(tmp_path: Path, value: str) -> None:
    from nlkgq.ontology.model import OwlClass, Text

    term = OwlClass(iri=EX + "A", labels=(Text(value=value, language="en"),))
    text = to_turtle(Ontology(classes={term.iri: term}))
    literals = [q.object for q in pyoxigraph.parse(text.encode(), pyoxigraph.RdfFormat.TURTLE)]
    assert pyoxigraph.Literal(value, language="en") in literals


@pytest.mark.parametrize("local", ["a.b", "a.", "1a", "a(b)", "a%20b", "a'b", "-a", "a:b", "é", "a,b;c", "a/b"])
def test_hostile_names_survive(tmp_path: Path, local: str) -> None:
    from nlkgq.iri import PrefixMap
    from nlkgq.ontology.model import OwlClass

    term = OwlClass(iri=EX + local)
    ontology = Ontology(classes={term.iri: term}, prefixes=PrefixMap({"": EX, "library": EX}))
    assert list(reloaded(tmp_path, to_turtle(ontology)).classes) == [term.iri]


def test_cardinality_of_a_datatype_of_its_own(tmp_path: Path) -> None:
    from nlkgq.ontology.model import OwlClass, Property

    prop = Property(iri=EX + "p", kind="datatype", range=((EX + "Code",),))
    owner = OwlClass(
        iri=EX + "A",
        restrictions=(Restriction(property=prop.iri, kind="exactly", cardinality=2, filler=(EX + "Code",)),),
    )
    ontology = Ontology(classes={owner.iri: owner}, properties={prop.iri: prop})
    assert said(reloaded(tmp_path, to_turtle(ontology))) == said(ontology)


def test_an_empty_ontology_renders(tmp_path: Path) -> None:
    for name in REPRESENTATIONS:
        render(Ontology(), name)
    assert reloaded_json(render(Ontology(), "abstract-dictionary")) == {"prefixes": {}, "classes": {}}


def reloaded_json(text: str) -> object:
    return json.loads(text)


def test_abstract_dictionary_is_json(library: Ontology) -> None:
    found = json.loads(render(library, "abstract-dictionary"))
    assert found["prefixes"][""] == EX
    assert found["classes"][":Book"]["properties"][":isbn"] == "xsd:string"
    assert found["classes"][":Magazine"]["properties"] == {":format": ":Format", ":loan": ":Loan"}
    assert ":sequelOf" in found["classes"]["any"]["properties"]


def test_unknown_representation(library: Ontology) -> None:
    with pytest.raises(UsageError) as caught:
        render(library, "fulll")
    assert "abstract-graph" in (caught.value.hint or "")


def test_budget(library: Ontology) -> None:
    needed = estimate_tokens(render(library))
    assert render(library, budget=needed)
    with pytest.raises(TokenBudgetError) as caught:
        render(library, budget=needed - 1)
    assert (caught.value.tokens, caught.value.budget) == (needed, needed - 1)
    assert "'no-comments'" in (caught.value.hint or "")
    with pytest.raises(TokenBudgetError) as caught:
        render(library, budget=10)
    assert "Raise the budget" in (caught.value.hint or "")


# Text, and the largest count among the published vocabularies cl100k_base, o200k_base and Claude 2.
COUNTED = {
    "ex:directedBy a owl:ObjectProperty ;\n  rdfs:domain ex:Film ;\n  rdfs:range ex:Person .\n": 29,
    "DATE_OF_BIRTH RELEASE_YEAR_OF_FILM PRODKTNMBR XQZRTWLK " * 50: 1351,
    "电影的导演是谁？ 上映年份。" * 50: 800,
    "Regisseur, Erscheinungsjahr, Größe: die Länge eines Filmes in Minuten. " * 50: 1301,
    "Режиссёр фильма и год выпуска. " * 50: 951,
}


@pytest.mark.parametrize(("text", "counted"), COUNTED.items())
def test_estimates_are_not_below_real_counts(text: str, counted: int) -> None:
    assert counted <= estimate_tokens(text) <= 1.9 * counted


def test_no_ontology_names_no_term(library: Ontology) -> None:
    assert not any(term.label() in render(library, "none") for term in library)


def test_every_shared_ontology_renders_and_reloads(data: Path, tmp_path: Path) -> None:
    for path in shared_ontologies(data):
        ontology = load_ontology(path)
        shown = prompt_view(ontology)
        assert said(reloaded(tmp_path, render(ontology))) == said(shown), path
        for name in sorted(REPRESENTATIONS.keys() - {"none"}):
            text = render(ontology, name)
            assert len(text) > 100
            for iri in shown.properties:
                assert ontology.prefixes.shorten(iri) in text or iri in text, (path, name, iri)

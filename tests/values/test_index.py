"""What the value index holds and finds."""

from __future__ import annotations

import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nlkgq.errors import LoadError
from nlkgq.ontology.model import Ontology
from nlkgq.results.models import RdfTerm
from nlkgq.values.build import build_index, index_key, open_index
from nlkgq.values.model import Holder, ValueIndex, ValueMatch
from nlkgq.values.store import SqliteValueIndex

V, INSTANCE = "http://example.org/v#", "http://example.org/i/"
XSD = "http://www.w3.org/2001/XMLSchema#"


def surfaces(matches: tuple[ValueMatch, ...], text: str) -> dict[str, str]:
    """Span -> best kind."""
    found: dict[str, str] = {}
    for match in matches:
        found.setdefault(text[match.start : match.end], match.kind)
    return found


def texts(index: ValueIndex, text: str) -> list[str]:
    return [value.text for value in index.lookup(text)]


def test_a_value_tells_its_exact_term_its_holders_and_what_it_names(index: SqliteValueIndex) -> None:
    (value,) = index.lookup("baldwin dirksen")
    assert value.term == RdfTerm("literal", "Baldwin Dirksen")
    assert value.holders == (Holder(V + "name", V + "Person", 1),)
    assert value.subjects == (INSTANCE + "1",)


def test_an_individual_tells_its_classes_and_what_points_to_it(index: SqliteValueIndex) -> None:
    found = index.individual(INSTANCE + "1")
    assert found is not None
    assert found.classes == (V + "Person",)
    assert {(h.property, h.subject_class) for h in found.holders} == {
        (V + "boss", V + "Person"),
        (V + "boss", V + "Manager"),
    }
    assert index.individual(INSTANCE + "nothing") is None


def test_an_iri_that_no_literal_names_is_found_by_what_it_spells(index: SqliteValueIndex) -> None:
    (value,) = index.lookup("sankt alban")
    assert value.term == RdfTerm("uri", INSTANCE + "Sankt_Alban")
    assert value.text == "Sankt Alban"
    assert value.holders[0] == Holder(V + "city", V + "Person", 2)
    assert index.lookup(INSTANCE + "Sankt_Alban") == (value,)


def test_opaque_iris_and_schema_terms_are_no_values(index: SqliteValueIndex) -> None:
    assert texts(index, "deadbeefdeadbeef0001") == []
    assert texts(index, "Person") == []
    assert texts(index, "name") == []


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("ZDENEK QUIBBLEWORTH", "Zdeněk Quibblewörth"),
        ("zdenek_quibbleworth", "Zdeněk Quibblewörth"),
        ("Anna Orlova", "Анна Орлова"),
        ("muller & son a/s", "Müller & Søn A/S"),
        ("say 'hi' now", 'say "hi"\nnow'),
        ("INC 2031 77421", "INC-2031-77421"),
        ("1234.5", "1234.50"),
        ("😀", "😀"),
        ("+++", "+++"),
        ("東京商事", "東京商事"),
        ("1980-02-03", "1980-02-03"),
    ],
)
def test_lookup_finds_every_spelling(index: SqliteValueIndex, typed: str, stored: str) -> None:
    assert stored in texts(index, typed)


def test_datatype_and_language_are_kept(index: SqliteValueIndex) -> None:
    assert index.lookup("41")[0].term == RdfTerm("literal", "41", XSD + "integer")
    assert index.lookup("41")[0].holders == (Holder(V + "age", V + "Person", 2),)
    assert index.lookup("Muller and Son")[0].term == RdfTerm("literal", "Muller and Son", None, "en")


@pytest.mark.parametrize("text", ["", " ", "nothing of the kind", "x" * 100_000, "\x00", "\ud800", "%ZZ", "'; DROP"])
def test_odd_texts_find_nothing_and_do_no_harm(index: SqliteValueIndex, text: str) -> None:
    assert [v.text for v in index.lookup(text)] in ([], [""])
    index.scan(text)
    index.search(text)


@pytest.mark.parametrize(
    ("question", "span", "kind"),
    [
        ("What is the phone of Baldwin Dirksen?", "Baldwin Dirksen", "exact"),
        ("what is the phone of baldwin dirksen?", "baldwin dirksen", "folded"),
        ("phone of Dirksen, Baldwin", "Dirksen, Baldwin", "part"),
        ("phone of Dirksen", "Dirksen", "part"),
        ("phone of B. Dirksen", "B. Dirksen", "part"),
        ("phone of Baldwin Dirkson", "Baldwin Dirkson", "fuzzy"),
        ("phone of Quibblewrth", "Quibblewrth", "fuzzy"),
        ("phone of Quibblewörthovi", "Quibblewörthovi", "fuzzy"),
        ("boss of BaldwinDirksen's team", "BaldwinDirksen", "folded"),
        ("boss of B a l d w i n Dirksen", "B a l d w i n Dirksen", "folded"),
        ("who lives in Sankt Alban", "Sankt Alban", "exact"),
        ("who works at Mueller & Soen A/S", "Mueller & Soen A/S", "folded"),
        ("price of 1,234.50", "1,234.50", "folded"),
        ("who is ZdenĚk%20Quibblew%C3%B6rth", "ZdenĚk%20Quibblew%C3%B6rth", "folded"),
        ("誰が東京商事の社長", "東京商事", "exact"),
        ("quiet rivers", "quiet rivers", "part"),
    ],
)
def test_scan_finds_the_span(index: SqliteValueIndex, question: str, span: str, kind: str) -> None:
    assert surfaces(tuple(index.scan(question)), question).get(span) == kind


def test_scan_without_fuzzy_finds_no_misspelt_value(index: SqliteValueIndex) -> None:
    assert not index.scan("phone of Quibblewrth", fuzzy=False)


def test_a_written_number_is_not_cut(index: SqliteValueIndex) -> None:
    question = "more than 41,234.50"
    assert "41" not in surfaces(tuple(index.scan(question)), question)


def test_matches_are_ordered_and_scored(index: SqliteValueIndex) -> None:
    matches = index.scan("Eva Dirksen and Baldwin Dirkson in Sankt Alban")
    assert [m.start for m in matches] == sorted(m.start for m in matches)
    assert all(0 < m.score <= 1 and m.values for m in matches)
    assert all((m.score == 1.0) == (m.kind == "exact") for m in matches)


@pytest.mark.parametrize(
    ("text", "best", "kind"),
    [
        ("Baldwin Dirksen", "Baldwin Dirksen", "exact"),
        ("Dirksen Baldwin", "Baldwin Dirksen", "part"),
        ("Zdenk Quiblewörth", "Zdeněk Quibblewörth", "fuzzy"),
        ("long quiet night", "The Long Night of the Quiet Rivers", "part"),
    ],
)
def test_search_ranks_what_is_near(index: SqliteValueIndex, text: str, best: str, kind: str) -> None:
    found = index.search(text)
    assert (found[0].values[0].text, found[0].kind) == (best, kind)
    assert (found[0].start, found[0].end) == (0, len(text))
    assert [m.score for m in found] == sorted((m.score for m in found), reverse=True)


def test_search_finds_every_value_with_a_part(index: SqliteValueIndex) -> None:
    assert {m.values[0].text for m in index.search("dirksen")} >= {"Baldwin Dirksen", "Eva Dirksen"}


def test_search_finds_a_phrase_in_a_long_value(tmp_path: Path) -> None:
    long = "Ada Winterborn et al.: On the Slow Drift of Northern Lighthouses and of the People who Kept Them. (1987)"
    path = tmp_path / "long.nt"
    path.write_text(f'<{INSTANCE}9> <{V}label> "{long}" .\n', encoding="utf-8")
    build_index([path], tmp_path / "long.values")
    with SqliteValueIndex(tmp_path / "long.values") as index:
        assert [m.values[0].text for m in index.search("the slow drift of northern lighthouses")] == [long]
        assert not index.search("slow northern lighthouses")
        assert not index.scan("the slow drift of northern lighthouses")


def test_the_index_is_for_its_owner_only(graph: Path, tmp_path: Path) -> None:
    target = tmp_path / "new" / "values.sqlite"
    build_index([graph], target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert stat.S_IMODE(target.parent.stat().st_mode) == 0o700
    assert [p.name for p in target.parent.iterdir()] == ["values.sqlite"]


def test_a_file_that_cannot_be_read_leaves_the_old_index(graph: Path, tmp_path: Path) -> None:
    target, broken = tmp_path / "values.sqlite", tmp_path / "broken.ttl"
    build_index([graph], target)
    before = target.read_bytes()
    broken.write_text("<a> <b> ", encoding="utf-8")
    with pytest.raises(LoadError):
        build_index([graph, broken], target)
    assert target.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["broken.ttl", "parts", "values.sqlite"]


def test_an_index_of_another_graph_is_refused_or_built_anew(graph: Path, ontology: Ontology, tmp_path: Path) -> None:
    target, other = tmp_path / "values.sqlite", tmp_path / "other.nt"
    other.write_text('<http://e/s> <http://e/name> "Elsewhere" .\n', encoding="utf-8")
    build_index([other], target)
    with pytest.raises(LoadError, match="another graph"):
        SqliteValueIndex(target, key=index_key([graph], ontology))
    with open_index([graph], target, ontology=ontology) as index:
        assert texts(index, "Eva Dirksen") == ["Eva Dirksen"]
        assert texts(index, "Elsewhere") == []


def test_an_older_version_is_refused_or_built_anew(graph: Path, tmp_path: Path) -> None:
    target = tmp_path / "values.sqlite"
    build_index([graph], target)
    database = sqlite3.connect(target)
    database.execute("PRAGMA user_version = 0")
    database.close()
    with pytest.raises(LoadError, match="version 0"):
        SqliteValueIndex(target)
    with open_index([graph], target) as index:
        assert index.values > 10


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\x00" + bytes(200)])
def test_a_damaged_index_is_refused(tmp_path: Path, content: bytes) -> None:
    target = tmp_path / "values.sqlite"
    target.write_bytes(content)
    with pytest.raises(LoadError) as refused:
        SqliteValueIndex(target)
    assert refused.value.place == str(target)
    assert refused.value.hint


def test_a_missing_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="no value index"):
        SqliteValueIndex(tmp_path / "values.sqlite")


def test_threads_share_an_index(index: SqliteValueIndex) -> None:
    question = "What is the phone of Baldwin Dirksen or Zdenek Quibblewort in Sankt Alban?"
    expected = index.scan(question)
    with ThreadPoolExecutor(8) as pool:
        assert all(found == expected for found in pool.map(index.scan, [question] * 200))


def test_a_closed_index_can_be_closed_again(graph: Path, tmp_path: Path) -> None:
    target = tmp_path / "values.sqlite"
    build_index([graph], target)
    index = SqliteValueIndex(target)
    index.close()
    index.close()

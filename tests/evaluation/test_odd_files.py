"""Question files as they are found: with byte order marks, other ends of lines, gaps, quirks of their authors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from toy_dataset import write_dataset

from nlkgq.errors import LoadError
from nlkgq.evaluation.dataset import load_dataset
from nlkgq.evaluation.question import BenchQuestion
from nlkgq.evaluation.readers.formats import READERS, read_questions
from nlkgq.results.models import AskResult, SelectResult
from nlkgq.sparql import parse_query

SPIDER = """kg_name,question,query
concert_singer,How many singers do we have?,select (count( *) as ?aggregation_all) where { ?t1 a :singer .        }
concert_singer,"Show name, country for all singers.",select ?n where { ?t1 a :singer . ?t1 :singer\\#name ?n . }
pets_1,"Who said ""hey""?","select ?t1_name where { ?t1 :pets\\#name ?t1_name . FILTER(contains (?t1_name, 'Hey')) . }"
"""
TEXT2SPARQL = """# yamllint disable rule:line-length
---
dataset:
  id: https://toy.example/
  prefix: toy
  defaultNamespace: https://toy.example/vocab/
questions:

  - id: 1
    question:
      en: Which?
      no: Hvilke?
    features:
      - SELECT
    classes:
      - :Lamp
    query:
      sparql: |
        PREFIX pv: <https://toy.example/vocab/>
        SELECT DISTINCT ?result
        WHERE { ?result a pv:Lamp }

  - id: 2
    question:
      de: Welche?
    features: ASK
    query:
      sparql: ASK { ?s ?p ?o }
"""
DBLP_2 = {
    "id": "94fb678b",
    "question": "Which researchers?",
    "sparql": "SELECT ?name { ?x <https://toy.example/p> ?name }",
    "answer": {"head": {"vars": ["name"]}, "results": {"bindings": [{"name": {"type": "literal", "value": "N"}}]}},
}
QUERY = "SELECT ?x { ?x <https://toy.example/p> ?y }"


def read(
    folder: Path, reader: str, content: str | bytes | Any, graph: str = "toy", **options: Any
) -> list[BenchQuestion]:
    path = folder / "questions"
    if not isinstance(content, str | bytes):
        content = json.dumps(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_questions(reader, path, graph, options))


def qald(*languages: tuple[str, str], **more: Any) -> dict[str, Any]:
    return {"id": 0, "question": [{"language": a, "string": b} for a, b in languages], **more}


def samples() -> dict[str, str]:
    answers = [{"head": {"vars": ["x"]}, "results": {"bindings": []}}]
    dblp = {"id": "Q1", "question": {"string": "Which?"}, "query": {"sparql": QUERY}}
    return {
        "json-lines": json.dumps({"id": 1, "question": "Which?", "sparql": QUERY}) + "\n",
        "text2sparql": TEXT2SPARQL,
        "qald": json.dumps({"questions": [qald(("en", "Which?"), query={"sparql": QUERY}, answers=answers)]}),
        "lcquad": json.dumps([{"uid": 1, "question": "Which?", "sparql_wikidata": QUERY}]),
        "dblp-quad": json.dumps({"questions": [dblp]}),
        "sciqa": json.dumps({"questions": [{**dblp, "paraphrased_question": []}]}),
        "spider4sparql": SPIDER.replace("concert_singer", "toy"),
        "metaqa": "which [Aster] is it\tA|B\n",
    }


@pytest.mark.parametrize("reader", READERS)
def test_marks_of_byte_order_and_ends_of_lines_change_nothing(tmp_path: Path, reader: str) -> None:
    plain = samples()[reader]
    expected = read(tmp_path, reader, plain)
    assert expected
    for content in (b"\xef\xbb\xbf" + plain.encode(), plain.replace("\n", "\r\n").encode()):
        assert read(tmp_path, reader, content) == expected
    with pytest.raises(LoadError, match="not readable as text"):
        read(tmp_path, reader, plain.encode("utf-16"))


def test_spider4sparql_is_told_apart_by_graph(tmp_path: Path) -> None:
    first, second = read(tmp_path, "spider4sparql", SPIDER, "concert_singer")
    assert (first.id, second.text) == ("0", "Show name, country for all singers.")
    assert second.gold is not None
    assert parse_query("PREFIX : <http://valuenet/ontop/>\n" + second.gold)
    (pets,) = read(tmp_path, "spider4sparql", SPIDER, "pets_1")
    assert (pets.id, pets.text) == ("2", 'Who said "hey"?')
    with pytest.raises(LoadError, match="no question about toy, but about concert_singer, pets_1"):
        read(tmp_path, "spider4sparql", SPIDER)
    with pytest.raises(LoadError, match="row 1 has no question or no query"):
        read(tmp_path, "spider4sparql", "kg_name,question,query\ntoy,How many?\n")
    with pytest.raises(LoadError, match="no question about toy"):
        read(tmp_path, "spider4sparql", "kg_name,question,query\n")
    with pytest.raises(LoadError, match="not CSV"):
        read(tmp_path, "spider4sparql", 'kg_name,question,query\ntoy,"How many?,x\n')


def test_a_language_that_a_question_lacks_is_passed_over(tmp_path: Path) -> None:
    assert [q.id for q in read(tmp_path, "text2sparql", TEXT2SPARQL)] == ["1-en"]
    (norwegian,) = read(tmp_path, "text2sparql", TEXT2SPARQL, language="no")
    assert norwegian.text == "Hvilke?"
    (german,) = read(tmp_path, "text2sparql", TEXT2SPARQL, language="de")
    assert german.features == ("ASK",)
    for texts, query, told in (
        ("{en: 7}", "{sparql: x}", "text in en"),
        ("{en: W}", "{sparql: }", "query.sparql"),
    ):
        entry = f"questions: [{{id: 1, question: {texts}, query: {query}}}]"
        with pytest.raises(LoadError, match=f"question 1: no {told}"):
            read(tmp_path, "text2sparql", entry)


def test_qald_in_its_languages_with_and_without_gold(tmp_path: Path) -> None:
    entry = qald(
        ("de", "Welche?"), ("en", "Which?"), ("en", "What?"), ("zh-cn", "黎曼几何是以谁命名的？"), ("pt_BR", "Qual?"),
        query={"sparql": "ASK { wd:Q1 wdt:P1 ?x }"}, answers=[{"head": {}, "boolean": True}],
    )  # fmt: skip
    (english,) = read(tmp_path, "qald", {"questions": [entry]})
    assert (english.id, english.text, english.paraphrase) == ("0", "Which?", "What?")
    assert english.answer == AskResult(boolean=True)
    assert [q.text for q in read(tmp_path, "qald", {"questions": [entry]}, language="pt-br")] == ["Qual?"]
    assert read(tmp_path, "qald", {"questions": [entry]}, language="zh-cn")[0].text.startswith("黎")
    assert read(tmp_path, "qald", {"questions": [entry]}, language="fr") == []
    gap = qald(("en", "Out of scope?"), query={}, answers=[])
    (nothing,) = read(tmp_path, "qald", [gap])
    assert nothing.excluded == "the set gives neither query nor answer"
    old = qald(("en", "Is it?"), query={"sparql": ""}, answers=[{"head": {}, "boolean": "true"}])
    (written,) = read(tmp_path, "qald", [old])
    assert (written.gold, written.answer, written.excluded) == (None, AskResult(boolean=True), None)
    empty = qald(("en", "Which?"), query={"sparql": QUERY}, answers=[{"head": {"vars": ["x"]}, "results": {}}])
    (none,) = read(tmp_path, "qald", [empty])
    assert none.answer == SelectResult(variables=("x",), rows=())
    for broken in ({"question": "Which?"}, {"question": ["Which?"]}, {}):
        with pytest.raises(LoadError, match="question 7: no list of questions"):
            read(tmp_path, "qald", [{"id": 7, **broken}])
    with pytest.raises(LoadError, match="question 0"):
        read(tmp_path, "qald", [qald(("en", "Which?"), answers=[{"head": {}, "boolean": "perhaps"}])])


def test_lcquad_1_and_2(tmp_path: Path) -> None:
    one = {"_id": "5", "corrected_question": "Which?", "sparql_query": QUERY, "sparql_template_id": 2}
    (first,) = read(tmp_path, "lcquad", [one])
    assert (first.id, first.gold) == ("5", QUERY)
    two = {
        "NNQT_question": "What is {x}", "uid": 2, "subgraph": "s", "template_index": 65, "question": "Which?",
        "sparql_wikidata": " ASK { wd:Q1 wdt:P1 ?x } ", "sparql_dbpedia18": "ASK {}", "template": ["t"],
        "answer": [], "template_id": 1, "paraphrased_question": [],
    }  # fmt: skip
    (second,) = read(tmp_path, "lcquad", [two])
    assert (second.gold, second.level, second.paraphrase) == ("ASK { wd:Q1 wdt:P1 ?x }", None, None)
    assert read(tmp_path, "lcquad", [two], query="sparql_dbpedia18")[0].gold == "ASK {}"
    (empty,) = read(tmp_path, "lcquad", [{**two, "sparql_wikidata": ""}])
    assert empty.excluded is not None
    assert read(tmp_path, "lcquad", [{**two, "question": "N/A"}, {**two, "question": []}]) == []
    with pytest.raises(LoadError, match="no sparql_dbpedia, sparql_query or query"):
        read(tmp_path, "lcquad", [two], query="sparql_dbpedia")


def test_dblp_quad_1_and_2(tmp_path: Path) -> None:
    one = {
        "id": "Q0002", "query_type": "SINGLE_FACT", "question": {"string": "What did Rodr\\u00EDguez, S. write?"},
        "paraphrased_question": {"string": "What of Jos\\u00e9?"}, "query": {"sparql": QUERY}, "template_id": "TC01",
        "entities": [], "relations": [], "temporal": False, "held_out": False,
    }  # fmt: skip
    (first,) = read(tmp_path, "dblp-quad", {"questions": [one]})
    assert (first.text, first.paraphrase) == ("What did Rodríguez, S. write?", "What of José?")
    (second,) = read(tmp_path, "dblp-quad", [DBLP_2])
    assert (second.id, second.gold) == ("94fb678b", DBLP_2["sparql"])
    assert isinstance(second.answer, SelectResult)
    assert len(second.answer.rows) == 1
    with pytest.raises(LoadError, match="question 94fb678b: no question or query"):
        read(tmp_path, "dblp-quad", [{**DBLP_2, "sparql": None}])


def test_metaqa_as_it_is(tmp_path: Path) -> None:
    text = "[Joe Thomas] appears in which movies\tThe Inbetweeners 2|The Inbetweeners Movie\nwhat is [It]\t\n\n"
    first, none = read(tmp_path, "metaqa", text)
    assert first.text == "Joe Thomas appears in which movies"
    assert isinstance(first.answer, SelectResult)
    assert len(first.answer.rows) == 2
    assert isinstance(none.answer, SelectResult)
    assert none.answer.rows == ()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"question": "Which?", "sparql": "ASK {}"}, "question in line 1: no id"),
        ({"id": [1], "question": "Which?", "sparql": "ASK {}"}, "no id"),
        ({"id": 1, "question": " ", "sparql": "ASK {}"}, "no id or question"),
        ({"id": 1, "question": "Which?", "sparql": " "}, "no sparql and no answer"),
        ({"id": 1, "question": "Which?", "rows": [["a"], ["a", "b"]]}, "a row has not 2 cells"),
        ({"id": 1, "question": "Which?", "rows": [["a"]], "variables": ["x", "y"]}, "a row has not 2 cells"),
        ({"id": 1, "question": "Which?", "rows": ["a"]}, "no list"),
        ({"id": 1, "question": "Which?", "rows": [[{"type": "thing", "value": "a"}]]}, "is no term"),
    ],
)
def test_a_wrong_line_is_one_clear_error(tmp_path: Path, wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(LoadError, match=told):
        read(tmp_path, "json-lines", wrong)


def test_what_is_not_needed_may_be_odd(tmp_path: Path) -> None:
    line = {"id": 1, "question": "Which?", "sparql": "ASK {}", "features": "ASK", "paraphrase": 3, "language": None}
    (question,) = read(tmp_path, "json-lines", line)
    assert (question.features, question.paraphrase, question.language) == (("ASK",), None, "en")
    (zero,) = read(tmp_path, "json-lines", {**line, "id": 0})
    assert zero.id == "0"


def test_a_set_without_a_question_is_told(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "toy")
    (folder / "questions.jsonl").write_text(TEXT2SPARQL)
    text = (folder / "dataset.toml").read_text()
    options = '[questions]\nreader = "text2sparql"\noptions = {language = "fr"}\n'
    (folder / "dataset.toml").write_text(text.replace("[questions]\n", options))
    with pytest.raises(LoadError, match="no question in its files"):
        load_dataset(str(folder))

"""The privacy report: complete, on this machine only, and as text, JSON and page the same."""

from __future__ import annotations

import hashlib
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from nlkgq import KnowledgeGraph, Translator
from nlkgq.cli.main import run
from nlkgq.outgoing import body_of
from nlkgq.privacy_report.build import Asked, privacy_report
from nlkgq.privacy_report.page import to_html
from nlkgq.privacy_report.text import to_json, to_lines

QUESTION = "Which films did Mara O'Tierne direct after 2010?"


@pytest.fixture(scope="module")
def kg():
    with KnowledgeGraph.open("films") as opened:
        yield opened


def test_each_word_has_its_reason(kg: KnowledgeGraph) -> None:
    found = privacy_report(kg, [Asked(question=QUESTION)]).questions[0]
    rows = [(row.text, row.masked) for row in found.rows]
    assert rows == [
        ("Which", False),
        ("films", False),
        ("did", False),
        ("Mara O'Tierne", True),
        ("direct", False),
        ("after", False),
        ("2010", True),
    ]
    assert [row.why for row in found.rows if row.text == "films"] == ["ontology"]
    assert "films:name of a films:Person" in found.rows[3].why
    assert (found.words, found.masked_words, found.over_masked) == (8, 3, ())


def test_what_would_be_sent_is_what_is_sent(kg: KnowledgeGraph) -> None:
    found = privacy_report(kg, [Asked(question=QUESTION)]).questions[0]
    body = body_of(Translator(kg).request(QUESTION))
    assert (found.bytes, found.sha256) == (len(body), hashlib.sha256(body).hexdigest())
    assert 0 < found.own_bytes < found.bytes


def test_over_masking_counts_words_that_are_no_values(kg: KnowledgeGraph) -> None:
    asked = [
        Asked(question="Which films are frobnicated?", gold="SELECT ?f { ?f a films:Film }"),
        Asked(question="Which films are frobnicated?", gold='SELECT ?f { ?f films:title "frobnicated" }'),
        Asked(question="Which films did Jorun Quibblewort direct?"),
    ]
    report = privacy_report(kg, asked)
    assert [q.over_masked for q in report.questions] == [("frobnicated",), (), ()]
    assert report.over_masked_share == pytest.approx(1 / 3)


def test_forms_say_the_same(kg: KnowledgeGraph) -> None:
    report = privacy_report(kg, [Asked(question=QUESTION), Asked(question="How many films are there?")])
    text, page = "\n".join(to_lines(report)), to_html(report)
    values = json.loads(json.dumps(to_json(report)))
    assert values["summary"]["questions"] == 2
    assert values["summary"]["passed_by"]["ontology"] == 3
    for said in (report.questions[0].sha256, "exempt.txt (wire gate)", "CONFIDENTIAL", "films:hasGenre"):
        assert said in text
        assert said in page
    assert values["confidential"] is True


class Page(HTMLParser):
    """What an auditor's browser would load, and how the page is built."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []
        self.tags: list[str] = []
        self.scopes = 0
        self.language = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.loads += [str(given[name]) for name in ("src", "href", "action", "data") if name in given]
        self.scopes += "scope" in given
        self.language = given.get("lang") or self.language
        if tag not in {"meta", "link", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_loads_nothing_and_can_be_read_aloud(kg: KnowledgeGraph) -> None:
    html = to_html(privacy_report(kg, [Asked(question="<script>alert(1)</script> of Mara O'Tierne & co?")]))
    page = Page()
    page.feed(html)
    assert page.open == []
    assert page.loads == []
    assert "script" not in page.tags
    assert "url(" not in html
    assert "@import" not in html
    assert page.language == "en"
    assert page.tags.count("h1") == page.tags.count("main") == page.tags.count("title") == 1
    assert page.tags.count("caption") == page.tags.count("table")
    assert page.scopes == page.tags.count("th")
    assert "@media print" in html
    assert "&lt;script&gt;" in html


def test_redacted_it_holds_no_value(kg: KnowledgeGraph) -> None:
    report = privacy_report(kg, [Asked(question=QUESTION), Asked(question="Films of orsolya frobnicate?")], redact=True)
    for said in ("\n".join(to_lines(report)), json.dumps(to_json(report)), to_html(report)):
        assert [piece for piece in ("Tierne", "Mara", "2010", "orsolya", "frobnicate") if piece in said] == []
        assert "VALUE_" in said
    assert report.questions[0].masked_words == 3


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text(
        '{"question": "How many films are there?", "sparql": "ASK {}"}\n\nWho wrote Kite Season?\n', "utf-8"
    )
    assert run(["privacy", "report", "--kg", "films", "--questions", str(file), "--format", "json", QUESTION]) == 0
    values = json.loads(capsys.readouterr().out)
    assert [q["number"] for q in values["questions"]] == [1, 2, 3]
    assert values["with_gold"] is True
    assert run(["privacy", "report", "--redact", "--kg", "films", QUESTION]) == 0
    assert "Tierne" not in capsys.readouterr().out
    assert run(["privacy", "report", "--kg", "films", "--format", "html"]) == 0
    assert capsys.readouterr().out.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("text", "says"), [('{"question": 7}', "no `question`"), ("{", "no JSON"), (None, "cannot be read")]
)
def test_a_wrong_file_is_one_clear_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, says: str
) -> None:
    file = tmp_path / "q.jsonl"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert run(["privacy", "report", "--kg", "films", "--questions", str(file)]) == 2
    assert says in capsys.readouterr().err


def test_a_graph_that_may_send_nothing_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "graph.ttl").write_text('<http://e/i> <http://e/name> "Velvet Harbour" .', encoding="utf-8")
    (tmp_path / "kg.toml").write_text('rider = "r.md"\n[endpoints.m]\nfiles = ["graph.ttl"]\n', encoding="utf-8")
    (tmp_path / "r.md").write_text("Look into the velvet harbour.", encoding="utf-8")
    assert run(["privacy", "report", "--kg", str(tmp_path), "How many names are there?"]) == 6
    assert "REFUSED: the rider holds values of the graph: velvet harbour." in capsys.readouterr().out
    assert run(["privacy", "report", "--redact", "--kg", str(tmp_path)]) == 6
    assert "velvet" not in capsys.readouterr().out.casefold()


@pytest.mark.parametrize("command", ["ask", "translate", "prompt"])
def test_explain_mask_speaks_on_standard_error(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    run([command, "--kg", "films", "--explain-mask", "Who directed Kite Season?"])
    shown = capsys.readouterr()
    assert "mask: Kite Season  VALUE_" in shown.err
    assert "mask: directed     passes      ontology" in shown.err
    assert "mask:" not in shown.out


def test_ten_prompts_of_a_real_graph_hold_no_value_of_it(data: Path) -> None:
    """No name, address, number or code: searched by words of its own, whole values and the words of names."""
    import pyoxigraph
    from wire_record import words

    root = data / "ck25"
    questions = [json.loads(line)["question"] for line in (root / "questions.jsonl").read_text("utf-8").splitlines()]
    with KnowledgeGraph.from_files([root / "graph.ttl"], ontology=[root / "ontology.ttl"]) as kg:
        schema = {*kg.ontology.classes, *kg.ontology.properties, kg.ontology.iri}  # the graph holds its ontology, too
        stored = {
            tuple(words(quad.object.value)[:8])
            for quad in pyoxigraph.parse(path=str(root / "graph.ttl"))
            if isinstance(quad.object, pyoxigraph.Literal) and quad.subject.value not in schema
        }
        telling = {run for run in stored if len("".join(run)) >= 4}
        assert len(telling) > 5_000
        translator = Translator(kg, model="anthropic:tester")
        watched = translator.outgoing.watched
        assert watched is not None
        passing = set()
        for question in questions[:10]:
            request = translator.request(question)
            texts = [block.text for block in request.system] + [message.text for message in request.messages]
            for parts in map(words, texts):
                runs = {tuple(parts[a : a + n]) for a in range(len(parts)) for n in range(1, 9)} & telling
                passing |= {run for run in runs if not all(map(watched.vocabulary, run))}
        assert passing == set()


ROLE_GRAPH = """
@prefix ex: <http://e/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
ex:Person a owl:Class . ex:File a owl:Class .
ex:name a owl:DatatypeProperty . ex:diagnosis a owl:DatatypeProperty .
ex:p a ex:Person ; ex:name "Orsolya Quent" ; ex:diagnosis "Velvet fever", "person" .
ex:q a ex:Person ; ex:name "name" .
"""


def test_a_role_in_force_is_named_and_what_it_hides_stays_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "graph.ttl").write_text(ROLE_GRAPH, encoding="utf-8")
    (tmp_path / "roles.toml").write_text('[roles.clerk]\nhide_properties = ["http://e/diagnosis"]\n', encoding="utf-8")
    (tmp_path / "kg.toml").write_text(
        'ontology = ["graph.ttl"]\n[endpoints.m]\nfiles = ["graph.ttl"]\n', encoding="utf-8"
    )
    question = "Which person has velvet fever?"
    code = run(["privacy", "report", "--kg", str(tmp_path), "--role", "clerk", "--format", "json", question])
    values = json.loads(capsys.readouterr().out)
    assert code == 0
    assert values["role"].startswith("clerk (terms hidden: 1")
    assert "diagnosis" not in json.dumps(values)
    assert "name" in values["exempt"]
    assert "person" not in values["exempt"]
    assert "fever" not in values["questions"][0]["masked"]


def test_a_prompt_says_that_no_value_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ontology.ttl").write_text(ROLE_GRAPH, encoding="utf-8")
    settings = 'ontology = ["ontology.ttl"]\n[endpoints.m]\n'
    (tmp_path / "kg.toml").write_text(f'{settings}url = "http://127.0.0.1:9/sparql"\n', encoding="utf-8")
    asked = ["prompt", "--kg", str(tmp_path), "Which persons are there?"]
    assert run(asked) == 0
    assert "values of the graph (m) are not known" in capsys.readouterr().err
    assert run([*asked, "--privacy", "off"]) == 0
    assert "not known" not in capsys.readouterr().err
    (tmp_path / "kg.toml").write_text(f'{settings}files = ["ontology.ttl"]\n', encoding="utf-8")
    assert run(asked) == 0
    assert "not known" not in capsys.readouterr().err

"""What a person sees: sentences, tables, labels, nothing hidden."""

from __future__ import annotations

import pytest

from nlkgq.iri import XSD, PrefixMap
from nlkgq.results.cells import visible
from nlkgq.results.html import render_html
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, ResultNote, SelectResult
from nlkgq.results.table import render_text
from nlkgq.results.terms import literal

EX = "http://ex.example/"
PREFIXES = PrefixMap({"ex": EX})
LABELS = {EX + "a": "Ann [bold]O'Neil[/bold]"}


def _one(name: str, term: RdfTerm | None) -> SelectResult:
    return SelectResult(variables=(name,), rows=((term,),))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (AskResult(boolean=True), "Yes.\n"),
        (AskResult(boolean=False), "No.\n"),
        (SelectResult(variables=("x",), rows=()), "No results.\n"),
        (GraphResult(triples=()), "No triples.\n"),
        (_one("count", literal("77", datatype=XSD + "integer")), "The count is 77.\n"),
        (_one("releaseDate", literal("2020-01-01", datatype=XSD + "date")), "The release date is 2020-01-01.\n"),
        (_one("x", literal("Möwe", language="de")), "The answer is Möwe@de.\n"),
        (_one("callret-0", literal("3")), "The answer is 3.\n"),
        (_one("person", RdfTerm("uri", EX + "a")), "The person is Ann [bold]O'Neil[/bold] (ex:a).\n"),
        (_one("person", RdfTerm("uri", EX + "b")), "The person is ex:b.\n"),
        (_one("average", None), "The average has no value.\n"),
    ],
)
def test_sentences(result: Result, said: str) -> None:
    assert render_text(result, prefixes=PREFIXES, label=LABELS.get) == said


def test_table() -> None:
    result = SelectResult(
        variables=("person", "n"),
        rows=(
            (RdfTerm("uri", EX + "a"), literal("5", datatype=XSD + "integer")),
            (None, literal("1500", datatype=XSD + "integer")),
            (RdfTerm("uri", EX + "c"), None),
        ),
        notes=(ResultNote(code="truncated", message="only the first 3 rows were read"),),
    )
    assert render_text(result, prefixes=PREFIXES, label=LABELS.get) == (
        "person                            n\n"
        "──────────────────────────────────────\n"
        "Ann [bold]O'Neil[/bold] ex:a      5\n"
        "                               1500\n"
        "ex:c\n"
        "3 rows\n"
        "Note: only the first 3 rows were read\n"
    ).replace("──────────────────────────────────────", "─" * 35)


def test_rows_beyond_the_limit_are_counted() -> None:
    result = SelectResult(variables=("x", "y"), rows=((literal("a"), literal("b")),) * 7)
    assert render_text(result, max_rows=2).endswith("7 rows, the first 2 shown\n")
    assert render_text(result, max_rows=2).count("a") == render_html(result, max_rows=2).count("<td>a</td>") == 2


def test_long_cells_are_cut_by_their_width() -> None:
    result = SelectResult(variables=("x", "y"), rows=((literal("映画" * 30), literal("z" * 30)),))
    lines = render_text(result, max_cell=11).splitlines()
    assert lines[2].startswith("映画映画映…")
    assert "zzzzzzzzzz…" in lines[2]
    assert all(len(line) <= 20 for line in render_text(result, width=20).splitlines())


def test_a_graph_is_its_triples() -> None:
    graph = GraphResult(
        triples=((RdfTerm("uri", EX + "s"), RdfTerm("uri", EX + "p"), literal("o")),), prefixes={"e": EX}
    )
    assert render_text(graph).splitlines()[2:] == ["e:s       e:p         o", "1 triple"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Ünïcode 映画 ع", "Ünïcode 映画 ع"),
        ("\x1b[31mred\x07", "\\u001B[31mred\\u0007"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("a\u202eb\u2066c\u200f\u061c", "a\\u202Eb\\u2066c\\u200F\\u061C"),
        ("zero\u200bwidth\ufeff\u00ad", "zero\\u200Bwidth\\uFEFF\\u00AD"),
        ("tag\U000e0041", "tag\\U000E0041"),
        ("line\u2028\u2029\x85", "line\\u2028\\u2029\\u0085"),
        ("lone\ud800", "lone\\uD800"),
        ("نمی\u200cخواهم 👩\u200d🚀", "نمی\u200cخواهم 👩\u200d🚀"),
    ],
)
def test_nothing_is_hidden(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_terminal_codes_reach_no_terminal() -> None:
    evil = "\x1b]0;owned\x07\u202e"
    term, iri = literal(evil), RdfTerm("uri", "urn:" + evil)
    bnode, tagged = RdfTerm("bnode", evil), RdfTerm("literal", "x", None, evil)
    note = ResultNote(code="x", message=evil)
    for rows in (((term, iri, bnode, tagged),), ((iri, iri, iri, iri),)):
        result = SelectResult(variables=(evil, "b", "c", "d"), rows=rows, notes=(note,))
        for shown in (
            render_text(result, label=lambda _iri: evil, width=300),
            render_html(result, label=lambda _iri: evil),
        ):
            assert not set("\x1b\x07\u202e") & set(shown)
    said = render_text(SelectResult(variables=(evil,), rows=((term,),)))
    assert not set("\x1b\x07\u202e") & set(said)


def test_html_is_escaped() -> None:
    script = "<script>alert('1')</script>&\""
    result = SelectResult(
        variables=(script, "b"),
        rows=(
            (literal(script, language="en"), RdfTerm("uri", "http://e.example/\"onclick='x'<b>")),
            (RdfTerm("bnode", script), RdfTerm("uri", "javascript:alert(1)")),
            (RdfTerm("uri", "http://e.example/a"), None),
        ),
        notes=(ResultNote(code="x", message=script),),
    )
    shown = render_html(result, label=lambda iri: script if iri.endswith("/a") else None)
    assert "<script" not in shown
    assert "<b>" not in shown
    assert 'href="javascript' not in shown
    assert '"onclick' not in shown
    assert shown.count("<a href=") == 2
    assert '<a href="http://e.example/a" title="http://e.example/a" rel="noreferrer">&lt;script&gt;' in shown
    assert render_html(_one("x", literal(script))).startswith("<p>The answer is &lt;script&gt;")

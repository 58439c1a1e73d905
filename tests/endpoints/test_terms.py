from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlkgq.endpoints.terms import TermReader
from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm


@pytest.mark.parametrize(
    ("cell", "term"),
    [
        ("<http://e/a>", RdfTerm("uri", "http://e/a")),
        ("<http://e/a b>", RdfTerm("uri", "http://e/a b")),  # a lenient load keeps it
        ("_:b0", RdfTerm("bnode", "b0")),
        ('""', RdfTerm("literal", "")),
        ('"None"', RdfTerm("literal", "None")),
        (r'"a\"b\\c\n\t\r\b\f"', RdfTerm("literal", 'a"b\\c\n\t\r\b\f')),
        (r'"\u0000\U0001F989"', RdfTerm("literal", "\0🦉")),
        (r'"\\u0041"', RdfTerm("literal", r"\u0041")),
        ('"a"@en-GB', RdfTerm("literal", "a", None, "en-GB")),
        (f'"01"^^<{XSD}integer>', RdfTerm("literal", "01", XSD + "integer")),
        (r'"\"@en"', RdfTerm("literal", '"@en')),
        ('"x"^^<http://e/"d>', RdfTerm("literal", "x", 'http://e/"d')),
        ("None", None),
    ],
)
def test_cells(cell: str, term: RdfTerm | None) -> None:
    assert TermReader("x").rows([cell], 1) == [(term,)]


def test_rows_have_one_width() -> None:
    cells = ["<http://e/a>", "None", "_:b", "<http://e/a>"]
    rows = TermReader("x").rows(cells, 2)
    assert [len(row) for row in rows] == [2, 2]
    assert rows[0][0] is rows[1][1]
    assert TermReader("x").rows([], 0) == []
    assert TermReader("x").rows([], 3) == [(), (), ()]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_every_text_comes_back_from_the_engine(text: str) -> None:
    import pyoxigraph as ox

    assert TermReader("x").term(ox.Literal(text)) == RdfTerm("literal", text)
    assert TermReader("x").term(ox.Literal(text, language="en")) == RdfTerm("literal", text, None, "en")

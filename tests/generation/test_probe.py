"""Whether a query has rows is tried before it is given, on a graph in files; behind a wrapper, in native terms."""

from __future__ import annotations

import pytest

import nlkgq
from nlkgq.factory import make_probe

PREFIX = "PREFIX films: <https://nlkgq.example/films#>\n"


@pytest.mark.parametrize("name", ["films", "films-opaque"])
@pytest.mark.parametrize(
    ("query", "has_rows"),
    [
        ("ASK { ?film a films:Film ; films:directedBy ?who }", True),
        ("ASK { ?film a films:Film ; films:directedBy ?film }", False),
        ("SELECT ?title { ?film films:title ?title }", True),
        ("SELECT ?title { ?film films:title ?title FILTER(STRLEN(?title) > 4000) }", False),
    ],
)
def test_a_query_over_files_is_tried(name: str, query: str, has_rows: bool) -> None:
    with nlkgq.KnowledgeGraph.open(name) as kg:
        probe = make_probe(kg.knowledge)
        assert probe is not None
        assert probe(PREFIX + query) is has_rows


def test_an_endpoint_is_not_asked_before_its_turn() -> None:
    with nlkgq.KnowledgeGraph.open("wikidata") as kg:
        assert make_probe(kg.knowledge) is None

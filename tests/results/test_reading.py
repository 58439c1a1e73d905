"""Every deviation from the SPARQL JSON results format is a typed error that names its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlkgq.errors import EndpointError
from nlkgq.iri import XSD
from nlkgq.results.formats import write_json
from nlkgq.results.models import AskResult, RdfTerm, SelectResult
from nlkgq.results.reading import read_json


def _document(*bindings: Any, variables: Any = ("x",)) -> str:
    return json.dumps({"head": {"vars": variables}, "results": {"bindings": bindings}})


def test_table() -> None:
    document = _document(
        {"x": {"type": "uri", "value": "urn:a"}, "y": {"type": "literal", "value": "b", "xml:lang": "en"}},
        {"y": {"type": "literal", "value": "1", "datatype": XSD + "integer"}},
        {
            "x": {"type": "bnode", "value": "nodeID://b1"},
            "y": {"type": "literal", "value": "s", "datatype": XSD + "string"},
        },
        variables=["x", "y"],
    )
    assert read_json(document, endpoint="e") == SelectResult(
        variables=("x", "y"),
        rows=(
            (RdfTerm("uri", "urn:a"), RdfTerm("literal", "b", None, "en")),
            (None, RdfTerm("literal", "1", XSD + "integer")),
            (RdfTerm("bnode", "nodeID://b1"), RdfTerm("literal", "s")),
        ),
    )


def test_what_older_servers_send() -> None:
    binding = {"x": {"type": "typed-literal", "value": "1", "datatype": XSD + "integer"}}
    document = json.loads(_document(binding))
    document["head"]["link"] = []
    document["results"] |= {"distinct": False, "ordered": True}
    read = read_json("\ufeff".encode() + json.dumps(document).encode(), endpoint="e")
    assert read == SelectResult(variables=("x",), rows=((RdfTerm("literal", "1", XSD + "integer"),),))


def test_boolean_and_empty() -> None:
    assert read_json('{"head": {"link": []}, "boolean": false}', endpoint="e") == AskResult(boolean=False)
    assert read_json(_document(variables=[]), endpoint="e") == SelectResult(variables=(), rows=())
    assert read_json(_document({}, {}), endpoint="e") == SelectResult(variables=("x",), rows=((None,), (None,)))


@pytest.mark.parametrize(
    "document",
    [
        "[]",
        "null",
        "{}",
        '{"head": []}',
        '{"head": {}, "boolean": "true"}',
        '{"head": {}, "boolean": 1}',
        '{"head": {}}',
        '{"head": {"vars": "x"}}',
        '{"head": {"vars": ["x"]}}',
        '{"head": {"vars": ["x"]}, "results": []}',
        '{"head": {"vars": ["x"]}, "results": {"bindings": {}}}',
        _document(variables=["x", "x"]),
        _document(variables=[1]),
        _document(variables=[""]),
        _document([]),
        _document({"z": {"type": "uri", "value": "urn:a"}}),
        _document({"x": "urn:a"}),
        _document({"x": {"type": "uri"}}),
        _document({"x": {"type": "uri", "value": 1}}),
        _document({"x": {"type": "triple", "value": {}}}),
        _document({"x": {"value": "a"}}),
        _document({"x": {"type": ["uri"], "value": "a"}}),
        _document({"x": {"type": "literal", "value": "a", "datatype": 1}}),
        _document({"x": {"type": "literal", "value": "a", "xml:lang": "not a tag"}}),
        _document({"x": {"type": "literal", "value": "a", "xml:lang": 'en" .'}}),
        _document({"x": {"type": "literal", "value": "\ud800"}}),
    ],
)
def test_other_shapes_are_refused(document: str) -> None:
    with pytest.raises(EndpointError) as caught:
        read_json(document, endpoint="lab")
    assert (caught.value.kind, caught.value.endpoint) == ("not-sparql", "lab")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>busy</html>",
        _document({"x": {"type": "uri", "value": "urn:a"}})[:-9].encode(),
        b"\xff\xfe{",
        b"[" * 200_000,
        b"1" * 10_000,
    ],
)
def test_broken_json_is_the_servers_fault(data: bytes) -> None:
    with pytest.raises(EndpointError) as caught:
        read_json(data, endpoint="lab")
    assert caught.value.kind == "server"


def test_the_place_is_named() -> None:
    document = _document({"x": {"type": "uri", "value": "urn:a"}}, {"x": {"type": "uri"}})
    with pytest.raises(EndpointError, match="row 2, 'x'"):
        read_json(document, endpoint="lab")


_KEYS = st.sampled_from(
    ["head", "vars", "results", "bindings", "boolean", "x", "type", "value", "datatype", "xml:lang"]
)
_LEAVES = st.sampled_from([None, True, 0, "", "x", "uri", "literal", "bnode", "en", "urn:a"])
_JSON = st.recursive(_LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_KEYS, inner, max_size=4))


@settings(deadline=None)
@given(_JSON, _JSON)
def test_any_json_is_a_result_or_a_typed_error(head: object, binding: object) -> None:
    for document in (
        binding,
        {"head": head, "boolean": binding},
        {"head": {"vars": head}, "results": {"bindings": [binding]}},
        {"head": {"vars": ["x"]}, "results": {"bindings": [{"x": binding}]}},
    ):
        result = _read_or_refusal(document)
        if isinstance(result, EndpointError):
            assert result.kind == "not-sparql"
        else:
            assert read_json(write_json(result), endpoint="lab") == result


def _read_or_refusal(document: object) -> SelectResult | AskResult | EndpointError:
    try:
        return read_json(json.dumps(document), endpoint="lab")
    except EndpointError as error:
        return error

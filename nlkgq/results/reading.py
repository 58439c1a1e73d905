"""SPARQL 1.1 Query Results JSON Format, read with every part of its shape checked.

What an endpoint sends is not trusted: a missing head, a binding of an unknown variable, a term without a value or
text that is no Unicode each end in an `EndpointError` that names the place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from nlkgq.errors import EndpointError
from nlkgq.results.models import AskResult, RdfTerm, Row, SelectResult
from nlkgq.results.terms import literal

_LANGUAGE = re.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
_KINDS: Final = ("uri", "literal", "typed-literal", "bnode")  # typed-literal: the format of 2008, still sent


def read_json(data: bytes | str, *, endpoint: str) -> SelectResult | AskResult:
    """The result in a JSON document.

    Args:
        data: The document; bytes are UTF-8, with or without byte order mark.
        endpoint: The name of who sent it, for the error.

    Raises:
        EndpointError: ``server`` for text that is not JSON (cut off, say), ``not-sparql`` for JSON of another shape.

    >>> read_json('{"head": {}, "boolean": true}', endpoint="films").boolean
    True
    """
    return result_from_json(_parse(data, endpoint), endpoint=endpoint)


def result_from_json(document: object, *, endpoint: str) -> SelectResult | AskResult:
    """The result in a JSON document that has been parsed already; see `read_json`."""
    if not isinstance(document, Mapping):
        raise _shape("the document is not an object", endpoint)
    head = document.get("head")
    if not isinstance(head, Mapping):
        raise _shape("`head` is missing or no object", endpoint)
    if "boolean" in document:
        if not isinstance(document["boolean"], bool):
            raise _shape("`boolean` is neither true nor false", endpoint)
        return AskResult(boolean=document["boolean"])
    variables = head.get("vars")
    if not isinstance(variables, list) or not all(isinstance(v, str) and v for v in variables):
        raise _shape("`head.vars` is no list of names", endpoint)
    if len(set(variables)) != len(variables):
        raise _shape("`head.vars` names a variable twice", endpoint)
    results = document.get("results")
    bindings = results.get("bindings") if isinstance(results, Mapping) else None
    if not isinstance(bindings, list):
        raise _shape("`results.bindings` is missing or no list", endpoint)
    known = frozenset(variables)
    rows = tuple(_row(binding, variables, known, number, endpoint) for number, binding in enumerate(bindings, 1))
    return SelectResult(variables=tuple(variables), rows=rows)


def _parse(data: bytes | str, endpoint: str) -> object:
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except UnicodeDecodeError as bad:
        message = f"the results are not UTF-8 (byte {bad.start})"
    except json.JSONDecodeError as bad:
        message = f"the results are broken JSON: {bad.msg} (line {bad.lineno}, column {bad.colno})"
    except (ValueError, RecursionError):  # NaN, a name given twice, thousands of digits, thousands of brackets
        message = "the results are JSON beyond all bounds"
    hint = "The endpoint may have stopped halfway; ask for less, or raise its time limit."
    raise EndpointError(message, kind="server", endpoint=endpoint, hint=hint, retryable=True)


def _refuse_constant(name: str) -> object:
    """NaN and Infinity, which Python reads and JSON does not have (RFC 8259, section 6)."""
    raise ValueError(name)


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are unique; of a name given twice, readers choose differently (RFC 8259, section 4)."""
    made = dict(members)
    if len(made) != len(members):
        raise ValueError("a name given twice")
    return made


def _row(binding: Any, variables: list[str], known: frozenset[str], number: int, endpoint: str) -> Row:
    if not isinstance(binding, Mapping):
        raise _shape(f"row {number} is no object", endpoint)
    if not known.issuperset(binding):
        unknown = next(name for name in binding if name not in known)
        raise _shape(f"row {number} binds {unknown!r}, which `head.vars` does not name", endpoint)
    return tuple(
        _term(binding[name], f"row {number}, {name!r}", endpoint) if name in binding else None for name in variables
    )


def _term(written: Any, place: str, endpoint: str) -> RdfTerm:
    if not isinstance(written, Mapping):
        raise _shape(f"{place}: the term is no object", endpoint)
    kind, value = written.get("type"), written.get("value")
    if kind not in _KINDS or not isinstance(value, str):
        raise _shape(f"{place}: a term needs a `type` of uri, literal or bnode and a `value`", endpoint)
    if _LONE_SURROGATE.search(value):
        raise _shape(f"{place}: the value is not Unicode text", endpoint)
    if kind == "uri" or kind == "bnode":
        return RdfTerm(kind, value)
    datatype, language = written.get("datatype"), written.get("xml:lang")
    if datatype is not None and not (isinstance(datatype, str) and datatype):
        raise _shape(f"{place}: `datatype` is no IRI", endpoint)
    if language is not None and not (isinstance(language, str) and _LANGUAGE.fullmatch(language)):
        raise _shape(f"{place}: `xml:lang` is no language tag", endpoint)
    return literal(value, datatype=datatype, language=language)


def _shape(what: str, endpoint: str) -> EndpointError:
    message = f"the answer is not in the SPARQL results format: {what}"
    return EndpointError(message, kind="not-sparql", endpoint=endpoint)

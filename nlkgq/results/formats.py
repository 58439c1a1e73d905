"""Results as text: SPARQL 1.1 Query Results JSON, CSV and TSV (W3C, 21 March 2013); graphs as N-Triples and Turtle.

A graph written as JSON, CSV or TSV is a table of ``subject``, ``predicate`` and ``object``. CSV and TSV know no
boolean; it is written as one column ``boolean`` with one row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from nlkgq.errors import UsageError
from nlkgq.iri import RDF, WELL_KNOWN, XSD, PrefixMap
from nlkgq.results.models import AskResult, GraphResult, RdfTerm, Result, SelectResult
from nlkgq.results.terms import NUMBERS

Format: TypeAlias = Literal["json", "csv", "tsv", "ntriples", "turtle"]

# A spreadsheet runs a cell that starts so (OWASP, CSV injection); full-width forms and line starts included.
_FORMULA: Final = frozenset("=+-@\t\r\n＝＋－＠")
_CSV_QUOTED = re.compile(r'[",;\t\r\n]|^\s|\s$')
_NUMBER_TEXT = re.compile(r"[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN")
_ABBREVIATED: Final[Mapping[str, re.Pattern[str]]] = {
    XSD + "integer": re.compile(r"[+-]?[0-9]+"),
    XSD + "decimal": re.compile(r"[+-]?[0-9]*\.[0-9]+"),
    XSD + "double": re.compile(r"[+-]?(?:[0-9]+\.[0-9]*|\.?[0-9]+)[eE][+-]?[0-9]+"),
    XSD + "boolean": re.compile(r"true|false"),
}
_PLAIN_BNODE = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
_NOT_IN_IRI = re.compile(r'[\x00-\x20<>"{}|^`\\\ud800-\udfff]')
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r'[\\"\x00-\x1f\x7f\ud800-\udfff]')


def write(result: Result, form: Format, *, guard_formulas: bool = True) -> str:
    """The text of a result in a format.

    Args:
        result: What a query gave.
        form: The format; ``ntriples`` and ``turtle`` for graphs only.
        guard_formulas: Whether CSV cells that a spreadsheet would run get an apostrophe in front.

    Raises:
        UsageError: A table or boolean as N-Triples or Turtle.

    >>> write(AskResult(boolean=True), "json")
    '{"head": {}, "boolean": true}'
    """
    if form == "json":
        return write_json(result)
    if form == "csv":
        return write_csv(result, guard_formulas=guard_formulas)
    if form == "tsv":
        return write_tsv(result)
    if not isinstance(result, GraphResult):
        raise UsageError(f"{form} is for the graphs of CONSTRUCT and DESCRIBE", hint="Use json, csv or tsv.")
    return write_ntriples(result) if form == "ntriples" else write_turtle(result)


def as_table(result: Result) -> SelectResult:
    """Any result as rows and columns: a graph as its triples, a boolean as one cell."""
    if isinstance(result, SelectResult):
        return result
    if isinstance(result, GraphResult):
        return SelectResult(variables=("subject", "predicate", "object"), rows=result.triples, notes=result.notes)
    cell = RdfTerm("literal", "true" if result.boolean else "false", XSD + "boolean")
    return SelectResult(variables=("boolean",), rows=((cell,),), notes=result.notes)


def json_term(term: RdfTerm) -> dict[str, str]:
    """A term as an object of the JSON format (section 3.2.2).

    >>> json_term(RdfTerm("literal", "Film", language="de"))
    {'type': 'literal', 'value': 'Film', 'xml:lang': 'de'}
    """
    written: dict[str, str] = {"type": term.kind, "value": term.value}
    if term.language:
        written["xml:lang"] = term.language
    elif term.datatype:
        written["datatype"] = term.datatype
    return written


def write_json(result: Result) -> str:
    """SPARQL 1.1 Query Results JSON Format; language tags and datatypes kept, unbound variables left out."""
    if isinstance(result, AskResult):
        return json.dumps({"head": {}, "boolean": result.boolean})
    table = as_table(result)
    bindings = [
        {name: json_term(term) for name, term in zip(table.variables, row, strict=True) if term is not None}
        for row in table.rows
    ]
    document: dict[str, Any] = {"head": {"vars": list(table.variables)}, "results": {"bindings": bindings}}
    return json.dumps(document, ensure_ascii=False)


def write_csv(result: Result, *, guard_formulas: bool = True) -> str:
    """CSV: a header of variable names, values without markup, lines ended by CR LF, unbound cells empty.

    Args:
        result: What a query gave.
        guard_formulas: Whether a cell that starts like a formula gets an apostrophe in front; numbers never do.

    >>> write_csv(SelectResult(variables=("x",), rows=((RdfTerm("literal", "=1+1"),),)))
    "x\\r\\n'=1+1\\r\\n"
    """
    table = as_table(result)
    lines = [",".join(_csv_cell(name) for name in table.variables)]
    for row in table.rows:
        lines.append(",".join("" if term is None else _csv_cell(_csv_text(term, guard_formulas)) for term in row))
    return "".join(f"{line}\r\n" for line in lines)


def _csv_text(term: RdfTerm, guard_formulas: bool) -> str:
    if term.kind == "bnode":
        return f"_:{term.value}"
    number = term.datatype in NUMBERS and _NUMBER_TEXT.fullmatch(term.value) is not None
    if guard_formulas and not number and term.value[:1] in _FORMULA and term.value:
        return f"'{term.value}"
    return term.value


def _csv_cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _CSV_QUOTED.search(text) else text


def write_tsv(result: Result) -> str:
    """TSV: a header of ``?variable``, terms as in SPARQL and Turtle, lines ended by LF, unbound cells empty.

    >>> write_tsv(SelectResult(variables=("x",), rows=((RdfTerm("literal", "a"),),)))
    '?x\\n"a"\\n'
    """
    table = as_table(result)
    lines = ["\t".join(f"?{name}" for name in table.variables)]
    for row in table.rows:
        lines.append("\t".join("" if term is None else term_text(term, abbreviate=True) for term in row))
    return "".join(f"{line}\n" for line in lines)


def term_text(
    term: RdfTerm,
    *,
    abbreviate: bool = False,
    iri_text: Callable[[str], str] | None = None,
) -> str:
    """A term as N-Triples writes it, control characters escaped.

    Args:
        term: Any term.
        abbreviate: Whether numbers and booleans are written bare, as Turtle and TSV allow.
        iri_text: How an IRI is written, in place of angle brackets; also for datatypes.

    >>> term_text(RdfTerm("literal", 'a "b"', language="en"))
    '"a \\\\"b\\\\""@en'
    """
    iri = iri_text or _iri_ref
    if term.kind == "uri":
        return iri(term.value)
    if term.kind == "bnode":
        return f"_:{term.value}"
    bare = _ABBREVIATED.get(term.datatype or "") if abbreviate else None
    if bare is not None and bare.fullmatch(term.value):
        return term.value
    quoted = '"' + _ESCAPED.sub(lambda m: _ESCAPES.get(m.group()) or f"\\u{ord(m.group()):04X}", term.value) + '"'
    if term.language:
        return f"{quoted}@{term.language}"
    return f"{quoted}^^{iri(term.datatype)}" if term.datatype else quoted


def _iri_ref(iri: str) -> str:
    return "<" + _NOT_IN_IRI.sub(lambda m: f"\\u{ord(m.group()):04X}", iri) + ">"


def write_ntriples(result: GraphResult) -> str:
    """RDF 1.1 N-Triples, one line a triple, in the order of the result."""
    triples = _writable(result)
    return "".join(" ".join(term_text(term) for term in triple) + " .\n" for triple in triples)


def write_turtle(result: GraphResult) -> str:
    """RDF 1.1 Turtle: the prefixes in use, then one block a subject, in the order of the result."""
    prefixes = PrefixMap(dict(result.prefixes)).merged(WELL_KNOWN)
    used: set[str] = set()

    def iri_text(iri: str) -> str:
        name = prefixes.shorten(iri)
        if name.startswith("<"):
            return _iri_ref(iri)
        used.add(name.partition(":")[0])
        return name

    blocks: dict[str, dict[str, list[str]]] = {}
    for subject, predicate, thing in _writable(result):
        verb = "a" if predicate.value == RDF + "type" else iri_text(predicate.value)
        objects = blocks.setdefault(term_text(subject, iri_text=iri_text), {}).setdefault(verb, [])
        objects.append(term_text(thing, abbreviate=True, iri_text=iri_text))
    header = "".join(f"@prefix {prefix}: {_iri_ref(namespace)} .\n" for prefix, namespace in prefixes if prefix in used)
    texts = []
    for subject_text, facts in blocks.items():
        lines = [f"    {verb} " + ", ".join(dict.fromkeys(objects)) for verb, objects in facts.items()]
        texts.append(subject_text + "\n" + " ;\n".join(lines) + " .\n")
    return "\n".join(([header] if header else []) + texts)


def _writable(result: GraphResult) -> tuple[tuple[RdfTerm, RdfTerm, RdfTerm], ...]:
    """The triples with blank node labels that Turtle can write; endpoints give labels such as ``nodeID://b1``."""
    labels = {term.value for triple in result.triples for term in triple if term.kind == "bnode"}
    if all(_PLAIN_BNODE.fullmatch(label) for label in labels):
        return result.triples
    in_order = dict.fromkeys(term.value for triple in result.triples for term in triple if term.kind == "bnode")
    fresh = {label: RdfTerm("bnode", f"b{number}") for number, label in enumerate(in_order)}

    def named(term: RdfTerm) -> RdfTerm:
        return fresh[term.value] if term.kind == "bnode" else term

    return tuple((named(s), named(p), named(o)) for s, p, o in result.triples)

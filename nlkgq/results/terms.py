"""Terms between the three worlds: our `RdfTerm`, rdflib and pyoxigraph; and plain Python values.

Nothing is normalised on the way: ``"01"^^xsd:integer`` keeps its zero.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Final, TypeAlias

from nlkgq.errors import MissingExtraError
from nlkgq.iri import RDF, XSD
from nlkgq.results.models import RdfTerm, Row, SelectResult

if TYPE_CHECKING:
    import pandas as pd
    import pyoxigraph as ox
    from rdflib.term import Node

PythonValue: TypeAlias = str | int | float | Decimal | bool | date | datetime

STRING: Final = XSD + "string"
LANG_STRING: Final = RDF + "langString"
INTEGERS: Final = frozenset(
    XSD + name
    for name in (
        *("integer", "long", "int", "short", "byte", "nonNegativeInteger", "positiveInteger", "nonPositiveInteger"),
        *("negativeInteger", "unsignedLong", "unsignedInt", "unsignedShort", "unsignedByte"),
    )
)
FLOATS: Final = frozenset({XSD + "double", XSD + "float"})
NUMBERS: Final = INTEGERS | FLOATS | {XSD + "decimal"}

# The lexical spaces of XML Schema 1.1 part 2, ASCII digits only.
_INTEGER = re.compile(r"[+-]?[0-9]{1,4000}")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_DOUBLE = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?INF|NaN")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATE_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})?"
)


def literal(value: str, *, datatype: str | None = None, language: str | None = None) -> RdfTerm:
    """A literal in the one form that this package uses: no datatype on plain and on tagged strings.

    >>> literal("a", datatype="http://www.w3.org/2001/XMLSchema#string")
    RdfTerm(kind='literal', value='a', datatype=None, language=None)
    """
    if language or datatype in (STRING, LANG_STRING):
        datatype = None
    return RdfTerm("literal", value, datatype, language or None)


def from_rdflib(node: Node) -> RdfTerm:
    """An rdflib `URIRef`, `BNode` or `Literal` as our term.

    Raises:
        TypeError: Another kind of node, such as a variable.

    >>> from rdflib.term import URIRef
    >>> from_rdflib(URIRef("urn:a")).kind
    'uri'
    """
    from rdflib.term import BNode, Literal, URIRef

    if isinstance(node, URIRef):
        return RdfTerm("uri", str(node))
    if isinstance(node, BNode):
        return RdfTerm("bnode", str(node))
    if isinstance(node, Literal):
        return literal(str(node), datatype=str(node.datatype) if node.datatype else None, language=node.language)
    raise TypeError(f"{type(node).__name__} is no RDF term")


def to_rdflib(term: RdfTerm) -> Node:
    """Our term as an rdflib node, its lexical form untouched.

    >>> to_rdflib(RdfTerm("literal", "01", "http://www.w3.org/2001/XMLSchema#integer")).n3()
    '"01"^^<http://www.w3.org/2001/XMLSchema#integer>'
    """
    from rdflib.term import BNode, Literal, URIRef

    if term.kind == "uri":
        return URIRef(term.value)
    if term.kind == "bnode":
        return BNode(term.value)
    datatype = URIRef(term.datatype) if term.datatype else None
    return Literal(term.value, lang=term.language, datatype=datatype, normalize=False)


def from_oxigraph(node: object) -> RdfTerm:
    """A pyoxigraph `NamedNode`, `BlankNode` or `Literal` as our term.

    Raises:
        TypeError: Another kind, such as a quoted triple.

    >>> import pyoxigraph
    >>> from_oxigraph(pyoxigraph.Literal("Film", language="de")).language
    'de'
    """
    import pyoxigraph as ox

    if isinstance(node, ox.NamedNode):
        return RdfTerm("uri", node.value)
    if isinstance(node, ox.BlankNode):
        return RdfTerm("bnode", node.value)
    if isinstance(node, ox.Literal):
        return literal(node.value, datatype=node.datatype.value, language=node.language)
    raise TypeError(f"{type(node).__name__} is no RDF 1.1 term")


def to_oxigraph(term: RdfTerm) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    """Our term as a pyoxigraph node.

    Raises:
        ValueError: An IRI, blank node label or language tag that pyoxigraph refuses.

    >>> str(to_oxigraph(RdfTerm("uri", "urn:a")))
    '<urn:a>'
    """
    import pyoxigraph as ox

    if term.kind == "uri":
        return ox.NamedNode(term.value)
    if term.kind == "bnode":
        return ox.BlankNode(term.value)
    if term.language:
        return ox.Literal(term.value, language=term.language)
    return ox.Literal(term.value, datatype=ox.NamedNode(term.datatype) if term.datatype else None)


def python_value(term: RdfTerm) -> PythonValue:
    """The Python value of a term; the text itself where Python has no exact counterpart.

    Integers become int, decimals Decimal, doubles float, booleans bool, dates without time zone date, dateTimes
    datetime. A lexical form outside its datatype's lexical space stays text.

    >>> python_value(RdfTerm("literal", "2.50", "http://www.w3.org/2001/XMLSchema#decimal"))
    Decimal('2.50')
    """
    text, datatype = term.value, term.datatype
    if term.kind != "literal" or datatype is None:
        return text
    if datatype in INTEGERS and _INTEGER.fullmatch(text):
        return int(text)
    if datatype == XSD + "decimal" and _DECIMAL.fullmatch(text):
        return Decimal(text)
    if datatype in FLOATS and _DOUBLE.fullmatch(text):
        return float(text)
    if datatype == XSD + "boolean" and text in ("true", "false", "1", "0"):
        return text in ("true", "1")
    try:
        if datatype == XSD + "date" and _DATE.fullmatch(text):
            return date.fromisoformat(text)
        if datatype == XSD + "dateTime" and _DATE_TIME.fullmatch(text):
            return datetime.fromisoformat(text)
    except ValueError:  # 30 February, 24:00:00: no Python date
        return text
    return text


def python_row(row: Row) -> tuple[PythonValue | None, ...]:
    """The Python values of a row, None where unbound."""
    return tuple(None if term is None else python_value(term) for term in row)


def to_pandas(result: SelectResult) -> pd.DataFrame:
    """N rows x M columns, missing cells as `pandas.NA`.

    Decimals become floats, so that they can be plotted and summed by pandas; the rows of the result keep them exact.

    Raises:
        MissingExtraError: pandas is not installed.

    >>> rows = ((RdfTerm("literal", "3", XSD + "integer"),),)
    >>> to_pandas(SelectResult(variables=("n",), rows=rows))["n"].tolist()
    [3]
    """
    try:
        import pandas as pd
    except ImportError as missing:
        raise MissingExtraError("pandas", extra="pandas") from missing
    rows = [[float(v) if isinstance(v, Decimal) else v for v in python_row(row)] for row in result.rows]
    frame = pd.DataFrame(rows, columns=list(result.variables), dtype=object)
    return frame.convert_dtypes()

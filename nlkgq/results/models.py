"""Results as plain values, before any library's term type (SPARQL 1.1 Query Results JSON Format)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias


class RdfTerm(NamedTuple):
    """An RDF term. ``kind`` as in SPARQL JSON results; ``datatype`` is an IRI or None (plain or tagged string)."""

    kind: Literal["uri", "literal", "bnode"]
    value: str
    datatype: str | None = None
    language: str | None = None


Row: TypeAlias = tuple[RdfTerm | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultNote:
    """Something the reader of an answer must know, such as a row cap that was reached.

    ``code``: ``truncated`` (our cap), ``endpoint-cap``, ``endpoint-timeout``, ``partial``, ...
    """

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SelectResult:
    """N rows x M columns; an unbound cell is None."""

    variables: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[ResultNote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskResult:
    """The answer of an ASK query."""

    boolean: bool
    notes: tuple[ResultNote, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphResult:
    """The triples of a CONSTRUCT or DESCRIBE query, in the endpoint's order."""

    triples: tuple[tuple[RdfTerm, RdfTerm, RdfTerm], ...]
    prefixes: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[ResultNote, ...] = ()


Result: TypeAlias = SelectResult | AskResult | GraphResult

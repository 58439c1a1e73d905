"""Profiles of endpoints, by aggregate queries under a time limit."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias

from nlkgq.errors import EndpointError
from nlkgq.iri import RDF, is_valid_iri
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.ontology.profile_texts import BLOCK, COMMENT, LABEL, TermTexts, collected, texts_query
from nlkgq.results.models import Row, SelectResult

Run: TypeAlias = Callable[[str], SelectResult]
_TYPE: Final = RDF + "type"
_PARTIAL: Final = frozenset({"timeout", "too-large", "server", "busy", "bad-query"})
"""Kinds of endpoint error that end one count; every other kind ends the profile."""

_CLASSES: Final = "SELECT ?c (COUNT(DISTINCT ?s) AS ?n) WHERE { ?s a ?c } GROUP BY ?c"
_OVERLAPS: Final = (
    "SELECT ?a ?b (COUNT(DISTINCT ?s) AS ?n) WHERE { ?s a ?a , ?b . FILTER(STR(?a) < STR(?b)) } GROUP BY ?a ?b"
)
_PROPERTIES: Final = "SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?p"
_PROPERTY_NAMES: Final = "SELECT DISTINCT ?p WHERE { ?s ?p ?o }"
_NODES: Final = (
    "SELECT (COUNT(*) AS ?n) (COUNT(DISTINCT ?s) AS ?subjects) (COUNT(DISTINCT ?o) AS ?objects) WHERE {{ ?s <{p}> ?o }}"
)
_SUBJECT_CLASSES: Final = (
    "SELECT ?c (COUNT(DISTINCT ?s) AS ?n) WHERE {{ ?s <{p}> ?o . OPTIONAL {{ ?s a ?c }} }} GROUP BY ?c"
)
_OBJECT_CLASSES: Final = (
    "SELECT ?c (COUNT(DISTINCT ?o) AS ?n) WHERE {{ ?s <{p}> ?o . FILTER(!isLiteral(?o)) OPTIONAL {{ ?o a ?c }} }} "
    "GROUP BY ?c"
)
_DATATYPES: Final = (
    "SELECT ?d ?l (COUNT(*) AS ?n) WHERE {{ ?s <{p}> ?o . FILTER(isLiteral(?o)) "
    "BIND(DATATYPE(?o) AS ?d) BIND(LANG(?o) AS ?l) }} GROUP BY ?d ?l"
)
_LINKS: Final = (
    "SELECT ?a ?b (COUNT(*) AS ?n) WHERE {{ ?s <{p}> ?o . FILTER(!isLiteral(?o)) OPTIONAL {{ ?s a ?a }} "
    "OPTIONAL {{ ?o a ?b }} }} GROUP BY ?a ?b"
)
_LITERAL_LINKS: Final = (
    "SELECT ?a ?b (COUNT(*) AS ?n) WHERE {{ ?s <{p}> ?o . FILTER(isLiteral(?o)) BIND(DATATYPE(?o) AS ?b) "
    "OPTIONAL {{ ?s a ?a }} }} GROUP BY ?a ?b"
)


def profile_endpoint(
    run: Run, *, seconds: float = 60.0, progress: Callable[[float | None], None] | None = None
) -> Profile:
    """Count what an endpoint holds, most frequent properties first, for as long as there is time.

    Args:
        run: Runs a SELECT query under its own deadline.
        seconds: Most time for all queries together; no query starts after it.
        progress: Called before each property with the share done in [0, 1].

    Returns:
        A profile; ``complete`` is False when time ran out, or a count failed or was cut by the endpoint.

    Raises:
        EndpointError: Unreachable, not allowed, not SPARQL; a single count that fails only makes it incomplete.
    """
    return _Scan(run, time.monotonic() + seconds, progress).profile()


class _Scan:
    def __init__(self, run: Run, deadline: float, progress: Callable[[float | None], None] | None) -> None:
        self._run = run
        self._deadline = deadline
        self._progress = progress
        self._complete = True

    def profile(self) -> Profile:
        if self._progress:
            self._progress(None)
        classes = _counts(self._rows(_CLASSES))
        sizes = _counts(self._rows(_PROPERTIES))
        if not sizes:
            sizes = {row[0].value: 0 for row in self._rows(_PROPERTY_NAMES) if row[0]}
        overlaps = {
            (first.value, second.value): _number((n,))
            for first, second, n in sorted(self._rows(_OVERLAPS), key=str)
            if first and second
        }
        properties: dict[str, PropertyProfile] = {}
        for number, (iri, count) in enumerate(sorted(sizes.items(), key=lambda item: (-item[1], item[0]))):
            if self._progress:
                self._progress(number / len(sizes))
            if iri != _TYPE:
                properties[iri] = self._property(iri, count)
        texts = self._texts([*classes, *properties]) if {LABEL, COMMENT} & sizes.keys() else {}
        return Profile(
            triples=sum(sizes.values()),
            classes=dict(sorted(classes.items(), key=lambda item: (-item[1], item[0]))),
            properties=dict(sorted(properties.items())),
            overlaps=overlaps,
            complete=self._complete,
            texts=texts,
        )

    def _texts(self, terms: list[str]) -> dict[str, TermTexts]:
        """What the endpoint says of its terms."""
        named = sorted({term for term in terms if is_valid_iri(term)})
        found = [
            (term.value, kind.value, text.value, text.language or "")
            for start in range(0, len(named), BLOCK)
            for term, kind, text in self._rows(texts_query(named[start : start + BLOCK]))
            if term is not None and kind is not None and text is not None
        ]
        return collected(found)

    def _property(self, iri: str, count: int) -> PropertyProfile:
        totals = next(iter(self._rows(_NODES.format(p=iri))), ())
        numbers = [_number(row) for row in zip(totals, strict=True)] if totals else [count, 0, 0]
        datatypes: Counter[str] = Counter()
        languages: Counter[str] = Counter()
        for datatype, language, n in self._rows(_DATATYPES.format(p=iri)):
            datatypes[datatype.value if datatype else ""] += _number((n,))
            if language and language.value:
                languages[language.value] += _number((n,))
        links: Counter[tuple[str, str]] = Counter()
        for query in (_LINKS, _LITERAL_LINKS):
            for source, target, n in self._rows(query.format(p=iri)):
                links[source.value if source else "", target.value if target else ""] += _number((n,))
        return PropertyProfile(
            iri=iri,
            count=numbers[0] or count,
            subjects=numbers[1],
            objects=numbers[2],
            subject_classes=_counts(self._rows(_SUBJECT_CLASSES.format(p=iri))),
            object_classes=_counts(self._rows(_OBJECT_CLASSES.format(p=iri))),
            datatypes=dict(datatypes.most_common()),
            languages=dict(languages.most_common()),
            links=dict(sorted(links.items(), key=lambda item: (-item[1], item[0]))),
        )

    def _rows(self, query: str) -> tuple[Row, ...]:
        """The rows of a count; none, and the profile incomplete, where time is up or the endpoint gives up."""
        if time.monotonic() >= self._deadline:
            self._complete = False
            return ()
        try:
            result = self._run(query)
        except EndpointError as error:
            if error.kind not in _PARTIAL:
                raise
            self._complete = False
            return ()
        if result.notes:
            self._complete = False
        return result.rows


def _counts(rows: tuple[Row, ...]) -> dict[str, int]:
    """IRI (or "" where unbound) -> count, most frequent first; groups of blank nodes and of nothing are left out."""
    found: Counter[str] = Counter()
    for term, number in rows:
        count = _number((number,))
        if count and (term is None or term.kind == "uri"):
            found[term.value if term else ""] += count
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _number(row: Row) -> int:
    """The integer in the first column; 0 where there is none."""
    term = row[0]
    return int(float(term.value)) if term is not None and term.value.strip() else 0

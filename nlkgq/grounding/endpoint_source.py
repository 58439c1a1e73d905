"""Candidates asked from an endpoint that was never scanned: its full-text index, or queries with a bound."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final, TypeAlias

from nlkgq.analysis.term_edits import written
from nlkgq.errors import EndpointError, RefusedError
from nlkgq.grounding.candidates import LEAST, Candidate, CandidateSource, Found, ranked, spellings
from nlkgq.grounding.decision import SURE
from nlkgq.grounding.likeness import likeness
from nlkgq.grounding.text_search import TextSearch, search_words
from nlkgq.iri import XSD, is_valid_iri
from nlkgq.results.models import RdfTerm, SelectResult
from nlkgq.sparql import quote

Run: TypeAlias = Callable[[str, frozenset[str]], SelectResult]
"""Runs a SELECT query under a deadline; the second argument is what the gate has to allow beyond its policy."""

ROWS: Final = 200
"""Values fetched for one literal."""

_REMEMBERED: Final = 2_000
_PROPERTIES: Final = 8  # more in one path make a query that no engine plans well
_LANGUAGES: Final = ("en", "de", "fr", "es")
_NUMBERS: Final = ("integer", "decimal", "double", "int", "float")
_MOMENTS: Final = ("date", "dateTime", "gYear", "gYearMonth")
_ACRONYM: Final = re.compile(r"[A-Z]{2,6}")
_HALVED_FROM: Final = 4


class EndpointSource:
    """A `CandidateSource` over an endpoint. Thread-safe; what was found is remembered.

    Args:
        run: Asks the endpoint.
        text_search: Its full-text index; None where it has none.
        naming_path: A property path over what names things.
        languages: Language tags that are tried for a text just as it was typed.
        scan: Whether values are looked through where no index finds them.
    """

    def __init__(
        self,
        run: Run,
        *,
        text_search: TextSearch | None = None,
        naming_path: str,
        languages: tuple[str, ...] = _LANGUAGES,
        scan: bool = True,
    ) -> None:
        self._run = run
        self._search = text_search
        self._naming = naming_path
        self._languages = languages
        self._scan = scan
        self._found: dict[tuple[str, frozenset[str], bool], Found] = {}
        self._lock = Lock()

    def find(self, text: str, properties: frozenset[str], *, things: bool = False) -> Found:
        """See `CandidateSource.find`; what the endpoint refuses or is too slow for counts as not known."""
        asked = (text, properties, things)
        with self._lock:
            known = self._found.get(asked)
        if known is None:
            known = self._ask(text, properties, things=things)
            with self._lock:
                if len(self._found) >= _REMEMBERED:
                    self._found.clear()
                self._found[asked] = known
        return known

    def knows(self, iri: str) -> bool | None:
        """Not known: asking for every IRI costs more than it tells."""
        return None

    def _ask(self, text: str, properties: frozenset[str], *, things: bool) -> Found:
        path = _path(properties)
        if path is None:
            return Found(complete=False)
        found: list[Candidate] = []
        complete = False
        for query, functions, whole in self._queries(text, path, things=things):
            try:
                result = self._run(query, functions)
            except (EndpointError, RefusedError):
                complete = False
                continue
            found += _read(text, result)
            complete = whole and len(result.rows) < ROWS and not result.notes
            if any(candidate.score >= SURE for candidate in found):
                break
        return Found(candidates=ranked(found), complete=complete)

    def _queries(self, text: str, path: str, *, things: bool) -> Iterator[tuple[str, frozenset[str], bool]]:
        """Cheapest first: query, what the gate has to allow, whether it sees every value of the property."""
        values = " ".join(_literals(text, self._languages))
        name = self._naming if things else path
        columns = "?s ?v" if things else "?v"
        linked = f" ?holder {path} ?s ." if things else ""
        tail = f"}} LIMIT {ROWS}"
        yield (
            f"SELECT DISTINCT {columns} WHERE {{ VALUES ?v {{ {values} }} ?s {name} ?v .{linked} {tail}",
            frozenset(),
            False,
        )
        if self._search is not None:
            patterns = self._search.patterns(text, name, limit=ROWS)
            if patterns is not None:
                query = f"SELECT DISTINCT {columns} WHERE {{ {patterns}{linked} {tail}"
                yield query, self._search.functions, False
        test = _contains(text)
        if self._scan and test is not None:
            yield f"SELECT DISTINCT {columns} WHERE {{ ?s {name} ?v .{linked} FILTER({test}) {tail}", frozenset(), True


def _path(properties: frozenset[str]) -> str | None:
    valid = sorted(iri for iri in properties if is_valid_iri(iri))
    if not valid or len(valid) > _PROPERTIES:
        return None
    return f"<{valid[0]}>" if len(valid) == 1 else "(" + "|".join(f"<{iri}>" for iri in valid) + ")"


def _literals(text: str, languages: tuple[str, ...]) -> Iterator[str]:
    """The terms that a text may be stored as, just as it is written: plain, with tags, as a number or a date."""
    terms = [RdfTerm("literal", text), *(RdfTerm("literal", text, None, tag) for tag in languages)]
    for spelling in spellings(text):
        if re.fullmatch(r"-?\d+(\.\d+)?", spelling):
            terms += [RdfTerm("literal", spelling, XSD + name) for name in _NUMBERS]
        if re.fullmatch(r"\d{4}(-\d\d(-\d\d(T.*)?)?)?", spelling):
            terms += [RdfTerm("literal", spelling, XSD + name) for name in _MOMENTS]
        terms.append(RdfTerm("literal", spelling))
    for term in dict.fromkeys(terms):
        try:
            yield written(term)
        except ValueError:  # half a character cannot be written
            continue


def _contains(text: str) -> str | None:
    """A test that holds for a value with the same words, one half of each spelt right; None when there is no word."""
    acronym = text.replace(".", "").strip()
    if _ACRONYM.fullmatch(acronym):
        letters = r"\w*\W+(\w+\W+)?".join(acronym)
        whole = f"CONTAINS(LCASE(STR(?v)), {quote(acronym.lower())})"
        return f"REGEX(STR(?v), {quote(f'^{letters}')}, {quote('i')}) || {whole}"
    words = search_words(text)
    long = [word for word in words if len(word) >= _HALVED_FROM]
    tests = []
    for word in long or words:
        half = len(word) // 2
        pieces = (word[:half], word[half:]) if len(word) >= _HALVED_FROM else (word,)
        tests.append("(" + " || ".join(f"CONTAINS(LCASE(STR(?v)), {quote(piece)})" for piece in pieces) + ")")
    return " && ".join(tests) or None


def _read(text: str, result: SelectResult) -> Iterator[Candidate]:
    for row in result.rows:
        cells = dict(zip(result.variables, row, strict=True))
        value, thing = cells.get("v"), cells.get("s")
        term = thing if "s" in cells else value
        if value is None or term is None or value.kind != "literal" or term.kind == "bnode":
            continue
        alike = likeness(text, value.value)
        if alike.score >= LEAST:
            yield Candidate(term=term, text=value.value, score=alike.score, how=alike.how)


class ChainedSource:
    """Several sources: a later one is asked where the earlier ones are not sure.

    Args:
        sources: Best first; none knows nothing.
    """

    def __init__(self, *sources: CandidateSource) -> None:
        self._sources = sources

    def find(self, text: str, properties: frozenset[str], *, things: bool = False) -> Found:
        """See `CandidateSource.find`."""
        candidates: list[Candidate] = []
        elsewhere: dict[str, None] = {}
        complete = bool(self._sources)
        for source in self._sources:
            found = source.find(text, properties, things=things)
            candidates += found.candidates
            elsewhere.update(dict.fromkeys(found.elsewhere))
            complete = complete and found.complete
            if any(candidate.score >= SURE for candidate in candidates):
                break
        return Found(candidates=ranked(candidates), elsewhere=tuple(elsewhere), complete=complete)

    def knows(self, iri: str) -> bool | None:
        """See `CandidateSource.knows`: True where one knows it, False where all know that it is not there."""
        said = [source.knows(iri) for source in self._sources]
        return True if True in said else False if said and None not in said else None

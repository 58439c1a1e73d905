"""How each engine asks its own full-text index, as patterns of a query that the gate lets through.

Only words of letters and digits are ever put into a search expression, in the engine's quotes where it has them: what
an expression could be steered by (operators, wildcards, quotes, field names) is left out of what was typed, not
escaped. `EndpointSource` reads the values that come back like any others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from nlkgq.errors import ConfigError
from nlkgq.sparql import quote

_WORD: Final = re.compile(r"[^\W_]+")
_MOST_WORDS: Final = 6
_FUZZY_FROM: Final = 4
_WILDCARD_FROM: Final = 8  # Virtuoso wants four letters before a wildcard; half a word of eight has them
_LUCENE_KEYWORDS: Final = frozenset({"and", "or", "not", "to"})
_INSTANCE: Final = re.compile(r"[A-Za-z][\w-]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSearch:
    """A full-text index.

    Args:
        engine: One of `ENGINES`.
        index: Name of the index, where the engine has several.
    """

    engine: str
    index: str | None = None

    @property
    def functions(self) -> frozenset[str]:
        """What the gate has to allow for it."""
        return frozenset({"bif:contains"}) if self.engine == "virtuoso" else frozenset()

    def patterns(self, text: str, path: str, *, limit: int) -> str | None:
        """Patterns that bind ``?s`` to subjects and ``?v`` to values of ``path`` near a text.

        Args:
            text: What was typed.
            path: A property or a path, as SPARQL writes it.
            limit: Most results that are wanted, for engines that are told.

        Returns:
            None where nothing can be searched for: no word of letters or digits.

        Raises:
            ConfigError: The engine needs the name of an index, and has none.
        """
        found = search_words(text)
        if not found:
            return None
        return ENGINES[self.engine](found, path, self, limit)


def search_words(text: str) -> list[str]:
    """The words of a text that may go into a search expression, in lower case.

    >>> search_words("O'Brien* OR \\"x\\" AND (name:secret)")
    ['o', 'brien', 'x', 'name', 'secret']
    """
    words = [word.lower() for word in _WORD.findall(text)]
    return [word for word in dict.fromkeys(words) if word not in _LUCENE_KEYWORDS][:_MOST_WORDS]


def _longer(words: Sequence[str]) -> list[str]:
    """Without initials, where there are other words."""
    return [word for word in words if len(word) > 1] or list(words)


def _lucene(words: Sequence[str]) -> str:
    """Each word with an error or two, all of them optional (Lucene's classic query syntax)."""
    return quote(" OR ".join(f"({w}~ OR {w}*)" if len(w) >= _FUZZY_FROM else w for w in _longer(words)))


def _virtuoso(words: Sequence[str], path: str, search: TextSearch, limit: int) -> str:
    """``bif:contains``: words or beginnings in single quotes (Virtuoso, "Using Full Text Search in SPARQL")."""
    terms = []
    for word in _longer(words):
        terms.append(f"'{word}'")
        if len(word) >= _WILDCARD_FROM:
            terms.append(f"'{word[: len(word) // 2]}*'")
        elif len(word) >= _FUZZY_FROM:
            terms.append(f"'{word[:_FUZZY_FROM]}*'")
    return f"?s {path} ?v . ?v <bif:contains> {quote(' OR '.join(dict.fromkeys(terms)))} ."


def _qlever(words: Sequence[str], path: str, search: TextSearch, limit: int) -> str:
    """``ql:contains-word``: all words must stand there, so the longest alone is asked for, by its beginning (QLever,
    SPARQL+Text over literals)."""
    word = max(_longer(words), key=len)
    beginning = f"{word[: max(_FUZZY_FROM, len(word) // 2)]}*" if len(word) >= _FUZZY_FROM else word
    namespace = "http://qlever.cs.uni-freiburg.de/builtin-functions/"
    return (
        f"?text <{namespace}contains-word> {quote(beginning)} . ?text <{namespace}contains-entity> ?v . ?s {path} ?v ."
    )


def _jena(words: Sequence[str], path: str, search: TextSearch, limit: int) -> str:
    """``text:query`` (Apache Jena, "Jena Full Text Search"): of one property where it is one."""
    named = f"{path} " if re.fullmatch(r"<[^<>]*>", path) else ""
    return f"?s <http://jena.apache.org/text#query> ({named}{_lucene(words)} {limit}) . ?s {path} ?v ."


def _graphdb(words: Sequence[str], path: str, search: TextSearch, limit: int) -> str:
    """A Lucene connector (GraphDB, "Full-text search with the Lucene connector")."""
    if search.index is None or _INSTANCE.fullmatch(search.index) is None:
        raise ConfigError(
            "the full-text index of GraphDB has a name",
            place="endpoints.*.text_index",
            hint='Name the connector: text_index = "labels".',
        )
    namespace = "http://www.ontotext.com/connectors/lucene"
    return (
        f"?search a <{namespace}/instance#{search.index}> ; <{namespace}#query> {_lucene(words)} ;"
        f" <{namespace}#limit> {quote(str(limit))} ; <{namespace}#entities> ?s . ?s {path} ?v ."
    )


def _stardog(words: Sequence[str], path: str, search: TextSearch, limit: int) -> str:
    """``textMatch`` with a limit (Stardog, "Full-text Search")."""
    return f"?v <tag:stardog:api:property:textMatch> ({_lucene(words)} {limit}) . ?s {path} ?v ."


def _blazegraph(words: Sequence[str], path: str, search: TextSearch, limit: int) -> str:
    """``bds:search`` (Blazegraph, "FullTextSearch"): any of the words, by their beginnings."""
    namespace = "http://www.bigdata.com/rdf/search#"
    beginnings = [f"{w[: max(_FUZZY_FROM, len(w) // 2)]}*" if len(w) >= _FUZZY_FROM else w for w in _longer(words)]
    return (
        f"?v <{namespace}search> {quote(' '.join(beginnings))} ; <{namespace}maxRank> {quote(str(limit))} ."
        f" ?s {path} ?v ."
    )


def _rdf4j(words: Sequence[str], path: str, search: TextSearch, limit: int) -> str:
    """The Lucene sail (Eclipse RDF4J, "Full text search")."""
    namespace = "http://www.openrdf.org/contrib/lucenesail#"
    return f"?s <{namespace}matches> [ <{namespace}query> {_lucene(words)} ] . ?s {path} ?v ."


ENGINES: Final[Mapping[str, Callable[[Sequence[str], str, TextSearch, int], str]]] = MappingProxyType(
    {
        "virtuoso": _virtuoso,
        "qlever": _qlever,
        "jena-text": _jena,
        "graphdb-lucene": _graphdb,
        "stardog": _stardog,
        "blazegraph": _blazegraph,
        "rdf4j-lucene": _rdf4j,
    }
)
"""Engine -> its patterns."""

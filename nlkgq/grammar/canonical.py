"""Queries in the one way in which the grammar writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from nlkgq.grammar.places import ValueSlot, slot
from nlkgq.iri import RDF, WELL_KNOWN, XSD, PrefixMap
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.masking.placeholders import is_placeholder
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import Element, Node, Query, Token, quote
from nlkgq.sparql.table import table
from nlkgq.sparql.terms import variable_name

_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ23456789"
_HIDES: Final = frozenset({"TriplesSameSubjectPath", "ObjectListPath", "InlineDataOneVar", "DataRow", "CollectionPath"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Canonical:
    """A query in canonical words, without its prologue.

    Args:
        words: As the grammar has them; ``text`` joins them with spaces.
        slots: Placeholders that stand for its constants, where they were taken out.
    """

    words: tuple[str, ...]
    slots: tuple[ValueSlot, ...] = ()

    @property
    def text(self) -> str:
        """The words with a space between them."""
        return " ".join(self.words)


def canonical(query: Query, prefixes: PrefixMap, *, masked_for: Ontology | None = None) -> Canonical:
    """A query in the grammar's words: keywords in capitals, terms as the prefixes write them, one form of layout.

    Args:
        query: Any query.
        prefixes: How terms are written.
        masked_for: Literals, and IRIs that this ontology does not name, become placeholders of their kind; None
            leaves them.

    >>> from nlkgq.sparql import parse_query
    >>> canonical(parse_query("select $f where {$f <http://e.org/n> 'Solaris'}"), PrefixMap({"e": "http://e.org/"})).text
    'SELECT ?f WHERE { ?f e:n "Solaris" . }'
    """
    writer = _Writer(query, prefixes, masked_for)
    words = tuple(writer.words(query.body))
    tail = query.root.node("ValuesClause")
    return Canonical(words=words + (tuple(writer.words(tail)) if tail else ()), slots=tuple(writer.slots.values()))


class _Writer:
    def __init__(self, query: Query, prefixes: PrefixMap, ontology: Ontology | None) -> None:
        self._query = query
        self._prefixes = prefixes.merged(WELL_KNOWN)
        self._ontology = ontology
        loaded = table()
        self._keywords = {*loaded.words.values()} - {"A"}
        self.slots: dict[tuple[str, str], ValueSlot] = {}

    def words(self, item: Element) -> Iterator[str]:
        """The canonical words of a part of the query."""
        if isinstance(item, Token):
            yield self._word(item)
            return
        literal = self._query.literal(item)
        if literal is not None:
            yield self._constant(item, literal.value, literal.datatype, literal.language)
        elif item.kind == "WhereClause" and item.token("WHERE") is None:
            yield "WHERE"
            yield from self._children(item)
        elif item.kind == "TriplesBlock":
            for statement in item.nodes():
                yield from self.words(statement)
                yield "."
        elif item.kind == "GroupGraphPattern":
            for child in item.children:
                if not (isinstance(child, Token) and child.terminal == "DOT"):
                    yield from self.words(child)
        elif item.kind in {"PropertyListPathNotEmpty", "PropertyListNotEmpty"}:
            yield from self._property_list(item)
        else:
            yield from self._children(item)

    def _children(self, node: Node) -> Iterator[str]:
        for child in node.children:
            yield from self.words(child)

    def _property_list(self, node: Node) -> Iterator[str]:
        """Without the semicolons behind which nothing comes."""
        pending = False
        for child in node.children:
            if isinstance(child, Token) and child.terminal == "SEMICOLON":
                pending = True
                continue
            if pending:
                yield ";"
                pending = False
            yield from self.words(child)

    def _word(self, token: Token) -> str:
        if token.terminal == "VAR":
            return f"?{variable_name(token)}"
        literal = self._query.literal(token)
        if literal is not None:
            parent = self._query.parent(token)
            if parent is not None and parent.kind in {"LimitClause", "OffsetClause"}:
                return token.text
            return self._constant(token, literal.value, literal.datatype, "")
        iri = self._query.iri_or_none(token)
        if iri is not None:
            return self._iri(token, iri)
        if token.terminal == "PNAME_LN" and token.text.partition(":")[0] in WELL_KNOWN:
            return self._iri(token, PrefixMap(WELL_KNOWN).expand(token.text))
        if token.terminal == "A":
            return "a"
        return token.text.upper() if token.terminal in self._keywords else token.text

    def _iri(self, token: Token, iri: str) -> str:
        if iri == f"{RDF}type":
            return "a"
        ontology = self._ontology
        if ontology is None or ontology.term(iri) is not None or not self._is_value(token):
            return self._prefixes.shorten(iri)
        return self._slot(iri, "individual")

    def _is_value(self, token: Token) -> bool:
        """Whether an IRI stands where a thing of the data may stand."""
        parent = self._query.parent(token)
        return parent is not None and (parent.kind in _HIDES or parent.kind.endswith("Expression"))

    def _constant(self, item: Element, value: str, datatype: str, language: str) -> str:
        if is_placeholder(value):
            return quote(value)
        if self._ontology is not None and not self._is_syntax(item, value):
            return self._slot(f"{value}\0{datatype}\0{language}", _kind(datatype))
        if isinstance(item, Token):
            return item.text.lower() if datatype == f"{XSD}boolean" else item.text
        if language:
            return f"{quote(value)}@{language}"
        return quote(value) if datatype == f"{XSD}string" else f"{quote(value)}^^{self._prefixes.shorten(datatype)}"

    def _is_syntax(self, item: Element, value: str) -> bool:
        """Whether a literal is part of how the query is put: a flag, a separator, a small number, a truth value."""
        parent = self._query.parent(item)
        if parent is not None and parent.kind in {"RegexExpression", "StrReplaceExpression", "Aggregate"}:
            return value != "" and len(value) <= 4 and parent.children[-2] is item
        return isinstance(item, Token) and (value in {"true", "false"} or (value.isdigit() and len(value) < 3))

    def _slot(self, identity: str, kind: str) -> str:
        key = identity, kind
        if key not in self.slots:
            number, letters = len(self.slots), ""
            for _ in range(4):
                number, place = divmod(number, len(_LETTERS))
                letters += _LETTERS[place]
            self.slots[key] = slot(f"VALUE_{letters}", kind)
        return quote(self.slots[key].name)


def _kind(datatype: str) -> str:
    if datatype in NUMERIC:
        return "number"
    if datatype in TEMPORAL:
        return "date"
    return "boolean" if datatype == f"{XSD}boolean" else "string"

"""Edits that put stored terms into a query: collected over the old tree, applied at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from nlkgq.iri import RDF, SKOS, WELL_KNOWN, XSD, is_valid_iri
from nlkgq.ontology.model import Ontology
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import Element, Node, Query, Splice, Token, TriplePattern, quote, triple_patterns

_INTEGER: Final = re.compile(r"-?(?:0|[1-9]\d*)")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9]\d*)\.\d+")
_LANGUAGE: Final = re.compile(r"[A-Za-z]+(?:-[A-Za-z0-9]+)*")


def written(term: RdfTerm) -> str:
    """A stored term as SPARQL text, every special character escaped.

    Raises:
        ValueError: SPARQL cannot express it (an invalid IRI, half a surrogate pair, a blank node).

    >>> written(RdfTerm("literal", 'say "hi"', None, "en")), written(RdfTerm("literal", "7", XSD + "integer"))
    ('"say \\\\"hi\\\\""@en', '7')
    """
    term.value.encode()  # half a character is a UnicodeEncodeError, which is a ValueError
    if term.kind == "uri":
        if not is_valid_iri(term.value):
            raise ValueError("not a valid IRI")
        return f"<{term.value}>"
    if term.kind == "bnode":
        raise ValueError("a node without a name")
    if term.language and _LANGUAGE.fullmatch(term.language):
        return f"{quote(term.value)}@{term.language}"
    return literal(term.value, term.datatype)


def literal(text: str, datatype: str | None) -> str:
    """A literal; whole numbers and decimals as SPARQL writes them."""
    if datatype == XSD + "integer" and _INTEGER.fullmatch(text):
        return text
    if datatype == XSD + "decimal" and _DECIMAL.fullmatch(text):
        return text
    if datatype is None or datatype in {XSD + "string", RDF + "langString"} or not is_valid_iri(datatype):
        return quote(text)
    return f"{quote(text)}^^<{datatype}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a triple pattern something stands."""

    pattern: TriplePattern
    role: Literal["subject", "object"]


def path_end(query: Query, predicate: object) -> tuple[str | None, bool]:
    """The property that a predicate or path ends with, and whether it ends with one turned round (``^``).

    Of alternatives the first counts; the property is None for a variable, a negated set and a turned step.

    >>> from nlkgq.sparql import parse_query
    >>> tree = parse_query("ASK { ?x <e:a>/<e:b>* ?y . ?x (<e:a>|^<e:b>) ?y . ?x <e:a>/^<e:b> ?y }")
    >>> [path_end(tree, p.predicate) for p in triple_patterns(tree)]
    [('e:b', False), ('e:a', False), (None, True)]
    """
    if not isinstance(predicate, Node):
        return query.iri_or_none(predicate), False
    parts = [c for c in predicate.children if not (isinstance(c, Token) and c.terminal in {"LPAR", "RPAR"})]
    if predicate.kind == "PathSequence":
        return path_end(query, parts[-1])
    if predicate.kind in {"PathPrimary", "PathElt", "PathAlternative"} and parts:
        return path_end(query, parts[0])
    first = parts[0] if parts else None
    return None, predicate.kind == "PathEltOrInverse" and isinstance(first, Token) and first.text == "^"


def object_property(query: Query, variable: Element) -> str | None:
    """The property whose object a variable is; None when it has none or several."""
    if not isinstance(variable, Token) or variable.terminal != "VAR":
        return None
    found = {
        path_end(query, p.predicate)[0]
        for p in triple_patterns(query)
        if isinstance(p.object, Token) and p.object.terminal == "VAR" and p.object.text[1:] == variable.text[1:]
    }
    return found.pop() if len(found) == 1 else None


def naming_path(ontology: Ontology | None) -> str:
    """A property path over what names things: well-known properties and the ontology's own."""
    from nlkgq.values.names import names_things

    known = [
        WELL_KNOWN["rdfs"] + "label",
        SKOS + "prefLabel",
        WELL_KNOWN["foaf"] + "name",
        WELL_KNOWN["schema"] + "name",
    ]
    own = [] if ontology is None else [p.iri for p in ontology.properties.values() if names_things(p.iri)]
    return "|".join(f"<{iri}>" for iri in dict.fromkeys([*known, *own]))


class TermEdits:
    """Splices over ``query``, and what new variables and patterns they need."""

    def __init__(self, query: Query, *, ontology: Ontology | None) -> None:
        self.query = query
        self.ontology = ontology
        self._splices: dict[tuple[int, int], str] = {}
        self._additions: dict[int, list[str]] = {}
        self._variables = 0

    def pattern_places(self) -> Mapping[Element, Place]:
        """Subjects and objects of triple patterns."""
        places: dict[Element, Place] = {}
        for pattern in triple_patterns(self.query):
            if isinstance(pattern.subject, (Node, Token)):
                places.setdefault(pattern.subject, Place(pattern=pattern, role="subject"))
            if isinstance(pattern.object, (Node, Token)):
                places.setdefault(pattern.object, Place(pattern=pattern, role="object"))
        return places

    def replace(self, item: Element, text: str) -> None:
        """Write ``text`` for a node or token; the same item twice is an error of the program."""
        self._splices[item.start, item.end] = text

    def wrap(self, item: Element, before: str, after: str) -> None:
        """Put text around a node or token."""
        self._splices[item.start, item.start] = before + self._splices.get((item.start, item.start), "")
        self._splices[item.end, item.end] = self._splices.get((item.end, item.end), "") + after

    def add(self, group: Node, text: str) -> None:
        """Add a pattern or FILTER to a group."""
        self._additions.setdefault(group.start + 1, []).append(text)

    def variable(self) -> str:
        """A variable that the query does not have."""
        while True:
            self._variables += 1
            name = f"?held{self._variables}"
            if not re.search(rf"[?$]{name[1:]}\b", self.query.text, re.IGNORECASE):
                return name

    def wants_individual(self, property_iri: str | None) -> bool | None:
        """Whether a property's objects are things (True), literals (False), or that is not known (None)."""
        found = self.ontology.properties.get(property_iri or "") if self.ontology is not None else None
        if found is None or found.kind not in {"object", "datatype"}:
            return None
        return found.kind == "object"

    def naming_path(self) -> str:
        """A property path over what names things; see `naming_path`."""
        return naming_path(self.ontology)

    def one_of(self, item: Element, group: Node, texts: list[str]) -> None:
        """Write ``item`` as one term, or as a variable that VALUES in its group binds to several."""
        if len(texts) == 1:
            self.replace(item, texts[0])
            return
        variable = self.variable()
        self.replace(item, variable)
        self.add(group, f"VALUES {variable} {{ {' '.join(texts)} }}")

    def applied(self) -> Query:
        """The new query.

        Raises:
            ValueError, SparqlSyntaxError: Edits overlap, or the result is not a query.
        """
        if not self._splices and not self._additions:
            return self.query
        splices = [Splice(start, end, text) for (start, end), text in self._splices.items()]
        splices += [Splice(at, at, " " + " ".join(texts) + " ") for at, texts in self._additions.items()]
        if self._variables:
            splices += self._without_star()
        return self.query.edit(*splices)

    def _without_star(self) -> list[Splice]:
        """New variables must not become columns of ``SELECT *``."""
        clause = self.query.body.node("SelectClause")
        star = clause.token("STAR") if clause is not None else None
        if star is None or not self.query.variables:
            return []
        return [Splice(star.start, star.end, " ".join(f"?{name}" for name in self.query.variables))]

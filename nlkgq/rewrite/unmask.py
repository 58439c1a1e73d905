"""Unmasking: placeholders of a query become the stored terms they stand for. One pass of edits, never text replacement.

Where a placeholder stands decides what it becomes:

* object or subject of a triple pattern, FILTER =, IN, VALUES, BIND: the exact stored term (language tag, datatype,
  spelling); VALUES or IN of them where there are several; the thing that a name belongs to where a thing is wanted;
  where nothing is known, the words as typed, compared without case and language tag;
* a part of a value (a last name): whatever contains it, without case;
* <, >, arithmetic: a number, or a date in the datatype of what it is compared with;
* CONTAINS, STRSTARTS, REGEX, CONCAT and other text: the words, escaped for a regular expression where they are in one,
  in lower or upper case where the other side is;
* DESCRIBE: the things; LIMIT and OFFSET: a whole number;
* a variable's name or another comment: nothing; it tells nothing and stays.

Anything else is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from nlkgq.errors import UnmaskError
from nlkgq.masking.model import MaskedText
from nlkgq.masking.placeholders import PREFIX, is_placeholder
from nlkgq.ontology.model import Ontology
from nlkgq.rewrite.restored import number_of, terms_of, written
from nlkgq.rewrite.unmask_edits import Edits, Occurrence
from nlkgq.rewrite.unmask_expressions import in_bind, in_data, in_expression
from nlkgq.rewrite.unmask_patterns import in_pattern
from nlkgq.sparql import Element, Node, Query
from nlkgq.sparql.terms import string_value
from nlkgq.sparql.tree import IRI_TERMINALS, STRING_TERMINALS

_SHAPE: Final = re.compile(rf"{PREFIX}[A-Z0-9]{{4}}(?![A-Za-z0-9])", re.IGNORECASE)
_LIMIT: Final = 1_000
_SLICED: Final = re.compile(rf"\s*\#({PREFIX}[A-Z0-9]{{4}})(?![A-Za-z0-9])", re.IGNORECASE)
_IRI: Final = "urn:placeholder:"
_SPLIT: Final = re.compile(rf"{PREFIX}\W*$", re.IGNORECASE)
_TEXT_OR_BARE: Final = re.compile(
    r"(?<![\w?$:])(?P<described>(?i:describe)\s+)(?P<mark>[\"']?)(?P<thing>[A-Za-z0-9_]+)(?P=mark)(?![\w:])|"
    r"(?<![\w?$:])(?P<slice>(?i:limit|offset)\s+)(?P<quote>[\"']?)(?P<number>[A-Za-z0-9_]+)(?P=quote)(?!\w)|"
    r"<(?P<iri>[A-Za-z0-9_]+)>|(?P<text>\"\"\"(?:[^\"\\]|\\.|\"(?!\"\"))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*'''"
    r"|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|<[^<>\"{}|^`\\\s]*>|\#[^\n]*)"
    r"|(?<![\w?$:@\-])(?P<bare>[A-Za-z_][A-Za-z0-9_]*)(?![\w:(\-])",
    re.DOTALL,
)


def quote_bare_placeholders(text: str, names: Iterable[str]) -> str:
    """A query in which placeholders that stand as bare words are string literals, and those that stand as relative
    IRIs absolute ones, so that it can be parsed and passes the gate. DESCRIBE, LIMIT and OFFSET take no string: there
    the placeholder becomes an IRI, or a comment behind a number.

    >>> quote_bare_placeholders('ASK { ?x ?p VALUE_K3QX FILTER(?y = "VALUE_K3QX") } # VALUE_K3QX', ["VALUE_K3QX"])
    'ASK { ?x ?p "VALUE_K3QX" FILTER(?y = "VALUE_K3QX") } # VALUE_K3QX'
    """
    known = {name.casefold() for name in names}
    if not known:
        return text

    def quoted(match: re.Match[str]) -> str:
        if match["described"]:
            is_known = match["thing"].casefold() in known
            return f"{match['described']}<{_IRI}{match['thing']}>" if is_known else match.group()
        if match["slice"]:
            is_known = match["number"].casefold() in known
            return f"{match['slice']}{_LIMIT} #{match['number']}\n" if is_known else match.group()
        if (match["bare"] or "").casefold() in known:
            return f'"{match.group()}"'
        return f"<{_IRI}{match['iri']}>" if (match["iri"] or "").casefold() in known else match.group()

    return _TEXT_OR_BARE.sub(quoted, text)


def unmask(tree: Query, masked: MaskedText, *, ontology: Ontology | None = None) -> Query:
    """The query with every placeholder of ``masked`` restored.

    Args:
        tree: The query as a generator wrote it.
        masked: The question it answers.
        ontology: Tells whether a property wants a thing or its name, and the datatype of dates.

    Raises:
        UnmaskError: A placeholder that the question does not have, or one that stands where no value can.
    """
    edits = Edits(tree, ontology=ontology)
    patterns = edits.pattern_places()
    for found in _occurrences(tree, masked, ontology):
        if found.item in patterns:
            in_pattern(edits, found, patterns[found.item])
        elif tree.enclosing(found.item, "InlineData", "ValuesClause") is not None:
            in_data(edits, found)
        elif _parent_kind(tree, found.item) == "Bind":
            in_bind(edits, found)
        elif _parent_kind(tree, found.item) == "DescribeQuery":
            _described(edits, found)
        else:
            in_expression(edits, found)
    _slices(edits, masked)
    return edits.applied()


def _described(edits: Edits, found: Occurrence) -> None:
    """DESCRIBE: every thing that is meant."""
    placeholder = found.placeholders[0]
    terms = terms_of(placeholder, None, individuals=True) if found.whole is not None else ()
    texts = [written(term, placeholder.name) for term in terms if term.kind == "uri"]
    if not texts:
        raise UnmaskError(f"nothing in the graph is known as {placeholder.name}", placeholder=placeholder.name)
    edits.replace(found.item, " ".join(texts))


def _slices(edits: Edits, masked: MaskedText) -> None:
    """LIMIT and OFFSET, whose placeholder `quote_bare_placeholders` put into a comment."""
    for clause in edits.query.find("LimitClause", "OffsetClause"):
        behind = _SLICED.match(edits.query.text, clause.end)
        placeholder = masked.placeholder(behind[1]) if behind is not None else None
        if placeholder is None:
            continue
        number = number_of(placeholder)
        if number is None or not number.isdecimal():
            name = placeholder.name
            raise UnmaskError(f"{name} is no whole number, and stands where one must", placeholder=name)
        edits.replace(clause.children[-1], number)


def _parent_kind(tree: Query, item: Element) -> str:
    parent = tree.parent(item)
    return parent.kind if parent is not None else ""


def _occurrences(tree: Query, masked: MaskedText, ontology: Ontology | None) -> Iterator[Occurrence]:
    """Literals and IRIs that hold placeholders; terms of the ontology are none, whatever their names."""
    for token in tree.tokens:
        if token.terminal in STRING_TERMINALS:
            text = string_value(token)
            parent = tree.parent(token)
            item: Element = parent if parent is not None and parent.kind == "RDFLiteral" else token
        elif token.terminal in IRI_TERMINALS or token.terminal.startswith("PNAME"):
            text, item = token.text, token
            if ontology is not None and PREFIX in text.upper() and ontology.term(tree.iri_or_none(token) or ""):
                continue
        else:
            continue
        names = _SHAPE.findall(text)
        known = [p for name in names if (p := masked.placeholder(name)) is not None]
        if len(known) < len(names):
            _refuse_unknown(names, masked)
        if not known:
            if masked.placeholders and isinstance(item, Node) and _SPLIT.search(text):
                raise UnmaskError("a placeholder is put together from pieces", placeholder=PREFIX)
            continue
        yield Occurrence(item=item, token=token, text=text, placeholders=tuple(known))


def _refuse_unknown(names: Iterable[str], masked: MaskedText) -> None:
    """Names that are placeholders by their letters or their case, and not of the question; "value_type" is a text."""
    for name in names:
        odd = is_placeholder(name) or name.isupper()
        if odd and masked.placeholder(name) is None and masked.placeholders:
            hint = "Use only the placeholders of the question: " + ", ".join(p.name for p in masked.placeholders)
            raise UnmaskError(f"{name} is no placeholder of this question", placeholder=name, hint=hint)

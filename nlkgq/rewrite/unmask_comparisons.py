"""Placeholders as one side of a comparison, or in the list of IN."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nlkgq.analysis.term_edits import literal
from nlkgq.errors import UnmaskError
from nlkgq.iri import XSD
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.masking.model import Placeholder
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.restored import moment, number_of, part_of_date, terms_of, text_of, words_typed, written
from nlkgq.rewrite.unmask_edits import Edits, Occurrence
from nlkgq.rewrite.unmask_sides import MIRRORED, STRING, Side, function_of, side_of
from nlkgq.sparql import Element, Node, Query, Token, quote

_GIVES_NUMBERS: Final = NUMERIC | {
    *("YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "STRLEN"),
    *("ABS", "ROUND", "CEIL", "FLOOR", "COUNT", "SUM", "AVG"),
}
_GIVES_TEXT: Final = frozenset(
    {"STR", "LCASE", "UCASE", "CONCAT", "SUBSTR", "REPLACE", "STRBEFORE", "STRAFTER", XSD + "string"}
)
ARITHMETIC: Final = frozenset({"AdditiveExpression", "MultiplicativeExpression", "UnaryExpression"})


def in_comparison(edits: Edits, found: Occurrence, placeholder: Placeholder, relation: Node) -> None:
    """Restore a placeholder that is an operand of ``relation``."""
    query, parts = edits.query, relation.children
    listed = isinstance(parts[-1], Node) and parts[-1].kind == "ExpressionList"
    left = found.item.end <= parts[1].start
    other = parts[-1] if left else parts[0]
    signs = [p for p in parts[1:-1] if isinstance(p, Token)]
    sign = "IN" if listed else MIRRORED[signs[0].text] if left else signs[0].text
    if listed and left:
        terms = terms_of(placeholder, None, individuals=None) or as_typed(placeholder, individuals=None)
        edits.replace(found.item, written(terms[0], placeholder.name))
        return
    function = function_of(query, other)
    if function in _GIVES_NUMBERS or (isinstance(other, Node) and other.kind in ARITHMETIC):
        _readable_cast(edits, placeholder, other)
        as_number(edits, found, placeholder, function)
    elif function in _GIVES_TEXT:
        _text_equality(edits, found, placeholder, relation, other, signs, listed=listed)
    elif sign in {"=", "!=", "IN"}:
        _equality(edits, found, placeholder, relation, other, signs, listed=listed)
    else:
        _ordering(edits, found, placeholder, other, sign)


def _readable_cast(edits: Edits, placeholder: Placeholder, other: Element) -> None:
    """A number cast from a year has to be cast from its text (SPARQL 1.1 Query, section 17.5)."""
    if not isinstance(other, Node) or function_of(edits.query, other) not in NUMERIC:
        return
    for token in edits.query.tokens_of(other):
        around = edits.query.parent(token)
        direct = around is not None and around.kind == "ArgList"
        if token.terminal == "VAR" and direct and side_of(edits, placeholder, token).datatype in TEMPORAL:
            edits.wrap(token, "STR(", ")")


def _text_equality(
    edits: Edits,
    found: Occurrence,
    placeholder: Placeholder,
    relation: Node,
    other: Element,
    signs: list[Token],
    *,
    listed: bool,
) -> None:
    query, source = edits.query, edits.query.source(other)
    if placeholder.is_shared and not (listed and _several(relation)):
        test = _loosely(placeholder, source)
        edits.replace(relation, f"!{test}" if _unequal(signs) else test)
        return
    change = case_of(query, other)
    texts = [change(text) for text in _texts(placeholder)]
    names = {t.text.upper() for t in query.tokens_of(other)}
    if "STR" not in names:  # LCASE and its like keep a language tag
        source = f"STR({source})"
    _equal_to(edits, found, list(dict.fromkeys(map(quote, texts))), other, signs, source, listed=listed)


def _unequal(signs: list[Token]) -> bool:
    return any(s.text == "!=" or s.terminal == "NOT" for s in signs)


def _texts(placeholder: Placeholder) -> list[str]:
    if placeholder.is_shared or not placeholder.candidates:
        return [text_of(placeholder)]
    return [c.text if c.term.kind == "uri" else c.term.value for c in placeholder.candidates]


def case_of(query: Query, other: Element) -> Callable[[str], str]:
    """What the other side does to letters: lower or upper case, looked for inside it."""
    names = {t.text.upper() for t in query.tokens_of(other) if t.terminal.startswith("FUNCTION")}
    return str.lower if "LCASE" in names else str.upper if "UCASE" in names else str


def _equal_to(
    edits: Edits,
    found: Occurrence,
    texts: list[str],
    other: Element,
    signs: list[Token],
    source: str,
    *,
    listed: bool,
) -> None:
    """``source = x``, or ``source IN (x, y)`` where several terms are meant; ``source`` is written for ``other``."""
    if listed or len(texts) == 1:
        edits.replace(found.item, ", ".join(texts))
        if source != edits.query.source(other):
            edits.replace(other, source)
        return
    relation = edits.query.enclosing(found.item, "RelationalExpression")
    assert relation is not None
    word = "NOT IN" if signs[0].text == "!=" else "IN"
    edits.replace(relation, f"{source} {word} ({', '.join(texts)})")


def _equality(
    edits: Edits,
    found: Occurrence,
    placeholder: Placeholder,
    relation: Node,
    other: Element,
    signs: list[Token],
    *,
    listed: bool,
) -> None:
    individuals = True if not isinstance(found.item, Node) else None
    side = side_of(edits, placeholder, other)
    terms = terms_of(placeholder, side.property_iri, individuals=individuals or side.things)
    number = number_of(placeholder)
    unequal = _unequal(signs)
    loose = side.lacks(placeholder) or ((placeholder.is_shared or not terms) and number is None)
    if loose and not individuals and not (listed and _several(relation)):
        test = _loosely(placeholder, edits.query.source(other))
        edits.replace(relation, f"!{test}" if unequal else test)
        return
    if not terms and individuals:
        raise UnmaskError(f"nothing in the graph is known as {placeholder.name}", placeholder=placeholder.name)
    texts = [written(term, placeholder.name) for term in terms]
    if number is not None and all(t.datatype is None or t.datatype in NUMERIC for t in terms):
        strings = [t for t, term in zip(texts, terms, strict=True) if term.datatype is None]
        texts = [number, *strings] if strings or not unequal else [number]
        texts += [quote(number)] if not terms and not unequal else []
    if not texts:
        texts = [written(term, placeholder.name) for term in as_typed(placeholder, individuals=None)]
    source = edits.query.source(other)
    _equal_to(edits, found, list(dict.fromkeys(texts)), other, signs, source, listed=listed)


def _several(relation: Node) -> bool:
    """Whether IN lists more than one item."""
    listed = relation.children[-1]
    return isinstance(listed, Node) and any(isinstance(c, Token) and c.terminal == "COMMA" for c in listed.children)


def _loosely(placeholder: Placeholder, source: str) -> str:
    """A test without case and language tag: part of a value, a date not stored as such, unknown words."""
    if placeholder.is_shared:
        return f"CONTAINS(LCASE(STR({source})), {quote(text_of(placeholder).lower())})"
    if placeholder.readings:
        tests = (f"STRSTARTS(STR({source}), {quote(reading)})" for reading in placeholder.readings)
        return f"({' || '.join(tests)})"
    return f"(LCASE(STR({source})) = {quote(words_typed(placeholder).lower())})"


def _ordering(edits: Edits, found: Occurrence, placeholder: Placeholder, other: Element, sign: str) -> None:
    """<, >, <=, >=: in the datatype of the other side."""
    side = side_of(edits, placeholder, other)
    edits.replace(found.item, bound(edits, found, placeholder, side, sign))
    stored = [c.term for c in placeholder.candidates if c.term.kind == "literal"]
    as_text = side.datatype == STRING or (
        side.datatype is None and bool(stored) and all(t.datatype is None for t in stored)
    )
    if as_text and number_of(placeholder) is not None and placeholder.kind.value != "date":
        edits.wrap(other, f"<{XSD}decimal>(", ")")


def bound(edits: Edits, found: Occurrence, placeholder: Placeholder, side: Side, sign: str) -> str:
    """What a value is measured against, in its datatype: a number, or a moment (the end of a year for ``>``)."""
    datatype = side.datatype if side.datatype != STRING else None
    datatype = datatype or _datatype(edits, found, placeholder)
    reading = placeholder.readings[0] if placeholder.readings else None
    number = number_of(placeholder)
    if reading is not None and datatype in TEMPORAL:
        text = moment(reading, datatype, last=sign in {">", "<="})
        if text is not None:
            return literal(text, datatype)
    if number is not None and placeholder.kind.value != "date":
        return number
    if reading is not None:
        return literal(reading, datatype)
    terms = terms_of(placeholder, None, individuals=None) or as_typed(placeholder, individuals=None)
    return written(terms[0], placeholder.name)


def _datatype(edits: Edits, found: Occurrence, placeholder: Placeholder) -> str | None:
    """The datatype as written, as stored, as it looks."""
    given = edits.query.literal(found.item)
    cast = function_of(edits.query, found.item)
    for iri in (given.datatype if given is not None else "", cast):
        if iri in TEMPORAL or iri in NUMERIC:
            return iri
    stored = {c.term.datatype for c in placeholder.candidates if c.term.kind == "literal"}
    if len(stored) == 1:
        return stored.pop()
    return placeholder.kind.datatype


def as_number(edits: Edits, found: Occurrence, placeholder: Placeholder, function: str = "") -> None:
    """Write the number; of a date the part that ``function`` gives, else its year.

    Raises:
        UnmaskError: It is none.
    """
    number = number_of(placeholder)
    if number is None and placeholder.readings:
        number = part_of_date(placeholder.readings[0], function if function in {"MONTH", "DAY"} else "YEAR")
    if number is None:
        name = placeholder.name
        raise UnmaskError(f"{name} is no number, and is compared with one", placeholder=name)
    edits.replace(found.item, number)


def as_typed(placeholder: Placeholder, *, individuals: bool | None) -> tuple[RdfTerm, ...]:
    """The words of the question as a term.

    Raises:
        UnmaskError: A thing is wanted, and none is known.
    """
    if individuals:
        name = placeholder.name
        raise UnmaskError(f"nothing in the graph is known as {name}", placeholder=name)
    datatype = placeholder.kind.datatype if placeholder.readings else None
    return (RdfTerm("literal", text_of(placeholder), datatype),)

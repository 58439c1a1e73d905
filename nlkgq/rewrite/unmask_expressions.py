"""Placeholders in expressions, VALUES and BIND."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nlkgq.analysis.term_edits import literal, object_property
from nlkgq.errors import UnmaskError
from nlkgq.iri import XSD
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.masking.model import Placeholder
from nlkgq.masking.placeholders import PREFIX
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.restored import moment, number_of, regex_escaped, terms_of, text_of, written
from nlkgq.rewrite.unmask_edits import Edits, Occurrence
from nlkgq.rewrite.unmask_text import restored_text
from nlkgq.sparql import Element, Node, Query, Token, quote

_MIRRORED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_TEXT_TESTS: Final = frozenset({"CONTAINS", "STRSTARTS", "STRENDS"})
_GIVES_NUMBERS: Final = frozenset(
    {
        "YEAR",
        "MONTH",
        "DAY",
        "HOURS",
        "MINUTES",
        "SECONDS",
        "STRLEN",
        "ABS",
        "ROUND",
        "CEIL",
        "FLOOR",
        "COUNT",
        "SUM",
        "AVG",
    }
)
_GIVES_TEXT: Final = frozenset({"STR", "LCASE", "UCASE", "CONCAT", "SUBSTR", "REPLACE", "STRBEFORE", "STRAFTER"})
_ARITHMETIC: Final = frozenset({"AdditiveExpression", "MultiplicativeExpression", "UnaryExpression"})


def in_expression(edits: Edits, found: Occurrence) -> None:
    """Restore a placeholder in a FILTER, HAVING, ORDER BY or projected expression."""
    query, placeholder = edits.query, found.whole
    parent = query.parent(found.item)
    relation = query.enclosing(found.item, "RelationalExpression")
    function = _function(query, parent)
    if placeholder is not None and relation is not None and _is_operand(query, relation, found.item):
        _relational(edits, found, placeholder, relation)
    elif placeholder is not None and not isinstance(found.item, Node):
        terms = [t for t in terms_of(placeholder, None, individuals=True) if t.kind == "uri"]
        if not terms or parent is None or parent.kind not in {"BuiltInCall", "ExpressionList"}:
            name = placeholder.name
            raise UnmaskError(f"{name} stands where only a term of the ontology can", placeholder=name)
        edits.replace(found.item, written(terms[0], placeholder.name))
    elif not isinstance(found.item, Node):
        name = found.placeholders[0].name
        raise UnmaskError(f"{name} is part of an IRI", placeholder=name, hint="Use it as a term of its own.")
    elif parent is not None and parent.kind in _ARITHMETIC and placeholder is not None:
        _number(edits, found, placeholder)
    elif parent is not None and parent.kind == "RegexExpression":
        _regex(edits, found, parent)
    elif parent is not None and parent.kind == "StrReplaceExpression" and _argument(parent, found.item) == 1:
        edits.replace(found.token, quote(restored_text(found, regex_escaped)))
    elif parent is not None and function in _TEXT_TESTS:
        _text_test(edits, found, parent)
    elif function == "SAMETERM" and placeholder is not None and terms_of(placeholder, None, individuals=None):
        edits.replace(found.item, written(terms_of(placeholder, None, individuals=None)[0], placeholder.name))
    else:
        edits.replace(found.token, quote(restored_text(found)))


def in_data(edits: Edits, found: Occurrence) -> None:
    """Restore a placeholder in VALUES: every stored term it means, each in a row of its own."""
    placeholder = found.whole
    if placeholder is None:
        edits.replace(found.token, quote(restored_text(found)))
        return
    individuals = True if not isinstance(found.item, Node) else None
    terms = terms_of(placeholder, None, individuals=individuals) or _as_typed(placeholder, individuals=individuals)
    texts = [written(term, placeholder.name) for term in terms]
    row = edits.query.enclosing(found.item, "DataRow")
    if row is None or len(texts) == 1:
        edits.replace(found.item, " ".join(texts))
        return
    source, start = edits.query.source(row), row.start
    before, after = source[: found.item.start - start], source[found.item.end - start :]
    if PREFIX in (before + after).upper():
        edits.replace(found.item, texts[0])  # two in one row: the likeliest, rather than rows of guesses
        return
    edits.replace(row, " ".join(before + text + after for text in texts))


def in_bind(edits: Edits, found: Occurrence) -> None:
    """Restore a placeholder that is bound to a variable."""
    placeholder, bind = found.whole, edits.query.parent(found.item)
    terms = terms_of(placeholder, None, individuals=None) if placeholder is not None else ()
    if placeholder is None or bind is None or not terms:
        edits.replace(found.token, quote(restored_text(found)))
        return
    texts = [written(term, placeholder.name) for term in terms]
    variable = bind.token("VAR")
    if len(texts) == 1 or variable is None:
        edits.replace(found.item, texts[0])
    else:
        edits.replace(bind, f"VALUES {variable.text} {{ {' '.join(texts)} }}")


def _as_typed(placeholder: Placeholder, *, individuals: bool | None) -> tuple[RdfTerm, ...]:
    if individuals:
        name = placeholder.name
        raise UnmaskError(f"nothing in the graph is known as {name}", placeholder=name)
    datatype = placeholder.kind.datatype if placeholder.readings else None
    return (RdfTerm("literal", text_of(placeholder), datatype),)


def _function(query: Query, node: Element | None) -> str:
    """The name of a call in capitals, its argument list looked through; "" for anything else."""
    if not isinstance(node, Node):
        return ""
    if node.kind == "ExpressionList":
        return _function(query, query.parent(node))
    first = node.children[0] if node.children else None
    calls = {"BuiltInCall", "Aggregate", "RegexExpression", "StrReplaceExpression", "SubstringExpression"}
    if node.kind == "FunctionCall" and isinstance(first, Token):
        return query.iri_or_none(first) or ""
    return first.text.upper() if node.kind in calls and isinstance(first, Token) else ""


def _argument(call: Node, item: Element) -> int:
    """Which argument ``item`` is, from 0."""
    place = call.children.index(item)
    return sum(1 for c in call.children[:place] if isinstance(c, Token) and c.terminal == "COMMA")


def _is_operand(query: Query, relation: Node, item: Element) -> bool:
    parent = query.parent(item)
    while parent is not None and parent.kind in {"BrackettedExpression", "ExpressionList"}:
        item, parent = parent, query.parent(parent)
    return parent is relation


def _relational(edits: Edits, found: Occurrence, placeholder: Placeholder, relation: Node) -> None:
    query, parts = edits.query, relation.children
    listed = isinstance(parts[-1], Node) and parts[-1].kind == "ExpressionList"
    left = found.item.end <= parts[1].start
    other = parts[-1] if left else parts[0]
    signs = [p for p in parts[1:-1] if isinstance(p, Token)]
    sign = "IN" if listed else _MIRRORED[signs[0].text] if left else signs[0].text
    if listed and left:
        terms = terms_of(placeholder, None, individuals=None) or _as_typed(placeholder, individuals=None)
        edits.replace(found.item, written(terms[0], placeholder.name))
        return
    function = _function(query, other)
    if function in _GIVES_NUMBERS or (isinstance(other, Node) and other.kind in _ARITHMETIC):
        _number(edits, found, placeholder)
    elif function in _GIVES_TEXT:
        change = _case_of(query, other)
        texts = [change(text) for text in _texts(placeholder)]
        _equal_to(edits, found, list(dict.fromkeys(map(quote, texts))), signs, listed=listed)
    elif sign in {"=", "!=", "IN"}:
        _equality(edits, found, placeholder, relation, other, signs, listed=listed)
    else:
        _ordering(edits, found, placeholder, other, sign)


def _texts(placeholder: Placeholder) -> list[str]:
    if placeholder.match == "part" or not placeholder.candidates:
        return [text_of(placeholder)]
    return [c.text if c.term.kind == "uri" else c.term.value for c in placeholder.candidates]


def _case_of(query: Query, other: Element) -> Callable[[str], str]:
    """What the other side does to letters: lower or upper case, looked for inside it."""
    names = {t.text.upper() for t in query.tokens_of(other) if t.terminal.startswith("FUNCTION")}
    return str.lower if "LCASE" in names else str.upper if "UCASE" in names else str


def _equal_to(edits: Edits, found: Occurrence, texts: list[str], signs: list[Token], *, listed: bool) -> None:
    """``= x``, or ``IN (x, y)`` where several terms are meant."""
    if listed or len(texts) == 1:
        edits.replace(found.item, ", ".join(texts))
        return
    relation = edits.query.enclosing(found.item, "RelationalExpression")
    assert relation is not None
    word = "NOT IN" if signs[0].text == "!=" else "IN"
    other = relation.children[-1] if found.item.end <= signs[0].start else relation.children[0]
    edits.replace(relation, f"{edits.query.source(other)} {word} ({', '.join(texts)})")


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
    property_iri = object_property(edits.query, other)
    wants = individuals or edits.wants_individual(property_iri)
    terms = terms_of(placeholder, property_iri, individuals=wants)
    number = number_of(placeholder)
    unequal = any(s.text == "!=" or s.terminal == "NOT" for s in signs)
    source = edits.query.source(other)
    if not listed and not individuals and (placeholder.match == "part" or not terms) and number is None:
        test = _loosely(placeholder, source)
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
        texts = [written(term, placeholder.name) for term in _as_typed(placeholder, individuals=None)]
    _equal_to(edits, found, list(dict.fromkeys(texts)), signs, listed=listed)


def _loosely(placeholder: Placeholder, source: str) -> str:
    """A test without case and language tag: part of a value, a date not stored as such, unknown words."""
    if placeholder.match == "part":
        return f"CONTAINS(LCASE(STR({source})), {quote(text_of(placeholder).lower())})"
    if placeholder.readings:
        tests = (f"STRSTARTS(STR({source}), {quote(reading)})" for reading in placeholder.readings)
        return f"({' || '.join(tests)})"
    return f"(LCASE(STR({source})) = {quote(placeholder.original.strip().lower())})"


def _ordering(edits: Edits, found: Occurrence, placeholder: Placeholder, other: Element, sign: str) -> None:
    """<, >, <=, >=: in the datatype of the other side."""
    datatype = _datatype(edits, found, placeholder, other)
    reading = placeholder.readings[0] if placeholder.readings else None
    number = number_of(placeholder)
    if reading is not None and datatype in TEMPORAL:
        text = moment(reading, datatype, last=sign in {">", "<="})
        if text is not None:
            edits.replace(found.item, literal(text, datatype))
            return
    if number is not None and placeholder.kind.value != "date":
        stored = [c.term for c in placeholder.candidates if c.term.kind == "literal"]
        if stored and all(t.datatype is None for t in stored):
            edits.wrap(other, f"<{XSD}decimal>(", ")")
        edits.replace(found.item, number)
    elif reading is not None:
        edits.replace(found.item, literal(reading, datatype))
    else:
        terms = terms_of(placeholder, None, individuals=None) or _as_typed(placeholder, individuals=None)
        edits.replace(found.item, written(terms[0], placeholder.name))


def _datatype(edits: Edits, found: Occurrence, placeholder: Placeholder, other: Element) -> str | None:
    """The datatype of what a placeholder is compared with: as written, as the ontology says, as stored, as it looks."""
    given = edits.query.literal(found.item)
    if given is not None and (given.datatype in TEMPORAL or given.datatype in NUMERIC):
        return given.datatype
    property_iri = object_property(edits.query, other)
    known = edits.ontology.properties.get(property_iri or "") if edits.ontology is not None else None
    for range_iri in known.range_classes if known is not None else ():
        if range_iri in TEMPORAL or range_iri in NUMERIC:
            return range_iri
    stored = {c.term.datatype for c in placeholder.candidates if c.term.kind == "literal"}
    if len(stored) == 1:
        return stored.pop()
    return placeholder.kind.datatype


def _number(edits: Edits, found: Occurrence, placeholder: Placeholder) -> None:
    number = number_of(placeholder)
    if number is None and placeholder.readings:
        number = placeholder.readings[0][:4].lstrip("-0") or None
    if number is None or not number.replace(".", "").lstrip("-").isdecimal():
        name = placeholder.name
        raise UnmaskError(f"{name} is no number, and is compared with one", placeholder=name)
    edits.replace(found.item, number)


def _regex(edits: Edits, found: Occurrence, call: Node) -> None:
    place = _argument(call, found.item)
    if place != 1:
        edits.replace(found.token, quote(restored_text(found)))
        return
    change = _case_of(edits.query, call.children[2])
    edits.replace(found.token, quote(restored_text(found, lambda text: regex_escaped(change(text)))))
    if not any(p.candidates for p in found.placeholders) and change is str:
        commas = [c for c in call.children if isinstance(c, Token) and c.terminal == "COMMA"]
        if len(commas) == 1:
            edits.wrap(found.item, "", ', "i"')


def _text_test(edits: Edits, found: Occurrence, call: Node) -> None:
    """CONTAINS and its like: the words in the case of the other side; words not known without case."""
    other = next(c for c in call.children[2:] if _is_other(c, found))
    change = _case_of(edits.query, other)
    known = any(p.candidates or p.readings for p in found.placeholders)
    if change is str and not known:
        edits.wrap(other, "LCASE(STR(", "))")
        change = str.lower
    text = restored_text(found, change)
    edits.replace(found.token, quote(change(text) if change is not str else text))


def _is_other(item: Element, found: Occurrence) -> bool:
    sign = isinstance(item, Token) and item.terminal in {"LPAR", "RPAR", "COMMA"}
    return item is not found.item and not sign

"""Placeholders in expressions, VALUES and BIND."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nlkgq.analysis.term_edits import literal
from nlkgq.errors import UnmaskError
from nlkgq.masking.kinds import NUMERIC, TEMPORAL
from nlkgq.masking.model import Placeholder
from nlkgq.masking.placeholders import PREFIX
from nlkgq.rewrite.restored import moment, number_of, part_of_date, regex_escaped, terms_of, written
from nlkgq.rewrite.unmask_comparisons import ARITHMETIC, as_number, as_typed, bound, case_of, in_comparison
from nlkgq.rewrite.unmask_edits import Edits, Occurrence
from nlkgq.rewrite.unmask_sides import STRING, call_around, comparison, function_of, is_joined, side_of
from nlkgq.rewrite.unmask_text import restored_text
from nlkgq.sparql import Element, Node, Query, Token, quote

_TEXT_TESTS: Final = frozenset({"CONTAINS", "STRSTARTS", "STRENDS"})
_SAME_TEXT: Final = frozenset({"STR", "LCASE", "UCASE"})
_PARTS: Final = frozenset({"YEAR", "MONTH", "DAY"})


def in_expression(edits: Edits, found: Occurrence) -> None:
    """Restore a placeholder in a FILTER, HAVING, ORDER BY or projected expression."""
    query, placeholder = edits.query, found.whole
    found = _with_its_call(query, found, placeholder)
    parent = query.parent(found.item)
    relation = query.enclosing(found.item, "RelationalExpression")
    call = call_around(query, found.item)
    function = function_of(query, call)
    part = part_of_date(placeholder.readings[0], function) if placeholder is not None and placeholder.readings else None
    if placeholder is not None and relation is not None and _is_operand(query, relation, found.item):
        in_comparison(edits, found, placeholder, relation)
    elif placeholder is not None and not isinstance(found.item, Node):
        terms = [t for t in terms_of(placeholder, None, individuals=True) if t.kind == "uri"]
        if not terms or parent is None or parent.kind not in {"BuiltInCall", "ExpressionList"}:
            name = placeholder.name
            raise UnmaskError(f"{name} stands where only a term of the ontology can", placeholder=name)
        edits.replace(found.item, written(terms[0], placeholder.name))
    elif not isinstance(found.item, Node):
        name = found.placeholders[0].name
        raise UnmaskError(f"{name} is part of an IRI", placeholder=name, hint="Use it as a term of its own.")
    elif parent is not None and parent.kind in ARITHMETIC and placeholder is not None:
        as_number(edits, found, placeholder)
    elif call is not None and function in _PARTS and part is not None:
        edits.replace(call, part)
    elif parent is not None and parent.kind == "RegexExpression":
        _regex(edits, found, parent)
    elif parent is not None and parent.kind == "StrReplaceExpression" and _argument(parent, found.item) == 1:
        edits.replace(found.token, quote(restored_text(found, regex_escaped)))
    elif parent is not None and function in _TEXT_TESTS and call is parent:
        _text_test(edits, found, parent)
    elif function == "SAMETERM" and placeholder is not None and terms_of(placeholder, None, individuals=None):
        edits.replace(found.item, written(terms_of(placeholder, None, individuals=None)[0], placeholder.name))
    elif placeholder is not None and (typed := _cast(query, found, placeholder)) is not None:
        edits.replace(found.item, typed)
    else:
        edits.replace(found.token, quote(restored_text(found)))


def _with_its_call(query: Query, found: Occurrence, placeholder: Placeholder | None) -> Occurrence:
    """The placeholder with a cast, LCASE or STR around it: it is restored as what it is compared with needs anyway."""
    call = call_around(query, found.item)
    function = function_of(query, call)
    if placeholder is None or call is None:
        return found
    if function in NUMERIC or function in TEMPORAL:
        known = number_of(placeholder) is not None or placeholder.readings
        return replace(found, item=call) if known else found
    relation = query.enclosing(call, "RelationalExpression")
    is_text = isinstance(found.item, Node)  # of an IRI, STR is no name
    if is_text and function in _SAME_TEXT and relation is not None and _is_operand(query, relation, call):
        return replace(found, item=call)
    return found


def _cast(query: Query, found: Occurrence, placeholder: Placeholder) -> str | None:
    """A cast placeholder that nothing is compared with; None when there is no cast."""
    cast = function_of(query, found.item)
    if cast in NUMERIC:
        return number_of(placeholder) or part_of_date(placeholder.readings[0], "YEAR")
    if cast in TEMPORAL and placeholder.readings:
        text = moment(placeholder.readings[0], cast, last=False)
        return literal(text, cast) if text is not None else quote(placeholder.readings[0])
    return None


def in_data(edits: Edits, found: Occurrence) -> None:
    """Restore a placeholder in VALUES: every stored term it means, each in a row of its own."""
    placeholder = found.whole
    if placeholder is None:
        edits.replace(found.token, quote(restored_text(found)))
        return
    texts = _bound_to(edits, found, placeholder, _data_variable(edits.query, found.item))
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


def _data_variable(query: Query, item: Element) -> Token | None:
    """The variable that a term of VALUES is for."""
    row, data = query.enclosing(item, "DataRow"), query.enclosing(item, "InlineDataFull", "InlineDataOneVar")
    if data is None:
        return None
    if row is None:
        return data.token("VAR")
    variables = data.node("DataVariables")
    names = [c for c in variables.children if isinstance(c, Token) and c.terminal == "VAR"] if variables else []
    place = sum(1 for c in row.children if c.end <= item.start) - 1
    return names[place] if 0 <= place < len(names) else None


def _bound_to(edits: Edits, found: Occurrence, placeholder: Placeholder, variable: Token | None) -> list[str]:
    """The terms of a variable that is bound to a placeholder.

    In a pattern it needs the terms that its property holds; elsewhere what it is compared with decides, and a number
    is one number however many datatypes it is stored with.
    """
    individuals = True if not isinstance(found.item, Node) else None
    terms = terms_of(placeholder, None, individuals=individuals)
    if variable is not None and is_joined(edits.query, variable):
        joined = side_of(edits, placeholder, variable)
        terms = terms_of(placeholder, joined.property_iri, individuals=individuals or joined.things)
    elif variable is not None and individuals is None and not placeholder.is_shared:
        texts = _compared_with(edits, found, placeholder, variable)
        if texts:
            return texts
    terms = terms or as_typed(placeholder, individuals=individuals)
    return list(dict.fromkeys(written(term, placeholder.name) for term in terms))


def _compared_with(edits: Edits, found: Occurrence, placeholder: Placeholder, variable: Token) -> list[str]:
    """What a variable outside of patterns needs for its comparison; [] when that is not known."""
    compared = comparison(edits.query, variable)
    number = number_of(placeholder)
    if compared is None:
        several = any(c.term.datatype in NUMERIC for c in placeholder.candidates)
        return [number] if number is not None and several else []
    other, sign = compared
    side = side_of(edits, placeholder, other)
    if side.things:
        terms = terms_of(placeholder, side.property_iri, individuals=True)
        return [written(term, placeholder.name) for term in terms]
    if side.own and side.datatype == STRING:
        return [written(term, placeholder.name) for term in side.own]
    return [bound(edits, found, placeholder, side, sign)] if placeholder.readings else []


def in_bind(edits: Edits, found: Occurrence) -> None:
    """Restore a placeholder that is bound to a variable."""
    placeholder, bind = found.whole, edits.query.parent(found.item)
    variable = bind.token("VAR") if bind is not None else None
    if placeholder is None or bind is None or (not placeholder.candidates and not placeholder.readings):
        edits.replace(found.token, quote(restored_text(found)))
        return
    texts = _bound_to(edits, found, placeholder, variable)
    if len(texts) == 1 or variable is None:
        edits.replace(found.item, texts[0])
    else:
        edits.replace(bind, f"VALUES {variable.text} {{ {' '.join(texts)} }}")


def _argument(call: Node, item: Element) -> int:
    """Which argument ``item`` is, from 0."""
    place = call.children.index(item)
    return sum(1 for c in call.children[:place] if isinstance(c, Token) and c.terminal == "COMMA")


def _is_operand(query: Query, relation: Node, item: Element) -> bool:
    parent = query.parent(item)
    while parent is not None and parent.kind in {"BrackettedExpression", "ExpressionList"}:
        item, parent = parent, query.parent(parent)
    return parent is relation


def _regex(edits: Edits, found: Occurrence, call: Node) -> None:
    place = _argument(call, found.item)
    if place != 1:
        edits.replace(found.token, quote(restored_text(found)))
        return
    change = case_of(edits.query, call.children[2])
    edits.replace(found.token, quote(restored_text(found, lambda text: regex_escaped(change(text)))))
    if not any(p.candidates for p in found.placeholders) and change is str:
        commas = [c for c in call.children if isinstance(c, Token) and c.terminal == "COMMA"]
        if len(commas) == 1:
            edits.wrap(found.item, "", ', "i"')


def _text_test(edits: Edits, found: Occurrence, call: Node) -> None:
    """CONTAINS and its like: the words in the case of the other side; words not known without case."""
    other = next(c for c in call.children[2:] if _is_other(c, found))
    change = case_of(edits.query, other)
    known = any(p.candidates or p.readings for p in found.placeholders)
    if change is str and not known:
        edits.wrap(other, "LCASE(STR(", "))")
        change = str.lower
    text = restored_text(found, change)
    edits.replace(found.token, quote(change(text) if change is not str else text))


def _is_other(item: Element, found: Occurrence) -> bool:
    sign = isinstance(item, Token) and item.terminal in {"LPAR", "RPAR", "COMMA"}
    return item is not found.item and not sign

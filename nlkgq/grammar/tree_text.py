"""A query tree as `tree_schema` describes it -> SPARQL text in the grammar's words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from nlkgq.errors import NoQueryError
from nlkgq.grammar.tree_schema import OPERATORS
from nlkgq.sparql import quote

_ONE_WORD: Final = re.compile(r'<[^<>"{}|^`\\\s]*>|(?:[^\s"#{}()<>.\\]|\\.|\.(?=\S))+')


def from_json(reply: str) -> str:
    """The query in a reply that follows the schema, without PREFIX lines.

    Raises:
        NoQueryError: It is no JSON, or does not follow the schema.

    >>> where = '[{"subject": "?f", "property": "a", "object": {"class": "e:Film"}}]'
    >>> from_json(f'{{"query": {{"form": "ASK", "where": {where}}}}}')
    'ASK WHERE { ?f a e:Film . }'
    """
    try:
        return tree_text(json.loads(reply))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NoQueryError(reply, hint=f"The reply does not follow the schema: {error!r}") from None


def tree_text(tree: Mapping[str, Any]) -> str:
    """The text of a tree.

    Args:
        tree: As the schema has it: ``{"query": ...}``.

    Raises:
        KeyError, TypeError, ValueError: It does not follow the schema.
    """
    query = tree["query"]
    if query["form"] == "ASK":
        return " ".join(("ASK", "WHERE", *_group(query["where"])))
    return " ".join(_select(query))


def _select(query: Mapping[str, Any]) -> Iterator[str]:
    yield "SELECT"
    if query["distinct"]:
        yield "DISTINCT"
    for column in query["columns"]:
        yield from _column(column)
    if not query["columns"]:
        yield "*"
    yield "WHERE"
    yield from _group(query["where"])
    if query["group_by"]:
        yield from ("GROUP", "BY")
        for item in query["group_by"]:
            yield from _column(item)
    if query["having"]:
        yield "HAVING"
        for test in query["having"]:
            yield from ("(", *_expression(test), ")")
    if query["order_by"]:
        yield from ("ORDER", "BY")
        for order in query["order_by"]:
            if isinstance(order["by"], str) and not order["descending"]:
                yield _variable(order["by"])
            else:
                yield from ("DESC" if order["descending"] else "ASC", "(", *_expression(order["by"]), ")")
    for name in ("limit", "offset"):
        if query[name] is not None:
            yield from (name.upper(), str(int(query[name])))


def _column(column: Any) -> Iterator[str]:
    if isinstance(column, str):
        yield _variable(column)
    else:
        yield from ("(", *_expression(column["expression"]), "AS", _variable(column["name"]), ")")


def _group(elements: list[Any]) -> Iterator[str]:
    yield "{"
    for element in elements:
        yield from _element(element)
    yield "}"


def _element(element: Mapping[str, Any]) -> Iterator[str]:
    kind = element.get("element")
    if kind is None:
        yield from _statement(element)
    elif kind == "filter":
        yield from ("FILTER", "(", *_expression(element["test"]), ")")
    elif kind == "exists":
        yield from ("FILTER", *(() if element["holds"] else ("NOT",)), "EXISTS", *_group(element["elements"]))
    elif kind in {"optional", "minus"}:
        yield from (kind.upper(), *_group(element["elements"]))
    elif kind == "union":
        for number, branch in enumerate(element["branches"]):
            yield from (*(("UNION",) if number else ()), *_group(branch))
    elif kind == "bind":
        yield from ("BIND", *_column(element))
    elif kind == "values":
        yield from _values(element)
    elif kind == "subquery":
        yield from ("{", *_select(element["query"]), "}")
    else:
        raise ValueError(f"unknown element {kind!r}")


def _values(element: Mapping[str, Any]) -> Iterator[str]:
    names = [_variable(name) for name in element["variables"]]
    rows = [[_constant(cell) if cell is not None else "UNDEF" for cell in row] for row in element["rows"]]
    if any(len(row) != len(names) for row in rows):
        raise ValueError("a row has another number of values than there are variables")
    if len(names) == 1:
        yield from ("VALUES", *names, "{", *(row[0] for row in rows), "}")
        return
    yield from ("VALUES", "(", *names, ")", "{")
    for row in rows:
        yield from ("(", *row, ")")
    yield "}"


def _statement(statement: Mapping[str, Any]) -> Iterator[str]:
    yield _term(statement["subject"])
    if "path" in statement:
        yield from _path(statement["path"], inside=False)
    else:
        yield _name(statement["property"])
    yield from (_term(statement["object"]), ".")


def _path(path: Any, *, inside: bool) -> Iterator[str]:
    if isinstance(path, str):
        yield _name(path)
    elif "sequence" in path or "alternatives" in path:
        sign, parts = ("/", path["sequence"]) if "sequence" in path else ("|", path["alternatives"])
        words = [w for n, part in enumerate(parts) for w in (*((sign,) if n else ()), *_path(part, inside=True))]
        yield from ("(", *words, ")") if inside else words
    elif "inverse" in path:
        words = ["^", *_path(path["inverse"], inside=True)]
        yield from ("(", *words, ")") if inside else words
    elif "repeat" in path:
        words = [*_path(path["repeat"], inside=True), _one_of(path["times"], ("?", "*", "+"))]
        yield from ("(", *words, ")") if inside else words
    else:
        members = [[_name(m)] if isinstance(m, str) else ["^", _name(m["inverse"])] for m in path["excluded"]]
        yield from ("!", "(", *(w for n, m in enumerate(members) for w in (*(("|",) if n else ()), *m)), ")")


def _expression(expression: Any) -> Iterator[str]:
    """Compound parts stand in brackets, so that precedence plays no part."""
    if isinstance(expression, str):
        yield _variable(expression)
    elif "operator" in expression:
        yield from (
            *_operand(expression["left"]),
            _one_of(expression["operator"], OPERATORS),
            *_operand(expression["right"]),
        )
    elif "not" in expression:
        yield from ("!", *_operand(expression["not"]))
    elif "negative" in expression:
        yield from ("-", *_operand(expression["negative"]))
    elif "member" in expression:
        yield from (*_operand(expression["member"]), *(("NOT",) if expression["negated"] else ()), "IN")
        yield from _arguments(expression["of"])
    elif "function" in expression:
        yield _name(expression["function"])
        yield from _arguments(expression["arguments"])
    elif "aggregate" in expression:
        yield from _aggregate(expression)
    else:
        yield _constant(expression)


def _operand(expression: Any) -> Iterator[str]:
    if isinstance(expression, Mapping) and not expression.keys().isdisjoint({"operator", "not", "negative", "member"}):
        yield from ("(", *_expression(expression), ")")
    else:
        yield from _expression(expression)


def _arguments(arguments: list[Any]) -> Iterator[str]:
    yield "("
    for number, argument in enumerate(arguments):
        yield from (*((",",) if number else ()), *_expression(argument))
    yield ")"


def _aggregate(expression: Mapping[str, Any]) -> Iterator[str]:
    yield from (_name(expression["aggregate"]), "(")
    if expression["distinct"]:
        yield "DISTINCT"
    yield from ("*",) if expression["of"] is None else _expression(expression["of"])
    if expression["separator"] is not None:
        yield from (";", "SEPARATOR", "=", quote(expression["separator"]))
    yield ")"


def _term(term: Any) -> str:
    return _variable(term) if isinstance(term, str) else _constant(term)


def _constant(constant: Mapping[str, Any]) -> str:
    if "text" in constant:
        language = constant["language"]
        return quote(constant["text"]) + (f"@{_word(language)}" if language else "")
    if "number" in constant:
        number = constant["number"]
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise TypeError("a number is no number")
        return str(number)
    if "date" in constant:
        return f"{quote(constant['date'])}^^{_name(constant['datatype'])}"
    if "boolean" in constant:
        return "true" if constant["boolean"] else "false"
    if "placeholder" in constant:
        return quote(constant["placeholder"])
    return _name(constant["individual"] if "individual" in constant else constant["class"])


def _variable(text: str) -> str:
    if not text.startswith("?") or not text[1:].replace("_", "a").isalnum():
        raise ValueError(f"{text!r} is no variable")
    return text


def _name(text: str) -> str:
    return _variable(text) if text.startswith("?") else _word(text)


def _word(text: str) -> str:
    """Text that is written as it stands: never more than one word, whatever the model put there."""
    if _ONE_WORD.fullmatch(text) is None:
        raise ValueError(f"{text!r} is no single word")
    return text


def _one_of(text: str, allowed: Sequence[str]) -> str:
    if text not in allowed:
        raise ValueError(f"{text!r} is none of {', '.join(allowed)}")
    return text

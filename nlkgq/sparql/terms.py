"""What terms mean: absolute IRIs and decoded literals (SPARQL 1.1 sections 4.1.1, 4.1.2 and 19.7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nlkgq.iri import RDF, XSD, PrefixMap
from nlkgq.sparql.lexer import unescape_code_points
from nlkgq.sparql.prologue import resolve
from nlkgq.sparql.tree import NUMERIC_TERMINALS, STRING_TERMINALS, Element, Node, Token

if TYPE_CHECKING:
    from nlkgq.sparql.query import Query

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SPECIAL = re.compile(r"\\[uU]|[\\\"\x00-\x1f\x7f-\x9f]")
_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_ESCAPED: Final = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LiteralValue:
    """An RDF literal: its lexical form, its datatype's absolute IRI, its language tag in lower case or ""."""

    value: str
    datatype: str
    language: str = ""


def variable_name(token: Token) -> str:
    """The name of a variable, without ``?`` or ``$``, which mean the same.

    >>> variable_name(Token("VAR", "$name", 0, 5, ""))
    'name'
    """
    return unescape_code_points(token.text)[1:]


def absolute_iri(token: Token, prefixes: PrefixMap, base: str | None) -> str:
    """The absolute IRI of an IRI token.

    Raises:
        KeyError: The prefix is not declared.
        ValueError: The token is no IRI.
    """
    if token.terminal == "A":
        return f"{RDF}type"
    text = unescape_code_points(token.text)
    if token.terminal == "IRIREF":
        return resolve(text[1:-1], base)
    if token.terminal in {"PNAME_LN", "PNAME_NS"}:
        return prefixes.expand(text)
    raise ValueError(f"{token.text!r} is not an IRI")


def is_literal(item: Element) -> bool:
    """Whether a node or token is an RDF literal."""
    if isinstance(item, Node):
        return item.kind == "RDFLiteral"
    return item.terminal in NUMERIC_TERMINALS or item.terminal in {"TRUE", "FALSE"}


def string_value(token: Token) -> str:
    r"""The characters of a string token, quotes and escapes undone.

    >>> string_value(Token("STRING_LITERAL2", r'"a\tb"', 0, 6, ""))
    'a\tb'
    """
    quotes = 3 if token.terminal.startswith("STRING_LITERAL_LONG") else 1
    inner = unescape_code_points(token.text)[quotes:-quotes]
    return _ESCAPE.sub(lambda m: _ESCAPED.get(m[1], m[1]), inner) if "\\" in inner else inner


def literal_value(item: Element, query: Query) -> LiteralValue:
    """The literal of a node ``RDFLiteral``, a number or a boolean; an undeclared datatype stays as it is written."""
    if isinstance(item, Token):
        if item.terminal in {"TRUE", "FALSE"}:
            return LiteralValue(value=item.text.lower(), datatype=f"{XSD}boolean")
        kind = item.terminal.partition("_")[0].lower()
        return LiteralValue(value=unescape_code_points(item.text), datatype=f"{XSD}{kind}")
    text, tag = item.token(*STRING_TERMINALS), item.token("LANGTAG")
    assert text is not None
    value = string_value(text)
    if tag is not None:
        language = unescape_code_points(tag.text)[1:].lower()
        return LiteralValue(value=value, datatype=f"{RDF}langString", language=language)
    datatype = item.token("IRIREF", "PNAME_LN", "PNAME_NS")
    if datatype is None:
        return LiteralValue(value=value, datatype=f"{XSD}string")
    return LiteralValue(value=value, datatype=query.iri_or_none(datatype) or datatype.text)


def quote(value: str) -> str:
    r"""A string literal that means exactly ``value``, in double quotes, every special character escaped.

    A "u" behind a backslash is a code point escape of eight digits: whether an engine undoes such escapes before the
    grammar (section 19.2) or inside strings only, it reads the same. So are control characters without a short escape.

    >>> quote('say "hi"'), quote(r"C:\users")
    ('"say \\"hi\\""', '"C:\\\\\\U00000075sers"')
    """
    return f'"{_SPECIAL.sub(_escaped, value)}"'


def _escaped(special: re.Match[str]) -> str:
    text = special.group()
    if len(text) == 2:
        return f"\\\\{_code_point(text[1])}"
    return _ESCAPES.get(text) or _code_point(text)


def _code_point(character: str) -> str:
    return f"\\U{ord(character):08X}"

"""Syntax errors in words that a person can act on."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from nlkgq.errors import SparqlSyntaxError, UnsupportedSparqlError
from nlkgq.sparql.tree import NUMERIC_TERMINALS, STRING_TERMINALS, Token

_UPDATES: Final = frozenset(
    {"INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH", "DATA", "USING"}
)
_SPARQL12: Final = {
    "VERSION": "VERSION (SPARQL 1.2)",
    "LATERAL": "LATERAL (an extension)",
    "TRIPLE": "TRIPLE() (SPARQL 1.2)",
    "SUBJECT": "SUBJECT() (SPARQL 1.2)",
    "PREDICATE": "PREDICATE() (SPARQL 1.2)",
    "OBJECT": "OBJECT() (SPARQL 1.2)",
    "ISTRIPLE": "isTRIPLE() (SPARQL 1.2)",
    "LANGDIR": "LANGDIR() (SPARQL 1.2)",
    "HASLANG": "hasLANG() (SPARQL 1.2)",
    "HASLANGDIR": "hasLANGDIR() (SPARQL 1.2)",
    "STRLANGDIR": "STRLANGDIR() (SPARQL 1.2)",
}
_SPARQL12_SIGNS: Final = {
    "<<(": "triple term <<( )>>",
    "<<": "reified triple << >>",
    "{|": "annotation {| |}",
    "~": "reifier ~",
}
_SIGNS: Final = {
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "DOT": "'.'",
    "COMMA": "','",
    "SEMICOLON": "';'",
    "VBAR": "'|'",
    "SLASH": "'/'",
    "CIRCUMFLEX": "'^'",
    "BANG": "'!'",
    "STAR": "'*'",
    "PLUS": "'+'",
    "HYPHEN": "'-'",
    "QMARK": "'?'",
    "TYPE_MARK": "'^^'",
    "A": "'a'",
    "VAR": "a variable",
    "BLANK_NODE_LABEL": "a blank node",
    "LANGTAG": "a language tag",
    "PNAME_NS": "a prefix",
    "$END": "the end of the query",
}
_FUNCTIONS: Final = frozenset(
    {"BOUND", "REGEX", "SUBSTR", "REPLACE", "COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT", "EXISTS"}
    | {"FUNCTION_0", "FUNCTION_0_1", "FUNCTION_1", "FUNCTION_2", "FUNCTION_3", "FUNCTION_N", "NOT"}
)
_COMPARISONS: Final = frozenset({"EQUAL", "NOT_EQUAL", "LESS", "GREATER", "LESS_EQUAL", "GREATER_EQUAL"})
_OPERATORS: Final = _COMPARISONS | {"AND", "OR", "IN", "STAR", "PLUS", "HYPHEN", "SLASH"}
_SIGNED: Final = frozenset(name for name in NUMERIC_TERMINALS if name.endswith(("_POSITIVE", "_NEGATIVE")))
_LITERALS: Final = frozenset({"TRUE", "FALSE"}) | STRING_TERMINALS | NUMERIC_TERMINALS
_PATTERNS: Final = frozenset({"OPTIONAL", "MINUS", "GRAPH", "SERVICE", "FILTER", "BIND", "VALUES"})
# Groups that are named as one thing when all their terminals are possible, the largest first.
_PHRASES: Final = (
    (
        frozenset({"VAR", "IRIREF", "PNAME_LN", "FUNCTION_1", "LPAR", "STRING_LITERAL1", "INTEGER", "BANG"}),
        frozenset(
            {"VAR", "IRIREF", "PNAME_LN", "PNAME_NS", "LPAR", "TRUE", "FALSE", "BANG", "PLUS", "HYPHEN"}
            | _FUNCTIONS
            | STRING_TERMINALS
            | NUMERIC_TERMINALS
        ),
        "an expression",
    ),
    (
        frozenset({"BOUND", "COUNT", "FUNCTION_1", "IRIREF", "PNAME_LN"}),
        frozenset({"IRIREF", "PNAME_LN", "PNAME_NS"} | _FUNCTIONS),
        "a function call",
    ),
    (
        frozenset({"IRIREF", "PNAME_LN", "CIRCUMFLEX", "BANG", "LPAR", "A"}),
        frozenset({"IRIREF", "PNAME_LN", "PNAME_NS", "CIRCUMFLEX", "BANG", "LPAR", "A"}),
        "a property or path",
    ),
    (_PATTERNS, _PATTERNS, "a graph pattern (OPTIONAL, FILTER, BIND, ...)"),
    (_COMPARISONS, _OPERATORS | _SIGNED, "an operator"),
    (frozenset({"STRING_LITERAL1", "INTEGER", "TRUE"}), _LITERALS, "a literal"),
    (frozenset({"STRING_LITERAL1"}), STRING_TERMINALS, "a string"),
    (frozenset({"IRIREF", "PNAME_LN"}), frozenset({"IRIREF", "PNAME_LN", "PNAME_NS"}), "an IRI"),
    (frozenset({"INTEGER"}), frozenset({"INTEGER"}), "a whole number"),
    (frozenset({"IRIREF"}), frozenset({"IRIREF"}), "an IRI in < >"),
)


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of ``offset``, both from 1; lines end with CR, LF or both.

    >>> position("ab\\ncd", 4)
    (2, 2)
    """
    before = text[:offset].replace("\r\n", " \n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def syntax_error(message: str, text: str, offset: int, *, hint: str | None = None) -> SparqlSyntaxError:
    """The error that says ``message`` about the place ``offset`` of ``text``."""
    line, column = position(text, offset)
    return SparqlSyntaxError(message, line=line, column=column, offset=offset, hint=hint)


def unsupported(construct: str, text: str, offset: int) -> UnsupportedSparqlError:
    """The error that refuses ``construct``, found at ``offset``."""
    line, column = position(text, offset)
    return UnsupportedSparqlError(construct, line=line, column=column, offset=offset)


def unsupported_word(word: str, text: str, offset: int, *, at_start: bool) -> UnsupportedSparqlError | None:
    """The refusal of an update's or SPARQL 1.2's keyword; None for any other word.

    ``at_start`` tells that no query form stands before it, where updates begin.
    """
    upper = word.upper()
    if re.search(r"@[A-Za-z0-9-]+--\Z", text[max(0, offset - 60) : offset]):
        return unsupported("base direction of a language tag (SPARQL 1.2)", text, offset - 2)
    if upper in _UPDATES and (at_start or re.search(r";\s*\Z", text[:offset])):
        return unsupported(f"{upper} (SPARQL Update)", text, offset)
    name = _SPARQL12.get(upper)
    return unsupported(name, text, offset) if name is not None else None


def unsupported_sign(text: str, offset: int, before: Token | None) -> UnsupportedSparqlError | None:
    """The refusal of SPARQL 1.2 punctuation at ``offset``; None for any other text."""
    for sign, name in _SPARQL12_SIGNS.items():
        if text.startswith(sign, offset):
            return unsupported(f"{name} (SPARQL 1.2)", text, offset)
    if text.startswith("|", offset) and before is not None and before.terminal == "LBRACE" and before.end == offset:
        return unsupported("annotation {| |} (SPARQL 1.2)", text, before.start)
    if text.startswith("--", offset) and before is not None and before.terminal == "LANGTAG" and before.end == offset:
        return unsupported("base direction of a language tag (SPARQL 1.2)", text, offset)
    return None


def describe_character(text: str, offset: int, before: Token | None) -> SparqlSyntaxError:
    """The error for a character at ``offset`` that begins no token."""
    refused = unsupported_sign(text, offset, before)
    if refused is not None:
        return refused
    character = text[offset]
    if character in "\"'":
        hint = 'Close the quote on the same line; inside a string, write quotes and backslashes as \\" and \\\\.'
        return syntax_error("a string that does not end, or holds an unknown escape", text, offset, hint=hint)
    if character == "<":
        hint = "An IRI holds no spaces, quotes or braces and ends with >."
        return syntax_error("an IRI that does not end", text, offset, hint=hint)
    if character in "?$":
        return syntax_error(f"{character!r} without the name of a variable", text, offset)
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    name = unicodedata.name(character, "") or "control character"
    return syntax_error(f"unexpected character {shown!r} ({name.lower()})", text, offset)


def expectation(terminals: Iterable[str]) -> str:
    """Terminals as words: ``a variable, an IRI or '}'``.

    >>> expectation(["RBRACE", "VAR"])
    "a variable or '}'"
    """
    left = set(terminals)
    words: list[str] = []
    for needed, covered, phrase in _PHRASES:
        if needed <= left:
            words.append(phrase)
            left -= covered
    words += sorted(
        (_SIGNS.get(terminal, terminal) for terminal in left), key=lambda w: (w[0] == "'", w[0].isupper(), w)
    )
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def unexpected_token(token: Token, expected: Iterable[str], text: str, before: Token | None) -> SparqlSyntaxError:
    """The error for a token that cannot stand where it does."""
    refused = unsupported_sign(text, token.start, before)
    if refused is not None:
        return refused
    words = expectation(expected)
    if token.terminal == "$END":
        opened = _open_bracket(text)
        return syntax_error(f"the query ends too early, expected {words}", text, token.start, hint=opened)
    shown = token.text if len(token.text) <= 60 else token.text[:57] + "..."
    return syntax_error(f"found {shown!r}, expected {words}", text, token.start)


def _open_bracket(text: str) -> str | None:
    missing = text.count("{") - text.count("}")
    return f"{missing} more '{{' than '}}'." if missing > 0 else None

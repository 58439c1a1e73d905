"""Paths and patterns as they stand in a wrapper file -> texts that can be put into any query."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from nlkgq.errors import SparqlSyntaxError
from nlkgq.iri import RDF, WELL_KNOWN, PrefixMap, is_valid_iri
from nlkgq.sparql import Node, Query, Token, parse_query, variable_name
from nlkgq.wrapper.model import OBJECT, SUBJECT

_STEP: Final = r"\^?(?:<[^<>\s\"{}|\\^`]*>|[A-Za-z][\w-]*:[A-Za-z_][\w-]*)"
_SIMPLE_PATH: Final = re.compile(rf"\s*{_STEP}(?:\s*[/|]\s*{_STEP})*\s*")
_NAME: Final = re.compile(r"<[^<>]*>|[A-Za-z][\w-]*:[A-Za-z_][\w-]*")
_IRI_TERMINALS: Final = ("IRIREF", "PNAME_LN", "PNAME_NS")


class TextError(ValueError):
    """A path or pattern that cannot be used; ``remedy`` says what to do."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


def read_path(text: str, prefixes: PrefixMap) -> str:
    """A property path with its IRIs written out.

    Raises:
        TextError: It is not a path, or a prefix is unknown.

    >>> read_path("ex:a/^ex:b", PrefixMap({"ex": "http://e.example/"}))
    '<http://e.example/a>/^<http://e.example/b>'
    """
    known = prefixes.merged(WELL_KNOWN)
    if _SIMPLE_PATH.fullmatch(text):
        # the common case, without the parser: thousands of terms must load in a moment
        return "".join(_NAME.sub(lambda m: f"<{_absolute(m.group(), known)}>", text).split())
    query = _parse(f"SELECT * {{ ?{SUBJECT} {text} ?{OBJECT} }}", known, "path")
    group = _only_group(query, text, "path")
    block = group.node("TriplesBlock")
    statement = block.children[0] if block is not None else None
    if (
        block is None
        or len(group.children) != 3
        or len(block.children) != 1
        or not isinstance(statement, Node)
        or len(statement.children) != 2
        or len(list(query.find("ObjectListPath"))) != 1
        or query.tokens[-2].text != f"?{OBJECT}"
    ):
        raise TextError(f"{text!r} is more than one property path", "Write w:pattern for a graph pattern.")
    properties = statement.children[1]
    assert isinstance(properties, Node)
    verb = properties.children[0]
    if isinstance(verb, Token) and verb.terminal == "VAR":
        raise TextError(f"{text!r} holds a variable", "Write w:pattern for a graph pattern.")
    return "".join(_written_out(query.tokens_of(verb), known))


def read_pattern(text: str, prefixes: PrefixMap, *ends: str) -> str:
    """A graph pattern with its IRIs written out, on one line, comments dropped.

    Args:
        text: The pattern without braces.
        prefixes: Of the file.
        ends: Variables that it must bind.

    Raises:
        TextError: It is not a pattern, or something in it would not survive being put into another query.
    """
    known = prefixes.merged(WELL_KNOWN)
    query = _parse(f"SELECT * {{ {text}\n}}", known, "pattern")
    for token in query.tokens:
        if token.terminal == "BLANK_NODE_LABEL":
            raise TextError(f"the blank node {token.text} in a pattern", f"Write a variable, ?{token.text[2:]}.")
        if token.terminal == "SERVICE":
            raise TextError("SERVICE in a pattern", "Name the endpoint with w:endpoint.")
    visible = set(query.variables)
    for end in ends:
        if end not in visible:
            raise TextError(f"the pattern does not bind ?{end}", f"Its ends are {', '.join('?' + e for e in ends)}.")
    group = _only_group(query, text, "pattern")
    tokens = [t for t in query.tokens if group.start < t.start and t.end < group.end]
    written = _spaced(tokens, _written_out(tokens, known))
    return written if written.endswith((".", "}")) else f"{written} ."


def _parse(text: str, prefixes: PrefixMap, what: str) -> Query:
    try:
        return parse_query(text, undeclared_prefixes=True)
    except SparqlSyntaxError as error:
        raise TextError(f"not a SPARQL {what}: {error.message}", f"Correct the {what}.") from error


def _only_group(query: Query, text: str, what: str) -> Node:
    """The group that the text was put into; brackets in the text must not close it."""
    group = next(query.find("GroupGraphPattern"))
    if group.end != query.tokens[-1].end:
        raise TextError(f"{text!r} closes a bracket that it does not open", f"Write the {what} alone.")
    return group


def _written_out(tokens: Sequence[Token], prefixes: PrefixMap) -> list[str]:
    """Texts of the tokens, IRIs written out."""
    parts: list[str] = []
    for token in tokens:
        if token.terminal in _IRI_TERMINALS:
            parts.append(f"<{_absolute(token.text, prefixes)}>")
        elif token.terminal == "A":
            parts.append(f"<{RDF}type>")
        else:
            parts.append(token.text)
    return parts


def _spaced(tokens: Sequence[Token], texts: Iterable[str]) -> str:
    """Texts of tokens on one line, comments dropped; some engines want no space between a function and its bracket."""
    parts: list[str] = []
    before: Token | None = None
    for token, text in zip(tokens, texts, strict=True):
        called = before is not None and (token.trivia == "" or before.terminal.startswith("FUNCTION"))
        parts.append(text if before is None or (text == "(" and called) else f" {text}")
        before = token
    return "".join(parts)


def _absolute(name: str, prefixes: PrefixMap) -> str:
    try:
        iri = prefixes.expand(name)
    except KeyError:
        prefix = name.partition(":")[0]
        raise TextError(f"the prefix {prefix}: is not declared", f"Declare {prefix}: in the file.") from None
    if not is_valid_iri(iri):
        raise TextError(f"<{iri}> is not an absolute IRI", "Write the whole IRI, or a prefixed name.")
    return iri


def swapped(pattern: str) -> str:
    """A pattern with its two ends exchanged."""
    names = {f"?{SUBJECT}": f"?{OBJECT}", f"?{OBJECT}": f"?{SUBJECT}"}
    tokens = _tokens(pattern)
    return _spaced(tokens, (names.get(token.text, token.text) for token in tokens))


def renamed(pattern: str, names: dict[str, str]) -> str:
    """A pattern with variables (names without ``?``) replaced by other texts."""
    tokens = _tokens(pattern)
    return _spaced(tokens, (names.get(variable_name(t), t.text) if t.terminal == "VAR" else t.text for t in tokens))


def pattern_variables(pattern: str) -> tuple[str, ...]:
    """Every variable of a pattern, in order."""
    return tuple(dict.fromkeys(variable_name(t) for t in _tokens(pattern) if t.terminal == "VAR"))


@lru_cache(maxsize=4096)
def _tokens(pattern: str) -> tuple[Token, ...]:
    query = parse_query(f"SELECT * {{ {pattern} }}")
    return query.tokens[3:-1]


@lru_cache(maxsize=4096)
def may_stand_open(pattern: str) -> bool:
    """Whether a pattern means the same without braces among other triples, where an engine can order them all.

    It may hold triples, VALUES, and filters over what its triples bind: those say the same of the whole group.
    """
    query = parse_query(f"SELECT * {{ {pattern} }}")
    group = next(query.find("GroupGraphPattern"))
    bound = _certain(query, group)
    for part in group.nodes():
        if part.kind == "Filter":
            if any(part.find("ExistsFunc", "NotExistsFunc")) or not bound.issuperset(_variables(query, part)):
                return False
        elif part.kind not in ("TriplesBlock", "InlineData"):
            return False
    return True


@lru_cache(maxsize=4096)
def computed_ends(pattern: str) -> frozenset[str]:
    """Variables of a pattern that no term can replace in it, and that may have no value.

    BIND, AS, VALUES or a sub-select give them their value, or only an OPTIONAL does; any other is bound by a triple.
    """
    query = parse_query(f"SELECT * {{ {pattern} }}")
    found: set[str] = set()
    for node in query.find("Bind", "SelectExpression", "GroupExpression", "InlineData", "SubSelect", "BuiltInCall"):
        if node.kind == "BuiltInCall" and node.token("BOUND") is None:
            continue
        found.update(_variables(query, node))
    everywhere = set(_variables(query, query.root))
    return frozenset(found | (everywhere - _certain(query, next(query.find("GroupGraphPattern")))))


def _certain(query: Query, group: Node) -> set[str]:
    """Variables that a triple binds in every solution of a group."""
    found: set[str] = set()
    for part in group.nodes():
        match part.kind:
            case "TriplesBlock":
                found.update(_variables(query, part))
            case "GraphGraphPattern":
                found |= _certain(query, part.nodes("GroupGraphPattern")[0])
            case "GroupOrUnionGraphPattern":
                branches = [_certain(query, branch) for branch in part.nodes("GroupGraphPattern")]
                found |= set.intersection(*branches)
    return found


def _variables(query: Query, node: Node) -> Iterator[str]:
    return (variable_name(token) for token in query.tokens_of(node) if token.terminal == "VAR")

"""The read-only gate: the last word on every query. It only refuses; it never changes a query."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from nlkgq.errors import GateError
from nlkgq.sparql import Node, Query, Token, parse_query, triple_patterns
from nlkgq.sparql.query import QueryForm
from nlkgq.sparql.tree import IRI_TERMINALS, NUMERIC_TERMINALS, STRING_TERMINALS
from nlkgq.validation.second_opinion import second_opinion

_KEY: Final = object()
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_CODE_POINT_ESCAPE = re.compile(r"(\\+)(?:u|U([0-9A-Fa-f]{8})?)")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
# Namespaces that some engines do not look up but run: Jena loads Java classes, Virtuoso calls its own procedures.
_RUNNABLE: Final = frozenset({"java", "bif", "sql"})
_LOCAL: Final = frozenset({"file", "data", "jar", "ftp"})
_OPERATORS: Final = frozenset({"OR", "AND", "PLUS", "HYPHEN", "STAR", "SLASH", "VBAR", "IN", "BANG", "LPAR"})
_COMPARISONS: Final = frozenset({"EQUAL", "NOT_EQUAL", "LESS", "GREATER", "LESS_EQUAL", "GREATER_EQUAL"})
_PATTERNS: Final = frozenset({"LBRACE", "UNION", "OPTIONAL", "MINUS", "FILTER", "BIND", "EXISTS"})
_SIGNED: Final = frozenset(name for name in NUMERIC_TERMINALS if name.endswith(("_POSITIVE", "_NEGATIVE")))
_OPERATIONS: Final = _OPERATORS | _COMPARISONS | _PATTERNS | _SIGNED


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePolicy:
    """What the gate lets through.

    Args:
        service: IRIs that ``SERVICE`` may call; none by default. ``SERVICE ?variable`` is always refused.
        graphs: IRIs that ``FROM`` and ``FROM NAMED`` may name; none by default.
        functions: IRIs, or beginnings of IRIs, of engine functions that may be called in the schemes ``bif:``,
            ``sql:`` and ``java:``, such as ``bif:contains``; none by default.
        max_length: Characters.
        max_depth: Brackets of all kinds inside each other.
        max_patterns: Triple patterns, lists written out, and resources to describe.
        max_operations: Operators, calls, filters and other graph patterns, outside VALUES.
    """

    service: frozenset[str] = frozenset()
    graphs: frozenset[str] = frozenset()
    functions: frozenset[str] = frozenset()
    max_length: int = 8_000
    max_depth: int = 40
    max_patterns: int = 60
    max_operations: int = 400

    def rewritten(self) -> GatePolicy:
        """The policy for text after rewriting: the same permissions, caps ten times higher."""
        return replace(
            self,
            max_length=10 * self.max_length,
            max_depth=10 * self.max_depth,
            max_patterns=10 * self.max_patterns,
            max_operations=10 * self.max_operations,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GatedQuery:
    """A query that passed the gate; only `gate` makes one.

    Args:
        text: Exactly as it was given to the gate.
        form: SELECT, ASK, CONSTRUCT or DESCRIBE.
    """

    text: str
    form: QueryForm
    key: object = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.key is not _KEY:
            raise TypeError("only nlkgq.validation.gate.gate() makes a GatedQuery")


def gate(text: str, policy: GatePolicy | None = None) -> GatedQuery:
    """Let one read-only SPARQL 1.1 query through, or refuse.

    Args:
        text: The query.
        policy: What is allowed; the defaults of `GatePolicy` when None.

    Returns:
        The query, unchanged.

    Raises:
        GateError: ``code`` is one of ``length``, ``control``, ``escape``, ``depth``, ``patterns``, ``operations``,
            ``from``, ``service``, ``graph``, ``function``, ``relative-iri``, ``second-opinion``.
        SparqlSyntaxError: Not a query; `UnsupportedSparqlError` for an update.

    >>> gate("ASK { ?s ?p ?o }").form
    'ASK'
    """
    policy = policy or GatePolicy()
    _check_text(text, policy)
    query = parse_query(text)
    _check_escapes(query)
    _check_size(query, policy)
    _check_iris(query)
    _check_sources(query, policy)
    _check_functions(query, policy)
    second_opinion(query)
    return GatedQuery(text=text, form=query.form, key=_KEY)


def _check_text(text: str, policy: GatePolicy) -> None:
    if len(text) > policy.max_length:
        raise GateError(
            f"the query has {len(text)} characters, more than {policy.max_length}",
            code="length",
            hint="Ask for less at once, or raise gate.max_length.",
        )
    control = _CONTROL.search(text)
    if control is not None:
        name = f"U+{ord(control.group()):04X}"
        raise GateError(
            f"the control character {name} stands at offset {control.start()}",
            code="control",
            hint="Remove it; in strings, tab and line ends are written as \\t, \\n and \\r.",
        )
    for escape in _CODE_POINT_ESCAPE.finditer(text):
        if not _reads_alike(*escape.groups()):
            raise _refused_escape(escape.end(1) - 1, text)


def _reads_alike(backslashes: str, code: str | None) -> bool:
    """Whether an escape means the same before the grammar and inside a string: a "u" behind an escaped backslash, or a
    control character, written with eight digits (`nlkgq.sparql.quote`)."""
    if code is None or len(backslashes) % 2 == 0:
        return False
    character = chr(int(code, 16)) if int(code, 16) < 0x100 else ""
    return len(backslashes) > 1 if character in {"u", "U"} else _CONTROL.fullmatch(character) is not None


def _refused_escape(offset: int, text: str) -> GateError:
    return GateError(
        f"a code point escape {text[offset : offset + 2]} stands at offset {offset}",
        code="escape",
        hint="Write the character itself: escapes are read before the grammar and can hide what a query does. In a "
        "string, a u behind a backslash is written \\\\\\U00000075.",
    )


def _check_escapes(query: Query) -> None:
    """Those that read alike do so inside strings only."""
    if "\\U" not in query.text:
        return
    end = 0
    for token in (*query.tokens, None):
        text = query.trailing if token is None else token.trivia
        start = end
        end = token.end if token is not None else len(query.text)
        if token is not None and token.terminal not in STRING_TERMINALS:
            text += token.text
        if "\\U" in text:
            raise _refused_escape(query.text.index("\\U", start), query.text)


def _check_size(query: Query, policy: GatePolicy) -> None:
    found = {
        "depth": _depth(query),
        "patterns": len(triple_patterns(query)) + _described(query),
        "operations": _operations(query),
    }
    allowed = {"depth": policy.max_depth, "patterns": policy.max_patterns, "operations": policy.max_operations}
    words = {"depth": "levels of brackets", "patterns": "triple patterns", "operations": "operators and calls"}
    for code, count in found.items():
        if count > allowed[code]:
            raise GateError(
                f"the query has {count} {words[code]}, more than {allowed[code]}",
                code=code,
                hint=f"Ask for less at once, or raise gate.max_{code}.",
            )


def _depth(query: Query) -> int:
    deepest = depth = 0
    for token in query.tokens:
        if token.terminal in {"LPAR", "LSQB", "LBRACE"}:
            depth += 1
            deepest = max(deepest, depth)
        elif token.terminal in {"RPAR", "RSQB", "RBRACE"}:
            depth -= 1
    return deepest


def _described(query: Query) -> int:
    return len(query.body.tokens("VAR", *IRI_TERMINALS)) if query.form == "DESCRIBE" else 0


def _operations(query: Query) -> int:
    data = [(node.start, node.end) for node in query.postorder if node.kind in {"InlineData", "ValuesClause"}]
    counted = sorted(token.start for token in query.tokens if token.terminal in _OPERATIONS)
    inside = sum(1 for start in counted for first, last in data if first <= start < last) if data else 0
    return len(counted) - inside


def _check_iris(query: Query) -> None:
    # In the prologue an IRI is resolved against the base before it, elsewhere against the last one.
    based = query.base is not None and _SCHEME.match(query.base) is not None
    for token in query.tokens:
        if token.terminal == "IRIREF" and not based and _SCHEME.match(token.text, 1) is None:
            raise GateError(
                f"the relative IRI {token.text} means something else in every place",
                code="relative-iri",
                hint="Write the absolute IRI, or a prefixed name.",
            )


def _check_sources(query: Query, policy: GatePolicy) -> None:
    for clause in query.find("DatasetClause"):
        iri = _named(query, clause)
        if iri not in policy.graphs:
            raise GateError(
                f"FROM {query.source(clause.children[-1])} is not allowed",
                code="from",
                hint="Leave FROM out, or list the graph under gate.graphs.",
            )
    for service in query.find("ServiceGraphPattern"):
        iri = _named(query, service)
        if iri is None:
            raise GateError("SERVICE with a variable is not allowed", code="service", hint="Name the endpoint.")
        if iri not in policy.service:
            raise GateError(
                f"SERVICE <{iri}> is not allowed",
                code="service",
                hint="Leave SERVICE out, or list the endpoint under gate.service.",
            )
    for graph in query.find("GraphGraphPattern"):
        iri = _named(query, graph)
        if iri is not None and _scheme(iri) in _LOCAL and iri not in policy.graphs:
            raise GateError(
                f"GRAPH <{iri}> names a file, not a graph of the dataset",
                code="graph",
                hint="Leave GRAPH out, or list the graph under gate.graphs.",
            )


def _check_functions(query: Query, policy: GatePolicy) -> None:
    for token in query.tokens:
        if token.terminal not in IRI_TERMINALS:
            continue
        iri = query.iri_or_none(token)
        if iri is None or _scheme(iri) not in _RUNNABLE or _is_declaration(query, token):
            continue
        if not any(iri.startswith(allowed) for allowed in policy.functions):
            raise GateError(
                f"{token.text} would run code of the engine",
                code="function",
                hint="Use a function of SPARQL 1.1.",
            )


def _is_declaration(query: Query, token: Token) -> bool:
    parent = query.parent(token)
    return parent is not None and parent.kind in {"PrefixDecl", "BaseDecl"}


def _named(query: Query, node: Node) -> str | None:
    return next((iri for token in node.tokens(*IRI_TERMINALS) if (iri := query.iri_or_none(token)) is not None), None)


def _scheme(iri: str) -> str:
    match = _SCHEME.match(iri)
    return match[1].lower() if match is not None else ""

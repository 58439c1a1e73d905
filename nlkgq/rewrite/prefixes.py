"""Rule: every prefix that is used is declared, as the graph's own prefix map says."""

from __future__ import annotations

from nlkgq.iri import WELL_KNOWN, PrefixMap
from nlkgq.sparql import Query, Splice, Token
from nlkgq.sparql.edit import prefix_splice
from nlkgq.sparql.lexer import unescape_code_points
from nlkgq.validation.finding import Finding


def prefixes(tree: Query, namespaces: PrefixMap) -> tuple[Query, tuple[Finding, ...]]:
    """Declare missing prefixes and correct wrong ones.

    A declaration is wrong when the map gives its prefix another namespace and knows its namespace under no prefix at
    all; declarations that the query does not use are left alone.

    Args:
        tree: A query, parsed with ``undeclared_prefixes=True`` where declarations may be missing.
        namespaces: The graph's own prefix map; the common prefixes (rdf:, rdfs:, xsd:, ...) are known besides.

    Returns:
        The query, and a finding per prefix: ``corrected-prefix`` (info), or ``unknown-prefix`` (error) for one that
        is neither declared nor known.

    >>> from nlkgq.sparql import parse_query
    >>> tree = parse_query("SELECT ?f { ?f a ex:Film }", undeclared_prefixes=True)
    >>> print(prefixes(tree, PrefixMap({"ex": "http://example.org/"}))[0])
    PREFIX ex: <http://example.org/>
    SELECT ?f { ?f a ex:Film }
    """
    known = namespaces.merged(WELL_KNOWN)
    findings: list[Finding] = []
    splices: list[Splice] = []
    for prefix, token in _used(tree).items():
        declared, wanted = tree.prefixes.get(prefix), known.get(prefix)
        if declared is None and wanted is None:
            findings.append(_unknown(prefix, token, namespaces))
        elif declared is None and wanted is not None:
            splices.append(prefix_splice(tree, prefix, wanted))
        elif _is_wrong(declared, namespaces.get(prefix), namespaces):
            splices.append(prefix_splice(tree, prefix, namespaces.namespaces[prefix]))
            findings.append(_corrected(prefix, token))
    return (tree.edit(*splices) if splices else tree), tuple(findings)


def _used(tree: Query) -> dict[str, Token]:
    """Prefixes in use, each with the first name that uses it."""
    found: dict[str, Token] = {}
    for token in tree.tokens:
        if token.start >= tree.body.start and token.terminal in {"PNAME_LN", "PNAME_NS"}:
            found.setdefault(unescape_code_points(token.text).partition(":")[0], token)
    return found


def _is_wrong(declared: str | None, wanted: str | None, namespaces: PrefixMap) -> bool:
    return wanted is not None and declared != wanted and declared not in namespaces.namespaces.values()


def _unknown(prefix: str, token: Token, namespaces: PrefixMap) -> Finding:
    names = ", ".join(f"{name}:" for name, _ in namespaces)
    return Finding(
        code="unknown-prefix",
        severity="error",
        message=f"The prefix {prefix}: is neither declared nor known.",
        start=token.start,
        end=token.end,
        terms=(f"{prefix}:",),
        suggestion=f"Use one of {names}." if names else f"Declare {prefix}: at the head of the query.",
    )


def _corrected(prefix: str, token: Token) -> Finding:
    return Finding(
        code="corrected-prefix",
        severity="info",
        message=f"The declaration of {prefix}: was corrected from the ontology's own prefixes.",
        start=token.start,
        end=token.end,
        terms=(f"{prefix}:",),
    )

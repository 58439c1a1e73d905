"""BASE and PREFIX (SPARQL 1.1 section 4.1.1), and relative IRIs (RFC 3986 section 5.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nlkgq.iri import PrefixMap
from nlkgq.sparql.lexer import unescape_code_points
from nlkgq.sparql.tree import Element, Node

# RFC 3986, appendix B.
_PARTS = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prologue:
    """What the declarations at the head of a query say; where one is repeated, the last one counts."""

    prefixes: PrefixMap
    base: str | None


def read_prologue(prologue: Element) -> Prologue:
    """The declarations of a node ``Prologue``, each resolved against the base before it."""
    assert isinstance(prologue, Node)
    base: str | None = None
    namespaces: dict[str, str] = {}
    for declaration in prologue.nodes():
        iri = declaration.token("IRIREF")
        name = declaration.token("PNAME_NS")
        assert iri is not None
        resolved = resolve(unescape_code_points(iri.text)[1:-1], base)
        if name is None:
            base = resolved
        else:
            namespaces[unescape_code_points(name.text)[:-1]] = resolved
    return Prologue(prefixes=PrefixMap(namespaces), base=base)


def resolve(reference: str, base: str | None) -> str:
    """``reference`` made absolute against ``base``; without a base it stays as it is.

    >>> resolve("../b#c", "http://example.org/x/y/z"), resolve("urn:a", "http://example.org/")
    ('http://example.org/x/b#c', 'urn:a')
    """
    if base is None:
        return reference
    scheme, authority, path, query, fragment = _split(reference)
    if scheme is None:
        scheme, base_authority, base_path, base_query, _ = _split(base)
        if authority is None:
            authority = base_authority
            if path == "":
                path, query = base_path, base_query if query is None else query
            elif not path.startswith("/"):
                path = "/" + path if authority is not None and base_path == "" else _merged(base_path, path)
    else:
        return reference
    return (
        ("" if scheme is None else f"{scheme}:")
        + ("" if authority is None else f"//{authority}")
        + _without_dots(path)
        + ("" if query is None else f"?{query}")
        + ("" if fragment is None else f"#{fragment}")
    )


def _split(iri: str) -> tuple[str | None, str | None, str, str | None, str | None]:
    match = _PARTS.fullmatch(iri)
    assert match is not None  # the pattern matches every text
    scheme, authority, path, query, fragment = match.groups()
    return scheme, authority, path, query, fragment


def _merged(base_path: str, path: str) -> str:
    return base_path[: base_path.rfind("/") + 1] + path


def _without_dots(path: str) -> str:
    """RFC 3986 section 5.2.4."""
    if "." not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")
    for index, segment in enumerate(segments):
        last = index == len(segments) - 1
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
            if last:
                kept.append("")
        elif segment == ".":
            if last:
                kept.append("")
        else:
            kept.append(segment)
    return "/".join(kept)

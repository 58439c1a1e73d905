"""Edits of a query's text that leave everything else byte for byte."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from nlkgq.errors import SparqlSyntaxError
from nlkgq.sparql.lexer import tokenize
from nlkgq.sparql.table import table
from nlkgq.sparql.tree import Node

if TYPE_CHECKING:
    from nlkgq.sparql.query import Query


@dataclass(frozen=True, slots=True, order=True)
class Splice:
    """``text`` in place of the characters from ``start`` up to ``end``; an insertion where both are equal."""

    start: int
    end: int
    text: str


def apply_splices(query: Query, splices: Iterable[Splice]) -> str:
    """The query's text with these changes, in any order.

    Tokens around a change stay the tokens they were: where a new text would run into its neighbour, a space is put
    between them.

    Raises:
        ValueError: Changes overlap, or a new text cannot be set apart (it opens a comment, say).
    """
    ordered = sorted(splices, key=lambda splice: (splice.start, splice.end))
    for left, right in pairwise(ordered):
        if right.start < left.end:
            raise ValueError(f"two changes overlap at offset {right.start}")
    text, crowded = _spliced(query, ordered)
    if crowded:
        # Only the changes that need a space get one: the rest of the text must not move.
        for index in crowded:
            tight = ordered[index]
            ordered[index] = Splice(tight.start, tight.end, f" {tight.text} " if tight.text else " ")
        text, crowded = _spliced(query, ordered)
    if crowded:
        raise ValueError(f"{ordered[min(crowded)].text!r} cannot stand there: it runs into the text around it")
    return text


def _spliced(query: Query, ordered: Sequence[Splice]) -> tuple[str, set[int]]:
    """The new text, and the indices of the changes that swallow a neighbour or are swallowed by one."""
    parts: list[str] = []
    edges: list[tuple[int, int]] = []
    done = length = 0
    for splice in ordered:
        kept = query.text[done : splice.start]
        parts += (kept, splice.text)
        start = length + len(kept)
        length = start + len(splice.text)
        edges.append((start, length))
        done = splice.end
    parts.append(query.text[done:])
    text = "".join(parts)
    return text, _crowded(query, ordered, edges, text)


def _crowded(query: Query, ordered: Sequence[Splice], edges: Sequence[tuple[int, int]], text: str) -> set[int]:
    try:
        tokens, _ = tokenize(text, table())
    except SparqlSyntaxError as error:
        # A space may help when a change stands right there; else the parser reports it.
        return {
            index
            for index, (start, end) in enumerate(edges)
            if start - 1 <= error.offset <= end + 1 and not ordered[index].text.startswith(" ")
        }
    starts = [token.start for token in tokens]
    crowded: set[int] = set()
    for index, edge in enumerate(edges):
        for offset in edge:
            token = tokens[bisect_right(starts, offset) - 1]
            if token.start < offset < token.end:
                crowded.add(index)
    # A comment or long string that a change opens swallows the tokens behind it.
    known, index, shift = set(starts), 0, 0
    for token in query.tokens:
        while index < len(ordered) and ordered[index].end <= token.start:
            shift = edges[index][1] - ordered[index].end
            index += 1
        replaced = index < len(ordered) and ordered[index].start < token.end
        if index and not replaced and token.start + shift not in known:
            crowded.add(index - 1)
            break
    return crowded


def prefix_splice(query: Query, prefix: str, namespace: str) -> Splice:
    """The change that declares ``prefix``: corrects its declaration, or adds one behind the others."""
    prologue = query.root.children[0]
    assert isinstance(prologue, Node)
    for declaration in reversed(prologue.nodes("PrefixDecl")):
        name, iri = declaration.token("PNAME_NS"), declaration.token("IRIREF")
        assert name is not None
        assert iri is not None
        if name.text == f"{prefix}:":
            return Splice(iri.start, iri.end, f"<{namespace}>")
    line = f"PREFIX {prefix}: <{namespace}>"
    if prologue.children:
        return Splice(prologue.end, prologue.end, f"\n{line}")
    return Splice(query.body.start, query.body.start, f"{line}\n")


def limit_splice(query: Query, count: int) -> Splice:
    """The change that sets the outermost LIMIT.

    Raises:
        ValueError: ``count`` is negative.
    """
    if count < 0:
        raise ValueError(f"LIMIT {count} is negative")
    clauses = query.body.node("LimitOffsetClauses")
    limit = clauses.node("LimitClause") if clauses is not None else None
    if limit is not None:
        number = limit.token("INTEGER")
        assert number is not None
        return Splice(number.start, number.end, str(count))
    end = query.body.end
    return Splice(end, end, f"\nLIMIT {count}" if "\n" in query.text else f" LIMIT {count}")

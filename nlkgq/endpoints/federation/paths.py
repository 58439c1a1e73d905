"""Property paths as triple patterns (SPARQL 1.1 section 18.2.2.4), closures as themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from nlkgq.endpoints.federation.plan import Closure, Context, Group, Item, Pattern, Step, Term, Union, Var, leaves
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import Node, Query, Token, variable_name

if TYPE_CHECKING:
    from nlkgq.sparql.tree import Element


class PathReader:
    """Reads the paths of one query.

    Args:
        query: The query.
        fresh: Makes a variable that nobody else has.
    """

    def __init__(self, query: Query, fresh: Callable[[], Var]) -> None:
        self._query = query
        self._fresh = fresh

    def items(self, subject: Term, path: Element, target: Term, context: Context) -> Iterator[Item]:
        """Elements whose patterns find every triple that the path may walk from ``subject`` to ``target``."""
        if isinstance(path, Token):
            is_variable = path.terminal == "VAR"
            predicate = Var(variable_name(path)) if is_variable else RdfTerm("uri", self._query.iri(path))
            yield Pattern(subject, predicate, target, context)
            return
        match path.kind:
            case "PathAlternative":
                branches = [part for part in path.children if not _is_sign(part, "VBAR")]
                groups = (Group(items=tuple(self.items(subject, part, target, context))) for part in branches)
                yield Union(branches=tuple(groups))
            case "PathSequence":
                parts = [part for part in path.children if not _is_sign(part, "SLASH")]
                ends = [subject, *(self._fresh() for _ in parts[1:]), target]
                for part, start, end in zip(parts, ends, ends[1:], strict=False):
                    yield from self.items(start, part, end, context)
            case "PathEltOrInverse":
                yield from self.items(target, path.children[1], subject, context)
            case "PathElt":
                yield self._closure(subject, path, target, context)
            case "PathPrimary" if _is_sign(path.children[0], "BANG"):
                yield from self._negated(subject, path.children[1], target, context)
            case _:
                yield from self.items(subject, path.children[1], target, context)

    def _negated(self, subject: Term, negated: Element, target: Term, context: Context) -> Iterator[Item]:
        """``!(a|^b)``: any property forward, and backward where an inverse is named (section 9.1)."""
        parts = [negated]
        if isinstance(negated, Node) and negated.kind == "PathNegatedPropertySet":
            parts = [part for part in negated.children if not _is_sign(part, "LPAR", "RPAR", "VBAR")]
        inverse = [isinstance(part, Node) for part in parts]
        ways = []
        if not all(inverse) or not inverse:
            ways.append(Pattern(subject, self._fresh(), target, context))
        if any(inverse):
            ways.append(Pattern(target, self._fresh(), subject, context))
        if len(ways) == 1:
            yield ways[0]
        else:
            yield Union(branches=tuple(Group(items=(way,)) for way in ways))

    def _closure(self, subject: Term, path: Node, target: Term, context: Context) -> Closure:
        inner, operator = path.children[0], path.children[1]
        assert isinstance(operator, Token)
        steps = self._steps(inner)
        patterns: tuple[Pattern, ...] = ()
        if not steps:
            found = Group(items=tuple(self.items(self._fresh(), inner, self._fresh(), context)))
            patterns = tuple(
                pattern
                for leaf in leaves(found)
                for pattern in ((leaf,) if isinstance(leaf, Pattern) else self._of_closure(leaf))
            )
        return Closure(
            subject=subject,
            object=target,
            steps=steps,
            inner=patterns,
            zero=operator.terminal != "PLUS" or _may_be_empty(inner),
            once=operator.terminal == "QMARK",
            context=context,
        )

    def _of_closure(self, closure: Closure) -> Iterator[Pattern]:
        yield from closure.inner
        for step in closure.steps:
            yield Pattern(self._fresh(), RdfTerm("uri", step.property), self._fresh(), closure.context)

    def _steps(self, path: Element) -> tuple[Step, ...]:
        """The steps of a path that walks one edge; () for any other path."""
        if isinstance(path, Token):
            return (Step(self._query.iri(path), False),)
        if path.kind == "PathEltOrInverse":
            return tuple(Step(step.property, not step.inverse) for step in self._steps(path.children[1]))
        if path.kind == "PathPrimary" and not _is_sign(path.children[0], "BANG"):
            return self._steps(path.children[1])
        if path.kind == "PathAlternative":
            parts = [self._steps(part) for part in path.children if not _is_sign(part, "VBAR")]
            return tuple(step for part in parts for step in part) if all(parts) else ()
        return ()


def _may_be_empty(path: Element) -> bool:
    """Whether a path relates a node to itself without walking an edge."""
    if isinstance(path, Token) or _is_sign(path.children[0], "BANG"):
        return False
    parts = [_may_be_empty(part) for part in path.nodes()]
    match path.kind:
        case "PathElt":
            return path.token("PLUS") is None or any(parts)
        case "PathSequence":
            return len(parts) == len(path.children) // 2 + 1 and all(parts)
    return any(parts)


def _is_sign(item: Element, *terminals: str) -> bool:
    return isinstance(item, Token) and item.terminal in terminals

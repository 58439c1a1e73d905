"""Rule: a property path over clean terms becomes single triples, except what stands under ``*``, ``+`` or ``?``.

A sequence is a join, an alternative a union, ``^`` an exchange of ends, ``!`` a union over the other properties: that
is how SPARQL 1.1 section 18.2.2.4 defines them, duplicates included. What is repeated must be a native path; where a
term below has none, or its ends are converted differently, the query is refused. A path that may have no step at all
(``*``, ``?``) between two variables ranges over every node of the graph, which are others in the clean view than in the
database; it is only taken where another triple binds one of its ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from nlkgq.rewrite.alternatives import lone_triples, statement_text
from nlkgq.rewrite.anchors import Anchors, anchors_nearby, may_be_empty, path_end, place_of
from nlkgq.rewrite.closures import closure_form
from nlkgq.rewrite.context import Context
from nlkgq.rewrite.open_terms import any_property
from nlkgq.rewrite.statements import SUBCLASS, TYPE
from nlkgq.sparql import Element, Node, PatternTerm, Query, Splice, Token
from nlkgq.wrapper.model import OBJECT, SUBJECT


def paths(tree: Query, context: Context) -> Query:
    """See the module.

    Raises:
        RewriteError: A path that cannot be written natively.
    """
    splices: list[Splice] = []
    lone = {pattern.triples: (subject, object_) for pattern, subject, object_ in lone_triples(tree, context)}
    for pattern in context.triples(tree):
        predicate = pattern.predicate
        if pattern.in_template or not isinstance(predicate, Node):
            continue
        ends = lone.get(pattern.triples)
        plain = _is_plain(tree, predicate, context, pattern.graph)
        if plain and not any(may_be_empty(part) for part in predicate.walk()):
            continue
        if ends is None and not plain:
            continue
        subject, object_ = ends or (_end(tree, pattern.subject), _end(tree, pattern.object))
        bound = tuple(anchors_nearby(tree, context, pattern, end) for end in (pattern.subject, pattern.object))
        text = _Taken(tree, context).apart(subject, predicate, object_, (bound[0], bound[1]))
        if not plain:
            splices.append(Splice(pattern.triples.start, pattern.triples.end, text))
    return context.step(tree, splices)


def _end(tree: Query, term: PatternTerm) -> str:
    """An end of a path that is only looked at: blank nodes are variables that nothing else binds."""
    if isinstance(term, Token) and term.terminal != "BLANK_NODE_LABEL":
        return tree.source(term)
    return tree.source(term) if isinstance(term, Node) and term.kind == "RDFLiteral" else "?_"


def _is_plain(tree: Query, predicate: Node, context: Context, graph: Token | None) -> bool:
    for item in predicate.walk():
        if isinstance(item, Node) and item.kind == "PathNegatedPropertySet":
            return False
        iri = tree.iri_or_none(item)
        if iri is None:
            continue
        if iri in context.wrapper.properties:
            if context.plain_property(iri, graph) is None:
                return False
        elif iri in (TYPE, SUBCLASS) or not context.keep_unknown:
            return False
    return True


Ends: TypeAlias = tuple[Anchors, Anchors]


@dataclass(frozen=True, slots=True)
class _Taken:
    """One path, taken apart."""

    tree: Query
    context: Context

    def apart(self, subject: str, path: Element, object_: str, bound: Ends) -> str:
        """Triples and groups that say what ``subject path object`` says; ``bound``: which ends others bind."""
        if isinstance(path, Token):
            return f"{subject} {self.tree.source(path)} {object_}"
        match path.kind:
            case "PathPrimary":
                negated = path.node("PathNegatedPropertySet")
                if negated is not None or path.token("BANG") is not None:
                    return self._negated(subject, path, object_)
                return self.apart(subject, path.children[1], object_, bound)
            case "PathEltOrInverse":
                return self.apart(object_, path.children[1], subject, (bound[1], bound[0]))
            case "PathAlternative":
                parts = [c for c in path.children if not _is(c, "VBAR")]
                return " UNION ".join(f"{{ {self.apart(subject, part, object_, bound)} }}" for part in parts)
            case "PathSequence":
                return self._sequence(subject, path, object_, bound)
            case "PathElt":
                return self._repeated(subject, path, object_, bound)
        raise AssertionError(f"{path.kind} is not a path")

    def _sequence(self, subject: str, path: Node, object_: str, bound: Ends) -> str:
        steps = [child for child in path.children if not _is(child, "SLASH")]
        parts: list[str] = []
        start, start_bound = subject, bound[0]
        index = 0
        while index < len(steps):
            step = steps[index]
            climbs = index + 1 < len(steps) and self._climbs(step, steps[index + 1])
            last = index + (2 if climbs else 1) >= len(steps)
            end = object_ if last else self.context.fresh("p")
            following = None if last else steps[index + (2 if climbs else 1)]
            end_bound = bound[1] if following is None else path_end(self.tree, self.context, following, SUBJECT)
            if climbs:
                parts.append(self._climb(start, step, steps[index + 1], end))
            else:
                parts.append(self.apart(start, step, end, (start_bound, end_bound)))
            start, start_bound = end, path_end(self.tree, self.context, step, OBJECT)
            index += 2 if climbs else 1
        return " . ".join(parts)

    def _climbs(self, step: Element, following: Element) -> bool:
        repeated = isinstance(following, Node) and following.kind == "PathElt"
        return (
            self.tree.iri_or_none(step) == TYPE
            and TYPE not in self.context.wrapper.properties
            and isinstance(following, Node)
            and repeated
            and following.token("STAR") is not None
            and self.tree.iri_or_none(following.children[0]) == SUBCLASS
            and SUBCLASS not in self.context.wrapper.properties
        )

    def _climb(self, subject: str, step: Element, following: Element, object_: str) -> str:
        text = f"{self.tree.source(step)}/{self.tree.source(following)}"
        if object_.startswith(("?", "$", '"', "'")):
            raise self.context.refusal(
                f"{text} without a class at its end", text, hint="Name the class; it stands for those below it."
            )
        return f"{subject} {text} {object_}"

    def _repeated(self, subject: str, path: Node, object_: str, bound: Ends) -> str:
        tree, context = self.tree, self.context
        source = tree.source(path)
        form = closure_form(tree, path, context)
        if may_be_empty(path):
            for text in (subject, object_):
                conversion = form.subject
                if not _is_variable(text) and conversion is not None:
                    raise context.refusal(
                        f"{source} may have no step, and its end {text} is written differently in the database",
                        source,
                        hint="Use a variable there and compare it in a FILTER.",
                    )
            place = place_of(context, form)
            free = (form.subject, place) not in bound[0] and (form.object, place) not in bound[1]
            if _is_variable(subject) and _is_variable(object_) and free:
                raise context.refusal(
                    f"{source} between two variables that nothing else binds",
                    source,
                    hint="Bind one end with a class or another property.",
                )
        return statement_text(context, form, subject, object_)

    def _negated(self, subject: str, path: Node, object_: str) -> str:
        forward, backward, forwards, backwards = self._in_set(path)
        parts: list[str] = []
        if forwards:
            parts.append(any_property(self.tree, self.context, subject, object_, without=forward))
        if backwards:
            parts.append(any_property(self.tree, self.context, object_, subject, without=backward))
        return parts[0] if len(parts) == 1 else " UNION ".join(f"{{ {part} }}" for part in parts)

    def _in_set(self, path: Node) -> tuple[set[str], set[str], bool, bool]:
        """Excluded properties in each direction, and which directions are asked for (section 18.2.2.3)."""
        holder = path.node("PathNegatedPropertySet")
        members = holder.children if holder is not None else path.children
        forward: set[str] = set()
        backward: set[str] = set()
        for member in members:
            iri = self.tree.iri_or_none(member)
            if iri is not None:
                forward.add(self._known(iri))
            elif isinstance(member, Node):
                inner = self.tree.iri_or_none(member.children[1])
                assert inner is not None
                backward.add(self._known(inner))
        return forward, backward, bool(forward) or not backward, bool(backward)

    def _known(self, iri: str) -> str:
        context = self.context
        if iri != TYPE and iri not in context.wrapper.properties and not context.keep_unknown:
            raise context.unknown("property", iri)
        return iri


def _is_variable(text: str) -> bool:
    return text.startswith(("?", "$"))


def _is(item: Element, terminal: str) -> bool:
    return isinstance(item, Token) and item.terminal == terminal

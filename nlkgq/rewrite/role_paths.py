"""A property path of a query under a role: taken apart into triples, but for what is repeated."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nlkgq.errors import GateError
from nlkgq.iri import RDFS
from nlkgq.rewrite.anchors import may_be_empty
from nlkgq.rewrite.context import Context
from nlkgq.rewrite.role_guards import OBJECT, SUBJECT, Guards, Use
from nlkgq.rewrite.role_triples import RoleTriples, Sink, iri_of
from nlkgq.roles.model import TYPE
from nlkgq.sparql import Element, Node, Query, Token
from nlkgq.validation.outside_role import no_term, role_error

SUBCLASS = f"{RDFS}subClassOf"


class RolePaths(RoleTriples):
    """Predicates and paths of one query, taken apart into triples that a role may match."""

    def __init__(self, tree: Query, context: Context, guards: Guards) -> None:
        super().__init__(tree, context, guards)
        self.anchored: Callable[[str], bool] = _nowhere

    def apart(self, subject: str, path: Element, object_: str, sink: Sink) -> str:
        """Triples and groups that say what ``subject path object`` says in the graph of the role."""
        if isinstance(path, Token):
            if path.terminal == "VAR":
                return self.open(subject, path.text, object_, sink)
            iri = self.tree.iri(path)
            if iri == TYPE and self.tree.iri_or_none(path) == TYPE:
                return self.typed(subject, path, object_, sink)
            if iri not in self._view.properties:
                raise role_error(no_term(path))
            return self.single(subject, iri, self.tree.source(path), object_, sink)
        match path.kind:
            case "PathPrimary":
                if path.token("BANG") is not None:
                    return self._negated(subject, path.children[1], object_, sink)
                return self.apart(subject, path.children[1], object_, sink)
            case "PathEltOrInverse":
                return self.apart(object_, path.children[1], subject, sink)
            case "PathAlternative":
                parts = [c for c in path.children if not _is(c, "VBAR")]
                return self.union([partial(self.apart, subject, part, object_) for part in parts], sink)
            case "PathSequence":
                return self._sequence(subject, path, object_, sink)
            case "PathElt":
                return self._repeated(subject, path, object_, sink)
        raise AssertionError(f"{path.kind} is not a path")

    def _negated(self, subject: str, inner: Element, object_: str, sink: Sink) -> str:
        members = [inner] if isinstance(inner, Token) else list(inner.children)
        forward: set[str] = set()
        backward: set[str] = set()
        for member in members:
            if isinstance(member, Token) and self.tree.iri_or_none(member) is not None:
                forward.add(self.tree.iri(member))
            elif isinstance(member, Node):
                backward.add(self.tree.iri(member.tokens()[-1]))
        if isinstance(inner, Node) and inner.kind == "PathOneInPropertySet":
            forward, backward = set(), {self.tree.iri(inner.tokens()[-1])}
        sides = [(subject, object_, forward)] if forward or not backward else []
        if backward:
            sides.append((object_, subject, backward))
        if self.in_graph and len(sides) == 1:
            start, end, without = sides[0]
            variable = self._context.fresh("property")
            return self.open(start, variable, end, sink, without=frozenset(without))
        ways = [
            partial(self.open, start, self._context.fresh("property"), end, without=frozenset(without))
            for start, end, without in sides
        ]
        return self.union(ways, sink)

    def _sequence(self, subject: str, path: Node, object_: str, sink: Sink) -> str:
        steps = [child for child in path.children if not _is(child, "SLASH")]
        parts: list[str] = []
        start, index = subject, 0
        while index < len(steps):
            climbs = index + 1 < len(steps) and self._climbs(steps[index], steps[index + 1])
            last = index + (2 if climbs else 1) >= len(steps)
            end = object_ if last else self._context.fresh("step")
            if climbs:
                parts.append(self._climb(start, steps[index], end, sink))
            else:
                parts.append(self.apart(start, steps[index], end, sink))
            start = end
            index += 2 if climbs else 1
        return " . ".join(parts)

    def _climbs(self, step: Element, following: Element) -> bool:
        repeated = following.children[0] if isinstance(following, Node) and following.kind == "PathElt" else None
        return self.tree.iri_or_none(step) == TYPE and self.tree.iri_or_none(repeated) == SUBCLASS

    def _climb(self, subject: str, step: Element, object_: str, sink: Sink) -> str:
        """``a/rdfs:subClassOf*`` towards a class, by the hierarchy of the role's ontology."""
        assert isinstance(step, Token)
        iri = iri_of(self.tree, object_)
        if iri is None:
            raise _path_refused(
                f"{self.tree.source(step)}/rdfs:subClassOf* without a class at its end", "Name the class."
            )
        if not self._view.sees_class(iri):
            raise role_error(no_term(step._replace(text=object_)))
        sink.look_at(subject)
        if self._view.wrapped:
            return f"{subject} a/<{SUBCLASS}>* {object_}"
        below = sorted(sub for sub in self._view.ontology.subclasses(iri) if self._view.sees_class(sub))
        if below == [iri] or not self._has_hierarchy():
            sink.facts.typed(subject, iri)
            return f"{subject} a {object_}"
        variable = self._context.fresh("class")
        sink.ready[f"{variable} IN ({', '.join(f'<{sub}>' for sub in below)})"] = None
        return f"{subject} a {variable}"

    def _has_hierarchy(self) -> bool:
        """Whether the graph may hold its class hierarchy; where it does not, the path finds the class alone."""
        evidence = self._view.evidence
        return evidence is None or not evidence.complete or SUBCLASS in evidence.properties

    def _repeated(self, subject: str, path: Node, object_: str, sink: Sink) -> str:
        """A path under ``*``, ``+`` or ``?``: left as it is where no node on the way can be hidden."""
        source = self.tree.source(path)
        sign = self.tree.source(path.children[1])
        self._check_way(path, path.children[0], once=sign == "?")
        if sign == "+" and not may_be_empty(path.children[0]):
            sink.look_at(subject, object_)
            return f"{subject} {source} {object_}"
        return self._perhaps_empty(subject, path, object_, sink)

    def _perhaps_empty(self, subject: str, path: Node, object_: str, sink: Sink) -> str:
        source = self.tree.source(path)
        fixed = [term for term in (subject, object_) if not term.startswith(("?", "$"))]
        if not fixed:
            if not (self.anchored(subject) or self.anchored(object_)):
                raise _path_refused(
                    f"{source} between two variables ranges over every node",
                    "Bind one of them in another triple of the same group, or name it.",
                )
            sink.look_at(subject, object_)
            return f"{subject} {source} {object_}"
        inner = self.tree.source(path.children[0])
        sign = "" if self.tree.source(path.children[1]) == "?" else "+"
        longer = f"({inner}){sign}"
        if may_be_empty(path.children[0]):
            raise _path_refused(f"{source} holds what may be empty twice", "Write one * or ?.")
        if len(fixed) == 2:
            if subject == object_:
                return "{ }"
            sink.look_at(subject, object_)
            return f"FILTER EXISTS {{ {subject} {longer} {object_} }}"
        end = object_ if fixed[0] == subject else subject

        def itself(own: Sink) -> str:
            return f"VALUES {end} {{ {fixed[0]} }}"

        def further(own: Sink) -> str:
            own.look_at(subject, object_)
            own.ready[f"!sameTerm({end}, {fixed[0]})"] = None
            return f"{{ SELECT DISTINCT {end} WHERE {{ {subject} {longer} {object_} }} }}"

        return self.union([itself, further], sink)

    def _check_way(self, path: Node, inner: Element, *, once: bool) -> None:
        source = self.tree.source(path)
        steps = self._steps(path, inner, forward=True)
        for start, _ in steps:
            if start[0] in self._view.shadows:
                raise _path_refused(f"{source} repeats a property that is seen in part", "Write the steps one by one.")
        if once and isinstance(inner, Token):
            return  # nothing lies between the ends
        ways = ([start for start, _ in steps], [end for _, end in steps])
        if not any(self._guards.harmless(uses) for uses in ways):
            raise _path_refused(f"{source} may pass by what cannot be seen here", "Write the steps one by one.")

    def _steps(self, whole: Node, path: Element, *, forward: bool) -> list[tuple[Use, Use]]:
        """Each property of a path with the ends at which a step starts and ends."""
        if isinstance(path, Token):
            iri = self.tree.iri_or_none(path)
            if iri is None:
                return []
            if iri == TYPE:
                raise _path_refused(f"{self.tree.source(whole)} repeats rdf:type", "Use `a` in a triple of its own.")
            if iri not in self._view.properties:
                raise role_error(no_term(path))
            ends = (iri, SUBJECT), (iri, OBJECT)
            return [ends if forward else ends[::-1]]
        if path.token("BANG") is not None:
            raise _path_refused(f"{self.tree.source(whole)} repeats !", "Name the properties that are meant.")
        turned = path.kind == "PathEltOrInverse"
        return [step for child in path.children for step in self._steps(whole, child, forward=forward != turned)]


def _nowhere(term: str) -> bool:
    return False


def _path_refused(message: str, hint: str) -> GateError:
    return GateError(message, code="role-path", hint=hint)


def _is(item: Element, terminal: str) -> bool:
    return isinstance(item, Token) and item.terminal == terminal

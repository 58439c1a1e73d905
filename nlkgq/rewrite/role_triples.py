"""Triples of a query under a role: their texts, and what must hold of what they bind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nlkgq.errors import GateError
from nlkgq.rewrite.context import Context
from nlkgq.rewrite.role_guards import OBJECT, SUBJECT, Facts, Guards, is_node
from nlkgq.roles.model import TYPE
from nlkgq.sparql import Query, Token
from nlkgq.validation.outside_role import no_term, role_error


@dataclass(slots=True)
class Sink:
    """Where conditions of some triples go: the terms to look at, and conditions that are ready."""

    facts: Facts
    terms: dict[tuple[str, str], None] = field(default_factory=dict)
    ready: dict[str, None] = field(default_factory=dict)

    def look_at(self, *terms: str, unless: str = "") -> None:
        """Has terms looked at, but where the expression ``unless`` holds."""
        self.terms.update(((term, unless), None) for term in terms)

    def texts(self, guards: Guards) -> str:
        """Every condition as FILTERs."""
        found = dict.fromkeys(self.ready)
        for term, unless in self.terms:
            for text in guards.node(term, self.facts):
                found[f"{unless} || {text}" if unless else text] = None
        return " ".join(f"FILTER({text})" for text in found)


class RoleTriples:
    """Triples of one query that a role may match."""

    def __init__(self, tree: Query, context: Context, guards: Guards) -> None:
        self.tree = tree
        self.in_graph = False
        self._context = context
        self._guards = guards
        self._view = guards.view

    def single(self, subject: str, iri: str, text: str, object_: str, sink: Sink) -> str:
        """A triple of a visible property."""
        sink.facts.used(subject, iri, SUBJECT)
        sink.facts.used(object_, iri, OBJECT)
        sink.look_at(subject, object_)
        sink.ready.update(dict.fromkeys(self._guards.shadow(subject, iri, object_)))
        return f"{subject} {text} {object_}"

    def typed(self, subject: str, token: Token, object_: str, sink: Sink) -> str:
        """An rdf:type triple."""
        sink.look_at(subject)
        if object_.startswith(("?", "$")):
            classes = self._guards.classes()
            if classes is not None:
                sink.ready[f"{object_} IN ({classes})"] = None
        else:
            iri = iri_of(self.tree, object_)
            if iri is not None and not self._view.sees_class(iri):
                raise role_error(no_term(token._replace(text=object_)))
            if iri is not None:
                sink.facts.typed(subject, iri)
        return f"{subject} {self.tree.source(token)} {object_}"

    def open(
        self, subject: str, variable: str, object_: str, sink: Sink, *, without: frozenset[str] = frozenset()
    ) -> str:
        """A triple whose property is a variable: any visible one, or the type."""
        triple = f"{subject} {variable} {object_}"
        listed = self._guards.properties(without)
        shadows = self._open_shadows(subject, variable, object_)
        if self.in_graph:
            return self._open_in_graph(subject, variable, object_, sink, listed, shadows, typed=TYPE not in without)

        def properties(own: Sink) -> str:
            own.ready[f"{variable} IN ({listed})"] = None
            own.ready.update(dict.fromkeys(shadows))
            own.look_at(subject, object_)
            return triple

        def type_(own: Sink) -> str:
            own.ready[f"{variable} = <{TYPE}>"] = None
            self._class_at(object_, own)
            own.look_at(subject)
            return triple

        return self.union([properties] if TYPE in without else [properties, type_], sink)

    def _open_in_graph(
        self, subject: str, variable: str, object_: str, sink: Sink, listed: str, shadows: Sequence[str], *, typed: bool
    ) -> str:
        type_ = f"<{TYPE}>"
        sink.look_at(subject)
        sink.look_at(object_, unless=f"{variable} = {type_}")
        sink.ready.update((f"({variable} = {type_} || {text})", None) for text in shadows)
        own = Sink(Facts())
        self._class_at(object_, own)
        sink.ready.update((f"({variable} != {type_} || {text})", None) for text in own.ready)
        known = ", ".join((*([listed] if listed else []), *([type_] if typed else [])))
        sink.ready[f"{variable} IN ({known})"] = None
        return f"{subject} {variable} {object_}"

    def _class_at(self, object_: str, sink: Sink) -> None:
        classes = self._guards.classes()
        if classes is None:
            return
        if object_.startswith(("?", "$")):
            sink.ready[f"{object_} IN ({classes})"] = None
        else:
            iri = iri_of(self.tree, object_)
            if iri is None or not self._view.sees_class(iri):
                sink.ready["false"] = None

    def _open_shadows(self, subject: str, variable: str, object_: str) -> list[str]:
        found = []
        for iri in sorted(self._view.shadows):
            tests = self._guards.shadow(subject, iri, object_)
            found += [f"({variable} != <{iri}> || {test})" for test in tests]
        return found

    def union(self, branches: Sequence[Callable[[Sink], str]], sink: Sink) -> str:
        """Groups of which any may hold, each with its own conditions."""
        texts: list[str] = []
        for branch in branches:
            own = Sink(Facts().within(sink.facts))
            text = branch(own)
            conditions = own.texts(self._guards)
            if conditions and self.in_graph:
                raise GateError(
                    "an alternative inside GRAPH cannot be asked here",
                    code="role-graph",
                    hint="Write each alternative in a GRAPH of its own.",
                )
            texts.append(f"{{ {text} {conditions} }}" if conditions else f"{{ {text} }}")
        if not texts:
            return "FILTER(false)"
        return " UNION ".join(texts) if len(texts) > 1 else texts[0]


def iri_of(tree: Query, text: str) -> str | None:
    """The IRI that a term's text names; None for a variable or a literal."""
    if text.startswith("<"):
        return text[1:-1]
    if not is_node(text) or text.startswith(("?", "$")) or text.partition(":")[0] not in tree.prefixes:
        return None
    return tree.prefixes.expand(text)

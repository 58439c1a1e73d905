"""A group of a query under a role: what its triples say together, and where its conditions go."""

from __future__ import annotations

from nlkgq.errors import GateError
from nlkgq.iri import RDF
from nlkgq.rewrite.role_guards import OBJECT, SUBJECT, Facts, Guards
from nlkgq.rewrite.role_paths import RolePaths
from nlkgq.rewrite.role_triples import Sink
from nlkgq.roles.model import TYPE
from nlkgq.sparql import ImpliedIri, Node, PatternTerm, Query, Splice, Token, TriplePattern
from nlkgq.sparql.tree import IRI_TERMINALS

_PLAIN = frozenset({"TriplesBlock", "Filter", "Bind", "InlineData"})


class Group:
    """A group of the query with its triples; inside GRAPH, the conditions go behind it, to the default graph."""

    def __init__(self, tree: Query, pattern: TriplePattern, guards: Guards) -> None:
        self._tree = tree
        self._guards = guards
        self.node = pattern.group
        self.graph = _graph_around(tree, self.node)
        self.facts = Facts()
        self.sink = Sink(self.facts)
        self.statements: list[TriplePattern] = []

    def note(self, pattern: TriplePattern) -> None:
        """Takes down what a triple says."""
        tree = self._tree
        self.statements.append(pattern)
        predicate = pattern.predicate
        iri = tree.iri_or_none(predicate)
        if iri is None:
            return
        subject, object_ = _text(tree, pattern.subject), _text(tree, pattern.object)
        if iri != TYPE:
            self.facts.used(subject, iri, SUBJECT)
            self.facts.used(object_, iri, OBJECT)
        else:
            class_ = tree.iri_or_none(pattern.object)
            if class_ is not None:
                self.facts.typed(subject, class_)

    def anchored(self, pattern: TriplePattern, term: str) -> bool:
        """Whether another triple of the group binds a variable as a node."""
        for other in self.statements:
            if other is pattern or isinstance(other.predicate, Node):
                continue
            if term == _text(self._tree, other.subject):
                return True
            if term == _text(self._tree, other.object) and self._tree.iri_or_none(other.predicate) not in (None, TYPE):
                return True
        return False

    def filters(self) -> list[Splice]:
        """The conditions, where they belong.

        Raises:
            GateError: They belong outside a GRAPH that holds more than triples and filters.
        """
        text = self.sink.texts(self._guards)
        if not text:
            return []
        if self.graph is None:
            return [Splice(self.node.end - 1, self.node.end - 1, f" {text} ")]
        graph, plain = self.graph
        if not plain:
            raise GateError(
                "GRAPH around more than triples and filters cannot be asked here",
                code="role-graph",
                hint="Write GRAPH around each group of triples.",
            )
        return [Splice(graph.end, graph.end, f" {text} ")]


def _graph_around(tree: Query, group: Node) -> tuple[Node, bool] | None:
    """The GRAPH around a group, and whether conditions may go right behind it."""
    graph = tree.enclosing(group, "GraphGraphPattern")
    if graph is None:
        return None
    direct = tree.parent(group) is graph and tree.enclosing(graph, "GraphGraphPattern") is None
    plain = all(node.kind in _PLAIN for node in group.nodes())
    tests = next(group.find("ExistsFunc", "NotExistsFunc"), None) is not None
    return graph, direct and plain and not tests


def one_triple(paths: RolePaths, group: Group, pattern: TriplePattern) -> str:
    """The text of a triple under the role; its conditions go to the group.

    Raises:
        GateError: A path that cannot be asked under the role.
    """
    tree = paths.tree
    subject, object_ = _text(tree, pattern.subject), _text(tree, pattern.object)
    predicate = pattern.predicate
    assert not isinstance(predicate, ImpliedIri)  # lists are written out
    paths.in_graph = group.graph is not None
    paths.anchored = lambda term: group.anchored(pattern, term)
    return paths.apart(subject, predicate, object_, group.sink)


def _text(tree: Query, term: PatternTerm) -> str:
    """A subject or object as text, an IRI in full; blank nodes have become variables."""
    assert isinstance(term, Token | Node)
    if isinstance(term, Token) and term.terminal in IRI_TERMINALS:
        return f"<{tree.iri(term)}>"
    if isinstance(term, Node) and term.kind == "NIL":
        return f"<{RDF}nil>"
    return tree.source(term)

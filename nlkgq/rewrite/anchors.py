"""What binds the ends of a path that may have no step, beside the path itself.

Without a step such a path holds between each node of the graph and itself, and the nodes of the database are not those
of the clean view. Where another triple binds an end, in the same representation, that does not matter.
"""

from __future__ import annotations

from typing import TypeAlias

from nlkgq.rewrite.context import Context, Form
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import Element, Node, PatternTerm, Query, Token, TriplePattern, variable_name
from nlkgq.wrapper.conversion import Conversion
from nlkgq.wrapper.model import OBJECT, SUBJECT
from nlkgq.wrapper.texts import computed_ends

Place: TypeAlias = tuple[str | None, str | None]
"""Endpoint and named graph."""
Anchors: TypeAlias = frozenset[tuple[Conversion | None, Place]]
"""Conversions of the triples that bind an end, and where those triples lie; each alone is enough."""
HERE: Place = (None, None)


def may_be_empty(path: object) -> bool:
    """Whether a path holds where it has no step: ``*`` and ``?``, and what consists of such."""
    if not isinstance(path, Node):
        return False
    match path.kind:
        case "PathElt":
            return path.token("PLUS") is None or may_be_empty(path.children[0])
        case "PathPrimary":
            return path.token("BANG") is None and may_be_empty(path.children[1])
        case "PathEltOrInverse":
            return may_be_empty(path.children[1])
        case "PathAlternative":
            return any(may_be_empty(child) for child in path.children)
        case "PathSequence":
            return all(may_be_empty(c) for c in path.children if not (isinstance(c, Token) and c.terminal == "SLASH"))
    return False


def anchors_nearby(tree: Query, context: Context, pattern: TriplePattern, end: PatternTerm) -> Anchors:
    """Conversions of the other triples, in the same group or one around it, that have this variable as an end."""
    if not isinstance(end, Token) or end.terminal != "VAR":
        return frozenset()
    name = variable_name(end)
    around: set[Node] = {pattern.group}
    for node in tree.ancestors(pattern.group):
        if node.kind == "SubSelect":
            break  # what lies outside may be another variable of the same name
        around.add(node)
    found: set[tuple[Conversion | None, Place]] = set()
    for other in context.triples(tree):
        same = other.triples is pattern.triples and other.predicate is pattern.predicate
        if same or other.group not in around or other.in_template:
            continue
        if other.graph != pattern.graph or other.service != pattern.service:
            continue
        for term, side in ((other.subject, SUBJECT), (other.object, OBJECT)):
            if isinstance(term, Token) and term.terminal == "VAR" and variable_name(term) == name:
                predicate = other.predicate
                if isinstance(predicate, (Token, Node)):
                    found |= path_end(tree, context, predicate, side, other.object)
    return frozenset(found)


def path_end(tree: Query, context: Context, path: Element, side: str, object_: PatternTerm | None = None) -> Anchors:
    """The conversion of one end of a path, where it binds that end and has one alone; else nothing."""
    if may_be_empty(path):
        return frozenset()
    if isinstance(path, Token):
        return _token_end(tree, context, path, side, object_)
    steps = [c for c in path.children if isinstance(c, Node) or tree.iri_or_none(c) is not None]
    match path.kind:
        case "PathPrimary":
            return frozenset() if path.token("BANG") is not None else path_end(tree, context, path.children[1], side)
        case "PathEltOrInverse":
            return path_end(tree, context, path.children[1], OBJECT if side == SUBJECT else SUBJECT)
        case "PathElt":
            return path_end(tree, context, path.children[0], side)
        case "PathSequence":
            return path_end(tree, context, steps[0 if side == SUBJECT else -1], side)
    found = [path_end(tree, context, step, side) for step in steps]
    return found[0] if len(set(found)) == 1 else frozenset()


def _token_end(tree: Query, context: Context, token: Token, side: str, object_: PatternTerm | None) -> Anchors:
    iri = tree.iri_or_none(token)
    if iri is None:
        return frozenset()
    named = context.form_of(tree, object_ if iri == TYPE else token)
    if named is not None:
        computed = side in computed_ends(named.pattern)
        return frozenset() if computed else frozenset({(context.conversion(named, side), place_of(context, named))})
    if iri == TYPE and iri not in context.wrapper.properties:
        class_ = tree.iri_or_none(object_)
        forms = context.wrapper.classes.get(class_, ()) if class_ is not None else ()
        sides = {(f.instances, place_of(context, f)) for f in forms if SUBJECT not in computed_ends(f.pattern)}
        complete = side == SUBJECT and len(sides) == 1 and not context.stands_for_subclasses(class_ or "")
        return frozenset(sides) if complete else frozenset()
    if iri not in context.wrapper.properties:
        return frozenset({(None, HERE)})
    own: set[tuple[Conversion | None, Place]] = set()
    for form in context.wrapper.properties[iri]:
        if form.kind == "pattern" and side in computed_ends(form.text):
            return frozenset()
        own.add((context.conversion(form, side), place_of(context, form)))
    return frozenset(own) if len(own) == 1 else frozenset()


def place_of(context: Context, form: Form) -> Place:
    """Where a form lies: at the same endpoint for all, unless they are told apart."""
    return (form.endpoint if context.services is not None else None, form.graph)

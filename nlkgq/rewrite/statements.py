"""Rule: every triple whose term needs more than another name stands alone, with nothing implied.

``;`` ``,`` ``[ ]`` and ``( )`` are written out for statements that later rules take apart; blank nodes become
variables, since a blank node cannot be shared by two graph patterns. Short and derived query forms get their long form:
``CONSTRUCT WHERE``, ``DESCRIBE``, ``SELECT *``. Statements whose terms only get other names stay as they are written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from nlkgq.iri import RDF, RDFS
from nlkgq.rewrite.context import Context
from nlkgq.sparql import (
    ImpliedIri,
    ListCell,
    Node,
    PatternTerm,
    Query,
    Splice,
    Token,
    TriplePattern,
    visible_variables,
)
from nlkgq.sparql.scope import projected_variables

TYPE = f"{RDF}type"
SUBCLASS = f"{RDFS}subClassOf"
Needs: TypeAlias = Callable[[Query, TriplePattern, Context], bool]
"""Whether a triple must stand alone."""


def statements(tree: Query, context: Context) -> Query:
    """See the module.

    Raises:
        RewriteError: A term that the wrapper does not have, or a form of query that cannot be taken apart.
    """
    return taken_apart(tree, context, _needs_more)


def taken_apart(tree: Query, context: Context, needs: Needs) -> Query:
    """The query in its long form, in which each triple of a statement that ``needs`` it stands alone.

    Raises:
        RewriteError: A form of query that cannot be taken apart.
    """
    tree = _long_form(tree, context)
    patterns = [p for p in context.triples(tree) if not p.in_template]
    apart = {p.triples for p in patterns if needs(tree, p, context)}
    if not apart:
        return tree
    names = _Names(context)
    splices: list[Splice] = []
    for statement in dict.fromkeys(p.triples for p in patterns):
        if statement in apart and not _is_alone(statement):
            own = [p for p in patterns if p.triples is statement]
            text = " . ".join(
                f"{names(tree, p.subject)} {_predicate(tree, p.predicate)} {names(tree, p.object)}" for p in own
            )
            splices.append(Splice(statement.start, statement.end, text))
        else:
            splices += (
                Splice(token.start, token.end, names(tree, token))
                for token in tree.tokens_of(statement)
                if token.terminal == "BLANK_NODE_LABEL"
            )
    splices += _stars(tree, context)
    return context.step(tree, splices)


def _is_alone(statement: Node) -> bool:
    """Whether it is one triple already, without blank nodes."""
    tokens = 0
    for item in statement.walk():
        if isinstance(item, Token):
            tokens += item.terminal in {"COMMA", "SEMICOLON", "BLANK_NODE_LABEL", "LSQB", "RSQB"}
        elif item.kind in {"CollectionPath", "ANON", "NIL"}:
            return False
    return tokens == 0


def _needs_more(tree: Query, pattern: TriplePattern, context: Context) -> bool:
    """Whether a triple needs more than that its terms get other names."""
    predicate = pattern.predicate
    if isinstance(predicate, ImpliedIri):
        if predicate.iri in context.wrapper.properties:
            return context.plain_property(predicate.iri, pattern.graph) is None
        if context.keep_unknown:
            return False
        raise context.refusal("a list in round brackets: the wrapper has no lists", predicate.iri)
    if isinstance(predicate, Node):
        return any(_step_needs_more(tree, item, context, pattern.graph) for item in predicate.walk())
    if predicate.terminal == "VAR":
        return True
    iri = tree.iri(predicate)
    if iri == TYPE and iri not in context.wrapper.properties:
        class_ = tree.iri_or_none(pattern.object)
        if class_ is None:
            return True
        if class_ in context.wrapper.classes:
            return context.plain_class(class_) is None
        if context.keep_unknown:
            return False
        raise context.unknown("class", class_)
    return _property_needs_more(iri, context, pattern.graph)


def _step_needs_more(tree: Query, item: object, context: Context, graph: Token | None) -> bool:
    if isinstance(item, Node):
        return item.kind == "PathNegatedPropertySet"
    iri = tree.iri_or_none(item)
    if iri is None:
        return False
    if iri in (TYPE, SUBCLASS) and iri not in context.wrapper.properties:
        return True
    return _property_needs_more(iri, context, graph)


def _property_needs_more(iri: str, context: Context, graph: Token | None) -> bool:
    if iri in context.wrapper.properties:
        return context.plain_property(iri, graph) is None
    if context.keep_unknown:
        return False
    raise context.unknown("property", iri)


class _Names:
    """Subjects and objects as plain text; each blank node gets its variable."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[object, str] = {}

    def __call__(self, tree: Query, term: PatternTerm) -> str:
        if isinstance(term, ImpliedIri):
            return f"<{term.iri}>"
        if isinstance(term, Token) and term.terminal == "BLANK_NODE_LABEL":
            return self._variable(term.text)
        if isinstance(term, ListCell) or (isinstance(term, Node) and term.kind not in {"RDFLiteral", "NIL"}):
            return self._variable(term)
        if isinstance(term, Node) and term.kind == "NIL":
            return f"<{RDF}nil>"
        return tree.source(term)

    def _variable(self, key: object) -> str:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._context.fresh("b")
        return found


def _predicate(tree: Query, predicate: Token | Node | ImpliedIri) -> str:
    return f"<{predicate.iri}>" if isinstance(predicate, ImpliedIri) else tree.source(predicate)


def _stars(tree: Query, context: Context) -> list[Splice]:
    """``SELECT *`` by name, so that variables of ours are not selected; the same for ``COUNT(DISTINCT *)``."""
    splices: list[Splice] = []
    for select in tree.find("SelectQuery", "SubSelect"):
        clause = select.node("SelectClause")
        star = clause.token("STAR") if clause is not None else None
        if star is not None:
            names = list(projected_variables(tree, select))
            if not names:
                raise context.refusal("SELECT * selects nothing", "*", hint="Name a variable, or ask with ASK.")
            splices.append(Splice(star.start, star.end, " ".join(f"?{name}" for name in names)))
        counted = any(
            aggregate.token("DISTINCT") is not None and aggregate.token("STAR") is not None
            for head in select.nodes("SelectClause", "HavingClause", "OrderClause")
            for aggregate in head.find("Aggregate")
        )
        where = select.node("WhereClause")
        if counted and where is not None:
            group = where.nodes("GroupGraphPattern")[0]
            names = _group_names(tree, select)
            if not names:
                raise context.refusal("COUNT(DISTINCT *) over a pattern without variables", "*")
            head = " ".join(f"?{name}" for name in names)
            splices.append(Splice(group.start, group.start, f"{{ {{ SELECT {head} WHERE "))
            splices.append(Splice(group.end, group.end, " } }"))
    return splices


def _group_names(tree: Query, select: Node) -> list[str]:
    from nlkgq.sparql.scope import body_scope, pattern_scopes

    return list(body_scope(select, pattern_scopes(tree)))


def _long_form(tree: Query, context: Context) -> Query:
    body = tree.body
    short = body.node("ConstructWhere")
    if short is not None:
        first = body.nodes("DatasetClause", "ConstructWhere")[0]
        start = first.start if first is not short else body.tokens("WHERE")[0].start
        pattern = tree.source(short)
        return tree.edit(Splice(start, start, f"{pattern} "))
    return tree if tree.form != "DESCRIBE" else _described(tree, context)


def _described(tree: Query, context: Context) -> Query:
    """DESCRIBE as the clean triples about each thing."""
    body = tree.body
    star = body.token("STAR")
    where = body.node("WhereClause")
    names = [f"?{name}" for name in visible_variables(tree, where)] if star is not None and where is not None else []
    iris = [tree.source(t) for t in body.tokens("IRIREF", "PNAME_LN", "PNAME_NS")]
    names += [tree.source(t) for t in body.tokens("VAR")]
    names = list(dict.fromkeys(names))
    thing, predicate, value = context.fresh("thing"), context.fresh("property"), context.fresh("value")
    dataset = " ".join(tree.source(n) for n in body.nodes("DatasetClause"))
    rest = tree.text[where.end : body.end] if where is not None else ""
    if len(iris) == 1 and not names:
        thing = iris[0]
        pattern = f"{thing} {predicate} {value}"
    else:
        selected = f"{{ SELECT DISTINCT {' '.join(names)} {tree.source(where)}{rest} }}" if where is not None else ""
        # An unbound variable would describe everything.
        choices = [
            f"{{ {selected} FILTER(BOUND({name})) BIND({name} AS {thing}) }}" for name in names if where is not None
        ]
        if iris:
            choices.append(f"{{ VALUES {thing} {{ {' '.join(iris)} }} }}")
        if len(choices) == 1 and not iris:
            thing = names[0]
            choices = [f"{{ {selected} FILTER(BOUND({thing})) }}"]
        pattern = f"{' UNION '.join(choices)} {thing} {predicate} {value}"
    text = f"CONSTRUCT {{ {thing} {predicate} {value} }} {dataset} WHERE {{ {pattern} }}"
    return tree.edit(Splice(body.start, body.end, text))

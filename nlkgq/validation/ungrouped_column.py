"""Check: in a grouped query, every column is a group key or an aggregate."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.sparql import Node, Splice, Token, variable_name
from nlkgq.sparql.static_rules import outside_aggregates
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.grouping import group_names, is_aggregated


def ungrouped_column(query: QueryContext) -> Iterator[Finding]:
    """A column, or a condition of HAVING, that is neither in GROUP BY nor inside an aggregate.

    Why: a group has many values of it, and the standard refuses such a query (section 11.4). The edit adds the
    variable to GROUP BY.

    Failing::

        SELECT ?person (COUNT(?film) AS ?films) { ?film films:directedBy ?person }

    Passing::

        SELECT ?person (COUNT(?film) AS ?films) { ?film films:directedBy ?person } GROUP BY ?person
    """
    for select in query.tree.find("SelectQuery", "SubSelect"):
        if not is_aggregated(query.tree, select):
            continue
        missing = _missing(select)
        if not missing:
            continue
        names = " ".join(dict.fromkeys(f"?{variable_name(token)}" for token in missing))
        edit = _grouped(select, names)
        for number, token in enumerate(missing):
            yield Finding(
                code="ungrouped-column",
                severity="error",
                message=f"{token.text} is neither grouped nor aggregated.",
                start=token.start,
                end=token.end,
                terms=(token.text,),
                suggestion=f"Add {token.text} to GROUP BY, or put it inside an aggregate such as COUNT or SAMPLE.",
                edit=edit if number == 0 else (),
            )


def _missing(select: Node) -> list[Token]:
    allowed = group_names(select)
    found: list[Token] = []
    clause, having = select.node("SelectClause"), select.node("HavingClause")
    for item in clause.children if clause is not None else ():
        if isinstance(item, Token):
            found += [item] if item.terminal == "VAR" and variable_name(item) not in allowed else []
        else:
            found += [t for t in outside_aggregates(item.children[1]) if variable_name(t) not in allowed]
            allowed.add(variable_name(item.tokens("VAR")[-1]))
    for part in having.children[1:] if having is not None else ():
        found += [t for t in outside_aggregates(part) if variable_name(t) not in allowed]
    return found


def _grouped(select: Node, names: str) -> tuple[Splice, ...]:
    grouping = select.node("GroupClause")
    if grouping is not None:
        return (Splice(grouping.end, grouping.end, f" {names}"),)
    where = select.node("WhereClause")
    return (Splice(where.end, where.end, f" GROUP BY {names}"),) if where is not None else ()

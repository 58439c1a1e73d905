"""Check: the answer has the columns that the question asks for."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier
from nlkgq.sparql import Token, variable_name
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.meaning import meanings
from nlkgq.values.names import names_things


def unasked_column(query: QueryContext) -> Iterator[Finding]:
    """A column whose property, class and name share no word with the question.

    Why: extra columns hide the answer and can repeat its rows. The first column, names of things, and what the query
    orders or groups by are left alone. Words say little about meaning, so it is only worth knowing. Needs the question.

    Failing::

        # question: Which films did she direct?
        SELECT ?film ?budget { ?film films:directedBy ?person ; films:budget ?budget }

    Passing::

        # question: Which films did she direct, and what was the budget of each?
        SELECT ?film ?budget { ?film films:directedBy ?person ; films:budget ?budget }
    """
    clause = query.tree.body.node("SelectClause")
    if query.question is None or clause is None or query.tree.form != "SELECT":
        return
    known = meanings(query.ontology)
    asked = known.stems_of(query.question)
    used = {
        variable_name(t)
        for holder in query.tree.body.nodes("OrderClause", "GroupClause", "HavingClause")
        for t in holder.find_tokens("VAR")
    }
    columns = [c for c in clause.children if not isinstance(c, Token) or c.terminal == "VAR"]
    for column in columns[1:]:
        if not isinstance(column, Token) or variable_name(column) in used:
            continue
        name = variable_name(column)
        edges = [e for e in query.graph.used if name in (e.object.name, e.subject.name)]
        terms = {e.property for e in edges if e.object.name == name}
        terms |= {iri for union in query.classes_of(name) for iri in union}
        if not terms or any(names_things(iri) or known.shares(asked, iri) for iri in terms):
            continue
        if asked & known.stems_of(split_identifier(name)):
            continue
        words = " or ".join(sorted(split_identifier(local_name(iri)) for iri in terms))
        yield Finding(
            code="unasked-column",
            severity="info",
            message=f"The question does not seem to ask for {column.text} ({words}).",
            start=column.start,
            end=column.end,
            terms=(column.text, *sorted(terms)),
            suggestion=f"Leave out {column.text} if it was not asked for.",
        )

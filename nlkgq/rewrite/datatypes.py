"""Rule: literals get the datatype and the unit that the clean property promises, constants those that are stored."""

from __future__ import annotations

from nlkgq.rewrite.context import Context
from nlkgq.rewrite.representation import represent
from nlkgq.sparql import Query


def datatypes(tree: Query, context: Context) -> Query:
    """See the module, and `represent`.

    Raises:
        RewriteError: A place where no conversion keeps the query's meaning.
    """
    return represent(tree, context, frozenset({"datatype"}))

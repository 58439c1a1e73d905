"""Rule: codes and identifiers become clean terms, and clean terms in the query become codes and identifiers.

For value maps and IRI templates; `datatypes` does the same for literals, and each leaves alone what the other does.
"""

from __future__ import annotations

from nlkgq.rewrite.context import Context
from nlkgq.rewrite.representation import represent
from nlkgq.sparql import Query


def values(tree: Query, context: Context) -> Query:
    """See the module, and `represent`.

    Raises:
        RewriteError: A place where no conversion keeps the query's meaning.
    """
    return represent(tree, context, frozenset({"values", "template"}))

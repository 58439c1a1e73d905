"""The graph cut down to a role, in a file: what is hidden cannot change an answer over it, since it is not there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from nlkgq.errors import GateError
from nlkgq.role_wrapper import as_stored
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate

if TYPE_CHECKING:
    from nlkgq.endpoints.protocol import Endpoint
    from nlkgq.roles.model import RoleView
    from nlkgq.sparql import Query
    from nlkgq.wrapper.model import Wrapper


class CutGraph:
    """What is left of a graph in files, and queries over it.

    Args:
        view: The role.
        open: Makes the endpoint over the file, which is written where there is none yet.
        is_first: Whether it is asked rather than the whole graph with conditions.
        policy: The gate's.
        rows: Most rows of an answer.
        visible: Behind a wrapper, the terms that the role sees; None where the graph's terms are the ontology's.
        counts: Behind a wrapper, the things of each class in the whole graph, where they were counted.
    """

    def __init__(
        self,
        view: RoleView,
        open: Callable[[], Endpoint],
        is_first: Callable[[], bool],
        policy: GatePolicy,
        *,
        rows: int,
        visible: Callable[[], Wrapper] | None = None,
        counts: Mapping[str, int] | None = None,
    ) -> None:
        # what is left is seen as it is; but paths taken apart count as the standard says, and engines differ
        self._view = replace(
            view,
            classes=None,
            hidden=frozenset(),
            rows=(),
            shadows={},
            virtual=frozenset(),
            mentioned=frozenset(),
            graphs=None,
            evidence=None,
        )
        self._open = open
        self._is_first = is_first
        self._policy = policy
        self._rows = rows
        self._visible = visible
        self._counts = counts

    @cached_property
    def endpoint(self) -> Endpoint:
        """Answers queries over what is left."""
        return self._open()

    @property
    def is_first(self) -> bool:
        """Whether it is asked rather than the whole graph with conditions."""
        return self._is_first()

    def query(self, tree: Query) -> GatedQuery | None:
        """The query as it is asked here, over the terms of the ontology.

        Returns:
            None for one that names graphs, which the file does not have.

        Raises:
            GateError, RewriteError: It cannot be asked.
        """
        from nlkgq.rewrite.limit import limit
        from nlkgq.rewrite.role import role
        from nlkgq.rewrite.rules import rewrite
        from nlkgq.validation.outside_role import climbs

        if next(tree.find("GraphGraphPattern", "DatasetClause", "ServiceGraphPattern"), None) is not None:
            return None
        try:
            tree = role(tree, self._view)
        except GateError as error:
            # a path without end can be asked as it stands, but for the hierarchy, which the file does not hold
            if error.code != "role-path" or climbs(tree):
                raise
        if self._visible is not None:
            tree = rewrite(tree, as_stored(self._visible()), counts=self._counts).tree
        return gate(str(limit(tree, self._rows)[0]), self._policy)

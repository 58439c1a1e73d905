"""Where a role's queries run: whoever asks, and for what, only what the role sees is matched."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from nlkgq.cut_graph import CutGraph
from nlkgq.errors import EndpointError, GateError, RefusedError, RewriteError
from nlkgq.roles.model import RoleView
from nlkgq.validation.gate import GatedQuery, GatePolicy, gate

if TYPE_CHECKING:
    from nlkgq.endpoints.protocol import Endpoint, Limits
    from nlkgq.results.models import Result
    from nlkgq.sparql import Query
    from nlkgq.validation.finding import Finding
    from nlkgq.wrapper.model import Wrapper

_KEPT: Final = 256
"""Queries whose guarded form is kept."""
_IN_OTHER_WORDS: Final = frozenset({"bad-query", "server"})
"""Failures whose message may quote the query, conditions and all."""


_ASKED_OF_WHAT_IS_LEFT: Final = frozenset({"role-path", "role-open", "role-condition"})
"""Refusals of a query with conditions that is no riddle to the graph cut down to the role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """What runs in place of a query; ``cut`` is the graph it runs over, None for the whole one."""

    query: GatedQuery
    cut: CutGraph | None = None


class RoleAccess:
    """A role at work: it writes its conditions into queries, and knows which of them came of which.

    Args:
        view: What the role sees.
        policy: The gate's, for queries with conditions.
        union_default: Whether a pattern outside GRAPH sees all that lies in named graphs.
        cut: The graph cut down to the role, where there is one that can be asked instead.
        wrapper: What conditions are written in native terms with; None without a wrapper.
    """

    def __init__(
        self,
        view: RoleView,
        policy: GatePolicy,
        *,
        union_default: bool,
        cut: CutGraph | None = None,
        wrapper: Wrapper | None = None,
    ) -> None:
        self.view = view
        self.wrapper = wrapper
        self.cut = cut
        self._union_default = union_default
        # the conditions are ours: they count neither for length nor for patterns
        self._policy = replace(
            policy.rewritten().rewritten(), graphs=policy.graphs | frozenset(view.graphs or ()), service=frozenset()
        )
        self._services = policy.service
        self._admitted: OrderedDict[str, Admitted] = OrderedDict()
        self._lock = threading.Lock()

    def outside(self, tree: Query) -> tuple[Finding, ...]:
        """What a query names that the role does not see."""
        from nlkgq.validation.outside_role import outside_role

        return tuple(outside_role(tree, self.view))

    def guard(self, tree: Query) -> Query:
        """The query as the role may ask it, over the terms of the ontology.

        Raises:
            GateError, RewriteError: It may not.
        """
        from nlkgq.rewrite.role import role

        return role(tree, self.view, union_default=self._union_default)

    def admit(self, tree: Query, asked: GatedQuery, native: Callable[[Query, Wrapper | None], Query]) -> None:
        """Has ``asked`` run with the role's conditions.

        Args:
            tree: The query over the terms of the ontology.
            asked: What it becomes without conditions: all that anybody is shown.
            native: Makes the endpoint's query of one over the ontology's terms, by a wrapper.

        Raises:
            GateError: The role may not ask it, or not in these terms.
            RewriteError: A form of query that cannot be taken apart.
        """
        found = self._over_what_is_left(tree) if self.cut is not None and self.cut.is_first else None
        if found is None:
            try:
                found = Admitted(query=self._conditioned(tree, native))
            except GateError as error:
                found = self._over_what_is_left(tree) if error.code in _ASKED_OF_WHAT_IS_LEFT else None
                if found is None:
                    raise
        with self._lock:
            self._admitted[asked.text] = found
            while len(self._admitted) > _KEPT:
                self._admitted.popitem(last=False)

    def _over_what_is_left(self, tree: Query) -> Admitted | None:
        query = self.cut.query(tree) if self.cut is not None else None
        return Admitted(query=query, cut=self.cut) if query is not None else None

    def _conditioned(self, tree: Query, native: Callable[[Query, Wrapper | None], Query]) -> GatedQuery:
        from nlkgq.validation.outside_role import leaves_open

        guarded = self.guard(tree)
        if self.view.wrapped and leaves_open(tree) and guarded.text.count("EXISTS") > tree.text.count("EXISTS"):
            # each property has forms of its own, and each of its ends is looked at: no endpoint gets to the end of it
            raise GateError(
                "which property is meant cannot be left open here",
                code="role-open",
                hint="Name the property, and ask for one after the other: `nlkgq ontology show` lists them.",
            )
        try:
            text = str(native(guarded, self.wrapper))
        except RewriteError:
            # what failed is a condition, of which nothing is told: the query itself has a native form
            raise _refused() from None
        try:
            return gate(text, replace(self._policy, service=self._services))
        except GateError:
            raise _refused() from None

    def is_clean(self, query: GatedQuery) -> bool:
        """Whether the answer to an admitted query comes in the terms of the ontology."""
        with self._lock:
            found = self._admitted.get(query.text)
        return found is not None and found.cut is not None

    def guarded(self, query: GatedQuery) -> Admitted:
        """What runs in place of a query.

        Raises:
            GateError: It was not admitted, and is written in native terms, which no role sees.
        """
        from nlkgq.sparql import parse_query

        with self._lock:
            found = self._admitted.get(query.text)
        if found is not None:
            return found
        if self.view.wrapped:
            raise GateError(
                "only queries over the clean terms can be asked here",
                code="role-native",
                hint="`nlkgq ontology show` lists the terms.",
            )
        tree = parse_query(query.text)
        return Admitted(query=gate(str(self.guard(tree)), self._policy))


class RoleEndpoint:
    """An endpoint behind a role.

    Args:
        inner: Makes the endpoint that has the whole graph.
        access: The role.
        name: Name in messages.
    """

    def __init__(self, inner: Callable[[], Endpoint], access: RoleAccess, *, name: str) -> None:
        self.name = name
        self._inner = inner
        self._access = access

    def start(self) -> None:
        """Begins to open the endpoint, where it needs opening; what is left of a graph is opened when it is asked."""
        if self._access.cut is not None and self._access.cut.is_first:
            return
        start = getattr(self._inner(), "start", None)
        if start is not None:
            start()

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        """The result of the query over what the role sees.

        Raises:
            GateError: The role may not ask it.
            EndpointError: The endpoint failed.
        """
        admitted = self._access.guarded(query)
        try:
            endpoint = self._inner() if admitted.cut is None else admitted.cut.endpoint
            return endpoint.run(admitted.query, limits=limits)
        except RefusedError:
            # several endpoints may not answer it together: the reason may name what only a condition names
            raise _refused() from None
        except EndpointError as error:
            raise _unquoted(error) from None

    def close(self) -> None:
        """Ends nothing: the endpoint is its owner's."""


def _refused() -> GateError:
    return GateError(
        "the query cannot be asked with the conditions of its role",
        code="role-condition",
        hint="Ask for less at once; whoever wrote the roles can find out more without one.",
    )


def _unquoted(error: EndpointError) -> EndpointError:
    """The failure without any word that may stand in a condition."""
    message = error.message
    if error.kind in _IN_OTHER_WORDS:
        message = f"{error.endpoint}: the query failed ({error.kind})"
    return EndpointError(
        message,
        kind=error.kind,
        endpoint=error.endpoint,
        status=error.status,
        retry_after=error.retry_after,
        hint=error.hint if error.kind not in _IN_OTHER_WORDS else None,
        retryable=error.retryable,
    )

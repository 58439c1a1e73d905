"""Everything about one graph as far as a role sees it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nlkgq.cut_graph import CutGraph
from nlkgq.endpoint_parts import EndpointParts
from nlkgq.knowledge import Knowledge, Progress
from nlkgq.owner_files import read_rider
from nlkgq.resources import cache_dir, writing
from nlkgq.role_endpoint import RoleAccess, RoleEndpoint
from nlkgq.role_wrapper import renamed, visible
from nlkgq.roles.model import RoleView
from nlkgq.value_indexes import as_one

if TYPE_CHECKING:
    from nlkgq.egress.graph_values import GraphValues
    from nlkgq.egress.watched import WatchedValues
    from nlkgq.endpoints.protocol import Endpoint
    from nlkgq.masking.mask import Masker
    from nlkgq.masking.rules import ValueRules
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.synonyms import Synonyms
    from nlkgq.results.models import SelectResult
    from nlkgq.sparql import Query
    from nlkgq.validation.gate import GatePolicy
    from nlkgq.values.model import ValueIndex
    from nlkgq.wrapper.model import Wrapper


_VIEW: Final = 2
"""Version of what a view holds: all types."""
_READ_OUT: Final = 1_000_000
"""Triples of a graph that takes half a minute to be cut down to a role; a larger one waits for `nlkgq index`."""


class RoleKnowledge(Knowledge):
    """What a role sees of a graph: ontology, index, counts and endpoint all come of the graph cut down to it.

    Args:
        whole: The whole graph.
        view: The role.
        make_endpoint: Makes the endpoint that takes the questions.
        progress: Called while something takes long.
    """

    def __init__(
        self,
        whole: Knowledge,
        view: RoleView,
        *,
        make_endpoint: Callable[[Knowledge], Endpoint],
        progress: Progress | None = None,
    ) -> None:
        # unknown words and hidden values must look the same to a model: only the strict mode masks both
        mode = "strict" if whole.settings.privacy.mode == "values" else whole.settings.privacy.mode
        # what lies in the graph's folder beside its settings, such as kept examples, is not the role's
        settings = replace(whole.settings, folder=None, privacy=replace(whole.settings.privacy, mode=mode))
        if whole.wrapper is not None:
            # a look for values in native terms is one that no role may take
            steps = settings.steps
            settings = replace(settings, steps=replace(steps, grounding=replace(steps.grounding, scan=False)))
        super().__init__(settings, make_endpoint=make_endpoint, progress=progress)
        self.view = view
        self._whole = whole
        self._asked = self._with_graphs(whole, view, make_endpoint, progress)
        self.access: RoleAccess = self._access(self._cut())

    @property
    def whole(self) -> Knowledge:
        """The whole graph."""
        return self._whole

    def _access(self, cut: CutGraph | None) -> RoleAccess:
        whole, view = self._whole, self.view
        union_default = not whole.remote or view.graphs is not None
        wrapper = None if whole.wrapper is None else renamed(whole.wrapper, view.aliases)
        return RoleAccess(view, whole.policy, union_default=union_default, cut=cut, wrapper=wrapper)

    def _cut(self) -> CutGraph | None:
        """What the role sees of a graph in files."""
        if self.remote or not self.parts:
            return None
        evidence, profile = self.view.evidence, self._whole.profile
        is_small = profile is not None and profile.triples <= _READ_OUT
        return CutGraph(
            self.view,
            self._open_cut,
            lambda: is_small or self._view_file.exists(),
            self._whole.policy.rewritten().rewritten(),
            rows=self.limits.rows,
            visible=self._visible if self.view.wrapped else None,
            counts=evidence.classes if evidence is not None and evidence.complete else None,
        )

    def _open_cut(self) -> Endpoint:
        return self._over_files(self.data_files).endpoint

    def _over_files(self, files: tuple[Path, ...]) -> Knowledge:
        """A graph in the terms of the ontology, as files."""
        first = replace(self._whole.settings.endpoints[0], url=None, files=files)
        settings = replace(self._whole.settings, endpoints=(first,), endpoint=None, wrapper=())
        found = Knowledge(settings, make_endpoint=self._make_endpoint, progress=self.progress)
        self.on_close(found.close)
        return found

    @staticmethod
    def _with_graphs(
        whole: Knowledge,
        view: RoleView,
        make_endpoint: Callable[[Knowledge], Endpoint],
        progress: Progress | None,
    ) -> Knowledge:
        """The graph with the role's named graphs as those that its endpoints are asked for."""
        if view.graphs is None or not whole.remote:
            return whole
        graphs = view.graphs
        endpoints = tuple(
            replace(e, default_graphs=graphs, named_graphs=graphs) if e.url is not None else e
            for e in whole.settings.endpoints
        )
        return Knowledge(replace(whole.settings, endpoints=endpoints), make_endpoint=make_endpoint, progress=progress)

    @cached_property
    def parts(self) -> tuple[EndpointParts, ...]:
        """The endpoints; a search by an index of an endpoint's own would look past the role."""
        return tuple(
            EndpointParts(replace(part.settings, text_search=None), self.reporter) for part in self._whole.parts
        )

    @property
    def scanned_parts(self) -> tuple[EndpointParts, ...]:
        """None: their index and counts are those of the whole graph."""
        return ()

    @property
    def viewed(self) -> bool:
        """Whether values and counts come of a view that is read out through queries: always."""
        return True

    @cached_property
    def key(self) -> str:
        """Names what the role sees in caches (hex)."""
        return hashlib.sha256(f"{self._whole.key}\n{self.view.digest}\n{_VIEW}".encode()).hexdigest()

    @cached_property
    def files_key(self) -> str:
        """The same: all files are one view."""
        return self.key

    @cached_property
    def stated_ontology(self) -> Ontology:
        """What the role sees of the ontology, without synonyms."""
        from nlkgq.roles.sub_ontology import sub_ontology

        return sub_ontology(self._whole.stated_ontology, self.view)

    @cached_property
    def ontology(self) -> Ontology:
        """What the role sees of the ontology."""
        return self.view.ontology

    @cached_property
    def shown_ontology(self) -> Ontology:
        """The ontology for people: without the values of the graph in comments, which may be hidden ones."""
        from nlkgq.prompting.material import without_values_in_comments

        watched = self._watched()
        if watched is None:
            return self.ontology
        return without_values_in_comments(
            self.ontology, lambda text: [(found.start, found.end) for found in watched.find(text)]
        )

    @cached_property
    def synonyms(self) -> Synonyms:
        """Of visible terms; those of values are kept where the role's index has the value."""
        known = self._whole.synonyms
        terms = {phrase: iri for phrase, iri in known.terms.items() if self.ontology.term(iri) is not None}
        return replace(known, terms=terms)

    @cached_property
    def index(self) -> ValueIndex:
        """The values that the role sees, with the owner's names of those."""
        index = as_one(self.indexes, {}, must_hold=None)
        names = {phrase: text for phrase, text in self.synonyms.values.items() if index.lookup(text)}
        return as_one(self.indexes, names, must_hold=None)

    @cached_property
    def wrapper(self) -> Wrapper | None:
        """The terms that the role sees; conditions, which may rest on others, have the access's."""
        return None if self._whole.wrapper is None else visible(self._whole.wrapper, self.view)

    @cached_property
    def data_files(self) -> tuple[Path, ...]:
        """The graph that the role sees, as a file; nothing of what lies behind addresses, unless it was scanned."""
        if not self.parts:
            return ()
        path = self._view_file
        if not path.exists():
            if self.remote:
                return ()
            self.write_view()
        return (path,)

    @property
    def _view_file(self) -> Path:
        return cache_dir() / "views" / f"{self.key}.nt"

    def write_view(self, *, seconds: float = 600.0) -> bool:
        """Reads what the role sees into the cache, through its own queries.

        Returns:
            Whether it is complete.

        Raises:
            EndpointError: A query failed.
        """
        from nlkgq.clean_view import write_view

        # a view in the terms of the ontology has no named graphs
        by_graph = self.view.wrapped and self.view.graphs is not None
        locally = not (self.remote or by_graph)
        run = self._locally(seconds) if locally else self._own
        progress = self.reporter("reading what is visible")
        with writing():
            return write_view(run, self._visible(), self._view_file, every_type=locally, progress=progress)

    def _locally(self, seconds: float) -> Callable[[str], SelectResult]:
        """Runs queries over the files of a graph in the terms of its ontology, wrapped or not."""
        from nlkgq.results.models import SelectResult
        from nlkgq.validation.gate import gate

        whole = self._over_files(self._whole.data_files)
        view = replace(self.view, wrapped=False, askable=None, aliases={})
        if self.view.wrapped:
            view = replace(view, mentioned=frozenset())
        access = RoleAccess(view, self._whole.policy, union_default=True)
        limits = replace(self.limits, seconds=seconds, rows=10**7, bytes=10**10)

        def run(text: str) -> SelectResult:
            result = whole.endpoint.run(access.guarded(gate(text)).query, limits=limits)
            assert isinstance(result, SelectResult)
            return result

        return run

    def _own(self, text: str) -> SelectResult:
        """The rows of a SELECT query of our own making, over the terms of the ontology."""
        from nlkgq.results.back import in_clean_terms
        from nlkgq.results.models import SelectResult
        from nlkgq.rewrite.rules import rewrite
        from nlkgq.sparql import parse_query
        from nlkgq.validation.gate import gate
        from nlkgq.wrapper.model import make_back

        wrapper = self.wrapper
        if wrapper is None:
            return self.select(text)

        def native(clean: Query, by: Wrapper | None) -> Query:
            return rewrite(clean, by or wrapper, services=self.services).tree

        access = self._access(None)
        tree = parse_query(text)
        asked = gate(str(native(tree, None)), self.policy.rewritten())
        access.admit(tree, asked, native)
        found = RoleEndpoint(self._opened, access, name=self.settings.name).run(asked, limits=self.limits)
        result = in_clean_terms(found, make_back(wrapper))
        assert isinstance(result, SelectResult)
        return result

    def _visible(self) -> Wrapper:
        """The visible terms, each with what it is asked as."""
        from nlkgq.wrapper.model import ClassForm, PropertyForm, Wrapper

        if self.wrapper is not None:
            return self.wrapper
        return Wrapper(
            classes={iri: (ClassForm(kind="iri", text=iri),) for iri in self.ontology.classes},
            properties={iri: (PropertyForm(kind="iri", text=iri),) for iri in sorted(self.view.properties)},
        )

    @cached_property
    def endpoint(self) -> Endpoint:
        """Takes the questions, and answers with what the role sees."""
        return RoleEndpoint(self._opened, self.access, name=self.settings.name)

    @cached_property
    def label_endpoint(self) -> Endpoint:
        """The same for the names of an answer's things."""
        return RoleEndpoint(lambda: self._asked.label_endpoint, self.access, name=self.settings.name)

    def _opened(self) -> Endpoint:
        asked = self._asked
        if any(not part.settings.trusted for part in asked.parts) and len(asked.parts) > 1:
            asked.indexes  # noqa: B018 - tells which values must not be sent to the endpoints that are not trusted
        return asked.endpoint

    @cached_property
    def rider(self) -> str:
        """The role's own text: that of the graph may speak of what the role does not see."""
        return read_rider(self.view.rider)

    @property
    def rules(self) -> ValueRules:
        """Of the whole graph: what is sensitive stays so."""
        return self._whole.rules

    @property
    def graph_values(self) -> GraphValues | None:
        """Of the whole graph: what the role does not see must not reach a model either; where nobody has read it, the
        role's own."""
        return self._whole.graph_values if self._whole.indexes else super().graph_values

    @cached_property
    def masker(self) -> Masker:
        """Questions -> masked questions."""
        from nlkgq.hidden_values import hidden_values

        plain, watched = self._masker(), self._watched()
        return plain if watched is None else self._masker(hidden_values(plain, watched))

    def _watched(self) -> WatchedValues | None:
        """What the gate refuses to send."""
        from nlkgq.egress.watched import WatchedValues
        from nlkgq.value_watch import vocabulary

        values = self.graph_values
        if values is None:
            return None
        return WatchedValues(values=values, vocabulary=vocabulary(self.ontology, self.prefixes, self.rules.exempt))

    @cached_property
    def policy(self) -> GatePolicy:
        """What the gate allows before the role is asked."""
        whole = self._whole.policy
        return replace(whole, graphs=whole.graphs | frozenset(self.view.graphs or ()))

    def close(self) -> None:
        """Ends processes and connections; a second call does nothing."""
        super().close()
        self._asked.close()
        self._whole.close()

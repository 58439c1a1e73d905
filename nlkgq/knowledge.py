"""Everything about one graph, each part made when it is first asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from nlkgq.endpoint_parts import EndpointParts, endpoint_key, index_file, profile_file, profile_of_files
from nlkgq.owner_files import read_rider, read_synonyms_of, stated_ontology
from nlkgq.resources import cache_dir
from nlkgq.validation.gate import GatePolicy
from nlkgq.value_indexes import as_one, holds, open_files

if TYPE_CHECKING:
    from nlkgq.config import Settings
    from nlkgq.egress.graph_values import GraphValues
    from nlkgq.endpoints.federation.sources import Federation
    from nlkgq.endpoints.protocol import Endpoint, Limits
    from nlkgq.iri import PrefixMap
    from nlkgq.masking.mask import Masker
    from nlkgq.masking.recogniser import Recogniser
    from nlkgq.masking.rules import ValueRules
    from nlkgq.ontology.lexicon import Lexicon
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.ontology.synonyms import Synonyms
    from nlkgq.results.models import RdfTerm, SelectResult
    from nlkgq.role_endpoint import RoleAccess
    from nlkgq.values.model import ValueIndex
    from nlkgq.values.store import SqliteValueIndex
    from nlkgq.wrapper.model import Wrapper

Progress = Callable[[str, float | None], None]
"""What is being done, and how far: a share in [0, 1], None when unknown."""


_OF_THE_DATA = (
    *("parts", "data_files", "files_key", "profile", "stated_ontology", "synonyms", "ontology", "prefixes", "lexicon"),
    *("indexes", "index", "rules", "graph_values", "masker", "shown_ontology"),
)
"""What was made of the data, and is made again after a scan."""


class Knowledge:
    """Everything about one graph, each part made when it is first asked for.

    Args:
        settings: What `config` read.
        make_endpoint: Makes the endpoint that takes the questions.
        progress: Called while something takes long; None for silence.
    """

    access: RoleAccess | None = None
    """The role that asks; None where the whole graph is seen."""

    def __init__(
        self,
        settings: Settings,
        *,
        make_endpoint: Callable[[Knowledge], Endpoint],
        progress: Progress | None = None,
    ) -> None:
        self.settings = settings
        self._make_endpoint = make_endpoint
        self.progress = progress
        self._closers: list[Callable[[], None]] = []
        self._trusted_indexes: list[SqliteValueIndex] = []

    @cached_property
    def parts(self) -> tuple[EndpointParts, ...]:
        """The endpoints that take the questions, one or several; none where there is only an ontology."""
        if not self.settings.endpoints:
            return ()
        return tuple(EndpointParts(endpoint, self.reporter) for endpoint in self.settings.asked_endpoints)

    @property
    def remote(self) -> bool:
        """Whether some of the graph lies behind an address."""
        return any(part.settings.url is not None for part in self.parts)

    @property
    def viewed(self) -> bool:
        """Whether values and counts come of a view of the graph that is read out through queries."""
        return self.wrapper is not None

    @cached_property
    def key(self) -> str:
        """Names the graph in caches: a hash of what its endpoints hold, and of the wrapper (hex)."""
        from nlkgq.rdf_files import content_key

        wrapper = content_key(self.settings.wrapper) if self.settings.wrapper else ""
        keys = [endpoint_key(part.settings, wrapper) for part in self.parts]
        return keys[0] if len(keys) == 1 else hashlib.sha256("\n".join(keys).encode()).hexdigest()

    @cached_property
    def stated_ontology(self) -> Ontology:
        """The ontology without the synonyms of the graph's owner."""
        return stated_ontology(self.settings, self.wrapper, lambda: self.profile)

    @cached_property
    def synonyms(self) -> Synonyms:
        """Words of the owner's own for terms and values."""
        return read_synonyms_of(self.settings, self.stated_ontology)

    @cached_property
    def ontology(self) -> Ontology:
        """Loaded from its files, or drafted from the data; with the terms that the data uses, and with the synonyms."""
        from nlkgq.ontology.synonyms import with_synonyms

        return with_synonyms(self.stated_ontology, self.synonyms) if self.synonyms.terms else self.stated_ontology

    @property
    def known_ontology(self) -> Ontology:
        """The ontology, an empty one where none is known: a query of one's own needs none."""
        from nlkgq.ontology.model import Ontology

        known = self.settings.ontology or self.settings.wrapper or self.profile is not None
        return self.ontology if known else Ontology()

    @cached_property
    def wrapper(self) -> Wrapper | None:
        """Clean terms and their native forms; None where the ontology's terms are the stored ones."""
        if not self.settings.wrapper:
            return None
        from nlkgq.wrapper.load import load_wrapper

        found = load_wrapper(self.settings.wrapper, cache_folder=cache_dir() / "wrappers")
        alone = len(self.parts) == 1 < len(self.settings.endpoints)
        return found.at(self.parts[0].settings.name) if alone else found

    @cached_property
    def data_files(self) -> tuple[Path, ...]:
        """The graph in clean terms, as files; without what lies behind addresses, unless it was scanned."""
        if self.wrapper is None:
            return tuple(path for part in self.parts for path in part.settings.files)
        view = cache_dir() / "views" / f"{self.key}.nt"
        if not view.exists():
            if self.remote:
                return ()
            self.write_view()
        return (view,)

    def write_view(self, *, seconds: float = 600.0) -> bool:
        """Reads the clean view of a wrapped graph into the cache; see `clean_view`.

        Returns:
            Whether it is complete.

        Raises:
            EndpointError: A query failed.
        """
        from nlkgq.graph_view import write_clean_view

        assert self.wrapper is not None
        limits = self.limits if self.remote else replace(self.limits, seconds=seconds, rows=10**7, bytes=10**10)
        return write_clean_view(
            partial(self.select, limits=limits),
            self.wrapper,
            cache_dir() / "views" / f"{self.key}.nt",
            services=self.services,
            progress=self.reporter("reading the clean view"),
        )

    def select(self, text: str, *, limits: Limits | None = None, part: str | None = None) -> SelectResult:
        """The rows of a SELECT query of our own making; it passes the gate like any other.

        Args:
            text: The query.
            limits: Its bounds; None for those of the graph.
            part: Name of the one endpoint of several that is asked; None for all.

        Raises:
            EndpointError: The endpoint failed.
        """
        from nlkgq.results.models import SelectResult
        from nlkgq.validation.gate import gate

        endpoint = self.endpoint
        if part is not None and len(self.parts) > 1:
            endpoint = cast("Federation", endpoint).sources[part].endpoint
        result = endpoint.run(gate(text, self.policy.rewritten()), limits=limits or self.limits)
        if not isinstance(result, SelectResult):
            raise TypeError("a SELECT query has rows")
        return result

    @cached_property
    def profile(self) -> Profile | None:
        """Of files always; of an endpoint when `nlkgq index` has made one; of several, of all that have one."""
        if not self.settings.endpoints:  # an ontology alone
            return None
        if len(self.parts) == 1 or self.wrapper is not None:
            if self.data_files:
                return profile_of_files(self.data_files, self.key, self.reporter)
            from nlkgq.ontology.profile import read_profile

            return read_profile(self.profile_file)
        from nlkgq.ontology.profile_merge import merge_profiles

        found = [part.profile for part in self.scanned_parts if part.profile is not None]
        if self.data_files:
            # counted together: what one file says of a node of another is seen
            found.append(profile_of_files(self.data_files, self.files_key, self.reporter))
        return merge_profiles(found) if found else None

    @cached_property
    def files_key(self) -> str:
        """Names the part of the graph that lies in files in caches (hex)."""
        from nlkgq.rdf_files import content_key

        several = len(self.parts) > 1 and self.wrapper is None
        return content_key(self.data_files) if several else self.key

    @property
    def scanned_parts(self) -> tuple[EndpointParts, ...]:
        """The endpoints that are read by `nlkgq index` one by one: addresses without a wrapper."""
        return tuple(part for part in self.parts if part.settings.url is not None) if self.wrapper is None else ()

    @property
    def services(self) -> Mapping[str, str] | None:
        """Endpoint name -> the IRI that SERVICE names it by; None where one endpoint has all."""
        if len(self.parts) == 1:
            return None
        from nlkgq.endpoints.federation.sources import service_iri

        return {part.settings.name: service_iri(part.settings.name) for part in self.parts}

    @cached_property
    def prefixes(self) -> PrefixMap:
        """The ontology's prefixes, with the well-known ones."""
        from nlkgq.iri import WELL_KNOWN

        return self.known_ontology.prefixes.merged(WELL_KNOWN)

    @cached_property
    def lexicon(self) -> Lexicon:
        """Words -> terms of the ontology."""
        from nlkgq.ontology.lexicon import Lexicon

        return Lexicon(self.ontology)

    @cached_property
    def indexes(self) -> tuple[SqliteValueIndex, ...]:
        """Of files always; of an endpoint when `nlkgq index` has made one."""
        found: list[SqliteValueIndex] = []
        if self.data_files:
            progress = self.reporter("indexing values")
            opened = open_files(self.data_files, self.index_file, ontology=self.ontology, progress=progress)
            found.append(opened)
        self._trusted_indexes = list(found)
        for part in self.scanned_parts:
            scanned = part.scanned_index()
            if scanned is not None:
                found.append(scanned)
                self._trusted_indexes += [scanned] if part.settings.trusted else []
        self._closers += [index.close for index in found]
        return tuple(found)

    @cached_property
    def index(self) -> ValueIndex:
        """All of the indexes as one, with the owner's names of values; one that knows nothing where there is none."""
        # Names of values are names of what an index holds; reading them takes an ontology, which there need not be.
        names = self.synonyms.values if self.indexes else {}
        # a scan of an endpoint may be incomplete
        return as_one(self.indexes, names, must_hold=None if self.remote else self.synonyms.place)

    def is_private(self, term: RdfTerm) -> bool:
        """Whether a term is known to be a value of an endpoint that is trusted; False as long as there is no index.

        Behind a wrapper, a native term is private where what it means is, and the other way round.
        """
        # What is asked before there is an index is of our own making and names no value.
        if self.wrapper is None or not self._trusted_indexes:
            return holds(self._trusted_indexes, term)
        from nlkgq.wrapper.counterparts import counterparts

        return any(holds(self._trusted_indexes, same) for same in counterparts(self.wrapper, term))

    @property
    def profile_file(self) -> Path:
        """Where the profile of the whole graph lies, or will lie."""
        return profile_file(self.key)

    @property
    def index_file(self) -> Path:
        """Where the value index of what lies in files lies, or will lie."""
        return index_file(self.files_key)

    @cached_property
    def endpoint(self) -> Endpoint:
        """The endpoint that takes the questions."""
        self.settings.asked_endpoints  # noqa: B018 - says what is missing where there is none
        made = self._make_endpoint(self)
        self._closers.append(made.close)
        return made

    @cached_property
    def label_endpoint(self) -> Endpoint:
        """What is asked for the names of an answer's things: nobody who must not see values of the others."""
        if len(self.parts) == 1:
            return self.endpoint
        return cast("Federation", self.endpoint).trusted_part()

    @property
    def limits(self) -> Limits:
        """The bounds of a query; of several endpoints, the widest."""
        from nlkgq.endpoints.protocol import Limits

        asked = self.settings.asked_endpoints
        return Limits(
            seconds=max(endpoint.timeout for endpoint in asked),
            rows=max(endpoint.row_cap for endpoint in asked),
            bytes=max(endpoint.byte_cap for endpoint in asked),
        )

    @cached_property
    def rider(self) -> str:
        """The text on the graph's conventions, comments taken out; "" when there is none."""
        return read_rider(self.settings.rider)

    @cached_property
    def rules(self) -> ValueRules:
        """Which values are public, and which sensitive whatever else holds."""
        from nlkgq.masking.rules import read_rules

        return read_rules(self.settings.privacy, self.ontology)

    @cached_property
    def graph_values(self) -> GraphValues | None:
        """The values that must not reach a model; None where none is known, or the privacy mode is ``off``."""
        if self.settings.privacy.mode == "off":
            return None
        from nlkgq.value_watch import graph_values

        return graph_values(
            self.indexes,
            self.settings,
            ontology=self.ontology,
            rules=self.rules,
            names=self.synonyms.values,
            progress=self.reporter("reading the values to watch for"),
        )

    @cached_property
    def masker(self) -> Masker:
        """Questions -> masked questions, as the privacy mode says."""
        return self._masker()

    def _masker(self, *more: Recogniser) -> Masker:  # beside those of the settings
        from nlkgq.graph_masker import graph_masker

        return graph_masker(
            self.settings,
            graph=self.key,
            ontology=self.ontology,
            lexicon=self.lexicon,
            prefixes=self.prefixes,
            index=self.index,
            indexes=self.indexes,
            rules=self.rules,
            more=more,
        )

    @cached_property
    def policy(self) -> GatePolicy:
        """What the gate allows."""
        gate = self.settings.gate
        return GatePolicy(
            service=frozenset((*gate.service, *(self.services or {}).values())),
            graphs=frozenset(gate.graphs),
            max_length=gate.max_length,
            max_depth=gate.max_depth,
            max_patterns=gate.max_patterns,
        )

    def refresh(self) -> None:
        """Forgets what was made, after the graph was scanned: profile, ontology, index and what rests on them."""
        if len(self.parts) > 1:
            # what each source holds decides where a pattern is asked
            known = [self.__dict__.pop(name, None) for name in ("endpoint", "label_endpoint")]
            for endpoint in dict.fromkeys(e for e in known if e is not None):
                endpoint.close()
        for name in _OF_THE_DATA:
            self.__dict__.pop(name, None)

    def on_close(self, close: Callable[[], None]) -> None:
        """Has ``close`` called when the graph is closed."""
        self._closers.append(close)

    def close(self) -> None:
        """Ends processes and connections; a second call does nothing."""
        while self._closers:
            self._closers.pop()()

    def reporter(self, what: str) -> Callable[[float | None], None] | None:
        """Tells the caller's progress about one piece of work; None for silence."""
        return None if self.progress is None else partial(self.progress, what)

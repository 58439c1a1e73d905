"""The endpoints of a federation: which of them can have matches of a triple pattern, and how many."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias
from urllib.parse import quote

from nlkgq.endpoints.federation.plan import Pattern, Term, Var
from nlkgq.errors import EndpointError
from nlkgq.iri import RDF
from nlkgq.results.models import RdfTerm

if TYPE_CHECKING:
    from nlkgq.endpoints.protocol import Endpoint, Limits
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.results.models import Result
    from nlkgq.validation.gate import GatedQuery

_TYPE: Final = RDF + "type"
SECONDS_TO_KEEP: Final = 600.0
"""How long the answer of a probe is believed."""
UNKNOWN_SIZE: Final = 10_000.0
"""Triples that a property is thought to have where nothing says otherwise."""
UNKNOWN_FAN: Final = 10.0
CONSTANT_SHARE: Final = 0.001

Probe: TypeAlias = Callable[["Source", Pattern], bool]
"""Asks a source whether a pattern has a match."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Source:
    """One endpoint of a federation.

    Args:
        name: As in kg.toml.
        endpoint: Where it is asked.
        trusted: Whether values of trusted endpoints may be sent to it.
        url: Its address; None for files.
        profile: What it holds; None where it is not known, or not known to be all.
        vocabularies: Beginnings of the IRIs of its classes and properties; () where nothing is declared.
        seconds: Most time for one request.
        bind_size: Most values of a VALUES block sent to it.
        credentials: Whether it wants headers or signatures, which another endpoint cannot send.
        stable_labels: Whether a blank node has the same label in every answer.
    """

    name: str
    endpoint: Endpoint
    trusted: bool
    url: str | None = None
    profile: Profile | None = None
    vocabularies: tuple[str, ...] = ()
    seconds: float = 30.0
    bind_size: int = 100
    credentials: bool = False
    stable_labels: bool = False
    gate: threading.BoundedSemaphore = field(default_factory=lambda: threading.BoundedSemaphore(2), repr=False)

    def may_hold(self, pattern: Pattern) -> bool | None:
        """Whether there can be a match; None where nothing is known."""
        if pattern.context.source not in (None, self.name):
            return False
        predicate, kind = _vocabulary(pattern)
        if predicate is None:
            return True
        if self.vocabularies and not self._declares(predicate, kind):
            return False
        # The profile of an endpoint counts its default graph, which need not hold the named ones.
        if self.profile is None or (pattern.context.graph is not None and self.url is not None):
            return True if self.vocabularies else None
        if predicate in self.profile.properties:
            return True
        if predicate != _TYPE:
            return False
        return kind in self.profile.classes if kind is not None else bool(self.profile.classes)

    def _declares(self, predicate: str, kind: str | None) -> bool:
        named = predicate if predicate != _TYPE else kind
        return named is None or named.startswith(self.vocabularies)

    def size(self, pattern: Pattern, bound: Mapping[str, int]) -> float:
        """Estimated matches of a pattern.

        Args:
            pattern: The pattern.
            bound: Variable -> number of values that it is restricted to.
        """
        predicate, kind = _vocabulary(pattern)
        total, subjects, objects = UNKNOWN_SIZE, UNKNOWN_SIZE / UNKNOWN_FAN, UNKNOWN_SIZE / UNKNOWN_FAN
        profile = self.profile
        if profile is not None:
            use = profile.properties.get(predicate) if predicate is not None else None
            if use is not None:
                total, subjects, objects = use.count, use.subjects, use.objects
            elif predicate == _TYPE:
                total = subjects = profile.classes.get(kind, 0) if kind is not None else sum(profile.classes.values())
                objects = 1.0 if kind is not None else len(profile.classes)
            else:
                total, subjects, objects = profile.triples, profile.triples / UNKNOWN_FAN, profile.triples / UNKNOWN_FAN
        subject = _share(pattern.subject, subjects, bound)
        target = 1.0 if kind is not None else _share(pattern.object, objects, bound)
        return max(total, 1.0) * subject * target


def _share(term: Term, distinct: float, bound: Mapping[str, int]) -> float:
    """The share of triples that a term leaves."""
    if isinstance(term, RdfTerm):
        return 1.0 / max(distinct, 1.0)
    if term.name in bound:
        return min(1.0, bound[term.name] / max(distinct, 1.0))
    return 1.0


def _vocabulary(pattern: Pattern) -> tuple[str | None, str | None]:
    """The property of a pattern and, for rdf:type, the class; None for variables."""
    if isinstance(pattern.predicate, Var):
        return None, None
    kind = None
    if pattern.predicate.value == _TYPE and isinstance(pattern.object, RdfTerm) and pattern.object.kind == "uri":
        kind = pattern.object.value
    return pattern.predicate.value, kind


def is_class(pattern: Pattern) -> bool:
    """Whether the object of a pattern is a class: a term of the vocabulary, not a value."""
    return _vocabulary(pattern)[1] is not None


class Sources:
    """All sources, and what probes of them have found. Threads may share it.

    Args:
        sources: At least one; their names differ.
        clock: For tests.
    """

    def __init__(self, sources: Sequence[Source], *, clock: Callable[[], float] = time.monotonic) -> None:
        self.all = tuple(sources)
        self._by_name = {source.name: source for source in sources}
        self._clock = clock
        self._found: dict[tuple[str, Pattern], tuple[float, bool]] = {}

    def __getitem__(self, name: str) -> Source:
        return self._by_name[name]

    @property
    def mixed(self) -> bool:
        """Whether some are trusted and some are not."""
        return len({source.trusted for source in self.all}) > 1

    def named(self, iri: str) -> str | None:
        """The name of the source that an IRI in SERVICE stands for: its address, or ``urn:nlkgq:endpoint:NAME``."""
        for source in self.all:
            if iri in (source.url, service_iri(source.name)):
                return source.name
        return None

    def relevant(self, pattern: Pattern, probe: Probe) -> tuple[Source, ...]:
        """The sources that can have matches of a pattern.

        A source that nothing is known of is asked; one that does not answer is taken for relevant, so that what is
        wrong with it is found and told where its data is needed.
        """
        return tuple(source for source in self.all if self._holds(source, pattern, probe))

    def _holds(self, source: Source, pattern: Pattern, probe: Probe) -> bool:
        known = source.may_hold(pattern)
        if known is not None:
            return known
        question = generalised(pattern)
        key = (source.name, question)
        at, answer = self._found.get(key, (-SECONDS_TO_KEEP, False))
        if self._clock() - at < SECONDS_TO_KEEP:
            return answer
        try:
            answer = probe(source, question)
        except EndpointError:
            return True
        self._found[key] = (self._clock(), answer)
        return answer


class Federation(Protocol):
    """An `Endpoint` that stands for several."""

    name: str
    sources: Sources

    def run(self, query: GatedQuery, *, limits: Limits) -> Result:
        """As `Endpoint.run`."""
        ...

    def trusted_part(self) -> Endpoint:
        """What may be asked about values of all sources; it is closed with this."""
        ...

    def close(self) -> None:
        """As `Endpoint.close`."""
        ...


def service_iri(name: str) -> str:
    """The IRI that stands for an endpoint of kg.toml in SERVICE, whether it has an address or not.

    >>> service_iri("films")
    'urn:nlkgq:endpoint:films'
    """
    return f"urn:nlkgq:endpoint:{quote(name, safe='')}"


def generalised(pattern: Pattern) -> Pattern:
    """The pattern with variables in place of everything but its property and class."""
    _, kind = _vocabulary(pattern)
    target: Term = RdfTerm("uri", kind) if kind is not None else Var("o")
    graph = pattern.context.graph
    named = Var("g") if isinstance(graph, Var) else graph
    return Pattern(Var("s"), pattern.predicate, target, pattern.context._replace(graph=named))


def total_size(sources: Iterable[Source], pattern: Pattern, bound: Mapping[str, int]) -> float:
    """Estimated matches over several sources."""
    return sum(source.size(pattern, bound) for source in sources)

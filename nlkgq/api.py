"""`KnowledgeGraph`: a graph with its ontology."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from nlkgq.candidate_sources import candidate_source
from nlkgq.config import Settings, load_settings
from nlkgq.errors import ConfigError, NlkgqError, UsageError
from nlkgq.factory import make_endpoint
from nlkgq.iri import PrefixMap
from nlkgq.knowledge import Progress
from nlkgq.pipeline import QueryPath
from nlkgq.question_text import checked_question
from nlkgq.resources import graph_folder
from nlkgq.role_choice import open_knowledge

if TYPE_CHECKING:
    import os

    from nlkgq.examples import ExampleFile, Kept
    from nlkgq.masking.model import MaskedText
    from nlkgq.ontology.check import OntologyFinding
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.results.models import Result
    from nlkgq.scanning import IndexReport
    from nlkgq.validation.finding import Finding
    from nlkgq.validation.linter import Linter
    from nlkgq.validation.validate import Check


class KnowledgeGraph:
    """A graph, its ontology and where to ask it. Nothing is read before it is needed.

    Made by `open`, `from_files` or `from_endpoint`. Closing ends the embedded store's process; a ``with`` block does it
    by itself.

    >>> from nlkgq import KnowledgeGraph
    >>> with KnowledgeGraph.open("films") as kg:
    ...     kg.ontology.classes["https://nlkgq.example/films#Film"].label()
    'film'
    """

    def __init__(self, settings: Settings, *, progress: Progress | None = None) -> None:
        self.knowledge = open_knowledge(settings, make_endpoint=make_endpoint, progress=progress)
        """The parts, for `Translator`; not a promise."""

    @classmethod
    def open(
        cls,
        name_or_folder: str | os.PathLike[str],
        *,
        role: str | None = None,
        settings: Mapping[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> KnowledgeGraph:
        """The graph of a folder with `kg.toml`, or a bundled one by name.

        Args:
            name_or_folder: Such as ``"films"`` or ``"my/graph"``.
            role: Who asks, one of the graph's `roles.toml`; None for what the settings say.
            settings: Dotted key -> value, over environment and file, such as ``{"privacy.mode": "off"}``.
            progress: Called while something takes long.

        Raises:
            ConfigError: Nothing there, or a setting that is wrong.
        """
        given = {"access.role": role, **(settings or {})}
        return cls(load_settings(graph_folder(name_or_folder), overrides=given), progress=progress)

    @classmethod
    def from_files(
        cls,
        graph: Sequence[str | os.PathLike[str]],
        ontology: Sequence[str | os.PathLike[str]] = (),
        *,
        settings: Mapping[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> KnowledgeGraph:
        """The graph in RDF files, in the embedded store. Without an ontology one is drafted from the data.

        Raises:
            ConfigError: A file that is not there, or a setting that is wrong.
        """
        files = _listed(graph) or []
        given = {"endpoints.graph.files": files, "ontology": _listed(ontology), **(settings or {})}
        if not files:
            raise UsageError("no graph file is given")
        return cls(load_settings(overrides={"name": Path(files[0]).name, **given}), progress=progress)

    @classmethod
    def from_endpoint(
        cls,
        url: str,
        ontology: Sequence[str | os.PathLike[str]] = (),
        *,
        auth: object = None,
        settings: Mapping[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> KnowledgeGraph:
        """The graph behind a SPARQL endpoint. It is not scanned: see `index`.

        Args:
            url: Its address.
            ontology: Ontology files.
            auth: What signs each request: an `httpx.Auth`, or a function that takes an `httpx.Request` and returns it
                with more headers; None for nothing.
            settings: Dotted key -> value, over the environment.
            progress: Called while something takes long.

        Raises:
            ConfigError: Not an http(s) address, or a setting that is wrong.
        """
        given = {"endpoints.endpoint.url": url, "endpoints.endpoint.auth": auth, "ontology": _listed(ontology)}
        return cls(load_settings(overrides={"name": url, **given, **(settings or {})}), progress=progress)

    @classmethod
    def from_ontology(
        cls,
        ontology: Sequence[str | os.PathLike[str]],
        *,
        settings: Mapping[str, Any] | None = None,
        progress: Progress | None = None,
    ) -> KnowledgeGraph:
        """An ontology without a graph: to be shown, checked, rendered or wrapped. Questions need a graph.

        Raises:
            UsageError: No file.
            ConfigError: A setting that is wrong.
        """
        files = _listed(ontology) or []
        if not files:
            raise UsageError("no ontology file is given")
        given = {"name": Path(files[0]).name, "ontology": files, **(settings or {})}
        return cls(load_settings(overrides=given), progress=progress)

    @property
    def settings(self) -> Settings:
        """Every setting, with where it came from."""
        return self.knowledge.settings

    @property
    def ontology(self) -> Ontology:
        """The terms."""
        from nlkgq.role_knowledge import RoleKnowledge

        knowledge = self.knowledge
        return knowledge.shown_ontology if isinstance(knowledge, RoleKnowledge) else knowledge.ontology

    @property
    def prefixes(self) -> PrefixMap:
        """The ontology's prefixes, with the well-known ones."""
        return self.knowledge.prefixes

    def mask(self, question: str) -> MaskedText:
        """The question with its values taken out, its placeholders and their kinds.

        >>> from nlkgq import KnowledgeGraph
        >>> with KnowledgeGraph.open("films") as kg:
        ...     len(kg.mask("Which films did Mara O'Tierne direct?").placeholders)
        1
        """
        return self.knowledge.masker.mask(checked_question(question))

    def query(self, text: str) -> Result:
        """The results of a SPARQL query of one's own, through gate, rewriter and endpoint.

        Raises:
            SparqlSyntaxError, GateError: It is not run.
            EndpointError: The endpoint failed.
        """
        path = self.query_path
        return path.run(path.prepare(text))

    def labels(self, result: Result) -> Callable[[str], str | None]:
        """IRI -> a name for people, for the IRIs of a result; asked from the endpoint."""
        return self.query_path.labels(result)

    def rewrite(self, text: str) -> str:
        """What the endpoint would get for a SPARQL query of one's own; it is not run.

        Raises:
            SparqlSyntaxError, GateError: It would not be run.
        """
        return self.query_path.prepare(text).gated.text

    def validate(self, query: str, *, question: str | None = None) -> list[Finding]:
        """What is wrong, or doubtful, about a SPARQL query; it is not run, and a broken one is a finding too.

        Findings come in the order of the text; ``question`` is what the query should answer.

        >>> from nlkgq import KnowledgeGraph
        >>> with KnowledgeGraph.open("films") as kg:
        ...     [f.code for f in kg.validate("PREFIX f: <https://nlkgq.example/films#> SELECT ?x { ?x a f:Filmm }")]
        ['unknown-class']
        """
        return list(self.linter().lint(query, question=question))

    def linter(self, *, profile: bool = True, checks: Sequence[Check] | None = None) -> Linter:
        """What validates queries; with ``profile`` also by what the graph is known to hold. None means all checks."""
        from nlkgq.validation.linter import Linter
        from nlkgq.validation.validate import CHECKS

        knowledge = self.knowledge
        return Linter(
            ontology=knowledge.ontology,
            profile=knowledge.profile if profile else None,
            index=knowledge.index if profile else None,
            policy=knowledge.policy,
            checks=tuple(CHECKS if checks is None else checks),
        )

    def profile(self, *, seconds: float = 60.0) -> Profile:
        """Classes and properties in use, counted.

        Args:
            seconds: Most time for an endpoint; files are read whole.

        Raises:
            LoadError, EndpointError: The graph cannot be read.
        """
        from nlkgq.scanning import profile_graph

        try:
            return profile_graph(self.knowledge, seconds=seconds)
        finally:
            self.__dict__.pop("query_path", None)

    def profile_endpoints(self, *, seconds: float = 60.0, fresh: bool = False) -> dict[str, Profile]:
        """What each endpoint holds, in its own terms, counted once; several endpoints are chosen among by it.

        Args:
            seconds: Most time for each endpoint; files are read whole.
            fresh: Whether to count again what was counted before.

        Returns:
            Name of the endpoint -> its profile.

        Raises:
            LoadError, EndpointError: An endpoint cannot be read.
            UsageError: A role asks that does not see all of it.
        """
        from nlkgq.scanning import profile_endpoints

        if self.knowledge.access is not None:
            raise UsageError("endpoints are counted as a whole", hint="Choose a role that sees all of them.")
        return profile_endpoints(self.knowledge, seconds=seconds, fresh=fresh)

    def index(self, *, seconds: float = 600.0, fresh: bool = False) -> IndexReport:
        """Builds the value index and the profile; for an endpoint, by paged queries that a further call goes on with.

        A call after a complete one reads the properties that have more or fewer triples than before; with ``fresh``
        everything is counted and read again.

        Raises:
            LoadError, EndpointError: The graph cannot be read; what was read so far is kept.
        """
        from nlkgq.scanning import index_graph

        try:
            return index_graph(self.knowledge, seconds=seconds, fresh=fresh)
        finally:
            self.__dict__.pop("query_path", None)

    def render_ontology(self, representation: str = "full", *, budget: int | None = None) -> str:
        """The ontology as a model would see it.

        Raises:
            UsageError: No such representation.
            TokenBudgetError: The text is longer than ``budget`` tokens.
        """
        from nlkgq.ontology.render import render
        from nlkgq.outgoing import ontology_material

        ontology = ontology_material(self.knowledge).ontology
        return render(ontology, representation, language=self.settings.language, budget=budget)

    def describe_terms(self, terms: Sequence[str] = ()) -> list[str]:
        """Lines about the named terms (IRI, prefixed name or label), or one line a term for all.

        Raises:
            UsageError: A name that no term has; the hint names near ones.
        """
        from nlkgq.ontology.show import details, find_terms, nearest_terms, summary

        ontology, prefixes = self.ontology, self.prefixes
        if not terms:
            return list(summary(ontology, prefixes, language=self.settings.language))
        lines: list[str] = []
        for name in terms:
            found = find_terms(ontology, [name], prefixes)
            if not found:
                near = nearest_terms(ontology, name, prefixes)
                raise UsageError(f"no term {name!r}", hint=f"Near: {', '.join(near)}" if near else None)
            for term in found:
                lines += details(term, ontology, prefixes)
        return lines

    def check_ontology(self, *, reason: bool = False) -> tuple[OntologyFinding, ...]:
        """What is wrong or missing in the ontology; with ``reason``, also what a reasoner finds.

        Raises:
            ConfigError: The reasoner cannot be run.
        """
        from nlkgq.ontology.check import check_ontology

        if self.knowledge.access is not None:
            raise UsageError("an ontology is checked as a whole", hint="Choose a role that sees all of it.")
        if not self.settings.ontology:
            raise ConfigError("no ontology file to check", place="ontology", hint="Give --ontology FILE.")
        return check_ontology(self.settings.ontology, reason=reason)

    def keep(self, question: str, query: str) -> Kept:
        """Keep a question with a query that is right for it: in the graph's `examples.jsonl`, on this machine.

        Both stand there as given, values and all. A prompt shows them only where ``prompt.examples`` says so, masked.

        Args:
            question: In plain language.
            query: SPARQL over the ontology's terms, without placeholders.

        Returns:
            What came of it: new, in place of an older query for the question, or known already.

        Raises:
            UsageError: The question is empty, or the query holds placeholders.
            SparqlSyntaxError, GateError, RewriteError: The query cannot be run.
            ConfigError: The file cannot be written.
        """
        return self.examples.add(checked_question(question), self._runnable(query))

    @property
    def examples(self) -> ExampleFile:
        """The kept examples: `read`, `add`, `remove`."""
        from nlkgq.examples import example_file

        return example_file(self.settings.folder, self.knowledge.key)

    def _runnable(self, query: str) -> str:
        """The query with its prefixes, once the gate has passed it."""
        from nlkgq.masking.placeholders import holds_placeholder

        if holds_placeholder(query):
            raise UsageError("the query holds placeholders", hint="Keep the query with the values that they stand for.")
        return str(self.query_path.prepare(query).tree)

    def start(self) -> None:
        """Begins to open the endpoint beside other work; whoever asks first waits for it. Errors wait for the query."""
        import threading
        from contextlib import suppress

        endpoint = self.knowledge.endpoint

        def work() -> None:
            with suppress(NlkgqError, AttributeError):  # not every endpoint needs opening
                endpoint.start()  # type: ignore[attr-defined]  # beyond the protocol's two methods

        threading.Thread(target=work, daemon=True, name="open-endpoint").start()

    def close(self) -> None:
        """Ends the embedded store's process and open files; a second call does nothing."""
        self.knowledge.close()

    def __enter__(self) -> KnowledgeGraph:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @cached_property
    def query_path(self) -> QueryPath:
        """From a query to its results; for `Translator`, not a promise."""
        knowledge = self.knowledge
        return QueryPath(
            ontology=knowledge.known_ontology,
            namespaces=knowledge.prefixes,
            values=candidate_source(knowledge),
            index=knowledge.index if "invented-constant" in knowledge.settings.steps.repair.reveal else None,
            policy=knowledge.policy,
            limits=knowledge.limits,
            endpoint=lambda: knowledge.endpoint,
            language=knowledge.settings.language,
            wrapper=knowledge.wrapper,
            profile=knowledge.profile,
            services=knowledge.services,
            label_endpoint=lambda: knowledge.label_endpoint,
            role=knowledge.access,
        )


def _listed(paths: Sequence[str | os.PathLike[str]]) -> list[str | os.PathLike[str]] | None:
    return ([paths] if isinstance(paths, str | Path) else list(paths)) or None

"""Settings -> wired parts: the only module that names concrete back-ends, each imported when it is first needed."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from nlkgq.errors import ConfigError, UsageError
from nlkgq.resources import cache_dir, state_dir
from nlkgq.validation.gate import GatePolicy

if TYPE_CHECKING:
    from nlkgq.config import Settings
    from nlkgq.egress.gate import WireGate
    from nlkgq.endpoints.protocol import Endpoint, Limits
    from nlkgq.generation.protocol import QueryGenerator
    from nlkgq.iri import PrefixMap
    from nlkgq.llm.protocol import LLMClient
    from nlkgq.masking.mask import Masker
    from nlkgq.masking.model import MaskingMode
    from nlkgq.ontology.lexicon import Lexicon
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.prompting.build import PromptBuilder
    from nlkgq.values.model import ValueIndex

Progress = Callable[[str, float | None], None]
"""What is being done, and how far: a share in [0, 1], None when unknown."""


class Knowledge:
    """Everything about one graph, each part made when it is first asked for.

    Args:
        settings: What `config` read.
        progress: Called while something takes long; None for silence.
    """

    def __init__(self, settings: Settings, *, progress: Progress | None = None) -> None:
        self.settings = settings
        self.progress = progress
        self._closers: list[Callable[[], None]] = []

    @cached_property
    def key(self) -> str:
        """Names the graph in caches: a hash of the files' content, or of the endpoint's address (hex)."""
        endpoint = self.settings.main_endpoint
        if endpoint.url is not None:
            graphs = "\n".join((*endpoint.default_graphs, *endpoint.named_graphs))
            return hashlib.sha256(f"{endpoint.url}\n{graphs}".encode()).hexdigest()
        from nlkgq.rdf_files import content_key

        return content_key(endpoint.files)

    @cached_property
    def ontology(self) -> Ontology:
        """Loaded from its files, or drafted from the data; with the terms that the data uses beside it."""
        from nlkgq.ontology.draft import draft_ontology, extend_ontology

        settings = self.settings
        if settings.ontology:
            from nlkgq.ontology.loader import load_ontology

            catalog = {iri: Path(copy) for iri, copy in settings.catalog.items()}
            loaded = load_ontology(settings.ontology, catalog=catalog, follow_imports=bool(catalog))
            return loaded if self.profile is None else extend_ontology(loaded, self.profile)
        if self.profile is None:
            raise ConfigError(
                f"{settings.name}: no ontology, and the endpoint was not scanned",
                place="ontology",
                hint="Give --ontology FILE, or let `nlkgq index --endpoint URL` read the endpoint once.",
            )
        return draft_ontology(self.profile)

    @cached_property
    def profile(self) -> Profile | None:
        """Of files always; of an endpoint when `nlkgq index` has made one."""
        from nlkgq.ontology.profile import profile_files, read_profile, write_profile

        found = read_profile(self.profile_file)
        if found is None and self.settings.main_endpoint.url is None:
            found = profile_files(self.settings.main_endpoint.files, progress=self.reporter("counting terms"))
            write_profile(found, self.profile_file)
        return found

    @cached_property
    def prefixes(self) -> PrefixMap:
        """The ontology's prefixes, with the well-known ones."""
        from nlkgq.iri import WELL_KNOWN

        return self.ontology.prefixes.merged(WELL_KNOWN)

    @cached_property
    def lexicon(self) -> Lexicon:
        """Words -> terms of the ontology."""
        from nlkgq.ontology.lexicon import Lexicon

        return Lexicon(self.ontology)

    @cached_property
    def index(self) -> ValueIndex:
        """Of files always; of an endpoint when `nlkgq index` has made one, else one that knows nothing."""
        from nlkgq.values.build import index_key, open_index
        from nlkgq.values.empty import EmptyValueIndex
        from nlkgq.values.store import SqliteValueIndex

        target = self.index_file
        endpoint = self.settings.main_endpoint
        if endpoint.url is None:
            opened = open_index(
                endpoint.files,
                target,
                ontology=self.ontology,
                key=index_key(endpoint.files, self.ontology),
                progress=self.reporter("indexing values"),
            )
        elif target.exists():
            opened = SqliteValueIndex(target, key=self.key)
        else:
            return EmptyValueIndex()
        self._closers.append(opened.close)
        return opened

    @property
    def profile_file(self) -> Path:
        """Where the profile lies, or will lie."""
        return cache_dir() / "profiles" / f"{self.key}.json"

    @property
    def index_file(self) -> Path:
        """Where the value index lies, or will lie."""
        return cache_dir() / "values" / f"{self.key}.sqlite"

    @cached_property
    def endpoint(self) -> Endpoint:
        """The endpoint that takes the questions."""
        settings = self.settings.main_endpoint
        made: Endpoint
        if settings.url is not None:
            from nlkgq.endpoints.sparql_protocol import SparqlEndpoint

            made = SparqlEndpoint(
                settings.url,
                name=settings.name,
                headers=settings.header_values(),
                default_graphs=settings.default_graphs,
                named_graphs=settings.named_graphs,
                method=cast(Any, settings.method),
            )
        else:
            from nlkgq.endpoints.embedded import EmbeddedEndpoint

            made = EmbeddedEndpoint(
                settings.files,
                name=settings.name,
                cache_dir=cache_dir() / "stores",
                progress=self.reporter("loading the graph"),
            )
        self._closers.append(made.close)
        return made

    @property
    def limits(self) -> Limits:
        """The bounds of a query."""
        from nlkgq.endpoints.protocol import Limits

        settings = self.settings.main_endpoint
        return Limits(seconds=settings.timeout, rows=settings.row_cap, bytes=settings.byte_cap)

    @cached_property
    def rider(self) -> str:
        """The text on the graph's conventions, comments taken out; "" when there is none."""
        import re

        path = self.settings.rider
        if path is None:
            return ""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"{path}: not readable as text: {error}", place=str(path)) from None
        return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL).strip()

    @cached_property
    def masker(self) -> Masker:
        """Questions -> masked questions, as the privacy mode says."""
        from nlkgq.masking.mask import Masker

        return Masker(
            ontology=self.ontology,
            lexicon=self.lexicon,
            index=self.index,
            mode=cast("MaskingMode", self.settings.privacy.mode),
            secret=self._secret(),
        )

    @cached_property
    def policy(self) -> GatePolicy:
        """What the gate allows."""
        gate = self.settings.gate
        return GatePolicy(
            service=frozenset(gate.service),
            graphs=frozenset(gate.graphs),
            max_length=gate.max_length,
            max_depth=gate.max_depth,
            max_patterns=gate.max_patterns,
        )

    def refresh(self) -> None:
        """Forgets what was made, after the graph was scanned: profile, ontology, index and what rests on them."""
        for name in ("profile", "ontology", "prefixes", "lexicon", "index", "masker"):
            self.__dict__.pop(name, None)

    def on_close(self, close: Callable[[], None]) -> None:
        """Has ``close`` called when the graph is closed."""
        self._closers.append(close)

    def close(self) -> None:
        """Ends processes and connections; a second call does nothing."""
        while self._closers:
            self._closers.pop()()

    def _secret(self) -> bytes:
        variable = self.settings.privacy.secret_env
        if variable is not None:
            if variable not in os.environ:
                raise ConfigError(f"{variable} is not set", place="privacy.secret_env", hint=f"export {variable}=...")
            return os.environ[variable].encode()
        folder = state_dir() / "secrets"
        folder.mkdir(exist_ok=True, mode=0o700)
        path = folder / self.key
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(32))
        except FileExistsError:
            pass
        return path.read_bytes()

    def reporter(self, what: str) -> Callable[[float | None], None] | None:
        """Tells the caller's progress about one piece of work; None for silence."""
        progress = self.progress
        return None if progress is None else lambda share: progress(what, share)


def make_client(model: str, settings: Settings, gate: WireGate) -> LLMClient:
    """The client of a model.

    Args:
        model: ``anthropic:<model>``, ``openai:<model>`` or ``replay:<file>``.
        settings: Address, key and bounds.
        gate: Every byte passes it.

    Raises:
        UsageError: No such back-end.
        ConfigError: The key's environment variable is not set.
    """
    back_end, _, name = model.partition(":")
    if not name:
        raise UsageError(
            f"{model!r} names no model", hint="offline, anthropic:<model>, openai:<model> or replay:<file>."
        )
    options: dict[str, Any] = {
        "gate": gate,
        "base_url": settings.model.base_url,
        "deadline": settings.model.timeout,
        "proxy": settings.model.proxy,
    }
    if back_end == "anthropic":
        from nlkgq.llm.anthropic import AnthropicClient

        return AnthropicClient(api_key=_api_key(settings, "ANTHROPIC_API_KEY") or "", **options)
    if back_end == "openai":
        from nlkgq.llm.openai_compatible import OpenAICompatibleClient

        # servers of one's own often take no key
        return OpenAICompatibleClient(api_key=_api_key(settings, "OPENAI_API_KEY", needed=False), **options)
    if back_end == "replay":
        from nlkgq.llm.replay import ReplayClient

        return ReplayClient(Path(name))
    raise UsageError(f"unknown back-end {back_end!r}", hint="anthropic:, openai:, replay: or offline.")


def _api_key(settings: Settings, usual: str, *, needed: bool = True) -> str | None:
    variable = settings.model.api_key_env or usual
    key = os.environ.get(variable)
    if key is None and (needed or settings.model.api_key_env):
        raise ConfigError(
            f"the environment variable {variable} is not set",
            place="model.api_key_env",
            hint=f"export {variable}=..., or leave out --model: the offline translator needs no key.",
        )
    return key


def make_builder(knowledge: Knowledge, model: str) -> PromptBuilder:
    """Masked questions -> requests for ``model``.

    Raises:
        TokenBudgetError: The ontology is larger than the budget.
    """
    from nlkgq.ontology.render import render
    from nlkgq.prompting.build import PromptBuilder

    settings = knowledge.settings.model
    text = render(
        knowledge.ontology,
        settings.representation,
        language=knowledge.settings.language,
        budget=settings.token_budget,
    )
    return PromptBuilder(
        ontology_text=text,
        prefixes=knowledge.prefixes,
        rider=knowledge.rider,
        variant=cast(Any, settings.instructions),
        model=model.partition(":")[2] or model,
        max_tokens=settings.max_tokens,
        temperature=settings.temperature,
    )


def make_generator(
    knowledge: Knowledge, model: str | object, *, record: Path | None = None, client: LLMClient | None = None
) -> QueryGenerator:
    """The offline translator, or a language model behind the wire gate.

    Args:
        knowledge: The graph.
        model: A back-end by name, a client (has ``complete``) or a generator (has ``generate``).
        record: A file that takes the model's replies.
        client: Asked in place of the named model's own client.

    Raises:
        UsageError: ``model`` is none of these.
    """
    if hasattr(model, "generate"):
        return cast("QueryGenerator", model)
    if model == "offline":
        from nlkgq.generation.offline import OfflineTranslator

        return OfflineTranslator(
            ontology=knowledge.ontology,
            lexicon=knowledge.lexicon,
            index=knowledge.index,
            profile=knowledge.profile,
        )
    from nlkgq.egress.gate import WireGate
    from nlkgq.generation.llm import LlmGenerator

    if not isinstance(model, str) and not hasattr(model, "complete"):
        raise UsageError(f"{model!r} is no model", hint="A name, or an object with `complete` or `generate`.")
    name = model if isinstance(model, str) else type(model).__name__
    builder = make_builder(knowledge, name)
    gate = WireGate(public=builder.public)
    if not isinstance(model, str):
        client = cast("LLMClient", model)
    elif client is None:
        client = make_client(model, knowledge.settings, gate)
        close = getattr(client, "close", None)
        if close is not None:
            knowledge.on_close(close)
    if record is not None:
        from nlkgq.llm.record import RecordingClient

        client = RecordingClient(client, record, prompt_hash=builder.prompt_hash)
    return LlmGenerator(client, builder, gate)

"""Everything about one graph, each part made when it is first asked for."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

from nlkgq.errors import ConfigError
from nlkgq.resources import cache_dir, state_dir
from nlkgq.validation.gate import GatePolicy

if TYPE_CHECKING:
    from nlkgq.config import Settings
    from nlkgq.endpoints.protocol import Endpoint, Limits
    from nlkgq.iri import PrefixMap
    from nlkgq.masking.mask import Masker
    from nlkgq.masking.model import MaskingMode
    from nlkgq.ontology.lexicon import Lexicon
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.results.models import SelectResult
    from nlkgq.values.model import ValueIndex
    from nlkgq.wrapper.model import Wrapper

Progress = Callable[[str, float | None], None]
"""What is being done, and how far: a share in [0, 1], None when unknown."""


class Knowledge:
    """Everything about one graph, each part made when it is first asked for.

    Args:
        settings: What `config` read.
        make_endpoint: Makes the endpoint that takes the questions.
        progress: Called while something takes long; None for silence.
    """

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

    @cached_property
    def key(self) -> str:
        """Names the graph in caches: a hash of the files' content, or of the endpoint's address (hex)."""
        from nlkgq.rdf_files import content_key

        endpoint = self.settings.main_endpoint
        wrapper = content_key(self.settings.wrapper) if self.settings.wrapper else ""
        if endpoint.url is None:
            return content_key(endpoint.files, salt=wrapper)
        graphs = "\n".join((*endpoint.default_graphs, *endpoint.named_graphs))
        return hashlib.sha256(f"{endpoint.url}\n{graphs}\n{wrapper}".encode()).hexdigest()

    @cached_property
    def ontology(self) -> Ontology:
        """Loaded from its files, or drafted from the data; with the terms that the data uses beside it."""
        from nlkgq.ontology.draft import draft_ontology, extend_ontology

        settings = self.settings
        files = tuple(dict.fromkeys((*settings.ontology, *settings.wrapper)))
        if files:
            from nlkgq.ontology.loader import load_ontology

            catalog = {iri: Path(copy) for iri, copy in settings.catalog.items()}
            loaded = load_ontology(files, catalog=catalog, follow_imports=bool(catalog))
            if self.wrapper is not None:
                from nlkgq.clean_view import clean_ontology

                return clean_ontology(loaded, self.wrapper)
            return loaded if self.profile is None else extend_ontology(loaded, self.profile)
        if self.profile is None:
            raise ConfigError(
                f"{settings.name}: no ontology, and the endpoint was not scanned",
                place="ontology",
                hint="Give --ontology FILE, or let `nlkgq index --endpoint URL` read the endpoint once.",
            )
        return draft_ontology(self.profile)

    @cached_property
    def wrapper(self) -> Wrapper | None:
        """Clean terms and their native forms; None where the ontology's terms are the stored ones."""
        if not self.settings.wrapper:
            return None
        from nlkgq.wrapper.load import load_wrapper

        return load_wrapper(self.settings.wrapper, cache_folder=cache_dir() / "wrappers")

    @cached_property
    def data_files(self) -> tuple[Path, ...]:
        """The graph in clean terms, as files; () for an endpoint that was not scanned."""
        remote = self.settings.main_endpoint.url is not None
        if self.wrapper is None:
            return () if remote else self.settings.main_endpoint.files
        view = cache_dir() / "views" / f"{self.key}.nt"
        if not view.exists():
            if remote:
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
        from dataclasses import replace

        from nlkgq.clean_view import clean_result, write_view
        from nlkgq.rewrite.rules import rewrite
        from nlkgq.sparql import parse_query
        from nlkgq.wrapper.model import make_back

        wrapper = self.wrapper
        assert wrapper is not None
        back = make_back(wrapper)
        remote = self.settings.main_endpoint.url is not None
        limits = self.limits if remote else replace(self.limits, seconds=seconds, rows=10**7, bytes=10**10)

        def run(text: str) -> SelectResult:
            native = str(rewrite(parse_query(text), wrapper).tree)
            return cast("SelectResult", clean_result(self.select(native, limits=limits), back))

        view = cache_dir() / "views" / f"{self.key}.nt"
        return write_view(run, wrapper, view, progress=self.reporter("reading the clean view"))

    def select(self, text: str, *, limits: Limits | None = None) -> SelectResult:
        """The rows of a SELECT query of our own making; it passes the gate like any other.

        Raises:
            EndpointError: The endpoint failed.
        """
        from nlkgq.results.models import SelectResult
        from nlkgq.validation.gate import gate

        result = self.endpoint.run(gate(text, self.policy.rewritten()), limits=limits or self.limits)
        if not isinstance(result, SelectResult):
            raise TypeError("a SELECT query has rows")
        return result

    @cached_property
    def profile(self) -> Profile | None:
        """Of files always; of an endpoint when `nlkgq index` has made one."""
        from nlkgq.ontology.profile import profile_files, read_profile, write_profile

        found = read_profile(self.profile_file)
        if found is None and self.data_files:
            found = profile_files(self.data_files, progress=self.reporter("counting terms"))
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
        if self.data_files:
            opened = open_index(
                self.data_files,
                target,
                ontology=self.ontology,
                key=index_key(self.data_files, self.ontology),
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
        made = self._make_endpoint(self)
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
        for name in ("data_files", "profile", "ontology", "prefixes", "lexicon", "index", "masker"):
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

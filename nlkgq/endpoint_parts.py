"""What is kept of one endpoint: its key in caches, its profile, its value index."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from nlkgq.resources import cache_dir, writing

if TYPE_CHECKING:
    from nlkgq.config import EndpointSettings
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.values.store import SqliteValueIndex

Reporter: TypeAlias = Callable[[str], Callable[[float | None], None] | None]
"""What is being done -> what is told how far it is; None for silence."""


class EndpointParts:
    """One endpoint of kg.toml, each part read when it is first asked for.

    Args:
        settings: Its settings.
        reporter: For what takes long.
    """

    def __init__(self, settings: EndpointSettings, reporter: Reporter) -> None:
        self.settings = settings
        self._reporter = reporter

    @cached_property
    def key(self) -> str:
        """Names what it holds in caches (hex)."""
        return endpoint_key(self.settings)

    @property
    def profile_file(self) -> Path:
        """Where the profile lies, or will lie."""
        return profile_file(self.key)

    @property
    def index_file(self) -> Path:
        """Where the value index lies, or will lie."""
        return index_file(self.key)

    @cached_property
    def profile(self) -> Profile | None:
        """Of files always; of an address when `nlkgq index` has made one."""
        if self.settings.url is None:
            return profile_of_files(self.settings.files, self.key, self._reporter)
        from nlkgq.ontology.profile import read_profile

        return read_profile(self.profile_file)

    def scanned_index(self) -> SqliteValueIndex | None:
        """The value index that `nlkgq index` has made of an address; None where it has not."""
        from nlkgq.values.store import SqliteValueIndex

        return SqliteValueIndex(self.index_file, key=self.key) if self.index_file.exists() else None


def endpoint_key(settings: EndpointSettings, wrapper: str = "") -> str:
    """A hash of the files' content, or of the endpoint's address and graphs (hex).

    Args:
        settings: The endpoint.
        wrapper: A hash of the wrapper that it is seen through; "" for none.
    """
    from nlkgq.rdf_files import content_key

    if settings.url is None:
        return content_key(settings.files, salt=wrapper)
    graphs = "\n".join((*settings.default_graphs, *settings.named_graphs))
    return hashlib.sha256(f"{settings.url}\n{graphs}\n{wrapper}".encode()).hexdigest()


def profile_file(key: str) -> Path:
    """Where the profile of a graph lies, or will lie."""
    return cache_dir() / "profiles" / f"{key}.json"


def index_file(key: str) -> Path:
    """Where the value index of a graph lies, or will lie."""
    return cache_dir() / "values" / f"{key}.sqlite"


def profile_of_files(files: tuple[Path, ...], key: str, reporter: Reporter) -> Profile:
    """The profile of files, from the cache or counted and kept there.

    Raises:
        LoadError: A file cannot be read.
    """
    from nlkgq.ontology.profile import profile_files, read_profile, write_profile

    target = profile_file(key)
    found = read_profile(target)
    if found is None:
        found = profile_files(files, progress=reporter("counting terms"))
        with writing():
            write_profile(found, target)
    return found

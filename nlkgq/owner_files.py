"""What the owner of a graph says about it: its ontology, the rider, synonyms."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nlkgq.errors import ConfigError

if TYPE_CHECKING:
    from nlkgq.config import Settings
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.ontology.synonyms import Synonyms
    from nlkgq.values.store import SqliteValueIndex
    from nlkgq.wrapper.model import Wrapper

_MOST_NAMES = 50_000


def stated_ontology(settings: Settings, wrapper: Wrapper | None, profile: Callable[[], Profile | None]) -> Ontology:
    """Loaded from its files, or drafted from the data; with the terms that the data uses beside it.

    Args:
        settings: They name the files.
        wrapper: Clean terms; None where the ontology's terms are the stored ones.
        profile: Makes the profile of the data where it is needed.

    Raises:
        ConfigError: There is neither an ontology nor a profile.
        LoadError: A file cannot be read.
    """
    from nlkgq.ontology.draft import draft_ontology, extend_ontology

    files = tuple(dict.fromkeys((*settings.ontology, *settings.wrapper)))
    if files:
        from nlkgq.ontology.loader import load_ontology

        catalog = {iri: Path(copy) for iri, copy in settings.catalog.items()}
        loaded = load_ontology(files, catalog=catalog, follow_imports=bool(catalog))
        if wrapper is not None:
            from nlkgq.clean_view import clean_ontology

            return clean_ontology(loaded, wrapper)
        found = profile()
        return loaded if found is None else extend_ontology(loaded, found)
    found = profile()
    if found is None:
        raise ConfigError(
            f"{settings.name}: no ontology, and the endpoint was not scanned",
            place="ontology",
            hint="Give --ontology FILE, or let `nlkgq index --endpoint URL` read the endpoint once.",
        )
    return draft_ontology(found)


def read_synonyms_of(settings: Settings, ontology: Ontology) -> Synonyms:
    """The synonyms that the settings name; none where they name no file.

    Raises:
        ConfigError: The file is missing or wrong.
    """
    from nlkgq.iri import WELL_KNOWN
    from nlkgq.ontology.synonyms import Synonyms, read_synonyms

    if settings.synonyms is None:
        return Synonyms()
    return read_synonyms(settings.synonyms, ontology, ontology.prefixes.merged(WELL_KNOWN))


def draft_synonyms_of(ontology: Ontology, indexes: Sequence[SqliteValueIndex]) -> str:
    """The text of a `synonyms.toml` to begin with, out of the ontology and the names that the graph stores."""
    from nlkgq.iri import WELL_KNOWN
    from nlkgq.ontology.synonyms_draft import draft_synonyms

    sql = "SELECT DISTINCT text FROM term JOIN carrier ON carrier.term = term.id LIMIT ?"
    names = (str(text) for index in indexes for (text,) in index.rows(sql, (_MOST_NAMES,)))
    return draft_synonyms(ontology, ontology.prefixes.merged(WELL_KNOWN), names)


def read_rider(path: Path | None) -> str:
    """The text on the graph's conventions, comments taken out; "" when there is none.

    Raises:
        ConfigError: The file is not readable as text.
    """
    if path is None:
        return ""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: not readable as text: {error}", place=str(path)) from None
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL).strip()

"""Reads a graph once, for its profile and its value index; what is cut short a further call goes on with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nlkgq.endpoint_parts import EndpointParts
    from nlkgq.knowledge import Knowledge
    from nlkgq.ontology.profile_model import Profile


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What `index_graph` read; ``complete`` is False when the time limit cut it short."""

    values: int
    triples: int
    classes: int
    properties: int
    complete: bool


def profile_graph(knowledge: Knowledge, *, seconds: float) -> Profile:
    """Classes and properties in use, counted; files are read whole, endpoints in ``seconds`` each.

    Raises:
        LoadError, EndpointError: The graph cannot be read.
    """
    if knowledge.viewed and not knowledge.data_files:
        knowledge.write_view(seconds=seconds)
        knowledge.refresh()
    for part in knowledge.scanned_parts:
        if part.profile is None:
            _scan_profile(knowledge, part, seconds)
    profile = knowledge.profile
    assert profile is not None, "every endpoint has one now"
    return profile


def profile_endpoints(knowledge: Knowledge, *, seconds: float, fresh: bool = False) -> dict[str, Profile]:
    """What each endpoint holds, in its own terms, as a federation chooses sources by it.

    Args:
        knowledge: The graph.
        seconds: Most time for each endpoint; files are read whole.
        fresh: Whether an endpoint that was counted before is counted again.

    Returns:
        Name -> profile, from the cache where it was counted before and whole.

    Raises:
        LoadError, EndpointError: An endpoint cannot be read.
    """
    again = {
        part.settings.name
        for part in knowledge.parts
        if part.settings.url is not None and (fresh or part.profile is None or not part.profile.complete)
    }
    for part in knowledge.parts:
        if part.settings.name in again:
            _scan_profile(knowledge, part, seconds)
    found = {part.settings.name: part.profile for part in knowledge.parts}
    return {name: profile for name, profile in found.items() if profile is not None}


def index_graph(knowledge: Knowledge, *, seconds: float, fresh: bool = False) -> IndexReport:
    """Builds the value index and the profile; an endpoint is read by paged queries.

    Args:
        knowledge: The graph.
        seconds: Most time for each endpoint.
        fresh: Count and read again what an earlier scan has; else only properties with more or fewer triples are read,
            and files that have changed.

    Raises:
        LoadError, EndpointError: The graph cannot be read; what was read so far is kept.
    """
    complete = True
    if knowledge.viewed and knowledge.remote:
        complete = knowledge.write_view(seconds=seconds)
        knowledge.refresh()
    for part in knowledge.scanned_parts:
        if fresh or part.profile is None or not part.profile.complete:
            _scan_profile(knowledge, part, seconds)
    values = 0
    for part in knowledge.scanned_parts:
        found, whole = _scan_values(knowledge, part, seconds, fresh=fresh)
        values += found
        complete = complete and whole
    values += _index_files(knowledge, fresh=fresh)
    profile = profile_graph(knowledge, seconds=seconds)
    knowledge.refresh()
    _ = knowledge.graph_values  # read here, so that no question waits for it
    return IndexReport(
        values=values,
        triples=profile.triples,
        classes=len(profile.classes),
        properties=len(profile.properties),
        complete=complete,
    )


def _scan_values(knowledge: Knowledge, part: EndpointParts, seconds: float, *, fresh: bool) -> tuple[int, bool]:
    """How many values an endpoint holds, and whether that is all of them."""
    from nlkgq.values.endpoint_scan import scan_endpoint

    scanned = scan_endpoint(
        partial(knowledge.select, part=part.settings.name),
        part.index_file,
        key=part.key,
        profile=part.profile,
        ontology=knowledge.ontology,
        seconds=seconds,
        fresh=fresh,
        progress=knowledge.reporter("reading values"),
    )
    return scanned.values, scanned.complete and part.profile is not None and part.profile.complete


def _index_files(knowledge: Knowledge, *, fresh: bool) -> int:
    """How many values the files hold; their index is made anew where it is not theirs."""
    from nlkgq.values.build import build_index, index_key, open_index

    files = knowledge.data_files
    if not files:
        return 0
    target, ontology, key = knowledge.index_file, knowledge.ontology, index_key(files, knowledge.ontology)
    progress = knowledge.reporter("indexing values")
    if fresh:
        return build_index(files, target, ontology=ontology, key=key, progress=progress).values
    with open_index(files, target, ontology=ontology, key=key, progress=progress) as index:
        return index.values


def _scan_profile(knowledge: Knowledge, part: EndpointParts, seconds: float) -> None:
    from nlkgq.ontology.profile import write_profile
    from nlkgq.ontology.profile_endpoint import profile_endpoint

    run = partial(knowledge.select, part=part.settings.name)
    found = profile_endpoint(run, seconds=seconds, progress=knowledge.reporter("counting terms"))
    write_profile(found, part.profile_file)
    knowledge.refresh()

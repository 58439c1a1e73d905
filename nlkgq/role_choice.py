"""Which role asks, and what follows for one graph: `open_knowledge`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from nlkgq.config_access import IN_ONTOLOGY, ROLES_FILE
from nlkgq.errors import ConfigError
from nlkgq.knowledge import Knowledge, Progress
from nlkgq.resources import cache_dir, writing
from nlkgq.role_knowledge import RoleKnowledge
from nlkgq.role_wrapper import aliases
from nlkgq.roles.file import RoleFile, read_roles
from nlkgq.roles.model import TYPE, RoleView
from nlkgq.roles.resolve import check_whole, endpoints_of, resolve, unknown_role

if TYPE_CHECKING:
    from nlkgq.config import Settings
    from nlkgq.endpoints.protocol import Endpoint
    from nlkgq.ontology.model import Ontology
    from nlkgq.ontology.profile_model import Profile
    from nlkgq.wrapper.model import Wrapper


def open_knowledge(
    settings: Settings, *, make_endpoint: Callable[[Knowledge], Endpoint], progress: Progress | None = None
) -> Knowledge:
    """The graph, or the part of it that the chosen role sees.

    Raises:
        ConfigError: There are roles and none is chosen; a role is chosen and there is none; a mistake in their file.
    """
    file = _role_file(settings)
    name = settings.access.role or (settings.access.default_role if file is not None else None)
    if file is None:
        if name is not None:
            raise ConfigError(
                f"{settings.name}: the role {name!r} is chosen, and the graph has no roles",
                place="access.role",
                hint="Write roles.toml beside kg.toml, or name a file: access.roles.",
            )
        return Knowledge(settings, make_endpoint=make_endpoint, progress=progress)
    if name is None:
        raise ConfigError(
            f"{settings.name}: the graph has roles, and none is chosen",
            place=file.place,
            hint=f"--role NAME, NLKGQ_ROLE or access.role; there are {', '.join(sorted(file.roles))}.",
        )
    if name not in file.roles:
        raise unknown_role(name, file.roles, file.place)
    if file.roles[name].everything:
        check_whole(file.roles[name])
        return Knowledge(settings, make_endpoint=make_endpoint, progress=progress)
    narrowed = _narrowed(settings, file, name)
    whole = Knowledge(narrowed, make_endpoint=make_endpoint, progress=progress)
    view = _view(whole, file, name)
    if view is None:
        return whole
    return RoleKnowledge(whole, view, make_endpoint=make_endpoint, progress=progress)


def _role_file(settings: Settings) -> RoleFile | None:
    path = settings.access.file(settings.folder)
    if settings.access.roles != IN_ONTOLOGY:
        return read_roles(path) if path is not None else None
    from nlkgq.roles.annotations import read_annotations

    beside = settings.folder / ROLES_FILE if settings.folder is not None else None
    if beside is not None and beside.exists():
        raise ConfigError(
            f"{beside}: access.roles takes the roles from the ontology, and here are others",
            place=str(beside),
            hint="Remove one of the two.",
        )
    return read_annotations((*settings.ontology, *settings.wrapper))


def _narrowed(settings: Settings, file: RoleFile, name: str) -> Settings:
    """The settings with the endpoints that the role asks."""
    allowed = endpoints_of(file, name)
    if allowed is None:
        return settings
    known = [endpoint.name for endpoint in settings.endpoints]
    for wanted in allowed:
        if wanted not in known:
            raise ConfigError(
                f"{file.place}: roles.{name}.endpoints: no endpoint {wanted!r}; there are {', '.join(known)}",
                place=file.place,
                hint="Name endpoints of kg.toml.",
            )
    kept = tuple(endpoint for endpoint in settings.endpoints if endpoint.name in allowed)
    if not kept or (settings.endpoint is not None and settings.endpoint not in allowed):
        raise ConfigError(
            f"{settings.name}: the role {name!r} does not ask this endpoint",
            place=file.place,
            hint="Choose another one with --on." if kept else "List endpoints that it may ask.",
        )
    return replace(settings, endpoints=kept)


def _view(whole: Knowledge, file: RoleFile, name: str) -> RoleView | None:
    wrapper = whole.wrapper
    evidence = whole.profile if not whole.remote else None
    view = resolve(
        file,
        name,
        whole.ontology,
        declared=_declared(whole),
        evidence=evidence,
        wrapped=wrapper is not None,
    )
    if view is None:
        return None
    if wrapper is not None:
        virtual = _virtual(wrapper, view, evidence)
        return replace(view, askable=_askable(wrapper), virtual=virtual, aliases=aliases(view.hidden))
    return view if whole.remote else replace(view, mentioned=_mentioned(whole, view))


def _declared(whole: Knowledge) -> Ontology:
    """What an author wrote of domains and ranges."""
    files = whole.settings.ontology
    if whole.wrapper is not None or not files:
        return whole.stated_ontology
    from nlkgq.ontology.loader import load_ontology

    catalog = {iri: Path(copy) for iri, copy in whole.settings.catalog.items()}
    return load_ontology(files, catalog=catalog, follow_imports=bool(catalog))


def _askable(wrapper: Wrapper) -> frozenset[str]:
    return frozenset(
        iri
        for iri, forms in wrapper.classes.items()
        if forms or any(wrapper.classes.get(c) for c in wrapper.subclasses(iri))
    )


def _virtual(wrapper: Wrapper, view: RoleView, evidence: Profile | None) -> frozenset[str]:
    """The visible classes that stand for hidden ones below them; see `nlkgq.rewrite.rules.rewrite`."""
    counts = evidence.classes if evidence is not None and evidence.complete else None
    return frozenset(
        iri
        for iri in view.classes or ()
        if (not wrapper.classes.get(iri) or (counts is not None and not counts.get(iri)))
        and not all(view.sees_class(below) for below in wrapper.subclasses(iri))
    )


def _mentioned(whole: Knowledge, view: RoleView) -> frozenset[str]:
    """The hidden terms that are nodes of a graph in files: asked once, and kept."""
    from nlkgq.iri import is_valid_iri

    hidden = sorted(iri for iri in view.hidden if is_valid_iri(iri))
    if not hidden or not whole.parts:
        return frozenset()
    path = cache_dir() / "roles" / f"{whole.key}-{view.digest}.json"
    try:
        return frozenset(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        found: set[str] = set()
    for start in range(0, len(hidden), 100):
        values = " ".join(f"<{iri}>" for iri in hidden[start : start + 100])
        anywhere = f"{{ ?x ?p ?o }} UNION {{ ?s ?q ?x FILTER(?q != <{TYPE}>) }}"
        rows = whole.select(f"SELECT DISTINCT ?x {{ VALUES ?x {{ {values} }} {anywhere} }}").rows
        found |= {row[0].value for row in rows if row[0] is not None}
    with writing():
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_text(json.dumps(sorted(found)), encoding="utf-8")
    return frozenset(found)

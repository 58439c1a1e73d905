"""Roles as annotations of the ontology, in place of `roles.toml`: what a term's owner says of who sees it.

``access.roles = "ontology"`` in kg.toml turns them on. All of the words are of the namespace `ROLE`:

* ``r:hiddenFrom "clerk"`` on a class or property: the role does not see it, nor what is below it;
* ``r:visibleTo "clerk"``: the role sees, of the classes or of the properties, only those that say so;
* ``r:rows [ r:role "clerk" ; r:pattern "?this ex:ward ?w" ]`` on a class: a row condition, prefixes of the file;
* ``r:seesAll "chief"`` on the ontology: the role sees everything.

A graph has its roles in one place: beside a `roles.toml` this is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from nlkgq.errors import ConfigError
from nlkgq.iri import OWL, RDF, RDFS
from nlkgq.roles.file import RoleFile
from nlkgq.roles.model import RoleRules

ROLE: Final = "https://nlkgq.example/role#"
TERMS: Final = ("hiddenFrom", "visibleTo", "rows", "role", "pattern", "seesAll")
_PROPERTY: Final = frozenset(
    {f"{RDF}Property", *(f"{OWL}{kind}Property" for kind in ("Object", "Datatype", "Annotation"))}
)
_CLASS: Final = frozenset({f"{OWL}Class", f"{RDFS}Class"})


@dataclass(slots=True)
class _Draft:
    everything: bool = False
    only: dict[str, list[str]] = field(default_factory=dict)
    hidden: dict[str, list[str]] = field(default_factory=dict)
    rows: list[tuple[str, str]] = field(default_factory=list)


def read_annotations(paths: Iterable[Path]) -> RoleFile:
    """The roles that some ontology files speak of.

    Raises:
        LoadError: A file that cannot be read.
        ConfigError: No role in them, a word that the namespace does not have, or one at the wrong place.
    """
    files = tuple(paths)
    place = ", ".join(path.name for path in files) or "access.roles"
    triples, prefixes = _read(files)
    types: dict[str, set[str]] = {}
    for s, p, o in triples:
        if p == f"{RDF}type":
            types.setdefault(str(s), set()).add(_value(o))
    drafts: dict[str, _Draft] = {}
    for subject, word, value in _annotations(triples, place):
        if word in ("role", "pattern"):
            continue  # read with the node that holds them
        if word == "seesAll":
            drafts.setdefault(_value(value), _Draft()).everything = True
            continue
        kind = _kind(types.get(str(subject), set()), f"{place}: {_value(subject)}")
        if word == "rows":
            name, pattern = _row(triples, value, f"{place}: {_value(subject)}")
            drafts.setdefault(name, _Draft()).rows.append((f"<{_value(subject)}>", pattern))
            continue
        draft = drafts.setdefault(_value(value), _Draft())
        listed = draft.hidden if word == "hiddenFrom" else draft.only
        listed.setdefault(kind, []).append(f"<{_value(subject)}>")
    if not drafts:
        raise ConfigError(f"{place}: no role", place=place, hint=f"Annotate terms with the words of {ROLE}.")
    return RoleFile(
        roles={name: _rules(name, draft, place) for name, draft in drafts.items()}, prefixes=prefixes, place=place
    )


def _read(files: tuple[Path, ...]) -> tuple[list[tuple[Any, str, Any]], dict[str, str]]:
    from nlkgq.rdf_files import read_quads

    triples: list[tuple[Any, str, Any]] = []
    prefixes: dict[str, str] = {}
    for path in files:
        reader = read_quads(path, rename_blank_nodes=True)
        triples += [(quad.subject, quad.predicate.value, quad.object) for quad in reader]
        prefixes = {**reader.prefixes, **prefixes}
    return triples, prefixes


def _annotations(triples: list[tuple[Any, str, Any]], place: str) -> Iterator[tuple[Any, str, Any]]:
    for s, p, o in triples:
        if not p.startswith(ROLE):
            continue
        word = p.removeprefix(ROLE)
        if word not in TERMS:
            raise ConfigError(
                f"{place}: {word} is no word of {ROLE}", place=place, hint=f"There are {', '.join(TERMS)}."
            )
        yield s, word, o


def _kind(types: set[str], place: str) -> str:
    if types & _CLASS:
        return "classes"
    if types & _PROPERTY:
        return "properties"
    raise ConfigError(
        f"{place}: neither a class nor a property", place=place, hint="Declare it, or take the role away."
    )


def _row(triples: list[tuple[Any, str, Any]], node: object, place: str) -> tuple[str, str]:
    found = {p: _value(o) for s, p, o in triples if s == node}
    name, pattern = found.get(f"{ROLE}role"), found.get(f"{ROLE}pattern")
    if name is None or pattern is None:
        raise ConfigError(
            f"{place}: rows without a role or a pattern",
            place=place,
            hint='Write [ r:role "NAME" ; r:pattern "?this ..." ].',
        )
    return name, pattern


def _rules(name: str, draft: _Draft, place: str) -> RoleRules:
    only = draft.only
    return RoleRules(
        name=name,
        place=f"{place}: role {name}",
        everything=draft.everything,
        classes=tuple(only["classes"]) if "classes" in only else None,
        properties=tuple(only["properties"]) if "properties" in only else None,
        hide_classes=tuple(draft.hidden.get("classes", ())),
        hide_properties=tuple(draft.hidden.get("properties", ())),
        rows=tuple(draft.rows),
    )


def _value(term: object) -> str:
    return str(getattr(term, "value", term))

"""Probes: queries that name one IRI, to see whether the answer tells that it is there.

An IRI that a role must not see may be guessed. Whatever is asked with it, the answer must be the one that an IRI which
nobody has would get: `twin` makes that query.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pyoxigraph as ox
from role_drafts import Draft, iri_text, visible_properties
from role_worlds import EX

INVENTED = f"{EX}zz9"
"""An IRI of no world."""


def twin(text: str, probed: str) -> str:
    """The same query with an IRI that nobody has."""
    text = text.replace(f"<{probed}>", f"<{INVENTED}>").replace(f"'{probed}'", f"'{INVENTED}'")
    return re.sub(rf"\bex:{re.escape(probed.removeprefix(EX))}\b", f"<{INVENTED}>", text)


def as_twin(found: object, probed: str) -> object:
    """An answer with the probed IRI under the invented name."""
    if isinstance(found, dict):
        return {as_twin(key, probed): count for key, count in found.items()}
    if isinstance(found, tuple):
        return tuple(as_twin(item, probed) for item in found)
    return ox.NamedNode(INVENTED) if found == ox.NamedNode(probed) else found


def guessed(draft: Draft) -> str:
    """The IRI that the query asks about: any term or thing of the world, seen or not."""
    if not draft.probed:
        world = draft.world
        pool = draft.random.choice((world.classes, world.object_properties, world.data_properties, world.nodes))
        draft.probed = draft.random.choice(pool)
    return f"<{draft.probed}>"


def _bound(draft: Draft) -> str:
    return draft.random.choice(sorted(set(draft.names.values())) or ["?v0"])


def _filter(draft: Draft) -> str:
    iri, term = guessed(draft), _bound(draft)
    tests = (
        f"{term} != {iri}",
        f"{term} NOT IN ({iri}, ex:n0)",
        f"!sameTerm({term}, {iri})",
        f"STR({term}) != '{draft.probed}'",
        f"IF({term} = {iri}, false, true)",
        f"!ISIRI({iri}) || {term} != {iri}",
    )
    return f"FILTER({draft.random.choice(tests)})"


def _values(draft: Draft) -> str:
    iri = guessed(draft)
    if draft.random.random() < 0.5:
        return f"VALUES ?probe {{ {iri} ex:n0 }} OPTIONAL {{ ?probe ?pp ?po }}"
    return f"VALUES ?pp {{ {iri} ex:p0 }} OPTIONAL {{ {_bound(draft)} ?pp ?po }}"


def _around(draft: Draft) -> str:
    iri = guessed(draft)
    return draft.random.choice((f"{iri} ?pp ?po", f"?ps ?pp {iri}", f"?ps ?pp ?po . ?po ?pq {iri}"))


def _optional(draft: Draft) -> str:
    return f"OPTIONAL {{ {_around(draft)} }}"


def _exists(draft: Draft) -> str:
    return f"FILTER {draft.random.choice(('EXISTS', 'NOT EXISTS'))} {{ {_around(draft)} }}"


def _minus(draft: Draft) -> str:
    return f"MINUS {{ {_bound(draft)} ?pp {guessed(draft)} }}"


def _count(draft: Draft) -> str:
    return f"{{ SELECT (COUNT(*) AS ?many) WHERE {{ {_around(draft)} }} }}"


def _bind(draft: Draft) -> str:
    iri = guessed(draft)
    made = draft.random.choice((iri, f"IRI('{draft.probed}')", f"URI(STR({iri}))"))
    around = draft.random.choice(("?held ?pp ?po", f"{_bound(draft)} ?held ?po", "?ps ?pp ?held"))
    return f"BIND({made} AS ?held) OPTIONAL {{ {around} }}"


def _path(draft: Draft) -> str:
    links = visible_properties(draft, links=True)
    if not links:
        return ""
    step = iri_text(draft.random.choice(links))
    # No paths of length zero: of a term that is not in the graph the standard says itself, the embedded engine nothing.
    way = draft.random.choice((f"{step}+", f"^{step}", f"{step}/{step}"))
    return f"OPTIONAL {{ {guessed(draft)} {way} ?pz }}"


def _property(draft: Draft) -> str:
    iri, links = guessed(draft), visible_properties(draft, links=True)
    other = iri_text(draft.random.choice(links)) if links else "ex:p0"
    way = draft.random.choice((iri, f"^{iri}", f"({other}/{iri})", f"!({iri})"))
    return f"OPTIONAL {{ {_bound(draft)} {way} ?po }}"


def _class(draft: Draft) -> str:
    iri, term = guessed(draft), _bound(draft)
    return draft.random.choice((f"OPTIONAL {{ {term} a {iri} ; ?pp ?po }}", f"FILTER EXISTS {{ {term} a {iri} }}"))


def construct(draft: Draft, where: str) -> str:
    """What is built may have any name."""
    iri = guessed(draft)
    names = sorted(set(draft.names.values()))
    s, o = draft.random.choice(names), draft.random.choice(names)
    return f"CONSTRUCT {{ {s} {iri} {o} . {iri} a {iri} }} WHERE {{ {where} }}"


def select(draft: Draft, where: str) -> str:
    """The IRI itself in a column."""
    names = " ".join(sorted(set(draft.names.values())))
    return f"SELECT {names} ({guessed(draft)} AS ?told) WHERE {{ {where} }}"


def describe(draft: Draft, where: str) -> str:
    """What is told of it."""
    return f"DESCRIBE {guessed(draft)}"


def ask(draft: Draft, where: str) -> str:
    """Whether it is there."""
    return f"ASK {{ {_around(draft)} }}"


PROBES: dict[str, Callable[[Draft], str]] = {
    "probe-filter": _filter,
    "probe-values": _values,
    "probe-optional": _optional,
    "probe-exists": _exists,
    "probe-minus": _minus,
    "probe-count": _count,
    "probe-bind": _bind,
    "probe-path": _path,
    "probe-property": _property,
    "probe-class": _class,
}
PROBE_FORMS: dict[str, Callable[[Draft, str], str]] = {
    "probe-construct": construct,
    "probe-select": select,
    "probe-describe": describe,
    "probe-ask": ask,
}

"""The wrapper as a role sees it, and as the role's conditions need it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace

from nlkgq.roles.model import RoleView
from nlkgq.wrapper.model import ClassForm, PropertyForm, Wrapper


def visible(wrapper: Wrapper, view: RoleView) -> Wrapper:
    """The terms that a role sees: to it, the others are none."""
    return replace(
        wrapper,
        classes={iri: forms for iri, forms in wrapper.classes.items() if view.sees_class(iri)},
        properties={iri: forms for iri, forms in wrapper.properties.items() if iri in view.properties},
        key="",
    )


def as_stored(visible: Wrapper) -> Wrapper:
    """The wrapper of a graph that holds clean terms: each that has a native form stands for itself.

    >>> visible = Wrapper(properties={"urn:p": (PropertyForm(kind="iri", text="urn:P1"),), "urn:q": ()})
    >>> {iri: [form.text for form in forms] for iri, forms in as_stored(visible).properties.items()}
    {'urn:p': ['urn:p'], 'urn:q': []}
    """
    return replace(
        visible,
        classes={iri: (ClassForm(kind="iri", text=iri),) if forms else () for iri, forms in visible.classes.items()},
        properties={
            iri: (PropertyForm(kind="iri", text=iri),) if forms else () for iri, forms in visible.properties.items()
        },
        key="",
    )


def aliases(hidden: Iterable[str]) -> dict[str, str]:
    """Hidden term -> a name that nobody can guess.

    Conditions call hidden terms by these, so that the term itself, where a query names it, means nothing.
    """
    start = f"urn:x-nlkgq:hidden:{secrets.token_hex(16)}:"
    return {iri: f"{start}{number}" for number, iri in enumerate(sorted(hidden))}


def renamed(wrapper: Wrapper, names: Mapping[str, str]) -> Wrapper:
    """The wrapper with some clean terms under other names.

    >>> wrapper = Wrapper(classes={"urn:a": (), "urn:b": ()}, parents={"urn:a": ("urn:b",)})
    >>> renamed(wrapper, {"urn:b": "urn:c"}).parents
    {'urn:a': ('urn:c',)}
    """
    return replace(
        wrapper,
        classes={names.get(iri, iri): forms for iri, forms in wrapper.classes.items()},
        properties={names.get(iri, iri): forms for iri, forms in wrapper.properties.items()},
        parents={
            names.get(iri, iri): tuple(names.get(above, above) for above in parents)
            for iri, parents in wrapper.parents.items()
        },
        key="",
    )

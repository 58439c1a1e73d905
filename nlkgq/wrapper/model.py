"""The wrapper: for each clean term, its native forms. Frozen values; nothing here reads a file.

The *clean view* of a native graph is the graph that a wrapper describes: ``?x a C`` for each thing that a form of the
clean class C finds, ``?s P ?o`` for each pair that a form of the clean property P finds, each pair once, terms
converted. A clean query means what it means over that view.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias, TypeVar

from nlkgq.iri import PrefixMap
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import Conversion, IriTemplate, TextTemplate

SUBJECT = "subject"
OBJECT = "object"
ClassFormKind: TypeAlias = Literal["iri", "type-path", "condition", "pattern"]
PropertyFormKind: TypeAlias = Literal["iri", "inverse", "path", "pattern"]


F = TypeVar("F", "ClassForm", "PropertyForm")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassForm:
    """How a database says that a thing belongs to a clean class.

    Args:
        kind: ``iri``: rdf:type of a native class; the others are graph patterns over ``?subject``.
        text: The native class's IRI, or the pattern without braces; IRIs written out.
        instances: From the native term of a thing to the clean one; None where they are the same.
        repeats: Whether the pattern may find the same thing twice.
        endpoint: Name of the endpoint that holds it; None for the main one.
        graph: IRI of the named graph that holds it; None for the default graph.
    """

    kind: ClassFormKind
    text: str
    instances: Conversion | None = None
    repeats: bool = False
    endpoint: str | None = None
    graph: str | None = None

    @property
    def shown(self) -> str:
        """The form as people read it: an IRI or a pattern."""
        return self.text

    @property
    def pattern(self) -> str:
        """The form as a graph pattern over ``?subject``."""
        return f"?{SUBJECT} a <{self.text}> ." if self.kind == "iri" else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyForm:
    """How a database says what a clean property says.

    Args:
        kind: ``iri``: a native property; ``inverse``: one in the other direction; ``path``: a property path;
            ``pattern``: a graph pattern over ``?subject`` and ``?object``.
        text: The IRI, the path or the pattern without braces; IRIs written out.
        subject: From the native subject to the clean one; None where they are the same.
        object: The same for the object.
        repeats: Whether it may find the same pair twice.
        endpoint: Name of the endpoint that holds it; None for the main one.
        graph: IRI of the named graph that holds it; None for the default graph.
    """

    kind: PropertyFormKind
    text: str
    subject: Conversion | None = None
    object: Conversion | None = None
    repeats: bool = False
    endpoint: str | None = None
    graph: str | None = None

    @property
    def shown(self) -> str:
        """The form as people read it: an IRI, a path or a pattern."""
        return f"^<{self.text}>" if self.kind == "inverse" else self.text

    @property
    def repeated(self) -> bool:
        """Whether it is a path with steps that are repeated; engines may find such a pair twice inside GRAPH ?g."""
        return self.kind == "path" and re.search(r"[*+?]", re.sub(r"<[^<>]*>", "", self.text)) is not None

    @property
    def path(self) -> str | None:
        """The form as a property path that may stand inside another one; None for a pattern."""
        match self.kind:
            case "iri":
                return f"<{self.text}>"
            case "inverse":
                return f"^<{self.text}>"
            case "path":
                return f"({self.text})"
        return None

    @property
    def pattern(self) -> str:
        """The form as a graph pattern over ``?subject`` and ``?object``."""
        if self.kind == "pattern":
            return self.text
        if self.kind == "inverse":
            return f"?{OBJECT} <{self.text}> ?{SUBJECT} ."
        return f"?{SUBJECT} {self.path if self.kind == 'iri' else self.text} ?{OBJECT} ."


@dataclass(frozen=True, kw_only=True)
class Wrapper:
    """Clean terms and their native forms. Not slotted: the hierarchy is computed at first use and kept.

    Args:
        namespace: Namespace of the clean terms.
        classes: Clean class -> its forms, of which any one suffices; () where the file gives none.
        properties: The same for properties.
        parents: Clean class -> the clean classes right above it.
        prefixes: Of the file; for display.
        key: Names this wrapper in caches; "" where it was not read from files.
    """

    namespace: str = ""
    classes: Mapping[str, tuple[ClassForm, ...]] = field(default_factory=dict)
    properties: Mapping[str, tuple[PropertyForm, ...]] = field(default_factory=dict)
    parents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prefixes: PrefixMap = field(default_factory=PrefixMap)
    key: str = ""

    def __contains__(self, iri: object) -> bool:
        return iri in self.properties or iri in self.classes

    def at(self, endpoint: str) -> Wrapper:
        """What one endpoint alone holds: terms that lie in others only keep no form; a query with them is refused."""

        def here(forms: tuple[F, ...]) -> tuple[F, ...]:
            return tuple(form for form in forms if form.endpoint in (None, endpoint))

        return replace(
            self,
            classes={iri: here(forms) for iri, forms in self.classes.items()},
            properties={iri: here(forms) for iri, forms in self.properties.items()},
            key=f"{self.key}@{endpoint}" if self.key else "",
        )

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """Clean class -> the clean classes right below it."""
        below: dict[str, list[str]] = {}
        for child, parents in self.parents.items():
            for parent in parents:
                below.setdefault(parent, []).append(child)
        return {parent: tuple(found) for parent, found in below.items()}

    def parents_of_some(self) -> Iterator[str]:
        """Clean classes with a class below them."""
        return (iri for iri in self.children if iri in self.classes)

    def subclasses(self, iri: str) -> tuple[str, ...]:
        """Every clean class below this one, itself not included; safe on cycles."""
        below = self.children
        found: dict[str, None] = {}
        pending = list(below.get(iri, ()))
        while pending:
            child = pending.pop(0)
            if child not in found and child != iri:
                found[child] = None
                pending.extend(below.get(child, ()))
        return tuple(found)

    @cached_property
    def conversions(self) -> tuple[Conversion, ...]:
        """Every conversion of the forms, each once."""
        seen: dict[Conversion, None] = {}
        for _, form in self.forms():
            sides = (form.instances,) if isinstance(form, ClassForm) else (form.subject, form.object)
            seen.update(dict.fromkeys(side for side in sides if side is not None))
        return tuple(seen)

    @cached_property
    def back(self) -> Back:
        """The way back: plain terms, mapped individuals and IRI templates, from native to clean."""
        kept = (side for side in self.conversions if side.kind == "values" or _between_iris(side))
        return Back(names=term_names(self), conversions=tuple(kept))

    def forms(self) -> Iterator[tuple[str, ClassForm | PropertyForm]]:
        """Every (clean term, form)."""
        for term, class_forms in self.classes.items():
            for class_form in class_forms:
                yield term, class_form
        for term, property_forms in self.properties.items():
            for property_form in property_forms:
                yield term, property_form


def _between_iris(side: Conversion) -> bool:
    if isinstance(side, TextTemplate):
        return side.native_datatype is None and side.clean_datatype is None
    return isinstance(side, IriTemplate) and side.native is not None


def term_names(wrapper: Wrapper) -> Mapping[str, str]:
    """Native IRI -> clean term, where exactly one clean term is simply that IRI."""
    found: dict[str, set[str]] = {}
    for term, form in wrapper.forms():
        if form.kind == "iri":
            found.setdefault(form.text, set()).add(term)
    return {native: next(iter(terms)) for native, terms in found.items() if len(terms) == 1}


@dataclass(frozen=True)
class Back:
    """From native to clean, for what is shown: errors, explanations, IRIs that a database returned.

    >>> Back(names={"http://d.example/P7": "http://c.example/director"})("http://d.example/P7")
    'http://c.example/director'
    """

    names: Mapping[str, str] = field(default_factory=dict)
    conversions: tuple[Conversion, ...] = ()

    def __call__(self, iri: str) -> str:
        """The clean IRI of a native one; the same IRI where there is none."""
        known = self.names.get(iri)
        if known is not None:
            return known
        for conversion in self.conversions:
            clean = conversion.to_clean(RdfTerm("uri", iri))
            if clean is not None and clean.kind == "uri" and clean.value != iri:
                return clean.value
        return iri


def make_back(wrapper: Wrapper) -> Back:
    """The way back of a wrapper, made once."""
    return wrapper.back

"""What a role is: as it is written, and as it holds over one ontology.

What a role sees of a graph is the graph cut down to it:

* With ``graphs``, only the triples of those named graphs remain, before anything else is looked at.
* A triple goes when its property is hidden, when it is an rdf:type of a hidden class, or when a hidden property below
  its own says the same (`RoleView.shadows`).
* A node goes, with every triple that it is in, when all its classes are hidden, when it is a hidden term itself, or
  when it belongs to a class with a row condition and the condition does not hold for it. It belongs to a class by its
  rdf:type, by that of a class below, and by a property whose domain or range lies wholly in the class. Conditions are
  looked up in the whole graph: they may rest on what the role does not see.

The answer to a query under the role is the answer to the same query over what remains. A node without any class stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from nlkgq.iri import OWL, RDF, RDFS, SKOS
from nlkgq.ontology.model import Ontology
from nlkgq.ontology.profile_model import Profile

TYPE: Final = f"{RDF}type"
THIS: Final = "this"
"""The variable of a row condition that stands for the member of the class."""
NEUTRAL: Final = frozenset({f"{OWL}NamedIndividual", f"{OWL}Thing", f"{RDFS}Resource"})
"""Classes that say nothing of a thing: they neither hide it nor show it."""
NAMING: Final = frozenset(
    {
        *(f"{RDFS}{name}" for name in ("label", "comment", "seeAlso", "isDefinedBy")),
        *(f"{SKOS}{name}" for name in ("prefLabel", "altLabel", "hiddenLabel", "definition", "note", "notation")),
    }
)
"""Properties of every graph that a role without a list of properties sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleRules:
    """A role as it is written; terms are still texts (prefixed name, IRI, or a beginning with ``*``).

    Args:
        name: Its name.
        place: Where it is written, such as ``roles.toml: roles.clerk``.
        description: For people.
        extends: Roles whose every rule holds here too.
        everything: Whether it sees the whole graph.
        classes: The only classes it sees; None for all.
        properties: The same for properties.
        hide_classes: Classes it does not see, nor those below them.
        hide_properties: The same for properties, and for their inverses.
        endpoints: The only endpoints it asks; None for all.
        graphs: The only named graphs it sees; None for all.
        rows: (class, graph pattern with ``?this``) in the order of the file.
        rider: A text of its own in place of the graph's rider; None for none.
    """

    name: str
    place: str
    description: str = ""
    extends: tuple[str, ...] = ()
    everything: bool = False
    classes: tuple[str, ...] | None = None
    properties: tuple[str, ...] | None = None
    hide_classes: tuple[str, ...] = ()
    hide_properties: tuple[str, ...] = ()
    endpoints: tuple[str, ...] | None = None
    graphs: tuple[str, ...] | None = None
    rows: tuple[tuple[str, str], ...] = ()
    rider: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowRule:
    """A row condition over one ontology.

    Args:
        class_iri: The class.
        members: It and every class below it, sorted.
        subjects: Properties whose subjects belong to it without saying so.
        objects: Properties whose objects do.
        pattern: The condition, without braces, IRIs written out.
        variables: Its variables, without ``?`` and without ``this``.
    """

    class_iri: str
    members: tuple[str, ...]
    subjects: tuple[str, ...]
    objects: tuple[str, ...]
    pattern: str
    variables: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RoleView:
    """A role over one ontology; see the module for what it means.

    Args:
        name: Of the role.
        description: For people.
        ontology: What the role sees of the ontology.
        classes: Visible classes; None where all are, known or not.
        properties: Visible properties, without rdf:type.
        hidden: Every term of the ontology that is not visible.
        rows: Row conditions; each must hold.
        shadows: Visible property -> (hidden property below it, whether that one is the other way round).
        endpoints: The only endpoints it asks; None for all.
        graphs: The only named graphs it sees; None for all.
        rider: Its own rider; None for none.
        digest: SHA-256 (hex) of all that it means; names what it sees in caches.
        evidence: What the whole graph holds, counted; spares conditions where they cannot matter. None where nothing
            is known for sure.
        wrapped: Whether the terms are those of a wrapper, so that no node of the graph is one.
        askable: Behind a wrapper, the classes that have a native form; None without one.
        virtual: Behind a wrapper, the visible classes that have no things but those of classes below, some of which are
            hidden: such a class alone shows no thing.
        mentioned: The hidden terms that are nodes of the graph; None where that is not known.
        aliases: Behind a wrapper, hidden term -> what conditions call it, for a wrapper that calls it so too.
    """

    name: str
    description: str
    ontology: Ontology
    classes: frozenset[str] | None
    properties: frozenset[str]
    hidden: frozenset[str]
    rows: tuple[RowRule, ...] = ()
    shadows: Mapping[str, tuple[tuple[str, bool], ...]] = field(default_factory=dict)
    endpoints: tuple[str, ...] | None = None
    graphs: tuple[str, ...] | None = None
    rider: Path | None = None
    digest: str = ""
    evidence: Profile | None = field(default=None, repr=False)
    wrapped: bool = False
    askable: frozenset[str] | None = None
    virtual: frozenset[str] = frozenset()
    mentioned: frozenset[str] | None = None
    aliases: Mapping[str, str] = field(default_factory=dict, repr=False)

    def sees_class(self, iri: str) -> bool:
        """Whether a class is visible."""
        return self.classes is None or iri in self.classes or iri in NEUTRAL

    @property
    def showing(self) -> frozenset[str] | None:
        """The classes any of which shows a thing; None where nothing is hidden by its class."""
        return None if self.classes is None else self.classes - self.virtual

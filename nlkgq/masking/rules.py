"""Which stored values are public, which are sensitive whatever else holds, and which single words are exempt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from nlkgq.config_privacy import PrivacySettings, RuleSettings
from nlkgq.errors import ConfigError
from nlkgq.iri import WELL_KNOWN, XSD, is_valid_iri, local_name
from nlkgq.ontology.model import Ontology
from nlkgq.values.model import StoredValue

MOST_HOLDERS: Final = 12
"""A value index names so many places of a value at most: of one with more, not all are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """What a rule names: IRIs of classes, properties (both with what is below them) and datatypes; whole texts."""

    classes: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    datatypes: frozenset[str] = frozenset()
    patterns: tuple[re.Pattern[str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.classes or self.properties or self.datatypes or self.patterns)

    def fits(self, text: str) -> bool:
        """Whether one of the patterns is the whole text."""
        return any(pattern.fullmatch(text) for pattern in self.patterns)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRules:
    """Every value is sensitive unless a rule makes it public and none makes it sensitive.

    A literal is public where each place it stands in is: by its property, by the class of its subject, by its datatype
    or by its text. An individual is public by one of its classes. A sensitive rule needs one such place only; what it
    names is masked even where all of its words are counts or general words ("manager" as a job title).

    ``exempt`` holds single words of common language that pass although the graph stores them as a whole value: as they
    are listed, and those listed with a capital in lower case, too.
    """

    public: RuleSet = field(default_factory=RuleSet)
    sensitive: RuleSet = field(default_factory=RuleSet)
    exempt: frozenset[str] = frozenset()

    def is_public(self, value: StoredValue) -> bool:
        """Whether a stored value may be shown.

        >>> from nlkgq.results.models import RdfTerm
        >>> from nlkgq.values.model import Holder
        >>> rules = ValueRules(public=RuleSet(properties=frozenset({"http://e/country"})))
        >>> place = Holder("http://e/country", "", 3)
        >>> land = StoredValue(text="Italy", term=RdfTerm("literal", "Italy"), holders=(place,))
        >>> rules.is_public(land)
        True
        """
        rules = self.public
        if not rules or self.is_sensitive(value):
            return False
        if rules.fits(value.text) or (value.term.datatype or "") in rules.datatypes:
            return True
        if value.term.kind == "uri" and not rules.classes.isdisjoint(value.classes):
            return True
        if value.term.kind == "literal" and rules.datatypes and _is_plain(value) and XSD + "string" in rules.datatypes:
            return True
        places = value.holders
        if not places or len(places) >= MOST_HOLDERS:
            return False
        if value.term.kind == "uri":  # the classes of its subjects say nothing about itself
            return all(place.property in rules.properties for place in places)
        return all(place.property in rules.properties or place.subject_class in rules.classes for place in places)

    def is_sensitive(self, value: StoredValue) -> bool:
        """Whether a rule names a stored value as sensitive."""
        rules = self.sensitive
        if not rules:
            return False
        if rules.fits(value.text) or (value.term.datatype or "") in rules.datatypes:
            return True
        if _is_plain(value) and XSD + "string" in rules.datatypes:
            return True
        literal = value.term.kind == "literal"
        return not rules.classes.isdisjoint(value.classes) or any(
            place.property in rules.properties or (literal and place.subject_class in rules.classes)
            for place in value.holders
        )


def _is_plain(value: StoredValue) -> bool:
    return value.term.kind == "literal" and value.term.datatype is None and value.term.language is None


def read_rules(settings: PrivacySettings, ontology: Ontology) -> ValueRules:
    """The rules of kg.toml with their names looked up.

    Args:
        settings: Classes and properties are named by IRI, prefixed name, or a local name that only one of them has.
        ontology: Must hold them; what is below them in it is meant, too.

    Raises:
        ConfigError: A name that the ontology does not hold, a pattern that is none, an exempt word that is not one.
    """
    exempt: set[str] = set()
    for word in settings.exempt:
        if not word.isalpha():
            message = f"privacy.exempt: {word!r} is not a single word of letters"
            raise ConfigError(message, place="privacy.exempt", hint="Names of several words are covered by a rule.")
        exempt.update((word, word.lower()))
    return ValueRules(
        public=_rule_set(settings.public, "privacy.public", ontology),
        sensitive=_rule_set(settings.sensitive, "privacy.sensitive", ontology),
        exempt=frozenset(exempt),
    )


def _rule_set(settings: RuleSettings, place: str, ontology: Ontology) -> RuleSet:
    return RuleSet(
        classes=_terms(settings.classes, f"{place}.classes", "class", ontology, ontology.classes, ontology.subclasses),
        properties=_terms(
            *(settings.properties, f"{place}.properties", "property"),
            *(ontology, ontology.properties, ontology.subproperties),
        ),
        datatypes=frozenset(_datatype(name, f"{place}.datatypes", ontology) for name in settings.datatypes),
        patterns=tuple(_pattern(text, f"{place}.patterns") for text in settings.patterns),
    )


def _terms(
    names: Iterable[str],
    place: str,
    kind: str,
    ontology: Ontology,
    known: Mapping[str, object],
    below: Callable[[str], frozenset[str]],
) -> frozenset[str]:
    found: set[str] = set()
    for name in names:
        iri = _term(name, place, kind, ontology, tuple(known))
        found.update((iri, *below(iri)))
    return frozenset(found)


def _term(name: str, place: str, kind: str, ontology: Ontology, known: Sequence[str]) -> str:
    written = _expanded(name, ontology)
    if written in known:
        return written
    same = [iri for iri in known if local_name(iri) == name]
    if len(same) == 1:
        return same[0]
    if same:
        message = f"{place}: {name!r} may be {' or '.join(sorted(same))}"
        raise ConfigError(message, place=place, hint="Write the whole IRI.")
    raise ConfigError(f"{place}: {name!r} is no {kind} of the ontology", place=place, hint=_nearest(name, known))


def _nearest(name: str, known: Sequence[str]) -> str:
    from rapidfuzz import process

    near = process.extractOne(local_name(name), [local_name(iri) for iri in known], score_cutoff=60)
    return f"Did you mean {near[0]!r}?" if near is not None else "An IRI, a prefixed name or a local name."


def _datatype(name: str, place: str, ontology: Ontology) -> str:
    iri = _expanded(name, ontology)
    if "://" not in iri or not is_valid_iri(iri):
        raise ConfigError(f"{place}: {name!r} is no datatype", place=place, hint="Such as xsd:gYear, or a whole IRI.")
    return iri


def _expanded(name: str, ontology: Ontology) -> str:
    name = name.removeprefix("<").removesuffix(">")
    prefix = name.partition(":")[0]
    prefixes = ontology.prefixes.merged(WELL_KNOWN)
    return prefixes.expand(name) if ":" in name and "://" not in name and prefix in prefixes else name


def _pattern(text: str, place: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(text)
    except re.error as error:
        message = f"{place}: {text!r} is no regular expression: {error}"
        raise ConfigError(message, place=place, hint="Python's syntax; it must fit the whole value.") from None
    if pattern.fullmatch(""):
        raise ConfigError(f"{place}: {text!r} fits the empty text, too", place=place, hint="Name what a value holds.")
    return pattern

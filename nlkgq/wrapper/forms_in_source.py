"""The native forms that a wrapper file gives to its terms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from nlkgq.iri import OWL, RDF, is_valid_iri
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.combined_forms import Functional, chained, inverted, language_choice, path_repeats
from nlkgq.wrapper.conversions_in_source import flag
from nlkgq.wrapper.ends_in_source import Conversions
from nlkgq.wrapper.finding import Findings
from nlkgq.wrapper.model import OBJECT, SUBJECT, ClassForm, PropertyForm
from nlkgq.wrapper.namespace import term
from nlkgq.wrapper.source import Source
from nlkgq.wrapper.texts import TextError, read_path, read_pattern
from nlkgq.wrapper.values import term_text

_DEEPEST: Final = 30
_LANGUAGE: Final = re.compile(r"-|\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*")


class FormReader:
    """Reads the forms of each term; every mistake becomes a finding and its form is left out."""

    def __init__(self, source: Source, namespace: str, conversions: Conversions, findings: Findings) -> None:
        self.source = source
        self.namespace = namespace
        self.conversions = conversions
        self.findings = findings
        self._said_elsewhere: dict[tuple[str, str], list[RdfTerm]] = {}
        for name in (f"{OWL}equivalentClass", f"{OWL}equivalentProperty", f"{OWL}inverseOf"):
            for subject in source.subjects():
                if subject.kind == "uri" and not self.is_clean(subject):
                    for value in source.values(subject, name):
                        if self.is_clean(value):
                            self._said_elsewhere.setdefault((name, value.value), []).append(subject)

    def is_clean(self, node: RdfTerm) -> bool:
        """Whether a node is one of the wrapper's own terms."""
        return node.kind == "uri" and bool(self.namespace) and node.value.startswith(self.namespace)

    def _natives(self, node: RdfTerm, *names: str) -> list[RdfTerm]:
        found = [v for v in self.source.values(node, *names) if not self.is_clean(v) and v.kind == "uri"]
        for name in names:
            found += self._said_elsewhere.get((name, node.value), [])
        for value in self.source.values(node, *names):
            if value.kind == "literal":
                message = f"{value.value!r} is text where an IRI must stand"
                self.findings.error("iri", self.source.place(node), message, "Write the IRI without quotes.")
        for value in found:
            if not is_valid_iri(value.value):
                self.findings.error("iri", self.source.place(node), f"<{value.value}> is not an IRI", "Correct it.")
        return found

    # Classes

    def class_forms(self, iri: str) -> tuple[ClassForm, ...]:
        """The forms of a clean class."""
        subject = RdfTerm("uri", iri)
        found: list[ClassForm] = []
        for node in (subject, *self.source.values(subject, term("form"))):
            names = (term("native"), f"{OWL}equivalentClass") if node == subject else (term("native"),)
            natives = self._natives(node, *names)
            base = ClassForm(
                kind="iri",
                text="",
                instances=self.conversions.of_class(iri, node),
                endpoint=self._text(node, "endpoint"),
                graph=self._text(node, "graph"),
            )
            found += self._class_forms_of(node, natives, base)
        return tuple(dict.fromkeys(found))

    def _class_forms_of(self, node: RdfTerm, natives: list[RdfTerm], base: ClassForm) -> Iterator[ClassForm]:
        repeats = flag(self.source, node, "repeats")
        for said in self.source.values(node, term("pattern")):
            pattern = self._checked(node, said.value, SUBJECT)
            if pattern is not None:
                yield replace(base, kind="pattern", text=pattern, repeats=repeats is not False)
        path = self._text(node, "typePath")
        if path is not None:
            checked = self._checked_path(node, path)
            for native in natives if checked is not None else ():
                text = f"?{SUBJECT} {checked} <{native.value}> ."
                yield replace(base, kind="type-path", text=text, repeats=repeats is not False)
        else:
            for native in natives:
                yield replace(base, kind="iri", text=native.value)
        condition = self._text(node, "property")
        values = self.source.values(node, term("value"))
        if condition is not None and values:
            text = f"?{SUBJECT} <{condition}> {term_text(values[0])} ."
            if len(values) > 1:
                listed = " ".join(map(term_text, values))
                text = f"?{SUBJECT} <{condition}> ?value . VALUES ?value {{ {listed} }}"
            several = len(values) > 1 and repeats is not False
            yield replace(base, kind="condition", text=text, repeats=several)
        for expression in self.source.values(node, f"{OWL}equivalentClass"):
            if expression.kind == "bnode":
                yield from self._class_expression(expression, base)

    def _class_expression(self, node: RdfTerm, base: ClassForm, depth: int = 0) -> Iterator[ClassForm]:
        if self._too_deep(node, depth):
            return
        for members in self.source.values(node, f"{OWL}unionOf"):
            for member in self.source.items(members):
                if member.kind == "uri":
                    yield replace(base, kind="iri", text=member.value)
                else:
                    yield from self._class_expression(member, base, depth + 1)
            return
        text = self._conjunction(node, [0])
        if text is not None:
            yield replace(base, kind="condition", text=text, repeats="?c" in text)

    def _too_deep(self, node: RdfTerm, depth: int) -> bool:
        """Whether a class expression stands in itself, or in more others than anybody writes."""
        if depth < _DEEPEST:
            return False
        message = "a class expression that stands in itself, or is nested too deep"
        self.findings.error("class-expression", self.source.place(node), message, "Write the condition as w:pattern.")
        return True

    def _conjunction(self, node: RdfTerm, counter: list[int], about: str = f"?{SUBJECT}", depth: int = 0) -> str | None:
        """A class expression as triples about ``about``; None, with a finding, where it is none of those known."""
        if self._too_deep(node, depth):
            return None
        if node.kind == "uri":
            return f"{about} a <{node.value}> ."
        for members in self.source.values(node, f"{OWL}intersectionOf"):
            parts = [self._conjunction(member, counter, about, depth + 1) for member in self.source.items(members)]
            return " ".join(filter(None, parts)) if all(parts) else None
        on, value = self.source.value(node, f"{OWL}onProperty"), self.source.value(node, f"{OWL}hasValue")
        filler = self.source.value(node, f"{OWL}someValuesFrom")
        if on is not None and on.kind == "uri" and value is not None and value.kind != "bnode":
            return f"{about} <{on.value}> {term_text(value)} ."
        if on is not None and on.kind == "uri" and filler is not None:
            counter[0] += 1
            inner = self._conjunction(filler, counter, f"?c{counter[0]}", depth + 1)
            return None if inner is None else f"{about} <{on.value}> ?c{counter[0]} . {inner}"
        self.findings.error(
            "class-expression",
            self.source.place(node),
            "a class expression that is not a union, an intersection, owl:hasValue or owl:someValuesFrom",
            "Write the condition as w:pattern.",
        )
        return None

    # Properties

    def property_forms(self, iri: str) -> tuple[PropertyForm, ...]:
        """The forms that a clean property has of its own."""
        subject = RdfTerm("uri", iri)
        found: list[PropertyForm] = []
        for node in (subject, *self.source.values(subject, term("form"))):
            found += self._property_forms_of(iri, node, own=node == subject)
        if not found:
            for native in self._natives(subject, f"{OWL}inverseOf"):
                found.append(replace(self._property_base(iri, subject), kind="inverse", text=native.value))
        return tuple(dict.fromkeys(found))

    def _property_base(self, iri: str, node: RdfTerm) -> PropertyForm:
        return PropertyForm(
            kind="iri",
            text="",
            subject=self.conversions.of_end(iri, node, SUBJECT),
            object=self.conversions.of_end(iri, node, OBJECT),
            endpoint=self._text(node, "endpoint"),
            graph=self._text(node, "graph"),
        )

    def _property_forms_of(self, iri: str, node: RdfTerm, *, own: bool) -> Iterator[PropertyForm]:
        said = flag(self.source, node, "repeats")
        names = (term("native"), f"{OWL}equivalentProperty") if own else (term("native"),)
        natives = self._natives(node, *names)
        turned = [
            native
            for expression in self.source.values(node, *names)
            if expression.kind == "bnode"
            for native in self._natives(expression, f"{OWL}inverseOf")
        ]
        if (
            not natives
            and not turned
            and not self.source.values(node, *(term(name) for name in ("inverse", "path", "pattern")))
        ):
            return
        base = self._property_base(iri, node)
        languages = self._languages(node)
        for native in natives:
            if languages:
                yield replace(base, kind="pattern", text=language_choice(native.value, languages), repeats=bool(said))
            else:
                yield replace(base, kind="iri", text=native.value)
        for native in (*turned, *self._natives(node, term("inverse"))):
            yield replace(base, kind="inverse", text=native.value)
        for text in self.source.values(node, term("path")):
            path = self._checked_path(node, text.value)
            if path is not None:
                repeats = path_repeats(path, self._functional) if said is None else said
                yield replace(base, kind="path", text=path, repeats=repeats)
        for text in self.source.values(node, term("pattern")):
            pattern = self._checked(node, text.value, SUBJECT, OBJECT)
            if pattern is not None:
                yield replace(base, kind="pattern", text=pattern, repeats=said is not False)

    def derive(self, forms: dict[str, tuple[PropertyForm, ...]]) -> None:
        """Give forms to the terms that are only said to be the inverse or the chain of others."""
        waiting = [iri for iri, own in forms.items() if not own]
        while True:
            done = [iri for iri in waiting if self._derive_one(iri, forms)]
            waiting = [iri for iri in waiting if iri not in done]
            if not done:
                break
        for iri in waiting:
            if iri in self._leads_to(iri):
                place = self.source.place(RdfTerm("uri", iri))
                message = "its inverse or its chain leads back to itself"
                self.findings.error("cycle", place, message, "Give one property of the circle a native form.")

    def _leads_to(self, iri: str) -> set[str]:
        """The properties that a property is said to be the inverse or a chain of, and theirs in turn."""
        found, pending = set[str](), [iri]
        while pending:
            subject = RdfTerm("uri", pending.pop())
            chains = self.source.values(subject, f"{OWL}propertyChainAxiom")
            links = [link for axiom in chains for link in self.source.items(axiom)]
            for other in (*self.source.values(subject, f"{OWL}inverseOf"), *links):
                if other.value not in found:
                    found.add(other.value)
                    pending.append(other.value)
        return found

    def _derive_one(self, iri: str, forms: dict[str, tuple[PropertyForm, ...]]) -> bool:
        subject = RdfTerm("uri", iri)
        others = [*self.source.values(subject, f"{OWL}inverseOf"), *self._inverse_of.get(iri, ())]
        for other in others:
            if forms.get(other.value):
                forms[iri] = tuple(inverted(form) for form in forms[other.value])
                return True
        for axiom in self.source.values(subject, f"{OWL}propertyChainAxiom"):
            links: list[PropertyForm] = []
            members = self.source.items(axiom)
            if not members:
                message = "its owl:propertyChainAxiom is no list of properties"
                self.findings.error(
                    "chain", self.source.place(subject), message, "Write it like ( ex:first ex:second )."
                )
                return False
            for link in members:
                known = forms.get(link.value, ())
                if not self.is_clean(link) and not known:
                    known = (PropertyForm(kind="iri", text=link.value),)
                if len(known) > 1:
                    name = self.source.prefixes.shorten(link.value)
                    message = f"a link of its chain, {name}, has {len(known)} native forms"
                    self.findings.error("chain", self.source.place(subject), message, "Write the chain as w:pattern.")
                if len(known) != 1:
                    return False
                links.append(known[0])
            chain = chained(links, self._functional)
            if chain is None:
                self.findings.error(
                    "chain",
                    self.source.place(subject),
                    "a chain whose links meet in terms that are converted differently, or lie in different places",
                    "Write the chain as w:pattern.",
                )
                return False
            said = flag(self.source, subject, "repeats")
            forms[iri] = (chain if said is None else replace(chain, repeats=said),)
            return True
        return False

    @cached_property
    def _inverse_of(self) -> Mapping[str, tuple[RdfTerm, ...]]:
        found: dict[str, tuple[RdfTerm, ...]] = {}
        for subject in self.source.subjects():
            for value in self.source.values(subject, f"{OWL}inverseOf"):
                found[value.value] = (*found.get(value.value, ()), subject)
        return found

    @cached_property
    def _functional(self) -> Functional:
        kinds = ((f"{OWL}FunctionalProperty", "forwards"), (f"{OWL}InverseFunctionalProperty", "backwards"))
        found: dict[str, set[str]] = {name: set() for _, name in kinds}
        for subject in self.source.subjects():
            types = {kind.value for kind in self.source.values(subject, f"{RDF}type")}
            for kind, name in kinds:
                if kind in types and not self.is_clean(subject):
                    found[name].add(subject.value)
        return Functional(forwards=found["forwards"], backwards=found["backwards"])

    # Texts

    def _languages(self, node: RdfTerm) -> list[str]:
        tags = (self._text(node, "languages") or "").split()
        for tag in tags:
            if not _LANGUAGE.fullmatch(tag):
                self.findings.error(
                    "languages", self.source.place(node), f"{tag!r} is no language tag", "Write tags like: de en - *"
                )
        return [tag for tag in tags if _LANGUAGE.fullmatch(tag)]

    def _text(self, node: RdfTerm, name: str) -> str | None:
        found = self.source.value(node, term(name))
        return None if found is None else found.value

    def _checked_path(self, node: RdfTerm, text: str) -> str | None:
        try:
            return read_path(text, self.source.prefixes_of(node, text))
        except TextError as error:
            self.findings.error("path", self.source.place(node), str(error), error.remedy)
            return None

    def _checked(self, node: RdfTerm, text: str, *ends: str) -> str | None:
        try:
            return read_pattern(text, self.source.prefixes_of(node, text), *ends)
        except TextError as error:
            self.findings.error("pattern", self.source.place(node), str(error), error.remedy)
            return None

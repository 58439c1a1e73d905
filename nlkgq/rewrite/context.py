"""What the rules of one rewriting share: the wrapper, names nobody else uses, and forms with a name of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from nlkgq.errors import RewriteError
from nlkgq.sparql import Query, Splice, Token, TriplePattern, parse_query, triple_patterns, variable_name
from nlkgq.validation.finding import Finding
from nlkgq.wrapper.conversion import Conversion, ValueMap
from nlkgq.wrapper.model import OBJECT, SUBJECT, ClassForm, PropertyForm, Wrapper

FORM_SPACE: Final = "urn:x-nlkgq:form:"
"""Between rules, a chosen form stands in the query as an IRI of this space."""

Form = ClassForm | PropertyForm
_APART: Final = ("", " ", "\n", "\t", "\r", "{", "}", "(", ")", ",", ";")


class Context:
    """One rewriting. It is made for one query, filled by the rules, and thrown away.

    Args:
        query: The clean query.
        wrapper: Its terms.
        expanded: Clean classes that stand for the classes below them as well.
        counts: Clean class -> its things, as far as they were counted.
        keep_unknown: Leave terms alone that the wrapper does not have, instead of refusing them.
        services: Endpoint name -> IRI for SERVICE; None to run everything in one place.
    """

    def __init__(
        self,
        query: Query,
        wrapper: Wrapper,
        *,
        expanded: Collection[str] = (),
        counts: Mapping[str, int] | None = None,
        keep_unknown: bool = False,
        services: Mapping[str, str] | None = None,
    ) -> None:
        self.original = query
        self.wrapper = wrapper
        self.expanded = frozenset(expanded)
        self.counts = counts or {}
        self.keep_unknown = keep_unknown
        self.services = services
        self.native_variables: set[str] = set()
        self.mapping: dict[str, tuple[str, ...]] = {}
        self.chosen: dict[str, dict[str, None]] = {}
        self.findings: list[Finding] = []
        self._names = {variable_name(t) for t in query.tokens if t.terminal == "VAR"}
        self._forms: list[Form] = []
        self._read: tuple[Query, tuple[TriplePattern, ...]] | None = None
        self._numbers: dict[Form, int] = {}

    # Names

    def fresh(self, hint: str = "v") -> str:
        """A variable, with its ``?``, that nothing else has."""
        number = 0
        while f"{hint}_{number}" in self._names:
            number += 1
        name = f"{hint}_{number}"
        self._names.add(name)
        return f"?{name}"

    # Triples

    def triples(self, tree: Query) -> tuple[TriplePattern, ...]:
        """The triple patterns of the query as it now is, read once."""
        if self._read is None or self._read[0] is not tree:
            self._read = tree, triple_patterns(tree)
        return self._read[1]

    def step(self, tree: Query, splices: Sequence[Splice], *, last: bool = False) -> Query:
        """The query with these changes; what the standard forbids is only looked for after the ``last`` ones."""
        if not splices and not last:
            return tree
        parts: list[str] = []
        done = 0
        for splice in sorted(splices, key=lambda s: (s.start, s.end)):
            before, behind = tree.text[done : splice.start], tree.text[splice.end : splice.end + 1]
            parts.append(before)
            left = before[-1:] or (parts[-2][-1:] if len(parts) > 1 else "")
            apart = "" if left in _APART or splice.text[:1] in _APART else " "
            parts.append(f"{apart}{splice.text}{'' if behind in _APART or splice.text[-1:] in _APART else ' '}")
            done = splice.end
        parts.append(tree.text[done:])
        return parse_query("".join(parts), undeclared_prefixes=tree.undeclared_prefixes, static_rules=last)

    # Forms

    def name_form(self, form: Form) -> str:
        """The IRI text under which a form stands in the query until it is written out."""
        number = self._numbers.get(form)
        if number is None:
            number = self._numbers[form] = len(self._forms)
            self._forms.append(form)
        return f"<{FORM_SPACE}{number}>"

    def form_of(self, query: Query, item: object) -> Form | None:
        """The form that a token names, or None."""
        if not isinstance(item, Token) or not item.text.startswith(f"<{FORM_SPACE}"):
            return None
        return self._forms[int(item.text[len(FORM_SPACE) + 1 : -1])]

    def conversion(self, form: Form, end: str) -> Conversion | None:
        """The conversion at one end of a form."""
        if isinstance(form, ClassForm):
            return form.instances if end == SUBJECT else None
        return form.subject if end == SUBJECT else form.object

    @property
    def value_maps(self) -> tuple[ValueMap, ...]:
        """The tables of the forms that were chosen."""
        sides = (self.conversion(form, end) for form in self._forms for end in (SUBJECT, OBJECT))
        return tuple(side for side in sides if isinstance(side, ValueMap))

    def converts(self, kinds: Collection[str]) -> bool:
        """Whether a form that was chosen has a conversion of these kinds."""
        sides = (self.conversion(form, end) for form in self._forms for end in (SUBJECT, OBJECT))
        return any(side is not None and side.kind in kinds for side in sides)

    def class_forms(self, iri: str) -> tuple[ClassForm, ...]:
        """The forms of a clean class.

        Raises:
            RewriteError: It has none.
        """
        forms = self.wrapper.classes[iri]
        if not forms:
            raise self.refusal(
                f"the class {self.short(iri)} has no native form", iri, hint="Give it one in the wrapper."
            )
        self.mapping[iri] = tuple(form.shown for form in forms)
        return forms

    def property_forms(self, iri: str) -> tuple[PropertyForm, ...]:
        """The forms of a clean property.

        Raises:
            RewriteError: It has none.
        """
        forms = self.wrapper.properties[iri]
        if not forms:
            raise self.refusal(
                f"the property {self.short(iri)} has no native form", iri, hint="Give it one in the wrapper."
            )
        self.mapping[iri] = tuple(form.shown for form in forms)
        return forms

    def choose(self, iri: str, forms: Sequence[Form]) -> None:
        """Note which of a term's forms some triple of the query takes."""
        self.chosen.setdefault(iri, {}).update(dict.fromkeys(form.shown for form in forms))

    def stands_for_subclasses(self, iri: str) -> bool:
        """Whether a class stands for those below it: it is told to, or has no form of its own."""
        return iri in self.expanded or (not self.wrapper.classes.get(iri, ()) and bool(self.wrapper.subclasses(iri)))

    def plain_class(self, iri: str) -> str | None:
        """The native class that simply replaces a clean one; None where more is needed."""
        forms = self.wrapper.classes.get(iri, ())
        if len(forms) != 1 or self.stands_for_subclasses(iri):
            return None
        form = forms[0]
        plain = form.kind == "iri" and form.instances is None and not self.elsewhere(form)
        return f"<{form.text}>" if plain else None

    def plain_property(self, iri: str, graph: Token | None = None) -> str | None:
        """The native property or path that simply replaces a clean property; None where more is needed.

        Args:
            iri: The clean property.
            graph: What stands behind the GRAPH around the triple.
        """
        forms = self.wrapper.properties.get(iri, ())
        if len(forms) != 1:
            return None
        form = forms[0]
        if graph is not None and graph.terminal == "VAR" and form.repeated:
            return None
        simple = form.subject is None and form.object is None and not form.repeats and not self.elsewhere(form)
        return form.path if simple else None

    def elsewhere(self, form: Form) -> bool:
        """Whether a form lies in a named graph, or at an endpoint of its own."""
        return form.graph is not None or (form.endpoint is not None and self.services is not None)

    # Messages

    def left_out(self, iri: str, token: Token) -> None:
        """Note that a class has classes below it with things that it does not stand for.

        The counts tell so only where a class below has more things than the class itself; often the things of both are
        stored with both classes.
        """
        if self.stands_for_subclasses(iri) or iri not in self.counts:
            return
        more = {c: self.counts.get(c, 0) - self.counts[iri] for c in self.wrapper.subclasses(iri)}
        below = {c: number for c, number in more.items() if number > 0}
        if not below or any(self.short(iri) in finding.terms for finding in self.findings):
            return
        counted = " and ".join(f"at least {number} of {self.short(c)}" for c, number in below.items())
        here = token in self.original.tokens
        self.findings.append(
            Finding(
                code="left-out-subclasses",
                severity="info",
                message=f"{self.short(iri)} leaves out {counted}",
                start=token.start if here else None,
                end=token.end if here else None,
                terms=(self.short(iri), *map(self.short, below)),
                suggestion=f"a/rdfs:subClassOf* {self.short(iri)} takes them all.",
            )
        )

    def short(self, iri: str) -> str:
        """An IRI as people read it."""
        return self.original.prefixes.merged(self.wrapper.prefixes).shorten(iri)

    def refusal(self, message: str, term: str, *, hint: str | None = None) -> RewriteError:
        """An error that tells where the term stands in the clean query."""
        query = self.original
        place = next((t for t in query.tokens if query.iri_or_none(t) == term or t.text == term), None)
        start, end = (None, None) if place is None else (place.start, place.end)
        return RewriteError(message, term=term, start=start, end=end, hint=hint)

    def unknown(self, kind: str, iri: str) -> RewriteError:
        """The error for a term that the wrapper does not have."""
        import difflib

        known = self.wrapper.classes if kind == "class" else self.wrapper.properties
        near = difflib.get_close_matches(iri, list(known), n=1, cutoff=0.8)
        hint = f"Did you mean {self.short(near[0])}?" if near else f"Use a {kind} of the wrapper."
        return self.refusal(f"{self.short(iri)} is not a {kind} of the wrapper", iri, hint=hint)


def ends(form: Form) -> Iterable[str]:
    """The ends that a form has."""
    return (SUBJECT,) if isinstance(form, ClassForm) else (SUBJECT, OBJECT)

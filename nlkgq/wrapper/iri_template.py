"""Identifiers in IRIs: clean ones, and those of the database or plain literals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote as percent_encode
from urllib.parse import unquote

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote
from nlkgq.wrapper.lexical import CANONICAL, lexical_test
from nlkgq.wrapper.values import iri, literal


@dataclass(frozen=True, slots=True, kw_only=True)
class IriTemplate:
    """An identifier in a clean IRI, and where the database has it: in an IRI of its own, or as a literal.

    Args:
        clean: What stands before and behind the identifier in the clean IRI.
        native: The same for the native IRI; None where the native term is a literal.
        datatype: Datatype of that literal.
        total: Whoever wrote the wrapper vouches that every native term there has this form.
    """

    clean: tuple[str, str]
    native: tuple[str, str] | None = None
    datatype: str = f"{XSD}string"
    total: bool = False
    injective: Literal[True] = True
    kind: Literal["template"] = "template"

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean IRI of a native term; None where it does not fit."""
        if self.native is None:
            if term.kind != "literal" or term.language or not term.value or not self._fits(term):
                return None
            identifier = percent_encode(term.value, safe="")
        else:
            inside = _between(term.value, self.native) if term.kind == "uri" else None
            if inside is None:
                return None
            identifier = inside
        return iri(f"{self.clean[0]}{identifier}{self.clean[1]}")

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...]:
        """The native term of a clean IRI, or none."""
        identifier = _between(term.value, self.clean) if term.kind == "uri" else None
        if identifier is None:
            return ()
        if self.native is not None:
            return (iri(f"{self.native[0]}{identifier}{self.native[1]}"),)
        candidate = literal(unquote(identifier), self.datatype)
        return (candidate,) if self.to_clean(candidate) == term else ()

    def _fits(self, term: RdfTerm) -> bool:
        datatype = term.datatype or f"{XSD}string"
        return datatype == self.datatype and re.search(CANONICAL.get(datatype, "^"), term.value) is not None

    def expression(self, variable: str) -> str:
        """As `ValueMap.expression`."""
        before, behind = map(quote, self.clean)
        if self.native is None:
            inside = f"ENCODE_FOR_URI(STR({variable}))"
        else:
            inside = f"STRAFTER(STR({variable}), {quote(self.native[0])})"
            if self.native[1]:
                text = f"STR({variable})"
                fixed = len(self.native[0]) + len(self.native[1])
                inside = f"SUBSTR({text}, {len(self.native[0]) + 1}, STRLEN({text}) - {fixed})"
        return f"IRI(CONCAT({before}, {inside}{f', {behind}' if self.clean[1] else ''}))"

    def guard(self, variable: str) -> str:
        """As `ValueMap.guard`."""
        if self.total:
            return ""
        if self.native is None:
            spelling = lexical_test(variable, self.datatype, CANONICAL.get(self.datatype, "^"))
            return f'FILTER({spelling} && STR({variable}) != "")'
        before, behind = self.native
        tests = [f"isIRI({variable})", f"STRSTARTS(STR({variable}), {quote(before)})"]
        if behind:
            tests.append(f"STRENDS(STR({variable}), {quote(behind)})")
        tests.append(f"STRLEN(STR({variable})) > {len(before) + len(behind)}")
        return f"FILTER({' && '.join(tests)})"


def _between(text: str, ends: tuple[str, str]) -> str | None:
    before, behind = ends
    if not (text.startswith(before) and text.endswith(behind) and len(text) > len(before) + len(behind)):
        return None
    return text[len(before) : len(text) - len(behind)]

"""Addresses and identifiers, letter for letter: as text here and as an IRI there, or with other words around them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote
from nlkgq.wrapper.lexical import CANONICAL, lexical_test
from nlkgq.wrapper.values import iri, literal

_IN_IRI: Final = r'[^\[\] <>"{}|\\^`%\t\n\r]'
_ADDRESS: Final = f"^[A-Za-z][A-Za-z0-9+.-]*:{_IN_IRI}+$"
"""What every engine takes for an absolute IRI (RFC 3987, without escapes and literal addresses of hosts)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTemplate:
    """A term that is spelt like another one up to what stands around it.

    Unlike `IriTemplate` it neither encodes nor decodes, so that whole addresses can be text on one side.

    Args:
        clean: What stands before and behind the common part in the clean term.
        native: The same for the native term.
        clean_datatype: Datatype of the clean literal; None for an IRI.
        native_datatype: The same for the native term.
        total: Whoever wrote the wrapper vouches that every native term there is covered.
    """

    clean: tuple[str, str]
    native: tuple[str, str]
    clean_datatype: str | None = None
    native_datatype: str | None = None
    total: bool = False
    injective: Literal[True] = True
    kind: Literal["template"] = "template"

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean term of a native one; None where it does not fit."""
        return _moved(term, self.native, self.native_datatype, self.clean, self.clean_datatype)

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...]:
        """The native term of a clean one, or none."""
        found = _moved(term, self.clean, self.clean_datatype, self.native, self.native_datatype)
        return () if found is None else (found,)

    def expression(self, variable: str) -> str:
        """As `ValueMap.expression`."""
        text = self._text(variable)
        if self.clean_datatype is None:
            return f"IRI({text})"
        return text if self.clean_datatype == f"{XSD}string" else f"STRDT({text}, <{self.clean_datatype}>)"

    def _text(self, variable: str) -> str:
        before, behind = self.native
        text = f"STR({variable})"
        if behind:
            text = f"SUBSTR({text}, {len(before) + 1}, STRLEN({text}) - {len(before) + len(behind)})"
        elif before:
            text = f"SUBSTR({text}, {len(before) + 1})"
        around = (self.clean[0], text, self.clean[1])
        parts = [part if part is text else quote(part) for part in around if part]
        return f"CONCAT({', '.join(parts)})" if len(parts) > 1 else text

    def guard(self, variable: str) -> str:
        """As `ValueMap.guard`."""
        if self.total:
            return ""
        before, behind = self.native
        datatype = self.native_datatype
        spelling = "^" if datatype is None else CANONICAL.get(datatype, "^")
        tests = [f"isIRI({variable})" if datatype is None else lexical_test(variable, datatype, spelling)]
        if before:
            tests.append(f"STRSTARTS(STR({variable}), {quote(before)})")
        if behind:
            tests.append(f"STRENDS(STR({variable}), {quote(behind)})")
        tests.append(f"STRLEN(STR({variable})) > {len(before) + len(behind)}")
        wanted = _spelling(self.clean_datatype)
        if not (wanted == "^" or (self.clean_datatype == datatype and self.clean == self.native)):
            tests.append(f"REGEX({self._text(variable)}, {quote(wanted)})")
        return f"FILTER({' && '.join(tests)})"


def _spelling(datatype: str | None) -> str:
    return _ADDRESS if datatype is None else CANONICAL.get(datatype, "^")


def _moved(
    term: RdfTerm, here: tuple[str, str], datatype: str | None, there: tuple[str, str], wanted: str | None
) -> RdfTerm | None:
    """The term with other words around its common part; None where it is no such term, or would not become one."""
    if datatype is None:
        fits = term.kind == "uri"
    else:
        fits = term.kind == "literal" and not term.language and (term.datatype or f"{XSD}string") == datatype
        fits = fits and re.search(_spelling(datatype), term.value) is not None
    before, behind = here
    text = term.value
    if not (fits and text.startswith(before) and text.endswith(behind) and len(text) > len(before) + len(behind)):
        return None
    text = f"{there[0]}{text[len(before) : len(text) - len(behind)]}{there[1]}"
    if re.search(_spelling(wanted), text) is None:
        return None
    return iri(text) if wanted is None else literal(text, wanted)

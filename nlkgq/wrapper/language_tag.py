"""Text with a language tag, and without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.sparql import quote
from nlkgq.wrapper.lexical import lexical_test
from nlkgq.wrapper.values import literal

ANY: Final = "*"
"""In place of a stored tag: whatever tag there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageConversion:
    """Another language tag, or one for none.

    Args:
        native: Tag of the stored text in lower case, `ANY`, or None for text without a tag.
        clean: Tag that a query sees in lower case; None for text without a tag.
        total: Whoever wrote the wrapper vouches that every native term there is covered.
    """

    native: str | None
    clean: str | None
    total: bool = False
    kind: Literal["datatype"] = "datatype"

    @property
    def injective(self) -> bool:
        """Whether no two native terms become the same."""
        return self.native != ANY

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean literal of a native one; None where it has none."""
        tag = (term.language or "").lower()
        covered = bool(tag) if self.native == ANY else tag == (self.native or "")
        if term.kind != "literal" or not covered or (term.datatype and not tag):
            return None
        return literal(term.value, None, self.clean)

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...] | None:
        """The native literal of a clean one, or none; None where it may have any tag."""
        if term.kind != "literal" or term.datatype or (term.language or "").lower() != (self.clean or ""):
            return ()
        return None if self.native == ANY else (literal(term.value, None, self.native),)

    def expression(self, variable: str) -> str:
        """As `ValueMap.expression`."""
        return f"STR({variable})" if self.clean is None else f"STRLANG(STR({variable}), {quote(self.clean)})"

    def guard(self, variable: str) -> str:
        """As `ValueMap.guard`."""
        if self.total:
            return ""
        if self.native is None:
            return f"FILTER({lexical_test(variable, f'{XSD}string', '^')})"
        test = '!= ""' if self.native == ANY else f"= {quote(self.native)}"
        return f"FILTER(LCASE(LANG({variable})) {test})"

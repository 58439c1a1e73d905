"""Tables of clean terms and native codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.values import term_text


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueMap:
    """A table of clean terms and native codes.

    Args:
        pairs: (clean term, native term); a native term stands once, a clean one may stand several times.
        open: Terms outside the table stand for themselves, unless they are one of the clean terms.
        total: Whoever wrote the wrapper vouches that every native term there is covered.
    """

    pairs: tuple[tuple[RdfTerm, RdfTerm], ...]
    open: bool = False
    total: bool = False
    kind: Literal["values"] = "values"

    @property
    def injective(self) -> bool:
        """Whether no two native terms mean the same."""
        return len({clean for clean, _ in self.pairs}) == len(self.pairs)

    def to_clean(self, term: RdfTerm) -> RdfTerm | None:
        """The clean term of a native one; None where it has none."""
        for clean, native in self.pairs:
            if native == term:
                return clean
        return term if self.open and all(clean != term for clean, _ in self.pairs) else None

    def to_native(self, term: RdfTerm) -> tuple[RdfTerm, ...] | None:
        """Every native term that means ``term``; None where that cannot be said."""
        found = tuple(native for clean, native in self.pairs if clean == term)
        if found or not self.open or any(native == term for _, native in self.pairs):
            return found
        return (term,)

    def expression(self, variable: str) -> str:
        """The clean term as a SPARQL expression over the native term in ``variable`` (with its ``?``).

        Where the table is closed, what the guard lets through and is not one of the others is the last one.
        """
        cases = [(term_text(native), term_text(clean)) for clean, native in self.pairs]
        if len(cases) == 1 and not self.open:
            return f"IF(BOUND({variable}), {cases[0][1]}, {variable})"
        otherwise = variable if self.open else cases.pop()[1]
        for native, clean in reversed(cases):
            otherwise = f"IF(sameTerm({variable}, {native}), {clean}, {otherwise})"
        return otherwise

    def guard(self, variable: str) -> str:
        """A pattern that keeps exactly the native terms that have a clean one; "" where all have."""
        if self.total:
            return ""
        if not self.open:
            return f"VALUES {variable} {{ {' '.join(term_text(native) for _, native in self.pairs)} }}"
        natives = {native for _, native in self.pairs}
        kept = [c for c in dict.fromkeys(clean for clean, _ in self.pairs) if c not in natives]
        tests = [f"!sameTerm({variable}, {term_text(clean)})" for clean in kept]
        return f"FILTER({' && '.join(tests)})" if tests else ""

"""Formats of a grammar, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from nlkgq.errors import UsageError
from nlkgq.grammar.gbnf_text import to_ebnf, to_gbnf
from nlkgq.grammar.lark_text import to_lark
from nlkgq.grammar.notation import Grammar
from nlkgq.grammar.places import ValueSlot
from nlkgq.grammar.profile import PROFILES
from nlkgq.grammar.specialise import specialise
from nlkgq.grammar.tree_schema import to_json_schema, tree_schema
from nlkgq.iri import PrefixMap
from nlkgq.ontology.model import Ontology

WRITERS: Final[Mapping[str, Callable[[Grammar], str]]] = {"lark": to_lark, "gbnf": to_gbnf, "ebnf": to_ebnf}
"""Formats that are texts of the grammar: for llguidance, llama.cpp, xgrammar."""


def export_grammar(
    ontology: Ontology,
    form: str,
    *,
    profile: str = "questions",
    placeholders: Iterable[ValueSlot] | None = None,
    prefixes: PrefixMap | None = None,
) -> str:
    """The grammar of an ontology in one format.

    Args:
        ontology: Whose terms may be used.
        form: ``lark``, ``gbnf``, ``ebnf`` or ``json-schema``.
        profile: One of `PROFILES`.
        placeholders: Those of one question; None for all well-formed ones.
        prefixes: How terms are written; the ontology's own when None.

    Raises:
        UsageError: No such format or profile.
    """
    if profile not in PROFILES:
        raise UsageError(f"unknown grammar profile {profile!r}", hint=f"One of {', '.join(PROFILES)}.")
    if form == "json-schema":
        return to_json_schema(
            tree_schema(ontology, profile=PROFILES[profile], placeholders=placeholders, prefixes=prefixes)
        )
    return export_text(
        specialise(ontology, profile=PROFILES[profile], placeholders=placeholders, prefixes=prefixes), form
    )


def export_text(grammar: Grammar, form: str) -> str:
    """A grammar in one format.

    Raises:
        UsageError: No such format.
    """
    if form not in WRITERS:
        raise UsageError(f"unknown grammar format {form!r}", hint=f"One of {', '.join(WRITERS)}, json-schema.")
    return WRITERS[form](grammar)

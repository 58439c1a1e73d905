"""Where each variable of a query gets its values, and in which representation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.rewrite.context import Context, Form
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import Element, Node, Query, Token, TriplePattern, variable_name
from nlkgq.sparql.scope import values_variables
from nlkgq.wrapper.conversion import Conversion
from nlkgq.wrapper.model import OBJECT, SUBJECT
from nlkgq.wrapper.texts import computed_ends

MAX_TABLE = 40
"""Entries of a value map that is written into each expression; a longer one is joined as VALUES, once."""


@dataclass(frozen=True, slots=True)
class Site:
    """One end of one triple with a form: where a term is, or is not, what the clean query says."""

    pattern: TriplePattern
    form: Form
    end: str
    conversion: Conversion | None

    @property
    def term(self) -> Element:
        """The variable or constant there."""
        term = self.pattern.subject if self.end == SUBJECT else self.pattern.object
        assert isinstance(term, (Token, Node))
        return term

    @property
    def variable(self) -> str | None:
        """The name of the variable there; None for a constant."""
        term = self.term
        return variable_name(term) if isinstance(term, Token) and term.terminal == "VAR" else None

    @property
    def computed(self) -> bool:
        """Whether the form's pattern computes this end, so that no term can be put there."""
        return self.form.kind == "pattern" and self.end in computed_ends(self.form.text)


@dataclass(slots=True)
class Sites:
    """Everything that binds variables.

    Args:
        formed: Ends of triples that name a form.
        representations: Variable -> the conversions under which its values come; None: they come as they are.
    """

    formed: list[Site] = field(default_factory=list)
    representations: dict[str, set[Conversion | None]] = field(default_factory=dict)
    native: dict[str, TriplePattern] = field(default_factory=dict)
    """Variables of triples whose terms are native and stay: there a variable is native, whatever it is elsewhere."""

    def shared(self, variable: str) -> Conversion | None:
        """The one injective conversion under which all values of a variable come; None where there is none."""
        found = self.representations.get(variable, set())
        if len(found) != 1:
            return None
        only = next(iter(found))
        if only is None or not only.injective or (only.kind == "values" and len(only.pairs) > MAX_TABLE):
            return None
        return only


def find_sites(tree: Query, context: Context) -> Sites:
    """The sites of a query whose triples name their forms; variables that hold native terms already are left out."""
    sites = Sites()
    for pattern in context.triples(tree):
        if pattern.in_template:
            continue
        form = _form(tree, pattern, context)
        for end, term in ((SUBJECT, pattern.subject), (OBJECT, pattern.object)):
            if form is not None and not (end == OBJECT and _is_type(tree, pattern)):
                site = Site(pattern, form, end, context.conversion(form, end))
                sites.formed.append(site)
                name = site.variable
                if name is not None and name not in context.native_variables:
                    sites.representations.setdefault(name, set()).add(site.conversion)
            elif isinstance(term, Token) and term.terminal == "VAR" and _is_kept(tree, pattern, context):
                sites.native[variable_name(term)] = pattern
            elif isinstance(term, Token) and term.terminal == "VAR":
                sites.representations.setdefault(variable_name(term), set()).add(None)
        if isinstance(pattern.predicate, Token) and pattern.predicate.terminal == "VAR":
            sites.representations.setdefault(variable_name(pattern.predicate), set()).add(None)
    for name in _bound_as_they_are(tree):
        sites.representations.setdefault(name, set()).add(None)
    _values(tree, sites)
    for name in context.native_variables:
        sites.representations.pop(name, None)
    return sites


def _form(tree: Query, pattern: TriplePattern, context: Context) -> Form | None:
    return (
        context.form_of(tree, pattern.object) if _is_type(tree, pattern) else context.form_of(tree, pattern.predicate)
    )


def _is_kept(tree: Query, pattern: TriplePattern, context: Context) -> bool:
    """Whether a triple is in native terms, which the query's author means as they are."""
    if not context.keep_unknown or pattern.in_template:
        return False
    if _is_type(tree, pattern):
        return tree.iri_or_none(pattern.object) not in context.wrapper.classes
    predicate = pattern.predicate
    items = predicate.walk() if isinstance(predicate, Node) else (predicate,)
    named = [iri for item in items if (iri := tree.iri_or_none(item)) is not None]
    return bool(named) and not any(iri in context.wrapper.properties for iri in named)


def _is_type(tree: Query, pattern: TriplePattern) -> bool:
    return tree.iri_or_none(pattern.predicate) == TYPE


def _bound_as_they_are(tree: Query) -> Iterator[str]:
    for node in tree.postorder:
        if node.kind in {"Bind", "SelectExpression", "GroupExpression"}:
            if node.token("AS") is not None:
                yield variable_name(node.tokens("VAR")[-1])
        elif node.kind in {"GraphGraphPattern", "ServiceGraphPattern"}:
            yield from (variable_name(token) for token in node.tokens("VAR"))


def _values(tree: Query, sites: Sites) -> None:
    """Rows of VALUES come as they are, unless each of their terms has exactly one native term."""
    for name, terms in values_columns(tree):
        conversion = sites.shared(name)
        if conversion is not None:
            natives = [conversion.to_native(term) if term is not None else (None,) for _, term in terms]
            if all(native is not None and len(native) == 1 for native in natives):
                continue
        sites.representations.setdefault(name, set()).add(None)


def values_columns(tree: Query) -> Iterator[tuple[str, list[tuple[Element, RdfTerm | None]]]]:
    """Each variable of each VALUES block with its terms; None for UNDEF."""
    for node in tree.postorder:
        if node.kind not in {"InlineData", "ValuesClause"}:
            continue
        variables = values_variables(node)
        block = node.node("InlineDataOneVar", "InlineDataFull")
        assert block is not None
        if block.kind == "InlineDataOneVar":
            rows: list[tuple[Element, ...]] = [(item,) for item in block.children[2:-1]]
        else:
            rows = [row.children[1:-1] for row in block.nodes("DataRow")]
        for column, variable in enumerate(variables):
            cells = [row[column] for row in rows]
            yield variable_name(variable), [(cell, constant(tree, cell)) for cell in cells]


def constant(tree: Query, item: Element) -> RdfTerm | None:
    """The term that a token or node stands for; None for anything that is none."""
    iri = tree.iri_or_none(item)
    if iri is not None:
        return RdfTerm("uri", iri)
    value = tree.literal(item)
    if value is None:
        return None
    if value.language:
        return RdfTerm("literal", value.value, None, value.language)
    return RdfTerm("literal", value.value, None if value.datatype == f"{XSD}string" else value.datatype)


def shared_conversions(sites: Sites, kinds: frozenset[str]) -> Mapping[str, Conversion]:
    """Variables that can hold native terms throughout, with their conversions, of the kinds asked for."""
    found: dict[str, Conversion] = {}
    for name in sites.representations:
        conversion = sites.shared(name)
        if conversion is not None and conversion.kind in kinds:
            found[name] = conversion
    return found

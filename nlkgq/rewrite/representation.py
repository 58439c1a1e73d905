"""How variables and constants meet native terms: the work of the rules `values` and `datatypes`.

Where all values of a variable come under one conversion that keeps different things different, the variable is renamed
and holds native terms through the whole query: joins, OPTIONAL, MINUS, EXISTS, DISTINCT and GROUP BY then give the same
solutions, and each expression and each column converts it. Otherwise each triple that binds it converts it on the spot.
Constants become native terms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nlkgq.rewrite.context import Context
from nlkgq.rewrite.sites import MAX_TABLE, Site, Sites, constant, find_sites, shared_conversions, values_columns
from nlkgq.sparql import Node, Query, Splice, Token, variable_name
from nlkgq.wrapper.conversion import Conversion
from nlkgq.wrapper.model import OBJECT, SUBJECT, ClassForm
from nlkgq.wrapper.values import term_text

_TRIPLE_PARTS = {
    "TriplesSameSubjectPath",
    "PropertyListPathNotEmpty",
    "ObjectListPath",
    "BlankNodePropertyListPath",
    "CollectionPath",
    "InlineDataOneVar",
    "DataVariables",
    "GroupClause",
}
_BINDS = {"SelectExpression", "GroupExpression", "Bind"}


def represent(tree: Query, context: Context, kinds: frozenset[str]) -> Query:
    """Convert the ends of triples whose conversions are of these kinds.

    Raises:
        RewriteError: A place where no conversion keeps the query's meaning.
    """
    if not context.converts(kinds):
        return tree
    sites = find_sites(tree, context)
    if not any(site.conversion is not None and site.conversion.kind in kinds for site in sites.formed):
        return tree
    shared = shared_conversions(sites, kinds)
    natives = {name: context.fresh(f"{name}_native") for name in shared}
    context.native_variables.update(name[1:] for name in natives.values())
    work = _Work(tree, context, sites, kinds, shared, natives)
    splices, replaced = work.statements()
    splices += work.everywhere_else(replaced)
    return context.step(tree, splices)


@dataclass(frozen=True, slots=True)
class _Work:
    tree: Query
    context: Context
    sites: Sites
    kinds: frozenset[str]
    shared: Mapping[str, Conversion]
    natives: Mapping[str, str]

    def statements(self) -> tuple[list[Splice], set[Node]]:
        """New texts for the triples whose ends are converted, and which ones those are."""
        by_statement: dict[Node, list[Site]] = {}
        for site in self.sites.formed:
            by_statement.setdefault(site.pattern.triples, []).append(site)
        splices: list[Splice] = []
        for statement, own in by_statement.items():
            text = self._statement(own)
            splices.append(Splice(statement.start, statement.end, text))
        return splices, set(by_statement)

    def _statement(self, own: list[Site]) -> str:
        ends: dict[str, str] = {}
        behind: list[str] = []
        computed: list[str] = []
        for site in own:
            ends[site.end] = self._end(site, behind, computed, twice=self._has_value(site, own))
        site = own[0]
        if isinstance(site.form, ClassForm):
            text = f"{ends[SUBJECT]} a {self.context.name_form(site.form)}"
        else:
            text = f"{ends[SUBJECT]} {self.context.name_form(site.form)} {ends[OBJECT]}"
        text = " . ".join([text, *behind])
        if computed:
            # A group of its own: a value that cannot be converted must not stay open for what stands around.
            return f"{{ {text} . {' '.join(computed)} }}"
        return text

    def _has_value(self, site: Site, own: list[Site]) -> bool:
        """Whether the variable of this end stands at the other end too, and gets its value there."""
        for other in own:
            if other is not site and other.variable is not None and other.variable == site.variable:
                converted = other.conversion is not None and other.conversion.kind in self.kinds
                return site.end == OBJECT or not converted
        return False

    def _end(self, site: Site, behind: list[str], computed: list[str], *, twice: bool) -> str:
        conversion, name = site.conversion, site.variable
        text = self.tree.source(site.term)
        if name is not None and name in self.natives:
            native = self.natives[name]
            if conversion is not None:
                self._guard(conversion, native, behind)
            return native
        if conversion is None or conversion.kind not in self.kinds or name in self.context.native_variables:
            return text
        if name is None:
            return self._constant(site, conversion, behind)
        if name in self.sites.native:
            raise self.context.refusal(
                f"?{name} is a clean term here and a native one elsewhere",
                f"?{name}",
                hint="Use clean terms for all that is said of it.",
            )
        native = self.context.fresh(f"{name}_native")
        self.context.native_variables.add(native[1:])
        if twice:
            # The other end gives the variable its value.
            own = self.context.fresh(name)
            self._convert(conversion, native, own, behind, computed)
            computed.append(f"FILTER(sameTerm({own}, {text}))")
        else:
            self._convert(conversion, native, text, behind, computed)
        return native

    def _convert(self, conversion: Conversion, native: str, clean: str, behind: list[str], computed: list[str]) -> None:
        """Give the variable ``clean`` its value, from the native term in another."""
        if conversion.kind == "values" and not conversion.open:
            behind.append(_table(conversion, native, clean))
            return
        self._guard(conversion, native, behind)
        if conversion.kind == "values" and len(conversion.pairs) > MAX_TABLE:
            mapped = self.context.fresh("mapped")
            computed.append(f"OPTIONAL {{ {_table(conversion, native, mapped)} }}")
            computed.append(f"BIND(COALESCE({mapped}, {native}) AS {clean}) FILTER(BOUND({clean}))")
        else:
            computed.append(f"BIND({conversion.expression(native)} AS {clean}) FILTER(BOUND({clean}))")

    def _guard(self, conversion: Conversion, native: str, behind: list[str]) -> None:
        guard = conversion.guard(native)
        if guard:
            behind.append(guard)

    def _constant(self, site: Site, conversion: Conversion, behind: list[str]) -> str:
        term = constant(self.tree, site.term)
        assert term is not None  # blank nodes have become variables
        found = conversion.to_native(term)
        if found is not None and len(found) == 1:
            return term_text(found[0])
        native = self.context.fresh("native")
        self.context.native_variables.add(native[1:])
        if found is None:
            self._guard(conversion, native, behind)
            behind.append(f"FILTER(sameTerm({conversion.expression(native)}, {term_text(term)}))")
        elif found:
            behind.append(f"VALUES {native} {{ {' '.join(map(term_text, found))} }}")
        else:
            behind.append("FILTER(false)")  # nothing stored means that
        return native

    def everywhere_else(self, replaced: set[Node]) -> list[Splice]:
        """Every other occurrence of the variables that now hold native terms."""
        tree, splices, built = self.tree, [], dict[str, None]()
        for token in tree.tokens:
            if token.terminal != "VAR" or variable_name(token) not in self.natives:
                continue
            name = variable_name(token)
            above = list(tree.ancestors(token))
            if any(node in replaced for node in above):
                continue
            if any(node.kind == "ConstructTemplate" for node in above):
                built[name] = None
                continue
            splices.append(Splice(token.start, token.end, self._occurrence(token, name, above)))
        splices += self._values_blocks()
        if built:
            splices += self._rebuilt(list(built))
        return splices

    def _occurrence(self, token: Token, name: str, above: list[Node]) -> str:
        native = self.natives[name]
        converted = self.shared[name].expression(native)
        parent = above[0]
        if parent.kind in _TRIPLE_PARTS or (parent.kind == "SelectClause" and above[1].kind == "SubSelect"):
            return native
        if parent.kind == "SelectClause":
            return f"({converted} AS ?{name})"
        if parent.kind == "OrderCondition":
            return f"({converted})"
        if parent.kind == "BuiltInCall" and parent.token("BOUND") is not None:
            return native
        if parent.kind == "Aggregate" and parent.token("COUNT") is not None:
            return native
        if parent.kind == "GroupExpression" and parent.token("AS") is None:
            return native
        return converted

    def _values_blocks(self) -> list[Splice]:
        splices: list[Splice] = []
        for name, cells in values_columns(self.tree):
            if name not in self.shared:
                continue
            for cell, term in cells:
                if term is None:
                    continue
                found = self.shared[name].to_native(term)
                assert found is not None  # checked when the representation was chosen
                splices.append(Splice(cell.start, cell.end, term_text(found[0])))
        return splices

    def _rebuilt(self, names: list[str]) -> list[Splice]:
        """For a CONSTRUCT template: the clean terms, bound at the end of the WHERE clause."""
        where = self.tree.body.node("WhereClause")
        assert where is not None
        group = where.nodes("GroupGraphPattern")[0]
        binds = " ".join(f"BIND({self.shared[name].expression(self.natives[name])} AS ?{name})" for name in names)
        if group.node("SubSelect") is not None:
            return [Splice(group.start, group.start, "{ "), Splice(group.end, group.end, f" {binds} }}")]
        return [Splice(group.end - 1, group.end - 1, f" {binds} ")]


def _table(conversion: Conversion, native: str, clean: str) -> str:
    """A value map as a join: one row an entry."""
    assert conversion.kind == "values"
    rows = " ".join(f"({term_text(n)} {term_text(c)})" for c, n in conversion.pairs)
    return f"VALUES ({native} {clean}) {{ {rows} }}"

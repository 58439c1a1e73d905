"""Further mistakes, for the checks that the six kinds of `validation_mutants` do not touch."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from validation_gold import GoldSet
from validation_mutants import Mutator, changed

from nlkgq.masking.model import MaskedText, Placeholder, PlaceholderKind
from nlkgq.ontology.model import Ontology
from nlkgq.sparql import Node, Query, SparqlSyntaxError, Splice, Token, parse_query, triple_patterns, variable_name
from nlkgq.sparql.edit import apply_splices
from nlkgq.values.build import open_index
from nlkgq.values.model import Holder, ValueIndex


@contextmanager
def indexes(sets: Sequence[GoldSet], folder: Path) -> Iterator[dict[str, ValueIndex]]:
    """The value index of each set's graph."""
    with ExitStack() as open_ones:
        found: dict[str, ValueIndex] = {}
        for gold in sets:
            index = open_index(gold.graphs, folder / f"{gold.name}.values", ontology=gold.ontology)
            open_ones.callback(index.close)
            found[gold.name] = index
        yield found


def _loosely(tree: Query, splices: Sequence[Splice]) -> Query | None:
    """The query with a change that breaks a static rule of the standard."""
    try:
        return parse_query(apply_splices(tree, splices), undeclared_prefixes=True, static_rules=False)
    except (SparqlSyntaxError, ValueError):
        return None


def _choice(rng: random.Random, items: Sequence[Token | Node]) -> Token | Node | None:
    return rng.choice(items) if items else None


def _variables(tree: Query, *kinds: str) -> list[Token]:
    return [t for node in tree.body.find(*kinds) for t in node.find_tokens("VAR")]


def misspelt_column(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A selected variable with another ending."""
    clause = tree.body.node("SelectClause")
    token = _choice(rng, clause.tokens("VAR") if clause is not None else ())
    return changed(tree, [Splice(token.start, token.end, f"{tree.source(token)}s")]) if token is not None else None


def misspelt_in_expression(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A variable of a filter, an order or an aggregate with another ending."""
    token = _choice(rng, _variables(tree, "Filter", "OrderClause", "Aggregate", "HavingClause"))
    return changed(tree, [Splice(token.start, token.end, f"{tree.source(token)}s")]) if token is not None else None


def misspelt_in_pattern(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A variable of a pattern with one letter twice."""
    tokens = [t for t in _variables(tree, "TriplesBlock") if len(t.text) > 4]
    token = _choice(rng, tokens)
    if not isinstance(token, Token):
        return None
    text = token.text
    return changed(tree, [Splice(token.start, token.end, text[:3] + text[2] + text[3:])])


def group_left_out(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """GROUP BY taken out."""
    group = next(tree.find("GroupClause"), None)
    return _loosely(tree, [Splice(group.start, group.end, "")]) if group is not None else None


def group_too_fine(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """What is counted added to GROUP BY."""
    group = next(tree.find("GroupClause"), None)
    counted = [t for a in tree.find("Aggregate") for t in a.tokens("VAR")]
    token = _choice(rng, counted)
    return changed(tree, [Splice(group.end, group.end, f" {tree.source(token)}")]) if group and token else None


def ordered_by_lost(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A grouped query ordered by a variable that is in no group, and cut."""
    group = next(tree.find("GroupClause"), None)
    tokens = _variables(tree, "TriplesBlock")
    if group is None or not tokens or tree.body.node("OrderClause", "LimitOffsetClauses", "HavingClause") is not None:
        return None
    return changed(tree, [Splice(tree.body.end, tree.body.end, f" ORDER BY DESC({rng.choice(tokens).text}) LIMIT 1")])


def limited(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """ORDER BY taken out before LIMIT."""
    order = tree.body.node("OrderClause")
    limit = tree.body.node("LimitOffsetClauses")
    return changed(tree, [Splice(order.start, order.end, "")]) if order is not None and limit is not None else None


def _compared_text(tree: Query) -> list[tuple[Node, Token | Node, Node]]:
    found = []
    for node in tree.find("RelationalExpression"):
        left, right = node.children[0], node.children[-1]
        if node.token("EQUAL") and isinstance(right, Node) and right.kind == "RDFLiteral" and isinstance(left, Token):
            found.append((node, left, right))
    return found


def cased(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """The variable of an equality made lower case, the text left in capitals."""
    found = [c for c in _compared_text(tree) if tree.source(c[2]).lower() != tree.source(c[2])]
    if not found:
        return None
    _, left, _ = rng.choice(found)
    return changed(tree, [Splice(left.start, left.end, f"LCASE({tree.source(left)})")])


def contradiction(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A second filter that turns a bound round."""
    signs = {"LESS": ">", "GREATER": "<", "LESS_EQUAL": ">", "GREATER_EQUAL": "<"}
    for part in tree.find("Filter"):
        for node in part.find("RelationalExpression"):
            sign = node.token(*signs)
            if sign is not None:
                other = (
                    f" FILTER({tree.source(node.children[0])} {signs[sign.terminal]} {tree.source(node.children[2])})"
                )
                return changed(tree, [Splice(part.end, part.end, other)])
    return None


def tagged(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A text compared with a tag it does not have."""
    found = _compared_text(tree)
    if not found:
        return None
    literal = rng.choice(found)[2]
    return changed(tree, [Splice(literal.end, literal.end, "@de")]) if len(literal.children) == 1 else None


def searched_number(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A number of a comparison searched as text, or its year taken."""
    numbers = [
        node
        for node in tree.find("RelationalExpression")
        if isinstance(node.children[0], Token)
        and node.children[0].terminal == "VAR"
        and tree.literal(node.children[-1]) is not None
    ]
    node = _choice(rng, numbers)
    if not isinstance(node, Node):
        return None
    left, right = tree.source(node.children[0]), tree.literal(node.children[-1])
    if right is None or not right.value.isdecimal():
        return None
    return changed(
        tree,
        [
            Splice(
                node.start,
                node.end,
                rng.choice([f'CONTAINS({left}, "{right.value}")', f"YEAR({left}) = {right.value}"]),
            )
        ],
    )


def text_for_thing(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A thing, or the variable for one, written as text."""
    objects = [
        p.object
        for p in triple_patterns(tree)
        if isinstance(p.object, Token)
        and (prop := ontology.properties.get(tree.iri_or_none(p.predicate) or "")) is not None
        and prop.kind == "object"
    ]
    item = _choice(rng, objects)
    return changed(tree, [Splice(item.start, item.end, '"Some name"')]) if item is not None else None


def number_for_text(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A text in a pattern written as a number."""
    objects = [p.object for p in triple_patterns(tree) if isinstance(p.object, Node) and tree.literal(p.object)]
    item = _choice(rng, objects)
    return changed(tree, [Splice(item.start, item.end, str(rng.randrange(100)))]) if item is not None else None


def misspelt_individual(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A pattern with an individual of the ontology added, its last letter left out."""
    iris = sorted(iri for iri in ontology.individuals if len(iri.rpartition("#")[2]) > 6)
    group = next(tree.body.find("GroupGraphPattern"), None)
    names = _variables(tree, "TriplesBlock")
    if not iris or group is None or not names or group.node("SubSelect") is not None:
        return None
    text = f" {rng.choice(names).text} ?any <{rng.choice(iris)[:-1]}> . "
    return changed(tree, [Splice(group.start + 1, group.start + 1, text)])


def thing_for_text(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A literal in a pattern written as an IRI."""
    objects = [p.object for p in triple_patterns(tree) if isinstance(p.object, Node) and tree.literal(p.object)]
    item = _choice(rng, objects)
    return changed(tree, [Splice(item.start, item.end, "<http://example.org/thing>")]) if item is not None else None


def property_of_literal(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A variable that holds a literal given a property."""
    values = [
        p
        for p in triple_patterns(tree)
        if isinstance(p.object, Token)
        and p.object.terminal == "VAR"
        and (prop := ontology.properties.get(tree.iri_or_none(p.predicate) or "")) is not None
        and prop.kind == "datatype"
    ]
    if not values:
        return None
    pattern = rng.choice(values)
    others = sorted(p.iri for p in ontology.properties.values() if p.kind == "datatype")
    assert isinstance(pattern.object, Token)
    text = f"{tree.source(pattern.object)} <{rng.choice(others)}> ?more . "
    return changed(tree, [Splice(pattern.triples.start, pattern.triples.start, text)])


def hidden_in_select(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A pattern put into a sub-select that does not pass its subject on."""
    blocks = [t for t in tree.find("TriplesSameSubjectPath") if isinstance(t.children[0], Token)]
    if len(blocks) < 2:
        return None
    block = rng.choice(blocks)
    names = [t.text for t in block.find_tokens("VAR")]
    others = [n for n in names if n != names[0]] if names else []
    parent = tree.parent(block)
    if not others or parent is None or parent.children[-1] is not block:
        return None
    return changed(tree, [Splice(block.start, block.end, f"{{ SELECT {others[0]} {{ {tree.source(block)} }} }}")])


def subtracted(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """NOT EXISTS turned into a MINUS with variables of its own."""
    node = next(iter([f for f in tree.find("Filter") if next(f.find("NotExistsFunc"), None) is not None]), None)
    inner = next(node.find("GroupGraphPattern"), None) if node is not None else None
    if node is None or inner is None:
        minus = next(tree.find("MinusGraphPattern"), None)
        if minus is None:
            return None
        tokens = list(minus.find_tokens("VAR"))
        return changed(tree, [Splice(t.start, t.end, f"{t.text}_other") for t in tokens])
    text = tree.source(inner)
    for name in {variable_name(t) for t in inner.find_tokens("VAR")}:
        text = text.replace(f"?{name}", f"?{name}_other")
    return changed(tree, [Splice(node.start, node.end, f"MINUS {text}")])


def undeclared(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A declaration taken out."""
    declarations = list(tree.find("PrefixDecl"))
    node = _choice(rng, declarations)
    return changed(tree, [Splice(node.start, node.end, "")]) if node is not None else None


def inverse_not_stored(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """The inverse of a property the other way round: right by the ontology, and not what is stored."""
    uses = [
        p.predicate
        for p in triple_patterns(tree)
        if isinstance(p.predicate, Token) and ontology.inverses(tree.iri_or_none(p.predicate) or "")
    ]
    token = _choice(rng, uses)
    if not isinstance(token, Token):
        return None
    inverse = sorted(ontology.inverses(tree.iri(token)))[0]
    return changed(tree, [Splice(token.start, token.end, f"^<{inverse}>")])


def invented_text(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A text of the query made up."""
    texts = [n for n in tree.body.find("RDFLiteral") if len(n.children) == 1 and len(n.children[0].text) > 5]
    node = _choice(rng, texts)
    return changed(tree, [Splice(node.start, node.end, '"Quarnby Vexholm"')]) if node is not None else None


def invented_thing(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A thing of the query made up."""
    ends = [e for p in triple_patterns(tree) for e in (p.subject, p.object) if isinstance(e, Token)]
    things = [e for e in ends if (iri := tree.iri_or_none(e)) is not None and ontology.term(iri) is None]
    token = _choice(rng, things)
    return changed(tree, [Splice(token.start, token.end, "<http://example.org/made-up>")]) if token else None


def asked_elsewhere(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """A pattern asked from another endpoint."""
    node = _choice(rng, [n for n in tree.find("TriplesSameSubjectPath") if tree.enclosing(n, "SubSelect") is None])
    if node is None:
        return None
    text = f"SERVICE <http://example.org/sparql> {{ {tree.source(node)} }}"
    after = next((t for t in tree.tokens if t.start >= node.end), None)
    end = after.end if after is not None and after.terminal == "DOT" else node.end
    return changed(tree, [Splice(node.start, end, text)])


def one_column_more(tree: Query, ontology: Ontology, rng: random.Random) -> Query | None:
    """Another variable of the patterns selected as well."""
    clause = tree.body.node("SelectClause")
    if clause is None or clause.token("STAR") is not None or tree.body.node("GroupClause") is not None:
        return None
    if next(clause.find("Aggregate"), None) is not None:
        return None
    columns = {variable_name(t) for t in clause.find_tokens("VAR")}
    others = [t for t in _variables(tree, "TriplesBlock") if variable_name(t) not in columns]
    token = _choice(rng, others)
    return changed(tree, [Splice(clause.end, clause.end, f" {tree.source(token)}")]) if token else None


_ALL: Final[tuple[Mutator, ...]] = (
    misspelt_column,
    misspelt_in_expression,
    misspelt_in_pattern,
    group_left_out,
    group_too_fine,
    ordered_by_lost,
    limited,
    cased,
    contradiction,
    tagged,
    searched_number,
    text_for_thing,
    thing_for_text,
    number_for_text,
    misspelt_individual,
    property_of_literal,
    hidden_in_select,
    subtracted,
    undeclared,
    inverse_not_stored,
    invented_text,
    invented_thing,
    asked_elsewhere,
    one_column_more,
)
OTHERS: Final[dict[str, Mutator]] = {mutator.__name__.replace("_", " "): mutator for mutator in _ALL}


def misplaced(rng: random.Random, gold: GoldSet) -> Iterator[tuple[str, Query, MaskedText]]:
    """Right queries with one text as a placeholder, and the mistakes one can make with it.

    Yields:
        The mistake ("" for none), the query, the masked question.
    """
    held = [p.iri for p in gold.ontology.properties.values() if p.kind == "datatype"]
    for query in gold.queries:
        tree = query.tree
        for pattern in triple_patterns(tree):
            literal, iri = tree.literal(pattern.object), tree.iri_or_none(pattern.predicate)
            prop = gold.ontology.properties.get(iri or "")
            if literal is None or prop is None or not isinstance(pattern.object, Node | Token):
                continue
            name = "VALUE_" + "".join(rng.choice("BCDFGHJKLMNPQRSTVWXZ") for _ in range(4))
            holders = tuple(Holder(prop.iri, domain, 0) for domain in prop.domain_classes or ("",))
            kind = PlaceholderKind(value="string", holders=holders)
            masked = MaskedText(
                text=name,
                mode="strict",
                placeholders=(Placeholder(name=name, kind=kind, start=0, original=literal.value),),
            )
            item, other = pattern.object, rng.choice(sorted(set(held) - {prop.iri}))
            assert isinstance(pattern.predicate, Token)
            texts = {
                "": [Splice(item.start, item.end, f'"{name}"')],
                "miscopied placeholder": [Splice(item.start, item.end, f'"{name[:-1]}2"')],
                "placeholder left out": [Splice(item.start, item.end, "?any")],
                "placeholder of another property": [
                    Splice(pattern.predicate.start, pattern.predicate.end, f"<{other}>"),
                    Splice(item.start, item.end, f'"{name}"'),
                ],
            }
            group = Splice(pattern.group.end - 1, pattern.group.end - 1, f' FILTER(?held IN ("{name}", "VALUE_QQQQ")) ')
            texts["placeholder made up"] = [Splice(item.start, item.end, "?held"), group]
            for mistake, splices in texts.items():
                mutant = changed(tree, splices)
                if mutant is not None:
                    yield mistake, mutant, masked

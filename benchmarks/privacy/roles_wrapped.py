"""Behind a wrapper, a role's query in native terms answers what the query itself does over the clean view cut down.

    python benchmarks/privacy/roles_wrapped.py [--cases 2000] [--seed 1]

The worlds and queries are those of `benchmarks/rewriter_oracle.py`: random wrappers with every kind of mapping. Each
gets a role that hides a class or a property, or has a condition on one. Prints how many were refused: a condition in
native terms is not always to be had. Ends with 1 when two answers differ.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rewriter_coverage import Coverage
from rewriter_kinds import POSITIONS as PLACES
from rewriter_oracle import _answer, _as_meant
from rewriter_queries import make_query
from rewriter_stores import from_ox, native_store, to_ox, view_store
from rewriter_worlds import TYPE, Triple, World, make_world

from nlkgq.errors import GateError, RewriteError
from nlkgq.ontology.model import Ontology
from nlkgq.rewrite.role import role
from nlkgq.rewrite.rules import rewrite
from nlkgq.roles.model import RoleView, RowRule
from nlkgq.sparql import parse_query

QUERIES = 10
LONGEST = 12_000
"""Native queries with more characters than this are not run: they would only cost time."""
POSITIONS = tuple(place for place in PLACES if place not in {"kept", "graph", "lists", "climb"})
"""Where something of a query stands; not what asks for native terms, and no lists, which a role refuses."""


def make_view(rng: random.Random, world: World) -> RoleView:
    """A role over the clean terms of a world."""
    related = {*world.parents, *(parent for parents in world.parents.values() for parent in parents)}
    alone = sorted(iri for iri, forms in world.classes.items() if forms and iri not in related)
    properties = sorted(iri for iri, forms in world.properties.items() if forms)
    hidden = set(rng.sample(alone, 1)) if alone and rng.random() < 0.5 else set()
    secret = set(rng.sample(properties, 1)) if rng.random() < 0.5 else set()
    rows: tuple[RowRule, ...] = ()
    if alone and (rng.random() < 0.6 or not (hidden or secret)):
        iri, needed = rng.choice(alone), rng.choice(properties)
        pattern = f"?this <{needed}> ?x"
        rows = (RowRule(class_iri=iri, members=(iri,), subjects=(), objects=(), pattern=pattern, variables=("x",)),)
    return RoleView(
        name="tester",
        description="",
        ontology=Ontology(),
        classes=frozenset(world.classes) - hidden if hidden else None,
        properties=frozenset(world.properties) - secret,
        hidden=frozenset(hidden | secret),
        rows=rows,
        wrapped=True,
        askable=frozenset(iri for iri, forms in world.classes.items() if forms),
    )


def cut_down(triples: list[Triple], view: RoleView) -> ox.Store:
    """What the role leaves of the clean view."""
    types: dict[object, set[str]] = {}
    for s, p, o in triples:
        if p == TYPE:
            types.setdefault(s, set()).add(o.value)
    gone: set[object] = set()
    for rule in view.rows:
        needed = rule.pattern.split("<")[1].split(">")[0]
        holding = {s for s, p, _ in triples if p.value == needed}
        gone |= {node for node, own in types.items() if rule.class_iri in own} - holding

    def stays(node: object) -> bool:
        own = types.get(node, set())
        return node not in gone and (view.classes is None or not own or bool(own & view.classes))

    store = ox.Store()
    for s, p, o in triples:
        shown = view.sees_class(o.value) if p == TYPE else p.value in view.properties and stays(o)
        if shown and stays(s):
            store.add(ox.Quad(to_ox(s), to_ox(p), to_ox(o)))  # type: ignore[arg-type]  # subjects are IRIs
    return store


def cases(count: int, seed: int) -> Iterator[tuple[str, str, bool, bool]]:
    """(query, what came: ``asked`` or why not, whether it is right, whether it found something)."""
    coverage = Coverage()
    done = number = 0
    while done < count:
        rng = random.Random(seed * 7_919 + number)
        number += 1
        world = make_world(rng, coverage)
        if world.user_graphs:
            continue
        native = native_store(world)
        quads = view_store(world, native).quads_for_pattern(None, None, None, ox.DefaultGraph())
        triples = sorted(((from_ox(q.subject), from_ox(q.predicate), from_ox(q.object)) for q in quads), key=repr)
        view = make_view(rng, world)
        left = cut_down(triples, view)
        shown = [(from_ox(q.subject), from_ox(q.predicate), from_ox(q.object)) for q in left]
        for position in rng.sample(POSITIONS, QUERIES):
            made = make_query(world, sorted(shown, key=repr), position, rng) if shown else None
            if made is None:
                continue
            text, draft = made
            try:
                expected = _answer(left, _as_meant(text, draft.meant))
            except (SyntaxError, ValueError):
                continue
            if expected.total() > 300:
                continue
            done += 1
            try:
                tree = role(parse_query(text), view)
                asked = str(rewrite(tree, world.wrapper, expanded=world.expanded).tree)
            except GateError as error:
                yield text, error.code, True, False
                continue
            except RewriteError:
                yield text, "rewrite", True, False
                continue
            if len(asked) > LONGEST:
                yield text, "not run", True, False
                continue
            found = _answer(native, asked)
            told = "\n".join(map(str, (view, text, asked, found - expected, expected - found)))
            yield told, "asked", found == expected, bool(expected)


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    came: Counter[str] = Counter()
    wrong: list[str] = []
    found = 0
    for text, what, right, some in cases(arguments.cases, arguments.seed):
        came[what] += 1
        found += some
        if not right:
            wrong.append(text)
    print(f"{came.total()} cases: {dict(came)}; {found} find something; {len(wrong)} wrong")
    for text in wrong[:2]:
        print(text)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Under a role, a query answers what it would over the graph cut down to the role: over generated roles and graphs.

    python benchmarks/privacy/roles.py [--cases 5000] [--seed 1]

Each case makes a graph with an ontology and a role, cuts the graph down triple by triple (`role_worlds.cut_down`), and
compares the answer to the query as the role asks it over the whole graph with the answer to the query itself over what
is left: rows as multisets, graphs as sets. Prints what was covered, how often something was found, and every refusal
by its reason; ends with 1 when two answers differ.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median

import pyoxigraph as ox

sys.path.insert(0, str(Path(__file__).resolve().parent))

from role_drafts import HEAD
from role_probes import INVENTED, as_twin, twin
from role_queries import FEATURES, FORMS, make_query
from role_worlds import World, cut_down, make_world, whole

from nlkgq.errors import ConfigError, GateError, RewriteError
from nlkgq.iri import RDF, RDFS
from nlkgq.ontology.profile import profile_files
from nlkgq.ontology.profile_model import Profile
from nlkgq.rewrite.role import role
from nlkgq.roles.model import RoleView
from nlkgq.roles.resolve import resolve
from nlkgq.sparql import parse_query

COUNTED = "SELECT (COUNT(DISTINCT *) AS ?n) WHERE {"
QUERIES = 8
"""Queries asked of each world."""
WANTED = [*sorted(FORMS), *sorted(FEATURES)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One query of one world, and what came of it.

    ``told`` is whether the answer to a query that names a hidden IRI differs from that to the same query with an IRI
    that nobody has; None where no hidden one is named.
    """

    world: World
    text: str
    tags: set[str]
    asked: str | None = None
    refused: str | None = None
    found: int = 0
    right: bool = True
    told: bool | None = None
    seconds: float = 0.0


def cases(count: int, *, seed: int, evidence: bool | None = None) -> Iterator[Case]:
    """That many cases, the same for the same seed.

    Args:
        count: How many queries.
        seed: Of the generator.
        evidence: Whether the counts of the graph are known to the rewriter; None for now and then.
    """
    random = Random(seed)
    done = 0
    while done < count:
        world = make_world(random)
        known = evidence if evidence is not None else random.random() < 0.5
        try:
            view = resolve(world.file, "tester", world.ontology, evidence=profile_of(world) if known else None)
        except ConfigError:
            continue  # a role that the checks refuse, such as one that sees nothing
        if view is None:
            continue
        if known:
            view = replace(view, mentioned=view.hidden & _nodes(world))
        left, full = cut_down(world), whole(world)
        seen = sorted(
            {(q.subject, q.predicate.value, q.object) for q in left}, key=lambda t: (str(t[0]), t[1], str(t[2]))
        )
        if not seen:
            continue
        for _ in range(QUERIES):
            text, plain, tags, probed = make_query(random, world, list(seen), WANTED[done % len(WANTED)])
            case = _case(world, view, (text, plain), tags, left, full)
            if probed and "CONCAT(" not in text and not _sees(view, probed, seen):
                # An IRI that is put together would keep its name in the twin.
                case = replace(case, told=_tells(view, text, probed, full))
            yield case
            done += 1


def _nodes(world: World) -> frozenset[str]:
    ends = (end for q in world.quads for end in (q.subject, q.object if q.predicate.value != f"{RDF}type" else None))
    return frozenset(end.value for end in ends if isinstance(end, ox.NamedNode))


def _sees(view: RoleView, iri: str, seen: list[tuple[object, str, object]]) -> bool:
    """Whether an IRI is something to the role: a visible term, or part of a visible triple."""
    classes = view.classes if view.classes is not None else view.ontology.classes
    node = ox.NamedNode(iri)
    return iri in view.properties or iri in classes or any(node in (s, o) or iri == p for s, p, o in seen)


def _tells(view: RoleView, text: str, probed: str, full: ox.Store) -> bool:
    """Whether a hidden IRI is told from one that nobody has, by the answer, or by a refusal in its words."""
    found = []
    for query in (text, twin(text, probed)):
        try:
            got = answer(full, str(role(parse_query(query), view)))
            found.append(got if isinstance(got, bool) else dict(got))
        except (GateError, RewriteError) as error:
            found.append((str(error).replace(probed, INVENTED), error.hint))
    return as_twin(found[0], probed) != found[1]


def _case(world: World, view: RoleView, texts: tuple[str, str], tags: set[str], left: ox.Store, full: ox.Store) -> Case:
    text, plain = texts
    tree = parse_query(text)
    start = time.perf_counter()
    try:
        asked = str(role(tree, view))
    except (GateError, RewriteError) as error:
        code = error.code if isinstance(error, GateError) else "rewrite"
        return Case(world=world, text=text, tags=tags, refused=code)
    seconds = time.perf_counter() - start
    got = answer(full, asked)
    plain = defined(view, text, plain)
    wanted = described(left, plain) if tree.form == "DESCRIBE" else answer(left, plain)
    found = sum(wanted.values()) if isinstance(wanted, Counter) else int(wanted)
    return Case(world=world, text=text, tags=tags, asked=asked, found=found, right=got == wanted, seconds=seconds)


def defined(view: RoleView, text: str, plain: str) -> str:
    """What a query means where engines differ from the standard, or a role from the query alone.

    Variables that only stand for a definition are not selected, nor counted by ``DISTINCT *``; and
    ``a/rdfs:subClassOf*`` goes by the hierarchy of the role's ontology, where the graph may hold one.
    """
    evidence = view.evidence
    if evidence is None or f"{RDFS}subClassOf" in evidence.properties:
        plain = re.sub(r"(\S+) a/rdfs:subClassOf\* (\S+)", lambda found: _below(view, found[1], found[2]), plain)
    names = " ".join(f"?{v}" for v in parse_query(text.replace(COUNTED, "SELECT * WHERE {")).variables)
    counted = plain.replace(COUNTED, f"SELECT (COUNT(*) AS ?n) WHERE {{ SELECT DISTINCT {names} WHERE {{")
    if counted != plain:
        return f"{counted} }}"
    return plain.replace("SELECT * ", f"SELECT {names} ")


def _below(view: RoleView, term: str, class_name: str) -> str:
    iri = (
        class_name[1:-1] if class_name.startswith("<") else parse_query(f"{HEAD} ASK {{}}").prefixes.expand(class_name)
    )
    classes = sorted(view.ontology.subclasses(iri)) if iri in view.ontology.classes else [iri]
    listed = " ".join(f"<{c}>" for c in classes)
    return f"{{ SELECT {term} WHERE {{ {term} a ?_below . VALUES ?_below {{ {listed} }} }} }}"


def answer(store: ox.Store, text: str) -> Counter[object] | bool:
    """Rows as a multiset, triples as a set without the names of new blank nodes, or yes and no."""
    result = store.query(text, use_default_graph_as_union="FROM" not in text)
    if isinstance(result, ox.QueryBoolean):
        return bool(result)
    if isinstance(result, ox.QueryTriples):
        known = {n for q in store for n in (q.subject, q.object) if isinstance(n, ox.BlankNode)}

        def shown(term: object) -> object:
            return "new" if isinstance(term, ox.BlankNode) and term not in known else term

        return Counter({(shown(t.subject), t.predicate, shown(t.object)): 1 for t in result})
    names = [v.value for v in result.variables]
    order = sorted(range(len(names)), key=names.__getitem__)
    return Counter(tuple(row[i] for i in order) for row in result)


def described(store: ox.Store, text: str) -> Counter[object]:
    """Every triple about each thing that a DESCRIBE query names."""
    head, _, where = text.partition("WHERE")
    prologue, _, named = head.rpartition("DESCRIBE")
    if where:
        rows = store.query(f"{prologue} SELECT {named} WHERE{where}", use_default_graph_as_union=True)
        things = {term for row in rows for term in row if term is not None}
    else:
        iri = parse_query(text).iri(parse_query(text).body.tokens("PNAME_LN", "IRIREF")[0])
        things = {ox.NamedNode(iri)}
    return Counter({(q.subject, q.predicate, q.object): 1 for q in store if q.subject in things})


def profile_of(world: World) -> Profile:
    """What the whole graph holds, counted as a file is."""
    import tempfile

    with tempfile.NamedTemporaryFile("wb", suffix=".nq", delete=False) as file:
        whole(world).dump(file, ox.RdfFormat.N_QUADS)
    try:
        return profile_files([Path(file.name)])
    finally:
        Path(file.name).unlink()


@dataclass(slots=True)
class Tally:
    """What many cases came to."""

    cases: int = 0
    asked: int = 0
    found: int = 0
    met: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[Case] = field(default_factory=list)
    probed: int = 0
    told: list[Case] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, case: Case) -> None:
        """Counts a case."""
        self.cases += 1
        self.probed += case.told is not None
        if case.told:
            self.told.append(case)
        if case.refused is not None:
            for tag in case.tags:
                self.refused[case.refused, tag] += 1
            self.refused[case.refused, ""] += 1
            return
        self.asked += 1
        self.found += case.found > 0
        self.met.update(case.tags)
        self.seconds.append(case.seconds)
        if not case.right:
            self.wrong.append(case)


def show(case: Case) -> str:
    """A case for people."""
    said = ("iri", "parents", "inverses", "domain", "range")
    terms = ["  " + " ".join(str(getattr(t, name, ())) for name in said) for t in case.world.ontology]
    graph = sorted(str(q) for q in case.world.quads)
    return "\n".join((str(case.world.rules), *terms, *graph, case.text, str(case.asked))).replace(RDF, "rdf:")


def main() -> int:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tally = Tally()
    for case in cases(arguments.cases, seed=arguments.seed):
        tally.add(case)
    print(
        f"{tally.cases} cases, {tally.asked} asked, {tally.found / max(tally.asked, 1):.1%} find something, "
        f"{len(tally.wrong)} wrong; {tally.probed} name a hidden IRI, {len(tally.told)} tell that it is there"
    )
    print(
        "covered: "
        + ", ".join(
            f"{tag} {tally.met[tag]}"
            for tag in (*sorted(FORMS), *sorted(FEATURES), "constant-subject", "constant-object")
        )
    )
    for (code, tag), count in sorted(tally.refused.items()):
        if not tag:
            inside = [(t, n) for (c, t), n in tally.refused.items() if c == code and t]
            most = ", ".join(f"{t} {n}" for t, n in sorted(inside, key=lambda item: -item[1])[:6])
            print(f"refused {code}: {count} (with {most})")
    seconds = sorted(tally.seconds)
    print(f"rewriting: median {1000 * median(seconds):.2f} ms, p99 {1000 * seconds[int(0.99 * len(seconds))]:.2f} ms")
    for case in (*tally.wrong[:3], *tally.told[:3]):
        print(show(case))
    return 1 if tally.wrong or tally.told else 0


if __name__ == "__main__":
    sys.exit(main())

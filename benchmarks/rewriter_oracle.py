"""Does a rewritten query say what the clean one says? Random wrappers, graphs and queries decide.

    python benchmarks/rewriter_oracle.py --cases 20000

For each case the clean query is asked over the clean view and the rewritten query over the native graph; the answers
must be the same multisets. It fails on a difference, on a refusal where none is due, where fewer than 80 % of the
answers hold something, or, in a full run, where a kind of mapping that can be answered in a position met it fewer than
50 times (see `rewriter_coverage`), or one that is refused by design was answered, or never seen.

    python benchmarks/rewriter_oracle.py --cases 10000 --seed 2 --counts counts.json

Goes on from what earlier runs with other seeds have covered, where one run would take too long.

    python benchmarks/rewriter_oracle.py --cases 400 --without-each

Leaves each rule out in turn; it fails where a rule is not missed.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pyoxigraph as ox

sys.path.insert(0, str(Path(__file__).resolve().parent))  # the modules beside this script

from rewriter_coverage import ENOUGH, KINDS, Coverage, Pair, refused_pairs
from rewriter_kinds import POSITIONS
from rewriter_queries import make_query
from rewriter_stores import from_ox, native_store, view_store
from rewriter_worlds import TYPE, Triple, World, make_world

from nlkgq.errors import RewriteError
from nlkgq.rewrite.rules import RULES, Rule, rewrite
from nlkgq.sparql import parse_query

QUERIES_A_WORLD = 12
MAY_BE_REFUSED = {"star", "plus", "optional-step", "kept", "graph"}
"""What is repeated must be a native path between terms that are written alike, and so must what native triples say; not
every mapping is that. A term that says itself in which graph it lies is refused inside another one."""
FULL = 20_000
"""Cases of a full run."""
MOST = 300
"""Answers with more rows than this are not compared: they would only cost time."""


@dataclass
class Case:
    """One query, both its texts, and what came out."""

    number: int
    world: World
    position: str
    positions: set[str]
    used: set[str]
    pairs: set[Pair]
    clean: str
    native: str = ""
    refusal: str | None = None
    expected: Counter[object] = field(default_factory=Counter)
    found: Counter[object] = field(default_factory=Counter)
    error: str | None = None

    @property
    def right(self) -> bool:
        """Whether the answers are the same, or the query was refused where some queries must be."""
        if self.refusal is not None:
            return bool(self.positions & MAY_BE_REFUSED)
        return self.error is None and self.expected == self.found

    @property
    def empty(self) -> bool:
        return not self.expected or self.expected == Counter([False])


def cases(
    count: int, seed: int = 1, rules: tuple[Rule, ...] = RULES, coverage: Coverage | None = None
) -> Iterator[Case]:
    """``count`` cases that were rewritten or refused; the same ones for the same seed. ``coverage`` is filled."""
    coverage = Coverage() if coverage is None else coverage
    made = number = 0
    while made < count:
        rng = random.Random(seed * 1_000_003 + number)
        number += 1
        world = make_world(rng, coverage)
        native = native_store(world)
        views = {kept: view_store(world, native, kept=kept) for kept in (False, True)}
        quads = views[True].quads_for_pattern(None, None, None, ox.DefaultGraph())
        triples = sorted(((from_ox(q.subject), from_ox(q.predicate), from_ox(q.object)) for q in quads), key=repr)
        shown = {triple[2].value if triple[1] == TYPE else triple[1].value for triple in triples}
        kinds = {kind for term in shown for kind in world.kinds.get(term, ())}
        places = [place for place in POSITIONS if place != "graph" or world.user_graphs]
        for _ in range(QUERIES_A_WORLD):
            if made >= count:
                return
            position = coverage.place(rng, kinds, places)
            if "graph" in places and rng.random() < 0.15:
                position = "graph"  # which only some worlds have
            case = _case(made, world, triples, position, native, views[position == "kept"], rules)
            if case is None:
                places = [place for place in places if place != position or len(places) == 1]
                continue
            coverage.add(case.pairs, refused=case.refusal is not None)
            made += 1
            yield case


def _case(
    number: int,
    world: World,
    triples: list[Triple],
    position: str,
    native: ox.Store,
    view: ox.Store,
    rules: tuple[Rule, ...],
) -> Case | None:
    expected = None
    for attempt in range(6):
        made = make_query(world, triples, position, world.rng)
        if made is None:
            continue
        text, draft = made
        try:
            expected = _answer(view, _as_meant(text, draft.meant))
        except (SyntaxError, ValueError):
            continue
        if expected.total() > MOST:
            expected = None
            continue
        if attempt < 5 and (not expected or expected == Counter([False])):
            continue
        break
    if expected is None:
        return None
    pairs = {(kind, place) for term, place in draft.places for kind in world.kinds.get(term, ())}
    case = Case(number, world, position, draft.positions, draft.used, pairs, text, expected=expected)
    try:
        tree, kept = parse_query(text), position == "kept"
        rewritten = rewrite(tree, world.wrapper, expanded=world.expanded, keep_unknown=kept, rules=rules)
        case.native = str(rewritten.tree)
        case.found = _answer(native, case.native)
    except RewriteError as error:
        case.refusal = error.message
    except (SyntaxError, ValueError, AssertionError, RuntimeError) as error:
        case.error = f"{type(error).__name__}: {error}"
    return case


def _as_meant(text: str, meant: dict[str, str]) -> str:
    for element, definition in meant.items():
        text = text.replace(element, definition)
    return text


def _answer(store: ox.Store, text: str) -> Counter[object]:
    both = re.match(r"DESCRIBE (\S+) (<[^<>]*>) WHERE", text)
    if both is not None:
        # What is named is described whatever WHERE finds (section 16.4.1); oxigraph leaves it out.
        parts = (f"DESCRIBE {both[1]} {text[both.end() - 5 :]}", f"DESCRIBE {both[2]}")
        return _answer(store, parts[0]) | _answer(store, parts[1])
    result = store.query(text)
    if isinstance(result, ox.QueryBoolean):
        return Counter([bool(result)])
    if isinstance(result, ox.QueryTriples):
        return Counter({str(triple): 1 for triple in result})
    names = [v.value for v in result.variables]
    return Counter(tuple((n, str(row[n])) for n in sorted(names)) for row in result)


@dataclass
class Tally:
    """What a run has seen."""

    cases: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    empty: int = 0
    wrong: list[Case] = field(default_factory=list)

    def add(self, case: Case) -> None:
        self.cases += 1
        if case.refusal is not None:
            self.refused[case.position] += 1
            self.reasons[re.sub(r"\S*[<?:]\S+", "_", case.refusal)] += 1
        else:
            self.empty += case.empty
        if not case.right:
            self.wrong.append(case)

    @property
    def kept(self) -> int:
        return self.cases - self.refused.total()


def show(case: Case) -> str:
    lines = [f"case {case.number} ({case.position})", case.clean, "-- native", case.native]
    for term in sorted(case.used):
        lines.append(f"   {term}: {case.world.classes.get(term) or case.world.properties.get(term)}")
    if case.refusal:
        lines.append(f"refused: {case.refusal}")
    if case.error:
        lines.append(case.error)
    lines.append(f"missing {list((case.expected - case.found).items())[:4]}")
    lines.append(f"surplus {list((case.found - case.expected).items())[:4]}")
    return "\n".join(lines)


def run(count: int, seed: int, stop: int, counts: Path | None = None) -> bool:
    """One run over every rule, told; whether all is well."""
    tally, coverage = Tally(), Coverage() if counts is None else Coverage.read(counts)
    for case in cases(count, seed, coverage=coverage):
        tally.add(case)
        if counts is not None and tally.cases % 250 == 0:
            coverage.write(counts)  # a run that is stopped has counted, too
        if not case.right:
            print(show(case), end="\n\n", flush=True)
            if len(tally.wrong) >= stop:
                break
    print(f"{tally.cases} cases, {tally.refused.total()} refused, {len(tally.wrong)} wrong, "
          f"{100 * (1 - tally.empty / max(1, tally.kept)):.1f} % of the answers hold something")  # fmt: skip
    print("refused by position:", dict(tally.refused.most_common()))
    for reason, times in tally.reasons.most_common():
        print(f"  {times} times: {reason}")
    wanted = ENOUGH * len(coverage.sound)
    done = sum(min(ENOUGH, coverage.answered[pair]) for pair in coverage.sound)
    print(f"{100 * done / wanted:.1f} % of the {wanted} answers that the pairs need")
    print(f"{len(KINDS)} kinds of mapping x {len(POSITIONS)} positions: {len(coverage.sound)} pairs can be answered, "
          f"{len(coverage.thin)} of them were fewer than 50 times")  # fmt: skip
    for kind, position, times in coverage.thin[:60]:
        print(f"  {kind} in {position}: {times}")
    print(f"{len(refused_pairs())} pairs are refused by design:")
    for (kind, position), why in refused_pairs().items():
        print(f"  {kind} in {position}: {coverage.refused[kind, position]} times ({why})")
    for kind, position, times in coverage.unexpected:
        print(f"  {kind} in {position}: answered {times} times, refused {coverage.refused[kind, position]} times?")
    if counts is not None:
        coverage.write(counts)
        print(f"{coverage.cases} cases with those of the runs before")
    full = coverage.cases >= FULL
    short = full and bool(coverage.thin or coverage.unexpected)
    return not (tally.wrong or tally.empty > 0.2 * tally.kept or short)


def missed(rule: Rule, count: int, seed: int) -> Case | None:
    """The first case that is wrong without a rule; None where the rule is not missed."""
    rest = tuple(other for other in RULES if other is not rule)
    return next((case for case in cases(count, seed, rest) if not case.right), None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=FULL)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", type=int, default=3, help="wrong cases after which to stop")
    parser.add_argument("--counts", type=Path, metavar="FILE", help="go on from the counts of the runs before")
    parser.add_argument("--without-each", action="store_true", help="leave each rule out in turn")
    options = parser.parse_args()
    if not options.without_each:
        return 0 if run(options.cases, options.seed, options.stop, options.counts) else 1
    found = {rule.__name__: missed(rule, options.cases, options.seed) for rule in RULES}
    for name, case in found.items():
        place = "not missed" if case is None else f"missed in case {case.number} ({case.position})"
        print(f"without {name}: {place}")
    return 1 if None in found.values() else 0


if __name__ == "__main__":
    sys.exit(main())

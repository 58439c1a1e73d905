"""Does a rewritten query say what the clean one says? Random wrappers, graphs and queries decide.

    python benchmarks/rewriter_oracle.py --cases 20000

For each case the clean query is asked over the clean view and the rewritten query over the native graph; the answers
must be the same multisets. It fails on a difference, on a refusal where none is due, where fewer than 80 % of the
answers hold something, or, in a full run, where a kind of mapping met a position fewer than 50 times.
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

from rewriter_queries import POSITIONS, make_query
from rewriter_stores import from_ox, native_store, view_store
from rewriter_worlds import World, make_world

from nlkgq.errors import RewriteError
from nlkgq.rewrite.rules import RULES, Rule, rewrite
from nlkgq.sparql import parse_query

QUERIES_A_WORLD = 20
MAY_BE_REFUSED = {"star", "plus", "optional-step", "kept"}
"""What is repeated must be a native path between terms that are written alike, and so must what native triples say; not
every mapping is that."""
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


def cases(count: int, seed: int = 1, rules: tuple[Rule, ...] = RULES) -> Iterator[Case]:
    """``count`` cases that were rewritten or refused; the same ones for the same seed."""
    made = 0
    number = 0
    tally = Tally()
    while made < count:
        rng = random.Random(seed * 1_000_003 + number)
        number += 1
        world = make_world(rng)
        native = native_store(world)
        views = {kept: view_store(world, native, kept=kept) for kept in (False, True)}
        quads = views[True].quads_for_pattern(None, None, None, ox.DefaultGraph())
        triples = sorted(((from_ox(q.subject), from_ox(q.predicate), from_ox(q.object)) for q in quads), key=repr)
        for index in range(QUERIES_A_WORLD):
            if made >= count:
                return
            position = POSITIONS[(number * QUERIES_A_WORLD + index) % len(POSITIONS)]
            if world.user_graphs and rng.random() < 0.08:
                position = "graph"  # which only such worlds have
            view = views[position == "kept"]
            case = _case(made, world, triples, position, rng, native, view, rules, tally.met)
            if case is not None:
                tally.add(case)
                made += 1
                yield case


def _case(number, world, triples, position, rng, native, view, rules, met) -> Case | None:  # type: ignore[no-untyped-def]  # called once, in this file
    expected = None
    for attempt in range(6):
        made = make_query(world, triples, position, rng, met)
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
    case = Case(number, world, position, draft.positions, draft.used, text, expected=expected)
    try:
        case.native = str(
            rewrite(
                parse_query(text), world.wrapper, expanded=world.expanded, keep_unknown=position == "kept", rules=rules
            ).tree
        )
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
    met: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, case: Case) -> None:
        self.cases += 1
        kinds = {kind for term in case.used for kind in case.world.kinds.get(term, ())}
        self.met.update((kind, position) for kind in kinds for position in case.positions if position in POSITIONS)
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=FULL)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stop", type=int, default=3, help="wrong cases after which to stop")
    options = parser.parse_args()
    tally = Tally()
    for case in cases(options.cases, options.seed):
        tally.add(case)
        if tally.wrong and tally.wrong[-1] is case:
            print(show(case), end="\n\n")
            if len(tally.wrong) >= options.stop:
                break
    kinds = sorted({kind for kind, _ in tally.met})
    thin = [(k, p, tally.met[k, p]) for k in kinds for p in POSITIONS if tally.met[k, p] < 50]
    print(f"{tally.cases} cases, {tally.refused.total()} refused, {len(tally.wrong)} wrong, "
          f"{100 * (1 - tally.empty / max(1, tally.kept)):.1f} % of the answers hold something")  # fmt: skip
    print("refused by position:", dict(tally.refused.most_common()))
    for reason, count in tally.reasons.most_common():
        print(f"  {count} times: {reason}")
    print(f"{len(kinds)} kinds of mapping x {len(POSITIONS)} positions, met fewer than 50 times: {len(thin)}")
    for kind, position, count in thin[:60]:
        print(f"  {kind} in {position}: {count}")
    short = bool(thin) and options.cases >= FULL
    return 1 if tally.wrong or tally.empty > 0.2 * tally.kept or short else 0


if __name__ == "__main__":
    sys.exit(main())

"""What a question says once operators are bound: mentions with what is wanted of each, and the plan of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from nlkgq.generation.offline.output_request import OutputRequest
from nlkgq.generation.offline.readings import Chunking, Reading
from nlkgq.generation.offline.tokens import Operand, Operation, Token

Comparison = Literal["=", "!=", ">", ">=", "<", "<=", "between", "contains", "starts", "ends"]

COMPARISONS: dict[str, Comparison] = {
    "greater": ">",
    "at_least": ">=",
    "less": "<",
    "at_most": "<=",
    "after": ">",
    "before": "<",
    "since": ">=",
    "until": "<=",
    "between": "between",
    "contains": "contains",
    "starts": "starts",
    "ends": "ends",
}
AGGREGATES = {"count": "COUNT", "average": "AVG", "sum": "SUM", "maximum": "MAX", "minimum": "MIN"}
NEGATED: dict[Comparison, Comparison] = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """A verb that joins the same two things as another one: ``and``, ``or``, ``but not``."""

    how: str
    text: str
    readings: tuple[Reading, ...]


@dataclass(slots=True, kw_only=True)
class Mention:
    """A term, value or number of the question with what the words around it say.

    Args:
        gap: Words and marks between the mention before and this one, operators included, folded.
        aggregates: SPARQL aggregates to apply, in order.
        projected: Whether the question asks for it.
        group: Whether answers are wanted for each of it.
        order: Direction (``ASC``, ``DESC``) when the answers are ordered by it.
        superlative: ``max`` or ``min`` when only the extreme is wanted; ``most`` and ``least`` count.
        place: Which of the extreme ones is wanted: 1 the first, 2 the second longest.
        negated: Whether a negation stands before it.
        comparison: How a number or text compares with the property it belongs to.
        versus_average: Whether it is compared with its average.
        versus: Start of the mention whose value is compared with its own, and how.
        shared: ``same`` (two subjects share the object) or ``co`` (two objects of one subject).
        possessive: Whether it owns what follows (``Ada's``, ``whose`` before it is in ``gap``).
        clause: Number of the clause it stands in; a relative pronoun opens one.
        itself: Whether one end of the verb is the one asked for (``directed themselves``).
        below: Whether all that is below it in a hierarchy is meant as well.
        kind_of: Whether the thing before it is said to be a kind of it.
        optional: Whether it is told only where there is one (``if any``).
        at_least_once: Whether ``other`` or ``also`` stands with it.
        often: ``most`` or ``least`` when the value is wanted that most or fewest things have.
        stored: Whether it is a number that the graph holds and not one that is counted.
        altogether: Whether the number of all together is wanted.
        operand: Which operand of a computed value it is.
        operands: Of the first operand, the others with the operation before each.
        amount: Whether a number is wanted, as ``how much`` asks for.
        part: ``YEAR`` or ``MONTH`` when not the date is wanted but this part of it.
        told_at: Where the verb starts that tells it, though it has no word; -1 for others.
        carried: Whether it is an operand that belongs to another thing than the result.
        ends: Of the name of a relation, (start of another mention, port): who is at which end.
        apart: Starts of mentions that stand at the other end of a relation.
        either: Of a compared number, (comparison, number) that may hold instead: "before 2000 or after 2012".
        of: Whether ``of`` follows, and tells whose it is.
        of_mean: Whether it tells of which things the mean is that something is compared with.
        universal: Whether all of its things must be as is said, and not one.
        companions: Verbs in a row with it that join the same things.
    """

    number: int
    start: int
    end: int
    text: str
    readings: list[Reading]
    gap: tuple[str, ...] = ()
    value: float | int | None = None
    aggregates: list[str] = field(default_factory=list)
    projected: bool = False
    group: bool = False
    order: str = ""
    superlative: str = ""
    place: int = 1
    negated: bool = False
    comparison: Comparison | None = None
    versus_average: bool = False
    versus: tuple[int, Comparison] | None = None
    shared: str = ""
    possessive: bool = False
    clause: int = 0
    another: bool = False
    distinct: bool = False
    asked: str = ""
    measured: bool = False
    counted: tuple[Comparison, float | int] | None = None
    implicit: bool = False
    bare: bool = False
    operand: Operand | None = None
    operands: tuple[tuple[Operation, int], ...] = ()
    carried: bool = False
    amount: bool = False
    part: str = ""
    told_at: int = -1
    by: bool = False
    itself: bool = False
    stored: bool = False
    altogether: bool = False
    often: str = ""
    below: bool = False
    kind_of: bool = False
    optional: bool = False
    ends: tuple[tuple[int, int], ...] = ()
    apart: frozenset[int] = frozenset()
    of: bool = False
    of_mean: bool = False
    either: tuple[Comparison, float | int] | None = None
    universal: bool = False
    companions: tuple[Companion, ...] = ()


Cuts = dict[tuple[Token, ...], list[Chunking]]
"""Phrases -> the best ways to cut them."""


def is_class(mention: Mention) -> bool:
    """Whether a mention is read as a kind of things."""
    return any(r.kind == "class" for r in mention.readings[:1])


@dataclass(slots=True, kw_only=True)
class Plan:
    """What a question says once operators are bound.

    ``limit`` is the N of "top N" and "N oldest"; ``direction`` an order without a key of its own;
    ``often`` is ``most`` or ``least`` where that is said of no thing; ``universal`` the
    word that says that something is so of all; ``keyed``: values are told with what they are wanted for each of;
    ``mean_ends``: where the words end that name the mean something is compared with, -1 without one;
    ``output``: what the last sentence wants returned; ``far``: over any number of steps; ``unclear``: a word for
    what only the speaker knows; ``misspelt``: words as typed -> as they are read;
    ``tokens``: what it is the plan of; ``cuts``: of phrases of ``output``, shared by the plans of one question.
    """

    mentions: list[Mention]
    form: Literal["SELECT", "ASK"] = "SELECT"
    limit: int | None = None
    direction: str = ""
    by_count: bool = False
    ordered: bool = False
    alphabetical: bool = False
    negations: int = 0
    universal: str = ""
    often: str = ""
    keyed: bool = False
    output: OutputRequest | None = None
    far: bool = False
    unclear: str = ""
    mean_ends: int = -1
    misspelt: dict[str, str] = field(default_factory=dict)
    tokens: Sequence[Token] = ()
    cuts: Cuts = field(default_factory=dict)
    unsupported: list[str] = field(default_factory=list)

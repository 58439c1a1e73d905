"""Questions made of two: shares, differences, ratios and alternatives are two simpler questions and an operation."""

from __future__ import annotations

from nlkgq.generation.offline.alternatives import AUXILIARY, PREPOSITIONS, RELATIVE, alternatives
from nlkgq.generation.offline.comparing import compared_counts
from nlkgq.generation.offline.counted_twice import per_thing, two_counts
from nlkgq.generation.offline.function_words import HAVE, VERBS
from nlkgq.generation.offline.places_without import where_no_other
from nlkgq.generation.offline.question_parts import Composition, Operation, Source
from nlkgq.generation.offline.tokens import in_place_of


def decompose(source: Source) -> list[Composition]:
    """The ways to part a question in two, likeliest first; [] when it is one."""
    for rule in (
        _percent,
        _more,
        _beside,
        _than,
        _difference,
        _ratio,
        two_counts,
        per_thing,
        _except,
        where_no_other,
        _both,
        alternatives,
    ):
        compositions = rule(source)
        if compositions:
            return compositions
    return []


_SHARES: dict[str, Operation] = {
    "percentage": "percent",
    "percent": "percent",
    "share": "share",
    "proportion": "share",
    "fraction": "share",
}
_ARTICLES = frozenset(("the", "a", "an", "our", "all", "my", "their", "its"))
_ASKS_MORE = PREPOSITIONS | frozenset(("each", "every", "per", "has", "have", "had", "whose", "list", "who"))
_EACH = frozenset(("each", "every"))


def _percent(source: Source) -> list[Composition]:
    """``what percentage of suppliers are in Peru``: those among all suppliers."""
    place = source.first(0, source.end, lambda n: source.at(n) in _SHARES and source.at(n + 1) == "of")
    if place is None:
        return []
    start = place + 2
    # "For each port, what percentage ...", "... are red in each port": of each, both
    first = [n for n in range(place) if source.at(n) in _PER and source.at(n + 1) in _EACH][:1]
    each = [n for n in range(first[0], place) if source.at(n) not in _ASKING] if first else []
    if any(n not in each and source.at(n) not in _ASKING for n in range(place)):
        # "in which port is the percentage of ... highest"
        return []
    tail = _each_tail(source, start, source.end)
    boundary, given = _boundary(source, start), source.value_end(start)
    if (boundary is None or boundary >= tail) and start < given < tail:
        # "the percentage of red ships per port"
        whole = source.part(*range(given, source.end), *each, count=True)
    elif boundary is None:
        return []
    else:
        tail = _each_tail(source, boundary, source.end)
        whole = source.part(*range(start, boundary), *range(tail, source.end), *each, count=True)
    some = source.part(*range(start, source.end), *each, count=True)
    operation = _SHARES[source.at(place)]
    return [Composition(operation=operation, first=some, second=whole, trigger=(place, start))]


def _boundary(source: Source, start: int) -> int | None:
    """Where what is said of some begins, behind what they are a part of."""
    boundary = source.first(start + 1, source.end, lambda n: source.at(n) in AUXILIARY)
    pronoun = source.first(start + 1, source.end, lambda n: source.at(n) in RELATIVE)
    if boundary is None or (pronoun is not None and pronoun < boundary):
        boundary = pronoun
    if boundary is not None:
        return boundary
    return source.first(
        start + 1,
        source.end,
        lambda n: source.at(n) in PREPOSITIONS | VERBS or source.is_verb(n) or source.measures(n),
    )


def _each_tail(source: Source, start: int, end: int) -> int:
    """Where ``in each port``, ``per port`` starts; the end without it."""
    tail = source.first(
        start, end, lambda n: source.at(n) == "per" or (source.at(n) in _PER and source.at(n + 1) in _EACH)
    )
    return end if tail is None else tail


_PER = frozenset(("for", "of", "in", "per", "by"))
_ASKING = frozenset(
    (
        *(",", "what", "which", "is", "was", "are", "the", "a", "give", "show", "list", "me", "tell"),
        *("compute", "find"),
        *("calculate", "return", "state", "report", "determine", "please", "and", "of", "in", "whats", "'s", "as"),
    )
)


def _more(source: Source) -> list[Composition]:
    """``how many more films were made in Peru than in Chile``."""
    start = source.first(0, source.end, lambda n: [source.at(n + k) for k in range(3)] == ["how", "many", "more"])
    if start is None:
        return []
    than = source.first(start + 3, source.end, lambda n: source.at(n) == "than")
    if than is None or than + 1 >= source.end:
        return []
    left, right = range(start + 3, than), range(than + 1, source.end)
    other = _instead(source, left, right)
    first = source.part(*left, count=True)
    second = source.part(*other, count=True)
    return [Composition(operation="difference", first=first, second=second, trigger=(start, start + 3))]


def _than(source: Source) -> list[Composition]:
    """``has X made more films than Y``: whether one count is the larger one."""
    places = compared_counts(source.tokens, source.languages)
    if places is None or source.at(0) not in AUXILIARY:
        return []
    more, than = places
    operation: Operation = ">" if source.at(more) == "more" else "<"
    noun, rest = range(more + 1, than), range(1, more)
    if source.at(than + 1) in PREPOSITIONS:
        # "more films in 2011 than in 2010"
        other = _instead(source, noun, range(than + 1, source.end))
        if source.at(than + 1) not in source.words[more + 1 : than]:
            return []
        parts = (*noun, 0, *rest), (*other, 0, *rest)
    else:
        right, end = _compared(source, than + 1)
        owners = [(s, e) for s, e in source.values if s > 0 and e <= more]
        if end == right or not owners or any(source.at(n) not in AUXILIARY for n in range(end, source.end)):
            return []
        start, stop = owners[0]
        parts = (*noun, 0, *rest), (*noun, 0, *range(1, start), *range(right, end), *range(stop, more))
    first, second = (source.part(*part, count=True) for part in parts)
    return [Composition(operation=operation, first=first, second=second, trigger=(more, more + 1))]


def _compared(source: Source, start: int) -> tuple[int, int]:
    """Where the value starts and ends that is compared with: ``than Y``, ``than the ship Y``."""
    if source.value_end(start) == start and source.at(start) in _ARTICLES:
        start = next((n for n in range(start + 1, start + 3) if source.value_end(n) > n), start)
    return start, source.value_end(start)


def _instead(source: Source, left: range, right: range) -> list[int]:
    """The tokens of ``left`` with what stands in ``right`` in place of what it corresponds to."""
    head = source.at(right[0])
    if head in PREPOSITIONS | AUXILIARY | RELATIVE:
        same = source.last(left.start, left.stop, lambda n: source.at(n) == head)
        same = same if same is not None else source.last(left.start, left.stop, lambda n: source.at(n) in PREPOSITIONS)
        if same is not None:
            return [*range(left.start, same), *right]
    values = [(s, e) for s, e in source.values if left.start < s and e <= left.stop]
    if values and source.value_end(right[0]) > right[0]:
        s, e = max(values)
        return [*range(left.start, s), *right, *range(e, left.stop)]
    return list(right)


def _difference(source: Source) -> list[Composition]:
    """``the difference between the longest and the shortest runtime``, ``between the budget of A and B``."""
    place = source.first(0, source.end, lambda n: source.at(n) == "difference")
    if place is None:
        return []
    between = source.first(place + 1, source.end, lambda n: source.at(n) == "between")
    if between is None:
        return []
    noun = range(place + 2, between)
    if between == place + 1 and source.at(place - 1) not in _ARTICLES | _ASKING | {""}:
        # "the age difference between A and B"
        noun = range(place - 1, place)
    return _pairs(source, "difference", between + 1, source.end, (place, place + 1), noun=noun)


def _ratio(source: Source) -> list[Composition]:
    """``the ratio of A to B for each C``, ``A divided by B``."""
    place = source.first(0, source.end, lambda n: source.at(n) == "ratio" and source.at(n + 1) in ("of", "between"))
    if place is not None:
        return _pairs(source, "ratio", place + 2, source.end, (place, place + 2), joins=("to", "and"))
    place = source.first(0, source.end, lambda n: source.at(n) == "divided" and source.at(n + 1) == "by")
    if place is None:
        return []
    defined = source.last(0, place, lambda n: source.at(n) in ("is", "are") and n + 1 < place)
    start = 0 if defined is None else defined + 1
    if source.first(0, start, lambda n: source.at(n) in _ASKS_MORE) is not None:
        # "which agent has the highest ratio, where ratio is ...": not only the ratio is asked for.
        return []
    return _pairs(source, "ratio", start, source.end, (place, place + 2), at=place, width=2)


def _pairs(
    source: Source,
    operation: Operation,
    start: int,
    end: int,
    trigger: tuple[int, int],
    *,
    noun: range = range(0),
    joins: tuple[str, ...] = ("and",),
    at: int | None = None,
    width: int = 1,
) -> list[Composition]:
    """Two phrases around a joining word, what both have in common given to each."""
    join = at if at is not None else source.first(start, end, lambda n: source.at(n) in joins)
    if join is None or join + width >= end:
        return []
    left, right = list(range(start, join)), list(range(join + width, end))
    tail = source.first(right[0] + 1, end, lambda n: source.at(n) == "by")
    shared = list(range(min(_each_tail(source, right[0] + 1, end), end if tail is None else tail), end))
    right = [n for n in right if n not in shared]
    while left and source.at(left[0]) in _ARTICLES:
        left = left[1:]
    bare = [n for n in right if source.at(n) not in _ARTICLES]
    if left and bare and source.is_extreme(left) == len(left) and (length := source.is_extreme(bare)):
        # "the longest and the shortest runtime"
        left += bare[length:]
        if noun:
            # "the difference in age between the oldest and the youngest pupil"
            word = in_place_of(source.tokens[bare[0]], "of")
            first, second = (source.part(*noun, word, *side, *shared) for side in (left, bare))
            return [Composition(operation=operation, first=first, second=second, trigger=trigger)]
    elif bare and source.value_end(bare[0]) == bare[-1] + 1:
        values = [(s, e) for s, e in source.values if left and left[0] <= s and e <= left[-1] + 1]
        if values and noun:
            # "the difference in budget between A and B"
            of = [n for n in range(source.end) if source.at(n) in ("of", "between")][:1]
            left, right = [*noun, *of, *left], [*noun, *of, *right]
        elif values:
            s, e = max(values)
            right = [*range(left[0], s), *bare, *range(e, left[-1] + 1)]
    elif not shared and "of" in (source.at(n) for n in right) and "of" not in (source.at(n) for n in left):
        first_of = next(n for n in right if source.at(n) == "of")
        left += [n for n in right if n >= first_of]
    first, second = source.part(*left, *shared), source.part(*right, *shared)
    return [Composition(operation=operation, first=first, second=second, trigger=trigger)]


def _beside(source: Source) -> list[Composition]:
    """``how many tools does X vend compared to Y``: both numbers."""
    place = source.first(2, source.end, lambda n: source.at(n) == "compared" and source.at(n + 1) in ("to", "with"))
    if place is None or source.words[:2] != ["how", "many"]:
        return []
    other, stop = _compared(source, place + 2)
    values = [(s, e) for s, e in source.values if e <= place]
    if stop == other or stop < source.end or not values:
        return []
    start, end = max(values, key=lambda span: span[1] - span[0])
    first = source.part(*range(place))
    second = source.part(*range(start), *range(other, stop), *range(end, place))
    return [Composition(operation="pair", first=first, second=second, trigger=(place, place + 2))]


def _except(source: Source) -> list[Composition]:
    """``sailors who serve on X but not on Y``: those of the one, without those of the other."""
    for start, end in source.values:
        if source.at(end) not in ("but", "and") or source.at(end + 1) not in ("not", "no"):
            continue
        other = end + 2
        while source.at(other) in PREPOSITIONS | _ARTICLES:
            other += 1
        stop = source.value_end(other)
        if stop == other:
            # "but not the ship Y"
            stop = source.value_end(other + 1)
            other += 1 if source.at(other) == source.at(start - 1) else 0
        # "in May 2021 but not in June 2022"
        begin = next((s for s, e in source.values if e == start), start)
        stop = max(source.value_end(stop), stop) if begin < start else stop
        if all(e != stop or e == end for _, e in source.values) or source.at(stop) in ("and", "or", "nor", "but", ","):
            continue
        first = source.part(*range(end), *range(stop, source.end))
        second = source.part(*range(begin), *range(other, stop), *range(stop, source.end))
        return [Composition(operation="except", first=first, second=second, trigger=(end, end + 2))]
    return []


def _both(source: Source) -> list[Composition]:
    """``flags that have both a ship longer than 90 and one shorter than 50``: what the answers to two have in common.

    Likewise of ``a ship ... and a ship ...`` and of comparisons that one thing cannot stand, ``before 1990 and after``.
    """
    place = source.first(0, source.end, lambda n: source.at(n) == "both")
    if place is not None:
        joint = source.first(place + 2, source.end - 1, lambda n: source.at(n) == "and")
        return [] if joint is None else [_common(source, place, place + 1, joint)]
    found = []
    for joint in (n for n in range(2, source.end - 1) if source.at(n) == "and" and not source.inside(n)):
        head = source.at(joint + 1)
        if head in ("a", "an"):
            start = _article_of_same(source, joint)
        elif head in _COMPARED:
            start = source.last(1, joint, lambda n: source.at(n) in _COMPARED)
        else:
            start = _same_again(source, joint)
        if start is not None:
            found.append(_common(source, start, start, joint))
    return found


def _article_of_same(source: Source, joint: int) -> int | None:
    """The ``a`` before ``and`` of the noun that follows, in ``a ship and a ship``, ``a red ship and a blue ship``."""
    values = [s for s, e in source.values if e == joint and source.at(s - 1) in ("a", "an")]
    if values and source.value_end(joint + 2) > joint + 2:
        # "a red and a blue ship"
        return values[-1] - 1
    for far in (2, 3):
        same = [n for n in range(1, joint - far + 2) if source.at(n) in ("a", "an")]
        same = [n for n in same if source.at(n + far - 1) == source.at(joint + far) != ""]
        if same and not PREPOSITIONS.intersection(source.words[joint + 2 : joint + far + 1]):
            return same[-1]
    return None


def _same_again(source: Source, joint: int) -> int | None:
    """What one has before ``and`` of the noun that follows, in ``have ships with a mast and ships without a mast``."""
    noun = source.at(joint + 1)
    had = [n + 1 for n in range(1, joint - 1) if source.at(n) in HAVE and noun in source.words[n + 1 : n + 3]]
    return had[-1] if had and source.at(joint + 2) in PREPOSITIONS | RELATIVE else None


_COMPARED = frozenset(("before", "after", "over", "under", "above", "below"))


def _common(source: Source, start: int, left: int, joint: int) -> Composition:
    """The questions of what stands before and after ``and``, with what stands around both."""
    right = list(range(joint + 1, source.end))
    one = list(range(left, joint))
    tail = source.first(joint + 2, source.end, lambda n: source.at(n) in AUXILIARY)
    start_of = [n + (source.at(n) in ("a", "an")) for n in (left, joint + 1)]
    begun = source.value_end(start_of[1])
    if source.value_end(start_of[0]) == joint and begun > start_of[1]:
        # "both Danish and Swedish ships", "both a Danish and a Swedish ship"
        one += range(begun, source.end)
    elif tail is not None and not RELATIVE.intersection(source.words[joint + 1 : tail]):
        one += range(tail, source.end)
    if source.at(right[0]) in ("those", "one", "ones"):
        noun = source.first(left + 1, joint, lambda n: source.is_verb(n) or source.at(n) in PREPOSITIONS | RELATIVE)
        right = [*range(left, noun), *right[1:]] if noun is not None else right
    before = range(start)
    return Composition(
        operation="and",
        first=source.part(*before, *one),
        second=source.part(*before, *right),
        trigger=(start, left) if left > start else (joint, joint + 1),
    )

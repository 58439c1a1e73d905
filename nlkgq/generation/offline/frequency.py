"""How often: ``more than once``, ``at least twice``, ``most often``."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.mentions import Comparison, Mention, Plan, is_class
from nlkgq.generation.offline.readings import Chunk
from nlkgq.generation.offline.tokens import Token, number_of

TIMES = "times"
_WORDS = {"once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2}
_BOUNDS = frozenset(("than", "least", "most", "exactly", "only", "just"))
_OFTEN = ("often", "frequently", "commonly", "common", "frequent", "commonest", "rarest")
_GAIN = 1.0


def times_arcs(start: int, tokens: Sequence[Token]) -> list[tuple[int, float, Chunk]]:
    """(end, gain, chunk) for ``twice`` and ``three times``."""
    number, end = _WORDS.get(tokens[start].folded), start + 1
    if number is None and start + 1 < len(tokens) and tokens[start + 1].folded == "times":
        counted = number_of(tokens[start])
        number, end = (counted, start + 2) if isinstance(counted, int) else (None, end)
    bounded = bool(start) and tokens[start - 1].folded in _BOUNDS
    if number is None or tokens[start].text[:1].isupper() or (number == 1 and not bounded):
        # "the film Once", "each once"
        return []
    text = " ".join(t.text for t in tokens[start:end])
    return [(end, _GAIN * (end - start), Chunk(start=start, end=end, text=text, operator=TIMES, number=number))]


def count_times(plan: Plan, number: int, comparison: Comparison | None) -> bool:
    """Counts, in place, what was done so often; False where nothing was."""
    verb = _does_often(plan.mentions)
    if verb is not None:
        verb.counted = (comparison or "=", number)
        return True
    done = [m for m in plan.mentions if not m.projected and m.counted is None and is_class(m)]
    if not done:
        return False
    done[-1].counted = (comparison or "=", number)
    done[-1].readings = [r for r in done[-1].readings if r.kind == "class"]
    return True


def _does_often(mentions: Sequence[Mention]) -> Mention | None:
    """``sailors who sailed more than once``: the verb of which the other end is counted; None where none ends so."""
    if len(mentions) < 2 or mentions[-1].counted is not None or mentions[-1].projected:
        return None
    verb = mentions[-1].readings[0] if mentions[-1].readings else None
    does = verb is not None and verb.kind == "property" and bool(verb.object) and not verb.noun
    return mentions[-1] if does else None


def says_often(chunk: Chunk) -> bool:
    """Whether ``most`` is said of how often something is so."""
    return chunk.text.lower().endswith(_OFTEN)


def most_often(plan: Plan) -> None:
    """``which flag is the most common among ships``, ``which fault occurs most often``: what is counted, in place."""
    if not plan.often:
        return
    things = [m for m in plan.mentions if not (m.projected or m.group or m.negated or m.counted) and is_class(m)]
    asked = [m for m in plan.mentions if m.projected and not m.aggregates]
    if things:
        things[-1].superlative = plan.often
    elif len(asked) == 1 and any(r.kind == "property" and not r.object for r in asked[0].readings[:1]):
        asked[0].often = plan.often
    else:
        plan.unsupported.append("most often")

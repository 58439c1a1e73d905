"""Which of some things that are named: ``which is longer, A or B``, ``which of A and B was launched first``."""

from __future__ import annotations

from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.readings import Reading
from nlkgq.generation.offline.vocabulary import Vocabulary

_ORDINALS = ("first", "last")


def choose(plan: Plan, vocabulary: Vocabulary) -> None:
    """Asks, in place, for those of the named things that are extreme.

    A comparison without a number between named things wants the extreme, too.
    """
    measured = [m for m in plan.mentions if m.measured and m.comparison and not m.versus_average]
    # "longer than A and B": that is no choice between them
    several = [m for m in plan.mentions if any(len(r.terms) > 1 for r in m.readings[:1]) and "than" not in m.gap]
    alone = len(measured) == 1 and not any(m.value is not None for m in plan.mentions)
    chosen = [m for m in several if _is_choice(m, plan)]
    if len(chosen) == 1 and plan.form == "SELECT":
        extremes = [m.superlative for m in plan.mentions if m.superlative]
        dated = extremes in (["first"], ["last"]) and _dates(plan, chosen[0], vocabulary)
        if alone:
            _make_extreme(measured[0])
        if alone or dated or extremes in (["most"], ["least"], ["max"], ["min"]):
            _ask_only(plan, chosen[0])
            return
    if alone and several:
        _make_extreme(measured[0])
        if not any(m.projected for m in plan.mentions):
            several[0].projected = True


def _is_choice(mention: Mention, plan: Plan) -> bool:
    """``..., A or B``, ``which of A and B``: not what restricts something else, as "films by A or B" do."""
    leading = mention.readings[0]
    if leading.kind != "entity" and not (leading.kind == "value" and is_naming(leading.iri)):
        return False
    if mention is plan.mentions[0]:
        return mention.gap[-1:] in (("of",), ("von",))
    either = {"or", "oder"} & set(mention.text.lower().split())
    return bool(either) and "," in mention.gap


def _make_extreme(measured: Mention) -> None:
    measured.superlative = "max" if measured.comparison == ">" else "min"
    measured.comparison = None


def _dates(plan: Plan, chosen: Mention, vocabulary: Vocabulary) -> bool:
    """Makes the verb before ``first`` or ``last`` tell when it was; False where there is no such date, or several."""
    extreme = next(m for m in plan.mentions if m.superlative in _ORDINALS)
    schema = vocabulary.schema
    verb = next((m for m in plan.mentions if any(r.kind == "property" and not r.noun for r in m.readings[:1])), None)
    if verb is None:
        return False
    own = [r for r in verb.readings if r.kind == "property" and schema.tells_when(r.iri)]
    dates = own or [r for r in vocabulary.asked_for("when") if r.subject & chosen.readings[0].subject]
    if not own and len({r.iri for r in dates}) != 1:
        return False
    ordinal, extreme.superlative = extreme.superlative, ""
    verb.readings, verb.superlative = dates, ordinal
    return True


def _ask_only(plan: Plan, chosen: Mention) -> None:
    """Drops the word for what kind of thing is asked for: the things are named."""
    first = plan.mentions[0]
    subject = chosen.readings[0].subject
    kind = first is not chosen and any(_denotes(r) & subject for r in first.readings[:1])
    plan.mentions[:] = [m for m in plan.mentions if m.asked != "who" and not (kind and m is first)]
    for m in plan.mentions:
        m.projected = m is chosen


def _denotes(reading: Reading) -> int:
    """The classes of what a noun stands for; 0 for other words."""
    if reading.kind == "class":
        return reading.subject
    return reading.object if reading.kind == "property" and reading.noun else 0

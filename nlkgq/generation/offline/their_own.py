"""``which pupils own a dog, and what are their ages``: whose ages these are, the pupils' or the dogs'."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.mentions import Mention, Plan
from nlkgq.generation.offline.readings import Reading

_THEIR = frozenset(("their",))
_ITS = frozenset(("its", "his", "her"))
_ASKED = frozenset(("what", "which"))
_ALONG = frozenset(("and", ",", "with", "along", "together", "as", "well", "plus", "including"))
_LISTED = frozenset(("and", ",", "the"))
_AS_GOOD = 0.8


def tell_of_the_asked(plan: Plan) -> None:
    """Tells values after a pronoun of what is asked for, where that has them and is meant by its number; in place."""
    asked = plan.mentions[0] if plan.mentions else None
    thing = asked.readings[0] if asked is not None and asked.readings else None
    if asked is None or thing is None or thing.kind != "class" or not asked.projected or thing.subject == ANYTHING:
        return
    plural, others = _is_plural(asked), _THEIR | _ITS
    for place, mention in enumerate(plan.mentions[1:], start=1):
        between, gap = plan.mentions[1:place], set(mention.gap)
        # "which pupil has the most dogs, and what is their age"
        pronouns = _THEIR if plural else others if "is" in gap else _ITS
        if not pronouns & gap or not any(_may_have(m) for m in between):
            continue
        again = bool(_ASKED & gap)
        along = mention.gap[:1] != () and mention.gap[0] in _ALONG
        if not (again or (along and not any(_is_plural(m) for m in between))):
            continue
        for value in plan.mentions[place:]:
            listed = value is mention or (_LISTED.issuperset(value.gap) and not others.intersection(value.gap))
            own = _own(value, thing) if listed and value.projected else []
            if not own:
                return
            value.readings = own
        return


def _own(value: Mention, thing: Reading) -> list[Reading]:
    """The readings of a value that things of a kind have themselves, unless others are much better ones."""
    told = [r for r in value.readings if r.kind == "property" and not r.object]
    own = [r for r in told if r.subject & thing.subject and r.subject != ANYTHING]
    return own if own and own[0].score >= _AS_GOOD * value.readings[0].score else []


def _may_have(mention: Mention) -> bool:
    """Whether a mention may be of things that have values themselves."""
    return any(r.kind in ("class", "value", "entity") or r.object for r in mention.readings[:1])


def _is_plural(mention: Mention) -> bool:
    word = mention.text.lower()
    return word.endswith("s") and not word.endswith("ss") and any(r.kind == "class" for r in mention.readings[:1])

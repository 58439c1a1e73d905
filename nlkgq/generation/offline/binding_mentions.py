"""Binds the operators that wait to the mention that comes next, and decides whether it is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from nlkgq.generation.offline.attributes import is_value_of, pass_group_on
from nlkgq.generation.offline.averages import against_average
from nlkgq.generation.offline.bearers import names_bearer
from nlkgq.generation.offline.counted_things import count_things
from nlkgq.generation.offline.denied_verbs import denies_verb, is_restricted
from nlkgq.generation.offline.determined import as_noun, is_qualified
from nlkgq.generation.offline.doing import acts_on_next, is_done_by
from nlkgq.generation.offline.formulas import is_operand
from nlkgq.generation.offline.function_words import DO
from nlkgq.generation.offline.keys import is_keyed, keyed, limits
from nlkgq.generation.offline.listing import is_parallel
from nlkgq.generation.offline.measured_values import is_higher_one, measured_by, worth_of
from nlkgq.generation.offline.mentions import COMPARISONS, Comparison, Mention, Plan
from nlkgq.generation.offline.pending import Pending, is_along, is_told_itself, is_within
from nlkgq.generation.offline.prepositions import by_preposition
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.stated_units import tells_unit
from nlkgq.generation.offline.texts_within import hold_within
from nlkgq.generation.offline.tokens import Token, joined
from nlkgq.generation.offline.topics import TOPIC
from nlkgq.generation.offline.vocabulary import Vocabulary


class MentionBinder:
    """The state of the walk from left to right, and what a mention takes from it."""

    def __init__(self, chunks: Sequence[Chunk], tokens: Sequence[Token], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.chunks = chunks
        self.tokens = tokens
        self.plan = Plan(mentions=[])
        self.pending = Pending()
        self.expect = True
        self.clause = 0
        self.opened = False
        self.ordering = False
        self.grouping = False
        self.asked_anything = False
        self.topping = False
        self.topped: Mention | None = None
        self.denied_first = False
        self.leaving_out = False
        self.sorting = False

    @property
    def last(self) -> Mention | None:
        """The mention before, None at the start."""
        return self.plan.mentions[-1] if self.plan.mentions else None

    def _gap(self, start: int) -> tuple[str, ...]:
        begin = self.last.end if self.last else 0
        return tuple(t.folded for t in self.tokens[begin:start])

    def chunk_after(self, end: int) -> Chunk | None:
        """The first chunk that starts at or after a token."""
        return next((c for c in self.chunks if c.start >= end), None)

    def _mention(self, place: int, chunk: Chunk) -> None:
        told = limits(self.plan, chunk, self.chunks[place + 1 : place + 2])
        told = told or tells_unit(self.plan.mentions, chunk, self.tokens, self.vocabulary)
        if told or self._qualifies(place, chunk):
            return
        within = is_within(self.chunks, place, self.tokens)
        mention = self._add(chunk, [r for r in chunk.readings if r.kind == "text"] if within else chunk.readings)
        indefinite = mention.gap[-1:] in (("a",), ("an",)) and self.tokens[chunk.start].operand is None
        if indefinite and any(r.kind == "class" and not self._is_worth(r) for r in mention.readings[:1]):
            # "published a paper": a thing, not the word for a property of another one
            mention.readings = [r for r in mention.readings if r.kind != "property"]
        mention.readings = as_noun(
            mention.readings, mention.gap, mention.start, qualified=is_qualified(self.plan.mentions)
        )
        count_things(self.plan, mention, self.vocabulary, only=bool(self.pending.only))
        pending = self.pending
        listed = pending.comparison is not None and not chunk.degree
        numeric = chunk.number is not None or (listed and any(r.kind == "number" for r in chunk.readings))
        mention.value = chunk.number
        if numeric and pending.comparison is not None and is_keyed(self.plan, mention):
            # "higher than that of policy 12": no number that a value is compared with
            self.plan.unsupported.append(chunk.text)
        if numeric or any(r.kind == "text" for r in chunk.readings):
            mention.comparison = pending.comparison or ("contains" if within else self._measure(chunk))
            pending.comparison = None
            if mention.comparison is not None and numeric:
                mention.readings = [r for r in mention.readings if r.kind == "number"]
        elif pending.comparison is not None and any(r.terms for r in chunk.readings[:1]):
            mention.comparison, pending.comparison = pending.comparison, None
        hold_within(mention, self.plan.mentions)
        if chunk.number is not None:
            keyed(self.plan, mention, self.vocabulary.schema)
        if chunk.direction == TOPIC:
            mention.comparison = "contains"
        if chunk.degree:
            self._measured(mention, chunk)
        self._deny(mention)
        if pending.shared == "co" and mention.readings and any(r.kind == "class" for r in mention.readings[:1]):
            # What somebody is together with others, he is of something.
            mention.readings = [r for r in mention.readings if r.kind == "property" and r.object]
        mention.shared, pending.shared = pending.shared, ""
        mention.kind_of, pending.kind_of = pending.kind_of, False
        mention.optional = pending.optional
        mention.another, pending.another = pending.another or self._goes_on(mention), False
        by_preposition(mention, self.vocabulary)
        mention.possessive = self.tokens[chunk.end - 1].possessive
        if numeric:
            self.pending.only = ""
            return
        if is_operand(mention, self.tokens, self.plan, self.vocabulary) or self._is_attribute(place, mention):
            return
        self._aggregate(mention)
        self._project(mention)
        self._restrict(mention)

    def _is_worth(self, reading: Reading) -> bool:
        """Whether the things of a class are only amounts: ``a price below 9`` is a value."""
        return self.vocabulary.schema.amounts.worth(reading.subject) is not None

    def _restrict(self, mention: Mention) -> None:
        """``only the names`` and ``only one product`` say nothing more; ``only made in Norway`` is another question."""
        if self.pending.only and not (mention.projected or mention.counted or mention.comparison):
            self.plan.unsupported.append(self.pending.only)
        self.pending.only = ""

    def _deny(self, mention: Mention) -> None:
        """What waits to be denied is this mention, or the verb before it."""
        thing = self.leaving_out and any(r.kind != "value" for r in mention.readings[:1])
        if thing and is_restricted(mention, self.chunk_after(mention.end), self.tokens):
            # "leaving aside ships of the type X": not all ships
            return
        denied, self.pending.negated = self.pending.negated, False
        before = self.plan.mentions[-2] if len(self.plan.mentions) > 1 else None
        if denied and before is not None and denies_verb(before, mention):
            before.negated = True
        else:
            mention.negated = denied

    def _is_attribute(self, place: int, mention: Mention) -> bool:
        """``official`` of "official languages", ``dog`` of "dog pets": what is told of the noun that follows."""
        following = self.chunks[place + 1] if place + 1 < len(self.chunks) else None
        leading = mention.readings[0] if mention.readings else None
        if leading is None or following is None or not joined(self.tokens[mention.end : following.start]):
            return False
        if following.start > mention.end:
            # "the number of prize-winning songs": the songs are counted
            heads = [c for c in self.chunks[place + 2 : place + 3] if joined(self.tokens[following.end : c.start])]
            return leading.kind == "class" and any(r.kind == "class" for c in heads for r in c.readings[:1])
        if leading.kind == "value":
            return bool(self.pending.aggregates) and any(r.kind == "class" for r in following.readings[:1])
        if leading.kind != "property":
            return False
        number = self.plan.mentions[-2] if len(self.plan.mentions) > 1 else None
        if number is not None and number.value is not None and not mention.gap and number.gap[-1:] != ("than",):
            # "how many 3 tesla images"
            return not leading.object and any(r.kind == "class" for r in following.readings[:1])
        return self.vocabulary.schema.is_boolean(leading.iri) and bool(following.readings)

    def _goes_on(self, mention: Mention) -> bool:
        """``also publish a paper``, ``published with the author``: the thing after the verb is another one."""
        before = self.plan.mentions[-2] if len(self.plan.mentions) > 1 else None
        if before is not None and "with" in mention.gap and {"with", "together", "the", "an", "a"} >= set(mention.gap):
            person = any(r.kind == "property" and r.noun and r.object for r in mention.readings[:1])
            told = [r for r in before.readings[:1] if r.kind == "property" and not r.noun]
            named = {m.readings[0].kind for m in self.plan.mentions[:-2] if m.readings}
            return person and bool(told) and bool({"value", "entity"} & named)
        verb = (
            before is not None
            and before.another
            and any(r.kind == "property" and not r.noun for r in before.readings[:1])
        )
        return verb and {"a", "an", "any"} >= set(mention.gap) and any(r.kind == "class" for r in mention.readings[:1])

    def _qualifies(self, place: int, chunk: Chunk) -> bool:
        """``lowest score``, ``greater weight``: the adjective acts on the property that follows it."""
        following = self.chunks[place + 1] if place + 1 < len(self.chunks) else None
        if not chunk.degree or following is None or following.start != chunk.end:
            return False
        asked = any(m.projected for m in self.plan.mentions)
        if following.operator in ("average", "sum") and chunk.degree == "superlative" and asked:
            # "the highest average price"
            self.pending.superlative = chunk.direction
            return True
        if following.operator or not following.readings:
            return False
        values = measured_by(chunk, following, self.vocabulary.schema)
        if following.readings[0].kind == "class":
            values = worth_of(chunk, following, self.vocabulary)
        leading = values[0] if values else None
        if leading is None or following.degree or following.readings[0].kind not in ("class", "property"):
            return False
        if not leading.noun and not (chunk.text.lower().endswith("recently") and chunk.degree == "superlative"):
            return False
        if chunk.degree == "superlative" or is_higher_one(chunk, self.tokens):
            same = [r for r in chunk.readings if r.iri == leading.iri]
            self.pending.superlative = same[0].how if same else chunk.direction
        else:
            self.pending.comparison = ">" if chunk.direction == "max" else "<"
        # Only what has a value can be high or low.
        following.readings = values
        return True

    def _measure(self, chunk: Chunk) -> Comparison | None:
        """``older than 20``: the comparison stands on the adjective before the number."""
        last = self.plan.mentions[-2] if len(self.plan.mentions) > 1 else None
        if last is None or not last.measured or last.comparison is None or chunk.number is None:
            return None
        found, last.comparison = last.comparison, None
        return found

    def _add(self, chunk: Chunk, readings: list[Reading]) -> Mention:
        mention = Mention(
            number=len(self.plan.mentions),
            start=chunk.start,
            end=chunk.end,
            text=chunk.text,
            readings=list(readings),
            gap=self._gap(chunk.start),
            clause=self.clause,
            of=any(t.folded in ("of", "von") for t in self.tokens[chunk.end : chunk.end + 1]),
        )
        self.plan.mentions.append(mention)
        return mention

    def _measured(self, mention: Mention, chunk: Chunk) -> None:
        mention.measured = True
        if not chunk.readings:
            self.plan.unsupported.append(chunk.text)
        if chunk.degree == "superlative":
            mention.superlative = chunk.direction
        else:
            mention.comparison = ">" if chunk.direction == "max" else "<"

    def _aggregate(self, mention: Mention) -> None:
        pending = self.pending
        if pending.superlative:
            mention.superlative, pending.superlative = pending.superlative, ""
        if mention.superlative:
            self.topped = mention if self.topping else None
            self.topping = False
            mention.place, pending.place = pending.place, 1
        if pending.group:
            mention.group, pending.group = True, False
            mention.by = self.grouping
        if pending.distinct:
            mention.distinct, pending.distinct = True, False
        if "AVG" in pending.aggregates and against_average(self.plan, mention, pending, self.vocabulary.schema):
            pending.aggregates.clear()
        if pending.aggregates:
            if pending.comparison is not None and "AVG" in pending.aggregates:
                mention.versus_average, self.plan.mean_ends = True, mention.end
                mention.comparison, pending.comparison = pending.comparison, None
            else:
                mention.aggregates = list(pending.aggregates)
            pending.aggregates.clear()

    def _project(self, mention: Mention) -> None:
        if mention.number < 0:
            return
        # "the average spending" is no verb
        verb = mention.readings[:1] != [] and not mention.readings[0].noun and not _TOTALS & set(mention.aggregates)
        if mention.superlative and (mention.aggregates or verb):
            return
        keyed = self.plan.alphabetical or any(m.order for m in self.plan.mentions)
        if self.ordering and "with" in mention.gap and keyed:
            # "in order of age, with the name", "alphabetically, with their ages"
            self.ordering, self.expect, self.opened = False, True, False
        if self.ordering:
            told = "with" in mention.gap and not any(m.order for m in self.plan.mentions)
            dated = any(self.vocabulary.schema.tells_when(r.iri) for r in mention.readings[:1])
            if told and dated and self.plan.direction:
                # "from newest to oldest with the year": the year tells the order, and is told.
                mention.projected = True
                return
            mention.order = "ASC" if "then" in mention.gap else self.plan.direction or "ASC"
            return
        if mention.measured or mention.versus_average:
            self.opened = self.opened or mention.measured is False
            return
        named = any(r.kind in ("class", "property") or names_bearer(mention, r) for r in mention.readings[:1])
        last = self.plan.mentions[-2] if len(self.plan.mentions) > 1 else None
        gap = mention.gap
        joined = bool({",", "and", "und", "well", "sowie"}.intersection(gap)) and not DO.intersection(gap)
        if mention.counted is not None and not mention.bare:
            self.expect = False
            return
        if mention.group:
            self.expect = self.expect and not is_told_itself(mention, self.chunks, self.tokens)
            return
        owner = last is not None and (last.by or (last.group and is_value_of(last, mention)))
        if last is not None and owner and not gap and named and mention.readings[0].noun:
            pass_group_on(last, mention)
            return
        again = last is not None and last.group and gap in _AND and not verb and self._counts()
        if (self.grouping or (again and not mention.aggregates)) and named and joined:
            if mention.aggregates:
                # "by policy and number of claims"
                mention.projected = True
                return
            # "for each task and field strength"
            mention.group, mention.by = True, self.grouping
            return
        if self.expect and named and not (verb and not self.asked_anything):
            mention.projected = True
            mention.implicit = not self.asked_anything
            self.expect = False
            self.opened = False
        elif (not verb and mention.superlative not in ("most", "least")) and (
            (named and joined and last is not None and not self.opened)
            or (named and last is not None and is_along(gap))
            or (named and joined and (set(gap) & _ANNOUNCES or mention.aggregates or mention.another))
            or (mention.aggregates and not self.opened)
            or is_parallel(mention, self.plan, self.tokens)
        ):
            mention.projected = True
            # "how many dogs belong to students"
            self.expect = self.expect and not (mention.aggregates and not named)
        if not named or not (joined or mention.projected):
            self.opened = self.opened or not named
        if last is not None and last.projected and not gap and named and not mention.group:
            self._compound(last, mention)

    def _counts(self) -> bool:
        """Whether something is counted or added up, or nothing else stands before."""
        return len(self.plan.mentions) == 2 or any(m.aggregates for m in self.plan.mentions)

    def _compound(self, owner: Mention, mention: Mention) -> None:
        """``stadium names``, ``film genre``: the first noun only tells whose; a verb is told by the value after it."""
        if owner.possessive and owner.gap[-1:] in _WHICH:
            # "which studio's films": the studio is asked for
            return
        relates = mention.readings[0].object > 0
        after = self.chunk_after(mention.end)
        verb = relates and any(t.folded in _ARTICLES for t in self.tokens[mention.end : mention.end + 1])
        between = [t.folded for t in self.tokens[mention.end : after.start]] if after is not None else []
        if after is not None and between in ([], ["for"]):
            # "ferries run for at least 40 minutes"
            given = any(r.kind in ("value", "entity") for r in after.readings[:1]) and not between
            given = given or (after.number is not None and bool(between))
            verb = verb or given or after.operator in COMPARISONS or (relates and after.operator == "not")
        # "employees work full time": what can only be so or not is said of them; "ships sailed by X".
        verb = verb or self.vocabulary.schema.is_boolean(mention.readings[0].iri) or is_done_by(mention, self.tokens)
        verb = verb or acts_on_next(owner, mention, self.tokens)
        if any(r.kind == "class" for r in owner.readings[:1]) and mention.readings[0].noun and not verb:
            mention.projected, owner.projected = True, False
            mention.implicit = owner.implicit
            mention.aggregates, owner.aggregates = [*owner.aggregates, *mention.aggregates], []
            mention.distinct = mention.distinct or owner.distinct


_ARTICLES = frozenset(("the", "a", "an"))
_TOTALS = frozenset(("AVG", "SUM", "MIN", "MAX"))
_WHICH = (("which",), ("what",))
_AND = (("and",), ("und",))
_ANNOUNCES = frozenset(("their", "its", "his", "her", "corresponding", "what", "which", "how", "respective"))

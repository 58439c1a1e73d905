"""From chunks to mentions: operators are bound to the terms, values and numbers that they act on."""

from __future__ import annotations

from nlkgq.generation.offline.binding_orders import OrderBinder
from nlkgq.generation.offline.dearest import is_dearest
from nlkgq.generation.offline.finishing import finish
from nlkgq.generation.offline.frequency import TIMES, count_times, says_often
from nlkgq.generation.offline.joined_verbs import join_verbs
from nlkgq.generation.offline.listing import list_columns
from nlkgq.generation.offline.measuring_verbs import measured_by_verb
from nlkgq.generation.offline.mentions import AGGREGATES, COMPARISONS, NEGATED, Mention, Plan
from nlkgq.generation.offline.names_of_roles import tell_roles
from nlkgq.generation.offline.operators import adjective
from nlkgq.generation.offline.optional_columns import marks_optional
from nlkgq.generation.offline.pronouns import is_who_else, something_else, what_else
from nlkgq.generation.offline.questions import asks_for_object, asks_of_those, goes_along
from nlkgq.generation.offline.readings import Chunk, Reading
from nlkgq.generation.offline.reflexives import reflexive
from nlkgq.generation.offline.relations import relate
from nlkgq.generation.offline.relative_clauses import is_relative
from nlkgq.generation.offline.shared_ends import share_ends
from nlkgq.generation.offline.split_names import split_names
from nlkgq.generation.offline.tokens import ordinal_of
from nlkgq.generation.offline.told_by_value import tell_by_value
from nlkgq.generation.offline.unit_values import compare_in_units


class Binder(OrderBinder):
    """Walks the chunks once, from left to right, and binds each operator to its mention."""

    def bind(self) -> Plan:
        """The plan of the question."""
        for place, chunk in enumerate(self.chunks):
            if chunk.operator:
                self._operator(place, chunk)
            elif self._says_value(chunk):
                continue
            elif not (self._orders(place, chunk) or self._comes_first(place, chunk)):
                self._mention(place, chunk)
        self._unused()
        reflexive(self.plan, self.tokens)
        if self.denied_first:
            self.plan.negations += self.plan.negations % 2 or not self.plan.negations
        relate(self.plan, self.tokens, self.vocabulary.schema)
        tell_by_value(self.plan, self.vocabulary.schema)
        join_verbs(self.plan)
        share_ends(self.plan)
        if self.vocabulary.tabular:
            tell_roles(self.plan, self.tokens)
        compare_in_units(self.plan, self.chunks, self.vocabulary)
        finish(self.plan, self.vocabulary, self.pending.aggregates, self.pending.comparison)
        self.plan.unsupported += split_names(self.plan.mentions, self.vocabulary)
        first = self.plan.mentions[0].start if self.plan.mentions else 0
        list_columns(self.plan, shown=any(c.operator == "show" and c.end <= first for c in self.chunks))
        return self.plan

    def _unused(self) -> None:
        """An operator that found nothing to act on was not understood."""
        waiting = self.pending
        last = self.last
        if waiting.superlative in ("most", "least") and last is not None and not last.superlative:
            leading = last.readings[0] if last.readings else None
            owner = next((m for m in self.plan.mentions if m.implicit and m is not last), None)
            if last.projected and owner is not None and last.gap[-1:] in (("which",), ("who",)):
                # "of the ships of Norway, which weighs the most?"
                last.projected, owner.projected = False, True
                last.superlative, waiting.superlative = waiting.superlative, ""
            elif not last.projected and leading is not None and leading.kind == "property" and not leading.noun:
                # "cited the most"
                last.superlative, waiting.superlative = waiting.superlative, ""
        denied = [c.start for c in self.chunks_of("not")[-1:]]
        if waiting.negated and last is not None and denied == [last.end] and _is_noun(last):
            # "is the price not stated"
            last.negated, waiting.negated = True, False
        for name, found in (
            ("than", [t.folded for t in self.tokens if t.kind != "mark"][-1:] == ["than"]),
            ("superlative", waiting.superlative),
            ("an ordinal number", waiting.place > 1),
            ("each", waiting.group and not self._tells_each()),
            ("not", waiting.negated),
            ("same", waiting.shared),
        ):
            if found:
                self.plan.unsupported.append(name)
        if self.plan.universal and not any(m.aggregates or m.superlative for m in self.plan.mentions):
            self.plan.unsupported.append(self.plan.universal)
        if waiting.only and any(m.value is not None or r.terms for m in self.plan.mentions for r in m.readings[:1]):
            # "films of Norway only"; "the names of the studios only" is only that.
            self.plan.unsupported.append(waiting.only)
        if waiting.comparison is not None and "AVG" not in waiting.aggregates:
            self.plan.unsupported.append(waiting.comparison)

    def chunks_of(self, operator: str) -> list[Chunk]:
        """The chunks with an operator."""
        return [c for c in self.chunks if c.operator == operator]

    def _tells_each(self) -> bool:
        """``the countries and the number of singers of each``: of each of what is asked for before."""
        asked = [m for m in self.plan.mentions if m.projected]
        return len(asked) > 1 and any(not m.aggregates for m in asked)

    def _operator(self, place: int, chunk: Chunk) -> None:
        name, pending = chunk.operator, self.pending
        if name == "count" and self._how_often(chunk):
            return
        if name in AGGREGATES:
            pending.aggregates.append(AGGREGATES[name])
            if name == "count":
                pending.distinct = pending.distinct or bool(_DISTINCT.intersection(chunk.text.lower().split()))
                if chunk.text.lower().startswith(("how", "wie")):
                    if not goes_along(self.plan, self.tokens, chunk):
                        self._explicit()
                    self.expect = True
        elif name in COMPARISONS:
            self._comparison(place, chunk)
        elif name in ("most", "least") and says_often(chunk):
            self.plan.often = name
        elif name == TIMES:
            if not count_times(self.plan, int(chunk.number or 0), pending.comparison):
                self.plan.unsupported.append(chunk.text)
            pending.comparison = None
        elif name in ("most", "least"):
            by_verb = measured_by_verb(self.plan, self.tokens, chunk, self.vocabulary.schema)
            if not (by_verb or is_dearest(self.plan, self.tokens, chunk, self.vocabulary)):
                pending.superlative = name
        elif name in ("each", "by"):
            self._grouping(place, chunk)
        elif name in ("order", "ascending", "descending", "alphabetical"):
            self._ordering(name, chunk)
        elif name in ("not", "without"):
            if chunk.start == 0 and name == "without":
                # "Leaving aside ships of the type X, ..."
                self.leaving_out = True
            elif chunk.start == 0:
                # "Didn't X ...?" asks whether X did, but "didn't X not ...?" denies twice.
                self.plan.form, self.expect = "ASK", False
                self.denied_first = True
                return
            if self.plan.form == "ASK" and not (self.plan.mentions and self.chunks[0].operator == "exists"):
                # "are there films without a budget" asks for some that have none
                self.plan.negations += 1
            else:
                pending.negated = True
            self.opened = True
        elif name in ("same", "share", "co"):
            pending.shared = "co" if name == "co" else "same"
        elif name == "together":
            verbs = [m for m in self.plan.mentions[-3:] if any(r.kind == "property" for r in m.readings[:1])]
            listed = "with" in chunk.text.lower() and all(r.noun for m in verbs[-1:] for r in m.readings[:1])
            if listed:
                # "each author together with the number of papers"
                self.expect, self.opened = True, False
            elif verbs and any(r.object for r in verbs[-1].readings[:1]):
                verbs[-1].shared = "co"
            elif verbs:
                verbs[-1].aggregates = verbs[-1].aggregates or ["SUM"]
        elif name == "kind_of":
            pending.kind_of = True
        elif name == "optional":
            onward = marks_optional(self.last, self.tokens[: chunk.start], more=place + 1 < len(self.chunks))
            pending.optional = pending.optional or onward
        elif name in ("other", "also"):
            self._another(place, chunk)
        elif name == "somebody":
            self._somebody(chunk)
        elif name == "every":
            self._every(chunk)
        elif name == "only":
            self.pending.only = chunk.text
        elif name == "distinct":
            pending.distinct = True
        elif name in ("what", "show", "exists", "ask"):
            self._question(place, chunk)
        elif name in ("who", "when", "where", "asked"):
            self._asked(place, chunk)
        elif name == "whose":
            self._open_clause()
        elif name == "nth":
            pending.place = ordinal_of(self.tokens[chunk.start]) or 1
        elif name in ("top", "first", "last"):
            self._ranked(place, name)
        elif name in ("percent", "difference", "ratio", "divided", "or", "both"):
            self.plan.unsupported.append(chunk.text)

    def _says_value(self, chunk: Chunk) -> bool:
        """``colour values``: what a value is called is said before."""
        last = self.last.readings[0] if self.last is not None and self.last.readings else None
        if last is None or self.last is None or chunk.text.lower() not in _VALUES or self.last.end != chunk.start:
            return False
        return last.kind == "property" and not last.object and last.noun

    def _how_often(self, chunk: Chunk) -> bool:
        """``which colours occur, and how often``: how many things have each of them."""
        before = self.tokens[chunk.start - 1].folded if chunk.start else ""
        asked = self.last.readings[0] if self.last is not None and self.last.readings else None
        if asked is None or self.last is None or chunk.text.lower() not in _OFTEN or before not in ("and", "und"):
            return False
        if not self.last.projected or asked.kind != "property" or asked.object or not asked.noun:
            return False
        counted = self._add(chunk, [Reading(kind="asked", subject=asked.subject, score=_SURE)])
        counted.aggregates, counted.projected = ["COUNT"], True
        return True

    def _another(self, place: int, chunk: Chunk) -> None:
        """``other``, ``also``, ``else``: another one than what is named, of whatever follows or stands before."""
        before = self.tokens[chunk.start - 1].folded if chunk.start else ""
        if is_who_else(chunk, self.last):
            assert self.last is not None
            self.last.another = True
        elif things := something_else(chunk, before, self.last):
            self._add(chunk, things).another = True
        elif self.last is not None and (things := what_else(chunk, before, self.chunks[place + 1 :])):
            asked = self._add(chunk, things)
            asked.another, asked.projected, self.expect = True, True, False
        else:
            self.pending.another = True

    def _somebody(self, chunk: Chunk) -> None:
        """``written with somebody from X``: a person that nothing else is said of yet."""
        mention = self._add(chunk, self.vocabulary.asked_for("who"))
        mention.another = "with" in mention.gap
        mention.negated, self.pending.negated = self.pending.negated, False
        self.opened = True

    def _every(self, chunk: Chunk) -> None:
        """Whether it is so of all of them is another question than whether it is so of one."""
        word = chunk.text.lower()
        before = self.tokens[chunk.start - 1].folded if chunk.start else ""
        last = self.last
        if word == "any" or (last is None and self.plan.form != "ASK"):
            return
        if self.plan.form == "ASK":
            self.plan.unsupported.append(chunk.text)
            return
        assert last is not None
        verb = any(r.kind == "property" and not r.noun and r.object for r in last.readings[:1])
        told = any(m.aggregates or (m.superlative and m.projected) for m in self.plan.mentions)
        if before in _WITHIN | _HAVING and word.startswith(("every", "jede")) and told:
            # "how many are there in every country", "the smallest ship of every country"
            self.pending.group = True
        elif before in _WITHIN or (verb and last.end == chunk.start and not last.projected):
            # "released in every country"; a sum is over all of them.
            self.plan.universal = chunk.text

    def _comparison(self, place: int, chunk: Chunk) -> None:
        comparison = COMPARISONS[chunk.operator]
        last = self.last
        if self._holds(chunk):
            return
        if last is not None and last.value is not None and chunk.text.lower().startswith(("or ", "oder ")):
            last.comparison = comparison
            # "a level of 4 or lower": no name or id that happens to be 4
            last.readings = [r for r in last.readings if r.kind == "number"] or last.readings
            self._measured_after(last, chunk)
            return
        if self.pending.negated and comparison in NEGATED:
            comparison, self.pending.negated = NEGATED[comparison], False
        self.pending.comparison = comparison

    def _holds(self, chunk: Chunk) -> bool:
        """``yards that contain red ships``: they have them; no text is looked for in a text."""
        following = self.tokens[chunk.end : chunk.end + 1]
        quoted = any(t.kind == "quote" for t in following)
        things = any(r.kind == "class" for m in self.plan.mentions[-1:] for r in m.readings[:1])
        return chunk.text.lower() in _HOLDING and things and not quoted and bool(following)

    def _measured_after(self, number: Mention, chunk: Chunk) -> None:
        """``are 45 or older``: the adjective after the number tells what is measured, where nothing before it does."""
        before = self.plan.mentions[-2] if len(self.plan.mentions) > 1 else None
        found = adjective(self.tokens[chunk.end - 1].folded, self.vocabulary.languages)
        told = before is not None and any(r.kind == "property" for r in before.readings[:1])
        measured = [] if found is None or told else [r for _, r in self.vocabulary.measured(found)]
        if measured:
            self.plan.mentions.pop()
            self._add(chunk, measured).gap = number.gap
            number.gap, number.number = (), len(self.plan.mentions)
            self.plan.mentions.append(number)

    def _question(self, place: int, chunk: Chunk) -> None:
        if chunk.operator == "show":
            self.ordering = False
            if self.plan.mentions and chunk.start:
                # "for ships of Norway, list the name": the ships are not asked for
                self._explicit()
            self.expect, self.asked_anything = True, True
            self.plan.form = "SELECT"
        elif chunk.operator == "what":
            asked = any(m.projected and (m.of or not m.implicit) for m in self.plan.mentions)
            if is_relative(chunk, self.last, self.tokens, asked=asked):
                self._open_clause()
            elif asks_for_object(self.plan, self.tokens, chunk):
                self.expect = False
            elif not self.asked_anything and asks_of_those(self.plan, self.tokens, chunk):
                self.asked_anything, self.expect, self.opened = True, False, True
            else:
                self._explicit()
                self.expect = True
        elif not self.plan.mentions and not self.asked_anything and chunk.start == 0:
            if {t.folded for t in self.tokens[chunk.end : chunk.end + 1]} & _YOU and chunk.text.lower() in _MAY:
                # "can you name a film"
                self.expect, self.asked_anything = True, True
                return
            self.plan.form = "ASK"
            self.expect = False

    def _explicit(self) -> None:
        """A question word: what stood before it without one was not asked for."""
        if not self.asked_anything:
            for m in self.plan.mentions:
                m.projected = m.projected and not m.implicit
        self.asked_anything, self.opened = True, False
        self.plan.form = "SELECT"

    def _open_clause(self) -> None:
        self.clause += 1
        self.opened = True
        self.expect = False

    def _asked(self, place: int, chunk: Chunk) -> None:
        told = chunk.end - chunk.start == 1 and self.chunk_after(chunk.end) is not None
        if chunk.operator in ("who", "where", "when") and told and is_relative(chunk, self.last, self.tokens):
            self._open_clause()
            return
        before = {t.folded for t in self.tokens[max(chunk.start - 1, 0) : chunk.start]}
        whose = not before.isdisjoint(_OF_WHOM) and any(m.projected for m in self.plan.mentions)
        if chunk.text.lower().endswith(" who") and (self.plan.form == "ASK" or whose):
            # "did the people who wrote X write Y", "the age of those who wrote X": of whom it is asked, not who
            self._add(chunk, self.vocabulary.asked_for(chunk.operator)).asked = chunk.operator
            self._open_clause()
            return
        self._explicit()
        mention = self._add(chunk, self.vocabulary.asked_for(chunk.direction or chunk.operator))
        mention.asked = chunk.direction or chunk.operator
        mention.projected = True
        self.expect = False
        self.opened = False

    def _is_dated(self, mention: Mention) -> bool:
        leading = mention.readings[:1]
        schema = self.vocabulary.schema
        return any(r.kind == "property" and schema.tells_when(r.iri) for r in leading)

    def _ranked(self, place: int, name: str) -> None:
        following = self.chunks[place + 1] if place + 1 < len(self.chunks) else None
        if following is not None and following.number is not None and isinstance(following.number, int):
            self.plan.limit = following.number
            following.operator = "consumed"
            if {t.folded for t in self.tokens[following.end : following.end + 1]} & _PERCENT:
                # A share of all of them is not so many of them.
                self.plan.unsupported.append(f"{name} {following.text} percent")
        last = self.last
        if name != "top" and last is not None and last.end == self.chunks[place].start and self._is_dated(last):
            # "born first"
            last.superlative = name
            return
        if name == "top":
            self.topping = True
            self.pending.superlative = self.pending.superlative or "max"
        else:
            self.pending.superlative = f"{name}"


def _is_noun(mention: Mention) -> bool:
    return any(r.kind == "property" and r.noun for r in mention.readings[:1]) and not mention.projected


_OF_WHOM = frozenset(("of", "by", "from", "for", "with"))
_HOLDING = ("contain", "contains", "containing")
_VALUES = ("value", "values")
_OFTEN = ("how often", "how many times", "wie oft")
_SURE = 0.9
_PERCENT = frozenset(("%", "percent", "prozent"))
_HAVING = frozenset(("of", "for", "does", "do", "did", "has", "have"))
_WITHIN = frozenset(("in", "by", "to", "with", "at", "on", "von", "mit"))
_YOU = frozenset(("you", "we", "i"))
_MAY = frozenset(("can", "could", "will", "would"))
_DISTINCT = frozenset(("different", "distinct", "verschiedene", "unterschiedliche"))

"""Tells people how a question was read and which joins were added."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.candidate import Candidate
from nlkgq.generation.offline.readings import Reading as Meaning
from nlkgq.generation.offline.shared_ends import fitting
from nlkgq.generation.protocol import Reading
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_SILENT = frozenset(("", "filler", "consumed", "ask", "what", "show", "exists", "occur"))
"""Words that say nothing of their own here, such as the "were" of "which were made"."""
_ROLES = {"number": "number", "text": "text", "entity": "individual", "asked": "question word"}


def explain(candidate: Candidate, schema: SchemaGraph) -> tuple[tuple[Reading, ...], tuple[str, ...]]:
    """Readings in the order of the question, and sentences on joins and conditions."""
    ontology = schema.ontology

    def label(iri: str) -> str:
        term = ontology.term(iri)
        return term.label() if term else split_identifier(local_name(iri))

    def spoken(start: int, end: int, text: str) -> str:
        """As the question has it, where it was put in other words."""
        own = candidate.plan.tokens[start:end]
        return " ".join(dict.fromkeys(t.spoken or t.text for t in own)) if any(t.spoken for t in own) else text

    readings: list[tuple[int, Reading]] = []
    notes = [f"“{typed}” is read as “{meant}”." for typed, meant in candidate.plan.misspelt.items()]
    for mention, meaning in zip(candidate.assembly.mentions, candidate.assembly.readings, strict=True):
        if mention.start == mention.end:
            notes.append(f"“{mention.text}” is taken for the {label(meaning.iri)}.")
            continue
        notes += [f"Nothing here is called “{t.value}”; nothing is told of it." for t in meaning.unheld]
        role = _ROLES.get(meaning.kind, meaning.kind)
        term = meaning.terms[0].value if meaning.kind == "entity" else meaning.iri
        words = spoken(mention.start, mention.end, mention.text)
        for companion in mention.companions:
            found = fitting(meaning, companion.readings)
            if found is not None:
                notes.append(f"“{companion.text}” is read as {label(found[0].iri)}, said of the same two things.")
        readings.append((mention.start, Reading(text=words, role=role, term=term, note=_why(meaning, label))))
    told = {start for start, _ in readings}
    for chunk in candidate.chunking.chunks:
        asked = chunk.operator == "ask" and candidate.graph.ask and chunk.start == 0
        if (asked or chunk.operator not in _SILENT) and chunk.start not in told:
            words = spoken(chunk.start, chunk.end, chunk.text)
            readings.append((chunk.start, Reading(text=words, role="operator", term=chunk.operator)))
    for link in candidate.assembly.links:
        if link.connection is not None:
            left, right = (
                spoken(m.start, m.end, m.text)
                for m in (candidate.assembly.mentions[link.left], candidate.assembly.mentions[link.right])
            )
            way = ", then ".join(
                f"{label(s.property)}{'' if s.forward else ' (backwards)'}" for s in link.connection.steps
            )
            notes.append(f"“{left}” and “{right}” are joined by {way}: the cheapest connection in the schema.")
    for mention in candidate.assembly.mentions:
        if mention.operand is not None and mention.operands:
            rest = (f" {_SIGNS.get(sign, sign)} {candidate.assembly.mentions[m].text}" for sign, m in mention.operands)
            name = f"“{mention.operand.name}” is" if mention.operand.name else "What is computed is"
            said = ", as the question says" if mention.operand.name else ""
            notes.append(f"{name} {mention.text}{''.join(rest)}{said}.")
    for place in sorted(candidate.light):
        notes.append(
            f"“{candidate.assembly.mentions[place].text}” is taken to say how the things beside it are joined."
        )
    cut = candidate.chunking
    soft = [word for word, place in zip(cut.unread, cut.places, strict=True) if place in cut.soft]
    for verb in (*candidate.verbs, *soft):
        notes.append(f"“{verb}” is taken to say that the things beside it belong together.")
    unread = [word for word, place in zip(cut.unread, cut.places, strict=True) if place not in cut.soft]
    if unread:
        notes.append("Not used: " + ", ".join(unread) + ".")
    if candidate.graph.extreme is not None:
        notes.append("Ties for the extreme value are all returned.")
    readings.sort(key=lambda pair: pair[0])
    return tuple(r for _, r in readings), tuple(notes)


_SIGNS = {"days": "to", "years": "to"}


def _why(meaning: Meaning, label: object) -> str:
    if meaning.kind == "value":
        assert callable(label)
        return f"a value of {label(meaning.iri)}"
    return _HOW.get(meaning.how, meaning.how)


_HOW = {
    "label": "its label",
    "alternative": "one of its alternative labels",
    "identifier": "its identifier",
    "inflected": "a form of its name",
    "partial": "a part of its name, or a word for it",
    "synonym": "a synonym of its name",
    "max": "the more of it",
    "min": "the less of it",
    "comment": "a word of its comment",
}

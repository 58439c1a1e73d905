"""Tells people how a question was read and which joins were added."""

from __future__ import annotations

from nlkgq.analysis.schema_graph import SchemaGraph
from nlkgq.generation.offline.ranking import Candidate
from nlkgq.generation.offline.readings import Reading as Meaning
from nlkgq.generation.protocol import Reading
from nlkgq.iri import local_name
from nlkgq.ontology.model import split_identifier

_ROLES = {"number": "number", "text": "text", "entity": "individual", "asked": "question word"}


def explain(candidate: Candidate, schema: SchemaGraph) -> tuple[tuple[Reading, ...], tuple[str, ...]]:
    """Readings in the order of the question, and sentences on joins and conditions."""
    ontology = schema.ontology

    def label(iri: str) -> str:
        term = ontology.term(iri)
        return term.label() if term else split_identifier(local_name(iri))

    readings: list[tuple[int, Reading]] = []
    for mention, meaning in zip(candidate.assembly.mentions, candidate.assembly.readings, strict=True):
        role = _ROLES.get(meaning.kind, meaning.kind)
        term = meaning.terms[0].value if meaning.kind == "entity" else meaning.iri
        readings.append((mention.start, Reading(text=mention.text, role=role, term=term, note=_why(meaning, label))))
    told = {start for start, _ in readings}
    for chunk in candidate.chunking.chunks:
        if chunk.operator not in ("", "filler", "consumed") and chunk.start not in told:
            readings.append((chunk.start, Reading(text=chunk.text, role="operator", term=chunk.operator)))
    notes = [f"“{typed}” is read as “{meant}”." for typed, meant in candidate.plan.misspelt.items()]
    for link in candidate.assembly.links:
        if link.connection is not None:
            left = candidate.assembly.mentions[link.left].text
            right = candidate.assembly.mentions[link.right].text
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
    for verb in candidate.verbs:
        notes.append(f"“{verb}” is taken to say that the things beside it belong together.")
    if candidate.chunking.unread:
        notes.append("Not used: " + ", ".join(candidate.chunking.unread) + ".")
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
    "partial": "a part of its name",
    "synonym": "a synonym of its name",
    "comment": "a word of its comment",
}

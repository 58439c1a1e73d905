"""Check: text is compared with text that has the same language tag, or none."""

from __future__ import annotations

from collections.abc import Iterator

from nlkgq.analysis.value_kinds import TEXT
from nlkgq.iri import RDF, XSD
from nlkgq.sparql import Splice
from nlkgq.validation.conditions import comparisons, is_value_placeholder, rewritten_literal, shown
from nlkgq.validation.context import QueryContext
from nlkgq.validation.finding import Finding
from nlkgq.validation.placed import constants


def untagged_text(query: QueryContext) -> Iterator[Finding]:
    """Text without a tag where the graph stores text with a language tag; a tag where it stores none; another tag.

    Why: ``"Berlin"`` and ``"Berlin"@de`` are two literals, and neither a pattern nor ``=`` finds one by the other.
    An error where a complete profile shows it; a warning where only the range of the property says so, for ranges are
    often written without care. In a pattern the edit writes the tag where the data have only one, in a comparison it
    takes ``STR()`` of the value.

    Failing::

        SELECT ?film { ?film films:title "Solaris"@en }

    ::

        SELECT ?film { ?film films:title ?title FILTER(?title = "Solaris"@en) }

    Passing::

        SELECT ?film { ?film films:title ?title FILTER(?title = "Solaris") }

    ::

        SELECT ?country { ?country rdfs:label "Germany"@en }
    """
    if query.observed is not None:
        yield from _in_patterns(query)
        yield from _in_comparisons(query)
    else:
        yield from _by_range(query)


def _by_range(query: QueryContext) -> Iterator[Finding]:
    """What the range says where nothing was counted: ``xsd:string`` is text without a tag."""
    for constant in constants(query):
        literal = query.tree.literal(constant.item)
        stated = query.stored_datatypes(constant.property) if constant.property is not None else ()
        if literal is None or len(stated) != 1 or constant.part or is_value_placeholder(literal):
            continue
        if {literal.datatype, stated[0]} == {f"{XSD}string", f"{RDF}langString"}:
            without = "without" if stated[0] == f"{XSD}string" else "with"
            name = query.prefixes.shorten(constant.property or "")
            yield Finding(
                code="untagged-text",
                severity="warning",
                message=f"The texts of {name} are {without} a language tag, as its range says.",
                start=constant.item.start,
                end=constant.item.end,
                terms=(constant.property or "",),
                suggestion="Write the text as it is stored, or compare STR() of the value.",
            )


def _in_patterns(query: QueryContext) -> Iterator[Finding]:
    for edge, item, literal in query.literal_objects:
        use = query.profile.properties.get(edge.property) if query.profile is not None else None
        if use is None or is_value_placeholder(literal):
            continue
        plain, languages = f"{XSD}string" in use.datatypes, [tag.lower() for tag in use.languages]
        tagged = literal.datatype == f"{RDF}langString"
        if literal.datatype != f"{XSD}string" and not tagged:
            continue
        if (tagged and literal.language in languages) or (not tagged and plain) or not (plain or languages):
            continue
        if plain and not languages:
            stored, text = "without a language tag", rewritten_literal(literal, f"{XSD}string", query.tree.prefixes)
        else:
            stored = f"with the tag {' or '.join(languages[:4])}"
            one = languages[0] if len(languages) == 1 and not plain else ""
            text = rewritten_literal(literal, f"{RDF}langString", query.tree.prefixes, one)
        yield Finding(
            code="untagged-text",
            severity="error",
            message=f"The texts of {edge.token.text} are stored {stored}: the one here matches none of them.",
            start=item.start,
            end=item.end,
            terms=(edge.property,),
            suggestion="Write the tag as it is stored, or compare STR() of the value.",
            edit=(Splice(item.start, item.end, text),) if text is not None else (),
        )


def _in_comparisons(query: QueryContext) -> Iterator[Finding]:
    for comparison in comparisons(query.tree.body):
        left, right = query.kinds.of(comparison.left), query.kinds.of(comparison.right)
        if not left or not right or not (left <= TEXT and right <= TEXT) or left & right:
            continue
        tagged = comparison.left if "tagged" in left else comparison.right
        if comparison.in_list or any(is_value_placeholder(query.tree.literal(e)) for e in (tagged, comparison.right)):
            continue
        literal = query.tree.literal(tagged)
        if literal is not None:
            text = rewritten_literal(literal, f"{XSD}string", query.tree.prefixes)
            edit = Splice(tagged.start, tagged.end, text or query.tree.source(tagged))
        else:
            edit = Splice(tagged.start, tagged.end, f"STR({query.tree.source(tagged)})")
        yield Finding(
            code="untagged-text",
            severity="warning" if comparison.operator == "!=" else "error",
            message="Text with a language tag is compared with text without one: they are never equal.",
            start=comparison.node.start,
            end=comparison.node.end,
            suggestion=f"Write STR({shown(query.tree, tagged)})." if literal is None else "Take the language tag away.",
            edit=(edit,),
        )

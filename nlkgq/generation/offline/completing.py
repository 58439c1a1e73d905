"""What a built pattern lacks or says twice: verbs that repeat an edge, events whose parts must be of one event, and
things that must be different ones."""

from __future__ import annotations

from collections.abc import Collection

from nlkgq.analysis.schema_graph import ANYTHING
from nlkgq.generation.offline.building import Builder
from nlkgq.generation.offline.linking import COMPANY, OBJECT, SUBJECT, Link
from nlkgq.generation.offline.naming import is_naming
from nlkgq.generation.offline.query_graph import Condition, Edge, QueryGraph
from nlkgq.generation.offline.relations import write_out


def complete(builder: Builder) -> None:
    """Tells things apart, absorbs repeated edges, closes events; the builder has its graph, without columns yet."""
    _exclude_itself(builder)
    _absorb(builder)
    for link in builder.assembly.links:
        _close(builder, link)
    _deny_another(builder)
    write_out(builder.graph, builder.schema)


def _exclude_itself(builder: Builder) -> None:
    """A step there and back over one property means another one: co-authors are not the author himself."""
    graph = builder.graph
    pairs = list(builder.doubled)
    counts = any("COUNT" in m.aggregates or m.counted for m in builder.mentions)
    again = any(m.another or _AGAIN.intersection(m.gap) for m in builder.mentions)
    asked = set() if again else {builder.denoted(m.number) for m in builder.mentions if m.projected}
    there_and_back = _there_and_back(graph, asked)
    if counts and not any(m.another for m in builder.mentions):
        # A count is of all of them, unless the question says "other", or "with" whom: not with oneself.
        company = {builder.node(m.number, SUBJECT) for m in builder.mentions if COMPANY.intersection(m.gap)}
        there_and_back = [pair for pair in there_and_back if company.intersection(pair)]
    pairs += there_and_back
    for left, right in dict.fromkeys(pairs):
        if left != right:
            graph.conditions.append(Condition(node=left, operator="!=", other=right))


def _deny_another(builder: Builder) -> None:
    """``who played in X but not in Y``, ``authors who never aired on Z``: no other thing between them either.

    What stands between who is asked for and what is denied is not the one thing that is said of them, when that is in
    X, nor any one thing, when the question does not speak of it.
    """
    graph = builder.graph
    asked = {builder.denoted(m.number) for m in builder.mentions if m.projected}
    # Who is asked for by a value, unless a word in what is denied stands for them.
    owners = {e.subject for e in graph.edges if e.object in asked and graph.nodes[e.object].is_literal}
    owners -= {builder.denoted(m) for m in builder.group_of if builder.readings[m].kind == "class"}
    for group in range(1, graph.negations + 1):
        if group in graph.exists | graph.optional | {graph.of_mean}:
            continue
        for shared in _borders(graph, group):
            said = _is_said(graph, group, shared) or _has_but_one(builder, group, shared)
            if shared in asked or not (said or (shared not in owners and _is_unspoken(builder, shared, asked))):
                continue
            denied = {e.property for e in graph.edges if e.group == group and e.subject == shared}
            other = _another(builder, shared, group)
            for e in list(graph.edges):
                ends = (other if e.subject == shared else e.subject, other if e.object == shared else e.object)
                if e.group == group:
                    e.subject, e.object = ends
                elif e.group == 0 and other in ends and _goes_along(builder, e, asked, denied):
                    ends = _over_row(builder, e, shared, other, group, asked) or ends
                    graph.edge(ends[0], e.property, ends[1], group=group, below=e.below)


def _another(builder: Builder, shared: int, group: int) -> int:
    """A node for the other thing that is denied, of the class of the first."""
    graph = builder.graph
    node = graph.nodes[shared]
    graph.told.add(shared)
    stem = node.name.rstrip("0123456789") or node.name
    other = graph.node(stem, classes=node.classes, group=group)
    if node.group == group:
        # Of what class it is, is said in the group only.
        other.typed, node.typed, node.group = node.typed, False, 0
    if any(g == group and name in node.classes for g, name in node.denied):
        # "owns a shop in X but no shop in Y": the class is that of both.
        other.typed, node.denied = True, tuple(d for d in node.denied if d[0] != group)
    return other.number


def _over_row(
    builder: Builder, edge: Edge, shared: int, other: int, group: int, asked: set[int]
) -> tuple[int, int] | None:
    """The ends of an edge from another row, where the row that joins what is asked for to a thing joins it to no other.

    The row of an ownership is of one shop: who owns no shop in Y has no row at all that leads to one.
    """
    graph, schema = builder.graph, builder.schema
    row = edge.subject if edge.object == shared else edge.object
    if row in asked or not schema.leads_to_one(edge.property, forward=row == edge.subject):
        return None
    another = _another(builder, row, group)
    for e in list(graph.edges):
        told = not graph.nodes[e.object].is_literal or e.object in asked
        if e is not edge and e.group == 0 and row in (e.subject, e.object) and told:
            ends = (another if e.subject == row else e.subject, another if e.object == row else e.object)
            if not graph.nodes[e.object].is_literal:
                # "customers who booked on X but not on Y", told by bookings that are for one sailing each
                ends = _over_row(builder, e, row, another, group, asked) or ends
            graph.edge(ends[0], e.property, ends[1], group=group, below=e.below)
    _only_be_there(builder, row, asked)
    return (another, other) if row == edge.subject else (other, another)


def _only_be_there(builder: Builder, row: int, asked: set[int]) -> None:
    """Puts a row and what hangs on it into a group that need only be there: many rows do not make many answers."""
    graph = builder.graph
    asked = asked | {e.subject for e in graph.edges if e.object in asked and graph.nodes[e.object].is_literal}
    branch, queue = {row}, [row]
    while queue:
        here = queue.pop()
        for e in graph.edges:
            there = e.object if e.subject == here else e.subject if e.object == here else here
            if not e.group and there not in branch and not {here, there} & asked:
                branch.add(there)
                queue.append(there)
    wanted = {builder.denoted(m.number) for m in builder.mentions if builder.contributes(m) and not m.negated}
    if branch & wanted:
        return
    graph.negations += 1
    graph.exists.add(graph.negations)
    for e in graph.edges:
        if not e.group and {e.subject, e.object} & branch:
            e.group = graph.negations
    for c in graph.conditions:
        c.group = c.group or (graph.negations if c.node in branch else 0)
    for number in branch:
        graph.nodes[number].group = graph.nodes[number].group or graph.negations


def _has_but_one(builder: Builder, group: int, shared: int) -> bool:
    """Whether a group denies of a thing what it has only one of, and what the question says of it is another one."""
    graph = builder.graph
    told = [e for e in graph.edges if e.subject == shared and not e.group and not graph.nodes[e.object].is_literal]
    said = {e.property: e.object for e in told}
    return any(
        e.group == group and e.subject == shared and said.get(e.property, e.object) != e.object
        for e in graph.edges
        if builder.schema.leads_to_one(e.property, forward=True)
    )


def _goes_along(builder: Builder, edge: Edge, asked: set[int], denied: set[str]) -> bool:
    """Whether what is said of one thing is said of the other that is denied too: not what the denial replaces."""
    graph = builder.graph
    if edge.property in denied and builder.schema.leads_to_one(edge.property, forward=True):
        return False
    if graph.nodes[edge.object].is_literal:
        return edge.object in asked and edge.property not in denied
    return not (edge.property in denied and _is_given(graph, edge.object, 0))


def _borders(graph: QueryGraph, group: int) -> list[int]:
    """Nodes of the positive part that a negated group tells of."""
    ends = [{n for e in graph.edges if e.group == g for n in (e.subject, e.object)} for g in (0, group)]
    return sorted(n for n in ends[0] & ends[1] if not graph.nodes[n].terms and not graph.nodes[n].is_literal)


def _is_said(graph: QueryGraph, group: int, shared: int) -> bool:
    """Whether what a group denies of a thing is said of it with another value, or of another named thing."""
    return any(
        e.subject == shared and e.property == denied.property and not e.group and _is_given(graph, e.object, 0)
        for denied in graph.edges
        if denied.group == group and denied.subject == shared and _is_given(graph, denied.object, group)
        for e in graph.edges
    )


def _is_given(graph: QueryGraph, node: int, group: int) -> bool:
    """Whether a node is a constant or has a name that is one."""
    named = any(
        e.subject == node and e.group == group and is_naming(e.property) and graph.nodes[e.object].terms
        for e in graph.edges
    )
    return named or bool(graph.nodes[node].terms)


def _is_unspoken(builder: Builder, shared: int, asked: set[int]) -> bool:
    """Whether no word stands for a thing, and all that is said of it is that it has to do with who is asked for."""
    graph = builder.graph
    for m, reading in enumerate(builder.readings):
        noun = reading.kind in ("class", "asked") or (reading.kind == "property" and reading.noun and reading.object)
        said = m not in builder.group_of and (noun or builder.names_its_subject(m))
        if said and builder.denoted(m) == shared:
            return False
    around = [e for e in graph.edges if not e.group and shared in (e.subject, e.object)]
    if any(builder.schema.is_reference(e.property) for e in around):
        # A row that joins others is not what keeps them.
        return False
    return bool(around) and all({e.subject, e.object} - {shared} <= asked for e in around)


def _there_and_back(graph: QueryGraph, asked: Collection[int]) -> list[tuple[int, int]]:
    """Pairs of nodes at the ends of one property over a third, of which the question names one.

    Where the third is asked for, two things are said of it, and they may be of one: "who sang in a hit and in X".
    """
    pairs = []
    fixed = {n.number for n in graph.nodes if n.terms}
    anchored = {e.subject for e in graph.edges if e.object in fixed and graph.nodes[e.object].is_literal}
    named = {e.subject for e in graph.edges if e.object in fixed and is_naming(e.property)}
    anchored |= {n for n in fixed if not graph.nodes[n].is_literal}
    for a in graph.edges:
        for b in graph.edges:
            if a is b or a.property != b.property or a.group or b.group:
                continue
            if {a.subject, a.object} & {b.subject, b.object} & set(asked):
                continue
            if a.object == b.object and a.subject < b.subject and not graph.nodes[a.object].is_literal:
                if {a.subject, b.subject} & anchored:
                    pairs.append((a.subject, b.subject))
            elif (
                a.subject == b.subject
                and a.object < b.object
                and not graph.nodes[a.object].is_literal
                and 1 in (len({a.object, b.object} & anchored), len({a.object, b.object} & named))
            ):
                pairs.append((a.object, b.object))
    return pairs


def _absorb(builder: Builder) -> None:
    """``for each country of origin ... made there``: the verb says again what another word says already."""
    graph = builder.graph
    for m, reading in enumerate(builder.readings):
        mention = builder.mentions[m]
        told = mention.projected or mention.aggregates or mention.group or mention.counted or mention.itself
        value = reading.noun and not reading.inverse
        if reading.kind != "property" or not reading.object or ((reading.noun or told) and not value):
            continue
        if mention.another or mention.shared or (not value and (mention.order or mention.superlative)):
            continue
        loose = set(graph.dangling())
        subject, obj = builder.node(m, SUBJECT), builder.node(m, OBJECT)
        # What a noun stands for stays, whoever has it.
        loose -= {obj} if value else set()
        own = next((e for e in graph.edges if (e.subject, e.property, e.object) == (subject, reading.iri, obj)), None)
        if own is None or not {subject, obj} & loose:
            continue
        free, kept = (obj, subject) if obj in loose else (subject, obj)
        for other in graph.edges:
            ends = (other.subject, other.object) if free == obj else (other.object, other.subject)
            if other is not own and other.property == own.property and other.group == own.group and ends[0] == kept:
                graph.edges.remove(own)
                for root, number in builder.nodes.items():
                    if number == free:
                        builder.nodes[root] = ends[1]
                break


def _close(builder: Builder, link: Link) -> None:
    """``the character that X plays in Y``: what hangs on X by an event hangs on Y by the same event.

    The value named (the character) belongs to an event (the role) that one step joins to X; a verb joins X to Y,
    which is named. When one step of the schema joins the event to Y as well, it is the event of both.
    """
    if link.kind != "path" or link.connection is None or len(link.connection.steps) != 1:
        return
    graph, schema = builder.graph, builder.schema
    for event, event_port, far, far_port in (
        (link.left, link.left_port, link.right, link.right_port),
        (link.right, link.right_port, link.left, link.left_port),
    ):
        reading = builder.readings[event]
        given = reading.kind == "value" and builder.mentions[event].comparison is None
        if not (given or reading.kind == "property") or reading.object or event_port != SUBJECT:
            continue
        step = link.connection.steps[0]
        if given and not schema.leads_to_one(step.property, forward=step.forward == (event == link.left)):
            # A country is of many releases: no event of one of them.
            continue
        here, other = builder.node(event, event_port), builder.node(far, far_port)
        for m, verb in enumerate(builder.readings):
            if verb.kind != "property" or not verb.object or builder.group_of.get(m, 0):
                continue
            if schema.is_reference(verb.iri):
                # The row that tells who did it is the event.
                continue
            ends = (builder.node(m, SUBJECT), builder.node(m, OBJECT))
            if other not in ends or here in ends or ends[0] == ends[1]:
                continue
            third_port = SUBJECT if ends[1] == other else OBJECT
            third = builder.node(m, third_port)
            named = {builder.node(n, SUBJECT) for n in range(len(builder.readings)) if builder.names_its_subject(n)}
            asked = {builder.denoted(n.number) for n in builder.mentions if n.projected}
            if third not in named | (asked if given else set()):
                continue
            joined = any({e.subject, e.object} == {here, third} for e in graph.edges)
            masks = (_mask(builder, event, event_port), _mask(builder, m, third_port))
            ways = [] if joined or ANYTHING in masks else schema.connections(*masks)
            single = [w.steps[0] for w in ways if len(w.steps) == 1]
            if len(single) == 1:
                subject, obj = (here, third) if single[0].forward else (third, here)
                graph.edge(subject, single[0].property, obj, group=builder.group_of.get(event, 0))


def _mask(builder: Builder, mention: int, port: int) -> int:
    return builder.assembly.masks.get(builder.assembly.find((mention, port)), ANYTHING)


_AGAIN = frozenset(("also", "too", "auch", "other", "another"))

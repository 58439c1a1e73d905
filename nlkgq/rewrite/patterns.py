"""Rule: a form that is a graph pattern, or lies in a named graph or at another endpoint, is written out."""

from __future__ import annotations

from nlkgq.rewrite.alternatives import lone_triples, statement_text
from nlkgq.rewrite.context import Context, Form
from nlkgq.rewrite.statements import TYPE
from nlkgq.sparql import Query, Splice, TriplePattern
from nlkgq.wrapper.model import OBJECT, SUBJECT, ClassForm
from nlkgq.wrapper.texts import computed_ends, may_stand_open, pattern_variables, renamed


def patterns(tree: Query, context: Context) -> Query:
    """See the module.

    Raises:
        RewriteError: GRAPH or SERVICE around a form that says where it lies, or an endpoint that is not known.
    """
    splices: list[Splice] = []
    for pattern, subject, object_ in lone_triples(tree, context):
        is_type = tree.iri_or_none(pattern.predicate) == TYPE
        form = context.form_of(tree, pattern.object if is_type else pattern.predicate)
        if form is None:
            continue
        text: str | None = None
        if isinstance(form, ClassForm) and form.kind != "iri":
            text = _instance(context, form, {SUBJECT: subject})
        elif form.kind == "pattern":
            text = _instance(context, form, {SUBJECT: subject, OBJECT: object_})
        placed = _placed(tree, context, form, pattern, text or statement_text(context, form, subject, object_))
        if placed is None and text is not None:
            computed = not computed_ends(form.text).isdisjoint((SUBJECT, OBJECT))
            placed = f"{{ {text} }}" if computed or not may_stand_open(form.text) else text.removesuffix(" .")
        if placed is not None:
            splices.append(Splice(pattern.triples.start, pattern.triples.end, placed))
    return context.step(tree, splices)


def _instance(context: Context, form: Form, ends: dict[str, str]) -> str:
    """The form's pattern with these ends, and variables of its own."""
    computed = computed_ends(form.text)
    names: dict[str, str] = {}
    inside: list[str] = []
    behind: list[str] = []
    for end, text in ends.items():
        constant = not text.startswith(("?", "$"))
        if end in computed and constant:
            names[end] = context.fresh(end)
            behind.append(f"VALUES {names[end]} {{ {text} }}")
        else:
            names[end] = text
        if end in computed:
            inside.append(f"FILTER(BOUND({names[end]}))")  # what has no value is no pair
    if len(ends) == 2 and ends[SUBJECT] == ends[OBJECT] and computed & set(ends):
        names[OBJECT] = context.fresh(OBJECT)
        behind.append(f"FILTER(sameTerm({names[SUBJECT]}, {names[OBJECT]}))")
    for name in pattern_variables(form.text):
        if name not in names:
            names[name] = context.fresh(name)
    pattern = " ".join([renamed(form.text, names), *inside])
    # The filter must not see what stands behind: a VALUES there would give a value to what has none.
    return " ".join([f"{{ {pattern} }}", *behind]) if inside and behind else " ".join([pattern, *behind])


def _placed(tree: Query, context: Context, form: Form, pattern: TriplePattern, text: str) -> str | None:
    """The text inside GRAPH and SERVICE, where the form has such a place; None where it has none."""
    service = None
    if form.endpoint is not None and context.services is not None:
        service = context.services.get(form.endpoint)
        if service is None:
            raise context.refusal(
                f"the endpoint {form.endpoint} is not known", form.endpoint, hint="Name it in kg.toml."
            )
    if form.graph is None and service is None:
        return None
    if pattern.graph is not None or pattern.service is not None:
        raise context.refusal(
            "GRAPH or SERVICE around a term that says itself where it lies", form.text, hint="Leave it out."
        )
    if form.graph is not None and next(tree.find("DatasetClause"), None) is not None:
        raise context.refusal("FROM beside a term that lies in a named graph", form.text, hint="Leave FROM out.")
    if form.graph is not None:
        text = f"GRAPH <{form.graph}> {{ {text} }}"
    return f"SERVICE <{service}> {{ {text} }}" if service is not None else f"{{ {text} }}"

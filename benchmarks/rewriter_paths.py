"""Positions in the place of a property: variables, paths, classes above, native terms. One handler a position.

A handler adds elements to a draft; False where the walk gives nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable

from rewriter_drafts import Draft, about_of, known_of, other_of, predicate_of, rarest_of, term_of
from rewriter_worlds import KEPT, TYPE, Triple

from nlkgq.wrapper.values import term_text


def predicate_variable_position(draft: Draft) -> bool:
    found = about_of(draft, types=True)
    if found is None:
        return False
    name, triple = found
    value = draft.variable(triple[1])
    object_ = f"?o{draft.rng.randint(0, 9)}" if draft.rng.random() < 0.6 else term_text(triple[2])
    draft.elements.append(f"{name} {value} {object_} .")
    draft.use_all()
    if draft.rng.random() < 0.3:
        draft.elements.append(f"FILTER({value} = {term_text(triple[1])})")
    return True


def class_variable_position(draft: Draft) -> bool:
    name = known_of(draft)
    if name is None:
        return False
    draft.elements.append(f"{name[0]} a ?kind .")
    draft.use(*draft.world.classes)
    draft.extra.append("?kind")
    return any(t[0] == name[1] and t[1] == TYPE for t in draft.view)


def climb_position(draft: Draft) -> bool:
    """``a/rdfs:subClassOf*``: by the wrapper's hierarchy, which the view does not hold."""
    wrapper = draft.world.wrapper
    found = [(name, t) for name, term in draft.values.items() for t in draft.view if t[0] == term and t[1] == TYPE]
    if not found:
        return False
    name, triple = draft.rng.choice(found)
    above = [triple[2].value, *wrapper.parents.get(triple[2].value, ())]
    class_ = draft.rng.choice(above)
    draft.use(class_)
    element = f"{name} a/<http://www.w3.org/2000/01/rdf-schema#subClassOf>* <{class_}> ."
    draft.elements.append(element)
    members = " ".join(f"<{c}>" for c in (class_, *wrapper.subclasses(class_)))
    draft.meant[element] = f"{{ SELECT DISTINCT {name} {{ VALUES ?below {{ {members} }} {name} a ?below }} }}"
    return True


def kept_position(draft: Draft) -> bool:
    """A triple in native terms beside the clean ones."""
    names = [name for name, term in draft.values.items() if any(t[0] == term and t[1] == KEPT for t in draft.kept)]
    if not names:
        return False
    draft.elements.append(f"{draft.rng.choice(names)} <{KEPT.value}> ?native .")
    draft.extra.append("?native")
    return True


def sequence_position(draft: Draft) -> bool:
    near = [(name, t) for name, term in draft.values.items() for t in draft.view if t[0] == term and t[1] != TYPE]
    pairs = [(name, first, second) for name, first in near for second in draft.view if second[0] == first[2]]
    if not pairs:
        return False
    some = draft.rng.sample(pairs, min(20, len(pairs)))
    name, first, second = max(some, key=lambda p: draft.need(term_of(p[1])) + draft.need(term_of(p[2])))
    path = f"{predicate_of(draft, first)}/{predicate_of(draft, second)}"
    draft.elements.append(f"{name} {path} {other_of(draft, second)} .")
    return True


def alternative_position(draft: Draft) -> bool:
    found = about_of(draft, types=True)
    if found is None:
        return False
    name, triple = found
    other = rarest_of(draft, draft.view)
    one, two = predicate_of(draft, triple), predicate_of(draft, other)
    if draft.rng.random() < 0.3:
        two = f"^{two}"
    end = other_of(draft, triple)
    element = f"{name} ({one}|{two}) {end} ."
    draft.elements.append(element)
    if not (_only_renamed(draft, triple) and _only_renamed(draft, other)):  # else the path stays a path
        draft.meant[element] = f"{{ {name} {one} {end} }} UNION {{ {name} {two} {end} }}"
    return True


def _only_renamed(draft: Draft, triple: Triple) -> bool:
    forms = draft.world.properties.get(triple[1].value, ())
    return len(forms) == 1 and not (
        forms[0].subject or forms[0].object or forms[0].repeats or forms[0].graph or forms[0].path is None
    )


def inverse_position(draft: Draft) -> bool:
    found = about_of(draft, types=True)
    if found is None:
        return False
    name, triple = found
    draft.elements.append(f"{other_of(draft, triple)} ^{predicate_of(draft, triple)} {name} .")
    return True


def closure_position(sign: str) -> Callable[[Draft], bool]:
    def handler(draft: Draft) -> bool:
        near = [(name, t) for name, term in draft.values.items() for t in draft.view if t[0] == term]
        if not near:
            return False
        draft.rng.shuffle(near)
        by_design = draft.world.coverage.by_design
        kinds = draft.world.kinds

        def wanted(pair: tuple[str, Triple]) -> tuple[bool, int]:
            refused = any((kind, draft.position) in by_design for kind in kinds.get(term_of(pair[1]), ()))
            need = draft.need(term_of(pair[1]))
            return (need > 0 and refused) or _repeatable(draft, pair[1]), need

        name, triple = max(near, key=wanted)
        if not wanted((name, triple))[0] and draft.rng.random() < 0.9:
            return False
        path = f"{predicate_of(draft, triple)}{sign}"
        roll = draft.rng.random()
        if roll < 0.15:
            other = draft.rng.choice([t for t in draft.view if t[1] != TYPE])
            path = f"({predicate_of(draft, triple)}|{predicate_of(draft, other)}){sign}"
        elif roll < 0.3:
            path = f"^{path}"
        draft.elements.append(f"{name} {path} {other_of(draft, triple)} .")
        return True

    return handler


def _repeatable(draft: Draft, triple: Triple) -> bool:
    forms = draft.world.properties.get(triple[1].value, ())
    ends = {end for form in forms for end in (form.subject, form.object)}
    return (
        bool(forms)
        and len(ends) == 1
        and all(form.path is not None for form in forms)
        and all(end is None or (end.total and end.injective) for end in ends)
    )


def _any_but(subject: str, object_: str, away: str) -> str:
    """Every triple with another property, each once for itself; oxigraph drops duplicates of such paths."""
    return f"{{ SELECT {subject} {object_} WHERE {{ {subject} ?other {object_} FILTER(?other NOT IN ({away})) }} }}"


def negated_position(inverse: bool) -> Callable[[Draft], bool]:
    def handler(draft: Draft) -> bool:
        found = about_of(draft)
        if found is None:
            return False
        name, triple = found
        others = [t for t in draft.view if t[1] not in (TYPE, triple[1])]
        if not others:
            return False
        away = predicate_of(draft, rarest_of(draft, others))
        target = draft.variable(triple[2])
        plain = draft.rng.random() < 0.5
        draft.use_all(*(() if plain or inverse else draft.world.classes))
        kept = _any_but(name, target, away if plain or inverse else f"{away}, <{TYPE.value}>")
        if not inverse:
            element, meant = f"{name} !{away} {target} ." if plain else f"{name} !({away}|a) {target} .", kept
        elif plain:
            element, meant = f"{target} !(^{away}) {name} .", kept
        else:
            element = f"{target} !(^{away}|{away}) {name} ."
            meant = f"{kept} UNION {_any_but(target, name, away)}"
        draft.elements.append(element)
        draft.meant[element] = meant
        return True

    return handler

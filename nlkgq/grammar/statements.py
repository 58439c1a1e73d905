"""Rules for what is said of a subject: objects by property, properties by class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from nlkgq.analysis.types import compatible
from nlkgq.grammar.notation import EMPTY, Expr, Ref, Word, alt, repeat, seq
from nlkgq.grammar.places import Place, ValueSlot
from nlkgq.grammar.profile import GrammarProfile
from nlkgq.grammar.terms import Terms
from nlkgq.grammar.vocabulary import GrammarVocabulary, PropertyGroup
from nlkgq.ontology.model import Ontology

_OWN: Final[Mapping[Place, tuple[str, ...]]] = {
    "thing": (),
    "text": ("TEXT",),
    "number": ("NUMBER",),
    "date": ("DATE",),
    "boolean": ("BOOLEAN",),
    "literal": ("TEXT", "NUMBER", "DATE", "BOOLEAN"),
    "any": ("TEXT", "NUMBER", "DATE", "BOOLEAN", "INDIVIDUAL", "CLASS"),
}
_VARIABLE: Final = Word("VARIABLE")


def statement_rules(
    known: GrammarVocabulary,
    slots: tuple[ValueSlot, ...] | None,
    profile: GrammarProfile,
    ontology: Ontology,
    words: Terms,
) -> dict[str, Expr]:
    """``property_list`` and what it is made of.

    Args:
        known: The terms.
        slots: Placeholders of the question; None for any.
        profile: Whether constants may be written.
        ontology: Which class goes with which.
        words: Takes the terminals.
    """
    rules: dict[str, Expr] = {}
    for group in known.groups:
        constant = alt(*_constants(group, slots, profile, ontology, words))
        blank = (Ref("_blank"),) if group.place in ("thing", "any") else ()
        rules[f"_constant_{group.name}"] = constant
        rules[f"_constants_{group.name}"] = _list_of(Ref(f"_constant_{group.name}"))
        rules[f"_objects_{group.name}"] = _list_of(alt(_VARIABLE, Ref(f"_constant_{group.name}"), *blank))
    rules["_thing_objects"] = _list_of(alt(Word("INDIVIDUAL"), Word("THING_PLACEHOLDER"), Ref("_blank")))
    rules["_any_objects"] = _list_of(Ref("_any_object"))
    rules["_free_statement"] = seq(_VARIABLE, Ref("_any_objects"))
    rules["_types_list"] = seq(Word("A"), Ref("_types"))
    rules |= _general(known, words)
    firsts: list[Expr] = [seq(Ref("_first_statement"), _more(Ref("_statement")))]
    for number, classes in enumerate(known.class_groups):
        of_class = f"_statement_c{number}"
        rules[of_class] = _statement_of_class(number, known, classes.properties, words)
        firsts.append(seq(Word("A"), words.of(f"CLASS_C{number}", classes.names), _more(Ref(of_class))))
    several = seq(Word("CLASS"), repeat(seq(Word("COMMA"), Ref("_type")), 1, None))
    if known.class_groups:
        rules["_first_types"] = alt(seq(_VARIABLE, repeat(seq(Word("COMMA"), Ref("_type")), 0, None)), several)
    else:
        rules["_first_types"] = Ref("_types")
    rules["property_list"] = alt(*firsts)
    return rules


def _more(statement: Expr) -> Expr:
    return repeat(seq(Word("SEMICOLON"), statement), 0, None)


def _list_of(item: Expr) -> Expr:
    return seq(item, repeat(seq(Word("COMMA"), item), 0, None))


def _constants(
    group: PropertyGroup,
    slots: tuple[ValueSlot, ...] | None,
    profile: GrammarProfile,
    ontology: Ontology,
    words: Terms,
) -> list[Expr]:
    found: list[Expr] = []
    if profile.literals or group.place == "boolean":
        found += [Word(name) for name in _OWN[group.place]]
    elif group.place == "any":
        found += [Word("INDIVIDUAL"), Word("CLASS")]
    if group.place == "thing":
        found.append(words.of(f"INDIVIDUAL_{group.name.upper()}", group.individuals))
    if slots is None:
        found.append(Word("PLACEHOLDER"))
    else:
        fitting = tuple(f'"{slot.name}"' for slot in slots if _fits(slot, group, ontology))
        found.append(words.of(f"PLACEHOLDER_{group.name.upper()}", fitting))
    return found


def _fits(slot: ValueSlot, group: PropertyGroup, ontology: Ontology) -> bool:
    if group.place not in slot.places:
        return False
    return not (slot.classes and group.classes) or compatible(slot.classes, group.classes, ontology)


def _general(known: GrammarVocabulary, words: Terms) -> dict[str, Expr]:
    """Statements with any property."""
    steps = repeat(seq(Ref("_thing_step"), Word("SLASH")), 1, None)
    direct: list[Expr] = []
    after_steps: list[Expr] = []
    for group in known.groups:
        name = words.of(f"PROPERTY_{group.name.upper()}", group.names)
        direct.append(seq(name, Ref(f"_objects_{group.name}")))
        after_steps.append(seq(name, Ref(f"_constants_{group.name}")))
    paths = alt(
        seq(Ref("_path"), Ref("_variables")),
        seq(steps, alt(*after_steps)),
        seq(alt(EMPTY, steps), Ref("_turned_step"), Ref("_thing_objects")),
        seq(Ref("_class_path"), Ref("_types")),
    )
    repeated = seq(Word("THING_PROPERTY"), Ref("_path_mod"), Ref("_thing_objects"))
    return {
        "_path_statement": alt(paths, repeated, Ref("_free_statement")),
        "_first_statement": alt(*direct, Ref("_path_statement"), seq(Word("A"), Ref("_first_types"))),
        "_statement": alt(*direct, Ref("_path_statement"), Ref("_types_list")),
    }


def _statement_of_class(
    number: int, known: GrammarVocabulary, properties: Mapping[str, tuple[str, ...]], words: Terms
) -> Expr:
    """Statements whose subject is written with its class: the first step is a property of that class."""
    choices: list[Expr] = [Ref("_types_list"), Ref("_free_statement")]
    things: list[str] = []
    for group in known.groups:
        names = properties[group.name]
        terminal = words.of(f"PROPERTY_{group.name.upper()}_C{number}", names)
        choices.append(seq(terminal, Ref(f"_objects_{group.name}")))
        if group.place in ("thing", "any"):
            things += names
    step = words.of(f"THING_PROPERTY_C{number}", tuple(sorted(things)))
    mod = repeat(Ref("_path_mod"), 0, 1)
    rest = alt(
        seq(Ref("_path"), Ref("_variables")),
        *(
            seq(words.of(f"PROPERTY_{group.name.upper()}", group.names), Ref(f"_constants_{group.name}"))
            for group in known.groups
        ),
    )
    choices += [
        seq(step, mod, Word("SLASH"), rest),
        seq(step, Ref("_path_mod"), alt(Ref("_variables"), Ref("_thing_objects"))),
        seq(Ref("_turned_step"), alt(Ref("_variables"), Ref("_thing_objects"))),
        seq(Ref("_turned_step"), Word("SLASH"), rest),
        seq(Ref("_class_path"), Ref("_types")),
        seq(Word("A"), Word("SLASH"), rest),
        seq(Word("LPAR"), Ref("_path"), Word("RPAR"), Ref("_variables")),
    ]
    return alt(*choices)

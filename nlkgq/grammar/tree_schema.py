"""A JSON schema of query trees over an ontology, for model APIs that take schemas and no grammars.

The tree has less variety than the grammar: a statement is one triple, layout and abbreviations are gone. Terms, kinds
of objects and forms of queries are the grammar's. Every property of an object is required and no other is allowed, as
strict modes demand; what may be absent may be null. `tree_text` writes the text of a tree.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from nlkgq.analysis.types import compatible
from nlkgq.grammar.places import ValueSlot
from nlkgq.grammar.profile import GrammarProfile
from nlkgq.grammar.specialise import CASTS
from nlkgq.grammar.vocabulary import GrammarVocabulary, PropertyGroup, vocabulary
from nlkgq.iri import XSD, PrefixMap
from nlkgq.ontology.model import Ontology
from nlkgq.sparql.table import table

Schema: TypeAlias = dict[str, Any]
OPERATORS: Final = ("=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "&&", "||")
AGGREGATES: Final = ("COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT")
_OWN: Final = {
    "text": ("text",),
    "number": ("number",),
    "date": ("date",),
    "boolean": ("boolean",),
    "literal": ("text", "number", "date", "boolean"),
    "any": ("text", "number", "date", "boolean", "individual", "class"),
    "thing": (),
}
_LEFT_OUT: Final = frozenset({"RAND", "UUID", "STRUUID", "BNODE", "MD5", "SHA1", "SHA256", "SHA384", "SHA512"})


def tree_schema(
    ontology: Ontology,
    *,
    profile: GrammarProfile | None = None,
    placeholders: Iterable[ValueSlot] | None = None,
    prefixes: PrefixMap | None = None,
) -> Schema:
    """The schema (JSON Schema 2020-12) of the trees of queries over an ontology.

    Args:
        ontology: Whose terms may be used.
        profile: Query forms and what columns may be; depth and length are not bounded by a schema.
        placeholders: Those of one question; None for all well-formed ones.
        prefixes: How terms are written; the ontology's own when None.
    """
    writer = _SchemaWriter(
        vocabulary(ontology, prefixes),
        ontology,
        profile or GrammarProfile(),
        None if placeholders is None else tuple(placeholders),
    )
    return writer.schema()


def to_json_schema(schema: Schema) -> str:
    """The schema as text."""
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _any_of(choices: Sequence[Schema]) -> Schema:
    return choices[0] if len(choices) == 1 else {"anyOf": list(choices)}


def _enum(names: Sequence[str]) -> Schema:
    return {"type": "string", "enum": list(names)}


def _list(item: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": item, **({"minItems": least} if least else {})}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


class _SchemaWriter:
    def __init__(
        self,
        known: GrammarVocabulary,
        ontology: Ontology,
        profile: GrammarProfile,
        slots: tuple[ValueSlot, ...] | None,
    ) -> None:
        self._known = known
        self._ontology = ontology
        self._profile = profile
        self._slots = slots

    def schema(self) -> Schema:
        variable = {"type": "string", "pattern": r"^\?[A-Za-z_][A-Za-z0-9_]*$"}
        definitions = {
            "variable": variable,
            **self._constants(),
            **self._expressions(),
            **self._paths(),
            **self._statements(),
            "elements": _list(_ref("element"), 1),
            "element": _any_of([_ref(name) for name in self._elements()]),
            **self._elements(),
            "select": self._select(),
        }
        forms = [_ref("select")] if "SELECT" in self._profile.forms else []
        if "ASK" in self._profile.forms:
            forms.append(_object(form=_enum(["ASK"]), where=_ref("elements")))
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "A SPARQL query",
            **_object(query=_any_of(forms)),
            "$defs": definitions,
        }

    def _select(self) -> Schema:
        column = _object(expression=_ref("expression"), name=_ref("variable"))
        columns = column if self._profile.aggregates_only else _any_of([_ref("variable"), column])
        return _object(
            form=_enum(["SELECT"]),
            distinct={"type": "boolean"},
            columns=_list(columns, 1 if self._profile.aggregates_only else 0),
            where=_ref("elements"),
            group_by=_list(_any_of([_ref("variable"), column])),
            having=_list(_ref("expression")),
            order_by=_list(_object(by=_ref("expression"), descending={"type": "boolean"})),
            limit=_or_null({"type": "integer", "minimum": 0}),
            offset=_or_null({"type": "integer", "minimum": 0}),
        )

    def _elements(self) -> dict[str, Schema]:
        kinds = {
            "filter": {"test": _ref("expression")},
            "exists": {"holds": {"type": "boolean"}, "elements": _ref("elements")},
            "optional": {"elements": _ref("elements")},
            "minus": {"elements": _ref("elements")},
            "union": {"branches": _list(_ref("elements"), 1)},
            "bind": {"expression": _ref("expression"), "name": _ref("variable")},
            "values": {"variables": _list(_ref("variable"), 1), "rows": _list(_list(_ref("cell"), 1), 1)},
            "subquery": {"query": _ref("select")},
        }
        found = {kind: _object(element=_enum([kind]), **parts) for kind, parts in kinds.items()}
        return {"statement": _any_of([_ref(n) for n in self._statements()]), **found}

    def _statements(self) -> dict[str, Schema]:
        """A statement for each group of properties, one for types, paths, and properties that are asked for."""
        subject = _ref("subject")
        found = {}
        for group in self._known.groups:
            target = _any_of([_ref("variable"), *self._targets(group)])
            found[f"statement_{group.name}"] = _object(subject=subject, property=_enum(group.names), object=target)
        classes = [_ref("class")] if self._known.classes else []
        found["statement_type"] = _object(
            subject=subject, property=_enum(["a"]), object=_any_of([_ref("variable"), *classes])
        )
        found["statement_path"] = _object(subject=subject, path=_ref("path"), object=_ref("end"))
        found["statement_any"] = _object(subject=subject, property=_ref("variable"), object=_ref("end"))
        return found

    def _targets(self, group: PropertyGroup) -> list[Schema]:
        own = _OWN[group.place] if self._profile.literals or group.place == "boolean" else ()
        found = [_ref(name) for name in own if self._has(name)]
        if group.individuals and group.place == "thing":
            found.append(_object(individual=_enum(group.individuals)))
        if self._slots is None:
            found.append(_ref("placeholder"))
        else:
            names = [s.name for s in self._slots if self._fits(s, group)]
            found += [_object(placeholder=_enum(names))] if names else []
        return found

    def _fits(self, slot: ValueSlot, group: PropertyGroup) -> bool:
        if group.place not in slot.places:
            return False
        return not (slot.classes and group.classes) or compatible(slot.classes, group.classes, self._ontology)

    def _has(self, name: str) -> bool:
        return {"individual": bool(self._known.individuals), "class": bool(self._known.classes)}.get(name, True)

    def _constants(self) -> dict[str, Schema]:
        known = self._known
        dates = sorted(known.prefixes.shorten(XSD + n) for n in ("date", "dateTime", "gYear", "gYearMonth", "time"))
        found: dict[str, Schema] = {
            "text": _object(text={"type": "string"}, language=_or_null({"type": "string", "pattern": "^[A-Za-z-]+$"})),
            "number": _object(number={"type": "number"}),
            "boolean": _object(boolean={"type": "boolean"}),
            "date": _object(date={"type": "string", "pattern": "^[0-9TZ:.+-]+$"}, datatype=_enum(dates)),
        }
        if self._slots is None:
            pattern = "^VALUE_[B-DF-HJ-NP-TV-XZ2-9]{4}$"
            found["placeholder"] = _object(placeholder={"type": "string", "pattern": pattern})
        elif self._slots:
            found["placeholder"] = _object(placeholder=_enum([s.name for s in self._slots]))
        if known.individuals:
            found["individual"] = _object(individual=_enum(known.individuals))
        if known.classes:
            found["class"] = _object(**{"class": _enum(known.classes)})
        things = [n for n in ("individual", "class", "placeholder") if n in found]
        found["subject"] = _any_of([_ref("variable"), *map(_ref, things)])
        found["end"] = _any_of([_ref("variable"), *map(_ref, things), *map(_ref, ("text", "number", "date"))])
        constants = [n for n in found if n not in ("subject", "end")]
        found["cell"] = _any_of([{"type": "null"}, *map(_ref, constants)])
        found["constant"] = _any_of([_ref(n) for n in constants])
        return found

    def _paths(self) -> dict[str, Schema]:
        names = [*self._known.properties(), "a"]
        choices = [
            _enum(names),
            _object(sequence=_list(_ref("path"), 2)),
            _object(alternatives=_list(_ref("path"), 2)),
            _object(inverse=_ref("path")),
            _object(repeat=_ref("path"), times=_enum(["?", "*", "+"])),
            _object(excluded=_list(_any_of([_enum(names), _object(inverse=_enum(names))]), 1)),
        ]
        return {"path": _any_of(choices)}

    def _expressions(self) -> dict[str, Schema]:
        words = table().words
        functions = sorted(
            word
            for word, name in words.items()
            if (name.startswith("FUNCTION") or name in {"REGEX", "SUBSTR", "REPLACE", "BOUND"})
            and word not in _LEFT_OUT
        )
        casts = sorted(self._known.prefixes.shorten(XSD + name) for name in CASTS)
        expression = _ref("expression")
        choices = [
            _ref("variable"),
            _ref("constant"),
            _object(operator=_enum(OPERATORS), left=expression, right=expression),
            _object(**{"not": expression}),
            _object(negative=expression),
            _object(member=expression, of=_list(expression, 1), negated={"type": "boolean"}),
            _object(function=_enum([*functions, *casts]), arguments=_list(expression)),
            _object(
                aggregate=_enum(AGGREGATES),
                distinct={"type": "boolean"},
                of=_or_null(expression),
                separator=_or_null({"type": "string"}),
            ),
        ]
        return {"expression": _any_of(choices)}

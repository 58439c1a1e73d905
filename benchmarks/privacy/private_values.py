"""Private values of many kinds in eleven locales, and templates of questions about them: seeded, of our own making.

Names are put together from syllables in the manner of a language; none is taken from a list of real ones.
"""

from __future__ import annotations

import random

LOCALES: dict[str, tuple[str, ...]] = {
    "it": ("ro", "ma", "li", "na", "gio", "van", "del", "ta", "cci", "ni", "lla", "si"),
    "de": ("hein", "rich", "wal", "trau", "dorf", "mül", "ler", "schä", "fer", "bach", "groß", "ke"),
    "fr": ("jean", "clau", "dé", "lie", "mon", "tel", "beau", "çois", "rê", "vau", "gny", "ois"),
    "pl": ("woj", "cie", "zbi", "gnie", "ław", "ska", "cki", "szy", "mań", "żu", "bro", "nia"),
    "es": ("mar", "tín", "her", "nán", "dez", "gó", "mez", "ñez", "lu", "cía", "ra", "mo"),
    "cs": ("zde", "něk", "vác", "lav", "dvo", "řá", "ko", "vá", "ště", "pán", "ho", "ček"),
    "en": ("har", "ring", "ton", "wick", "ash", "ley", "thorn", "field", "quill", "by", "mont", "shaw"),
    "ru": ("вла", "ди", "мир", "ор", "лин", "ская", "пет", "ров", "на", "жда", "чер", "ных"),
    "el": ("στα", "ύρ", "ος", "μελ", "ιτζ", "άν", "ης", "πα", "πα", "δο", "γι", "ωργ"),
    "ja": ("東", "京", "山", "田", "商", "事", "北", "川", "森", "林", "谷", "中"),
    "sv": ("björn", "ås", "lund", "ström", "gren", "ö", "berg", "ingr", "id", "sjö", "holm", "kvist"),
}
FORMS = ("GmbH", "Ltd", "S.p.A.", "& Söhne", "Group", "SARL", "Oy", "Partners")
STREETS = ("{n} Street {d}", "{n}straße {d}", "Rue {n} {d}", "Via {n} {d}", "ulica {n} {d}", "{n}dorf", "Calle {n} {d}")
TITLES = (
    "The Long {a} of {b}",
    "{a} und {b}",
    "House of the {a} {b}",
    "La {a} de {b} y {c}",
    "{a}: A New {b} Order",
    "{a} versus {b} and {c}",
)
SCHEMA_VALUES = ("Employee", "Department", "Manager", "Name", "Report", "Order")
"""Values that are words of the schema: they pass, since the prompt shows them anyway."""
COMMON_VALUES = ("Will", "Mark", "Grant", "Hope", "Bill")
KINDS = {
    "person": 40,
    "organisation": 14,
    "place": 7,
    "title": 7,
    "identifier": 10,
    "email": 7,
    "phone": 5,
    "number": 4,
    "money": 3,
    "date": 3,
}
TEMPLATES = {
    "person": (
        "Who is the manager of {v}?",
        "list all projects {v} works for",
        "What is the salary of {v} in the sales department?",
        "which invoice was signed by {v} before the end date",
        "{v} reports to whom?",
        "Give me every account that belongs to {v}",
    ),
    "organisation": (
        "Which contract was signed with {v}?",
        "is {v} a supplier located in the same city?",
        "how many orders has {v} placed",
    ),
    "place": ("who is located in {v}?", "which suppliers are in {v}", "Is the department in {v} or elsewhere?"),
    "title": ("who works on {v}?", "the total amount of the project {v}", "Is {v} a project?"),
    "identifier": ("what is the status of {v}", "who is the owner of order {v}?"),
    "email": ("find the employee with {v}", "who is the owner of account {v}"),
    "phone": ("whose number is {v}?", "call {v} for the department"),
    "number": ("which contract has a total of {v}?", "salary over {v}"),
    "money": ("which invoice has an amount of {v}?", "contracts below {v}"),
    "date": ("who started on {v}?", "orders between {v} and the end date"),
    "word": ("who is the manager of {v}?", "total amount for {v}"),
}
LISTS = ("Compare {v}", "is there anything that connects {v}?", "which report names {v}", "show the owner of {v}")


def values(count: int, seed: int = 7) -> list[tuple[str, str]]:
    """``count`` different (kind, value) pairs."""
    chance = random.Random(seed)
    found: dict[str, str] = dict.fromkeys((*SCHEMA_VALUES, *COMMON_VALUES), "word")
    kinds, weights = list(KINDS), list(KINDS.values())
    while len(found) < count:
        kind = chance.choices(kinds, weights)[0]
        found.setdefault(_value(kind, chance), kind)
    return [(kind, value) for value, kind in found.items()]


def _name(chance: random.Random, locale: str) -> str:
    syllables = LOCALES[locale]
    if locale == "ja":
        return "".join(chance.choices(syllables, k=chance.randint(2, 3)))
    return "".join(chance.choices(syllables, k=chance.choice((2, 3, 3, 4)))).capitalize()


def _value(kind: str, chance: random.Random) -> str:
    locale = chance.choice(tuple(LOCALES))
    match kind:
        case "person":
            return f"{_name(chance, locale)} {_name(chance, locale)}"
        case "organisation":
            return f"{_name(chance, locale)} {chance.choice(FORMS)}"
        case "place":
            return chance.choice(STREETS).format(n=_name(chance, locale), d=chance.randint(1, 199))
        case "title":
            names = {letter: _name(chance, locale) for letter in "abc"}
            return chance.choice(TITLES).format(**names)
        case "identifier":
            prefix = chance.choice(("INC", "PO", "CASE", "EMP", "X"))
            return f"{prefix}-{chance.randint(2015, 2026)}-{chance.randint(0, 99999):05d}"
        case "email":
            return f"{_name(chance, 'en')}.{_name(chance, 'en')}{chance.randint(1, 999)}@corp.example".lower()
        case "phone":
            parts = (chance.choice((39, 49, 33, 48)), chance.randint(100, 999), chance.randint(100, 999))
            return "+{} {} {} {}".format(*parts, chance.randint(1000, 9999))
        case "number":
            return str(chance.randint(100_000, 99_999_999))
        case "money":
            return f"{chance.randint(100_000, 999_999_999) / 100:.2f}"
        case _:
            return f"{chance.randint(1940, 2025)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"

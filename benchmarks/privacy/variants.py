"""Private values of many kinds and locales, and the ways people write them: a generator, seeded, of our own making.

Names are put together from syllables in the manner of a language; none is taken from a list of real ones.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

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
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SCHEMA_WORDS = ("Employee", "Department", "Manager", "Name", "Report", "Order", "Will", "Mark", "Grant", "Hope", "Bill")
TEMPLATES = {
    "person": (
        "Who is the manager of {v}?",
        "list all projects {v} works for",
        "What is the salary of {v} in the sales department?",
        "which invoice was signed by {v} before the end date",
        "{v} reports to whom?",
    ),
    "organisation": ("Which contract was signed with {v}?", "is {v} a supplier located in the same city?"),
    "identifier": ("what is the status of {v}", "who is the owner of order {v}?"),
    "email": ("find the employee with {v}", "who is the owner of account {v}"),
    "phone": ("whose number is {v}?", "call {v} for the department"),
    "number": ("which contract has a total of {v}?", "salary over {v}"),
    "date": ("who started on {v}?", "orders between {v} and the end date"),
    "word": ("who is the manager of {v}?", "total amount for {v}"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A question with one value in one disguise."""

    kind: str
    variant: str
    value: str
    written: str
    template: str

    @property
    def question(self) -> str:
        return self.template.replace("{v}", self.written)


def values(count: int, seed: int = 7) -> list[tuple[str, str]]:
    """``count`` different (kind, value) pairs."""
    chance = random.Random(seed)
    found: dict[str, str] = dict.fromkeys(SCHEMA_WORDS, "word")
    while len(found) < count:
        kind = chance.choices(
            ("person", "organisation", "identifier", "email", "phone", "number", "date"), (50, 15, 10, 8, 6, 4, 7)
        )[0]
        found.setdefault(_value(kind, chance), kind)
    return [(kind, value) for value, kind in found.items()]


def _name(chance: random.Random, locale: str) -> str:
    syllables = LOCALES[locale]
    if locale == "ja":
        return "".join(chance.choices(syllables, k=chance.randint(2, 3)))
    return "".join(chance.choices(syllables, k=chance.choice((2, 3, 3, 4)))).capitalize()


def _value(kind: str, chance: random.Random) -> str:
    locale = chance.choice(tuple(LOCALES))
    if kind == "person":
        return f"{_name(chance, locale)} {_name(chance, locale)}"
    if kind == "organisation":
        return f"{_name(chance, locale)} {chance.choice(FORMS)}"
    if kind == "identifier":
        prefix = chance.choice(("INC", "PO", "CASE", "EMP", "X"))
        return f"{prefix}-{chance.randint(2015, 2026)}-{chance.randint(0, 99999):05d}"
    if kind == "email":
        return f"{_name(chance, 'en')}.{_name(chance, 'en')}{chance.randint(1, 999)}@corp.example".lower()
    if kind == "phone":
        parts = (chance.choice((39, 49, 33, 48)), chance.randint(100, 999), chance.randint(100, 999))
        return "+{} {} {} {}".format(*parts, chance.randint(1000, 9999))
    if kind == "number":
        return str(chance.randint(100_000, 99_999_999))
    return f"{chance.randint(1940, 2025)}-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}"


SHAPES = dict(zip("aeopcxyiAEOPCXTHKMB", "аеорсхуіАЕОРСХТНКМВ", strict=True))


def plain(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _typo(text: str, chance: random.Random) -> str:
    places = [i for i, c in enumerate(text) if c.isalpha()]
    if len(places) < 5:
        return text
    place = chance.choice(places[1:-1])
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    made = (
        text[:place] + text[place + 1 :],
        text[:place] + letter + text[place + 1 :],
        text[:place] + letter + text[place:],
        text[:place] + text[place + 1 : place + 2] + text[place] + text[place + 2 :],
    )
    return chance.choice(made)


def variants(kind: str, value: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """(name of the variant, the value so written); those that change nothing are left out by the caller."""
    half = len(value) // 2
    words = re.findall(r"\w+", value)
    yield from (
        ("exact", value),
        ("lower", value.lower()),
        ("upper", value.upper()),
        ("swapped case", value.swapcase()),
        ("title case", value.title()),
        ("decomposed", unicodedata.normalize("NFD", value)),
        ("compatibility", unicodedata.normalize("NFKC", value)),
        ("without marks", plain(value)),
        ("in quotes", f"“{value}”"),
        ("in single quotes", f"'{value}'"),
        ("in brackets", f"[{value}]"),
        ("in parentheses", f"({value})"),
        ("possessive", value + "'s"),
        ("possessive curly", value + "’s"),
        ("no-break space", value.replace(" ", "\u00a0")),
        ("double space", value.replace(" ", "  \t")),
        ("newline", value.replace(" ", "\n")),
        ("zero width", value[:half] + "\u200b" + value[half:]),
        ("soft hyphen", value[:half] + "\u00ad" + value[half:]),
        ("direction marks", "\u202e" + value + "\u202c"),
        ("look-alikes", "".join(SHAPES.get(c, c) for c in value)),
        ("full width", "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value)),
        ("percent", quote(value)),
        ("camel", "".join(w.capitalize() for w in words)),
        ("snake", "_".join(words).lower()),
        ("kebab", "-".join(words).lower()),
        ("dotted", ".".join(words)),
        ("spaced letters", " ".join(value.replace(" ", ""))),
        ("other dashes", value.replace("-", "\u2011")),
        ("no separators", re.sub(r"[\s-]", "", value)),
        ("with a comma", value + ","),
        ("mathematical", "".join(_bold(c) for c in value)),
    )
    if kind in {"person", "organisation"}:
        last = words[-1]
        yield from (
            ("typo", _typo(value, chance)),
            ("two typos", _typo(_typo(value, chance), chance)),
            ("last word", last),
            ("first word", words[0]),
            ("last word lower", last.lower()),
            ("reversed order", f"{last}, {' '.join(words[:-1])}"),
            ("initial", f"{words[0][0]}. {last}"),
            ("initial behind", f"{last} {words[0][0]}."),
            ("words between", f"{words[0]} (our new head) {' '.join(words[1:])}"),
            ("inflected", value + chance.choice(("a", "em", "ovi", "s", "en", "ego"))),
            ("leet", value.replace("o", "0").replace("i", "1").replace("e", "3")),
            ("doubled letter", value.replace(value[2], value[2] * 2, 1)),
            ("with a title", f"Dr. {value}"),
            ("umlauts spelt out", value.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")),
        )
    if kind == "number":
        number = int(value)
        yield from (
            ("thousands", f"{number:,}"),
            ("thousands dot", f"{number:,}".replace(",", ".")),
            ("thousands space", f"{number:,}".replace(",", " ")),
            ("thousands apostrophe", f"{number:,}".replace(",", "'")),
            ("decimals", value + ".00"),
            ("scientific", f"{number:.6e}"),
            ("abbreviated", f"{number / 1e6:.3f}M"),
            ("currency", f"€{number:,}"),
            ("currency behind", f"{number:,} EUR"),
        )
    if kind == "date":
        year, month, day = value.split("-")
        name = MONTHS[int(month) - 1]
        yield from (
            ("day month year", f"{int(day)} {name} {year}"),
            ("month day year", f"{name} {int(day)}th, {year}"),
            ("slashes", f"{day}/{month}/{year}"),
            ("slashes American", f"{month}/{day}/{year}"),
            ("dots", f"{int(day)}.{int(month)}.{year}"),
            ("short", f"{int(day)} {name[:3]} {year[2:]}"),
            ("compact", year + month + day),
            ("with time", value + "T00:00:00Z"),
        )
    if kind == "phone":
        digits = re.sub(r"\D", "", value)
        yield from (
            ("digits", digits),
            ("local", digits[2:]),
            ("phone dashes", value.replace(" ", "-")),
            ("double zero", "00" + digits),
            ("phone parentheses", f"({digits[:2]}) {digits[2:5]} {digits[5:]}"),
        )
    if kind == "email":
        yield from (("at", value.replace("@", " at ")), ("local part", value.split("@")[0]))


def _bold(character: str) -> str:
    if "a" <= character <= "z":
        return chr(0x1D41A + ord(character) - ord("a"))
    return chr(0x1D400 + ord(character) - ord("A")) if "A" <= character <= "Z" else character


def cases(sample: list[tuple[str, str]], seed: int = 11) -> Iterator[Case]:
    """Every variant of every value of the sample, each in one question."""
    chance = random.Random(seed)
    for kind, value in sample:
        for name, written in variants(kind, value, chance):
            if written and (name == "exact" or written != value):
                yield Case(kind, name, value, written, chance.choice(TEMPLATES[kind]))

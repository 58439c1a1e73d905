"""The ways people write a private value: classes of variants that change the writing and not what is meant.

`variants_of_text` are for every kind, the others for kinds with formats of their own. Classes in `FUZZY` are those that
no rule undoes.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import quote

from spelt_numbers import in_words

FUZZY = frozenset(
    {
        *("typo", "two typos", "doubled letter", "inflected", "missing letter", "swapped letters", "neighbouring key"),
        *("typo in lower case", "cut short"),
    }
)
SHARED = frozenset({"Group", "Partners", "Long", "House", "Order", "Street", "Calle", "Söhne", "SARL", "GmbH"})
"""Words that many values share: nothing is told by one of them alone, misspelt or not."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
GERMAN = ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November")
FRENCH = ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre")
ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
    *("twentieth", "twenty-first", "twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth"),
    *("twenty-sixth", "twenty-seventh", "twenty-eighth"),
)
SHAPES = dict(zip("aeopcxyiAEOPCXTHKMB", "аеорсхуіАЕОРСХТНКМВ", strict=True))
_SOUNDS = """
а=a б=b в=v г=g д=d е=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y
ь= э=e ю=yu я=ya α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps
ω=o
"""
SOUNDS = dict(pair.split("=") for pair in _SOUNDS.split())
KEYS = dict(zip("qwertyuiopasdfghjklzxcvbnm", "wertyuioplsdfghjkloxcvbnmn", strict=True))


def plain(text: str) -> str:
    """Without accents."""
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


def variants(kind: str, value: str, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """(name of the class, the value so written, words that the class adds); what changes nothing is left in."""
    yield from variants_of_text(value)
    if kind in {"person", "organisation", "place", "title"}:
        yield from variants_of_names(value, chance)
    if kind == "person":
        yield from variants_of_people(value)
    made = {
        "number": _numbers,
        "money": _money,
        "date": _dates,
        "phone": _phones,
        "email": _emails,
        "identifier": _codes,
    }
    if kind in made:
        yield from made[kind](value)


def variants_of_text(value: str) -> Iterator[tuple[str, str, str]]:
    """What may be done to any text."""
    half = len(value) // 2
    words = re.findall(r"\w+", value)
    for name, written in (
        ("exact", value),
        ("lower", value.lower()),
        ("upper", value.upper()),
        ("swapped case", value.swapcase()),
        ("title case", value.title()),
        ("alternating case", "".join(c.upper() if i % 2 else c.lower() for i, c in enumerate(value))),
        ("decomposed", unicodedata.normalize("NFD", value)),
        ("compatibility", unicodedata.normalize("NFKC", value)),
        ("without marks", plain(value)),
        ("in quotes", f"“{value}”"),
        ("in single quotes", f"'{value}'"),
        ("in brackets", f"[{value}]"),
        ("in parentheses", f"({value})"),
        ("in markup", f"<b>{value}</b>"),
        ("possessive", value + "'s"),
        ("possessive curly", value + "’s"),
        ("no-break space", value.replace(" ", "\u00a0")),
        ("double space", value.replace(" ", "  \t")),
        ("newline", value.replace(" ", "\n")),
        ("zero width", value[:half] + "\u200b" + value[half:]),
        ("zero width everywhere", "\u200d".join(value)),
        ("soft hyphen", value[:half] + "\u00ad" + value[half:]),
        ("direction marks", "\u202e" + value + "\u202c"),
        ("struck through", "".join(c + "\u0336" for c in value)),
        ("look-alikes", "".join(SHAPES.get(c, c) for c in value)),
        ("full width", "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value)),
        ("mathematical", "".join(_bold(c) for c in value)),
        ("circled", "".join(chr(0x24D0 + ord(c) - 97) if "a" <= c <= "z" else c for c in value.lower())),
        ("percent", quote(value)),
        ("camel", "".join(w.capitalize() for w in words)),
        ("snake", "_".join(words).lower()),
        ("kebab", "-".join(words).lower()),
        ("dotted", ".".join(words)),
        ("spaced letters", " ".join(value.replace(" ", ""))),
        ("other dashes", value.replace("-", "\u2011")),
        ("no separators", re.sub(r"[\s-]", "", value)),
        ("with a comma", value + ","),
        ("with a colon", value + ":"),
        ("hyphenated at a line's end", value[:half] + "-\n" + value[half:]),
        ("leet", value.replace("o", "0").replace("i", "1").replace("e", "3")),
        ("transliterated", "".join(SOUNDS.get(c, SOUNDS.get(c.lower(), c).capitalize()) for c in plain(value))),
        ("as an identifier", f"ex:{'_'.join(words)}"),
        ("as a path", f"http://corp.example/i/{quote('_'.join(words))}"),
    ):
        yield name, written, "http corp example" if name == "as a path" else ""


def variants_of_names(value: str, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    """What people do to names."""
    words = re.findall(r"\w+", value)
    telling = [w for w in words if len(w) > 3 and not w[0].islower() and not w.isdigit() and w not in SHARED]
    if not telling:  # a short name, or one in a script without capitals
        return
    first, last = telling[0], telling[-1]
    middle = len(first) // 2

    def instead(word: str) -> str:
        return value.replace(first, word, 1)

    for name, written in (
        ("typo", instead(_typo(first, chance))),
        ("two typos", instead(_typo(_typo(first, chance), chance))),
        ("typo in lower case", instead(_typo(first, chance)).lower()),
        ("doubled letter", instead(first[:2] + first[1:])),
        ("missing letter", instead(first[:middle] + first[middle + 1 :])),
        (
            "swapped letters",
            instead(first[:middle] + first[middle + 1 : middle + 2] + first[middle] + first[middle + 2 :]),
        ),
        ("neighbouring key", instead(first[:middle] + KEYS.get(first[middle], first[middle]) + first[middle + 1 :])),
        ("cut short", instead(first[: max(3, len(first) * 2 // 3)])),
        ("inflected", value.replace(last, last + chance.choice(("a", "em", "ovi", "s", "en", "ego")))),
        ("last word", last),
        ("first word", first),
        ("last word lower", last.lower()),
        ("first word lower", first.lower()),
        ("plural", f"the {last}s"),
        ("joined with another", f"{last}-{first}"),
        ("umlauts spelt out", _spelt_out(value)),
        ("without the last letter's case", value[:-1].lower() + value[-1].upper()),
    ):
        yield name, written, "the" if name == "plural" else ""


def variants_of_people(value: str) -> Iterator[tuple[str, str, str]]:
    """What people do to names of people."""
    words = re.findall(r"\w+", value)
    first, last = words[0], words[-1]
    yield "reversed order", f"{last}, {first}", ""
    yield "reversed without comma", f"{last} {first}", ""
    yield "initial", f"{first[0]}. {last}", ""
    yield "initial behind", f"{last} {first[0]}.", ""
    yield "initial joined", f"{first[0]}.{last}".lower(), ""
    yield "words between", f"{first} (our new head) {last}", "our new head"
    yield "second name between", f"{first} X. {last}", ""
    yield "capital surname", f"{first} {last.upper()}", ""
    yield "with a title", f"Dr. {value}", "dr"
    yield "with a suffix", f"{value} Jr.", "jr"
    yield "user name", f"@{first[0]}{last}".lower(), ""
    yield "split over clauses", f"{first}, surname {last}", "surname"


def _spelt_out(value: str) -> str:
    for pair in ("ä=ae", "ö=oe", "ü=ue", "ß=ss", "å=aa", "Ä=Ae", "Ö=Oe", "Ü=Ue", "Å=Aa"):
        value = value.replace(*pair.split("="))
    return value


def _bold(character: str) -> str:
    if "a" <= character <= "z":
        return chr(0x1D41A + ord(character) - ord("a"))
    return chr(0x1D400 + ord(character) - ord("A")) if "A" <= character <= "Z" else character


def _numbers(value: str) -> Iterator[tuple[str, str, str]]:
    number = int(value)
    yield "thousands", f"{number:,}", ""
    yield "thousands dot", f"{number:,}".replace(",", "."), ""
    yield "thousands space", f"{number:,}".replace(",", " "), ""
    yield "thousands apostrophe", f"{number:,}".replace(",", "'"), ""
    yield "thousands underscore", f"{number:_}", ""
    yield "decimals", value + ".00", ""
    yield "scientific", f"{number:.6e}", ""
    yield "abbreviated", f"{number / 1e6:.3f}M", ""
    yield "currency", f"€{number:,}", ""
    yield "currency behind", f"{number:,} EUR", "eur"
    yield "number in words", in_words(number), "and"
    yield "Arabic digits", "".join(chr(0x660 + int(c)) for c in value), ""
    yield "rounded in words", f"about {number / 1e6:.1f} million", "about million"
    yield "signed", f"+{value}", ""


def _money(value: str) -> Iterator[tuple[str, str, str]]:
    amount = float(value)
    english = f"{amount:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    yield "money", f"${english}", ""
    yield "money behind", f"{english} USD", "usd"
    yield "money German", f"{german} €", ""
    yield "money French", f"{german.replace('.', ' ')} €", ""
    yield "money Swiss", f"CHF {english.replace(',', chr(39))}", "chf"
    yield "money without cents", f"€{amount:,.0f}", ""
    yield "money with a dash", f"{amount:,.0f},-", ""
    yield "money abbreviated", f"{amount / 1e6:.2f} m EUR", "eur"
    yield "money in thousands", f"${amount / 1e3:,.1f}k", ""


def _dates(value: str) -> Iterator[tuple[str, str, str]]:
    year, month, day = value.split("-")
    name, number = MONTHS[int(month) - 1], int(day)
    german = (*GERMAN, "Dezember")[int(month) - 1]
    french = (*FRENCH, "décembre")[int(month) - 1]
    yield "day month year", f"{number} {name} {year}", ""
    yield "month day year", f"{name} {number}th, {year}", ""
    yield "slashes", f"{day}/{month}/{year}", ""
    yield "slashes American", f"{month}/{day}/{year}", ""
    yield "dots", f"{number}.{int(month)}.{year}", ""
    yield "short", f"{number} {name[:3]} {year[2:]}", ""
    yield "compact", year + month + day, ""
    yield "with time", value + "T00:00:00Z", ""
    yield "German date", f"{number}. {german} {year}", ""
    yield "French date", f"{'1er' if number == 1 else number} {french} {year}", ""
    yield "ordinal in words", f"the {ORDINALS[number - 1]} of {name} {year}", "the of"
    yield "month and year", f"{name} {year}", ""
    yield "day and month", f"{name.lower()} {number}", ""
    yield "with hyphens and name", f"{number:02d}-{name[:3].upper()}-{year}", ""
    yield "weekday before", f"Monday, {name} {number}, {year}", "monday"


def _phones(value: str) -> Iterator[tuple[str, str, str]]:
    digits = re.sub(r"\D", "", value)
    yield "digits", digits, ""
    yield "local", digits[2:], ""
    yield "phone dashes", value.replace(" ", "-"), ""
    yield "phone dots", value.replace(" ", "."), ""
    yield "double zero", "00" + digits, ""
    yield "phone parentheses", f"({digits[:2]}) {digits[2:5]} {digits[5:]}", ""
    yield "phone with extension", f"{value} ext. 12", "ext 12"
    yield "phone in pairs", " ".join(re.findall("..?", digits)), ""
    yield "phone link", f"tel:{value.replace(' ', '')}", "tel"
    yield "spoken digits", " ".join(in_words(int(c)) for c in digits), ""


def _emails(value: str) -> Iterator[tuple[str, str, str]]:
    local, domain = value.split("@")
    yield "at", value.replace("@", " at "), "at corp example"
    yield "at and dot", f"{local} [at] {domain.replace('.', ' [dot] ')}", "at dot corp example"
    yield "local part", local, ""
    yield "mail link", f"mailto:{value}", "mailto corp example"
    yield "angle brackets", f"<{value}>", "corp example"
    yield "names of the address", " ".join(re.findall("[a-z]+", local)).title(), ""


def _codes(value: str) -> Iterator[tuple[str, str, str]]:
    prefix, year, number = value.split("-")
    yield "spaces for dashes", f"{prefix} {year} {number}", "case"
    yield "slashes for dashes", f"{prefix}/{year}/{number}", ""
    yield "hash", f"#{value}", ""
    yield "number alone", number, ""
    yield "without prefix", f"{year}-{number}", ""
    yield "short year", f"{prefix}-{year[2:]}-{number}", ""
    yield "without zeros", f"{prefix}-{year}-{int(number)}", ""
    yield "underscores", value.replace("-", "_"), ""

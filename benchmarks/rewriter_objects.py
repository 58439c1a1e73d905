"""Native objects of generated properties, and the conversions that make them clean."""

from __future__ import annotations

import random
from decimal import Decimal

from rewriter_kinds import CLEAN, NATIVE

from nlkgq.iri import XSD
from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.conversion import (
    Conversion,
    DatatypeConversion,
    DateConversion,
    IriTemplate,
    LanguageConversion,
    TextTemplate,
    ValueMap,
)
from nlkgq.wrapper.values import iri, literal


def make_objects(rng: random.Random, kind: str) -> tuple[list[RdfTerm], Conversion | None]:
    """Native objects, some of which a conversion does not cover, and that conversion.

    Args:
        rng: Decides.
        kind: Of `OBJECT_KINDS`, or "language" for texts in several languages.
    """
    words = [literal(w) for w in ("a", "b", "c", 'd "e"')]
    clean = [iri(f"{CLEAN}v{n}") for n in range(4)]
    fr = literal("c", None, "fr")
    english = [literal(w, None, "en") for w in ("a", "b", "c")]
    moment = f"{XSD}dateTime"
    integer, decimal = f"{XSD}integer", f"{XSD}decimal"
    texts = [literal(t) for t in ("1990", "2001", "7", "2001")]
    odd = [literal("07"), literal("x"), literal("1990", None, "en"), literal("12", integer)]
    numbers = [literal(t, integer) for t in ("1", "2", "30", "60")]
    moments = [f"19{year}-0{month}-0{month + 1}T0{month}:00:00" for year, month in ((90, 1), (90, 2), (91, 1), (91, 2))]
    match kind:
        case "language":
            return [literal("a", None, "de"), *(literal(t, None, "en") for t in "ab"), literal("c"), fr], None
        case "tagged":
            return [*english, literal("a"), fr], LanguageConversion(native="en", clean=None)
        case "any-tag":
            return [*english, literal("a"), fr], LanguageConversion(native="*", clean=None)
        case "to-tagged":
            return [*words, fr], LanguageConversion(native=None, clean="en")
        case "address":
            texts = [literal(f"{CLEAN}a{n}", f"{XSD}anyURI") for n in range(3)] + [literal("no", f"{XSD}anyURI")]
            return texts, TextTemplate(clean=("", ""), native=("", ""), native_datatype=f"{XSD}anyURI")
        case "to-text":
            addresses = [iri(f"{NATIVE}doi/10.{n}/x") for n in range(3)] + [iri(f"{NATIVE}other"), literal("x")]
            made = TextTemplate(clean=("", ""), native=(f"{NATIVE}doi/", ""), clean_datatype=f"{XSD}string")
            return addresses, made
        case "day":
            days = [literal(t, moment) for t in (*moments, moments[0].replace(":00", ":30"), moments[1] + "Z")]
            return [*days, literal(moments[0])], DateConversion(native=moment, clean=f"{XSD}date")
        case "midnight":
            days = [literal(t[:10], f"{XSD}date") for t in moments]
            return [*days, literal(moments[0][:10])], DateConversion(native=f"{XSD}date", clean=moment)
        case "month":
            days = [literal(t[:10], f"{XSD}date") for t in moments]
            clean_type = rng.choice((f"{XSD}gYearMonth", f"{XSD}gMonth", f"{XSD}gYear"))
            return days, DateConversion(native=f"{XSD}date", clean=clean_type)
        case "unit-text":
            made = DatatypeConversion(native=f"{XSD}string", clean=decimal, factor=Decimal("0.25"))
            return [literal(t) for t in ("1", "2.5", "30", "x", "07")], made
        case "string":
            return [*words, literal("a", None, "en")], None
        case "integer":
            return texts + odd[: rng.randint(0, 4)], DatatypeConversion(native=f"{XSD}string", clean=integer)
        case "year":
            years = [literal(t) for t in ("1990", "2001", "1850", "90")]
            return years + odd[1:3], DatatypeConversion(native=f"{XSD}string", clean=f"{XSD}gYear")
        case "unit":
            made = DatatypeConversion(native=integer, clean=decimal, factor=Decimal("0.5"), offset=Decimal(1))
            return [*numbers, literal("no")], made
        case "lenient":
            return [*texts, *odd[:3]], DatatypeConversion(native=f"{XSD}string", clean=integer, lenient=True)
        case "one":
            return words, ValueMap(pairs=((clean[0], words[0]),))
        case "map":
            return [*words, literal("z")], ValueMap(pairs=tuple(zip(clean, words, strict=True)))
        case "open-map":
            pairs = tuple(zip(clean[:2], words[:2], strict=True))
            return [*words, clean[0]], ValueMap(pairs=pairs, open=True)
        case "many-to-one":
            pairs = ((clean[0], words[0]), (clean[0], words[1]), (clean[1], words[2]))
            return words, ValueMap(pairs=pairs, open=rng.random() < 0.5)
        case "long-map":
            codes = [literal(f"k{n}") for n in range(41)]
            pairs = tuple((literal(f"K {n}"), code) for n, code in enumerate(codes))
            return [*codes[:5], literal("z")], ValueMap(pairs=pairs, open=rng.random() < 0.5)
    made_template = IriTemplate(clean=(f"{CLEAN}id/", "/x"), native=None)
    return [literal("a b"), literal("é~1"), literal("7"), literal(""), literal("a", None, "en")], made_template

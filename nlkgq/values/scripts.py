"""Character tables for folding: how letters of other scripts are read, and which Latin letters they look like."""

from __future__ import annotations

from typing import Final


def _pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split())


LATIN_SPECIAL: Final = _pairs("ß=ss ø=o ł=l đ=d æ=ae œ=oe þ=th ð=d ı=i ħ=h ŋ=n ŧ=t ĸ=k ɑ=a ɡ=g ə=e ʼ= ʻ=")
"""Latin letters that canonical decomposition leaves whole, after case folding."""

_CYRILLIC = _pairs(
    "а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch"
    " ъ= ы=y ь= э=e ю=yu я=ya і=i є=ye ґ=g ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѕ=dz ѣ=e ѳ=f ѵ=i"
)
_GREEK = _pairs("α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=y φ=f χ=ch ψ=ps ω=o")
SOUND: Final = {**_CYRILLIC, **_GREEK}
"""Cyrillic and Greek letters, lower case, as they are usually written in Latin letters."""

SHAPE: Final = {
    **_pairs("а=a в=b е=e і=i ј=j к=k м=m н=h о=o р=p с=c т=t у=y х=x ѕ=s ԁ=d ԛ=q ԝ=w һ=h ӏ=l г=r п=n и=n ь=b з=3"),
    **_pairs("А=a В=b Е=e І=i Ј=j К=k М=m Н=h О=o Р=p С=c Т=t У=y Х=x Ѕ=s"),
    **_pairs("α=a β=b ε=e η=n ι=i κ=k ν=v ο=o ρ=p τ=t υ=u χ=x γ=y ω=w σ=o"),
    **_pairs("Α=a Β=b Ε=e Ζ=z Η=h Ι=i Κ=k Μ=m Ν=n Ο=o Ρ=p Τ=t Υ=y Χ=x"),
    **_pairs("օ=o ո=n ս=u հ=h ց=g"),
}
"""Letters of other scripts by the Latin letter they look like; capitals apart, since their shapes differ."""

SPELT_OUT: Final = _pairs("ä=ae ö=oe ü=ue å=aa ø=oe Ä=ae Ö=oe Ü=ue Å=aa Ø=oe")
"""Umlauts and their like as two letters (Mueller for Müller)."""

LEET: Final = (_pairs("0=o 1=i 3=e 4=a 5=s 7=t"), _pairs("0=o 1=l 3=e 4=a 5=s 7=t"))
"""Digits that stand for letters inside a word."""

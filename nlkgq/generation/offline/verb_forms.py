"""The forms of everyday English verbs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def verb_forms() -> Mapping[str, frozenset[str]]:
    """Form -> of which kinds it is: ``base``, ``third``, ``past``, ``participle``, ``gerund``.

    Verbs of what is not so, or no longer, are ``against`` as well.

    >>> sorted(verb_forms()["brought"]), sorted(verb_forms()["carries"]), sorted(verb_forms()["read"])
    (['participle', 'past'], ['third'], ['base', 'participle', 'past'])
    """
    found: dict[str, set[str]] = {}
    for line in files("nlkgq.generation.offline").joinpath("verbs_en.txt").read_text(encoding="utf-8").splitlines():
        for entry in line.split() if not line.startswith("#") else ():
            base, *irregular = entry.removeprefix("!").split(":")
            past, participle = irregular or (_with(base, "ed"), _with(base, "ed"))
            forms = {"base": base, "third": _third(base), "past": past, "participle": participle}
            for kind, form in {**forms, "gerund": _with(base, "ing")}.items():
                found.setdefault(form, set()).update((kind, "against") if entry[0] == "!" else (kind,))
    return {form: frozenset(kinds) for form, kinds in found.items()}


def _third(base: str) -> str:
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def _with(base: str, ending: str) -> str:
    if base.endswith("e") and not (ending == "ing" and base.endswith(("ee", "oe", "ye"))):
        base = base[:-2] + "y" if ending == "ing" and base.endswith("ie") else base[:-1]
    elif base.endswith("y") and base[-2] not in "aeiou" and ending == "ed":
        base = base[:-1] + "i"
    elif base in _DOUBLED:
        base += base[-1]
    return base + ending


_DOUBLED = frozenset(
    (
        *(
            "admit",
            "ban",
            "begin",
            "chat",
            "commit",
            "cut",
            "dig",
            "drop",
            "equip",
            "fit",
            "get",
            "hit",
            "incur",
            "jam",
        ),
        *(
            "let",
            "occur",
            "permit",
            "plan",
            "prefer",
            "put",
            "quit",
            "refer",
            "run",
            "set",
            "shut",
            "sit",
            "stop",
            "submit",
        ),
        *(
            "swim",
            "transfer",
            "win",
            "map",
            "plot",
            "stem",
            "scan",
            "travel",
            "cancel",
            "label",
            "enrol",
            "fulfil",
            "pin",
        ),
        *("rob", "rub", "ship", "skip", "slip", "snap", "step", "strip", "tag", "tap", "trim", "trap", "wrap"),
    )
)

"""Closed sets of English words that several steps of reading a question look at."""

from __future__ import annotations

from nlkgq.generation.offline.verb_forms import verb_forms

DO = frozenset(("do", "does", "did"))
"""The auxiliary that asks."""
HAVE = frozenset(("have", "has", "had"))
"""The verb of what belongs to something."""
BE = frozenset(("is", "are", "was", "were", "be", "been", "being"))
"""The auxiliary of passives."""
APART = frozenset(("different", "distinct", "separate", "unique"))
"""Adjectives that tell things of one kind apart."""
THEY = frozenset(("they", "he", "she"))
"""Pronouns for whoever was spoken of."""
NOBODY = frozenset(("nobody", "noone"))
"""Pronouns that deny; "no one" is one of them when it is put plainly."""
EMPTY = BE | DO | {"the", "a", "an", "of", "and", "that", "which", "who"}
"""Words that never name what holds between the things beside them."""
PARTICIPLES = frozenset(
    {
        form
        for form, kinds in verb_forms().items()
        if "participle" in kinds and "base" not in kinds and form[-2:] != "ed"
    }
    | {"born", "fed", "found", "hired", "led", "owed", "read", "used"}
)
"""Irregular participles of everyday verbs, and short ones; regular ones are known by their ending."""
VERBS = frozenset(
    (
        *("come", "comes", "came", "live", "lives", "lived", "stay", "stays", "reside"),
        *("resides", "play", "plays", "perform", "performs", "appear", "appears", "take", "takes"),
        *("took", "hold", "holds", "held", "get", "gets", "got", "receive", "receives"),
        *("host", "hosts", "run", "runs", "ran", "keep", "keeps", "kept", "buy"),
        *("buys", "bought", "make", "makes", "made", "work", "works", "go", "goes"),
        *("went", "leave", "leaves", "left", "attend", "attends", "join", "joins", "visit"),
        *("visits", "sell", "sells", "sold", "carry", "carries", "cover", "covers", "raise"),
        *("raises", "manage", "manages", "produce", "produces", "publish", "publishes", "sing", "sings"),
        *("sang", "sung", "wear", "wears", "drive", "drives", "drove", "ride", "rides"),
        *("rode", "teach", "teaches", "taught", "pay", "pays", "paid", "spend", "spends"),
        *("took", "rode", "saw", "chose", "ate", "wrote", "threw", "began", "begin", "begins", "knew", "grew"),
        *("lend", "lends", "serve", "serves", "own", "owns", "order", "orders", "use", "uses", "win", "wins"),
        *("bear", "contain", "contains", "include", "handle", "handles", "belong", "belongs", "want", "need"),
        *("spent", "cast", "casts", "give", "gives", "gave", "employ", "employs", "feature", "features", "contain"),
        *("end", "ends", "ended", "finish", "finishes", "finished"),
        *("bring", "brings", "brought", "deliver", "delivers"),
        *("assume", "assumes", "apply", "applies", "employ", "take", "yield", "yields"),
        *("supply", "supplies", "cause", "causes", "earn", "earns", "handle", "handles", "know", "knows"),
    )
)
"""Verbs of everyday use; others are recognised by their form or by ``do``, ``who``, ``that`` before them."""
STATING = frozenset(
    (
        *("state", "states", "stated", "report", "reports", "reported", "record", "records", "recorded", "specify"),
        *("specifies", "specified", "mention", "mentions", "mentioned", "declare", "declares", "declared", "note"),
        *("indicate", "indicates", "indicated", "document", "documents", "documented", "measure", "measures"),
        *("measured", "collect", "collects", "collected", "track", "tracks", "tracked", "register", "registers"),
    )
)
"""Verbs by which things have what is written down of them."""
MEASURING = frozenset(("cost", "costs", "weigh", "weighs", "last", "lasts", "measure", "measures"))
"""``which courses cost more than X``: verbs that may also be nouns, or are synonyms of some."""
YIELDING = frozenset(
    (
        *("cause", "causes", "caused", "produce", "produces", "produced", "generate", "generates", "generated"),
        *("yield", "yields", "yielded", "incur", "incurs", "incurred", "reach", "reaches", "reached", "achieve"),
        *("achieves", "achieved", "attain", "attains", "attained", "offer", "offers", "offered", "provide"),
        *("provides", "provided", "require", "requires", "required", "need", "needs", "needed", "charge", "charges"),
        *("charged", "earn", "earns", "earned", "show", "shows", "showed", "score", "scores", "scored"),
    )
)
"""Verbs of things and the amounts that they have."""
_NOUNS_IN_ED = frozenset(("bed", "shed", "sled", "thoroughbred", "crossbred"))
_VERBS_IN_EED = frozenset(("agreed", "disagreed", "freed", "decreed", "guaranteed", "refereed"))


def ends_as_verb(word: str) -> bool:
    """Whether a folded word ends as verbs do, or as a verb with ``by``: no ``seed`` and no ``breed``.

    >>> [ends_as_verb(w) for w in ("kept_by", "painted", "agreed", "breed", "running")]
    [True, True, True, False, True]
    """
    if word.endswith("eed"):
        return word in _VERBS_IN_EED
    return word.endswith(("ed", "ing", "by")) and word not in _NOUNS_IN_ED

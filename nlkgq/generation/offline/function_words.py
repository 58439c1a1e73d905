"""Closed sets of English words that several steps of reading a question look at."""

from __future__ import annotations

DO = frozenset(("do", "does", "did"))
"""The auxiliary that asks."""
HAVE = frozenset(("have", "has", "had"))
"""The verb of what belongs to something."""
BE = frozenset(("is", "are", "was", "were", "be", "been", "being"))
"""The auxiliary of passives."""
THEY = frozenset(("they", "he", "she"))
"""Pronouns for whoever was spoken of."""
EMPTY = BE | DO | {"the", "a", "an", "of", "and", "that", "which", "who"}
"""Words that never name what holds between the things beside them."""
PARTICIPLES = frozenset(
    (
        *("written", "taken", "given", "sung", "born", "won", "made", "sold", "held", "led", "built", "bought"),
        *("taught", "flown", "worn", "known", "shown", "spoken", "drawn", "paid", "sent", "driven", "grown", "spent"),
        *("ridden", "seen", "gone", "chosen", "eaten", "broken", "stolen", "thrown", "begun", "kept", "left", "lost"),
        *("met", "told", "found", "read", "lent", "hired", "done", "had"),
    )
)
"""Irregular participles of everyday verbs; regular ones are known by their ending."""

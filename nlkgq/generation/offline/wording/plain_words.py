"""The steps that put a question in plain words, in their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nlkgq.generation.offline.tokens import Token
from nlkgq.generation.offline.vocabulary import Vocabulary
from nlkgq.generation.offline.wording.afterthoughts import with_afterthoughts
from nlkgq.generation.offline.wording.asserted import as_question
from nlkgq.generation.offline.wording.bare_texts import with_quotes
from nlkgq.generation.offline.wording.busiest import with_most
from nlkgq.generation.offline.wording.denied_objects import with_denied_verbs
from nlkgq.generation.offline.wording.from_to import with_first
from nlkgq.generation.offline.wording.indefinites import spelled_out
from nlkgq.generation.offline.wording.kinds_again import with_kinds_again
from nlkgq.generation.offline.wording.measured_by import with_measures
from nlkgq.generation.offline.wording.number_ranges import with_ranges
from nlkgq.generation.offline.wording.of_each import with_their
from nlkgq.generation.offline.wording.only_columns import with_only_columns
from nlkgq.generation.offline.wording.placings import with_placings
from nlkgq.generation.offline.wording.recast import recast
from nlkgq.generation.offline.wording.request_frames import unframed
from nlkgq.generation.offline.wording.restated import said_plainly
from nlkgq.generation.offline.wording.said_of_rows import put_of_rows
from nlkgq.generation.offline.wording.short_clauses import with_short_clauses
from nlkgq.generation.offline.wording.shorthand import written_out
from nlkgq.generation.offline.wording.spoken_forms import put_plainly
from nlkgq.generation.offline.wording.turns_of_phrase import put_shortly


def in_plain_words(
    tokens: Sequence[Token], vocabulary: Vocabulary, is_stored: Callable[[str], bool]
) -> tuple[Token, ...]:
    """The tokens of a question as the rest of the translator reads them.

    What is said around it comes off first, then turns of phrase are put shortly, then what stands first or last is
    moved, and last what depends on the whole sentence.

    Args:
        tokens: The question, in English.
        vocabulary: What things and properties are called.
        is_stored: Whether the graph holds a value of that text: then it may be meant.
    """
    tokens = with_their(with_denied_verbs(with_ranges(tokens, is_stored)))
    tokens = with_only_columns(said_plainly(written_out(tokens, is_stored)), vocabulary)
    tokens = with_placings(with_most(tokens, vocabulary, is_stored), vocabulary, is_stored)
    tokens = put_shortly(as_question(spelled_out(unframed(tokens, vocabulary), vocabulary)), vocabulary)
    tokens = with_measures(tokens, vocabulary)
    tokens = with_first(with_quotes(with_afterthoughts(recast(tokens)), vocabulary), vocabulary)
    tokens = with_short_clauses(put_plainly(tokens, vocabulary, is_stored), vocabulary, is_stored)
    return put_of_rows(with_kinds_again(tokens, vocabulary), vocabulary)

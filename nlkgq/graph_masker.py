"""The masker of one graph: what its settings, its index, its ontology and its owner's rules say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from nlkgq.graph_secret import graph_secret
from nlkgq.hidden_values import hidden_values
from nlkgq.masking.recogniser import load_recogniser
from nlkgq.value_watch import own_values, vocabulary

if TYPE_CHECKING:
    from nlkgq.config import Settings
    from nlkgq.iri import PrefixMap
    from nlkgq.masking.mask import Masker
    from nlkgq.masking.model import MaskingMode
    from nlkgq.masking.recogniser import Recogniser
    from nlkgq.masking.rules import ValueRules
    from nlkgq.ontology.lexicon import Lexicon
    from nlkgq.ontology.model import Ontology
    from nlkgq.values.model import ValueIndex
    from nlkgq.values.store import SqliteValueIndex


def graph_masker(
    settings: Settings,
    *,
    graph: str,
    ontology: Ontology,
    lexicon: Lexicon,
    prefixes: PrefixMap,
    index: ValueIndex,
    indexes: Sequence[SqliteValueIndex],
    rules: ValueRules,
    more: Sequence[Recogniser] = (),
) -> Masker:
    """Questions -> masked questions, as the privacy mode says.

    Args:
        settings: Of the graph.
        graph: Names the graph, for the secret behind placeholder names.
        ontology: What the question may be about.
        lexicon: Its words.
        prefixes: Of its terms.
        index: Stored values, with the owner's names of them.
        indexes: The same without those names.
        rules: What is public, and what is sensitive whatever else holds.
        more: Recognisers beside those of the settings.

    Raises:
        ConfigError: A recogniser or the secret is not there.
    """
    from nlkgq.egress.watched import WatchedValues
    from nlkgq.masking.mask import Masker

    recognisers = [*(load_recogniser(name) for name in settings.privacy.recognisers), *more]
    secret = graph_secret(settings.privacy.secret_env, graph)

    def made(*others: Recogniser) -> Masker:
        return Masker(
            ontology=ontology,
            lexicon=lexicon,
            index=index,
            mode=cast("MaskingMode", settings.privacy.mode),
            secret=secret,
            rules=rules,
            recognisers=[*recognisers, *others],
        )

    plain = made()
    own = own_values(settings, ontology=ontology, rules=rules, indexes=indexes)
    if own is None:
        return plain
    words = vocabulary(ontology, prefixes, rules.exempt)
    return made(hidden_values(plain, WatchedValues(values=own, vocabulary=words)))

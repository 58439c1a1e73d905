"""The same value in other words: what the conversions of a wrapper make of a term, in both directions."""

from __future__ import annotations

from nlkgq.results.models import RdfTerm
from nlkgq.wrapper.model import Wrapper


def counterparts(wrapper: Wrapper, term: RdfTerm) -> frozenset[RdfTerm]:
    """The term itself, the clean terms that it may be the native one of, and their native terms and its own.

    Who must not see a value must not see it as the code, the identifier or the number in another unit either.

    >>> from nlkgq.wrapper import PropertyForm, ValueMap, Wrapper
    >>> codes = ValueMap(pairs=((RdfTerm("uri", "urn:germany"), RdfTerm("literal", "DE")),))
    >>> wrapper = Wrapper(properties={"urn:country": (PropertyForm(kind="iri", text="urn:P1", object=codes),)})
    >>> sorted(found.value for found in counterparts(wrapper, RdfTerm("literal", "DE")))
    ['DE', 'urn:germany']
    """
    clean = {term, *(found for c in wrapper.conversions if (found := c.to_clean(term)) is not None)}
    native = {found for c in wrapper.conversions for one in clean for found in c.to_native(one) or ()}
    return frozenset(clean | native)

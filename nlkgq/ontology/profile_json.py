"""Profiles as JSON, for cache files."""

from __future__ import annotations

import json
from typing import Any, Final

from nlkgq.errors import ConfigError
from nlkgq.ontology.model import Text
from nlkgq.ontology.profile_model import Profile, PropertyProfile
from nlkgq.ontology.profile_texts import TermTexts

VERSION: Final = 3
_COUNTS: Final = ("subject_classes", "object_classes", "datatypes", "languages")


def profile_to_json(profile: Profile) -> str:
    """A profile as one JSON object.

    >>> profile_from_json(profile_to_json(Profile(triples=1, classes={}, properties={}))).triples
    1
    """
    properties = {
        iri: {
            "count": p.count,
            "subjects": p.subjects,
            "objects": p.objects,
            **{name: dict(getattr(p, name)) for name in _COUNTS},
            "links": [[source, target, count] for (source, target), count in p.links.items()],
        }
        for iri, p in profile.properties.items()
    }
    return json.dumps(
        {
            "version": VERSION,
            "triples": profile.triples,
            "complete": profile.complete,
            "classes": dict(profile.classes),
            "prefixes": dict(profile.prefixes),
            "overlaps": [[first, second, count] for (first, second), count in profile.overlaps.items()],
            "properties": properties,
            "texts": {
                term: [[[text.value, text.language] for text in several] for several in said]
                for term, said in profile.texts.items()
            },
        },
        ensure_ascii=False,
    )


def profile_from_json(text: str) -> Profile:
    """The profile that :func:`profile_to_json` wrote.

    Raises:
        ConfigError: Something else, or another version's.
    """
    try:
        found: dict[str, Any] = json.loads(text)
        if found["version"] != VERSION:
            raise ConfigError(f"a profile of version {found['version']}, not {VERSION}")
        return Profile(
            triples=found["triples"],
            complete=found["complete"],
            classes=found["classes"],
            prefixes=found["prefixes"],
            overlaps={(first, second): count for first, second, count in found["overlaps"]},
            properties={iri: _property(iri, p) for iri, p in found["properties"].items()},
            texts={term: _texts(said) for term, said in found["texts"].items()},
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ConfigError("not a profile", hint="Delete the file; it will be made again.") from error


def _texts(said: list[list[list[str]]]) -> TermTexts:
    labels, comments = (tuple(Text(value=value, language=language) for value, language in each) for each in said)
    return TermTexts(labels, comments)


def _property(iri: str, found: dict[str, Any]) -> PropertyProfile:
    return PropertyProfile(
        iri=iri,
        count=found["count"],
        subjects=found["subjects"],
        objects=found["objects"],
        **{name: found[name] for name in _COUNTS},
        links={(source, target): count for source, target, count in found["links"]},
    )

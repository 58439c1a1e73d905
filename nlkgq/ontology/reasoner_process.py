"""The process that runs owlready2's reasoner: ``python -m nlkgq.ontology.reasoner_process FILE.nt``.

Prints one JSON object: ``consistent``, ``unsatisfiable``, ``inferred``; or ``error``.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any


def main(path: str) -> dict[str, Any]:
    """Classify the ontology in an N-Triples file."""
    import owlready2

    world = owlready2.World()
    ontology = world.get_ontology("http://base.invalid/reasoned#")
    with Path(path).open("rb") as source:
        ontology.load(fileobj=source)
    before = _superclasses(world)
    try:
        owlready2.sync_reasoner_hermit(world, debug=0, ignore_unsupported_datatypes=True)
    except owlready2.OwlReadyInconsistentOntologyError:
        return {"consistent": False, "unsatisfiable": [], "inferred": []}
    except owlready2.OwlReadyJavaError as error:
        return {"error": _short(str(error))}
    unsatisfiable = sorted(c.iri for c in world.inconsistent_classes() if c is not owlready2.Nothing)
    inferred = sorted(
        (lower, upper)
        for lower, uppers in _superclasses(world).items()
        for upper in uppers - before.get(lower, set())
        if lower not in unsatisfiable
    )
    return {"consistent": True, "unsatisfiable": unsatisfiable, "inferred": inferred}


def _superclasses(world: Any) -> dict[str, set[str]]:
    """Named direct superclasses and equivalents of every class."""
    import owlready2

    found: dict[str, set[str]] = {}
    for c in world.classes():
        above = [*c.is_a, *c.equivalent_to.indirect()]
        named = {u.iri for u in above if isinstance(u, owlready2.ThingClass) and u is not owlready2.Thing}
        found[c.iri] = named - {c.iri, owlready2.Nothing.iri}
    return found


def _short(message: str) -> str:
    """The Java exception's own sentence, without its stack."""
    lines = [line for line in message.splitlines() if line.strip() and not re.match(r"\s+at |Java error", line)]
    return " ".join(" ".join(lines[:2]).split())[:300]


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))

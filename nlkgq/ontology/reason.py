"""What an OWL reasoner finds: consistency, unsatisfiable classes, inferred superclasses; HermiT through owlready2.

The reasoner runs in a process group of its own, so that a deadline or Ctrl-C ends it and its Java; owlready2 reads
nothing but N-Triples that our reader wrote, without owl:imports.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from nlkgq.errors import ConfigError, LoadError
from nlkgq.iri import OWL
from nlkgq.ontology.prefixes import is_wellformed_iri


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoning:
    """What the reasoner found.

    Args:
        consistent: Whether the ontology has a model at all; if not, the rest is empty.
        unsatisfiable: IRIs of classes that can have no instance.
        inferred: (class, superclass) that follow and are not stated; named classes only.
    """

    consistent: bool
    unsatisfiable: tuple[str, ...] = ()
    inferred: tuple[tuple[str, str], ...] = ()


def reason(paths: str | Path | Iterable[str | Path], *, seconds: float = 120.0) -> Reasoning:
    """Classify an ontology.

    Args:
        paths: Its files, in any supported syntax.
        seconds: After so long the reasoner is ended.

    Raises:
        LoadError: A file that cannot be read.
        ConfigError: No Java; out of time; an ontology outside OWL 2 DL that the reasoner refuses.
    """
    if shutil.which("java") is None:
        raise ConfigError(
            "reasoning needs Java, and no `java` is on the PATH",
            place="java",
            hint="Install a Java runtime, 11 or newer (Debian: apt install default-jre-headless).",
        )
    files = [Path(paths)] if isinstance(paths, str | Path) else [Path(p) for p in paths]
    place = ", ".join(map(str, files))
    with tempfile.TemporaryDirectory(prefix="nlkgq-reason-") as folder:
        triples = Path(folder) / "ontology.nt"
        _write_ntriples(files, triples)
        found = json.loads(_run(triples, seconds, place))
    if "error" in found:
        raise LoadError(
            f"{place}: the reasoner refuses it: {found['error']}",
            place=place,
            hint="It may be outside OWL 2 DL; `nlkgq ontology check` without --reason still works.",
        )
    return Reasoning(
        consistent=found["consistent"],
        unsatisfiable=tuple(found["unsatisfiable"]),
        inferred=tuple((lower, upper) for lower, upper in found["inferred"]),
    )


def _write_ntriples(files: Iterable[Path], target: Path) -> None:
    from pyoxigraph import NamedNode

    from nlkgq.rdf_files import read_quads

    with target.open("w", encoding="utf-8") as out:
        for file in files:
            for quad in read_quads(file, rename_blank_nodes=True):
                nodes = (quad.subject, quad.predicate, quad.object)
                valid = all(is_wellformed_iri(n.value) for n in nodes if isinstance(n, NamedNode))
                if valid and quad.predicate.value != OWL + "imports":
                    out.write(f"{quad.subject} {quad.predicate} {quad.object} .\n")


def _run(triples: Path, seconds: float, place: str) -> str:
    command = [sys.executable, "-m", "nlkgq.ontology.reasoner_process", str(triples)]
    process = subprocess.Popen(  # noqa: S603  # our own module, with a file that we made
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        output, talk = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise ConfigError(
            f"{place}: the reasoner was ended after {seconds:g} seconds",
            place=place,
            hint="Reason over a smaller part of the ontology.",
        ) from None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    if process.returncode != 0:
        last = talk.strip().splitlines()[-1:] or ["no message"]
        raise ConfigError(f"{place}: the reasoner failed: {last[0]}", place=place)
    return output

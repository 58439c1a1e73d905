"""Ontology files to an `Ontology`: the only I/O of this room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pyoxigraph import BlankNode, Literal, NamedNode

from nlkgq.errors import LoadError
from nlkgq.iri import OWL, RDF
from nlkgq.ontology.build import OntologyBuilder
from nlkgq.ontology.model import LoadWarning, Ontology
from nlkgq.ontology.prefixes import complete_prefixes, is_wellformed_iri
from nlkgq.ontology.shapes import add_shapes
from nlkgq.ontology.texts import TextReader, Texts
from nlkgq.ontology.triples import TripleTable
from nlkgq.rdf_files import BASE_IRI, read_quads


def load_ontology(
    paths: str | Path | Iterable[str | Path],
    *,
    catalog: Mapping[str, Path] | None = None,
    follow_imports: bool = False,
) -> Ontology:
    """Read an ontology from one or several files.

    Classes are what is declared as such or used as one (subclass axioms, domains, ranges, restrictions), so a
    vocabulary of nothing but RDFS or schema.org's domainIncludes counts. Invalid IRIs become warnings.

    Args:
        paths: Files in any supported syntax, gzip or not; named graphs are merged.
        catalog: Ontology IRI -> local copy. Nothing is ever fetched.
        follow_imports: Read what owl:imports names, from the catalogue; what it lacks becomes a warning.

    Returns:
        The terms in the order of their IRIs.

    Raises:
        LoadError: A file that is missing, empty, cut off, refused or in no known syntax.
        MissingExtraError: An OWL syntax whose library is not installed.

    >>> from tempfile import NamedTemporaryFile
    >>> file = NamedTemporaryFile(suffix=".ttl")
    >>> _ = file.write(b'<http://x.org/title> <http://www.w3.org/2000/01/rdf-schema#domain> <http://x.org/Film> .')
    >>> file.flush()
    >>> ontology = load_ontology(file.name)
    >>> ontology.classes["http://x.org/Film"].label(), list(ontology.properties)
    ('film', ['http://x.org/title'])
    """
    files = [Path(paths)] if isinstance(paths, str | Path) else [Path(p) for p in paths]
    reading = _Reading(catalog or {})
    for file in files:
        reading.read(file, rename=len(files) > 1 or follow_imports)
    if follow_imports:
        reading.read_imports()
    return reading.ontology()


def read_catalog(path: str | Path) -> dict[str, Path]:
    """The ontology copies that an OASIS XML catalogue names (the ``catalog-v001.xml`` of Protege).

    Returns:
        Ontology IRI -> file, relative ones resolved against the folder of the catalogue; addresses are left out.

    Raises:
        LoadError: Missing, or not XML.
    """
    from xml.etree import ElementTree as ET

    from nlkgq.rdf_files.streams import open_bytes
    from nlkgq.rdf_files.xml_guard import XmlGuard

    path = Path(path)
    source, _ = open_bytes(path)
    with XmlGuard(str(path)).stream(source) as stream:
        content = stream.read()
    found: dict[str, Path] = {}
    for element in ET.fromstring(content).iter():  # noqa: S314  # the guard has refused bombs and external entities
        name, uri = element.get("name"), element.get("uri")
        if element.tag.rpartition("}")[2] == "uri" and name and uri and "://" not in uri:
            found[name] = path.parent / uri
    return found


class _Reading:
    """One load: the triples so far, prefixes, imports and warnings."""

    def __init__(self, catalog: Mapping[str, Path]) -> None:
        self._catalog = catalog
        self._table = TripleTable()
        self._prefixes: dict[str, str] = {}
        self._warnings: list[LoadWarning] = []
        self._files: list[Path] = []
        self._validity: dict[str, bool] = {}

    def read(self, path: Path, *, rename: bool) -> None:
        """Add the triples of a file; triples with an invalid IRI are left out."""
        if path.resolve() in self._files:
            return
        self._files.append(path.resolve())
        reader = read_quads(path, on_warning=self._warn, rename_blank_nodes=rename)
        left_out = 0
        for quad in reader:
            subject, obj = quad.subject, quad.object
            # RDF-star statements about statements say nothing about terms.
            if isinstance(subject, NamedNode | BlankNode) and isinstance(obj, NamedNode | BlankNode | Literal):
                if all(map(self._is_valid, (subject, quad.predicate, obj))):
                    self._table.add(subject, quad.predicate.value, obj)
                else:
                    left_out += 1
        if left_out:
            self._warn(f"{left_out} triples with an invalid IRI were left out", str(path))
        for prefix, namespace in reader.prefixes.items():
            if prefix == "xml" or prefix in self._prefixes:
                continue
            if is_wellformed_iri(namespace):
                self._prefixes[prefix] = namespace
            else:
                self._warn(f"prefix {prefix}: left out, <{namespace}> is not a valid IRI", str(path))

    def read_imports(self) -> None:
        """Read the catalogue's copies of whatever is imported, and what those import; each once."""
        done: set[str] = set()
        while True:
            pending = [iri for iri in self._imports() if iri not in done]
            if not pending:
                return
            for iri in pending:
                done.add(iri)
                copy = self._catalog.get(iri) or self._catalog.get(iri.rstrip("#/"))
                if copy is not None:
                    self._read_import(iri, copy)
                elif iri not in self._ontology_iris():
                    self._warn(f"owl:imports <{iri}>: no copy in the catalogue", str(self._files[0]))

    def _read_import(self, iri: str, copy: Path) -> None:
        try:
            self.read(copy, rename=True)
        except LoadError as error:
            self._warn(f"owl:imports <{iri}>: {error.message}", str(copy))

    def _imports(self) -> list[str]:
        return sorted({o.value for _, o in self._table.pairs(OWL + "imports") if isinstance(o, NamedNode)})

    def _ontology_iris(self) -> list[str]:
        ours = self._table.pairs(RDF + "type")
        return [s.value for s, o in ours if o == NamedNode(OWL + "Ontology") and isinstance(s, NamedNode)]

    def _warn(self, message: str, place: str) -> None:
        warning = LoadWarning(message=message, place=place)
        if warning not in self._warnings:
            self._warnings.append(warning)

    def _is_valid(self, node: NamedNode | BlankNode | Literal) -> bool:
        if not isinstance(node, NamedNode):
            return True
        known = self._validity.get(node.value)
        if known is None:
            known = self._validity[node.value] = is_wellformed_iri(node.value)
        return known

    def ontology(self) -> Ontology:
        """What has been read, as terms."""
        add_shapes(self._table)
        builder = OntologyBuilder(self._table)
        classes, properties, individuals = builder.classes(), builder.properties(), builder.individuals()
        place = ", ".join(file.name for file in self._files)
        if not classes and not properties:
            self._warn("no class and no property found; is it a file of data?", place)
        if any(iri.startswith(BASE_IRI) for iri in (*classes, *properties)):
            self._warn(f"relative IRIs without a base were read as <{BASE_IRI}...>; declare a base in the file", place)
        header = next(iter(self._ontology_iris()), None)
        texts = TextReader(self._table).read(NamedNode(header)) if header else Texts()
        mentioned = (
            *classes,
            *properties,
            *individuals,
            *(iri for p in properties.values() for iri in (*p.domain_classes, *p.range_classes)),
        )
        return Ontology(
            iri=header,
            prefixes=complete_prefixes(self._prefixes, mentioned),
            labels=texts.labels,
            comments=texts.comments,
            classes=classes,
            properties=properties,
            individuals=individuals,
            imports=tuple(self._imports()),
            undeclared=builder.undeclared(),
            warnings=tuple(self._warnings),
        )

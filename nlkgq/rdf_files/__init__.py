"""RDF and OWL files: what a file is, by its content, and its triples as a stream.

Three doors:

* :func:`detect` says what a file is (syntax, compression, encoding) without reading more than its head.
* :func:`read_quads` iterates pyoxigraph quads, streaming; it refuses entity bombs, external entities and remote or
  file JSON-LD contexts, and turns whatever is wrong into a :class:`nlkgq.errors.LoadError` with line and column.
* :func:`open_rdf` is for bulk loaders: a binary stream (decompressed, UTF-8, guarded) with its pyoxigraph format::

      with open_rdf(path) as rdf:
          store.bulk_load(rdf.stream, rdf.format, base_iri=rdf.base_iri, lenient=True)

  A `LoadError` raised by the stream (cut gzip, entity bomb) passes through pyoxigraph unchanged; pass its
  `SyntaxError` to :func:`syntax_error` for a `LoadError` with the place. `read_quads` does both itself.

:func:`content_key` is a hash of the content of files, for names of cache entries.
"""

from nlkgq.rdf_files.detection import Detected, Syntax, detect
from nlkgq.rdf_files.reading import BASE_IRI, QuadReader, RdfStream, content_key, open_rdf, read_quads, syntax_error

__all__ = [
    "BASE_IRI",
    "Detected",
    "QuadReader",
    "RdfStream",
    "Syntax",
    "content_key",
    "detect",
    "open_rdf",
    "read_quads",
    "syntax_error",
]

"""RDF files as an on-disk store, loaded once and found again by their content."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import shutil
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias, cast

from nlkgq.errors import ConfigError

if TYPE_CHECKING:
    import pyoxigraph

Progress: TypeAlias = Callable[[float | None], None]
"""Told the share that is done, in [0, 1], or None where it cannot be known."""

LAYOUT = 1  # of the cache folder; part of every key
QUADS_PER_BATCH = 200_000  # one sorted run each: larger ones cost memory (2,000,000 quads 800 MB) and are no faster
UNUSED_DAYS = 30
BYTES_TO_VERIFY = 64_000_000  # at every start; a larger store when a worker ends in an odd way
MANIFEST = "manifest.json"


def prepare_store(
    paths: Sequence[Path], cache_dir: Path, *, union_default_graph: bool, progress: Progress | None = None
) -> Path:
    """The folder of a complete store with the content of ``paths``, loaded now if the cache has none.

    Several processes may call this at once: one loads, the others wait. A load that is interrupted leaves nothing
    that a later call would take for a store.

    Args:
        paths: RDF files, one or more; blank nodes of different files are different.
        cache_dir: Where stores are kept, one folder each; made if missing.
        union_default_graph: Whether the default graph holds the triples of the named graphs, too.
        progress: Told of a load, once a batch.

    Returns:
        The folder that `pyoxigraph.Store.read_only` opens.

    Raises:
        LoadError: A file cannot be read.
        ConfigError: The cache folder cannot be written.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "a.ttl").write_text("<http://e/a> <http://e/b> 'c' .")
    >>> store = prepare_store([folder / "a.ttl"], folder / "stores", union_default_graph=True)
    >>> store == prepare_store([folder / "a.ttl"], folder / "stores", union_default_graph=True)
    True
    """
    root = Path(cache_dir)
    folder = root / _key(paths, union_default_graph)
    if _complete(folder):
        return folder / "store"
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _locked(folder.with_suffix(".lock"), progress):
            if not _complete(folder):
                _build(paths, folder, union_default_graph, progress)
                _remove_unused(root)
    except OSError as error:
        raise ConfigError(
            f"the cache folder {root} cannot be written: {error.strerror or error}",
            place="cache_dir",
            hint="Set NLKGQ_CACHE_DIR to a folder that can be written.",
        ) from error
    return folder / "store"


def discard_store(store: Path) -> None:
    """Removes a store found damaged, so that the next `prepare_store` loads it again."""
    folder = store.parent
    with contextlib.suppress(OSError), _locked(folder.with_suffix(".lock"), None):
        _remove(folder)


def _key(paths: Sequence[Path], union_default_graph: bool) -> str:
    import pyoxigraph as ox

    from nlkgq.rdf_files import content_key

    return content_key(paths, salt=f"store {LAYOUT} {ox.__version__} {union_default_graph}")


def store_is_sound(store: Path) -> bool:
    """Whether every byte of a store is as it was written; 100 MB take about 30 ms."""
    return _complete(store.parent, most_bytes_to_verify=sys.maxsize)


def _complete(folder: Path, most_bytes_to_verify: int = BYTES_TO_VERIFY) -> bool:
    """Whether the folder holds a finished store whose files have their sizes and, unless it is large, checksums.

    The engine does not verify what it reads: from a damaged file it may return errors without end.
    """
    manifest = folder / MANIFEST
    try:
        files = json.loads(manifest.read_bytes())["files"]
        paths = {folder / "store" / name: tuple(facts) for name, facts in files.items()}
        if any(path.stat().st_size != size for path, (size, _) in paths.items()):
            return False
        total = sum(size for size, _ in paths.values())
        if total <= most_bytes_to_verify and any(_checksum(path) != crc for path, (_, crc) in paths.items()):
            return False
        if time.time() - manifest.stat().st_mtime > 86_400:
            with contextlib.suppress(OSError):  # a cache that we may only read is still a cache
                os.utime(manifest)
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return False
    return True


def _checksum(path: Path) -> int:
    crc = 0
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            crc = zlib.crc32(chunk, crc)
    return crc


def _build(paths: Sequence[Path], folder: Path, union_default_graph: bool, progress: Progress | None) -> None:
    partial = folder.with_suffix(".partial")
    _remove(partial)
    _remove(folder)
    partial.mkdir()
    try:
        _load(paths, partial / "store", union_default_graph, progress)
        # The info log and the lock change whenever somebody opens the store.
        kept = [f for f in (partial / "store").iterdir() if not f.name.startswith("LO")]
        files = {f.name: (f.stat().st_size, _checksum(f)) for f in kept}
        (partial / MANIFEST).write_text(json.dumps({"files": files}))
        partial.rename(folder)
    except BaseException:
        _remove(partial)
        raise


def _load(paths: Sequence[Path], target: Path, union_default_graph: bool, progress: Progress | None) -> None:
    """Loads the files in sorted runs, which is faster than one bulk load and takes a fifth of its memory."""
    import pyoxigraph as ox

    store = ox.Store(str(target))
    source = _Source(paths, union_default_graph)
    quads = source.quads()
    batches = 0
    while (first := next(quads, None)) is not None:
        store.bulk_extend(itertools.chain((first,), itertools.islice(quads, QUADS_PER_BATCH - 1)))
        batches += 1
        if progress:
            progress(source.share)
    if batches > 1:
        store.optimize()
    store.flush()


class _Source:
    """The quads of several files, and how much of them has been read."""

    def __init__(self, paths: Sequence[Path], union_default_graph: bool) -> None:
        self._paths = paths
        self._union_default_graph = union_default_graph
        self._total = sum(path.stat().st_size for path in paths)
        self._read = 0
        self._compressed = False

    @property
    def share(self) -> float | None:
        """Bytes read of all bytes; None for files whose size says little."""
        return None if self._compressed or not self._total else min(1.0, self._read / self._total)

    def quads(self) -> Iterator[pyoxigraph.Quad]:
        """Every quad, in the order of the files; those of named graphs in the default graph, too, if that is wanted.

        Raises:
            LoadError: A file cannot be read.
        """
        import pyoxigraph as ox

        from nlkgq.rdf_files import open_rdf, syntax_error

        rename = len(self._paths) > 1  # `_:a` of one file is not `_:a` of another
        for path in self._paths:
            with open_rdf(path) as rdf:
                self._compressed |= rdf.file.compressed
                stream = cast("BinaryIO", _CountedStream(rdf.stream, self._count))
                try:
                    parser: Iterator[pyoxigraph.Quad] = ox.parse(
                        stream, rdf.format, base_iri=rdf.base_iri, lenient=True, rename_blank_nodes=rename
                    )
                    if self._union_default_graph and rdf.format.supports_datasets:
                        parser = _with_union(parser)
                    yield from parser
                except SyntaxError as error:
                    raise syntax_error(error, rdf) from error

    def _count(self, size: int) -> None:
        self._read += size


class _CountedStream(io.RawIOBase):
    """A stream that tells how much was read from it."""

    def __init__(self, stream: BinaryIO, count: Callable[[int], None]) -> None:
        super().__init__()
        self._stream = stream
        self._count = count

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes of the stream."""
        chunk = self._stream.read(size)
        self._count(len(chunk))
        return chunk


def _with_union(quads: Iterable[pyoxigraph.Quad]) -> Iterator[pyoxigraph.Quad]:
    """Each quad of a named graph, and its triple in the default graph.

    The engine's own union of graphs returns a triple once for each graph that holds it, which makes counts wrong;
    a merge that is stored is a set, as RDF 1.1 Semantics, section 4.1, has it.
    """
    import pyoxigraph as ox

    default = ox.DefaultGraph()
    for quad in quads:
        yield quad
        if quad.graph_name != default:
            yield ox.Quad(quad.subject, quad.predicate, quad.object, default)


def _remove(folder: Path) -> None:
    """Removes a folder in two steps, so that a removal cut short leaves nothing that looks complete."""
    with contextlib.suppress(FileNotFoundError):
        (folder / MANIFEST).unlink()
    if folder.exists():
        shutil.rmtree(folder)


def _remove_unused(root: Path) -> None:
    """Removes stores that nobody has opened for a month; caches of files that have changed since end this way."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    for manifest in root.glob(f"*/{MANIFEST}"):
        with contextlib.suppress(OSError):
            if manifest.stat().st_mtime < oldest:
                _remove(manifest.parent)


@contextlib.contextmanager
def _locked(path: Path, progress: Progress | None) -> Iterator[None]:
    """Holds a lock between processes and threads; the system frees it if we die."""
    with path.open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if progress:
                    progress(None)  # another process loads the same files
                fcntl.flock(file, fcntl.LOCK_EX)
        yield

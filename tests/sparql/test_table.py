"""The committed table belongs to the committed grammar, and lark is needed only to build it."""

from __future__ import annotations

import json
import subprocess
import sys

from nlkgq.sparql.table import table
from nlkgq.sparql.table_build import TABLE, build, grammar_digest


def test_table_is_built_from_the_grammar() -> None:
    assert table().grammar == grammar_digest(), "run: python -m nlkgq.sparql.table_build"
    assert json.loads(TABLE.read_text(encoding="ascii")) == json.loads(json.dumps(build()))


def test_parsing_imports_neither_lark_nor_an_rdf_library() -> None:
    code = (
        "import sys; from nlkgq.sparql import parse_query; parse_query('ASK { ?s ?p ?o }');"
        "print(sorted(m for m in ('lark', 'rdflib', 'pyoxigraph', 'regex') if m in sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
